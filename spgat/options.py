"""The settings of a training, each described once: form, address and command are made of it.

A setting is a field of `TrainConfig` or of its `bands`. Two options, the share of low
frequencies and the number of bands, stand for one field: `low_fractions`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeGuard

from spgat import presets
from spgat.bands.config import BandConfig
from spgat.config import TrainConfig
from spgat.models import MODELS
from spgat.models import titles as model_titles

#: The heading a form shows an option under; "command" is for the command line alone.
Part = Literal["cut", "bands", "network", "training", "command"]

_BANDED = frozenset(n for n, m in MODELS.items() if m.spectrum == "bands")
_SPECTRAL = frozenset(n for n, m in MODELS.items() if m.spectrum != "none")


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One setting of a training.

    Attributes:
        name: Its name in the address and the form, and the name of the field it sets.
        part: Where a form shows it.
        label: What people read.
        help: What it does, in one or two sentences.
        titles: What people read for each code, for a setting that is one of a few.
        low: Smallest number that a form offers; the config itself may take others.
        high: Largest number that a form offers.
        step: Of a form's number; an int where the setting is a whole number.
        format: How a form writes the number, as Streamlit's `format`.
        empty: What a form reads for None, where the setting can be None.
        zero_is_none: Whether the number 0 stands for None.
        models: Names of the models that have this setting.
        bands: Whether bands with these settings look at it.
    """

    name: str
    part: Part
    label: str
    help: str
    titles: Mapping[str, str] = field(default_factory=dict)
    low: float = 0
    high: float = 0
    step: float = 1
    format: str | None = None
    empty: str | None = None
    zero_is_none: bool = False
    models: frozenset[str] = frozenset(MODELS)
    bands: Callable[[BandConfig], bool] = lambda bands: True

    @property
    def field_name(self) -> str:
        """The field that it sets."""
        return self.name

    @property
    def is_of_bands(self) -> bool:
        """Whether the field is one of the config's bands."""
        return self.field_name in BandConfig.__dataclass_fields__

    @property
    def flag(self) -> str | None:
        """How the command line spells it; None where it has no option for it."""
        return "--" + self.name.replace("_", "-")

    def has_effect(self, config: TrainConfig) -> bool:
        """Whether a training with this config looks at the setting."""
        return config.model in self.models and self.bands(config.bands)

    def stored(self, config: TrainConfig) -> Any:
        """Returns the field's value."""
        return getattr(config.bands if self.is_of_bands else config, self.field_name)

    def value(self, config: TrainConfig) -> Any:
        """Returns the setting as a form shows it."""
        value = self.stored(config)
        return 0 if value is None and self.zero_is_none else value

    def put(self, config: TrainConfig, value: Any) -> TrainConfig:
        """Returns the config with a value of a form or of the command line.

        Raises:
            InputError: For a value that the config refuses.
        """
        if self.zero_is_none and value == 0:
            value = None
        if self.is_of_bands:
            return replace(config, bands=replace(config.bands, **{self.field_name: value}))
        return replace(config, **{self.field_name: value})


class _LowFraction(Option):
    """d as a share; a sequence of shares, as the command line takes, makes several cuts."""

    __slots__ = ()

    @property
    def field_name(self) -> str:
        return "low_fractions"

    def value(self, config: TrainConfig) -> float:
        return config.bands.low_fractions[0]

    def put(self, config: TrainConfig, value: Any) -> TrainConfig:
        cuts = equal_cuts(value, config.bands.num_bands) if _is_number(value) else sorted(value)
        return Option.put(self, config, tuple(cuts))


class _NumBands(Option):
    """The number of bands, those above d of equal width; the command line names every cut."""

    __slots__ = ()

    @property
    def field_name(self) -> str:
        return "low_fractions"

    @property
    def flag(self) -> None:
        return None

    def value(self, config: TrainConfig) -> int:
        return config.bands.num_bands

    def put(self, config: TrainConfig, value: int) -> TrainConfig:
        return Option.put(self, config, equal_cuts(config.bands.low_fractions[0], value))


def _cuts_columns(bands: BandConfig) -> bool:
    return not bands.cuts_frequencies


def _uses_heat(bands: BandConfig) -> bool:
    """Whether the scale changes anything: elsewhere g(λ) g(−λ) = 1 leaves nothing of s."""
    is_identity = bands.is_matrix_free and (bands.series, bands.inverse) == ("exact", "exact")
    return bands.response == "heat" or (bands.basis == "wavelet" and not is_identity)


