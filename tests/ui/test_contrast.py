"""Text of both themes can be read, and marks can be seen (WCAG 2.2: 4.5 for text, 3 for what is drawn)."""

from __future__ import annotations

import pytest

from spectralign_gui.ui.theme import DARK, LIGHT, Theme


def luminance(colour: str) -> float:
    parts = [int(colour[k:k + 2], 16) / 255 for k in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def test_the_measure_itself():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda t: t.name)
def test_text_can_be_read_wherever_it_stands(theme: Theme):
    grounds = ("window", "base", "alternate", "raised", "accent_soft", "plot_background")
    low = {(text, ground): round(contrast(getattr(theme, text), getattr(theme, ground)), 2)
           for text in ("text", "muted", "good", "warning", "bad", "accent") for ground in grounds
           if contrast(getattr(theme, text), getattr(theme, ground)) < 4.5}
    assert low == {}
    assert contrast(theme.accent_text, theme.accent) >= 4.5, "selected rows and the main button"
    assert contrast(theme.base, theme.text) >= 4.5, "the main button under the mouse"
    assert contrast(theme.plot_foreground, theme.plot_background) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda t: t.name)
def test_marks_can_be_seen(theme: Theme):
    named = {name: getattr(theme, name)
             for name in ("selection", "hover", "standard", "held_out", "threshold", "accent")}
    named |= {f"instrument {k}": c for k, c in enumerate(theme.instruments)}
    named |= {f"group {k}": c for k, c in enumerate(theme.groups)}
    assert {n: round(contrast(c, theme.plot_background), 2) for n, c in named.items()
            if contrast(c, theme.plot_background) < 3} == {}
    assert all(contrast(end, theme.diverging[1]) >= 3 for end in theme.diverging[::2])


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda t: t.name)
def test_instruments_next_to_each_other_differ_in_more_than_colour(theme: Theme):
    symbols = [theme.symbol(k) for k in range(len(theme.instruments))]
    assert len(set(symbols)) == len(symbols)
