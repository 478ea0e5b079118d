"""What the automatic transfer shares between folds, settings and models is the same as each done alone."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.errors import ParameterError
from spectralign_gui.core.regression.operands import Filtered
from spectralign_gui.core.regression.pls import pls1_path
from spectralign_gui.core.transfers._fold_ridge import FoldRidge, Products
from spectralign_gui.core.transfers._part import Part
from spectralign_gui.core.transfers._retrain import RetrainedTransfer
from spectralign_gui.core.transfers.epo import ExternalParameterOrthogonalisation
from spectralign_gui.core.transfers.glsw import GeneralisedLeastSquaresWeighting
from spectralign_gui.core.transfers.joint_ridge import PENALTIES, joint_ridge_path
from spectralign_gui.core.transfers.spiked import Spiked


@pytest.mark.parametrize("seed", range(12))
def test_a_fold_of_ridges_is_each_ridge_fitted_alone(seed):
    rng = np.random.default_rng(seed)
    n, k, p, q = int(rng.integers(8, 30)), int(rng.integers(2, 40)), int(rng.integers(3, 60)), int(rng.integers(1, 4))
    A, B = 3.0 + rng.normal(size=(n, p)), 2.0 + rng.normal(size=(k, p))
    YA, YB = A[:, :q] + 0.1 * rng.normal(size=(n, q)), B[:, :q] + 0.1 * rng.normal(size=(k, q))
    if seed % 2:
        YA[rng.random(YA.shape) < 0.2] = np.nan
        YB[rng.random(YB.shape) < 0.2] = np.nan
    out_a, out_b = rng.random(n) < 0.2, rng.random(k) < 0.2
    origin = A.mean(axis=0)
    ridge = FoldRidge((A - origin) @ (A - origin).T, YA, out_a)
    products = Products.of(A - origin, B - origin)
    penalties = PENALTIES[:11]
    for own in (0.0, 1.0, 100.0):
        at_a, at_b = ridge.residuals(products, YB, out_b, own, penalties)
        path = joint_ridge_path(A[~out_a], YA[~out_a], B[~out_b], YB[~out_b], own, penalties)
        expected_a = path.a @ A[out_a].T + path.a0[:, :, None] - YA[out_a].T[:, None]
        expected_b = path.b @ B[out_b].T + path.b0[:, :, None] - YB[out_b].T[:, None]
        np.testing.assert_allclose(at_a, expected_a, atol=1e-7)
        np.testing.assert_allclose(at_b, expected_b, atol=1e-7)


def test_spectra_of_a_that_are_all_the_same_are_refused():
    with pytest.raises(ParameterError):
        FoldRidge(np.zeros((5, 5)), np.arange(5.0)[:, None], np.zeros(5, bool))


@pytest.mark.parametrize("seed", range(12))
def test_spectra_that_fits_share_are_as_those_of_each(seed):
    rng = np.random.default_rng([1, seed])
    n, p, f = int(rng.integers(8, 40)), int(rng.integers(4, 50)), int(rng.integers(1, 7))
    X, Y = 5.0 + rng.normal(size=(n, p)), rng.normal(size=(n, f))
    Y[rng.random(Y.shape) < 0.15] = np.nan
    moved, by = rng.random(n) < 0.3, rng.normal(size=(f, p))
    left = [0.1 * rng.normal(size=(p, k)) for k in rng.integers(0, 4, f)]
    right = [rng.normal(size=(part.shape[1], p)) for part in left]
    offset, weights = rng.normal(size=(f, p)), rng.choice([1.0, 5.0], n)
    components = min(n, p) // 2
    found = pls1_path(Filtered(X, moved, by, left, right, offset), Y, components, weights)
    each = np.stack([(X + moved[:, None] * d) @ (np.eye(p) + a @ b) + c
                     for d, a, b, c in zip(by, left, right, offset, strict=True)])
    expected = pls1_path(each, Y, components, weights)
    np.testing.assert_allclose(found.x_mean, expected.x_mean, atol=1e-9)
    np.testing.assert_allclose(found.coefficients, expected.coefficients, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize(("transfer", "chosen"), [
    (Spiked(), {"shift": True, "weight": 5.0}), (Spiked(), {"shift": False, "weight": 0.0}),
    (ExternalParameterOrthogonalisation(), {"n_components": 2, "shift": True, "weight": 0.0}),
    (ExternalParameterOrthogonalisation(), {"n_components": 2, "shift": False, "weight": 1.0}),
    (GeneralisedLeastSquaresWeighting(), {"alpha": 0.01, "shift": True, "weight": 0.0})])
def test_folds_in_one_batch_are_as_one_by_one(transfer: RetrainedTransfer, chosen):
    rng = np.random.default_rng(3)
    A = rng.normal(size=(24, 3)) @ rng.normal(size=(3, 30)) + 0.05 * rng.normal(size=(24, 30))
    Y = np.column_stack([A[:, 0], A[:, 1] ** 2])
    Y[5, 1] = np.nan
    S, extra = np.arange(8), np.arange(8, 11)
    B = A * 1.1 + 0.2 + 0.02 * rng.normal(size=A.shape)
    part = Part(A, Y, A[S], B[S], Y[S], B[extra], Y[extra], B)
    outs = [(np.arange(24) % 4 == k, np.arange(8) % 4 == k) for k in range(4)]
    for path, (a, s) in zip(transfer._fold_paths(part, chosen, 4, outs), outs, strict=True):
        alone = transfer._path(part.without(a, s), chosen, 4)
        for one, other in zip((path.a, path.a0, path.b, path.b0), (alone.a, alone.a0, alone.b, alone.b0), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-6, atol=1e-9)
