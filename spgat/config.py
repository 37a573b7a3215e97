"""What a training run is made of: one frozen, checked config for library, CLI and app."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from spgat import retired
from spgat.bands.config import BandConfig, Pooling
from spgat.choices import check_choices
from spgat.errors import InputError
from spgat.models import MODELS

Penalty = Literal["first-layer", "first-layer-and-attention", "all"]
Monitor = Literal["val_accuracy", "val_loss", "val_accuracy_and_loss", "val_accuracy_then_loss"]
Normalization = Literal["row", "none"]
HiddenNorm = Literal["none", "layer", "batch"]
Device = Literal["auto", "cpu", "cuda"]
Option = float | int | str | bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainConfig:
    """Everything that decides a training run, apart from the graph, its split and the seed.

    Attributes:
        model: One of `spgat.models.MODELS`.
        preset: The name of the preset this config came from, for the reader only.
        bands: How the spectrum is cut; a learned filter takes the Laplacian from it, and
            models without a spectrum ignore it.
        pooling: How a layer joins its bands after each was scaled by its α: elementwise
            maximum, sum, or mean (the sum divided by the number of bands; the published
            code's "mean" is the sum).
        hidden: Number of hidden units, at least 1.
        dropout: Dropout probability of input features and hidden layer, in [0, 1).
        hidden_dropout: That of the hidden layer alone, where it is another one.
        node_dropout: Probability of dropping a whole node's features from a view, in [0, 1).
        bias: Whether SpGAT's layers learn an offset; the published code's do not.
        residual: Whether SpGAT's layers add each node's own HΘ₀, with weights of its own.
        hidden_norm: How SpGAT's hidden layer is scaled before the ReLU: to mean 0 and
            variance 1 at each node ("layer", Ba et al. 2016, without gain and bias) or of each
            unit over the nodes ("batch", Ioffe and Szegedy 2015, with both).
        exponent: ρ, in [0, 1], of D^{ρ−1} A D^{−ρ} in SpGAT's layers: 0.5 is the symmetric
            normalisation, 0 averages over neighbours, 1 hands out equal parts to them.
        views: Number of random views (draws of all dropout) in a training step, at least 1.
        consistency: Factor, at least 0, of the loss by which the views of a step differ on all
            nodes, with or without a label (GRAND, Feng et al. 2020); needs two views.
        temperature: T, in (0, 1], that sharpens the views' mean before they are compared with
            it.
        learning_rate: Adam's learning rate; above 0.
        band_learning_rate: That of what decides over the bands, α and learned cutoffs, or of a
            learned filter's coefficients, where it is another one.
        band_warmup: Epochs, at least 0, over which that rate grows to its value in equal
            steps, so that the weights know the classes before a band is given up.
        weight_decay: Factor of the L2 penalty Σ ½‖·‖², at least 0.
        penalty: What the L2 penalty covers: the first layer's weights (as GCN and the paper
            have it), those and the first layer's attention as the published code does, or
            all parameters but α and learned cutoffs.
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
    hidden_dropout: float | None = None
    node_dropout: float = 0.0
    bias: bool = False
    residual: bool = False
    hidden_norm: HiddenNorm = "none"
    exponent: float = 0.5
    views: int = 1
    consistency: float = 0.0
    temperature: float = 0.5
    learning_rate: float = 0.01
    band_learning_rate: float | None = None
    band_warmup: int = 0
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
        check_choices(self)
        for name in ("hidden", "views", "epochs", "patience", "record_embedding_every"):
            value = getattr(self, name)
            if value is not None and not (isinstance(value, int) and value >= 1):
                raise InputError(f"{name} is {value}; it must be a whole number, at least 1.")
        for name in ("dropout", "hidden_dropout", "node_dropout"):
            value = getattr(self, name)
            if value is not None and not 0 <= value < 1:
                raise InputError(f"{name} is {value}; it must lie in [0, 1).")
        for name in ("learning_rate", "band_learning_rate"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise InputError(f"{name} is {value}; it must be above 0.")
        if not (isinstance(self.band_warmup, int) and self.band_warmup >= 0):
            raise InputError(
                f"band_warmup is {self.band_warmup}; it must be a whole number, at least 0."
            )
        for name in ("weight_decay", "consistency"):
            if not getattr(self, name) >= 0:
                raise InputError(f"{name} is {getattr(self, name)}; it must be at least 0.")
        if not 0 <= self.exponent <= 1:
            raise InputError(f"exponent is {self.exponent}; it must lie in [0, 1].")
        if self.exponent != 0.5 and self.bands.laplacian.kind != "normalized":
            raise InputError(
                f"An exponent of {self.exponent} shifts the normalisation, which the Laplacian "
                "D − A does not have; take the normalized one, or an exponent of 0.5."
            )
        if not 0 < self.temperature <= 1:
            raise InputError(f"temperature is {self.temperature}; it must lie in (0, 1].")
        if self.consistency > 0 and self.views < 2:
            raise InputError(
                "One view has no other to be consistent with; take at least 2 views, or a "
                "consistency of 0."
            )

    @property
    def rate_of_hidden(self) -> float:
        """The dropout probability of the hidden layer."""
        return self.dropout if self.hidden_dropout is None else self.hidden_dropout

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
        known = retired.config_fields(values)
        unknown = set(known) - {f.name for f in fields(cls)}
        if unknown:
            raise InputError(f"A training config has no field {min(unknown)!r}; remove it.")
        if isinstance(known.get("bands"), Mapping):
            known["bands"] = BandConfig.from_dict(known["bands"])
        if "options" in known:
            known["options"] = tuple(sorted(dict(known["options"]).items()))
        return cls(**known)
