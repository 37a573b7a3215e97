"""The settings of a training, each described once: form, address and command are made of it.

A setting is a field of `TrainConfig` or of its `bands`. Two options, the share of low
frequencies and the number of bands, stand for one field: `low_fractions`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Any, Literal

from spgat import presets
from spgat.bands.config import BandConfig
from spgat.config import TrainConfig
from spgat.models import MODELS
from spgat.models import titles as model_titles

#: The heading a form shows an option under; "command" is for the command line alone.
Part = Literal["cut", "bands", "network", "training", "command"]

_BANDED = frozenset(n for n, m in MODELS.items() if m.spectrum == "bands")
_SPECTRAL = frozenset(n for n, m in MODELS.items() if m.spectrum in ("bands", "columns"))


def _cuts(value: Any, bands: BandConfig) -> tuple[float, ...]:
    """d, or all inner cuts at once, as the command line takes them."""
    if isinstance(value, int | float):
        return equal_cuts(value, bands.num_bands)
    return tuple(sorted(value))


def _uses_heat(bands: BandConfig) -> bool:
    """Whether the scale changes anything: elsewhere g(λ) g(−λ) = 1 leaves nothing of s."""
    is_identity = bands.is_matrix_free and (bands.series, bands.inverse) == ("exact", "exact")
    return bands.response == "heat" or (bands.basis == "wavelet" and not is_identity)


@dataclass(frozen=True, slots=True)
class Option:
    """One setting of a training.

    Attributes:
        name: Its name in the address and the form.
        part: Where a form shows it.
        label: What people read.
        help: What it does, in one or two sentences.
        titles: What people read for each code, for a setting that is one of a few.
        numbers: Smallest and largest number that a form offers, and their step, for a setting
            that is a number; ints for a whole one. The config itself may take others.
        format: How a form writes the number, as Streamlit's `format`.
        empty: What a form reads for None, where the setting can be None.
        zero_is_none: Whether the number 0 stands for None.
        sets: The field that it sets, where that has another name.
        read: The setting that this field of the bands gives, where it is not its value.
        write: The field's value that a setting gives.
        off: The flag that turns a switch off, for a setting that is one.
        with_it: Other fields of the bands that a switch sets when it is on.
        has_flag: Whether the command line has it.
        models: Names of the models that have this setting.
        bands: Whether bands with these settings look at it.
    """

    name: str
    part: Part
    label: str
    help: str
    _: KW_ONLY
    titles: Mapping[str, str] = field(default_factory=dict)
    numbers: tuple[float, float, float] | None = None
    format: str | None = None
    empty: str | None = None
    zero_is_none: bool = False
    sets: str = ""
    read: Callable[[BandConfig], Any] | None = None
    write: Callable[[Any, BandConfig], Any] | None = None
    off: str = ""
    with_it: Mapping[str, Any] = field(default_factory=dict)
    has_flag: bool = True
    models: frozenset[str] = frozenset(MODELS)
    bands: Callable[[BandConfig], bool] = lambda bands: True

    @property
    def field_name(self) -> str:
        """The field that it sets, of the config or of its bands."""
        return self.sets or self.name

    @property
    def is_of_bands(self) -> bool:
        """Whether the field is one of the config's bands."""
        return self.field_name in BandConfig.__dataclass_fields__

    @property
    def is_whole(self) -> bool:
        """Whether the setting is a whole number."""
        return self.numbers is not None and isinstance(self.numbers[2], int)

    @property
    def flag(self) -> str:
        """How the command line spells it."""
        return "--" + self.name.replace("_", "-")

    def has_effect(self, config: TrainConfig) -> bool:
        """Whether a training with this config looks at the setting."""
        return config.model in self.models and self.bands(config.bands)

    def stored(self, config: TrainConfig) -> Any:
        """Returns the field's value."""
        return getattr(config.bands if self.is_of_bands else config, self.field_name)

    def value(self, config: TrainConfig) -> Any:
        """Returns the setting as a form shows it."""
        value = self.stored(config) if self.read is None else self.read(config.bands)
        return 0 if value is None and self.zero_is_none else value

    def put(self, config: TrainConfig, value: Any) -> TrainConfig:
        """Returns the config with a value of a form or of the command line.

        Raises:
            InputError: For a value that the config refuses.
        """
        if self.write is not None:
            value = self.write(value, config.bands)
        if self.zero_is_none and value == 0:
            value = None
        change = {self.field_name: value}
        if self.is_of_bands:
            change |= self.with_it if value else {}
            return replace(config, bands=replace(config.bands, **change))
        return replace(config, **change)


