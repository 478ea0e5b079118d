"""Small figures as SVG text, so that the reproduction needs no plotting library: scatter, lines, segments, matrices."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape

import numpy as np

COLOURS = ("#1b6ca8", "#d1662a", "#3a8f4d", "#8b4fa0", "#8a6d1f", "#c03a5b", "#4f5b66", "#2aa0a0")
MARKS = ("circle", "square", "triangle", "diamond")
LEFT, TOP, RIGHT, BOTTOM = 52, 28, 12, 40


@dataclass
class Panel:
    """One set of axes.

    Parameters
    ----------
    title, x_label, y_label : str
    equal : bool
        Same scale on both axes.
    log_y : bool
    """

    title: str = ""
    x_label: str = ""
    y_label: str = ""
    equal: bool = False
    log_y: bool = False
    marks: list[tuple] = field(default_factory=list)
    lines: list[tuple] = field(default_factory=list)
    segments: list[tuple] = field(default_factory=list)
    image: np.ndarray | None = None

    def scatter(
        self, x: Sequence[float], y: Sequence[float], colour: int = 0, size: float = 2.5, label: str = "",
    ) -> None:
        """Points; colour (and mark, so that colour is not the only sign) by number."""
        self.marks.append((np.asarray(x, float), np.asarray(y, float), colour, size, label))

    def line(self, x: Sequence[float], y: Sequence[float], colour: int = 0, label: str = "",
             spread: np.ndarray | None = None) -> None:
        """Line with points, and a band of ± spread."""
        self.lines.append((np.asarray(x, float), np.asarray(y, float), colour, label,
                           None if spread is None else np.asarray(spread, float)))

    def connect(self, start: np.ndarray, stop: np.ndarray, colour: int = 6) -> None:
        """Segments from rows of `start` (m, 2) to rows of `stop`."""
        self.segments.append((np.asarray(start, float), np.asarray(stop, float), colour))

    def matrix(self, M: np.ndarray) -> None:
        """Absolute values as shades of one colour."""
        self.image = np.abs(np.asarray(M, float))

    def _limits(self) -> tuple[float, float, float, float]:
        if self.image is not None:
            return 0.0, float(self.image.shape[1]), float(self.image.shape[0]), 0.0
        xs = [m[0] for m in self.marks] + [ln[0] for ln in self.lines]
        ys = [m[1] for m in self.marks] + [v for ln in self.lines
                                            for v in ((ln[1],) if ln[4] is None else (ln[1] - ln[4], ln[1] + ln[4]))]
        x, y = np.concatenate(xs), np.concatenate(ys)
        x, y = x[np.isfinite(x)], y[np.isfinite(y)]
        if self.log_y:
            y = np.log10(y[y > 0])
        x0, x1, y0, y1 = float(x.min()), float(x.max()), float(y.min()), float(y.max())
        dx, dy = (x1 - x0) or 1.0, (y1 - y0) or 1.0
        return x0 - 0.04 * dx, x1 + 0.04 * dx, y0 - 0.06 * dy, y1 + 0.06 * dy

    def svg(self, left: float, top: float, width: float, height: float) -> list[str]:
        """Elements of this panel, in a box of the figure."""
        x0, x1, y0, y1 = self._limits()
        inner_w, inner_h = width - LEFT - RIGHT, height - TOP - BOTTOM
        if self.equal and self.image is None:
            scale = max((x1 - x0) / inner_w, (y1 - y0) / inner_h)
            cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
            x0, x1 = cx - scale * inner_w / 2, cx + scale * inner_w / 2
            y0, y1 = cy - scale * inner_h / 2, cy + scale * inner_h / 2

        def px(x: float) -> float:
            return left + LEFT + (x - x0) / (x1 - x0) * inner_w

        def py(y: float) -> float:
            return top + TOP + (1 - (y - y0) / (y1 - y0)) * inner_h

        def value(y: float) -> float:
            return float(np.log10(max(y, 1e-300))) if self.log_y else float(y)

        out = [f'<rect x="{left + LEFT:.1f}" y="{top + TOP:.1f}" width="{inner_w:.1f}" height="{inner_h:.1f}" '
               'fill="#ffffff" stroke="#999"/>',
               _text(left + LEFT + inner_w / 2, top + 18, self.title, 12, "middle", bold=True),
               _text(left + LEFT + inner_w / 2, top + height - 6, self.x_label, 11, "middle"),
               _text(left + 12, top + TOP + inner_h / 2, self.y_label, 11, "middle", turn=True)]
        if self.image is not None:
            out.append(self._picture(left + LEFT, top + TOP, inner_w, inner_h))
            return out
        for tick in _ticks(x0, x1):
            out.append(_text(px(tick), top + TOP + inner_h + 14, f"{tick:g}", 10, "middle"))
        for tick in _ticks(y0, y1):
            out.append(f'<line x1="{left + LEFT:.1f}" x2="{left + LEFT + inner_w:.1f}" y1="{py(tick):.1f}" '
                       f'y2="{py(tick):.1f}" stroke="#e4e4e4"/>')
            shown = f"{10 ** tick:.3g}" if self.log_y else f"{tick:g}"
            out.append(_text(left + LEFT - 4, py(tick) + 3, shown, 10, "end"))
        for start, stop, colour in self.segments:
            out += [f'<line x1="{px(a[0]):.1f}" y1="{py(a[1]):.1f}" x2="{px(b[0]):.1f}" y2="{py(b[1]):.1f}" '
                    f'stroke="{COLOURS[colour % 8]}" stroke-opacity="0.5"/>' for a, b in zip(start, stop, strict=True)]
        for x, y, colour, size, _ in self.marks:
            out += [_mark(MARKS[colour % 4], px(a), py(value(b)), size, COLOURS[colour % 8])
                    for a, b in zip(x, y, strict=True)]
        for x, y, colour, _, spread in self.lines:
            if spread is not None:
                low, high = ([f"{px(a):.1f},{py(value(b)):.1f}" for a, b in zip(x, y + s * spread, strict=True)]
                             for s in (-1, 1))
                out.append(f'<polygon points="{" ".join(low + high[::-1])}" fill="{COLOURS[colour % 8]}" '
                           'fill-opacity="0.15"/>')
            points = " ".join(f"{px(a):.1f},{py(value(b)):.1f}" for a, b in zip(x, y, strict=True) if np.isfinite(b))
            out.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[colour % 8]}" stroke-width="1.6"/>')
            out += [_mark(MARKS[colour % 4], px(a), py(value(b)), 3, COLOURS[colour % 8])
                    for a, b in zip(x, y, strict=True) if np.isfinite(b)]
        named = [(c, n) for _, _, c, _, n in self.marks if n] + [(c, n) for _, _, c, n, _ in self.lines if n]
        for k, (colour, name) in enumerate(dict.fromkeys(named)):
            y = top + TOP + 12 + 14 * k
            out.append(_mark(MARKS[colour % 4], left + width - RIGHT - 10, y - 3, 3.5, COLOURS[colour % 8]))
            out.append(_text(left + width - RIGHT - 18, y, name, 10, "end"))
        return out

    def _picture(self, left: float, top: float, width: float, height: float) -> str:
        """The matrix as an embedded PNG of at most 150 pixels a side (block means), in 24 shades."""
        assert self.image is not None
        step = max(1, -(-max(self.image.shape) // 150))
        h, w = (n // step * step for n in self.image.shape)
        small = self.image[:h, :w].reshape(h // step, step, w // step, step).mean(axis=(1, 3))
        shade = np.round(np.clip(small / (np.quantile(small, 0.995) or 1.0), 0, 1) * 24) / 24
        white, dark = np.array([255.0, 255, 255]), np.array([18.0, 63, 102])
        pixels = (white + shade[..., None] * (dark - white)).astype(np.uint8)
        data = base64.b64encode(png(pixels)).decode("ascii")
        return (f'<image x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" '
                f'preserveAspectRatio="none" href="data:image/png;base64,{data}"/>')


def png(pixels: np.ndarray) -> bytes:
    """PNG file of (h, w, 3) uint8 pixels."""
    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    h, w, _ = pixels.shape
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", w, h, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def save(path: Path, panels: Sequence[Panel], columns: int = 2, width: int = 380, height: int = 300) -> None:
    """Write the panels side by side, `columns` to a row."""
    rows = -(-len(panels) // columns)
    columns = min(columns, len(panels))
    body = [element for k, panel in enumerate(panels)
            for element in panel.svg((k % columns) * width, (k // columns) * height, width, height)]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{columns * width}" height="{rows * height}" '
        f'viewBox="0 0 {columns * width} {rows * height}" font-family="sans-serif">\n'
        f'<rect width="100%" height="100%" fill="#ffffff"/>\n' + "\n".join(body) + "\n</svg>\n", encoding="utf-8")


def _text(x: float, y: float, text: str, size: int, anchor: str, bold: bool = False, turn: bool = False) -> str:
    if not text:
        return ""
    rotate = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if turn else ""
    weight = ' font-weight="bold"' if bold else ""
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="#222"{weight}{rotate}>'
            f'{escape(text)}</text>')


def _mark(kind: str, x: float, y: float, r: float, colour: str) -> str:
    if kind == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r}" fill="{colour}"/>'
    corners = {"square": ((-1, -1), (1, -1), (1, 1), (-1, 1)), "triangle": ((0, -1.2), (1.1, 0.9), (-1.1, 0.9)),
               "diamond": ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0))}[kind]
    points = " ".join(f"{x + a * r:.1f},{y + b * r:.1f}" for a, b in corners)
    return f'<polygon points="{points}" fill="{colour}"/>'


def _ticks(low: float, high: float, count: int = 5) -> list[float]:
    raw = (high - low) / count
    power = 10 ** np.floor(np.log10(raw))
    step = power * next(m for m in (1, 2, 2.5, 5, 10) if raw <= m * power)
    return [float(round(v, 12)) + 0.0 for v in np.arange(np.ceil(low / step) * step, high + 1e-9 * step, step)]
