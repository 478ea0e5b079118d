"""Step 0: scale each set before anything else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..errors import DataError, ParameterError
from ..parameters import the_parameter

MODES = ("centre-rms", "none", "unit-norm", "standardise")
SAFE = (1e-60, 1e60)  # magnitudes that can be squared and added up without a thought
BLOCK_VALUES = 4_000_000  # 32 MB of float64 at a time


def row_blocks(shape: tuple[int, int]) -> Iterator[slice]:
    """Slices of rows that hold about `BLOCK_VALUES` numbers each."""
    rows = max(1, BLOCK_VALUES // max(1, shape[1]))
    for start in range(0, shape[0], rows):
        yield slice(start, min(start + rows, shape[0]))


class Scaling:
    """Scaling of one set, with the statistics kept for new samples.

    Parameters
    ----------
    mode : {"centre-rms", "none", "unit-norm", "standardise"}
        "centre-rms": centre every channel, then divide the whole set by its root mean square.
        "unit-norm": divide every channel by its norm, without centring (the papers' "column normalise").
        "standardise": centre every channel and divide it by its standard deviation.

    Attributes
    ----------
    mean_ : (p,) float64 array or None
        What is subtracted.
    scale_ : (p,) float64 array or float
        What is divided by; 1 for channels that do not vary.
    """

    def __init__(self, mode: str = "centre-rms") -> None:
        if mode not in MODES:
            raise ParameterError("scaling.one_of", parameter=the_parameter('scaling'), modes=MODES, mode=repr(mode))
        self.mode = mode
        self.mean_: np.ndarray | None = None
        self.scale_: np.ndarray | float = 1.0

    def fit(self, X: np.ndarray, what: str = "the spectra") -> Scaling:
        """Learn the statistics of `X` (n, p), a block of rows at a time in float64.

        Raises
        ------
        DataError
            If nothing is left after centring (every channel constant up to rounding).
        """
        if self.mode == "none":
            return self
        unit = float(max(abs(float(X.max())), abs(float(X.min())))) or 1.0
        if SAFE[0] < unit < SAFE[1]:
            unit = 1.0  # squares neither over- nor underflow: spare a pass
        mean, squares = self._moments(X, unit)
        # what remains of a constant channel is rounding of the order of the value itself, of the input's precision
        eps = float(np.finfo(X.dtype).eps)
        noise = len(X) * (4 * eps * np.maximum(np.abs(mean), np.finfo(float).tiny)) ** 2
        varied = squares > noise if self.mode != "unit-norm" else squares > 0
        if not varied.any():
            raise DataError("input.constant", what=what)
        if self.mode == "centre-rms":
            self.scale_ = float(np.sqrt(squares.sum() / (len(X) * X.shape[1]))) * unit
        else:
            count = len(X) if self.mode == "standardise" else 1
            self.scale_ = np.where(varied, np.sqrt(squares / count) * unit, unit)
        self.mean_ = None if self.mode == "unit-norm" else mean * unit
        return self

    def _moments(self, X: np.ndarray, unit: float) -> tuple[np.ndarray, np.ndarray]:
        """Mean and centred sum of squares per channel of X / unit (not centred for unit-norm), in one pass."""
        shift, drift, squares = np.zeros(X.shape[1]), np.zeros(X.shape[1]), np.zeros(X.shape[1])
        for place, part in enumerate(row_blocks(X.shape)):
            if not place and self.mode != "unit-norm":
                shift = X[part].mean(axis=0, dtype=np.float64)  # near the mean: what is squared has no large offset
            block = np.subtract(X[part], shift)
            if unit != 1.0:
                block /= unit
            drift += block.sum(axis=0)
            squares += np.einsum("ij,ij->j", block, block)
        if self.mode == "unit-norm":
            return shift, squares
        return shift / unit + drift / len(X), np.maximum(squares - drift**2 / len(X), 0.0)

    def transform(self, X: np.ndarray) -> np.ndarray:
        """Scaled copy of `X` (n, p); float32 stays float32 (computed in float64)."""
        out = np.empty(X.shape, dtype=X.dtype)
        for part in row_blocks(X.shape):
            out[part] = self.block(X[part])
        return out

    def centred(self, X: np.ndarray) -> np.ndarray:
        """Float64 copy of a block of rows (n, p) with the mean off, in the units of the input."""
        return np.array(X, dtype=np.float64) if self.mean_ is None else np.subtract(X, self.mean_)

    def block(self, X: np.ndarray) -> np.ndarray:
        """Scaled float64 copy of a block of rows (n, p)."""
        wide = self.centred(X)
        if self.mode != "none":
            wide /= self.scale_
        return wide

    def centred_columns(self, X: np.ndarray, part: slice) -> np.ndarray:
        """Float64 copy of a block of channels with the mean off, in the units of the input."""
        X = X[:, part]
        return np.array(X, dtype=np.float64) if self.mean_ is None else np.subtract(X, self.mean_[part])

    def columns(self, X: np.ndarray, part: slice) -> np.ndarray:
        """Scaled float64 copy of a block of channels of `X` (n, p)."""
        wide = self.centred_columns(X, part)
        if self.mode != "none":
            wide /= self.scale_ if isinstance(self.scale_, float) else self.scale_[part]
        return wide

    def inverse(self, Z: np.ndarray) -> np.ndarray:
        """Scaled spectra (n, p) back in the units of the input."""
        wide = np.asarray(Z, dtype=np.float64) * self.scale_
        return wide if self.mean_ is None else wide + self.mean_

    def to_state(self) -> dict[str, Any]:
        """Plain tree for the model file."""
        return {"mode": self.mode, "mean": self.mean_, "scale": self.scale_}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> Scaling:
        """The scaling that `to_state` described."""
        self = cls(str(state["mode"]))
        self.mean_ = None if state["mean"] is None else np.asarray(state["mean"], dtype=np.float64)
        scale = np.asarray(state["scale"], dtype=np.float64)
        self.scale_ = float(scale) if scale.ndim == 0 else scale
        return self


class BlockMatrix:
    """A matrix (n, p) whose rows come in float64 blocks, so that it never has to be held as a whole."""

    shape: tuple[int, int]

    def blocks(self) -> Iterator[tuple[slice, np.ndarray]]:
        """Blocks of rows in float64, with their slices."""
        raise NotImplementedError

    def column_blocks(self) -> Iterator[tuple[slice, np.ndarray]]:
        """Blocks of columns in float64, with their slices."""
        dense = self.dense()
        for part in row_blocks((self.shape[1], self.shape[0])):
            yield part, dense[:, part]

    def dense(self) -> np.ndarray:
        """The whole matrix in float64."""
        return np.concatenate([block for _, block in self.blocks()])

    @property
    def unit(self) -> float:
        """What the entries of `raw_blocks` are to be divided by."""
        return 1.0

    def raw_blocks(self, columns: bool = False) -> Iterator[tuple[slice, np.ndarray]]:
        """Like `blocks` (or `column_blocks`), but in another unit: products divide their small result instead."""
        return self.column_blocks() if columns else self.blocks()

    def times(self, B: np.ndarray) -> np.ndarray:
        """X B for B (p, m)."""
        out = np.empty((self.shape[0], B.shape[1]))
        B = B / self.unit
        for part, block in self.raw_blocks():
            np.matmul(block, B, out=out[part])
        return out

    def transposed_times(self, B: np.ndarray) -> np.ndarray:
        """Xᵀ B for B (n, m)."""
        out = np.zeros((self.shape[1], B.shape[1]))
        for part, block in self.raw_blocks():
            out += block.T @ B[part]
        return out / self.unit


class ScaledSet(BlockMatrix):
    """A set (n, p) seen through its scaling, without a scaled copy.

    Parameters
    ----------
    X : (n, p) array
        As measured; not changed.
    scaling : Scaling
        Fitted; None is no scaling.
    """

    def __init__(self, X: np.ndarray, scaling: Scaling | None = None) -> None:
        self.X, self.scaling = X, scaling or Scaling("none")
        self.shape = (X.shape[0], X.shape[1])

    def dense(self) -> np.ndarray:
        """The whole scaled set (n, p) in float64."""
        return self.scaling.block(self.X)

    def blocks(self) -> Iterator[tuple[slice, np.ndarray]]:
        """Blocks of rows in float64, with their slices."""
        for part in row_blocks(self.shape):
            yield part, self.scaling.block(self.X[part])

    def rows(self, which: np.ndarray) -> np.ndarray:
        """Some scaled rows in float64."""
        return self.scaling.block(self.X[which])

    def column_blocks(self) -> Iterator[tuple[slice, np.ndarray]]:
        """Blocks of channels in float64, with their slices."""
        for part in row_blocks((self.shape[1], self.shape[0])):
            yield part, self.scaling.columns(self.X, part)

    @property
    def unit(self) -> float:
        """The scale, where it is one number of harmless size."""
        scale = self.scaling.scale_
        return scale if isinstance(scale, float) and SAFE[0] < scale < SAFE[1] else 1.0

    def raw_blocks(self, columns: bool = False) -> Iterator[tuple[slice, np.ndarray]]:
        """Blocks in float64 with the mean off; not divided by the scale where that is one number."""
        if self.unit == 1.0:
            yield from super().raw_blocks(columns)
        elif columns:
            for part in row_blocks((self.shape[1], self.shape[0])):
                yield part, self.scaling.centred_columns(self.X, part)
        else:
            for part in row_blocks(self.shape):
                yield part, self.scaling.centred(self.X[part])
