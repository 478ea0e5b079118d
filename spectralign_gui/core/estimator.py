"""What scikit-learn asks of an estimator, without loading scikit-learn: every method is one (see `base.Alignment`).

`sklearn.base` takes longer to import than all of ours together. An estimator is one by what it can do, not by what it
inherits from: `sklearn.base.clone`, ``Pipeline`` and ``GridSearchCV`` take these.
"""

from __future__ import annotations

import copy
import inspect
from typing import Any, Self

from .errors import ParameterError


class Estimator:
    """Parameters are the keywords of the constructor, stored unchanged under their own names."""

    @classmethod
    def _get_param_names(cls) -> list[str]:
        return sorted(name for name, p in inspect.signature(cls).parameters.items()
                      if p.kind is not inspect.Parameter.VAR_KEYWORD)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Every parameter by name; `deep` is scikit-learn's and changes nothing: none is an estimator itself."""
        return {name: getattr(self, name) for name in self._get_param_names()}

    def set_params(self, **params: Any) -> Self:
        """Change parameters.

        Raises
        ------
        ParameterError
            A name that there is not; nothing is changed then.
        """
        known = self._get_param_names()
        for name in params:
            if name not in known:
                raise ParameterError(f"{type(self).__name__} has no parameter {name!r}; it has {', '.join(known)}.")
        for name, value in params.items():
            setattr(self, name, value)
        return self

    def unfitted(self) -> Self:
        """A new estimator with the same parameters."""
        return type(self)(**copy.deepcopy(self.get_params(deep=False)))

    def __repr__(self) -> str:
        """The call that makes it, without what is as by default."""
        usual = {name: p.default for name, p in inspect.signature(type(self)).parameters.items()}
        changed = [f"{name}={value!r}" for name, value in self.get_params(deep=False).items()
                   if repr(value) != repr(usual.get(name))]
        return f"{type(self).__name__}({', '.join(changed)})"

    def __sklearn_tags__(self) -> Any:
        """What scikit-learn asks before it fits or scores; only it asks, so it is loaded by then."""
        from sklearn.base import BaseEstimator

        return BaseEstimator.__sklearn_tags__(self)
