import json

import pytest

from spgat import presets
from spgat.config import TrainConfig
from spgat.errors import InputError
from spgat.models import MODELS
from tests.spgat.fresh import loaded

CONFIGS = {
    **{name: presets.get(name, "cora") for name in presets.DESCRIPTIONS},
    "options": TrainConfig(options=(("alpha", 0.1), ("heads", 8))),
}


@pytest.mark.parametrize("config", CONFIGS.values(), ids=list(CONFIGS))
def test_a_config_survives_json_and_serves_as_a_key(config):
    assert TrainConfig.from_dict(json.loads(json.dumps(config.to_dict()))) == config
    assert {config: 1}[config] == 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"model": "gnc"}, "no model 'gnc'"),
        ({"pooling": "min"}, "pooling is 'min'"),
        ({"penalty": "none"}, "penalty is 'none'"),
        ({"monitor": "test_accuracy"}, "monitor is 'test_accuracy'"),
        ({"device": "tpu"}, "device is 'tpu'"),
        ({"dropout": 1.0}, "dropout is 1.0"),
        ({"learning_rate": 0.0}, "learning_rate is 0.0"),
        ({"learning_rate": float("nan")}, "learning_rate is nan"),
        ({"weight_decay": -1.0}, "weight_decay is -1.0"),
        ({"epochs": 0}, "epochs is 0"),
        ({"hidden": 0}, "hidden is 0"),
        ({"patience": 0}, "patience is 0"),
        ({"record_embedding_every": 0}, "record_embedding_every is 0"),
        ({"hidden_dropout": 1.0}, "hidden_dropout is 1.0"),
        ({"node_dropout": -0.1}, "node_dropout is -0.1"),
        ({"band_learning_rate": 0.0}, "band_learning_rate is 0.0"),
        ({"band_warmup": -1}, "band_warmup is -1"),
        ({"band_warmup": 0.5}, "band_warmup is 0.5"),
        ({"views": 0}, "views is 0"),
        ({"views": 2, "consistency": -1.0}, "consistency is -1.0"),
        ({"consistency": 1.0}, "at least 2 views"),
        ({"temperature": 0.0}, "temperature is 0.0"),
    ],
)
def test_bad_values_are_named(changes, message):
    with pytest.raises(InputError, match=message):
        TrainConfig(**changes)


def test_unknown_fields_are_refused():
    with pytest.raises(InputError, match="'optimizer'"):
        TrainConfig.from_dict({"optimizer": "sgd"})


def test_options_have_defaults():
    config = TrainConfig(options=(("heads", 4),))
    assert config.option("heads", 8) == 4
    assert config.option("alpha", 0.1) == 0.1
    assert TrainConfig().model in MODELS


def test_forms_and_presets_do_not_wait_for_torch():
    names = ("spgat.config", "spgat.presets", "spgat.results", "spgat.bands.response")
    assert loaded(("torch", "numba", "sklearn"), by=names) == []
