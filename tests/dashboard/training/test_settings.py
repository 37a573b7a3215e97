from dataclasses import replace
from typing import get_args

import pytest

from dashboard.training import settings
from spgat import datasets, presets
from spgat.bands.config import Basis, CountFrom, CutBy, Pooling, Sparsification
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.models import MODELS


def bases(dataset):
    return [
        settings.base_config(model, preset, dataset)
        for model in MODELS
        for preset in settings.preset_titles(model)
    ]


@pytest.mark.parametrize("dataset", ["digits", "cora", "citeseer"])
def test_untouched_form_gives_the_preset(dataset):
    for base in bases(dataset):
        assert settings.config_of(settings.values_of(base), base) == base


def test_every_model_and_preset_can_be_chosen():
    assert set(settings.MODEL_TITLES) == set(MODELS)
    assert {base.model for base in bases("digits")} == set(MODELS)
    assert {base.preset for base in bases("digits")} == {*presets.DESCRIPTIONS, "published"}
    assert all(settings.describe_preset(base.preset) for base in bases("digits"))


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("pooling", "max", {"pooling": "max"}),
        ("units", 8, {"hidden": 8}),
        ("dropout", 0.2, {"dropout": 0.2}),
        ("lr", 0.2, {"learning_rate": 0.2}),
        ("l2", 0.0, {"weight_decay": 0.0}),
        ("epochs", 7, {"epochs": 7}),
        ("patience", 0, {"patience": None}),
    ],
)
def test_each_option_sets_its_field(key, value, expected):
    base = presets.get("frequency")
    config = settings.config_of({**settings.values_of(base), key: value}, base)
    assert config == replace(base, **expected)


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("low", 12.5, {"low_fractions": (0.125,)}),
        ("bands", 4, {"low_fractions": (0.25, 0.5, 0.75)}),
        ("count", "zero", {"count_from": "zero"}),
        ("cut", "column", {"cut_by": "column"}),
        ("basis", "wavelet", {"basis": "wavelet"}),
        ("heat_scale", 3.0, {"scale": 3.0}),
        ("sparsify", "positive", {"sparsification": "positive"}),
        ("drop_below", 0.01, {"threshold": 0.01}),
        ("shuffle", True, {"node_order_seed": 0}),
    ],
)
def test_each_option_of_the_split_sets_its_field(key, value, expected):
    base = presets.get("frequency")
    config = settings.config_of({**settings.values_of(base), key: value}, base)
    assert config == replace(base, bands=replace(base.bands, **expected))


@pytest.mark.parametrize(
    ("key", "literal"),
    [
        ("cut", CutBy),
        ("basis", Basis),
        ("sparsify", Sparsification),
        ("count", CountFrom),
        ("pooling", Pooling),
    ],
)
def test_every_code_of_an_option_has_words(key, literal):
    assert tuple(settings.OPTION_TITLES[key]) == get_args(literal)


def test_what_cannot_be_is_refused_with_a_sentence():
    base = presets.get("frequency")
    with pytest.raises(InputError, match="learning_rate is -1"):
        settings.config_of({**settings.values_of(base), "lr": -1.0}, base)


def test_bands_above_d_have_equal_widths():
    assert settings.cuts(0.1, 2) == (0.1,)
    assert settings.cuts(0.1, 4) == pytest.approx((0.1, 0.4, 0.7))


def test_embeddings_are_kept_about_as_often_as_there_is_memory_for():
    config = presets.get("frequency")
    digits = datasets.load("digits")
    assert settings.recording(digits, config).record_embedding_every == 8
    few = replace(config, epochs=3)
    assert settings.recording(digits, few).record_embedding_every == 1
    large = Graph.build("large", 400_000, [[0, 1]])
    assert settings.recording(large, config).record_embedding_every is None
