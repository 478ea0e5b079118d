"""What the pages of the methods claim, run: fewest standards, channels, sets, what a transfer undoes exactly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from spectralign_gui.contract.problem import N_PAIRS, Problem, make_problem
from spectralign_gui.core import PairsError, SpectrAlignError, create, methods
from spectralign_gui.core.registry import MethodInfo

NAMES = list(methods())
PAIRED = [n for n, i in methods().items() if "pairs" in i.needs]
SHIFT, GAIN, COMMON = "an offset per channel", "a factor per channel", "one factor"
SCATTER = "offset and slope per spectrum"
UNDOES = {
    "mean-shift": {SHIFT}, "bias": {SHIFT}, "slope-bias": {SHIFT, COMMON}, "ratio": {GAIN, COMMON},
    "ds": {SHIFT, COMMON}, "pds": {SHIFT, COMMON}, "sst": {SHIFT}, "msc": {SCATTER, COMMON}, "none": set(),
}


def with_standards(info: MethodInfo, count: int) -> Problem:
    problem = make_problem(info)
    return replace(problem, pairs=problem.pairs[problem.pairs[:, 1] < count])


@pytest.mark.parametrize("name", PAIRED)
def test_the_fewest_standards_are_those_of_the_page(name):
    info = methods()[name]
    with_standards(info, info.min_standards).fit(info)
    with pytest.raises(PairsError):
        with_standards(info, info.min_standards - 1).fit(info)


@pytest.mark.parametrize("name", [n for n in NAMES if methods()[n].max_sets != 1])
def test_other_channels_are_taken_or_refused_as_the_page_says(name):
    info = methods()[name]
    problem = make_problem(info)
    other = problem.with_set(1, problem.Xs[1][:, :11])
    if "same channels" in info.needs:
        with pytest.raises(SpectrAlignError, match="channels"):
            other.fit(info)
    else:
        other.fit(info)


@pytest.mark.parametrize("name", [n for n in NAMES if methods()[n].max_sets == 2])
def test_a_third_instrument_is_refused_where_the_page_says_two(name):
    info = methods()[name]
    with pytest.raises(SpectrAlignError):
        make_problem(info, n_sets=3).fit(info)


@pytest.mark.parametrize("name", NAMES)
def test_abilities_that_need_more_than_the_defaults_are_marked(name):
    info = methods()[name]
    problem = make_problem(info)
    fitted, last = problem.fit(info), len(problem.Xs) - 1
    calls: dict[str, Callable[[], object]] = {
        "transform": lambda: fitted.transform(problem.Xs[last], last),
        "to_spectra": lambda: fitted.to_spectra(problem.Xs[last], last, 0),
        "predict": lambda: fitted.predict(problem.Xs[last], last)}
    assert set(info.only) <= info.can
    for ability, call in calls.items():
        default = {p.name: p.default for p in info.parameters}
        if ability not in info.can or (ability in info.only and default.get("embedding") == "laplacian"):
            with pytest.raises(NotImplementedError):
                call()
        else:
            call()


@pytest.mark.parametrize("name", ["procrustes", "affine"])
@pytest.mark.parametrize("embedding", ["lpp", "pca"])
def test_matched_embeddings_place_new_spectra_with_a_map(name, embedding):
    info = methods()[name]
    problem = make_problem(info)
    assert problem.fit(info, embedding=embedding).transform(problem.Xs[1], 1).shape[0] == len(problem.Xs[1])


def predictions(name: str, problem: Problem, B: np.ndarray) -> np.ndarray:
    changed = problem.with_set(1, B)
    return np.asarray(changed.fit(methods()[name]).predict(B, 1))


@pytest.mark.parametrize("name", list(UNDOES))
def test_what_a_transfer_undoes_exactly_and_what_not(name):
    problem = make_problem(methods()[name])
    rng = np.random.default_rng(3)
    B = problem.Xs[1]
    n, p = B.shape
    offset = rng.standard_normal(p)
    differences = {SHIFT: B + offset, GAIN: B * (1 + 0.3 * np.abs(offset)), COMMON: 2 * B,
                   SCATTER: B * (1 + 0.2 * rng.random((n, 1))) + rng.standard_normal((n, 1))}
    plain = predictions(name, problem, B)
    undone = {what for what, X in differences.items()
              if np.abs(predictions(name, problem, X) - plain).max() <= 1e-9 * np.abs(plain).max()}
    assert undone == UNDOES[name]


@pytest.mark.parametrize("name", [n for n in NAMES if methods()[n].needs & {"same channels", "targets"}])
def test_values_known_only_for_unmarked_samples_of_b_count_where_the_page_says(name):
    """Further samples of B with values of their own take part, or make no difference."""
    info = methods()[name]
    if not {"predict", "to_spectra"} & info.can or info.max_sets == 1:
        pytest.skip("predicts nothing")
    problem = make_problem(info)
    changed = [t.copy() for t in problem.targets]
    changed[1][N_PAIRS:] += 5.0
    X = problem.Xs[1][:N_PAIRS]
    was = problem.fit(info).predict(X, 1)
    now = replace(problem, targets=changed).fit(info).predict(X, 1)
    takes_part = "take part" in info.values or "every instrument" in info.values or info.name in (
        "native", "dasr", "hda", "cca-joint", "pls-joint", "sa", "auto", "auto-marked")
    assert (np.abs(now - was).max() > 1e-9 * np.abs(was).max()) == takes_part


def test_sparsity_zero_and_the_linear_kernel_are_low_rank_alignment():
    info = methods()["lra"]
    problem = make_problem(info)
    wanted = problem.fit(info, rank=4, n_components=2).eigenvalues_
    for name, more in (("slra", {"sparsity": 0.0}), ("klra", {"kernel": "linear"})):
        found = problem.fit(methods()[name], rank=4, n_components=2, **more).eigenvalues_
        assert np.allclose(found, wanted, rtol=1e-4), name


def test_the_second_window_must_be_odd_too():
    problem = make_problem(methods()["dwpds"])
    with pytest.raises(SpectrAlignError, match=r"Second window must be odd"):
        problem.fit(methods()["dwpds"], window=3, ridge=0.1, second_window=4)


def test_wrong_pairs_are_felt_more_at_a_large_weight_of_standards(corn):
    """The advice on µ: where some pairs are wrong, a small weight does less harm."""
    Xs = [np.loadtxt(corn / f"{name}_spectra.csv", delimiter=",", skiprows=1) for name in ("m5", "mp5")]
    hits = {0.2: [], 0.95: []}
    for seed in range(3):
        order = np.random.default_rng(seed).permutation(len(Xs[0]))
        test, train = order[:16], order[16:]
        pairs = np.stack([train, train], axis=1)
        wrong = np.arange(0, len(train), 5)
        pairs[wrong, 1] = np.roll(pairs[wrong, 1], 1)
        for mu, found in hits.items():
            F, G = create("lra", mu=mu, rank=14, n_components=6).fit(Xs, pairs).embeddings_
            d = ((F[test][:, None] - G[None]) ** 2).sum(axis=2)
            found.append(((d < d[np.arange(16), test][:, None]).sum(axis=1) < 3).mean())
    assert np.mean(hits[0.2]) > np.mean(hits[0.95])
