"""Quality dock: hits of samples whose spectra the fit never saw."""

from __future__ import annotations

import numpy as np

from spectralign_gui.core.measures.hits import partner_ranks
from spectralign_gui.core.registry import method
from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.io.report import render_report
from spectralign_gui.session.run import execute
from spectralign_gui.session.run.unseen_hits import unseen_hits
from spectralign_gui.ui.quality import QualityDock


def test_the_button_gives_the_figure_of_a_fit_without_the_spectra(qtbot, two, model, controller, tmp_path):
    dock = QualityDock(model, controller)
    qtbot.addWidget(dock)
    dock.resize(340, 800)
    dock.show()
    assert not dock.unseen.isVisible()
    run = execute(two)
    model.add_run(run)
    assert dock.unseen.button.isVisible() and dock.unseen.action.isEnabled()
    dock.unseen.button.click()
    qtbot.waitUntil(lambda: not controller.jobs.jobs and bool(dock.unseen.says.text()), timeout=20000)
    assert not dock.unseen.button.isVisible()

    # by definition: without the spectra, then mapped
    rows = [np.setdiff1d(np.arange(len(d)), run.held_out_pairs[:, 2 * k + 1]) for k, d in enumerate(run.datasets)]
    place = [{int(r): i for i, r in enumerate(own)} for own in rows]
    pairs = np.array([(0, place[0][int(i)], 1, place[1][int(j)]) for _, i, _, j in run.pairs])
    parts = [d.spectra[own] for d, own in zip(run.datasets, rows, strict=True)]
    fitted = method(two.method).create(**two.method_parameters()).fit(parts, pairs)
    spots = []
    for k, d in enumerate(run.datasets):
        where = np.empty((len(d), fitted.embeddings_[k].shape[1]))
        out = np.setdiff1d(np.arange(len(d)), rows[k])
        where[rows[k]], where[out] = fitted.embeddings_[k], fitted.transform(d.spectra[out], k)
        spots.append(where)
    there, back = partner_ranks(spots, run.held_out_pairs, 0, 1)
    found = unseen_hits(run)
    assert found.counts[3] == (int((there < 3).sum()), int((back < 3).sum()))
    assert f"top 3: {found.counts[3][0]}/{found.sizes[0]} on mp5" in dock.unseen.says.text()
    assert "never saw" in dock.unseen.says.text()

    kept = model.current_run
    assert kept is not run and kept.quality.unseen == found and model.runs == (kept,)
    assert "Samples the fit never saw" in render_report(kept) and "never saw" not in render_report(run)
    value = f"{found.counts[3][0]} of {found.sizes[0]} from m5 to mp5, {found.counts[3][1]} of {found.sizes[1]} back"
    assert value in render_report(kept)
    save_project(tmp_path / "kept.spectralign", two, model.runs)
    (again,) = open_project(tmp_path / "kept.spectralign").runs
    assert again.quality.unseen == found
    model.star_run(0, True)
    run = model.current_run

    model.add_run(execute(two.with_(method="klra")))
    assert dock.unseen.button.isVisible(), "another run is asked anew"
    model.set_current_run(run)
    assert dock.unseen.says.text(), "what was found stays with its run"


def test_nothing_is_offered_without_held_out_standards(qtbot, two, model, controller):
    dock = QualityDock(model, controller)
    qtbot.addWidget(dock)
    dock.show()
    model.add_run(execute(two.with_(standards=tuple(s.with_held_out(False) for s in two.standards))))
    assert not dock.unseen.isVisible() and not dock.unseen.action.isEnabled()
