"""Small widgets and layouts that several docks use."""

from .columns import Columns
from .elided import ElidedButton, ElidedLabel
from .fit_columns import FitColumns
from .flow import FlowLayout
from .fold_out import FoldOut
from .on_screen import on_screen
from .one_line import OneLineLabel
from .push import push_button
from .scroll import FormScroll, scrolled_down
from .short_box import ShortBox
from .shrink import ShrinkArea
from .table import QuietTable, leave_selection_to_rows, quiet_table
from .table_model import Column, TableModel
from .wrapped import plain_tip, wrapped

__all__ = [
    "Column", "Columns", "ElidedButton", "ElidedLabel", "FitColumns", "FlowLayout", "FoldOut", "FormScroll",
    "OneLineLabel", "QuietTable", "ShortBox", "ShrinkArea", "TableModel", "leave_selection_to_rows", "on_screen",
    "plain_tip", "push_button", "quiet_table", "scrolled_down", "wrapped",
]
