"""The report of a run: one self-contained HTML file that a lab can put on file."""

from __future__ import annotations

import base64
import platform
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np
from markupsafe import Markup

from ..core.figures import percent
from ..session.compare.evaluate import advice_of
from ..session.run import RunResult
from ..session.run.convergence import stopped_at
from ..session.run.held_out import rebuilt_spectra
from ..session.run.marked_spectra import standards_in_words
from ..session.run.outlying_samples import outlying_samples
from ..session.run.run_summary import in_short
from ..session.run.used_parameters import used_parameters, used_value
from ..session.standards.found_pairs import found_in
from ..shipped import folder
from ..words import units
from ..words.language import PLAIN
from .atomic import refuse_existing, write_text
from .report_layout import PAGE_PIXELS, Block, blocks, picture_rows, with_notes

MOST_OUTLIERS = 20
MOST_FOUND = 40
SOFTWARE = ("numpy", "scipy", "scikit-learn", "h5py", "chemotools", "pybaselines", "PySide6-Essentials", "pyqtgraph")


@dataclass(frozen=True)
class Figure:
    """A picture of the report.

    Parameters
    ----------
    caption : str
    svg : str
        Markup of an SVG picture made by this program, or "".
    png : bytes
        A PNG picture, used where `svg` is empty.
    source : str
        Name of a picture that the reader of the HTML supplies itself (the PDF writer), instead of both.
    width : int
        Its width on the screen; 0 = that of the page.
    """

    caption: str
    svg: str = ""
    png: bytes = b""
    source: str = ""
    width: int = 0

    @property
    def markup(self) -> Markup:
        """The picture as HTML that needs no other file."""
        if self.source:
            return Markup('<img alt="{}" src="{}" width="{}">').format(
                self.caption, self.source, min(self.width or PAGE_PIXELS, PAGE_PIXELS))
        kind, content = ("svg+xml", self.svg.encode("utf-8")) if self.svg else ("png", self.png)
        # As an image, not inline: ids inside two SVG pictures must not clash, and scripts in them never run.
        data = base64.b64encode(content).decode("ascii")
        return Markup('<img alt="{}" src="data:image/{};base64,{}">').format(self.caption, kind, data)


@dataclass(frozen=True)
class Table:
    """A further table of the report (predictions, a comparison of methods)."""

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[Any]]
    note: str = ""

    def laid_out(self) -> tuple[list[Block], list[str]]:
        """Parts that fit a page, and notes for cells that are whole sentences."""
        rows, notes = with_notes([[_shown(cell) for cell in row] for row in self.rows])
        return blocks([str(h) for h in self.header], rows), notes


@dataclass(frozen=True)
class ReportOptions:
    """What the user adds: title, operator, remark, pictures, further tables; and the verdict that the window shows."""

    title: str = "Alignment of spectra"
    operator: str = ""
    remark: str = ""
    figures: Sequence[Figure] = ()
    tables: Sequence[Table] = field(default_factory=tuple)
    verdict: str = ""


def render_report(result: RunResult, options: ReportOptions | None = None) -> str:
    """The report as HTML text."""
    from jinja2 import Environment, FileSystemLoader, select_autoescape

    options = options or ReportOptions()
    environment = Environment(loader=FileSystemLoader(folder("resources") / "templates"),
                              autoescape=select_autoescape(default=True, default_for_string=True),
                              trim_blocks=True, lstrip_blocks=True)
    return environment.get_template("report.html.j2").render(
        title=options.title, operator=options.operator, remark=options.remark, figures=picture_rows(options.figures),
        tables=[*_found_pairs(result), *options.tables],
        run=result, in_short=[v for v in (options.verdict, *in_short(result)) if v], started=_when(result.started),
        written=_when(datetime.now().astimezone().isoformat()),
        instruments=_instruments(result),
        excluded=_excluded(result), standards=_standards(result), preprocessing=_preprocessing(result),
        method=result.method, parameters=_parameters(result), convergence=_convergence(result),
        quality=_quality(result), unheld=not any(s.held_out for s in result.state.standards),
        advice=advice_of(result), warnings=result.warnings, software=_software(result))


def write_report(result: RunResult, path: str | Path, options: ReportOptions | None = None,
                 overwrite: bool = False) -> None:
    """Write the report, atomically.

    Raises
    ------
    FileError
        The file cannot be written.
    """
    refuse_existing(path, overwrite)
    write_text(path, render_report(result, options))


def _found_pairs(result: RunResult) -> list[Table]:
    """The pairs that the automatic transfer found, as a table; empty where it found none."""
    found = found_in(result)
    if found is None:
        return []
    a, b = (d.name for d in found.datasets[:2])
    rows = [[*(name or f"#{row + 1}" for name, (_, row) in zip(p.names, p.spectra, strict=True)),
             f"{100 * p.sure:.0f} %"] for p in found.pairs[:MOST_FOUND]]
    more = len(found.pairs) - len(rows)
    note = found.sentence + " They are not marked, so they are not standards."
    note += f" The {len(rows)} surest are listed, {more} more were found." if more else ""
    return [Table("Pairs found by their spectra", [a, b, "Sure"], rows, note)]


def _when(moment: str) -> str:
    """A moment as people write it, to the second; "" if it is not known."""
    if not moment:
        return ""
    at = datetime.fromisoformat(moment)
    zone = at.strftime("%z")  # +0200
    return f"{at:%Y-%m-%d %H:%M:%S}" + (f" UTC{zone[:3]}:{zone[3:5]}" if zone else "").removesuffix("+00:00")


