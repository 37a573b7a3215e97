import numpy as np
import pytest

from spgat.bands.build import build_bands
from spgat.bands.config import BandConfig
from spgat.bands.record import BandRecord
from spgat.config import TrainConfig
from spgat.graph import Graph, NodeSplit
from spgat.results import EpochRecord, TrainResult
from spgat.runs import RunStore


@pytest.fixture(scope="session")
def graph():
    generator = np.random.default_rng(0)
    masks = np.arange(30) % 3
    return Graph.build(
        "thirty",
        30,
        generator.integers(0, 30, (90, 2)),
        generator.uniform(0.1, 2, 90),
        features=generator.normal(size=(30, 5)),
        labels=np.append(generator.integers(0, 3, 29), -1),
        splits=(NodeSplit(masks == 0, masks == 1, masks == 2, name="thirds"),),
        node_names=[f"node\t{k}" for k in range(30)],
        class_names=("red", "green", "blue"),
    )


@pytest.fixture(scope="session")
def result(graph):
    generator = np.random.default_rng(1)
    history = [
        EpochRecord(
            epoch=epoch,
            train_loss=float(generator.exponential()),
            val_loss=float("nan") if epoch == 3 else float(generator.exponential()),
            train_accuracy=1 / 3,
            val_accuracy=0.1 + 0.2,
            test_accuracy=2 / 3,
            alpha=((0.3, 0.7), (1 / 3, 2 / 3)) if epoch == 2 else ((0.6, 0.4), (0.5, 0.5)),
            seconds=float(generator.exponential()),
        )
        for epoch in (1, 2, 3)
    ]
    logits = generator.normal(size=(30, 3)).astype(np.float32)
    hidden = generator.normal(size=(30, 4)).astype(np.float32)
    right, masks = logits.argmax(axis=1) == graph.labels, graph.splits[0]
    known = graph.labels >= 0
    return TrainResult(
        config=TrainConfig(
            hidden=4, epochs=3, record_embedding_every=2, options=(("heads", 8),)
        ),
        dataset=graph.name,
        graph_digest=graph.digest,
        seed=7,
        split_index=0,
        history=history,
        best_epoch=2,
        test_accuracy=float(right[masks.test & known].mean()),
        val_accuracy=float(right[masks.val & known].mean()),
        oracle_test_accuracy=0.7,
        last_alpha=((0.6, 0.4), (0.5, 0.5)),
        logits=logits,
        hidden=hidden,
        predictions=logits.argmax(axis=1),
        state={
            "first.theta": generator.normal(size=(4, 5)).astype(np.float32).T,
            "first.band_scalars": np.ones(2, np.float32),
            "second.theta": generator.normal(size=(4, 3)).astype(np.float32),
            "second.band_scalars": np.ones(2, np.float32),
        },
        frames=[(0, hidden * 0), (2, hidden)],
        num_parameters=36,
        setup_seconds=0.5,
        seconds_per_epoch=0.25,
        device="cpu",
        stop_reason="finished",
        notes=("3 self-loops dropped.",),
        bands=BandRecord.of(build_bands(graph.adjacency, BandConfig())),
    )


@pytest.fixture
def store(tmp_path):
    return RunStore(tmp_path / "runs")
