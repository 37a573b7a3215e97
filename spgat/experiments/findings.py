"""What we found: the experiments that the paper does not have."""

from collections.abc import Sequence
from dataclasses import replace

from spgat import presets
from spgat.config import TrainConfig
from spgat.experiments import printed
from spgat.experiments.cell import Cell
from spgat.experiments.experiment import Experiment
from spgat.experiments.laws import LawCell
from spgat.experiments.protocol import FULL, Protocol
from spgat.experiments.row import Row, measured_row
from spgat.experiments.store import Records, recorded
from spgat.experiments.train_cell import TrainCell

ORDERS = ("file order", "shuffled")
PENALTIES = ("penalty on α", "no penalty on α")
HOMOPHILIES = (0.1, 0.3, 0.5, 0.7, 0.9)
HETEROPHILOUS = ("texas", "wisconsin", "cornell", "chameleon-filtered", "squirrel-filtered")


def cells(protocol: Protocol) -> list[Cell]:
    """Returns all runs, the decisive experiment first."""
    runs: list[Cell] = []
    for dataset in printed.CITATION:
        for order in ORDERS:
            runs += order_cells(dataset, order, protocol)
    for dataset in (*HETEROPHILOUS, "cora", "citeseer"):
        runs += homophily_cells(dataset, None, protocol)
    for homophily in HOMOPHILIES:
        runs += homophily_cells("csbm", homophily, protocol)
    for dataset in printed.CITATION:
        for penalty in PENALTIES:
            runs += penalty_cells(dataset, penalty, protocol)
    return [*_law_cells(), *runs]


def order_cells(dataset: str, order: str, protocol: Protocol) -> list[Cell]:
    """Returns runs of the published code, nodes in file order or shuffled before the split."""
    config = presets.get("reference-code", dataset)
    return [
        TrainCell(
            dataset=dataset,
            config=config if order == "file order" else _shuffled(config, seed),
            seed=seed,
        )
        for seed, _ in protocol.ablation_runs(dataset)
    ]


def penalty_cells(dataset: str, penalty: str, protocol: Protocol) -> list[Cell]:
    """Returns runs of the published code with and without its penalty on α."""
    config = presets.get("reference-code", dataset)
    if penalty == "no penalty on α":
        config = replace(config, penalty="first-layer")
    return [
        TrainCell(dataset=dataset, config=config, seed=seed)
        for seed, _ in protocol.ablation_runs(dataset)
    ]


def homophily_cells(dataset: str, homophily: float | None, protocol: Protocol) -> list[Cell]:
    """Returns runs of the true frequency split, over the splits where there are several."""
    config = presets.get("frequency", dataset)
    parameters: tuple[tuple[str, float], ...] = ()
    if homophily is not None:
        config = replace(config, normalize_features="none")
        parameters = (("homophily", homophily),)
    several = dataset not in printed.CITATION
    return [
        TrainCell(
            dataset=dataset,
            config=config,
            seed=seed,
            split_index=seed if several else 0,
            parameters=parameters,
        )
        for seed in range(max(3, protocol.num_ablation_seeds))
    ]


def rows(records: Records) -> list[Row]:
    """Returns the rows of each finding, in the order of `findings`."""
    result = []
    for dataset in printed.CITATION:
        for order in ORDERS:
            found = recorded(records, order_cells(dataset, order, FULL))
            result += _accuracy_and_attention(found, order, dataset)
        for penalty in PENALTIES:
            found = recorded(records, penalty_cells(dataset, penalty, FULL))
            result += _accuracy_and_attention(found, penalty, dataset)[1:2]
    for law, measure, text in _LAWS:
        result.append(
            measured_row(
                recorded(records, [law]),
                measure,
                label=law.law,
                dataset=law.dataset,
                quantity=text,
                unit="number",
            )
        )
    for dataset in (*HETEROPHILOUS, "cora", "citeseer"):
        found = recorded(records, homophily_cells(dataset, None, FULL))
        result += _accuracy_and_attention(found, "frequency split", dataset)[:2]
    for homophily in HOMOPHILIES:
        found = recorded(records, homophily_cells("csbm", homophily, FULL))
        result += _accuracy_and_attention(found, f"homophily {homophily:g}", "csbm")[:2]
    return result


def findings(rows: Sequence[Row]) -> list[str]:
    """Returns the sentences that the measured rows support."""
    value = {(row.label, row.dataset, row.quantity): row.measured for row in rows}
    sentences = []
    for dataset in printed.CITATION:
        keys = [
            (order, dataset, quantity)
            for quantity in ("test accuracy", "α_L of layer 2")
            for order in ORDERS
        ]
        numbers = [value.get(key) for key in keys]
        if None not in numbers:
            sentences.append(
                f"Columns are nodes: with {dataset}'s node order shuffled before the split, "
                f"accuracy goes from {numbers[0]:.1%} to {numbers[1]:.1%} and the second "
                f"layer's α_L from {numbers[2]:.2f} to {numbers[3]:.2f}."
            )
    for dataset in printed.CITATION:
        with_penalty, without = (
            value.get((penalty, dataset, "α_L of layer 1")) for penalty in PENALTIES
        )
        if with_penalty is not None and without is not None:
            sentences.append(
                f"The first layer's α_L on {dataset} is {with_penalty:.2f} with the published "
                f"code's penalty on α and {without:.2f} without it."
            )
    return sentences


_LAWS = (
    (
        LawCell(dataset="cora", law="wavelet equals fourier"),
        "largest_difference",
        "largest difference of the low bands, wavelets against Fourier",
    ),
    (
        LawCell(dataset="cora", law="theorem 1"),
        "distance_to_heat_kernel",
        "distance of the printed series from the heat kernel",
    ),
    (
        LawCell(dataset="cora", law="theorem 1"),
        "distance_to_inverse",
        "distance of the printed series from the inverse wavelet",
    ),
    (
        LawCell(dataset="cora", law="overwritten spectrum"),
        "relative_response_at_2",
        "response of the published B⁻¹B at λ = 2, relative to λ = 0",
    ),
)


def _law_cells() -> list[Cell]:
    return [law for law, _, _ in _LAWS]


def _shuffled(config: TrainConfig, seed: int) -> TrainConfig:
    return replace(config, split=replace(config.split, node_order_seed=seed))


def _accuracy_and_attention(found: Sequence, label: str, dataset: str) -> list[Row]:
    """Rows of the test accuracy and of α_L in both layers."""
    common = {"label": label, "dataset": dataset}
    return [
        measured_row(found, "test_accuracy", **common),
        *(
            measured_row(
                found,
                f"low_attention_{layer}",
                quantity=f"α_L of layer {layer}",
                unit="number",
                **common,
            )
            for layer in (1, 2)
        ),
    ]


EXPERIMENT = Experiment(
    name="findings",
    cells=cells,
    rows=rows,
    findings=findings,
)
