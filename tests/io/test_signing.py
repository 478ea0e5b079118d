"""Signatures by the command line: who may, what a later edit shows, and what is refused."""

from __future__ import annotations

import io
import json
import stat
import threading
from datetime import datetime, timedelta

import pytest

from spectralign_gui.core.errors import FileError, SpectrAlignError
from spectralign_gui.core.notes import code_of
from spectralign_gui.io.audit import users as users_file
from spectralign_gui.io.audit.beside import read_lines, trail_of
from spectralign_gui.io.audit.signed import Signing, sign_file
from spectralign_gui.io.audit.users import add, authenticate, begin, read_users, set_pass, set_role, withdraw
from spectralign_gui.io.lifecycle import approve, check, propose, read_record, require, roll_back, sign
from spectralign_gui.session.audit import read, signatures, trail
from spectralign_gui.session.audit.signing import COST, MEANINGS, ROLES
from tests.cli.conftest import call  # noqa: F401 - a fixture
from tests.io.test_lifecycle import day, put_checks, record  # noqa: F401 - a fixture
from tests.io.test_watching import model  # noqa: F401 - a fixture

HEAD, REVIEW, WORKER = "correct horse battery", "staple on the lamp", "only an operator"
PEOPLE = {"B. Head": ("approver", HEAD), "C. Look": ("reviewer", REVIEW), "A. Chemist": ("operator", WORKER)}


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Waits are noted and not waited for; a guess costs little here."""
    waited: list[float] = []
    monkeypatch.setattr(users_file, "wait", waited.append)
    monkeypatch.setattr("spectralign_gui.session.audit.signing.COST", (2**4, 8, 1))
    return waited


@pytest.fixture
def lab(tmp_path):
    path = tmp_path / "lab.users"
    begin(path, "B. Head", HEAD, "SOP 3")
    for name in ("C. Look", "A. Chemist"):
        add(path, authenticate(path, "B. Head", HEAD), name, *PEOPLE[name])
    return path


@pytest.fixture
def typed(monkeypatch):
    def lines(*phrases: str) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{p}\n" for p in phrases)))
    return lines


@pytest.fixture
def report(tmp_path):
    path = tmp_path / "validation.html"
    path.write_text("<p>supported</p>", "utf-8")
    return path


def test_a_guess_costs_memory_and_time():
    assert COST == (2**15, 8, 1)


def test_users_by_the_command_line(call, typed, tmp_path):  # noqa: F811
    path = tmp_path / "lab.users"
    typed(HEAD)
    assert call("users", "start", path, "B. Head")[0] == 0
    typed(HEAD, REVIEW)
    assert call("users", "add", path, "C. Look", "--role", "reviewer", "--by", "B. Head")[0] == 0
    typed(REVIEW, "another good phrase")
    assert call("users", "pass", path, "C. Look")[0] == 0
    typed(HEAD, "a third good phrase")
    code, out, _ = call("users", "pass", path, "C. Look", "--by", "b.  head")
    assert code == 0 and "set by" in out
    typed(HEAD)
    assert call("users", "role", path, "C. Look", "--role", "approver", "--by", "B. Head")[0] == 0
    typed("a third good phrase")
    assert call("users", "withdraw", path, "B. Head", "--by", "C. Look")[0] == 0
    code, out, _ = call("users", "list", path)
    assert code == 0 and "C. Look: approver, active" in out and "B. Head: approver, withdrawn" in out
    text = path.read_text("utf-8")
    assert not any(p in text for p in (HEAD, REVIEW, "good phrase"))
    with pytest.raises(FileError):
        authenticate(path, "B. Head", HEAD)


@pytest.mark.parametrize("words,phrases,said", [
    (("add", "D", "--role", "reviewer", "--by", "C. Look"), (REVIEW, WORKER), "may not sign as"),
    (("add", "D", "--role", "reviewer", "--by", "B. Head"), (HEAD, "short"), "at least 12"),
    (("add", "c. look", "--role", "reviewer", "--by", "B. Head"), (HEAD, WORKER), "already"),
    (("add", "D", "--role", "reviewer", "--by", "B. Head"), (HEAD,), "no pass phrase"),
    (("add", "D", "--role", "reviewer", "--by", "B. Head"), ("wrong wrong wrong", WORKER), "wrong"),
    (("add", "D", "--role", "reviewer", "--by", "Nobody"), (HEAD, WORKER), "wrong"),
    (("add", "D", "--role", "reviewer"), (HEAD, WORKER), "--by"),
    (("add", "D", "--by", "B. Head"), (HEAD, WORKER), "role is one of"),
    (("role", "B. Head", "--role", "reviewer", "--by", "B. Head"), (HEAD,), "last approver"),
    (("withdraw", "B. Head", "--by", "B. Head"), (HEAD,), "last approver"),
    (("withdraw", "D", "--by", "B. Head"), (HEAD,), "not in the users file"),
    (("withdraw",), (HEAD,), "whom this is about"),
    (("start", "X"), (HEAD,), "already exists")])
def test_what_is_refused_leaves_the_users_file(call, typed, lab, words, phrases, said):  # noqa: F811
    before = lab.read_bytes()
    typed(*phrases)
    code, _, err = call("users", words[0], lab, *words[1:])
    assert code == 2 and said in err and err.count("\n") == 1 and lab.read_bytes() == before
    assert not any(p in err for p in phrases)


def test_every_edit_of_the_users_file_is_seen(lab):
    """Any item of any entry changed, the chain made anew or not; lines left out or put elsewhere."""
    lines, tried = lab.read_text("utf-8").splitlines(), 0
    bad: list[list[str]] = [lines[1:], [lines[0], *lines[2:]], [*lines[:1], *lines[:0:-1]]]
    for k, line in enumerate(lines):
        tree = json.loads(line)
        assert tree["changes"][-1][0] == "signature"
        for n, (_item, _, value) in enumerate(tree["changes"]):
            other = json.loads(line)
            other["changes"][n][2] = {"reviewer": "approver", "operator": "approver", "approver": "operator"}.get(
                value, value[::-1] + "0")
            for chained in (False, True):
                made = dict(other)
                if chained:
                    made["hash"] = trail._hash_of(made)
                bad.append([*lines[:k], trail._line(made), *lines[k + 1:]])
    for text in bad:
        tried += 1
        lab.write_text("".join(f"{x}\n" for x in text), "utf-8")
        with pytest.raises(SpectrAlignError):
            read_users(lab)
    assert tried > 50


def test_a_line_of_ones_own_does_not_get_in(lab):
    """Signed well, but by nobody who may: a reviewer enters an approver, with a chain that is right."""
    users = read_users(lab)
    by = authenticate(lab, "C. Look", REVIEW)
    items, _ = users_file._new_pass("a phrase of mine")
    changes = [("step", "", "add"), ("user", "", "Mallory"), ("role of the user", "", "approver"), *items,
               ("signed by", "", by.name), ("role", "", "approver"), ("meaning", "", "approved"),
               ("users", "", by.users), ("key", "", by.key)]
    lab.write_text("\n".join(trail.appended(users.trail, "x", changes, sign=by.sign)) + "\n", "utf-8")
    with pytest.raises(FileError, match="entry 4"):
        read_users(lab)


def test_roles_and_meanings(lab, report):
    tried = 0
    for name, (role, phrase) in PEOPLE.items():
        for meaning in MEANINGS:
            tried += 1
            if role in MEANINGS[meaning]:
                assert sign_file(report, name, Signing(str(lab), phrase), meaning, "read").role == role
                continue
            with pytest.raises(SpectrAlignError) as said:
                sign_file(report, name, Signing(str(lab), phrase), meaning, "read")
            assert code_of(said.value) == "signing.may_not"
    assert tried == len(ROLES) * len(MEANINGS) == 9 and len(signatures(read_lines(report))) == 6


def test_a_report_is_signed_and_a_later_edit_is_seen(call, typed, lab, report):  # noqa: F811
    typed(REVIEW)
    words = ("audit", "sign", report, "--users", lab, "--who", "c. look", "--meaning", "reviewed", "--why", "read it")
    code, out, err = call(*words)
    assert code == 0 and "signed by C. Look (reviewer) as reviewed" in out and REVIEW not in out + err
    code, _, err = call("audit", "verify", report)
    assert code == 0 and "whose they are can only be checked" in err
    code, _, err = call("audit", "verify", report, "--users", lab)
    assert code == 0 and "1 signature is right and belongs to people of lab.users" in err
    kept = report.read_text("utf-8")
    report.write_text(kept.replace("supported", "not supported"), "utf-8")
    assert call("audit", "verify", report)[0] == 2
    report.write_text(kept, "utf-8")
    assert call("audit", "verify", report, "--users", lab)[0] == 0
    assert call("audit", "export", report, "--output", report.with_name("t.csv"))[0] == 0
    assert "reviewed" in report.with_name("t.csv").read_text("utf-8")


def test_a_chain_made_anew_does_not_carry_the_signature(call, typed, lab, report):  # noqa: F811
    """Who writes the trail anew with hashes that are right is told all the same: every text of a signed entry."""
    typed(REVIEW)
    call("audit", "sign", report, "--users", lab, "--who", "C. Look", "--meaning", "reviewed", "--why", "read it")
    lines, tried = read_lines(report), 0
    for field in ("when", "who", "computer", "program", "what", "why", "remark", "previous", "changes"):
        tree = json.loads(lines[-1])
        if field == "changes":
            tree["changes"][-3][2] = tree["changes"][-3][2][::-1]
        else:
            tree[field] = f"{tree[field]}0"[-64:]
        tree["hash"] = trail._hash_of(tree)
        trail_of(report).write_text("\n".join([*lines[:-1], trail._line(tree)]) + "\n", "utf-8")
        code, _, err = call("audit", "verify", report)
        assert code == 2 and "entry 2" in err, field
        tried += 1
    assert tried == 9
    first = json.loads(lines[0])
    first["why"] = "another reason"
    first["hash"] = trail._hash_of(first)
    last = json.loads(lines[1])
    last["previous"] = first["hash"]
    last["hash"] = trail._hash_of(last)
    trail_of(report).write_text(trail._line(first) + "\n" + trail._line(last) + "\n", "utf-8")
    assert "does not match the content of that entry" in call("audit", "verify", report)[2]


def test_the_signature_of_somebody_else_is_told(call, lab, report, tmp_path):  # noqa: F811
    other = tmp_path / "other.users"
    begin(other, "B. Head", "not the same person")
    sign_file(report, "B. Head", Signing(str(other), "not the same person"), "approved", "x")
    assert "another users file" in call("audit", "verify", report, "--users", lab)[2]
    assert call("audit", "verify", report, "--users", other)[0] == 0
    assert call("audit", "verify", report, "--users", tmp_path / "none.users")[0] == 2


def test_signatures_stay_right_when_people_change(call, lab, report):  # noqa: F811
    sign_file(report, "C. Look", Signing(str(lab), REVIEW), "reviewed", "x")
    head = authenticate(lab, "B. Head", HEAD)
    head = authenticate(lab, "B. Head", HEAD) if set_role(lab, head, "C. Look", "operator") else head
    set_pass(lab, authenticate(lab, "C. Look", REVIEW), "C. Look", "another good phrase")
    withdraw(lab, authenticate(lab, "B. Head", HEAD), "C. Look")
    assert call("audit", "verify", report, "--users", lab)[0] == 0
    for phrase in (REVIEW, "another good phrase"):
        with pytest.raises(FileError):
            sign_file(report, "C. Look", Signing(str(lab), phrase), "responsible", "x")


def test_a_wrong_pass_phrase_is_counted_and_takes_longer(lab, report, quick):
    for k in range(1, 6):
        with pytest.raises(FileError) as said:
            sign_file(report, "B. Head", Signing(str(lab), f"wrong wrong {k}"), "approved", "x")
        assert code_of(said.value) == "users.wrong"
        entry = read(read_lines(report))[-1]
        assert ("attempt", "", str(k)) in entry.changes and "wrong wrong" not in read_lines(report)[-1]
    assert quick == [1.0, 2.0, 4.0, 8.0, 8.0]
    sign_file(report, "B. Head", Signing(str(lab), HEAD), "approved", "x")
    with pytest.raises(FileError):
        sign_file(report, "B. Head", Signing(str(lab), "wrong again it is"), "approved", "x")
    assert quick[-1] == 1.0 and repr(Signing("f", HEAD)) == "Signing('f')"


def test_a_clock_that_goes_back_signs_nothing(lab, report, monkeypatch):
    sign_file(report, "B. Head", Signing(str(lab), HEAD), "approved", "x")
    before = trail_of(report).read_bytes()

    class Clock(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.now(tz) - timedelta(hours=1)

    monkeypatch.setattr(trail, "datetime", Clock)
    with pytest.raises(FileError, match="clock"):
        sign_file(report, "B. Head", Signing(str(lab), HEAD), "approved", "x")
    assert trail_of(report).read_bytes() == before


def test_two_who_sign_at_once_both_stand(lab, report):
    sign_file(report, "B. Head", Signing(str(lab), HEAD), "approved", "first")
    threads = [threading.Thread(target=sign_file, args=(report, n, Signing(str(lab), p), "responsible", "x"))
               for n, (_, p) in PEOPLE.items()]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    found = read_lines(report)
    assert trail.check(found).whole and len(signatures(found)) == 4


def test_pass_phrases_from_a_file(call, lab, report, tmp_path, monkeypatch):  # noqa: F811
    path = tmp_path / "pass"
    path.write_text(HEAD + "\n", "utf-8")
    path.chmod(stat.S_IRUSR | stat.S_IWUSR)
    monkeypatch.setenv("SPECTRALIGN_PASS_FILE", str(path))
    words = ("audit", "sign", report, "--users", lab, "--who", "B. Head", "--meaning", "approved", "--why", "x")
    code, _, err = call(*words)
    assert code == 0 and "others can read" not in err
    path.chmod(0o644)
    assert "others can read" in call(*words)[2]
    monkeypatch.setenv("SPECTRALIGN_PASS_FILE", str(tmp_path / "gone"))
    assert call(*words)[0] == 2


def proposed(record):  # noqa: F811
    for k in range(6):
        check(record, *put_checks(record.parent, 0.5 * (k > 2), noise=k), day(k))
    return propose(record, "change", who="A. Chemist")


def test_only_an_approver_decides_once_it_is_asked_for(record, call, typed, lab):  # noqa: F811
    proposed(record)
    base = ("--who", "B. Head", "--why", "drift")
    typed(REVIEW)
    assert call("model", "require-signatures", record, "--users", lab, "--who", "C. Look", "--why", "x")[0] == 2
    typed(HEAD)
    assert call("model", "require-signatures", record, "--users", lab, *base)[0] == 0
    assert read_record(record).life.users == "lab.users"
    with pytest.raises(FileError) as said:
        approve(record, 2, "B. Head", "drift")
    assert code_of(said.value) == "life.sign_needed"
    typed(REVIEW)
    code, _, err = call("model", "approve", record, "--version", 2, "--who", "C. Look", "--why", "x")
    assert code == 2 and "may not sign as" in err and read_record(record).life.current == 1
    typed(REVIEW)
    code, _, err = call("model", "sign", record, "--version", 2, "--meaning", "reviewed", "--who", "C. Look", "--why",
                        "x")
    assert code == 0, err
    typed("wrong wrong wrong")
    assert call("model", "approve", record, "--version", 2, *base)[0] == 2
    typed(HEAD)
    assert call("model", "approve", record, "--version", 2, *base)[0] == 0
    life = read_record(record).life
    assert life.current == 2 and life.version(2).who.startswith("B. Head")
    code, _, err = call("model", "verify", record)
    assert code == 0 and "3 signatures are right" in err
    typed(HEAD)
    assert call("model", "roll-back", record, "--version", 1, *base)[0] == 0
    check(record, *put_checks(record.parent, noise=9), day(9))  # an operator works on without signing


def test_a_decision_without_signature_in_a_chain_that_is_right(record, lab):  # noqa: F811
    proposed(record)
    require(record, "B. Head", "x", Signing(str(lab), HEAD))
    lines = read_record(record).trail
    data = [("step", "", "approve"), ("data", "", json.dumps({"version": 2}))]
    record.write_text("\n".join(trail.appended(lines, "Version 2 was approved", data, "x", "B. Head")) + "\n", "utf-8")
    with pytest.raises(FileError) as said:
        read_record(record)
    assert code_of(said.value) == "life.unsigned"


def test_another_users_file_does_not_decide(record, call, lab, tmp_path):  # noqa: F811
    proposed(record)
    require(record, "B. Head", "x", Signing(str(lab), HEAD))
    other = tmp_path / "other.users"
    begin(other, "B. Head", "not the same person")
    with pytest.raises(FileError) as said:
        approve(record, 2, "B. Head", "x", Signing(str(other), "not the same person"))
    assert code_of(said.value) == "signing.other_file" and read_record(record).life.current == 1
    lab.write_bytes(other.read_bytes())
    assert call("model", "verify", record)[0] == 2
    lab.unlink()
    code, _, err = call("model", "verify", record)
    assert code == 2 and "no such users file" in err


def test_signed_without_being_asked_and_off_nothing_changes(record, lab):  # noqa: F811
    proposed(record)
    approve(record, 2, "B. Head", "x", Signing(str(lab), HEAD))
    roll_back(record, 1, "Anybody", "x")
    sign(record, "A. Chemist", "responsible", "x", Signing(str(lab), WORKER))
    assert len(signatures(read_record(record).trail)) == 2
    with pytest.raises(SpectrAlignError):
        sign(record, "A. Chemist", "responsible", "x", Signing("", WORKER))
