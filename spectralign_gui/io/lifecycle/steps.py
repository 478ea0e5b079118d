"""The steps of a life: begin, check, propose, approve, decline, roll back. Each is one entry; no model is changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from ...core.errors import FileError, ParameterError
from ...core.validation.updates import Judged
from ...session.lifecycle import Life, entry_of_check, new_roles, proposal, window_start
from ...session.lifecycle.life import APPROVE, APPROVED, BACK, DECLINE, PROPOSE, PROPOSED, REFIT, START
from ...session.lifecycle.proposing import Changes, changes_of
from ..atomic import is_file
from ..model_file import load_model, save_model
from ..read import sha256_of
from .measured import check_day, judged_anew, measured
from .models import corrected, fitted_names, free_name, limits_of, model_of, model_path, told_of, units_of, written
from .record import ENDING, Record, begin, enter, read_record
from .signing import Signing, decided_by


def start(path: str | Path, model_file: str | Path, instrument: str, who: str, why: str = "") -> Record:
    """Begin a record with a saved model as its first version.

    Raises
    ------
    FileError
        There is a record already, or the model has no errors that limits could be made from.
    ParameterError
        Nobody is named, or the model does not know the instrument.
    """
    path, model_file = Path(path), Path(model_file)
    if path.suffix.lower() != ENDING:
        raise FileError("files.unknown_ending", endings=ENDING)
    named(who)
    if path.exists():
        raise FileError("life.exists", name=path.name)
    digest = sha256_of(model_file) if is_file(model_file) else ""
    model = load_model(model_file)
    residuals = limits_of(model, instrument, model_file)
    data = {"instrument": instrument, "properties": model.properties, "units": units_of(model),
            "file": written(path, model_file), "sha256": digest, "kind": "first", "residuals": residuals,
            "standards": told_of(model_file).get("standards")}
    return begin(path, "The life of a model was begun", changes_of(START, data, [
        ("version in force", "", "1"), ("model", "", model_file.name), ("SHA-256", "", digest),
        ("instrument", "", instrument)]), who, why)


def named(who: str) -> None:
    if not who.strip():
        raise ParameterError("life.who_needed")


def reasoned(who: str, why: str) -> None:
    named(who)
    if not why.strip():
        raise ParameterError("life.why_needed")


def check(path: str | Path, spectra: str | Path, values: str | Path, day: str = "", held_back: Sequence[str] = (),
          who: str = "", why: str = "") -> Record:
    """Enter the check samples of a day, predicted by the version in force.

    Parameters
    ----------
    path : str or Path
    spectra : str or Path
        Spectra of check samples, with their names.
    values : str or Path
        Table of reference values: sample, then properties.
    day : str
        ISO date; default today.
    held_back : sequence of str
        Samples that only judge updates; default every second one of those that are new.
    who, why : str

    Raises
    ------
    FileError
        A file cannot be read, lacks a property, or has values in another unit.
    DataError
        The spectra do not fit the model, or none of them has values.
    ParameterError
        The day is before that of the last check, or to come.
    """
    record = read_record(path)
    when = check_day(record.life, day)
    made = measured(record, model_of(record, record.life.current), spectra, values, when)

    def entry(life: Life) -> tuple[str, Changes]:
        check_day(life, when)
        if life.current != made.version:
            raise FileError("life.moved_on", name=Path(path).name)
        roles = new_roles(life, made.samples, made.reference, held_back)
        return entry_of_check(life, replace(made, held_back=np.array([roles[k] for k in made.keys])))

    return enter(path, entry, who, why)


def propose(path: str | Path, kind: str, since: str = "", who: str = "", why: str = "") -> Record:
    """Enter an update of the version in force by its check samples, with a model file of its own.

    Parameters
    ----------
    path : str or Path
    kind : {"bias", "slope", "change", "recursive"}
        See `session.lifecycle.proposing.proposal`.
    since : str
        First day whose check samples count; default where the drift began.
    who, why : str

    Raises
    ------
    DataError
        Too few check samples, or too few that are held back.
    """
    named(who)
    record = read_record(path)
    model = model_of(record, record.life.current)
    told = told_of(model_path(record, record.life.in_force))

    def entry(life: Life) -> tuple[str, Changes]:
        found = proposal(life, kind, since)
        assert found.correction is not None
        base, number = life.in_force, len(life.versions) + 1
        if base.number != record.life.current:
            raise FileError("life.moved_on", name=Path(path).name)
        updated = corrected(model, life.instrument, found.correction.slope, found.correction.offset, found.residuals)
        file = free_name(Path(path).resolve(), number)
        save_model(updated, file, told={k: told[k] for k in ("started", "standards", "held_out") if k in told})
        formula = [(f"correction of {name}", "", f"{a:.6g} · value {b:+.6g}") for name, a, b in zip(
            life.properties, found.correction.slope, found.correction.offset, strict=True)]
        return _proposed(life, number, file, kind, found.since, found.residuals, found.judged,
                         [*formula, *found.told])

    return enter(path, entry, who, why)


def propose_model(path: str | Path, model_file: str | Path, since: str = "", who: str = "", why: str = "") -> Record:
    """Enter another model (a re-fit), judged on the held-back check samples, whose spectra are read again.

    Raises
    ------
    FileError
        Spectra of check samples are gone or were changed; the model predicts something else.
    DataError
        The new model has seen check samples that are held back, so that too few are left to judge it.
    """
    named(who)
    record, model_file = read_record(path), Path(model_file)
    digest = sha256_of(model_file) if is_file(model_file) else ""
    model = load_model(model_file)
    residuals = limits_of(model, record.life.instrument, model_file)
    if model.properties != record.life.properties or units_of(model) != record.life.units:
        raise FileError("life.other_properties", name=model_file.name, properties=record.life.properties)
    begun = since or window_start(record.life)
    judged = judged_anew(record, model, fitted_names(model_file), begun)

    def entry(life: Life) -> tuple[str, Changes]:
        if life.current != record.life.current:
            raise FileError("life.moved_on", name=Path(path).name)
        return _proposed(life, len(life.versions) + 1, model_file, REFIT, begun, residuals, judged, [],
                         written(Path(path), model_file), digest, told_of(model_file).get("standards"))

    return enter(path, entry, who, why)


def _proposed(life: Life, number: int, file: Path, kind: str, since: str, residuals: np.ndarray,
              judged: Sequence[Judged], told: Sequence[tuple[str, str, str]], named: str = "", digest: str = "",
              standards: object = None) -> tuple[str, Changes]:
    digest = digest or sha256_of(file)
    data = {"file": named or file.name, "sha256": digest, "kind": kind, "base": life.current, "since": since,
            "residuals": residuals, "standards": life.in_force.standards if standards is None else standards,
            "judged": [{"property": j.name, "samples": j.samples, "days": j.days, "old": j.old, "new": j.new,
                        "low": j.low, "high": j.high} for j in judged]}
    return f"Version {number} was proposed", changes_of(PROPOSE, data, [
        ("model", "", file.name), ("SHA-256", "", digest), ("kind of update", "", kind), *told,
        *((f"RMSEP of {j.name} on held-back samples", f"{j.old:.4g}", f"{j.new:.4g} ({j.outcome})")
          for j in judged)])


def approve(path: str | Path, number: int, who: str, why: str, signing: Signing | None = None) -> Record:
    """Put a proposed version in force.

    Raises
    ------
    FileError
        It is not proposed, or was judged against a version that is not in force any more, or its file has changed.
    ParameterError
        Nobody is named, no reason is given, or the role of the person may not decide.
    """
    reasoned(who, why)
    model_of(read_record(path), number)

    def entry(life: Life) -> tuple[str, Changes]:
        version = life.version(number)
        if version.state != PROPOSED:
            raise FileError("life.not_proposed", number=number, state=version.state)
        if version.base != life.current:
            raise FileError("life.base_gone", number=number, base=version.base, current=life.current)
        outcome = ", ".join(f"{j.name}: {j.outcome}" for j in version.judged)
        return f"Version {number} was approved", changes_of(APPROVE, {"version": number}, [
            ("version in force", str(life.current), str(number)), ("on held-back samples", "", outcome)])

    return enter(path, entry, who, why, decided_by(path, who, signing))


def decline(path: str | Path, number: int, who: str, why: str, signing: Signing | None = None) -> Record:
    """Decide against a proposed version.

    Raises
    ------
    FileError
        It is not proposed.
    ParameterError
        Nobody is named, no reason is given, or the role of the person may not decide.
    """
    reasoned(who, why)

    def entry(life: Life) -> tuple[str, Changes]:
        version = life.version(number)
        if version.state != PROPOSED:
            raise FileError("life.not_proposed", number=number, state=version.state)
        return f"Version {number} was declined", changes_of(DECLINE, {"version": number}, [
            (f"version {number}", PROPOSED, "declined")])

    return enter(path, entry, who, why, decided_by(path, who, signing))


def roll_back(path: str | Path, number: int, who: str, why: str, signing: Signing | None = None) -> Record:
    """Put an earlier approved version in force again.

    Raises
    ------
    FileError
        It was never approved, is in force already, or its file is gone or changed.
    ParameterError
        Nobody is named, no reason is given, or the role of the person may not decide.
    """
    reasoned(who, why)
    model_of(read_record(path), number)

    def entry(life: Life) -> tuple[str, Changes]:
        version = life.version(number)
        if version.state != APPROVED or number == life.current:
            raise FileError("life.not_back", number=number, current=life.current)
        return f"Rolled back to version {number}", changes_of(BACK, {"version": number}, [
            ("version in force", str(life.current), str(number))])

    return enter(path, entry, who, why, decided_by(path, who, signing))
