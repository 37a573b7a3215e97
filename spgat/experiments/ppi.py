"""Inductive node classification on PPI: trained on some graphs, judged on others.

The published files are not in the mirror and large to load. Where they are not at hand, a
small generated set in the same file format stands in, which shows that the path works and
says nothing about the paper's figure.
"""

import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from torch.nn.functional import binary_cross_entropy_with_logits

from spgat.config import TrainConfig
from spgat.datasets import load_ppi
from spgat.datasets.ppi import InductiveSet, LabelledGraph, is_ppi_at_hand
from spgat.experiments.cell import Cell, Measured
from spgat.experiments.experiment import FULL, Experiment, Protocol
from spgat.experiments.outcome import Row, measured_row
from spgat.experiments.sweep import Records, recorded
from spgat.experiments.table1 import config_of
from spgat.nn.build import build_model
from spgat.nn.model import Inputs, NodeClassifier, Preparation
from spgat.nn.optimizer import Adam, Group

MODELS = ("GCN", "GraphSAGE", "GAT", "SpGAT-Cheby-MAX")
REAL, STAND_IN = "ppi", "ppi-stand-in"
_REMARKS = {
    REAL: "The paper prints a bar chart without figures. Two layers of 256 units throughout.",
    STAND_IN: "A generated set in PPI's file format; it says nothing about the paper's chart.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class InductiveCell(Cell):
    """One model trained on the graphs of the training part."""

    config: TrainConfig
    seed: int = 0

    def measure(self) -> Measured:
        """Returns micro-F1 on the test graphs at the best validation epoch."""
        if self.dataset == REAL:
            data = load_ppi()
        else:
            with tempfile.TemporaryDirectory() as folder:
                write_stand_in(Path(folder))
                data = load_ppi(Path(folder))
        test, val, epoch = fit_inductive(data, self.config, seed=self.seed)
        return {"test_micro_f1": test, "val_micro_f1": val, "best_epoch": epoch}


def fit_inductive(
    data: InductiveSet, config: TrainConfig, *, seed: int
) -> tuple[float, float, int]:
    """Returns test micro-F1, validation micro-F1 and number of the best validation epoch.

    One step per training graph and epoch, on the mean binary cross-entropy over all labels.
    """
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = build_model(config, data.num_features, data.num_targets)
        train, val, test = (
            [_prepared(model, item) for item in part]
            for part in (data.train, data.val, data.test)
        )
        optimizer = Adam(Group(model.parameters(), config.learning_rate))
        best, best_epoch, test_score = -1.0, 0, 0.0
        for epoch in range(1, config.epochs + 1):
            model.train()
            for inputs, targets in train:
                optimizer.zero_grad()
                loss = binary_cross_entropy_with_logits(model(inputs).logits, targets)
                (loss + model.penalty()).backward()
                optimizer.step()
            score = _micro_f1(model, val)
            if score > best:
                best, best_epoch, test_score = score, epoch, _micro_f1(model, test)
            elif config.patience is not None and epoch - best_epoch >= config.patience:
                break
    return test_score, best, best_epoch


def _prepared(model: NodeClassifier, item: LabelledGraph) -> tuple[Inputs, torch.Tensor]:
    return model.prepare(Preparation(item.graph)), torch.from_numpy(item.targets)


@torch.no_grad()
def _micro_f1(model: NodeClassifier, graphs: Sequence[tuple[Inputs, torch.Tensor]]) -> float:
    """2 TP / (2 TP + FP + FN) over all graphs, nodes and labels."""
    model.eval()
    right = wrong = 0.0
    for inputs, targets in graphs:
        predicted, wanted = model(inputs).logits > 0, targets > 0
        right += 2 * float((predicted & wanted).sum())
        wrong += float((predicted ^ wanted).sum())
    return right / max(right + wrong, 1.0)


def write_stand_in(folder: Path) -> None:
    """Writes a small set in PPI's file format: four graphs to train on, one each to judge by.

    A node has a label where the mean of some features over it and its neighbours is positive.
    """
    rng = np.random.default_rng(0)
    num_nodes, num_features, num_targets = 80, 10, 6
    directions = rng.standard_normal((num_features, num_targets))
    for part, count in (("train", 4), ("valid", 1), ("test", 1)):
        features = rng.standard_normal((count * num_nodes, num_features))
        graph_ids = np.repeat(np.arange(count), num_nodes) + 1
        ends = rng.integers(0, num_nodes, (count, 160, 2))
        links = (ends + num_nodes * np.arange(count)[:, None, None]).reshape(-1, 2)
        totals = features.copy()
        np.add.at(totals, links[:, 0], features[links[:, 1]])
        np.add.at(totals, links[:, 1], features[links[:, 0]])
        labels = (totals @ directions > 0).astype(np.int64)
        for name, array in (("feats", features), ("labels", labels), ("graph_id", graph_ids)):
            np.save(folder / f"{part}_{name}.npy", array)
        document = {
            "directed": False,
            "multigraph": False,
            "graph": {},
            "nodes": [{"id": node} for node in range(len(features))],
            "links": [{"source": int(a), "target": int(b)} for a, b in links],
        }
        (folder / f"{part}_graph.json").write_text(json.dumps(document), encoding="utf-8")


def dataset_at_hand() -> str:
    """Returns which of the two sets can be measured here without a download."""
    return REAL if is_ppi_at_hand() else STAND_IN


def cells_of(label: str, dataset: str, protocol: Protocol) -> list[Cell]:
    """Returns the runs of one model."""
    config = replace(
        config_of(label, dataset),
        hidden=256 if dataset == REAL else 32,
        dropout=0.0,
        weight_decay=0.0,
        learning_rate=0.005,
        epochs=200 if dataset == REAL else 60,
        patience=30,
        normalize_features="none",
    )
    return [
        InductiveCell(dataset=dataset, config=config, seed=seed)
        for seed in range(min(3, protocol.num_seeds))
    ]


def cells(protocol: Protocol) -> list[Cell]:
    """Returns the runs on the set that is at hand."""
    dataset = dataset_at_hand()
    return [cell for label in MODELS for cell in cells_of(label, dataset, protocol)]


def rows(records: Records) -> list[Row]:
    """Returns one row per model, on PPI where it was measured, else on the stand-in."""
    measured = any(recorded(records, cells_of(label, REAL, FULL)) for label in MODELS)
    dataset = REAL if measured else STAND_IN
    return [
        measured_row(
            recorded(records, cells_of(label, dataset, FULL)),
            "test_micro_f1",
            label=label,
            dataset=dataset,
            quantity="micro-F1 on unseen graphs",
            remark=_REMARKS[dataset],
        )
        for label in MODELS
    ]


PPI = Experiment(name="ppi", cells=cells, rows=rows)
