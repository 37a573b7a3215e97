"""What a training run is made of: one frozen, checked config for library, CLI and app."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, get_args, get_type_hints

from spgat import retired
from spgat.bands.config import BandConfig, Pooling
from spgat.errors import InputError
from spgat.models import MODELS

Penalty = Literal["first-layer", "first-layer-and-attention", "all"]
Monitor = Literal["val_accuracy", "val_loss", "val_accuracy_and_loss", "val_accuracy_then_loss"]
Normalization = Literal["row", "none"]
Device = Literal["auto", "cpu", "cuda"]
Option = float | int | str | bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainConfig:
    """Everything that decides a training run, apart from the graph, its split and the seed.

    Attributes:
        model: One of `spgat.models.MODELS`.
        preset: The name of the preset this config came from, for the reader only.
        bands: How the spectrum is cut; models without a spectrum ignore it.
        pooling: How a layer joins its bands after each was scaled by its α: elementwise
            maximum, sum, or mean (the sum divided by the number of bands; the published
            code's "mean" is the sum).
        hidden: Number of hidden units, at least 1.
        dropout: Dropout probability of input features and hidden layer, in [0, 1).
        learning_rate: Adam's learning rate; above 0.
        weight_decay: Factor of the L2 penalty Σ ½‖·‖², at least 0.
        penalty: What the L2 penalty covers: the first layer's weights (as GCN and the paper
            have it), those and the first layer's attention as the published code does, or
            all parameters.
        epochs: Number of epochs, at least 1.
        patience: Training stops when the best epoch is this old; None never stops early.
        monitor: What makes an epoch the best one: validation accuracy, ties going to the
            later epoch as in the published code; validation loss; both at once, as for GAT;
            or accuracy and among equals loss, as for APPNP. With the last two either of them
            renews the patience.
        normalize_features: "row" scales each row of the features to absolute sum 1.
        record_embedding_every: Keeps the hidden layer every so many epochs; None keeps none.
        device: "auto" takes CUDA where there is one.
        options: Options that only this model has, as (name, value) pairs.
    """

    model: str = "spgat"
    preset: str | None = None
    bands: BandConfig = field(default_factory=BandConfig)
    pooling: Pooling = "sum"
    hidden: int = 64
    dropout: float = 0.5
    learning_rate: float = 0.01
    weight_decay: float = 5e-4
    penalty: Penalty = "first-layer"
    epochs: int = 200
    patience: int | None = 100
    monitor: Monitor = "val_accuracy"
    normalize_features: Normalization = "row"
    record_embedding_every: int | None = None
    device: Device = "auto"
    options: tuple[tuple[str, Option], ...] = ()

    def __post_init__(self) -> None:
        if self.model not in MODELS:
            raise InputError(
                f"There is no model {self.model!r}; choose one of {', '.join(MODELS)}."
            )
        hints = get_type_hints(type(self))
        for name in ("pooling", "penalty", "monitor", "normalize_features", "device"):
            choices = get_args(hints[name])
            if getattr(self, name) not in choices:
                raise InputError(
                    f"{name} is {getattr(self, name)!r}; use one of "
                    f"{', '.join(map(repr, choices))}."
                )
        for name in ("hidden", "epochs", "patience", "record_embedding_every"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise InputError(f"{name} is {value}; it must be at least 1.")
        if not 0 <= self.dropout < 1:
            raise InputError(f"dropout is {self.dropout}; it must lie in [0, 1).")
        if not self.learning_rate > 0:
            raise InputError(f"learning_rate is {self.learning_rate}; it must be above 0.")
        if not self.weight_decay >= 0:
            raise InputError(f"weight_decay is {self.weight_decay}; it must be at least 0.")

    def option(self, name: str, default: Option) -> Any:
        """Returns the model's option of that name, or the default where none is given."""
        return dict(self.options).get(name, default)

    def to_dict(self) -> dict[str, Any]:
        """Returns the fields as JSON holds them."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return {**values, "bands": self.bands.to_dict(), "options": dict(self.options)}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "TrainConfig":
        """Returns the config of a dictionary made by `to_dict`; missing fields take defaults.

        Raises:
            InputError: For an unknown field or a value outside its range.
        """
        known = retired.renamed(values, retired.JSON_FIELDS)
        unknown = set(known) - {f.name for f in fields(cls)}
        if unknown:
            raise InputError(f"A training config has no field {min(unknown)!r}; remove it.")
        if isinstance(known.get("bands"), Mapping):
            known["bands"] = BandConfig.from_dict(known["bands"])
        if "options" in known:
            known["options"] = tuple(sorted(dict(known["options"]).items()))
        return cls(**known)