def _instruments(result: RunResult) -> list[dict[str, Any]]:
    listed = []
    for d in result.state.datasets:
        v = d.axis.values
        listed.append({"name": d.name, "spectra": len(d), "channels": len(v), "quantity": d.quantity,
                       "axis": f"{v[0]:g} to {v[-1]:g} {units.at(d.axis.unit, PLAIN)}"
                       f"{' (guessed)' if 'unit' in d.guessed else ''}"
                       f"{'; layout guessed' if 'orientation' in d.guessed else ''}",
                       "file": Path(d.source.path).name or "(not from a file)", "sha256": d.source.sha256 or "-"})
    return listed


def _excluded(result: RunResult) -> str:
    parts = [f"{result.state.dataset(name).sample_names[r]} ({name})" for name, rows in result.state.excluded.items()
             for r in rows if name in result.state.instruments]
    return ", ".join(parts)


def _standards(result: RunResult) -> str:
    held = sum(s.held_out for s in result.state.standards)
    total = len(result.state.standards)
    if not total:
        return "No standards were marked."
    in_words = standards_in_words(result.pairs, [d.name for d in result.datasets])
    text = f"{total} standards were marked; {total - held} took part in the fit ({in_words})"
    return text + (f" and {held} were held out to test it." if held else "; none was held out.")


def _preprocessing(result: RunResult) -> list[tuple[str, str]]:
    rows = []
    for name, steps in result.preprocessing.steps.items():
        words = [s.title + (f" ({', '.join(f'{k} = {_shown(v)}' for k, v in s.values.items())})" if s.values else "")
                 for s in steps]
        if words:
            rows.append((name, " → ".join(words)))
    return rows


def _parameters(result: RunResult) -> list[dict[str, str]]:
    used = used_parameters(result)
    rows = []
    for p in result.method.parameters:
        value = used_value(used, p.name, p.default)
        unit = f" {p.unit}" if p.unit and value is not None else ""
        rows.append({"name": p.name, "title": p.title, "help": p.help, "value": _shown(value) + unit})
    return rows


def _convergence(result: RunResult) -> str:
    ended = result.fitted.convergence
    if not ended.steps:
        return "The solution is exact; there is no iteration." if result.embeddings is not None else ""
    if ended.converged:
        return f"The iteration converged after {ended.steps} steps."
    at = stopped_at(result)
    why = "" if at is None else f" (stopped by you at iteration {at})"
    return f"The iteration did NOT converge{why}; it took {ended.steps} steps."


def _quality(result: RunResult) -> list[dict[str, str]]:
    q = result.quality
    rows = []
    for k, hit in q.hit.items():
        rows.append({"name": f"Held-out standards found among the {k} nearest" if k != "1" else
                     "Held-out standards whose partner is the nearest",
                     "value": f"{percent(hit['a_to_b'])} A to B, {percent(hit['b_to_a'])} B to A",
                     "note": f"{q.held_out_pairs or len(result.held_out_pairs)} pairings withheld from the fit"})
    unseen = result.quality.unseen
    if unseen is not None:
        pair = result.held_out_pairs[0]
        a, b = result.datasets[int(pair[0])].name, result.datasets[int(pair[2])].name
        for nearest, (there, back) in sorted(unseen.counts.items()):
            rows.append({"name": f"Samples the fit never saw, found among the {nearest} nearest" if nearest > 1 else
                         "Samples the fit never saw whose partner is the nearest",
                         "value": f"{there} of {unseen.sizes[0]} from {a} to {b}, {back} of {unseen.sizes[1]} back",
                         "note": "the alignment was solved again without the spectra of the held-out samples, which "
                                 "were mapped afterwards"})
    if q.foscttm is not None:
        rows.append({"name": "Samples closer than the true partner (FOSCTTM)", "value": f"{q.foscttm:.3f}",
                     "note": "0 is perfect, 0.5 is chance"})
    if q.matched_distance is not None:
        rows.append({"name": "Distance of held-out pairs", "value": f"{q.matched_distance:.3f}",
                     "note": "relative to the mean distance between the sets; 1 is chance"})
    for name, (before, after) in rebuilt_spectra(result).items():
        beside = f" ({before:.4g} as measured)" if np.isfinite(before) else ""
        rows.append({"name": f"Held-out spectra of {name} rebuilt as {result.datasets[0].name} measures them",
                     "value": f"off by {after:.4g}{beside}",
                     "note": "root mean square difference per channel, after preprocessing"})
    named = outlying_samples(result)
    for sample in named[:MOST_OUTLIERS]:
        rows.append({"name": f"Outlying sample of {sample.instrument}", "value": sample.name, "note": sample.reason})
    if len(named) > MOST_OUTLIERS:
        rows.append({"name": "Further outlying samples", "value": str(len(named) - MOST_OUTLIERS), "note": ""})
    return rows


def _software(result: RunResult) -> list[tuple[str, str]]:
    listed = [("Python", platform.python_version()), ("System", platform.platform())]
    for name in SOFTWARE:
        try:
            listed.append((name, version(name)))
        except PackageNotFoundError:
            listed.append((name, "not installed"))
    if result.threads:
        listed.append(("Threads of the linear algebra in the fit", str(result.threads)))
    return listed


def _shown(value: Any) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    if isinstance(value, (float, np.floating)):
        return f"{value:.6g}"
    if value is None:
        return "automatic"
    if isinstance(value, (list, tuple, np.ndarray)):
        return ", ".join(_shown(v) for v in value)
    return str(value)
