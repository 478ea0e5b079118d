"""Small widgets and layouts that several docks use."""

from .as_written import Label, as_written, wrapped
from .columns import Columns
from .elided import ElidedButton, ElidedLabel
from .fit_columns import FitColumns
from .flow import FlowLayout
from .fold_out import FoldOut
from .named import named
from .on_screen import on_screen
from .one_line import OneLineLabel
from .push import push_button
from .scroll import FormScroll, scrolled_down
from .short_box import ShortBox
from .shrink import ShrinkArea
from .table import QuietTable, leave_selection_to_rows, quiet_table
from .table_model import Column, TableModel, weakly
from .tidy import TidyModel

__all__ = [
    "Column", "Columns", "ElidedButton", "ElidedLabel", "FitColumns", "FlowLayout", "FoldOut", "FormScroll",
    "Label", "OneLineLabel", "QuietTable", "ShortBox", "ShrinkArea", "TableModel", "TidyModel", "as_written",
    "leave_selection_to_rows", "named", "on_screen", "push_button", "quiet_table", "scrolled_down", "weakly", "wrapped",
]
