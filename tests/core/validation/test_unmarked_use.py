"""Who uses spectra of B that are not marked says so wherever its figure stands; standards drawn at random."""

from dataclasses import replace

import numpy as np
import pytest

from spectralign_gui.core.errors import ParameterError, SpectrAlignError
from spectralign_gui.core.registry import methods
from spectralign_gui.core.validation.entries import Entry, entries_for
from spectralign_gui.core.validation.transfer import validate_transfers
from spectralign_gui.core.validation.transfer_data import TransferData
from spectralign_gui.core.validation.transfer_fit import Task, fit_entry
from spectralign_gui.core.validation.transfer_report import full_report
from spectralign_gui.core.validation.transfer_splits import choose_standards, transfer_splits
from spectralign_gui.core.validation.unmarked import others_that_use
from tests.core.transfers.conftest import simulate

ROWS = np.arange(0, 24, 3)
PREDICTING = [m.name for m in methods().values() if m.can & {"predict"} and (m.max_sets or 2) >= 2 and m.min_sets <= 2
              and m.name not in ("native", "auto", "auto-marked")]


@pytest.mark.parametrize("name", PREDICTING)
def test_a_method_declares_whether_unmarked_spectra_change_what_it_predicts(name):
    A, B, Y = simulate(n=32, p=20, noise=2e-3)
    entry = next(e for e in entries_for([name], yardsticks=False) if e.key == name)
    if name == "nar":  # these repeats are none of an instrument that drifts, so that left to itself it leaves them out
        entry = replace(entry, settings={"weight_of_difference": 10.0})
    found = []
    for keep in (ROWS, np.concatenate([ROWS, np.setdiff1d(np.arange(24), ROWS)])):
        # the unmarked ones are repeats of two samples: some methods learn from these alone
        sample = np.where(np.isin(keep, ROWS), keep, 100 + keep % 2)
        task = Task(A[:24], B[keep], np.stack([ROWS, np.arange(len(ROWS))], axis=1), Y[:24],
                    np.full((len(keep), 2), np.nan), A[24:], B[24:], samples=[np.arange(24), sample])
        try:
            found.append(fit_entry(task, entry, {"max_components": 3}, None).predict(B[24:], instrument=1))
        except SpectrAlignError as error:
            pytest.skip(str(error))
    changed = not np.allclose(*found, rtol=1e-6, atol=1e-8)
    assert (others_that_use([entry]) == [name]) == changed


def compared(*entries, **options):
    A, B, Y = simulate(n=32, p=20, noise=2e-3)
    data = TransferData([A, B], np.stack([np.arange(32)] * 2, axis=1), [Y, Y], ("Fat", "Water"))
    return data, validate_transfers(data, entries, (5, 10), repeats=2, max_components=3, **options)


def test_the_report_says_who_used_them_and_how_many_there_were():
    _, result = compared(Entry("dipls", "dipls"), Entry("bias", "bias"))
    told = full_report(result)["unmarked"]
    assert told["methods"] == ["dipls"] and told["spectra"] == {"5": 19, "10": 14}
    assert "(19 with 5 standards, 14 with 10 standards)" in told["sentence"]
    assert told["sentence"].startswith("Domain-invariant PLS (di-PLS) also uses unmarked spectra of B")
    own = Entry("dipls", "dipls", {"target": "standards"})
    assert full_report(compared(own, Entry("bias", "bias"))[1])["unmarked"] == {}


def test_standards_are_drawn_at_random_where_asked():
    data, designed = compared(Entry("bias", "bias"))
    _, drawn = compared(Entry("bias", "bias"), draw="random")
    assert not np.allclose(designed.rmsep("bias", 5), drawn.rmsep("bias", 5))
    split = transfer_splits(data.pairs, [32, 32], data.targets, repeats=2)[1]
    few, more = (choose_standards(data.Xs[0], split, n, draw="random") for n in (5, 10))
    assert np.array_equal(few, more[:5]) and len(np.unique(more[:, 0])) == 10
    other = choose_standards(data.Xs[0], transfer_splits(data.pairs, [32, 32], data.targets)[0], 10, draw="random")
    assert set(other[:, 0]) != set(more[:, 0])
    with pytest.raises(ParameterError, match="kennard-stone or random, not 'by hand'"):
        compared(Entry("bias", "bias"), draw="by hand")
