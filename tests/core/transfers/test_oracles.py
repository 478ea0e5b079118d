"""Numbers of the transfers against chemotools and against closed forms."""

import numpy as np
import pytest
from chemotools.adaptation import DirectStandardization, PiecewiseDirectStandardization, SpectralSpaceTransform
from chemotools.projection import ExternalParameterOrthogonalization
from sklearn.cross_decomposition import PLSRegression

from spectralign_gui.core import create
from spectralign_gui.core.regression import fit_regression
from spectralign_gui.core.transfers.dipls import dipls_path
from spectralign_gui.core.transfers.osc import fearn_osc


@pytest.fixture(scope="module")
def real(corn):
    A, B = (np.loadtxt(corn / f"{k}_spectra.csv", delimiter=",", skiprows=1) for k in ("m5", "mp5"))
    Y = np.loadtxt(corn / "property_values.csv", delimiter=",", skiprows=1)
    rows = np.arange(0, 60, 3)
    return {"A": A[:60], "B": B[:60], "Y": Y[:60], "new": B[60:], "rows": rows, "pairs": np.stack([rows, rows], 1)}


def spectra_of(name, d, **values):
    est = create(name, **values).fit([d["A"], d["B"]], pairs=d["pairs"])
    return est.to_spectra(d["new"])


def test_ds_is_chemotools(real):
    r = real["rows"]
    oracle = DirectStandardization().fit(real["B"][r], X_source=real["A"][r])
    ours = spectra_of("ds", real, centre=False, ridge=0.0)
    assert np.abs(ours - oracle.transform(real["new"])).max() < 1e-6


@pytest.mark.parametrize("window, n", [(3, 1), (7, 1), (7, 2), (11, 3), (21, 2)])
def test_pds_is_chemotools(real, window, n):
    r = real["rows"]
    oracle = PiecewiseDirectStandardization(window_length=window // 2, n_components=n, scale=False)
    oracle.fit(real["B"][r], X_source=real["A"][r])
    ours = spectra_of("pds", real, window=window, n_components=n, truncation=0.0)
    assert np.abs(ours - oracle.transform(real["new"])).max() < 1e-6


@pytest.mark.parametrize("n", [1, 2, 5, 10])
def test_sst_is_chemotools(real, n):
    r = real["rows"]
    oracle = SpectralSpaceTransform(n_components=n).fit(real["B"][r], X_source=real["A"][r])
    assert np.abs(spectra_of("sst", real, n_components=n) - oracle.transform(real["new"])).max() < 1e-6


@pytest.mark.parametrize("n", [1, 2, 4])
def test_epo_is_chemotools(real, n):
    r = real["rows"]
    oracle = ExternalParameterOrthogonalization(n_components=n)
    oracle.fit(real["A"], X_external=np.vstack([real["A"][r], real["B"][r]]), sample_ids=np.tile(r, 2))
    est = create("epo", n_components=n, shift="no").fit([real["A"], real["B"]], pairs=real["pairs"],
                                                        targets=[real["Y"], None])
    ours, theirs = est.transform(real["new"], 1), oracle.transform(real["new"])
    V = oracle.V_epo_
    theirs = theirs - theirs @ V @ V.T  # theirs keeps the mean's part along V
    assert np.abs(ours - theirs).max() < 1e-6


def test_bias_and_slope_by_definition(real):
    r = real["rows"]
    model = fit_regression("pls", real["A"], real["Y"])
    raw = model.predict(real["B"][r])
    def fit(name):
        return create(name).fit([real["A"], real["B"]], pairs=real["pairs"], targets=[real["Y"], None])

    expected = model.predict(real["new"]) + (real["Y"][r] - raw).mean(axis=0)
    assert np.allclose(fit("bias").predict(real["new"], 1), expected, atol=1e-9)
    for j in range(4):
        slope, offset = np.polyfit(raw[:, j], real["Y"][r, j], 1)
        assert np.allclose(fit("slope-bias").predict(real["new"], 1)[:, j],
                           model.predict(real["new"])[:, j] * slope + offset, atol=1e-7)


def test_spiked_is_pls_on_the_stack(real):
    r = real["rows"]
    est = create("spiked", weight=1.0, shift="no").fit([real["A"], real["B"]], pairs=real["pairs"],
                                                      targets=[real["Y"], None])
    for j in range(4):
        n = est.models_["1"].details[j]["n_components"]
        oracle = PLSRegression(n, scale=False).fit(np.vstack([real["A"], real["B"][r]]),
                                                   np.append(real["Y"][:, j], real["Y"][r, j]))
        assert np.allclose(est.predict(real["new"], 1)[:, j], oracle.predict(real["new"]).ravel(), atol=1e-6)


def test_target_only_and_native_are_plain_pls(real):
    r = real["rows"]
    est = create("native").fit([real["A"], real["B"]], targets=[real["Y"], real["Y"]])
    assert np.allclose(est.predict(real["new"], 1), fit_regression("pls", real["B"], real["Y"]).predict(real["new"]))
    est = create("target-only").fit([real["A"], real["B"]], pairs=real["pairs"], targets=[real["Y"], None])
    n = est.models_["1"].details[0]["n_components"]
    oracle = PLSRegression(n, scale=False).fit(real["B"][r], real["Y"][r, 0])
    assert np.allclose(est.predict(real["new"], 1)[:, 0], oracle.predict(real["new"]).ravel(), atol=1e-7)


def test_dipls_without_penalty_is_pls_and_with_it_levels_the_domains():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(30, 12))
    y = X @ rng.normal(size=12)
    T = rng.normal(size=(25, 12))
    T[:, 3] *= 6.0
    X, y, T = X - X.mean(0), y - y.mean(), T - T.mean(0)
    path = dipls_path(X, y, [X, T], 0.0, 4)
    assert np.allclose(path[3], PLSRegression(4, scale=False).fit(X, y).coef_.ravel(), atol=1e-8)
    level = [abs((X @ b).var() - (T @ b).var()) / (b @ b)
             for b in (path[0], dipls_path(X, y, [X, T], 1e3, 1)[0])]
    assert level[1] < 0.5 * level[0]


