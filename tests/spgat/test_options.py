"""The table of settings against the configs that it describes."""

from dataclasses import replace
from typing import get_args, get_type_hints

import pytest

from spgat import options, presets
from spgat.bands.config import BandConfig
from spgat.config import TrainConfig
from spgat.errors import InputError
from spgat.models import BASELINES, MODELS
from spgat.options import OPTIONS

HINTS = get_type_hints(TrainConfig) | get_type_hints(BandConfig)
BASES = [presets.resolve(m, p, "citeseer") for m in MODELS for p in presets.names_for(m)]


def named(name):
    return next(option for option in OPTIONS if option.name == name)


@pytest.mark.parametrize("base", BASES, ids=lambda base: f"{base.model}-{base.preset}")
def test_values_that_nobody_changed_give_the_preset(base):
    assert options.config_of(options.values_of(base), base) == base


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_an_option_is_a_field_with_its_codes_and_type(option):
    hint = HINTS[option.field_name]
    if option.titles:
        assert tuple(option.titles) == get_args(hint)
    else:
        kind = bool if option.off else int if option.is_whole else float
        assert kind in {hint, *get_args(hint)} or option.name == "num_bands"


@pytest.mark.parametrize(
    ("name", "value", "field", "expected"),
    [
        ("low_fraction", 0.125, "low_fractions", (0.125,)),
        ("low_fraction", [0.6, 0.1], "low_fractions", (0.1, 0.6)),
        ("num_bands", 4, "low_fractions", (0.25, 0.5, 0.75)),
        ("count_from", "zero", "count_from", "zero"),
        ("cut_by", "column", "cut_by", "column"),
        ("basis", "wavelet", "basis", "wavelet"),
        ("scale", 3.0, "scale", 3.0),
        ("sparsification", "positive", "sparsification", "positive"),
        ("threshold", 0.01, "threshold", 0.01),
        ("node_order_seed", 0, "node_order_seed", 0),
        ("pooling", "max", "pooling", "max"),
        ("hidden", 8, "hidden", 8),
        ("dropout", 0.2, "dropout", 0.2),
        ("node_dropout", 0.2, "node_dropout", 0.2),
        ("views", 3, "views", 3),
        ("learning_rate", 0.2, "learning_rate", 0.2),
        ("weight_decay", 0.0, "weight_decay", 0.0),
        ("epochs", 7, "epochs", 7),
        ("patience", 0, "patience", None),
        ("device", "cpu", "device", "cpu"),
    ],
)
def test_each_option_sets_its_field_and_nothing_else(name, value, field, expected):
    base = presets.get("frequency")
    config = options.config_of({name: value}, base)
    if hasattr(base.bands, field):
        assert config == replace(base, bands=replace(base.bands, **{field: expected}))
    else:
        assert config == replace(base, **{field: expected})


@pytest.mark.parametrize("is_on", [True, False])
def test_cutoffs_are_learned_by_polynomials(is_on):
    base = presets.get("frequency" if is_on else "best", "cora")
    config = options.config_of({"learn_cutoffs": is_on}, base)
    bands = replace(base.bands, learn_cutoffs=is_on, method="polynomial")
    assert config == replace(base, bands=bands)


def test_d_and_the_number_of_bands_go_together():
    config = options.config_of({"low_fraction": 0.1, "num_bands": 4}, presets.get("frequency"))
    assert config.bands.low_fractions == pytest.approx((0.1, 0.4, 0.7))


@pytest.mark.parametrize("name", ["low_fraction", "num_bands"])
def test_another_d_or_number_cuts_the_frequencies_above_d_into_equal_parts(name):
    base = replace(presets.get("frequency"), bands=BandConfig(low_fractions=(0.1234, 0.5)))
    config = options.config_of({name: 2 if name == "num_bands" else 0.4}, base)
    assert config.bands.low_fractions == ((0.1234,) if name == "num_bands" else (0.4, 0.7))


def test_what_cannot_be_is_refused():
    with pytest.raises(InputError, match="learning_rate"):
        options.config_of({"learning_rate": -1.0}, presets.get("frequency"))


OF_SPGAT = ("residual", "hidden_norm", "exponent")


@pytest.mark.parametrize(
    ("model", "preset", "idle"),
    [
        ("spgat", "frequency", {"threshold", "scale", "node_order_seed"}),
        ("spgat", "paper", {"count_from", "learn_cutoffs"}),
        ("gwnn", "gwnn", {"low_fraction", "num_bands", "pooling", "count_from",
                          "node_order_seed", "learn_cutoffs", "node_dropout", *OF_SPGAT}),
        ("gcn", "published", {"low_fraction", "num_bands", "pooling", "count_from",
                              "node_order_seed", "cut_by", "basis", "sparsification",
                              "threshold", "scale", "learn_cutoffs", "node_dropout",
                              *OF_SPGAT}),
    ],
)  # fmt: skip
def test_an_option_without_effect_is_known(model, preset, idle):
    config = presets.resolve(model, preset, "cora")
    every = [option.name for option in OPTIONS]
    assert {option.name for option in options.without_effect(config, every)} == idle


def test_settings_of_a_run_are_said_in_words():
    config = presets.get("reference-code", "cora").to_dict()
    bands = config.pop("bands")
    assert options.in_words("model", config["model"])[1] == MODELS["spgat"].title
    assert options.in_words("preset", config["preset"])[1] == presets.TITLES["reference-code"]
    assert options.in_words("bands.low_fractions", bands["low_fractions"])[1] == "5%"
    cut_by = named("cut_by")
    assert options.in_words("bands.cut_by", "column") == (cut_by.label, cut_by.titles["column"])
    assert set(options.MONITORS) == set(get_args(HINTS["monitor"]))
    assert options.in_words("monitor", "val_loss")[1] == "Validation loss"
    assert options.in_words("bands.step_order", 64) == ("Step order", "64")
    assert options.in_words("bands.learn_cutoffs", True)[1] == "Yes"


def test_every_preset_has_a_title_and_serves_one_model():
    assert set(presets.TITLES) == {*presets.DESCRIPTIONS, presets.PUBLISHED}
    assert {base.preset for base in BASES} == set(presets.TITLES)
    assert {base.model for base in BASES} == set(MODELS)


@pytest.mark.parametrize("model", BASELINES)
def test_a_baseline_takes_the_settings_of_its_publication(model):
    config = presets.resolve(model, None, "cora")
    assert (config.model, config.preset) == (model, presets.PUBLISHED)
