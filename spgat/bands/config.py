"""How a graph's spectrum is cut into bands: basis, what is cut, sparsification."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal

from spgat import retired
from spgat.choices import check_choices
from spgat.errors import InputError
from spgat.spectral.laplacian import LaplacianConfig

CutBy = Literal["frequency", "column"]
Basis = Literal["fourier", "wavelet"]
CountFrom = Literal["zero", "null-space"]
Response = Literal["projector", "heat"]
Sparsification = Literal["none", "magnitude", "positive"]
InverseKind = Literal["exact", "reference-code"]
Series = Literal["exact", "heat", "printed", "reference-code"]
Method = Literal["auto", "eigenpairs", "polynomial"]
Pooling = Literal["max", "mean", "sum"]

#: The largest scale s: there the heat kernel e^{−sλ} keeps nothing but the null space.
MAX_SCALE = 50
#: Of a polynomial's degree: a step's matrix of coefficients has the square of it.
MAX_ORDER = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class BandConfig:
    """How a graph's spectrum is cut into bands; each field is one independent choice.

    Attributes:
        cut_by: "frequency" cuts the eigenpairs in ascending order of their eigenvalues (true
            graph frequencies). "column" cuts the columns of the basis by their index, as the
            paper's text and its code do: a column of a wavelet basis is a *node*, so this
            groups the nodes in file order. The columns of the Fourier basis are eigenvectors,
            so there both are the same.
        basis: "fourier" is (U, Uᵀ); "wavelet" is (Ψ_s, Ψ_s⁻¹) of Eq. (6).
        low_fractions: The share of frequencies below each inner cut, ascending, each in
            [0, 1]: one fewer than there are bands. The paper's d is low_fractions[0] ·
            num_nodes.
        count_from: Whether a fraction counts all frequencies, or only those after the null
            space, whose vectors only say in which component a node lies. For cuts by
            frequency only.
        response: What a band of a cut by frequency does: "projector" keeps its part of the
            signal as it is, "heat" weighs each frequency λ by e^{−sλ}.
        scale: s of the heat kernel, above 0 and at most 50.
        sparsification: Which entries of the basis matrices are dropped: none, those with
            |entry| < threshold, or "positive": every entry < threshold, so all negative ones
            too, as the published code does.
        threshold: t, at least 0.
        inverse: "exact" is U e^{sΛ} Uᵀ; "reference-code" what the published code computes by
            overwriting its spectrum, U exp(s e^{−sΛ}) Uᵀ, which it moreover applies second:
            its B is that matrix, its B⁻¹ is Ψ_s. A series has its own inverse.
        series: How the wavelets are made: "exact", or by a Chebyshev series of `order`:
            "heat" with the signs of the heat kernel, "printed" with those of Theorem 1,
            Eq. (8), "reference-code" with those of the published code.
        order: M, the degree of that series, at most 1000.
        method: Cut by frequency only: by "eigenpairs", or by a damped "polynomial" step of
            degree `step_order`, at most 1000, without any eigenvector; "auto" takes the
            polynomial where the eigenpairs would cost too much.
        step_order: The degree of the polynomial step; its sharpness grows with it.
        learn_cutoffs: Whether a model moves the cuts while it trains, from where the fractions
            put them (own choice; the paper leaves the choice of d to future work). With the
            method "polynomial" only, whose steps are smooth functions of their cutoffs.
        node_order_seed: Shuffles the nodes before a cut by column (own experiment, not in the
            paper); None keeps the order of the file.
        laplacian: The Laplacian's conventions.
    """

    cut_by: CutBy = "frequency"
    basis: Basis = "fourier"
    low_fractions: tuple[float, ...] = (0.5,)
    count_from: CountFrom = "zero"
    response: Response = "projector"
    scale: float = 1.0
    sparsification: Sparsification = "none"
    threshold: float = 1e-4
    inverse: InverseKind = "exact"
    series: Series = "exact"
    order: int = 1
    method: Method = "auto"
    step_order: int = 64
    learn_cutoffs: bool = False
    node_order_seed: int | None = None
    laplacian: LaplacianConfig = field(default_factory=LaplacianConfig)

    def __post_init__(self) -> None:
        check_choices(self)
        shares = self.low_fractions
        if not shares or not all(0 <= s <= 1 for s in shares) or list(shares) != sorted(shares):
            raise InputError(
                f"The low fractions are {shares}; give at least one, ascending, each between 0 "
                "and 1."
            )
        if not 0 < self.scale <= MAX_SCALE:
            raise InputError(
                f"The scale is {self.scale}; take one above 0 and at most {MAX_SCALE}."
            )
        if not self.threshold >= 0:
            raise InputError(f"The threshold is {self.threshold}; it must be at least 0.")
        if not (0 <= self.order <= MAX_ORDER and 1 <= self.step_order <= MAX_ORDER):
            raise InputError(
                f"The series' order is {self.order} and the step's {self.step_order}; they "
                f"must be at least 0 and 1, and at most {MAX_ORDER}."
            )
        if self.series != "exact" and self.inverse != "exact":
            raise InputError(
                f"The series {self.series!r} has its own inverse; leave inverse at 'exact'."
            )
        if self.method == "polynomial" and not self.is_matrix_free:
            raise InputError(
                "The method 'polynomial' serves a cut by frequency without sparsification; "
                "use 'auto' or 'eigenpairs'."
            )
        if self.learn_cutoffs and self.method != "polynomial":
            raise InputError(
                f"Cutoffs are learned with the method 'polynomial', not {self.method!r}; "
                "choose that method, or leave learn_cutoffs off."
            )

    @property
    def num_bands(self) -> int:
        """Number of bands, at least 2."""
        return len(self.low_fractions) + 1

    @property
    def cuts_frequencies(self) -> bool:
        """Whether the bands are true frequency bands: the columns of U are eigenvectors."""
        return self.cut_by == "frequency" or self.basis == "fourier"

    @property
    def is_matrix_free(self) -> bool:
        """Whether the bands are functions of the Laplacian, with no entries to drop."""
        return self.cuts_frequencies and self.sparsification == "none"

    def num_low(self, num_nodes: int, null_dimension: int) -> tuple[int, ...]:
        """Returns the number of frequencies, or columns, below each inner cut.

        Args:
            num_nodes: Number of nodes, so of frequencies.
            null_dimension: Number of eigenvalues 0.
        """
        from_null_space = self.cuts_frequencies and self.count_from == "null-space"
        skipped = null_dimension if from_null_space else 0
        counted = num_nodes - skipped
        # The tiny addend keeps 0.29 · 100 at 29; apart from it truncation, as published.
        return tuple(skipped + int(f * counted + 1e-9) for f in self.low_fractions)

    def to_dict(self) -> dict[str, Any]:
        """Returns the fields as JSON holds them."""
        return {**asdict(self), "low_fractions": list(self.low_fractions)}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "BandConfig":
        """Returns the config of a dictionary made by `to_dict`; missing fields take defaults.

        Raises:
            InputError: For an unknown field or a value outside its range.
        """
        known = retired.config_fields(values)
        unknown = set(known) - {f.name for f in fields(cls)}
        if unknown:
            raise InputError(f"A band config has no field {min(unknown)!r}; remove it.")
        if "low_fractions" in known:
            known["low_fractions"] = tuple(float(share) for share in known["low_fractions"])
        if isinstance(known.get("laplacian"), Mapping):
            known["laplacian"] = LaplacianConfig(**known["laplacian"])
        return cls(**known)
