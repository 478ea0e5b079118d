"""That a process was replaced by another is not written to the terminal; every other warning is."""

from __future__ import annotations

import inspect
import warnings

import pytest
from joblib.externals.loky import process_executor

from spectralign_gui.core.validation import workers
from spectralign_gui.core.validation.workers import RESTARTED, Workers


class Idle:
    """In the place of joblib's executor."""

    def __init__(self, **_):
        pass

    def submit(self, *_):
        return self

    def add_done_callback(self, _):
        pass

    def shutdown(self, **_):
        pass


def test_a_restart_is_not_told_and_everything_else_is(monkeypatch):
    monkeypatch.setattr("joblib.externals.loky.get_reusable_executor", Idle)
    monkeypatch.setattr(workers, "available_cores", lambda: range(2))
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        warnings.warn(f"{RESTARTED}. This can be caused by …", UserWarning, stacklevel=1)
        assert len(seen) == 1, "before"
        with Workers(len, [("a",), ("b",)], None, 2, None):
            warnings.warn(f"{RESTARTED}. This can be caused by …", UserWarning, stacklevel=1)
            assert len(seen) == 1
            warnings.warn("A worker process died.", UserWarning, stacklevel=1)
            warnings.warn(RESTARTED, RuntimeWarning, stacklevel=1)
        assert len(seen) == 3


@pytest.mark.parametrize("part", RESTARTED.split(" given to "))
def test_joblib_still_says_it_so(part):
    """Where its words change, this one has to."""
    source = " ".join(inspect.getsource(process_executor).replace('"', "").split())
    assert part in source
