"""Whether a run's weights are what its settings make."""

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from spgat.config import TrainConfig
from spgat.errors import InputError
from spgat.runs.files import MAX_NAME

_MAX_ARRAYS = 256


def check_weights(
    state: Mapping[str, NDArray[Any]],
    config: TrainConfig,
    num_parameters: int,
    num_classes: int,
) -> None:
    """Does nothing for the weights of a trained model.

    SpGAT's shapes are known but for the number of features, which no run holds; of a baseline
    only the number of its weights is.

    Args:
        state: Weights, and what else a model keeps, by name.
        config: What was trained.
        num_parameters: How many numbers were, as the summary says.
        num_classes: Of the graph.

    Raises:
        InputError: For others.
    """
    if len(state) > _MAX_ARRAYS or max(map(len, state), default=0) > MAX_NAME:
        raise InputError(f"A run has at most {_MAX_ARRAYS} weights; export the run again.")
    if any(array.dtype.kind not in "fiub" for array in state.values()):
        raise InputError("The run's weights are not all numbers; export the run again.")
    total = sum(array.size for array in state.values())
    if not 0 < num_parameters <= total:
        raise InputError(
            f"The run has {total} weights where its summary says {num_parameters}; export the "
            "run again."
        )
    if config.model != "spgat":
        return
    num_features = state["first.theta"].shape[0] if _is_matrix(state, "first.theta") else 0
    shapes = {name: array.shape for name, array in state.items()}
    expected = spgat_shapes(config, num_features, num_classes)
    if num_features < 1 or shapes != expected:
        raise InputError(
            f"The run's weights {str(shapes)[:200]} are not those of its settings; export the "
            "run again."
        )


def spgat_shapes(
    config: TrainConfig, num_features: int, num_classes: int
) -> dict[str, tuple[int, ...]]:
    """Returns the shapes of SpGAT's weights, and of what a batch norm counts, by name."""
    bands = (config.bands.num_bands,)
    shapes: dict[str, tuple[int, ...]] = {}
    sizes = {"first": (num_features, config.hidden), "second": (config.hidden, num_classes)}
    for layer, size in sizes.items():
        shapes |= {f"{layer}.theta": size, f"{layer}.band_scalars": bands}
        shapes |= {f"{layer}.bias": size[1:]} if config.bias else {}
        shapes |= {f"{layer}.residual": size} if config.residual else {}
    if config.hidden_norm == "batch":
        own = ("weight", "bias", "running_mean", "running_var")
        shapes |= {f"norm.{name}": (config.hidden,) for name in own}
        shapes["norm.num_batches_tracked"] = ()
    return shapes | ({"shifts": bands} if config.bands.learn_cutoffs else {})


def _is_matrix(state: Mapping[str, NDArray[Any]], name: str) -> bool:
    return name in state and state[name].ndim == 2
