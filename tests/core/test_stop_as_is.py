"""Pause, continue and "stop as is": a stop after k steps is a run of k steps, said to be one."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from spectralign_gui.contract.problem import make_problem
from spectralign_gui.core.errors import Cancelled, ParameterError
from spectralign_gui.core.monitor import CancelOnly, SilentMonitor, SubMonitor, Switch, stops_asked
from spectralign_gui.core.registry import MethodInfo, methods

SMALL = {"tol": 1e-12, "n_components": 2, "rank": 4}


class StopAt(SilentMonitor):
    """Stops as is at an iteration of a set; notes what was reported."""

    def __init__(self, instrument: int, iteration: int) -> None:
        super().__init__()
        self.at = instrument, iteration
        self.seen: list[tuple[int, int]] = []

    def report(self, stage, fraction, **values):
        if "iteration" in values:
            self.seen.append((values["instrument"], values["iteration"]))
            if self.seen[-1] == self.at:
                self.switch.stop()


def iterative() -> list[MethodInfo]:
    """Every method that says how far its iteration is."""
    return [m for m in methods().values() if "max_iter" in {p.name for p in m.parameters}]


def test_sparse_and_robust_are_among_them():
    assert {"slra", "rlra"} <= {m.name for m in iterative()}


@pytest.mark.parametrize("steps", [3, 7, 60])
@pytest.mark.parametrize("info", iterative(), ids=lambda m: m.name)
def test_a_stop_after_k_steps_is_a_run_of_k_steps(info, steps):
    problem = make_problem(info)
    monitor = StopAt(0, steps)
    stopped = problem.fit(info, monitor=monitor, estimator=info.create(**SMALL))
    short = problem.fit(info, estimator=info.create(**SMALL, max_iter=steps))
    assert stopped.iterations_ == short.iterations_ == [steps] * len(problem.Xs)
    for F, G in zip(stopped.embeddings_, short.embeddings_, strict=True):
        np.testing.assert_array_equal(F, G)
    assert stopped.history_ == short.history_ and stopped.objective_ == short.objective_
    assert not stopped.converged_ and not short.converged_
    assert stopped.stopped_ == [steps] * len(problem.Xs) and short.stopped_ == [None] * len(problem.Xs)
    assert any(f"stopped by you at iteration {steps}" in w for w in stopped.warnings_)
    assert not any("by you" in w for w in short.warnings_)


def test_an_iterate_with_nothing_in_it_is_refused_in_a_sentence():
    info = methods()["rlra"]
    problem = make_problem(info)
    with pytest.raises(ParameterError, match="nothing has been reconstructed after 1 iteration; let it run longer"):
        problem.fit(info, monitor=StopAt(0, 1), estimator=info.create(**SMALL))


@pytest.mark.parametrize("info", iterative(), ids=lambda m: m.name)
def test_a_second_stop_ends_the_next_set_at_once(info):
    class Twice(StopAt):
        def report(self, stage, fraction, **values):
            super().report(stage, fraction, **values)
            if values.get("instrument") == 1 and values.get("iteration") == 3:
                self.switch.stop()

    problem = make_problem(info)
    fitted = problem.fit(info, monitor=Twice(0, 9), estimator=info.create(**SMALL))
    assert fitted.stopped_[:2] == [9, 3]


@pytest.mark.parametrize("info", iterative(), ids=lambda m: m.name)
def test_solving_again_after_a_stop_converges(info):
    problem = make_problem(info)
    fitted = problem.fit(info, monitor=StopAt(0, 3), estimator=info.create(n_components=2, rank=4))
    name = "sparsity" if info.name == "slra" else "noise_weight"
    value = 0.05 if info.name == "slra" else fitted.noise_weights_[0]
    again = fitted.resolve(**{name: value})
    assert again.converged_ and again.stopped_ == [None] * len(problem.Xs)


def test_a_pause_waits_without_the_processor_and_goes_on():
    switch, passed = Switch(), threading.Event()
    used: list[float] = []

    def work() -> None:
        start = time.thread_time()
        switch.check()
        used.append(time.thread_time() - start)
        passed.set()

    switch.pause()
    thread = threading.Thread(target=work)
    thread.start()
    assert not passed.wait(0.3) and switch.paused
    switch.resume()
    thread.join(10)
    assert passed.is_set() and used[0] < 0.1  # of 0.3 s


@pytest.mark.parametrize("way", ["cancel", "stop"])
def test_out_of_a_pause(way):
    switch, ends = Switch(), []

    def work() -> None:
        try:
            switch.check()
            ends.append("stop")
        except Cancelled:
            ends.append("cancel")

    switch.pause()
    thread = threading.Thread(target=work)
    thread.start()
    getattr(switch, way)()
    thread.join(10)
    assert ends == [way]


def test_a_stop_goes_through_parts_but_not_into_inner_fits():
    monitor = SilentMonitor()
    monitor.switch.stop()
    assert stops_asked(SubMonitor(SubMonitor(monitor, 0, 1), 0, 0.5)) == 1
    assert stops_asked(CancelOnly(monitor)) == 0 and stops_asked(object()) == 0