#: In the order of form and help: an option stands after those that decide on its effect.
OPTIONS: tuple[Option, ...] = (
    Option(
        "low_fraction",
        "cut",
        "Share of low frequencies",
        "The share of the frequencies, counted from the lowest, that the low band takes; d is "
        "their number.",
        sets="low_fractions",
        read=lambda bands: bands.low_fractions[0],
        write=_cuts,
        format="percent",
        models=_BANDED,
        numbers=(0.005, 0.995, 0.005),
    ),
    Option(
        "num_bands",
        "bands",
        "Bands",
        "Two are the paper's low and high. More cut the frequencies above d into equal parts.",
        models=_BANDED,
        sets="low_fractions",
        read=lambda bands: bands.num_bands,
        write=lambda value, bands: equal_cuts(bands.low_fractions[0], value),
        has_flag=False,
        numbers=(2, 8, 1),
    ),
    Option(
        "cut_by",
        "bands",
        "Cut by",
        "Frequency, or the columns of the basis matrix as in the paper's code: a column "
        "of a wavelet basis is a node.",
        titles={"frequency": "Frequency", "column": "Basis column"},
        models=_SPECTRAL,
    ),
    Option(
        "basis",
        "bands",
        "Basis",
        "Fourier: the eigenvectors, each spread over the graph. Wavelets: heat that "
        "starts at one node each.",
        titles={"fourier": "Fourier", "wavelet": "Wavelets"},
        models=_SPECTRAL,
    ),
    Option(
        "sparsification",
        "bands",
        "Sparsification",
        "Which entries of the basis are set to 0. The published code drops small and all "
        "negative ones.",
        titles={
            "none": "None (dense)",
            "magnitude": "Small entries",
            "positive": "Small and negative entries",
        },
        models=_SPECTRAL,
    ),
    Option(
        "scale",
        "bands",
        "Wavelet scale s",
        "Diffusion time of the heat kernel; larger means wider wavelets.",
        format="%.3g",
        models=_SPECTRAL,
        bands=_uses_heat,
        numbers=(0.1, 10.0, 0.1),
    ),
    Option(
        "threshold",
        "bands",
        "Threshold t",
        "Sparsification drops entries below it.",
        format="%.3g",
        models=_SPECTRAL,
        bands=lambda bands: bands.sparsification != "none",
        numbers=(0.0, 0.1, 1e-4),
    ),
    Option(
        "count_from",
        "bands",
        "Start counting at",
        "Whether d counts the frequencies that are 0. They only say which component a "
        "node is in.",
        titles={"zero": "λ = 0", "null-space": "First non-zero λ"},
        models=_BANDED,
        bands=lambda bands: bands.cuts_frequencies,
    ),
    Option(
        "learn_cutoffs",
        "bands",
        "Learn cuts",
        "Training moves the cuts along with the weights; the bands are polynomials then.",
        off="--fixed-cutoffs",
        with_it={"method": "polynomial"},
        models=_BANDED,
        bands=lambda bands: bands.is_matrix_free,
    ),
    Option(
        "node_order_seed",
        "bands",
        "Shuffle nodes, seed",
        "Seed of a random order of the nodes, for a cut by basis column: shows whether α "
        "follows frequencies or the order of the file.",
        empty="As in file",
        models=_BANDED,
        bands=lambda bands: not bands.cuts_frequencies,
        numbers=(0, 9999, 1),
    ),
    Option(
        "pooling",
        "network",
        "Pooling",
        "How the outputs of the bands are combined.",
        titles={"max": "Maximum", "mean": "Mean", "sum": "Sum"},
        models=_BANDED,
    ),
    Option(
        "hidden",
        "network",
        "Hidden units",
        "Width of the hidden layer, which is the dimension of the embedding.",
        numbers=(1, 512, 1),
    ),
    Option(
        "hidden_norm",
        "network",
        "Norm",
        "What of the hidden layer is scaled to mean 0 and variance 1 before the ReLU: the "
        "units of each node, or each unit over all nodes.",
        titles={"none": "None", "layer": "Layer norm", "batch": "Batch norm"},
        models=_BANDED,
    ),
    Option(
        "exponent",
        "network",
        "Normalisation ρ",
        "Exponent of D^(ρ−1) A D^(−ρ): at 0.5 symmetric, at 0 a node averages over its "
        "neighbours, at 1 it hands out equal parts to them.",
        models=_BANDED,
        bands=lambda bands: bands.laplacian.kind == "normalized",
        numbers=(0.0, 1.0, 0.05),
    ),
    Option(
        "dropout",
        "network",
        "Dropout",
        "Share of a layer's inputs that each training step leaves out.",
        numbers=(0.0, 0.95, 0.05),
    ),
    Option(
        "node_dropout",
        "network",
        "Node dropout",
        "Share of the nodes whose features each view of the graph leaves out.",
        models=_BANDED | {"grand"},
        numbers=(0.0, 0.95, 0.05),
    ),
    Option(
        "residual",
        "network",
        "Residual",
        "Each layer adds what a node has itself, with weights of its own.",
        off="--no-residual",
        models=_BANDED,
    ),
    Option(
        "views",
        "training",
        "Views",
        "Number of random views of the graph, each with its own dropout, in a training step.",
        numbers=(1, 8, 1),
    ),
    Option(
        "consistency",
        "training",
        "Consistency",
        "Strength of the loss by which the views of a step differ; needs two views or more.",
        numbers=(0.0, 5.0, 0.1),
    ),
    Option(
        "learning_rate",
        "training",
        "Learning rate",
        "Adam's learning rate.",
        format="%.3g",
        numbers=(1e-5, 10.0, 1e-3),
    ),
    Option(
        "weight_decay",
        "training",
        "L2 penalty",
        "Strength of the L2 penalty on the weights.",
        format="%.3g",
        numbers=(0.0, 10.0, 1e-4),
    ),
    Option("epochs", "training", "Epochs", "Largest number of epochs.", numbers=(1, 2000, 10)),
    Option(
        "patience",
        "training",
        "Patience",
        "Stop after this many epochs without improvement; 0 = never.",
        zero_is_none=True,
        numbers=(0, 2000, 10),
    ),
    Option(
        "device",
        "command",
        "Device",
        "Where to compute; auto uses a GPU if there is one.",
        titles={"auto": "Automatic", "cpu": "CPU", "cuda": "GPU (CUDA)"},
    ),
)

