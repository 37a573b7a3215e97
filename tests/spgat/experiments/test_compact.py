from dataclasses import replace

from spgat import presets
from spgat.config import TrainConfig
from spgat.experiments.compact import compact
from spgat.nn.baselines.published import published


def test_defaults_are_left_out_and_come_back():
    assert compact(TrainConfig()) == {}
    for config in (published("gat", "pubmed"), presets.get("reference-code", "cora")):
        back = TrainConfig.from_dict(compact(config))
        assert replace(back, preset=config.preset) == config


def test_what_does_not_decide_a_result_is_not_recorded():
    config = TrainConfig(preset="paper", device="cpu", record_embedding_every=5)
    assert compact(config) == {}
