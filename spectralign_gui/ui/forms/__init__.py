"""Forms made from the declarations of parameters."""

from .form import ParameterForm

__all__ = ["ParameterForm"]
