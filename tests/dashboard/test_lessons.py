"""The answers of the lessons, computed again."""

from dataclasses import replace

import numpy as np
import pytest

from dashboard.lessons.lesson import all_lessons
from spgat import datasets, presets
from spgat.series import (
    FAULTS,
    deviations,
    energy_over_time,
    joint_energy,
    rank_suspects,
    with_fault,
)
from spgat.spectral.chebyshev import heat_series
from spgat.spectral.eigen import full_spectrum
from spgat.spectral.images import cut_image, load_image
from spgat.spectral.laplacian import LaplacianConfig
from spgat.spectral.reconstruction import edge_shares, reconstruct_edges
from spgat.spectral.signals import cut_signal, smooth_signal, wavelet_at, with_noise

BY_NAME = all_lessons()


def right(name):
    lesson = BY_NAME[name]
    return lesson.options[lesson.answer]


def test_fifth_wave_of_a_path_changes_sign_four_times():
    graph = datasets.load("path")
    config = LaplacianConfig(kind="combinatorial", self_loops=False)
    wave = full_spectrum(graph.adjacency, config).eigenvectors[:, 4]
    assert right("frequency") == f"{np.count_nonzero(np.diff(np.sign(wave)))} times"


def test_two_waves_rebuild_the_cliques_without_the_bridge():
    graph = datasets.load("barbell")
    spectrum = full_spectrum(graph.adjacency)
    fitting = []
    for num_low in range(graph.num_nodes + 1):
        shares = edge_shares(
            reconstruct_edges(graph.adjacency, spectrum, num_low), graph.labels
        )
        if shares.low_inside >= 0.95 and shares.low_across < 0.2:
            fitting.append(str(num_low))
    assert fitting == [right("barbell")]


def test_the_worst_jam_is_low_and_a_broken_sensor_is_high_and_found(mirror):
    graph = datasets.load("traffic-la")
    speeds = datasets.load_series("traffic-la").values
    spectrum = full_spectrum(graph.adjacency)
    view = BY_NAME["traffic"].view
    num_low, node = int(view["num_low"]), int(view["node"])
    assert num_low == round(graph.num_nodes / 10)
    energy = energy_over_time(joint_energy(spectrum, deviations(speeds)), num_low)
    assert np.argmax(energy.low + energy.high) == int(view["time"])
    assert right("traffic") == "About 80%"
    assert energy.low_share[int(view["time"])] == pytest.approx(0.82, abs=0.005)
    assert energy.low.sum() / (energy.low + energy.high).sum() == pytest.approx(0.5, abs=0.01)
    noise = with_fault(speeds, node, "noise") - speeds
    added = energy_over_time(joint_energy(spectrum, noise), num_low)
    assert 0.85 < added.high.sum() / (added.low + added.high).sum() < 0.95
    for fault in FAULTS:
        broken = with_fault(speeds, node, fault)
        assert rank_suspects(graph.adjacency, broken).nodes[0] == node


def test_noise_is_best_removed_at_a_few_percent():
    spectrum = full_spectrum(datasets.load("sensor").adjacency)
    clean = smooth_signal(spectrum)
    noisy = with_noise(clean, 0.5)
    errors = [
        np.linalg.norm(cut_signal(spectrum, noisy, d).low - clean)
        for d in range(spectrum.num_nodes + 1)
    ]
    assert 1 <= np.argmin(errors) <= 10
    assert right("noise") == "At a d of a few percent"


def test_edges_of_a_picture_are_high():
    picture = load_image("china").mean(axis=2)
    high = np.abs(cut_image(picture, 0.1).high)
    slope = np.hypot(*np.gradient(picture))
    steep = slope > np.quantile(slope, 0.9)
    assert high[steep].mean() > 3 * high[~steep].mean()
    assert "Edges" in right("images")


def test_wavelet_spreads_with_its_scale():
    spectrum = full_spectrum(datasets.load("grid").adjacency)
    assert (
        wavelet_at(spectrum, 60, 5.0, 1e-4).num_kept
        > wavelet_at(spectrum, 60, 0.5, 1e-4).num_kept
    )
    assert right("wavelets") == "It grows"


def test_order_three_is_the_first_below_one_percent():
    eigenvalues = np.linspace(0, 2, 1001)
    errors = [
        np.abs(heat_series(1.0, order=order).evaluate(eigenvalues) - np.exp(-eigenvalues)).max()
        for order in range(10)
    ]
    first = next(order for order, error in enumerate(errors) if error < 0.01)
    assert right("chebyshev") == f"Order {first}"


@pytest.mark.slow
def test_homophily_decides_which_band_wins():
    from spgat.training import fit

    config, view = presets.get("frequency", "csbm"), BY_NAME["attention"].view
    low = float(view["low_fraction"])
    config = replace(config, bands=replace(config.bands, low_fractions=(low,)))
    before, after = (
        fit(datasets.load("csbm", homophily=homophily), config, seed=0).alpha[0][0]
        for homophily in (float(view["csbm-homophily"]), 0.8)
    )
    assert before < 0.5 < after
    assert right("attention") == "High"
