"""The result of every method goes through every plot dock; an exception in any of them fails the test."""

from __future__ import annotations

from spectralign_gui.contract import problem
from spectralign_gui.core.errors import SpectrAlignError
from spectralign_gui.core.registry import methods
from spectralign_gui.session.run import execute
from spectralign_gui.ui.embedding import EmbeddingDock
from spectralign_gui.ui.quality import QualityDock
from spectralign_gui.ui.reconstruction import ReconstructionDock
from spectralign_gui.ui.short_circuits import ShortCircuitsDock
from spectralign_gui.ui.spectra import SpectraDock

DOCKS = (SpectraDock, EmbeddingDock, QualityDock, ReconstructionDock, ShortCircuitsDock)
SLOW = {"auto"}  # runs all the other transfers
NEEDS_VALUES_OF_BOTH = {"cca-multi", "pls-multi"}


def test_docks_show_the_result_of_every_method(qtbot, model, controller, make_state):
    base = make_state(channels=(60, 60))
    lab, field = base.datasets
    base = base.with_(datasets=(lab, field.with_(axis=lab.axis, groups=lab.groups)))
    model.reset(base)
    docks = [cls(model, controller) for cls in DOCKS]
    for dock in docks:
        qtbot.addWidget(dock)
        dock.resize(800, 420)
        dock.show()
    _, embedding, quality, reconstruction, short = docks
    for name, info in methods().items():
        if name in SLOW:
            continue
        state = base.with_(method=name, parameters={name: problem.short(info)})
        if info.max_sets == 1:
            state = state.without_dataset("field")
        try:
            result = execute(state)
        except SpectrAlignError as error:
            assert name in NEEDS_VALUES_OF_BOTH, (name, error)
            continue
        model.add_run(result)
        qtbot.waitUntil(lambda: not short.pending and not controller.jobs.jobs, timeout=20_000)
        for dock in docks:
            assert not dock.grab().isNull(), name
        assert embedding.notice.isVisible() == (result.embeddings is None), name
        without = not getattr(result.estimator, "reconstructions_", None)
        assert reconstruction.notice.isVisible() == short.notice.isVisible() == without, name
        assert quality.headline.text(), name
        can = "resolve" in info.can and result.embeddings is not None
        assert bool(embedding.explore.sliders) == can, name
        for slider in list(embedding.explore.sliders.values())[-1:]:
            slider.setValue(slider.value() - 1)
        qtbot.waitUntil(lambda: not embedding.explore.busy and not short.pending, timeout=20_000)
