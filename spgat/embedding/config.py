"""What a picture of an embedding is made with."""

from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from spgat.choices import check_choices
from spgat.errors import InputError

Method = Literal["pca", "tsne", "umap"]
METHODS: tuple[Method, ...] = get_args(Method)
DIMENSIONS = (2, 3)


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingConfig:
    """How features become a picture.

    Attributes:
        method: "pca" is linear and instant; "tsne" and "umap" keep neighbourhoods.
        dimensions: 2 or 3.
        perplexity: t-SNE only: roughly how many neighbours each node tries to stay close to;
            above 1.
        num_neighbors: UMAP only: neighbours that make up the graph it draws, at least 2.
        min_distance: UMAP only: how close points may come, in [0, 1].
        iterations: Steps of t-SNE or UMAP; None takes 750 (t-SNE) or 500 to 200 (UMAP).
        seed: Seed of UMAP's sampling and of the jitter that separates coinciding nodes.
    """

    method: Method = "pca"
    dimensions: int = 2
    perplexity: float = 30.0
    num_neighbors: int = 15
    min_distance: float = 0.1
    iterations: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        check_choices(self)
        if self.dimensions not in DIMENSIONS:
            raise InputError(f"dimensions must be 2 or 3, got {self.dimensions}.")
        if not self.perplexity > 1:
            raise InputError(f"perplexity must be above 1, got {self.perplexity:g}.")
        if self.num_neighbors < 2:
            raise InputError(f"num_neighbors must be at least 2, got {self.num_neighbors}.")
        if not 0 <= self.min_distance <= 1:
            raise InputError(f"min_distance must be in [0, 1], got {self.min_distance:g}.")
        if self.iterations is not None and not 1 <= self.iterations <= 10_000:
            raise InputError(f"iterations must be in 1 … 10000, got {self.iterations}.")

    def to_dict(self) -> dict[str, Any]:
        """Returns the fields as JSON-ready values."""
        return asdict(self)