def test_osc_scores_are_orthogonal_to_the_values():
    rng = np.random.default_rng(1)
    X, Y = rng.normal(size=(20, 9)), rng.normal(size=(20, 2))
    X, Y = X - X.mean(0), Y - Y.mean(0)
    left, right = fearn_osc(X, Y, 2)
    assert np.abs(Y.T @ (X @ left)).max() < 1e-9
    cleaned = X + (X @ left) @ right
    assert np.abs(cleaned.T @ (X @ left)).max() < 1e-9
    assert np.allclose(np.linalg.norm(cleaned.T @ Y), np.linalg.norm(X.T @ Y))


def test_glsw_closed_form(real):
    r = real["rows"]
    est = create("glsw", alpha=0.01, shift="no").fit([real["A"], real["B"]], pairs=real["pairs"],
                                                    targets=[real["Y"], None])
    D = real["A"][r] - real["B"][r]
    C = D.T @ D / (len(r) - 1)
    values, V = np.linalg.eigh(C)
    G = (V / np.sqrt(np.maximum(values, 0) / (0.01 * values[-1]) + 1)) @ V.T
    assert np.allclose(est.transform(real["new"], 1), real["new"] @ G, atol=1e-6)


def test_pds_ridge_goes_from_shift_to_free(real):
    shift = spectra_of("mean-shift", real)
    assert np.allclose(spectra_of("pds", real, window=5, ridge=1e9), shift, atol=1e-6)
    assert np.allclose(spectra_of("ds", real, ridge=1e9), shift, atol=1e-6)


def test_pds_ridge_by_definition(real):
    r, k = real["rows"], 350
    A, B = real["A"][r], real["B"][r]
    W = B[:, k - 3:k + 4] - B[:, k - 3:k + 4].mean(0)
    D = (A - B)[:, k] - (A - B)[:, k].mean()
    G = W.T @ W
    b = np.linalg.solve(G + 0.5 * np.trace(G) / 7 * np.eye(7), W.T @ D)
    expected = real["new"][:, k] + (A - B)[:, k].mean() + (real["new"][:, k - 3:k + 4] - B[:, k - 3:k + 4].mean(0)) @ b
    assert np.allclose(spectra_of("pds", real, window=7, ridge=0.5)[:, k], expected, atol=1e-9)


def test_dwpds_with_second_window_one_is_pds(real):
    assert np.allclose(spectra_of("dwpds", real, window=5, second_window=1, n_components=2),
                       spectra_of("pds", real, window=5, n_components=2), atol=1e-10)


@pytest.mark.parametrize("name", ["ds", "pds", "sst", "epo"])
def test_mixed_up_pairs_ruin_real_transfers_and_are_noticed(name, real, corn):
    Y = np.loadtxt(corn / "property_values.csv", delimiter=",", skiprows=1)
    fixed = {"ds": {"n_components": 8}, "pds": {"window": 7, "n_components": 2}, "sst": {"n_components": 8},
             "epo": {"n_components": 4, "shift": "no"}}[name]
    errors, told = [], []
    order = np.random.default_rng(1).permutation(len(real["rows"]))
    for partner in (real["rows"], real["rows"][order]):
        est = create(name, **fixed).fit([real["A"], real["B"]], pairs=np.stack([real["rows"], partner], axis=1),
                                        targets=[real["Y"], None])
        errors.append(np.sqrt(((est.predict(real["new"], 1) - Y[60:]) ** 2).mean(axis=0)) / Y.std(axis=0))
        told.append(any("by chance" in w for w in est.warnings_))
    assert errors[1].mean() > 1.5 * errors[0].mean()
    assert told == [False, True]
