"""What low rank and kernel low rank alignment share: choice, solution, live re-solve, new samples."""

from __future__ import annotations

import copy
from abc import abstractmethod
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from ..errors import DataError, ParameterError
from ..fitdata import FitData
from ..monitor import CancelOnly, Monitor, SilentMonitor, SubMonitor
from ..naming import the_instrument, the_set
from ..notes import Note
from ..numerics import lapack
from ..numerics.joint import JointProblem, SetBasis, too_large
from ..numerics.laplacian import PairGraph
from ..numerics.lookup import RowLookup
from ..numerics.penalty import Kept
from . import _large_sets, _rank_choice
from .maps.direct import direct_maps
from .maps.joint import JointMaps
from .maps.through import ThroughJointSpace
from .maps.width import inner_maps, map_dimensions

LIVE = ("mu", "n_components", "penalty", "rank", "variance")
CLOSE = 0.9  # a warning from this share of 1−µ on
HALF = 0.5  # and from this share of all dimensions on: the upper ones tell the instruments apart


class LowRankBase(ThroughJointSpace):
    """Alignment over a symmetric low-rank reconstruction R_k = U_k diag(w_k) U_kᵀ of each set.

    Attributes
    ----------
    singular_values_ : list of (r_k,) arrays
        Of each set as scaled, as many as were computed.
    choice_ : Choice
        How the kept rank and the number of dimensions came about.
    n_below_ : int
        Number of eigenvalues below 1−µ: the most dimensions the data hold.
    """

    state_attributes = ("lookups_", "stored_", "eigenvalues_", "maps_", "new_samples_", "wide_samples_")
    _wide_from: float = 20  # standards from which spectra may be rebuilt from more dimensions than are shown
    _least_penalty = 0.0  # of the ranks that the automatic choice may take

    # -- what a subclass gives -----------------------------------------------------------------------
    @abstractmethod
    def _set_basis(
        self, k: int, X: np.ndarray, values: dict[str, Any], shrink: dict[str, Any], monitor: Monitor,
    ) -> SetBasis:
        """Basis of set `k`; also keeps in `self` what `_map_state` will need."""

    @abstractmethod
    def _map_state(self, k: int, inner: np.ndarray) -> dict[str, Any]:
        """Plain tree from which `_coordinates` maps new spectra of set `k`: g(x) = u(x) inner, inner (r, d)."""

    @abstractmethod
    def _coordinates(self, X: np.ndarray, state: dict[str, Any]) -> np.ndarray:
        """g(x) for new spectra (n, p), from the tree of `_map_state`."""

    def _shrink(self, values: dict[str, Any]) -> dict[str, Any]:
        """The given one of "penalty", "rank", "variance" (others None), from the checked parameters."""
        return {name: values.get(name) for name in ("penalty", "rank", "variance")}

    # -- fitting -------------------------------------------------------------------------------------
    def _fit(self, data: FitData, values: dict[str, Any], monitor: Monitor) -> None:
        self._data = data
        shrink = self._shrink(values)
        self._kept_for_maps: dict[int, Any] = {}
        sets = []
        for k, X in enumerate(data.Xs):
            part = SubMonitor(monitor, 0.5 * k / len(data.Xs), 0.5 * (k + 1) / len(data.Xs), f"{the_instrument(k)}: ")
            part.report("decomposing", 0.0, instrument=k)
            sets.append(self._set_basis(k, X, values, shrink, part))
            part.report("decomposed", 1.0, instrument=k, singular_values=sets[k].singular_values)
        graph = PairGraph(int(data.offsets[-1]), data.stacked_pairs)
        self._problem = JointProblem(sets, graph)
        self._basis_warnings = list(self.warnings_)
        self.singular_values_ = [s.singular_values for s in sets]
        self.lookups_ = [RowLookup.of(X).to_state() for X in data.Xs]
        self._settle(values, monitor)

    def _settle(self, values: dict[str, Any], monitor: Monitor) -> None:
        """Everything after the factors: choose, solve, map. A re-solve does only this."""
        self.warnings_ = list(self._basis_warnings)
        shrink, mu = self._shrink(values), values["mu"]
        extra = int(values["skip_first"])
        d = None if values["n_components"] == "auto" else int(values["n_components"])
        self.choice_ = choice = self._choose(shrink, d, values, extra, monitor)
        for k, kept in enumerate(choice.kept):
            monitor.report("Reconstructing", 0.82, instrument=k, threshold=kept.threshold,
                           singular_values=self.singular_values_[k])
        if not any(kept.rank for kept in choice.kept):
            raise _rank_choice.nothing_kept(self._problem, choice.kept)
        monitor.raise_if_cancelled()
        monitor.report("Aligning", 0.85)
        solution = self._problem.solve(choice.kept, mu, choice.d + extra, refuse=d is not None, monitor=monitor)
        if d is None:  # left to the program: as many as there are
            most = min(choice.d, solution.n_below - extra)
            if most < 1:
                raise too_large(1 + extra, solution.n_below, [kept.rank for kept in choice.kept])
            if most < choice.d:
                self.choice_ = choice = replace(choice, d=most)
                solution = solution.first(most + extra)
        self.eigenvalues_ = solution.eigenvalues[extra:]
        self.n_below_ = solution.n_below
        self.n_components_ = choice.d
        self.penalties_ = [kept.penalty for kept in choice.kept]
        self.reconstructions_ = [s.reconstruct(kept)
                                 for s, kept in zip(self._problem.sets, choice.kept, strict=True)]
        self.embeddings_ = np.split(solution.vectors[:, extra:], self._data.offsets[1:-1])
        self.stored_ = self.embeddings_
        for k, R in enumerate(self.reconstructions_):
            monitor.report("Aligned", 0.95, instrument=k, basis=R.basis, weights=R.weights)
        monitor.report("Aligned", 0.95, embeddings=self.embeddings_)
        self.chosen_.update(values)
        self._fill_chosen(choice)
        self._make_maps(mu)
        self._warn(choice, mu)

    def _choose(
        self, shrink: dict[str, Any], d: int | None, values: dict[str, Any], extra: int, monitor: Monitor,
    ) -> _rank_choice.Choice:
        problem, mu = self._problem, values["mu"]
        fixed = [s.keep(**shrink) for s in problem.sets] if any(v is not None for v in shrink.values()) else None
        if (d is not None and fixed is not None) or max(self._data.sizes) <= _large_sets.MOST_ROWS:
            return _rank_choice.choose(problem, fixed, d, mu, extra=extra, monitor=monitor,
                                  least_penalty=self._least_penalty)
        part = self._part(values, fixed, monitor)
        same = None if fixed is None else [
            s.keep(None, max(1, kept.rank), None) for s, kept in zip(part.sets, fixed, strict=True)]
        least = self._least_penalty * min(len(s.basis) / n for s, n in zip(part.sets, self._data.sizes, strict=True))
        choice = _rank_choice.choose(part, same, d, mu, extra=extra, monitor=monitor, least_penalty=least)
        return replace(choice, kept=fixed or [s.keep(None, choice.rank, None) for s in problem.sets])

    def _part(self, values: dict[str, Any], fixed: list[Kept] | None, monitor: Monitor) -> JointProblem:
        """The problem on part of the samples, for choosing rank and dimensions of very large sets."""
        rows, graph = _large_sets.draw_part(self._data, self._problem.graph)
        rank = None if fixed is None else max(1, *(kept.rank for kept in fixed))
        scratch = copy.copy(self)
        scratch._kept_for_maps, scratch.warnings_ = {}, []
        sets = [scratch._set_basis(k, X[r], values, {"penalty": None, "rank": rank, "variance": None},
                                   CancelOnly(monitor))
                for k, (X, r) in enumerate(zip(self._data.Xs, rows, strict=True))]
        return JointProblem(sets, graph)

    def _fill_chosen(self, choice: _rank_choice.Choice) -> None:
        self.chosen_["n_components"] = choice.d
        if choice.rank is not None:
            self.chosen_["rank"] = choice.rank

    def _warn(self, choice: _rank_choice.Choice, mu: float) -> None:
        if choice.by_rule:
            self.warnings_.append(
                Note("reconstruction.few_standards", few=_rank_choice.FEW, rule=_rank_choice.RULE))
        for k, kept in enumerate(choice.kept):
            if kept.rank == 0:
                self.warnings_.append(Note("reconstruction.nothing_kept", set=the_set(k), threshold=kept.threshold))
            elif kept.capped:
                self.warnings_.append(Note("reconstruction.low_rank", set=the_set(k), rank=kept.rank))
        if self.eigenvalues_[-1] > CLOSE * (1 - mu) or self.n_components_ > max(1, HALF * self.n_below_):
            self.warnings_.append(
                Note("reconstruction.many_dimensions", n_components=self.n_components_, n_below=self.n_below_,
                     mu=1 - mu, eigenvalues=self.eigenvalues_[-1]))

    # -- new samples ---------------------------------------------------------------------------------
    def _make_maps(self, mu: float) -> None:
        """g(x)_j = u Λ_k U_kᵀF_k[:, j] (1−µ)/(1−µ−θ_j), the map that extends F to unpaired samples."""
        gain = (1 - mu) / (1 - mu - self.eigenvalues_)
        self._inner = []
        for R, F in zip(self.reconstructions_, self.embeddings_, strict=True):
            weight = 1.0 - (1.0 - R.weights) ** 2
            self._inner.append(weight[:, None] * (R.basis.T @ F) * gain)
        self.new_samples_: list[dict[str, Any]] | None = None
        self.maps_: dict[str, Any] | None = None
        self.wide_samples_: list[dict[str, Any]] | None = None

    def _map_states(self) -> list[dict[str, Any]]:
        if self.new_samples_ is None:
            self.new_samples_ = [self._map_state(k, inner) for k, inner in enumerate(self._inner)]
        return self.new_samples_

    def extend(self, X: np.ndarray, instrument: int = 0) -> np.ndarray:
        """g(x) of spectra (n, p_k) as unpaired new samples, training rows not looked up: (n, d)."""
        return self._coordinates(self._check_new(X, instrument), self._map_states()[instrument])

    def transform_together(self, spectra: dict[int, np.ndarray]) -> dict[int, np.ndarray]:
        """Joint coordinates of new standards, each measured on several instruments.

        Parameters
        ----------
        spectra : dict of instrument number to (n, p_k) array
            Row i of each is the same physical sample.

        Returns
        -------
        dict of instrument number to (n, d) array
            F_c = (1−µ)[(1−µ−θ)I + 2µL_c]⁻¹(UΛUᵀF)_c: partners move each other as in the fit.
        """
        instruments = sorted(spectra)
        own = [self.extend(spectra[k], k) for k in instruments]
        if len({len(g) for g in own}) > 1:
            raise DataError("reconstruction.rows_of_new_standards")
        mu, m = float(self.chosen_["mu"]), len(instruments)
        L = m * np.eye(m) - np.ones((m, m))
        stacked = np.stack(own)  # (m, n, d); g = h (1−µ)/(1−µ−θ) with h = u Λ UᵀF
        out = np.empty_like(stacked)
        for j, theta in enumerate(self.eigenvalues_):
            system = (1 - mu - theta) * np.eye(m) + 2 * mu * L
            out[:, :, j] = lapack.solve(system, (1 - mu - theta) * stacked[:, :, j])
        return {k: out[i] for i, k in enumerate(instruments)}

    # -- spectra and properties ----------------------------------------------------------------------
    def _joint_maps(self) -> JointMaps:
        if self.maps_ is None:
            gs = [R.basis @ inner for R, inner in zip(self.reconstructions_, self._inner, strict=True)]
            wide = self._widen()
            dimensions = gs[0].shape[1] if wide is None else wide[0].shape[1]
            self.maps_ = JointMaps.fit(gs, self._data, wide).to_state()
            if not self.chosen_.get("skip_first"):
                self.maps_["direct"] = direct_maps(self._data, self._problem.graph,
                                                   partial(self._other_coordinates, dimensions), self._direct_from)
        return JointMaps.from_state(self.maps_)

    def _other_coordinates(self, dimensions: int, graph: PairGraph) -> list[np.ndarray]:
        """Coordinates of all samples without their partners' pull, for other pairs."""
        mu = float(self.chosen_["mu"])
        solution = self._problem.with_pairs(graph).solve(self.choice_.kept, mu, dimensions, refuse=False,
                                                         monitor=SilentMonitor())
        solution = solution.first(max(1, min(solution.n_below, dimensions)))
        inner = inner_maps(self.reconstructions_, solution, mu, self._data.offsets)
        return [R.basis @ columns for R, columns in zip(self.reconstructions_, inner, strict=True)]

    def _widen(self) -> list[np.ndarray] | None:
        """Coordinates for rebuilding spectra, where more of them than the embedding has do so better."""
        self.wide_samples_ = None
        if self.chosen_.get("skip_first") or len(self._data.Xs) < 2:
            return None
        mu, kept = float(self.chosen_["mu"]), self.choice_.kept
        wide = map_dimensions(self._problem, kept, self.reconstructions_, self._data, mu, self.n_components_,
                              self._wide_from)
        if wide == self.n_components_:
            return None
        solution = self._problem.solve(kept, mu, wide, refuse=False)
        solution = solution.first(min(wide, solution.n_below))
        inner = inner_maps(self.reconstructions_, solution, mu, self._data.offsets)
        self.wide_samples_ = [self._map_state(k, columns) for k, columns in enumerate(inner)]
        return [R.basis @ columns for R, columns in zip(self.reconstructions_, inner, strict=True)]

    def _extend_for_spectra(self, X: np.ndarray, instrument: int) -> np.ndarray:
        wide = getattr(self, "wide_samples_", None)  # a model of an older program has none
        return self.extend(X, instrument) if wide is None else self._coordinates(X, wide[instrument])

    def to_state(self) -> dict[str, Any]:
        """Plain tree for the model file; see `Alignment.to_state`."""
        self._map_states()
        return super().to_state()

    # -- live ----------------------------------------------------------------------------------------
    def resolve(self, **changes: Any) -> LowRankBase:
        """A new fitted estimator for a changed mu, n_components, penalty, rank or variance; the factors stay.

        Parameters
        ----------
        **changes
            Setting one of penalty, rank and variance clears the other two. What is not named stays as it was
            *chosen*: moving µ does not choose the rank anew.

        Raises
        ------
        ParameterError
            If a parameter cannot be changed live, or is out of range.
        NotImplementedError
            For a model that was read from a file: the factors are not in it.
        """
        if not hasattr(self, "_problem"):
            raise NotImplementedError(Note("reconstruction.no_factors", "error", title=self.title))
        for name in changes:
            if name not in self._live():
                raise ParameterError("reconstruction.not_live", name=name)
        values = self._changed(changes)
        shrink = self._shrink(values)
        new = copy.copy(self)
        new.set_params(**{name: values[name] for name in self._live() if name in values})
        if not all(s.reaches(**shrink) for s in self._problem.sets) and any(v is not None for v in shrink.values()):
            new.fit(self._data.Xs, self._data.pairs, self._data.targets, self._data.groups)
        else:
            new.chosen_ = dict(self.chosen_)
            new._settle(values, SilentMonitor())
        new._say_left_out(self.unknown_properties_)
        return new

    def _live(self) -> tuple[str, ...]:
        return LIVE

    def _changed(self, changes: dict[str, Any]) -> dict[str, Any]:
        """Checked parameters after `changes`."""
        values = dict(self.chosen_)
        declared = {p.name: p for p in self.parameters}
        group = [n for n in declared if n in ("penalty", "omega", "rank", "variance")]
        if any(name in changes for name in group):
            values.update(dict.fromkeys(group))
        values.update({name: declared[name].check(value) for name, value in changes.items()})
        if sum(values[name] is not None for name in group) > 1:
            raise ParameterError("reconstruction.exclusive", group=group)
        return {name: values[name] for name in declared}
