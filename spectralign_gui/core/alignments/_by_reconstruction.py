"""What alignments over a reconstruction without a closed form share: λ as low rank alignment would choose it, the
eigenproblem, new samples by their own row problem, spectra and properties, a new solution from the last one."""

from __future__ import annotations

import copy
from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ..errors import ParameterError
from ..fitdata import FitData
from ..monitor import Monitor, SilentMonitor, SubMonitor
from ..naming import the_instrument, the_set, the_spectra
from ..notes import Note
from ..numerics.factors import DIRECT, Factors, decompose
from ..numerics.joint import JointProblem, SetBasis, too_large
from ..numerics.lanczos import solve_lanczos
from ..numerics.laplacian import PairGraph
from ..numerics.lookup import RowLookup
from ..numerics.penalty import Kept
from ..numerics.range_factors import range_factors
from ..numerics.reconstruction import Reconstruction
from ..numerics.reduced import ReducedProblem, Solution
from ..numerics.scaling import ScaledSet, Scaling
from . import _rank_choice
from ._live_embedding import LiveEmbedding
from ._lowrank import CLOSE
from .lra import LowRankAlignment
from .maps.direct import direct_maps
from .maps.joint import JointMaps
from .maps.through import ThroughJointSpace

SHRINKAGE = ("penalty", "rank", "variance")
CHEAP = ("mu", "n_components", "n_clusters")
"""Parameters that do not touch the reconstruction."""
MOST = max(_rank_choice.DIMENSIONS)
MOST_SAMPLES = 4000
"""In all sets together, up to which the number of dimensions is chosen on the reconstruction itself."""


@dataclass(frozen=True)
class ReconstructionInput:
    """What the reconstruction of one set starts from.

    Parameters
    ----------
    number : int
        Which set.
    data : ScaledSet
    scaling : Scaling
    factors : Factors
        Complete.
    kept : Kept
        λ, and what low rank alignment would keep.
    """

    number: int
    data: ScaledSet
    scaling: Scaling
    factors: Factors
    kept: Kept


