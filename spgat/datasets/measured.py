"""Graphs whose nodes were measured over time: road sensors and counties."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from spgat.arrays import Floats
from spgat.datasets.fetch import RawFile, data_folder, fetch
from spgat.datasets.info import DatasetInfo
from spgat.graph import Graph
from spgat.progress import Progress
from spgat.series.series import SignalSeries

_TRAFFIC = "https://github.com/lehaifeng/T-GCN/raw/master/data"
_SENSORS = "https://github.com/liyaguang/DCRNN/raw/master/data/sensor_graph"
_CHICKENPOX = (
    "https://github.com/benedekrozemberczki/pytorch_geometric_temporal/raw/master/dataset"
)
_FOLDER = "signals/traffic-la"
_TRAFFIC_FILES = (
    RawFile(
        f"{_FOLDER}/los_speed.csv",
        f"{_TRAFFIC}/los_speed.csv",
        "7b732d86ae32b2930595becba28aff39dacbfb2197e250fc0332e1744ce2cbf4",
    ),
    RawFile(
        f"{_FOLDER}/los_adj.csv",
        f"{_TRAFFIC}/los_adj.csv",
        "7a6eb41e10677992b5af50f5ab187c6c05c5c3a92cb973950cfddbf857361e76",
    ),
    RawFile(
        f"{_FOLDER}/graph_sensor_locations.csv",
        f"{_SENSORS}/graph_sensor_locations.csv",
        "eb8ea96e07358b45d0e4ba3b89c2673fa20c54af50150249e627389e749ade6f",
    ),
)
_CHICKENPOX_FILES = (
    RawFile(
        "signals/chickenpox/chickenpox.json",
        f"{_CHICKENPOX}/chickenpox.json",
        "724b48cfb274b2ecbb855bdb99b970b5ef9dd3671694fa477435dc1e08293735",
    ),
)


def load_traffic(title: str, *, seed: int = 0, progress: Progress | None = None) -> Graph:
    """Returns the 207 road sensors at their positions, nearer ones joined by larger weights."""
    import pandas as pd  # the landing page must not wait for it

    from spgat.datasets.meaning.columns import take_positions
    from spgat.datasets.meaning.notes import Notes

    fetch(_TRAFFIC_FILES, progress)
    sensors = pd.read_csv(_path("graph_sensor_locations.csv"), dtype=str)
    return Graph.from_adjacency(
        title,
        np.loadtxt(_path("los_adj.csv"), delimiter=","),
        node_names=sensors["sensor_id"].tolist(),
        positions=take_positions(sensors, Notes()),
    )


def load_traffic_series(title: str, *, progress: Progress | None = None) -> SignalSeries:
    """Returns the speeds at these sensors in a week of March 2012, every five minutes.

    A speed of 0 means that there is no reading.
    """
    import pandas as pd

    fetch(_TRAFFIC_FILES, progress)
    speeds = pd.read_csv(_path("los_speed.csv")).to_numpy(dtype=np.float64)
    times = pd.date_range("2012-03-01", periods=len(speeds), freq="5min")
    labels = times.strftime("%Y-%m-%d %H:%M").tolist()
    return SignalSeries.build(title, without_zeros(speeds), labels, "mph")


def load_chickenpox(title: str, *, seed: int = 0, progress: Progress | None = None) -> Graph:
    """Returns the 20 counties, neighbouring ones joined."""
    content = _chickenpox(progress)
    names = {place: name.capitalize() for name, place in content["node_ids"].items()}
    return Graph.build(
        title,
        len(names),
        np.array(content["edges"]),
        node_names=[names[place] for place in range(len(names))],
    )


def load_chickenpox_series(title: str, *, progress: Progress | None = None) -> SignalSeries:
    """Returns the changes of the weekly chickenpox counts of these counties, as published.

    The published numbers have mean 0 and standard deviation 1 for each county, and follow each
    other as differences of counts do (a correlation of −0.5 from week to week).
    """
    changes = np.array(_chickenpox(progress)["FX"])
    labels = [f"week {week}" for week in range(1, len(changes) + 1)]
    return SignalSeries.build(title, changes, labels, "standard deviations")


def without_zeros(readings: Floats) -> Floats:
    """Returns readings with NaN for 0, where 0 means that nothing was measured."""
    return np.where(readings == 0, np.nan, readings)


def _chickenpox(progress: Progress | None) -> dict[str, Any]:
    fetch(_CHICKENPOX_FILES, progress)
    content: dict[str, Any] = json.loads(
        (data_folder() / _CHICKENPOX_FILES[0].path).read_text("utf-8")
    )
    return content


def _path(file: str) -> Path:
    return data_folder() / _FOLDER / file


def _info(
    name: str,
    title: str,
    size: tuple[int, int],
    make: Callable[..., Graph],
    series: Callable[..., SignalSeries],
    files: tuple[RawFile, ...],
    description: str,
    citation: str,
    licence: str,
) -> DatasetInfo:
    return DatasetInfo(
        name=name,
        title=title,
        group="measured",
        description=description,
        num_nodes=size[0],
        num_edges=size[1],
        citation=citation,
        licence=licence,
        make=partial(make, title),
        files=files,
        series=partial(series, title),
    )


DATASETS = (
    _info(
        "traffic-la",
        "Los Angeles traffic",
        (207, 1313),
        load_traffic,
        load_traffic_series,
        _TRAFFIC_FILES,
        "Sensors on the highways of Los Angeles County, and their speeds every five minutes "
        "from 1 to 7 March 2012. Missing readings were interpolated before publication.",
        "Li et al. 2018 (METR-LA); Zhao et al. 2019 (this week of it)",
        "repositories lehaifeng/T-GCN and liyaguang/DCRNN: MIT",
    ),
    _info(
        "chickenpox",
        "Hungarian chickenpox",
        (20, 41),
        load_chickenpox,
        load_chickenpox_series,
        _CHICKENPOX_FILES,
        "Counties of Hungary, and how their weekly counts of chickenpox changed, standardised "
        "for each county, in 521 weeks.",
        "Rozemberczki et al. 2021",
        "repository benedekrozemberczki/pytorch_geometric_temporal: MIT",
    ),
)
