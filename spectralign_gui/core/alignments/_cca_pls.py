"""What CCA and PLS alignment share: the three modes, and the two-block problem on the standards or on the targets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ..errors import DataError, PairsError
from ..fitdata import FitData
from ..monitor import Monitor
from ..naming import the_instrument, the_set
from ..notes import Note
from ..numerics import lapack
from ..numerics.grapheigen import ZERO, range_basis
from ..numerics.scaling import BlockMatrix, ScaledSet
from ..numerics.tall import Stacked, principal_axes, scores
from ..parameters import Parameter
from ..regression.closure import CLOSURE
from ._dimensions import settle
from ._graph import N_COMPONENTS, PCA_COMPONENTS, SCALING, choose_components, split_rows
from .maps.joint import shared_targets
from .maps.linear import MappedAlignment

MODE = Parameter(
    "mode", "choice", "pair", "What is correlated", choices=("pair", "multi", "joint"),
    help="Pair: the standards' spectra on the instruments with each other. Multi: each instrument's spectra with its "
         "own reference values. Joint: one model of spectra and reference values for all instruments.",
    advice="pair; the others have names of their own (cca-multi, cca-joint, pls-multi, pls-joint).")
FIT_ON = Parameter(
    "fit_on", "choice", "target", "Joint model is made from", choices=("target", "all"), advanced=True,
    when=("mode", ("joint",)),
    help="Joint mode: the last instrument alone (as published), or the labelled spectra of all instruments together.",
    advice="target; all where the last instrument has few values.")

N_DIMENSIONS = replace(
    N_COMPONENTS, help="How many joint dimensions the aligned spectra get; automatic lets the marked standards decide "
                       "(pair), or is 10 or as many as there are (multi, joint).",
    advice="2 or 3 to look at; 5 to 15 to predict from (multi, joint).")
LATENT_COMPONENTS = replace(
    PCA_COMPONENTS,
    help="Reduce each instrument's spectra to this many principal components first; automatic keeps everything above "
         "rounding, but canonical correlation takes a third as many as standards (or labelled spectra) where these "
         "cannot tell all directions apart.",
    advice="About 10 for canonical correlation, with forty standards and more up to 20; automatic for PLS.")


class LatentAlignment(MappedAlignment):
    """Linear latent variables of standards ("pair") or of spectra and targets ("multi", "joint")."""

    parameters = (N_DIMENSIONS, MODE, SCALING, FIT_ON, LATENT_COMPONENTS, CLOSURE)
    max_sets = None
    min_standards = 2
    whiten = True
    """Correlation (CCA) rather than covariance (PLS)."""

    def __init__(
        self, n_components: int | str = "auto", mode: str = "pair", scaling: str = "centre-rms",
        fit_on: str = "target", pca_components: int | None = None, closure: float | None = None,
    ) -> None:
        self.n_components = n_components
        self.mode = mode
        self.scaling = scaling
        self.fit_on = fit_on
        self.pca_components = pca_components
        self.closure = closure

    @property
    def needs(self) -> frozenset[str]:  # type: ignore[override]
        """What the chosen mode needs."""
        return {"multi": frozenset({"targets"}), "joint": frozenset({"targets", "same channels"})}.get(
            self.mode, frozenset({"pairs"}))

    def _fit(self, data: FitData, values: dict[str, Any], monitor: Monitor) -> None:
        if values["mode"] == "pair":
            values, monitor = settle(self, data, values, monitor)
        else:  # a standard has the same composition on every instrument
            data = replace(data, targets=shared_targets(data))
        Xs = self._scaled_sets(data, values, monitor)
        if values["mode"] == "pair":
            maps, means, strengths = self._pair(Xs, data, values, monitor)
        elif values["mode"] == "multi":
            maps, means, strengths = self._multi(Xs, data, values, monitor)
        else:
            maps, means, strengths = self._joint(Xs, data, values, monitor)
        offsets = [-m @ M for m, M in zip(means, maps, strict=True)]
        embeddings = [scores(X, M) + o for X, M, o in zip(Xs, maps, offsets, strict=True)]
        self._set_embedding(data, embeddings, strengths, maps, offsets)

    # -- the standards with each other ---------------------------------------------------------------
    def _pair(
        self, Xs: list[ScaledSet], data: FitData, values: dict[str, Any], monitor: Monitor,
    ) -> tuple[list[np.ndarray], list[np.ndarray], np.ndarray]:
        """maps, means, strengths; two sets: exactly CCA or PLS-SVD; more: the sum of all pairs of sets."""
        monitor.report("Comparing the standards", 0.3)
        entries = [np.concatenate([np.where(data.pairs[:, c] == k)[0] for c in (0, 2)]) for k in range(len(Xs))]
        rows = [np.concatenate([data.pairs[data.pairs[:, c] == k, c + 1] for c in (0, 2)]) for k in range(len(Xs))]
        for k, r in enumerate(rows):
            if len(np.unique(r)) < 2:
                raise PairsError("latent.too_few_standards", set=the_set(k), n_unique=len(np.unique(r)), n_r=len(r))
        standards = min(len(np.unique(r)) for r in rows)
        blocks, means, lefts = [], [], []
        for k, (X, r) in enumerate(zip(Xs, rows, strict=True)):
            monitor.raise_if_cancelled()
            means.append(X.rows(r).mean(axis=0))
            blocks.append(self._reduce(X.rows(r) - means[k], X, values))
        ranks = [U.shape[1] for U, _, _ in blocks]
        if self.whiten and values["pca_components"] is None and len(Xs) > 1 and sum(sorted(ranks)[-2:]) > standards - 1:
            keep = max(1, standards // 3)
            self.warnings_.append(
                Note("latent.reduced_first", standards=standards, map=map(str, ranks), keep=keep))
            self.chosen_["pca_components"] = keep
            reduced = {**values, "pca_components": keep}
            blocks = [self._reduce(X.rows(r) - m, X, reduced) for X, r, m in zip(Xs, rows, means, strict=True)]
            ranks = [U.shape[1] for U, _, _ in blocks]
        for U, s, _ in blocks:
            lefts.append(U if self.whiten else U * s)
        place = [{int(e): n for n, e in enumerate(entry)} for entry in entries]
        starts = np.concatenate([[0], np.cumsum(ranks)])
        cross = np.zeros((starts[-1], starts[-1]))
        for a in range(len(Xs)):
            for b in range(a + 1, len(Xs)):
                shared = [e for e in entries[a] if int(e) in place[b]]
                if shared:
                    left = lefts[a][[place[a][int(e)] for e in shared]]
                    right = lefts[b][[place[b][int(e)] for e in shared]]
                    cross[starts[a]:starts[a + 1], starts[b]:starts[b + 1]] = left.T @ right
        cross += cross.T
        strengths, G = lapack.eigh(cross)
        strengths, G = strengths[::-1], G[:, ::-1]
        d = choose_components(values["n_components"],
                              min(min(ranks), int((strengths > ZERO * max(strengths[0], 0.0)).sum())),
                              what="the standards")
        maps, sizes = [], []
        for (U, s, V), g in zip(blocks, split_rows(G[:, :d], ranks), strict=True):
            shape = (V / s) @ g if self.whiten else V @ g
            size = np.sqrt((((U * s) @ (V.T @ shape)) ** 2).mean(axis=0))
            maps.append(shape)
            sizes.append(np.maximum(size, np.finfo(float).tiny))
        # one common length per axis: unit variance for correlation, the geometric mean for covariance
        common = np.ones(d) if self.whiten else np.exp(np.mean(np.log(sizes), axis=0))
        return [m * (common / z) for m, z in zip(maps, sizes, strict=True)], means, strengths[:d]

    def _reduce(
        self, centred: np.ndarray, X: BlockMatrix, values: dict[str, Any],
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """U, s, V of the rows used, inside the leading principal components of the whole set where asked."""
        limit = values["pca_components"]
        if limit is None:
            return range_basis(centred)
        V = principal_axes(X)[:, :limit]
        U, s, W = range_basis(centred @ V)
        return U, s, V @ W

    # -- spectra with targets ------------------------------------------------------------------------
    def _labelled(self, data: FitData, k: int, columns: np.ndarray) -> np.ndarray:
        """Rows of set k whose targets are all known.

        Raises
        ------
        DataError
        """
        assert data.targets is not None
        rows = np.flatnonzero(np.isfinite(data.targets[k][:, columns]).all(axis=1))
        if len(rows) < 3:
            raise DataError("latent.too_few_known_on_set", set=the_set(k), n_rows=len(rows))
        return rows

    def _columns(self, data: FitData) -> np.ndarray:
        """Properties with any known value."""
        assert data.targets is not None
        return np.flatnonzero(np.any([np.isfinite(t).any(axis=0) for t in data.targets], axis=0))

    def _multi(
        self, Xs: list[ScaledSet], data: FitData, values: dict[str, Any], monitor: Monitor,
    ) -> tuple[list[np.ndarray], list[np.ndarray], np.ndarray]:
        assert data.targets is not None
        columns = self._columns(data)
        rows = [self._labelled(data, k, columns) for k in range(len(Xs))]
        blocks = []
        for k, (X, r) in enumerate(zip(Xs, rows, strict=True)):
            monitor.report(f"Correlating {the_instrument(k)} with its reference values", 0.2 + 0.5 * k / len(Xs))
            monitor.raise_if_cancelled()
            blocks.append((X, X.rows(r), data.targets[k][np.ix_(r, columns)]))
        most = min(self._most(X, x, y, values) for X, x, y in blocks)
        d = choose_components(values["n_components"], most, what="spectra and reference values")
        maps, means, strengths, compass = [], [], [], None
        for X, x, y in blocks:
            M, strength, towards = self._model(X, x, y, d, values)
            if compass is None:
                compass = towards
            else:  # each model's signs are arbitrary: make the axes point the same way in the property space
                M = M * np.where((towards * compass).sum(axis=0) < 0, -1.0, 1.0)
            maps.append(M)
            means.append(x.mean(axis=0))
            strengths.append(strength)
        return maps, means, np.mean(strengths, axis=0)

    def _joint(
        self, Xs: list[ScaledSet], data: FitData, values: dict[str, Any], monitor: Monitor,
    ) -> tuple[list[np.ndarray], list[np.ndarray], np.ndarray]:
        assert data.targets is not None
        monitor.report("Fitting one model of spectra and reference values", 0.4)
        columns = self._columns(data)
        counts = [int(np.isfinite(t[:, columns]).all(axis=1).sum()) for t in data.targets]
        if values["fit_on"] == "all":
            chosen = [k for k, c in enumerate(counts) if c]
        else:
            chosen = [len(Xs) - 1]
            if counts[-1] < 3:
                chosen = [int(np.argmax(counts))]
                self.warnings_.append(Note("latent.no_values_on_set", set=the_set(len(Xs) - 1),
                                           set2=the_set(chosen[0])))
        rows = {k: np.flatnonzero(np.isfinite(data.targets[k][:, columns]).all(axis=1)) for k in chosen}
        x = np.concatenate([Xs[k].rows(r) for k, r in rows.items()] or [np.zeros((0, Xs[0].shape[1]))])
        if len(x) < 3:
            raise DataError("latent.too_few_known", n_x=len(x))
        y = np.concatenate([data.targets[k][np.ix_(r, columns)] for k, r in rows.items()])
        X = Stacked([Xs[k] for k in chosen])
        d = choose_components(values["n_components"], self._most(X, x, y, values), what="spectra and reference values")
        M, strength, _ = self._model(X, x, y, d, values)
        return [M] * len(Xs), [x.mean(axis=0)] * len(Xs), strength

    def _most(self, X: BlockMatrix, x: np.ndarray, y: np.ndarray, values: dict[str, Any]) -> int:
        """Largest d that the labelled spectra x and values y allow."""
        raise NotImplementedError

    def _model(
        self, X: BlockMatrix, x: np.ndarray, y: np.ndarray, d: int, values: dict[str, Any],
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Map (p, d), strengths (d,), and the axes' directions in the property space (q, d)."""
        raise NotImplementedError
