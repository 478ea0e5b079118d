"""What an import will make of its files: which belong to one instrument, and how samples are named."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ...core.data import Source, SpectralDataset
from ...core.errors import SpectrAlignError
from ...session.state.row_changes import concatenated, why_not_together
from ...words import say
from ..grouping import GROUP_BY, axis_notes, propose_groups
from ..naming import compile_pattern, name_samples, preview_pattern
from ..readers import ReadResult
from ..readers.contract import Block
from .entries import Entry

BY = {"folder": "the files of one folder", "instrument": "named in the files", "all": "all files that fit together",
      "file": "every file separately", "pattern": "{instrument} in the file name"}
NAMING = {"metadata": "names in the files", "file": "file names", "pattern": "pattern of the file name"}
TOLERANCE = 0.1
"""Share of a channel by which axes of one data set may differ."""


@dataclass(frozen=True)
class Member:
    """Spectra of one file: number of its entry, and of the data set in it."""

    entry: int
    part: int = 0


@dataclass
class Planned:
    """An instrument to be.

    Parameters
    ----------
    name : str
    members : list of Member
    """

    name: str
    members: list[Member] = field(default_factory=list)


class ImportPlan:
    """Files, and what becomes of them; every guess can be changed.

    Parameters
    ----------
    entries : sequence of Entry
    taken : iterable of str
        Names of instruments that are loaded already.
    pasted : bool
        The files are copies of the clipboard: data sets must not refer to them.

    Attributes
    ----------
    notes : tuple of str
        What is odd about how the files' axes fit.
    """

    def __init__(self, entries: Sequence[Entry], taken: Iterable[str] = (), pasted: bool = False) -> None:
        self.entries = list(entries)
        self.pasted = pasted
        self.taken = tuple(taken)
        self.by, self.naming, self.pattern = "folder", "metadata", "{sample}_{repeat}"
        self.left_out: set[int] = {k for k, e in enumerate(self.entries) if e.kind == "bad"}
        self.groups: list[Planned] = []
        self._fits: dict[tuple[Member, ...], str] = {}  # comparing the axes of many files takes a while
        results = [e.result for e in self.entries if e.kind == "spectra" and e.result is not None]
        self.notes = axis_notes(results)
        self.propose()
        if any(self._all_alike(g) for g in self.groups):
            self.naming = "file"

    # -- proposing ---------------------------------------------------------------------------------------
    def propose(self) -> None:
        """Group the files anew."""
        found: list[tuple[str, list[Member]]] = []
        single: dict[int, Member] = {}
        for k, entry in enumerate(self.entries):
            if entry.kind != "spectra":
                continue
            if entry.result is not None and len(entry.result.blocks) == len(entry.datasets):
                single |= {id(b): Member(k, part) for part, b in enumerate(entry.result.blocks)}
            else:  # a file that was split: each part is an instrument of its own
                found += [(d.name, [Member(k, part)]) for part, d in enumerate(entry.datasets)]
        for name, results, by in self._subsets():
            for group in propose_groups(results, by, TOLERANCE):
                members = [single[id(b)] for _, b in group.members if id(b) in single]
                for fitting in self._fitting(members):
                    first = self.dataset(fitting[0])
                    found.append((name or (group.name if len(fitting) > 1 else first.name), fitting))
        found.sort(key=lambda pair: (pair[1][0].entry, pair[1][0].part))
        self.groups = [Planned(name, members) for name, members in found]
        self._make_unique()

    def _fitting(self, members: list[Member]) -> list[list[Member]]:
        """The members that can be one data set with the first, and the others one by one."""
        together = [m for m in members if not why_not_together([self.dataset(members[0]), self.dataset(m)])]
        known = set(together)  # of thousands of files
        return [together, *([m] for m in members if m not in known)] if members else []

    def _subsets(self) -> list[tuple[str, list[ReadResult], str]]:
        results = [e.result for e in self.entries if e.kind == "spectra" and e.result is not None
                   and len(e.result.blocks) == len(e.datasets)]
        if self.by in GROUP_BY:
            return [("", results, self.by)]
        subsets: dict[str, list[ReadResult]] = {}
        try:
            rows = preview_pattern(self.pattern, [r.path for r in results])
        except SpectrAlignError:
            return [("", results, "folder")]
        for result, row in zip(results, rows, strict=True):
            subsets.setdefault(row.fields.get("instrument", ""), []).append(result)
        return [(name, listed, "all" if name else "folder") for name, listed in subsets.items()]

    def _make_unique(self) -> None:
        used = set(self.taken)
        wanted = [g.name for g in self.groups]
        for group in self.groups:
            name = group.name
            if name in used or wanted.count(name) > 1:
                parent = Path(self.entries[group.members[0].entry].path).resolve().parent.name
                if parent and parent != name and len(group.members) == 1:
                    name = f"{parent} {name}"
            base, number = name, 2
            while name in used:
                name, number = f"{base} {number}", number + 1
            used.add(name)
            group.name = name

    def _all_alike(self, group: Planned) -> bool:
        """Whether every file gives its spectrum the same name, so that names say nothing."""
        names = {n.strip() for m in group.members for n in self.dataset(m).sample_names}
        return len(group.members) > 2 and len(names) == 1

    # -- looking -----------------------------------------------------------------------------------------
    def dataset(self, member: Member) -> SpectralDataset:
        """The data set as read."""
        return self.entries[member.entry].datasets[member.part]

    def kept(self, group: Planned) -> list[Member]:
        """Members that are not left out."""
        return [m for m in group.members if m.entry not in self.left_out]

    @property
    def spectra(self) -> int:
        """Number of spectra that would be taken."""
        return sum(len(self.dataset(m)) for g in self.groups for m in self.kept(g))

    @property
    def unsure(self) -> bool:
        """Whether the user should have a look before anything is taken."""
        if any(not e.sure for e in self.entries if e.kind != "bad"):
            return True
        return len(self.groups) > 1 and any(len(g.members) > 1 for g in self.groups)

    def names(self, group: Planned) -> tuple[list[tuple[str, ...]], tuple[str, ...] | None]:
        """Sample names of every kept member, and the groups of all its spectra where the pattern tells them.

        Raises
        ------
        ParameterError
            The pattern cannot be used; the sentence says why.
        """
        members = self.kept(group)
        # a file of many spectra names its samples itself: the file's name is not theirs
        naming = [self.naming if len(self.dataset(m)) == 1 else "metadata" for m in members]
        made: list[tuple[str, ...]] = []
        classes: list[str] = []
        with_groups = self.naming == "pattern" and "{group}" in self.pattern
        for m, way in zip(members, naming, strict=True):
            d, path = self.dataset(m), self.entries[m.entry].path
            if way == "pattern":
                row = preview_pattern(self.pattern, [path])[0]
                made.append((row.fields.get("sample", Path(path).stem),))
                classes.append(row.fields.get("group", ""))
                continue
            block = Block(d.spectra, names=d.sample_names if any(n.strip() for n in d.sample_names) else ())
            several = [(path, block)] if len(members) == 1 or way == "file" else [(path, block)] * 2
            made.append(name_samples(several, way)[0][:len(d)])
            classes += d.groups or ("",) * len(d)
        return made, tuple(classes) if with_groups else None

    def misfits(self) -> list[str]:
        """Names of the files that the pattern does not fit."""
        if self.naming != "pattern" and self.by != "pattern":
            return []
        paths = [self.entries[m.entry].path for g in self.groups for m in self.kept(g) if len(self.dataset(m)) == 1]
        return [row.file for row in preview_pattern(self.pattern, list(dict.fromkeys(paths))) if not row.fits]

    def group_problem(self, group: Planned) -> str:
        """Why the files of a group are not one data set; "" if they are."""
        members = tuple(self.kept(group))
        if len(members) < 2:
            return ""
        if members not in self._fits:
            self._fits[members] = self._why_not(members)
        return self._fits[members]

    def _why_not(self, members: Sequence[Member]) -> str:
        labelled = [self.dataset(m).with_(name=Path(self.entries[m.entry].path).name) for m in members]
        return why_not_together(labelled)

    def problem(self) -> str:
        """What stands in the way of importing, as a sentence; "" if nothing does."""
        names = list(self.taken)
        if self.naming == "pattern" or self.by == "pattern":
            try:
                compile_pattern(self.pattern)
            except SpectrAlignError as error:
                return _capital(say(error))
            if self.naming == "pattern" and "{sample}" not in self.pattern.replace(" ", ""):
                return "The pattern has no {sample}; write it where the sample's name stands."
        for group in self.groups:
            if not self.kept(group):
                continue
            if not group.name.strip():
                return "An instrument needs a name."
            if "/" in group.name:
                return "The name of an instrument must not contain a slash."
            if group.name in names:
                return f"There is already an instrument {group.name!r}; give this one another name."
            names.append(group.name)
            reason = self.group_problem(group)
            if reason:
                return f"{group.name}: {say(reason)}"
        return ""

    # -- changing ----------------------------------------------------------------------------------------
    def move(self, members: Sequence[Member], to: Planned | None) -> None:
        """Put spectra into another group, or into a new one (None); groups that become empty vanish."""
        chosen = set(members)
        for group in self.groups:
            group.members = [m for m in group.members if m not in chosen]
        if to is None:
            to = Planned(Path(self.entries[members[0].entry].path).stem)
            self.groups.append(to)
            names = [g.name for g in self.groups if g is not to and g.members] + list(self.taken)
            base, number = to.name, 2
            while to.name in names:
                to.name, number = f"{base} {number}", number + 1
        to.members += [m for m in members if m not in to.members]
        self.groups = [g for g in self.groups if g.members]

    def unite(self, name: str) -> None:
        """Put the spectra of all files into one instrument."""
        members = [m for g in self.groups for m in g.members]
        self.groups = [Planned(name, sorted(members, key=lambda m: (m.entry, m.part)))]
        if self._all_alike(self.groups[0]):
            self.naming = "file"

    def replace(self, index: int, entry: Entry) -> None:
        """Take a file that was read again; what it has more or less than before finds its place."""
        old = self.entries[index]
        self.entries[index] = entry
        self._fits.clear()
        parts = len(entry.datasets) if entry.kind == "spectra" else 0
        if len(old.datasets) != parts:
            own = next((g for g in self.groups if g.members and all(m.entry == index for m in g.members)), None)
            base = own.name if own is not None and len(old.datasets) == 1 else Path(entry.path).stem
            for group in self.groups:
                group.members = [m for m in group.members if m.entry != index]
            self.groups = [g for g in self.groups if g.members]
            names = [g.name for g in self.groups]
            for part, d in enumerate(entry.datasets if parts else ()):
                name = base + d.name[len(entry.name):] if d.name.startswith(entry.name) else d.name
                start, number = name, 2
                while name in names:
                    name, number = f"{start} {number}", number + 1
                names.append(name)
                self.groups.append(Planned(name, [Member(index, part)]))
            self.groups.sort(key=lambda g: (g.members[0].entry, g.members[0].part))

    def of_kind(self, index: int) -> list[int]:
        """Numbers of the files that were read like this one (same format and folder), itself included."""
        entry = self.entries[index]
        if entry.result is None:
            return [index]
        return [k for k, e in enumerate(self.entries) if e.result is not None and e.result.format == entry.result.format
                and Path(e.path).parent == Path(entry.path).parent]

    # -- making ------------------------------------------------------------------------------------------
    def datasets(self) -> list[SpectralDataset]:
        """The data sets of all instruments.

        Raises
        ------
        SpectrAlignError
            See `problem`.
        """
        return [self._made(g) for g in self.groups if self.kept(g)]

    def _made(self, group: Planned) -> SpectralDataset:
        members = self.kept(group)
        names, classes = self.names(group)
        parts = []
        for m, own in zip(members, names, strict=True):
            d = self.dataset(m)
            renamed = d.with_(sample_names=own) if own != d.sample_names else d
            if own != d.sample_names and any(own):
                renamed = renamed.with_(source=dataclasses.replace(d.source, changed=True))
            parts.append(renamed.with_(name=Path(self.entries[m.entry].path).name))
        if len(parts) == 1:
            made = parts[0].with_(name=group.name)
        else:
            made = concatenated(parts, group.name)
            listed = "\n".join(f"{Path(p.source.path).name} {p.source.sha256}" for p in parts)
            folder = str(Path(parts[0].source.path).parent)
            made = made.with_(metadata={**made.metadata, "files": listed}, source=dataclasses.replace(
                made.source, path=folder, sha256="", options=(), changed=True))
        if self.pasted:
            made = made.with_(source=Source(format="clipboard", changed=True))
        return made if classes is None else made.with_(groups=classes)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