#: How often to train; no part of a config.
SEEDS = Option(
    "seeds",
    "training",
    "Seeds",
    "Repeats the training with different initial weights, and different splits where the "
    "graph has several; reports mean ± standard deviation.",
    numbers=(1, 20, 1),
)


def equal_cuts(low_fraction: float, num_bands: int) -> tuple[float, ...]:
    """Returns the inner cuts: d, and above it bands of equal width, to four decimals."""
    width = (1 - low_fraction) / (num_bands - 1)
    return tuple(round(low_fraction + band * width, 4) for band in range(num_bands - 1))


def values_of(config: TrainConfig) -> dict[str, Any]:
    """Returns the settings of a config that a form shows, by the names of their options."""
    return {o.name: o.value(config) for o in OPTIONS if o.part != "command"}


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


def option_of(setting: str) -> Option | None:
    """Returns the option that sets a field, as `settings_of` names it; None where none does."""
    name = setting.removeprefix("bands.")
    return next((option for option in OPTIONS if option.field_name == name), None)


#: What decides which epoch is the best one, which presets set and no option.
MONITORS: Mapping[str, str] = {
    "val_accuracy": "Validation accuracy",
    "val_loss": "Validation loss",
    "val_accuracy_and_loss": "Validation accuracy and loss",
    "val_accuracy_then_loss": "Validation accuracy, then loss",
}


def in_words(setting: str, value: object) -> tuple[str, str]:
    """Returns a setting of a stored run and its value as people read them.

    Args:
        setting: A field, with "bands." before those of the bands, as `settings_of` names it.
        value: As JSON holds it.
    """
    name = setting.removeprefix("bands.")
    known = {"model": model_titles(), "preset": presets.TITLES, "monitor": MONITORS}
    titles: Mapping[str, str] = known.get(name, {})
    option = option_of(setting)
    if option is None:
        shown = "best epoch by" if name == "monitor" else name
        label = shown.replace("_", " ").replace(".", ", ").capitalize()
        return label, _text(value, titles, None)
    return option.label, _text(value, option.titles, option)


def _text(value: object, titles: Mapping[str, str], option: Option | None) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(_text(part, titles, option) for part in value)
    if value is None:
        return option.empty if option is not None and option.empty else "None"
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if option is not None and option.format == "percent" and isinstance(value, float | int):
        return f"{100 * value:.4g}%"
    return titles.get(str(value), str(value))