#: In the order of form and help: an option stands after those that decide on its effect.
OPTIONS: tuple[Option, ...] = (
    _LowFraction(
        name="low_fraction",
        part="cut",
        label="d, low frequencies",
        help="The share of the frequencies, counted from the lowest, that the low band takes.",
        low=0.005,
        high=0.995,
        step=0.005,
        format="percent",
        models=_BANDED,
    ),
    _NumBands(
        name="num_bands",
        part="bands",
        label="Bands",
        help="Two are the paper's low and high. More cut the frequencies above d into equal "
        "parts.",
        low=2,
        high=8,
        models=_BANDED,
    ),
    Option(
        name="cut_by",
        part="bands",
        label="Cut by",
        help="Frequency, or the columns of the basis matrix as in the paper's code: a column "
        "of a wavelet basis is a node.",
        titles={"frequency": "Frequency", "column": "Basis column"},
        models=_SPECTRAL,
    ),
    Option(
        name="basis",
        part="bands",
        label="Basis",
        help="Fourier: the eigenvectors, each spread over the graph. Wavelets: heat that "
        "starts at one node each.",
        titles={"fourier": "Fourier", "wavelet": "Wavelets"},
        models=_SPECTRAL,
    ),
    Option(
        name="sparsification",
        part="bands",
        label="Sparsification",
        help="Which entries of the basis are set to 0. The published code drops small and all "
        "negative ones.",
        titles={
            "none": "None (dense)",
            "magnitude": "Small entries",
            "positive": "Small and negative entries",
        },
        models=_SPECTRAL,
    ),
    Option(
        name="scale",
        part="bands",
        label="Wavelet scale s",
        help="Diffusion time of the heat kernel; larger means wider wavelets.",
        low=0.1,
        high=10.0,
        step=0.1,
        format="%.3g",
        models=_SPECTRAL,
        bands=_uses_heat,
    ),
    Option(
        name="threshold",
        part="bands",
        label="Threshold t",
        help="Sparsification drops entries below it.",
        low=0.0,
        high=0.1,
        step=1e-4,
        format="%.3g",
        models=_SPECTRAL,
        bands=lambda bands: bands.sparsification != "none",
    ),
    Option(
        name="count_from",
        part="bands",
        label="Start counting at",
        help="Whether d counts the frequencies that are 0. They only say which component a "
        "node is in.",
        titles={"zero": "λ = 0", "null-space": "First non-zero λ"},
        models=_BANDED,
        bands=lambda bands: bands.cuts_frequencies,
    ),
    Option(
        name="node_order_seed",
        part="bands",
        label="Shuffle nodes, seed",
        help="Seed of a random order of the nodes, for a cut by basis column: shows whether α "
        "follows frequencies or the order of the file.",
        high=9999,
        empty="Order of the file",
        models=_BANDED,
        bands=_cuts_columns,
    ),
    Option(
        name="pooling",
        part="network",
        label="Pooling",
        help="How the outputs of the bands are combined.",
        titles={"max": "Maximum", "mean": "Mean", "sum": "Sum"},
        models=_BANDED,
    ),
    Option(
        name="hidden",
        part="network",
        label="Hidden units",
        help="Width of the hidden layer, which is the dimension of the embedding.",
        low=1,
        high=512,
    ),
    Option(
        name="dropout",
        part="network",
        label="Dropout",
        help="Share of a layer's inputs that each training step leaves out.",
        low=0.0,
        high=0.95,
        step=0.05,
    ),
    Option(
        name="learning_rate",
        part="training",
        label="Learning rate",
        help="Adam's learning rate.",
        low=1e-5,
        high=10.0,
        step=1e-3,
        format="%.3g",
    ),
    Option(
        name="weight_decay",
        part="training",
        label="L2 penalty",
        help="Strength of the L2 penalty on the weights.",
        low=0.0,
        high=10.0,
        step=1e-4,
        format="%.3g",
    ),
    Option(
        name="epochs",
        part="training",
        label="Epochs",
        help="Largest number of epochs.",
        low=1,
        high=2000,
        step=10,
    ),
    Option(
        name="patience",
        part="training",
        label="Patience",
        help="Stop after this many epochs without improvement; 0 = never.",
        high=2000,
        step=10,
        zero_is_none=True,
    ),
    Option(
        name="device",
        part="command",
        label="Device",
        help="Where to compute; auto uses a GPU if there is one.",
        titles={"auto": "Automatic", "cpu": "CPU", "cuda": "GPU (CUDA)"},
    ),
)

#: How often to train; no part of a config.
SEEDS = Option(
    name="seeds",
    part="training",
    label="Seeds",
    help="Repeats the training with different initial weights, and different splits where the "
    "graph has several; reports mean ± standard deviation.",
    low=1,
    high=20,
)


def equal_cuts(low_fraction: float, num_bands: int) -> tuple[float, ...]:
    """Returns the inner cuts: d, and above it bands of equal width, to four decimals."""
    width = (1 - low_fraction) / (num_bands - 1)
    return tuple(round(low_fraction + band * width, 4) for band in range(num_bands - 1))


def values_of(config: TrainConfig) -> dict[str, Any]:
    """Returns the settings of a config by the names of their options."""
    return {option.name: option.value(config) for option in OPTIONS}


def config_of(values: Mapping[str, Any], base: TrainConfig) -> TrainConfig:
    """Returns the base with other settings; what has its value already stays as it is.

    Args:
        values: Settings by the names of their options.
        base: Where every other value comes from.

    Raises:
        InputError: For values that the config refuses, or that don't go together.
    """
    config = base
    for option in OPTIONS:
        if option.name in values and values[option.name] != option.value(base):
            config = option.put(config, values[option.name])
    return config


def without_effect(config: TrainConfig, names: Iterable[str]) -> list[Option]:
    """Returns those of the named options that a training with this config does not look at."""
    chosen = set(names)
    return [o for o in OPTIONS if o.name in chosen and not o.has_effect(config)]


def in_words(setting: str, value: object) -> tuple[str, str]:
    """Returns a setting of a stored run and its value as people read them.

    Args:
        setting: A field, with "bands." before those of the bands, as `settings_of` names it.
        value: As JSON holds it.
    """
    name = setting.removeprefix("bands.")
    titles: Mapping[str, str] = {"model": model_titles(), "preset": presets.TITLES}.get(
        name, {}
    )
    option = next((o for o in OPTIONS if o.field_name == name), None)
    if option is None:
        label = name.replace("_", " ").replace(".", ", ").capitalize()
        return label, _text(value, titles, None)
    return option.label, _text(value, option.titles, option)


def _text(value: object, titles: Mapping[str, str], option: Option | None) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(_text(part, titles, option) for part in value)
    if value is None:
        return option.empty if option is not None and option.empty else "None"
    if option is not None and option.format == "percent" and _is_number(value):
        return f"{100 * value:.4g}%"
    return titles.get(str(value), str(value))


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float)