class ReconstructedAlignment(ThroughJointSpace):
    """Alignment over reconstructions that are found set by set (sparse, robust, cluster).

    Attributes
    ----------
    singular_values_ : list of (r_k,) arrays
        Of each set as scaled.
    n_below_ : int
        Number of eigenvalues below 1−µ (of those that were computed).
    """

    state_attributes = ("lookups_", "stored_", "eigenvalues_", "maps_", "new_samples_")
    dimensions_of_its_own: ClassVar[bool] = True
    """Whether an automatic number of dimensions is chosen on the reconstructions that were found."""

    # -- what a subclass gives -----------------------------------------------------------------------
    @abstractmethod
    def _reconstruct(
        self, given: ReconstructionInput, values: dict[str, Any], monitor: Monitor,
    ) -> tuple[Reconstruction, dict[str, Any]]:
        """R of one set, and what `_new_sample_state` needs of the solution."""

    @abstractmethod
    def _new_sample_state(self, given: ReconstructionInput, solved: dict[str, Any], F: np.ndarray) -> dict[str, Any]:
        """Plain tree from which `_coordinates` places new spectra of that set; F (n_k, d)."""

    @abstractmethod
    def _coordinates(self, X: np.ndarray, state: dict[str, Any]) -> np.ndarray:
        """rF of new spectra (n, p), from the tree of `_new_sample_state`."""

    def _before(self, data: FitData, values: dict[str, Any]) -> None:
        """Refuse what would not fit in memory."""

    # -- fitting -------------------------------------------------------------------------------------
    def _fit(self, data: FitData, values: dict[str, Any], monitor: Monitor) -> None:
        self._before(data, values)
        self._data = data
        self._graph = PairGraph(int(data.offsets[-1]), data.stacked_pairs)
        scalings, factors = [], []
        for k, X in enumerate(data.Xs):
            part = SubMonitor(monitor, 0.2 * k / len(data.Xs), 0.2 * (k + 1) / len(data.Xs))
            part.report(f"Decomposing {the_instrument(k)}", 0.0, instrument=k)
            scalings.append(Scaling(values["scaling"]).fit(X, the_spectra(k)))
            factors.append(all_factors(ScaledSet(X, scalings[k]), part))
            part.report(f"Decomposed {the_instrument(k)}", 1.0, instrument=k,
                        singular_values=factors[k].singular_values)
        self.singular_values_ = [f.singular_values for f in factors]
        choice = self._choose(factors, values, monitor)
        if not any(kept.rank for kept in choice.kept):
            raise _rank_choice.nothing_kept(self._problem, choice.kept)
        self._given = [ReconstructionInput(k, ScaledSet(X, s), s, f, kept) for k, (X, s, f, kept) in enumerate(
            zip(data.Xs, scalings, factors, choice.kept, strict=True))]
        self.choice_ = choice
        if choice.rank is not None:
            self.chosen_["rank"] = choice.rank
        self.lookups_ = [RowLookup.of(X).to_state() for X in data.Xs]
        self._d_wanted = choice.d
        self._reconstruct_all(values, monitor)
        self._settle(values, self._own_dimensions(values, monitor), monitor)

    def _own_dimensions(self, values: dict[str, Any], monitor: Monitor) -> int:
        """d by hits of withheld standards in the embedding of these reconstructions, where it is automatic.

        Those of low rank alignment, by which λ was chosen, would be too many: a sparse or robust R keeps less, and the
        vectors beyond that are noise. The reconstructions know nothing of the pairs, so a fold costs an eigenproblem.
        """
        choice = self.choice_
        if not self._is_automatic or choice.by_rule or not self.dimensions_of_its_own or not self._folds_are_cheap():
            return choice.d
        score = _rank_choice.score_dimensions(
            self._graph, self._data.offsets, lambda graph: self._solution(graph, float(values["mu"]), MOST, monitor),
            SubMonitor(monitor, 0.8, 0.85))
        self.dimensions_score_ = score
        return choice.d if not np.isfinite(score).any() else _rank_choice.DIMENSIONS[int(np.nanargmax(score))]

    def _penalty_at_least(self, values: dict[str, Any]) -> float:
        """The least λ that an automatic rank may lead to."""
        return 0.0

    def _folds_are_cheap(self) -> bool:
        """Whether the eigenproblem can be solved once per fold."""
        return int(self._data.offsets[-1]) <= MOST_SAMPLES

    def _choose(self, factors: list[Factors], values: dict[str, Any], monitor: Monitor) -> _rank_choice.Choice:
        """λ and d as low rank alignment chooses them."""
        lra = LowRankAlignment()
        lra._data = self._data
        lra._kept_for_maps = {}
        lra._least_penalty = self._penalty_at_least(values)
        sets = [SetBasis(f.basis, f.singular_values**2, f.total, f.shape, f.complete) for f in factors]
        self._problem = lra._problem = JointProblem(sets, self._graph)
        d = values["n_components"]
        return lra._choose({name: values[name] for name in SHRINKAGE}, None if d == "auto" else int(d), values, 0,
                           SubMonitor(monitor, 0.2, 0.3))

    def _reconstruct_all(self, values: dict[str, Any], monitor: Monitor) -> None:
        """R of every set."""
        self.penalties_ = [given.kept.penalty for given in self._given]
        self.reconstructions_: list[Reconstruction] = []
        self._solved: list[dict[str, Any]] = []
        self._reduced: ReducedProblem | None = None
        count = len(self._given)
        self._live = LiveEmbedding(self._problem, [g.kept for g in self._given], float(values["mu"]), self._d_wanted)
        for k, given in enumerate(self._given):
            monitor.raise_if_cancelled()
            part = SubMonitor(monitor, 0.3 + 0.5 * k / count, 0.3 + 0.5 * (k + 1) / count)
            R, solved = self._reconstruct(given, values, part)
            self.reconstructions_.append(R)
            self._solved.append(solved)
            self._live.settle(k, R.apply)
        del self._live

    def _settle(self, values: dict[str, Any], d: int, monitor: Monitor) -> None:
        """Everything after the reconstructions."""
        mu = float(values["mu"])
        monitor.report("Aligning", 0.85)
        solution = self._solve(mu, d, values, monitor)
        d = self._dimensions_used(d, solution)
        self.n_components_ = d
        self.n_below_ = solution.n_below
        self.eigenvalues_ = solution.eigenvalues[:d]
        self.embeddings_ = np.split(solution.vectors[:, :d], self._data.offsets[1:-1])
        self.stored_ = self.embeddings_
        self.chosen_.update({name: values[name] for name in values if name not in (*SHRINKAGE, "n_components")})
        self.chosen_["n_components"] = d
        self.maps_: dict[str, Any] | None = None
        self.new_samples_ = [
            self._new_sample_state(given, solved, F)
            for given, solved, F in zip(self._given, self._solved, self.embeddings_, strict=True)]
        self._warn(mu)
        monitor.report("Aligned", 0.95, embeddings=self.embeddings_)

    @property
    def _is_automatic(self) -> bool:
        return bool(self.get_params(deep=False)["n_components"] == "auto")

    def _dimensions_used(self, d: int, solution: Solution) -> int:
        """d, or the most that the data hold where it was left to the program."""
        most = max(1, solution.n_below)
        if d > most and not self._is_automatic:
            raise too_large(d, solution.n_below, [R.rank for R in self.reconstructions_])
        return min(d, most)

    def _solve(self, mu: float, d: int, values: dict[str, Any], monitor: Monitor) -> Solution:
        """Smallest eigenpairs of (1−µ)(I−R)ᵀ(I−R) + 2µL for reconstructions of low rank."""
        return self._solution(self._graph, mu, d, monitor)

    def _solution(self, graph: PairGraph, mu: float, d: int, monitor: Monitor) -> Solution:
        """The same for other pairs."""
        parts = [R.deficit() for R in self.reconstructions_]
        bases, deficits = [S for S, _ in parts], [weights for _, weights in parts]
        if not ReducedProblem.suits([len(w) for w in deficits], graph):
            return solve_lanczos(bases, deficits, graph, mu, d, monitor)
        if graph is not self._graph:
            return ReducedProblem(bases, graph, monitor).solve(deficits, mu, d)
        if self._reduced is None:
            self._reduced = ReducedProblem(bases, graph, monitor)
        return self._reduced.solve(deficits, mu, d)

    def _warn(self, mu: float) -> None:
        self.warnings_ = [Note("reconstruction.approximate", "info")]
        choice = self.choice_
        if choice.by_rule:
            self.warnings_.append(Note("reconstruction.few_standards", few=_rank_choice.FEW, rule=_rank_choice.RULE))
        for k, R in enumerate(self.reconstructions_):
            if R.rank == 0:
                self.warnings_.append(Note("reconstruction.nothing_at_penalty", set=the_set(k)))
        if self.eigenvalues_[-1] > CLOSE * (1 - mu):
            self.warnings_.append(
                Note("reconstruction.mostly_noise", n_components=self.n_components_,
                     sum=int((self.eigenvalues_ <= CLOSE * (1 - mu)).sum()), mu=1 - mu))

    # -- new samples, spectra, properties ------------------------------------------------------------
    def extend(self, X: np.ndarray, instrument: int = 0) -> np.ndarray:
        """rF of spectra (n, p_k), training rows not looked up: (n, d)."""
        return self._coordinates(self._check_new(X, instrument), self.new_samples_[instrument])

    def _joint_maps(self) -> JointMaps:
        if self.maps_ is None:
            coordinates = [self._coordinates(X, state)
                           for X, state in zip(self._data.Xs, self.new_samples_, strict=True)]
            self.maps_ = JointMaps.fit(coordinates, self._data).to_state()
            if self._folds_are_cheap():
                self.maps_["direct"] = direct_maps(self._data, self._graph, self._other_coordinates, self._direct_from)
        return JointMaps.from_state(self.maps_)

    def _other_coordinates(self, graph: PairGraph) -> list[np.ndarray]:
        """rF of all samples (of a training row r is R's own row) for other pairs."""
        solution = self._solution(graph, float(self.chosen_["mu"]), self.n_components_, SilentMonitor())
        parts = np.split(solution.vectors[:, :self.n_components_], self._data.offsets[1:-1])
        return [R.apply(F) for R, F in zip(self.reconstructions_, parts, strict=True)]

    # -- again ---------------------------------------------------------------------------------------
    def resolve(self, monitor: Monitor | None = None, **changes: Any) -> ReconstructedAlignment:
        """A new fitted estimator for changed parameters; an iteration starts from where this one ended.

        Parameters
        ----------
        monitor : Monitor, optional
        **changes
            Any parameter but scaling. Setting one of penalty, rank and variance clears the other two. What is not
            named stays as it was *chosen*.

        Raises
        ------
        ParameterError
            If a parameter is unknown, cannot be changed so, or is out of range.
        NotImplementedError
            For a model that was read from a file: the factors are not in it.
        """
        if not hasattr(self, "_given"):
            raise NotImplementedError(Note("reconstruction.no_factors", "error", title=self.title))
        declared = {p.name: p for p in self.parameters}
        for name in changes:
            if name not in declared or name == "scaling":
                raise ParameterError("reconstruction.not_live", name=name)
        changes = {name: declared[name].check(value) for name, value in changes.items()}
        values = {name: self.chosen_.get(name) for name in declared}
        if any(changes.get(name) is not None for name in SHRINKAGE):
            values.update(dict.fromkeys(SHRINKAGE))
        values.update(changes)
        if sum(values[name] is not None for name in SHRINKAGE) > 1:
            raise ParameterError("reconstruction.exclusive_2", shrinkage=SHRINKAGE)
        monitor = monitor or SilentMonitor()
        new = copy.copy(self)
        new.set_params(**{name: values[name] for name in declared if name in changes or name in SHRINKAGE})
        new.chosen_ = {**self.chosen_, **{name: values[name] for name in SHRINKAGE}}
        if any(changes.get(name) is not None for name in SHRINKAGE):
            kept = [s.keep(**{name: values[name] for name in SHRINKAGE}) for s in self._problem.sets]
            if not any(k.rank for k in kept):
                raise _rank_choice.nothing_kept(self._problem, kept)
            new._given = [copy_with(given, k) for given, k in zip(self._given, kept, strict=True)]
        if set(changes) - set(CHEAP):
            new._reconstruct_all(values, monitor)
        d = values["n_components"]
        new._settle(values, self.n_components_ if d in ("auto", None) else int(d), monitor)
        new._say_left_out(self.unknown_properties_)
        return new


def all_factors(data: ScaledSet, monitor: Monitor) -> Factors:
    """All singular triplets above 1e-10 of the first."""
    if min(data.shape) <= DIRECT:
        return decompose(data, monitor=monitor)
    U, s = range_factors(data.dense(), monitor)
    monitor.raise_if_cancelled()
    return Factors(U, s, data.transposed_times(U) / s, float((s**2).sum()), data.shape, True)


def copy_with(given: ReconstructionInput, kept: Kept) -> ReconstructionInput:
    """The same set with another λ."""
    return ReconstructionInput(given.number, given.data, given.scaling, given.factors, kept)
