"""The colours of both themes, as plain text, so that nothing here needs a running application.

Instrument colours are told apart with red-green blindness too (after Okabe & Ito), and every instrument has a
symbol of its own, because colour is never the only carrier of meaning.
"""

from __future__ import annotations

from dataclasses import dataclass

SYMBOLS = ("o", "s", "t", "d", "p", "h", "star", "+", "x")


@dataclass(frozen=True)
class Theme:
    """Colours as ``#rrggbb``.

    Parameters
    ----------
    name : {"light", "dark"}
    window, base, alternate, raised, text, muted, border
        Widgets: background of the window, of lists and fields, of every other row, of buttons; text, less
        important text, lines.
    accent, accent_text, accent_soft
        Selected rows and the main button; the text on it; a faint tint of it.
    plot_background, plot_foreground, grid
        Plots: background, axes and their text, grid lines.
    selection, hover
        The selected samples in plots, and the one under the mouse.
    standard, held_out
        Lines that join standards that take part in the fit, and held-out ones (drawn dashed as well).
    threshold
        Threshold line at the singular values.
    good, warning, bad
        Text of good and bad news (always with a word or sign beside it).
    instruments, groups : tuple of str
        One colour after the other; use `instrument` and `group`.
    diverging : tuple of str
        Negative, zero, positive end of the palette of matrices.
    sequential : tuple of str
        From none to many, for density images.
    """

    name: str
    window: str
    base: str
    alternate: str
    raised: str
    text: str
    muted: str
    border: str
    accent: str
    accent_text: str
    accent_soft: str
    plot_background: str
    plot_foreground: str
    grid: str
    selection: str
    hover: str
    standard: str
    held_out: str
    threshold: str
    good: str
    warning: str
    bad: str
    instruments: tuple[str, ...]
    groups: tuple[str, ...]
    diverging: tuple[str, ...]
    sequential: tuple[str, ...]

    @property
    def dark(self) -> bool:
        """Whether text is bright on a dark ground."""
        return self.name == "dark"

    def instrument(self, index: int) -> str:
        """Colour of the instrument at `index` in the session."""
        return self.instruments[index % len(self.instruments)]

    def symbol(self, index: int) -> str:
        """Symbol (pyqtgraph's name) of the instrument at `index`."""
        return SYMBOLS[index % len(SYMBOLS)]

    def group(self, index: int) -> str:
        """Colour of the group at `index`."""
        return self.groups[index % len(self.groups)]


LIGHT = Theme(
    name="light", window="#f3f5f7", base="#ffffff", alternate="#f7f9fa", raised="#fbfcfd", text="#1d2733",
    muted="#5b6875", border="#cfd6dd", accent="#1f6aa5", accent_text="#ffffff", accent_soft="#dcebf7",
    plot_background="#ffffff", plot_foreground="#33414e", grid="#dde3e8", selection="#c2185b", hover="#b97900",
    standard="#7a8794", held_out="#b3541e", threshold="#b3261e", good="#1b6e3c", warning="#8a5a00", bad="#b3261e",
    instruments=("#1f6fb4", "#c9580f", "#178a5e", "#8745a6", "#957400", "#b53a6b", "#3d7f8c", "#5d5d9e"),
    groups=("#1f6fb4", "#c9580f", "#178a5e", "#8745a6", "#957400", "#b53a6b", "#3d7f8c", "#6b6b6b", "#5d5d9e",
            "#7a4a2b"),
    diverging=("#2166ac", "#f7f7f7", "#b2182b"),
    sequential=("#ffffff", "#bcd9ee", "#4a94c9", "#0b3c6f"))

DARK = Theme(
    name="dark", window="#20252b", base="#181c21", alternate="#1d2227", raised="#2b3138", text="#e5e9ed",
    muted="#9aa7b4", border="#3c454e", accent="#5fa8e6", accent_text="#0d1620", accent_soft="#22384b",
    plot_background="#14181c", plot_foreground="#c4ccd4", grid="#2c343c", selection="#ff6fa8", hover="#ffc94d",
    standard="#8b98a5", held_out="#f0965a", threshold="#ff7a70", good="#63c98a", warning="#e6b450", bad="#ff8a80",
    instruments=("#62aef0", "#f5924a", "#4cc796", "#c58be0", "#d9b93b", "#f07ba8", "#6cc0cf", "#a3a3e6"),
    groups=("#62aef0", "#f5924a", "#4cc796", "#c58be0", "#d9b93b", "#f07ba8", "#6cc0cf", "#b5b5b5", "#a3a3e6",
            "#c99873"),
    diverging=("#5aa5e8", "#23282e", "#f0766a"),
    sequential=("#14181c", "#1d4a72", "#4a94c9", "#d5ecff"))
