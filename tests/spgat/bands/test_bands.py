"""Laws of all bands: they add up, and what is drawn is what is applied."""

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse as sp
import torch

from spgat import presets
from spgat.bands.build import BandConfig, build_bands
from spgat.errors import Cancelled, InputError
from spgat.graph import Graph
from spgat.spectral.laplacian import LaplacianConfig, laplacian, null_space

WITHOUT_LOOPS = LaplacianConfig(self_loops=False, isolated=1)

BY_FREQUENCY = {
    "half": BandConfig(),
    "few low": BandConfig(low_fractions=(0.2,)),
    "few high": BandConfig(low_fractions=(0.8,)),
    "nothing low": BandConfig(low_fractions=(0.0,)),
    "nothing high": BandConfig(low_fractions=(1.0,)),
    "three bands": BandConfig(low_fractions=(0.2, 0.7)),
    "heat": BandConfig(low_fractions=(0.3, 0.5), response="heat", scale=2.0),
    "wavelets": BandConfig(basis="wavelet"),
    "wavelets by series": BandConfig(basis="wavelet", series="heat", order=2),
    "polynomial": BandConfig(method="polynomial"),
    "polynomial, heat, three bands": BandConfig(
        method="polynomial", low_fractions=(0.2, 0.7), response="heat"
    ),
    "after the null space": BandConfig(low_fractions=(0.1,), count_from="null-space"),
    "combinatorial": BandConfig(laplacian=LaplacianConfig(kind="combinatorial")),
}
BY_COLUMN = {
    "matrix-free": BandConfig(cut_by="column", basis="wavelet"),
    "matrix-free series": BandConfig(cut_by="column", basis="wavelet", series="heat", order=2),
    "magnitude": BandConfig(cut_by="column", basis="wavelet", sparsification="magnitude"),
    "reference-code": BandConfig(
        cut_by="column",
        basis="wavelet",
        sparsification="positive",
        inverse="reference-code",
        laplacian=WITHOUT_LOOPS,
    ),
    "reference-code series": BandConfig(
        cut_by="column",
        basis="wavelet",
        sparsification="positive",
        series="reference-code",
        scale=2.0,
        laplacian=WITHOUT_LOOPS,
    ),
    "printed series": BandConfig(
        cut_by="column", basis="wavelet", sparsification="magnitude", series="printed", order=3
    ),
    "shuffled": BandConfig(
        cut_by="column", basis="wavelet", sparsification="magnitude", node_order_seed=3
    ),
    "three bands": BandConfig(
        cut_by="column", basis="wavelet", sparsification="positive", low_fractions=(0.2, 0.5)
    ),
    "sparsified eigenvectors": BandConfig(sparsification="magnitude", threshold=0.05),
    "sparsified bands": BandConfig(
        basis="wavelet", sparsification="magnitude", threshold=0.02, low_fractions=(0.2, 0.5)
    ),
}
ALL_BANDS = {**BY_FREQUENCY, **{f"column: {k}": v for k, v in BY_COLUMN.items()}}


def by_name(configs):
    return pytest.mark.parametrize("config", configs.values(), ids=list(configs))


@pytest.fixture(scope="module")
def graph() -> Graph:
    """Thirty random nodes, a pair and an isolated one: three components."""
    rng = np.random.default_rng(5)
    edges = rng.integers(0, 30, (70, 2))
    path = np.stack([np.arange(29), np.arange(1, 30)], axis=1)
    weights = rng.uniform(0.5, 2.0, 100)  # no two eigenvalues alike
    return Graph.build("random", 33, np.vstack([edges, path, [[30, 31]]]), weights)


@pytest.fixture(scope="module")
def signals() -> torch.Tensor:
    return torch.from_numpy(np.random.default_rng(6).standard_normal((33, 4)))


def spectrum(graph: Graph, config: BandConfig):
    return np.linalg.eigh(laplacian(graph.adjacency, config.laplacian).toarray())


@by_name(ALL_BANDS)
def test_pooling_shares_work_and_changes_nothing(graph, signals, config):
    bands = build_bands(graph.adjacency, config, dtype=np.float64)
    alpha = torch.softmax(torch.arange(bands.num_bands, dtype=torch.float64), dim=0)
    scaled = alpha[:, None, None] * bands.apply(signals)
    pooled = {p: bands.pool(signals, alpha, p) for p in ("sum", "mean", "max")}
    torch.testing.assert_close(pooled["sum"], scaled.sum(dim=0))
    torch.testing.assert_close(pooled["mean"], scaled.mean(dim=0))
    torch.testing.assert_close(pooled["max"], scaled.amax(dim=0))


@by_name(BY_FREQUENCY)
def test_bands_are_their_responses_and_add_up(graph, signals, config):
    bands = build_bands(graph.adjacency, config, dtype=np.float64)
    values, vectors = spectrum(graph, config)
    responses = bands.responses(values)
    parts = bands.apply(signals).numpy()
    for part, response in zip(parts, responses, strict=True):
        dense = (vectors * response) @ vectors.T @ signals.numpy()
        np.testing.assert_allclose(part, dense, atol=1e-6)
    whole = (vectors * responses.sum(axis=0)) @ vectors.T @ signals.numpy()
    np.testing.assert_allclose(parts.sum(axis=0), whole, atol=1e-6)


@by_name({k: v for k, v in BY_FREQUENCY.items() if k not in ("heat", "wavelets by series")})
def test_low_and_high_add_up_to_the_signal_itself(graph, signals, config):
    config = replace(config, response="projector")
    bands = build_bands(graph.adjacency, config, dtype=np.float64)
    torch.testing.assert_close(bands.apply(signals).sum(dim=0), signals)


@by_name(BY_COLUMN)
def test_column_bands_add_up_to_the_unsplit_operator(graph, signals, config):
    bands = build_bands(graph.adjacency, config, dtype=np.float64)
    unsplit = bands.synthesise(bands.analyse(signals))
    torch.testing.assert_close(bands.apply(signals).sum(dim=0), unsplit)
    assert bands.responses(np.zeros(3)) is None


@pytest.mark.parametrize("scale", [0.5, 1.0, 4.0])
def test_exact_wavelets_split_by_frequency_are_the_fourier_projectors(graph, signals, scale):
    # Ψ_sL Ψ_sL⁻¹ = U_L U_Lᵀ for every s, made here from the wavelets' own definition.
    values, vectors = spectrum(graph, BandConfig())
    low = vectors[:, :16]
    forward = (low * np.exp(-scale * values[:16])) @ low.T
    inverse = (low * np.exp(scale * values[:16])) @ low.T
    wavelets = BandConfig(basis="wavelet", scale=scale)
    for config in (wavelets, BandConfig()):
        bands = build_bands(graph.adjacency, config, dtype=np.float64).apply(signals)
        np.testing.assert_allclose(bands[0], forward @ inverse @ signals.numpy(), atol=1e-9)


def test_the_reference_codes_basis_is_what_its_code_computes(graph, signals):
    config = BY_COLUMN["reference-code"]
    values, vectors = spectrum(graph, config)
    overwritten = np.exp(-values)  # its spectrum after Ψ_s was made
    pair = [(vectors * g) @ vectors.T for g in (np.exp(overwritten), overwritten)]
    basis, inverse = (np.where(m < 1e-4, 0, m) for m in pair)
    low = basis[:, :16] @ inverse[:16] @ signals.numpy()
    bands = build_bands(graph.adjacency, config, dtype=np.float64).apply(signals)
    # An entry within the expansion's error of the threshold may fall on either side.
    np.testing.assert_allclose(bands[0], low, atol=1e-3)


def test_the_reference_codes_series_is_a_scaled_gcn_filter(graph, signals):
    config = BY_COLUMN["reference-code series"]
    bands = build_bands(graph.adjacency, config, dtype=np.float64)
    filtered = bands.apply(signals).sum(dim=0).numpy()
    shifted = np.eye(33) - laplacian(graph.adjacency, WITHOUT_LOOPS).toarray()
    i0, i1 = 2.2795853, 1.5906369  # I_0(2), I_1(2)
    diagonal = np.exp(2) * i0
    expected = diagonal * np.exp(-2) * (i0 * np.eye(33) + 2 * i1 * shifted)
    np.testing.assert_allclose(filtered, expected @ signals.numpy(), rtol=1e-6)


@pytest.mark.parametrize(("dtype", "scale"), [(np.float32, 4.5), (np.float64, 12.0)])
def test_wavelets_and_their_inverse_cancel_up_to_the_largest_scale(
    graph, signals, dtype, scale
):
    config = BandConfig(cut_by="column", basis="wavelet", scale=scale)
    bands = build_bands(graph.adjacency, config, dtype=dtype)
    x = signals.numpy().astype(dtype)
    np.testing.assert_allclose(bands.apply(torch.from_numpy(x)).sum(dim=0), x, atol=0.01)


@pytest.mark.parametrize("scale", [4.6, 10.0, 50.0])
def test_a_scale_at_which_rounding_takes_over_is_refused(graph, scale):
    config = BandConfig(cut_by="column", basis="wavelet", scale=scale)
    with pytest.raises(InputError, match=f"At scale {scale:g}.* at most 4.47,.*frequency"):
        build_bands(graph.adjacency, config)
    combinatorial = replace(config, laplacian=LaplacianConfig(kind="combinatorial"))
    with pytest.raises(InputError, match=r"at most 0\.\d+,"):  # λ_max is larger there
        build_bands(graph.adjacency, combinatorial)
    build_bands(graph.adjacency, replace(config, inverse="reference-code"))
    build_bands(graph.adjacency, replace(config, cut_by="frequency"))


def test_three_bands_refine_two(graph, signals):
    coarse = build_bands(graph.adjacency, BandConfig(low_fractions=(0.7,)), dtype=np.float64)
    fine = build_bands(graph.adjacency, BandConfig(low_fractions=(0.2, 0.7)), dtype=np.float64)
    low, middle, high = fine.apply(signals)
    torch.testing.assert_close(torch.stack([low + middle, high]), coarse.apply(signals))


def _relabelled(graph: Graph, order: np.ndarray) -> sp.csr_array:
    return sp.csr_array(graph.adjacency[order][:, order])


@pytest.mark.parametrize("method", ["eigenpairs", "polynomial"])
def test_frequency_bands_do_not_see_the_order_of_the_nodes(graph, signals, method):
    order = np.random.default_rng(1).permutation(33)
    config = BandConfig(low_fractions=(0.3,), method=method)
    bands = build_bands(graph.adjacency, config, dtype=np.float64).apply(signals)
    moved = build_bands(_relabelled(graph, order), config, dtype=np.float64)
    torch.testing.assert_close(moved.apply(signals[order]), bands[:, order])


def test_column_bands_do_see_the_order_of_the_nodes(graph, signals):
    order = np.random.default_rng(1).permutation(33)
    config = BY_COLUMN["reference-code"]
    bands = build_bands(graph.adjacency, config, dtype=np.float64).apply(signals)
    moved = build_bands(_relabelled(graph, order), config, dtype=np.float64).apply(
        signals[order]
    )
    assert (moved - bands[:, order]).abs().max() > 0.1
    torch.testing.assert_close(moved.sum(dim=0), bands.sum(dim=0)[order])


def test_shuffling_moves_columns_between_the_bands(graph):
    config = BY_COLUMN["magnitude"]
    plain = build_bands(graph.adjacency, config)
    shuffled = build_bands(graph.adjacency, replace(config, node_order_seed=0))
    assert plain.band_of.tolist() == [0] * 16 + [1] * 17
    assert sorted(shuffled.band_of.tolist()) == plain.band_of.tolist()
    assert shuffled.band_of.tolist() != plain.band_of.tolist()
    assert "shuffled" in " ".join(shuffled.info.notes)


def test_a_cut_inside_the_null_space_is_said(graph):
    inside = build_bands(graph.adjacency, BandConfig(low_fractions=(0.09,))).info
    assert (inside.cut.num_low, inside.cut.null_dimension) == ((2,), 3)
    assert inside.inside_null_space
    assert "null space" in inside.notes[-1]
    beyond = BandConfig(low_fractions=(0.09,), count_from="null-space")
    info = build_bands(graph.adjacency, beyond).info
    assert info.cut.num_low == (5,)
    assert not info.inside_null_space
    assert info.notes == ()


@pytest.mark.parametrize("num_low", [(0,), (2,), (3,), (3, 16), (33,)])
@pytest.mark.parametrize("response", ["projector", "heat"])
def test_a_polynomial_parts_the_null_space_as_eigenpairs_do(graph, signals, num_low, response):
    """Of 33 frequencies three are 0, one for each component."""
    low = tuple(num / 33 for num in num_low)
    config = BandConfig(low_fractions=low, response=response, scale=2.0, step_order=64)
    both = [
        build_bands(graph.adjacency, replace(config, method=method), dtype=np.float64)
        for method in ("eigenpairs", "polynomial")
    ]
    null = torch.from_numpy(null_space(graph.adjacency, config.laplacian).toarray())
    exact, by_polynomial = (bands.apply(null) for bands in both)
    torch.testing.assert_close(by_polynomial, exact, atol=1e-4, rtol=0)
    if len(num_low) == 1:  # nothing but the null space is parted, or nothing at all
        exact, by_polynomial = (bands.apply(signals) for bands in both)
        torch.testing.assert_close(by_polynomial, exact, atol=1e-4, rtol=0)
        assert both[1].info.wrong_side_mass == pytest.approx(0, abs=0.02)


def test_a_cut_among_equal_eigenvalues_is_said():
    """Which of the equal eigenvectors fall below it is then an accident of the solver."""
    ring = Graph.build("ring", 8, [(i, (i + 1) % 8) for i in range(8)])
    assert (
        "arbitrary"
        in build_bands(ring.adjacency, BandConfig(low_fractions=(0.25,))).info.notes[0]
    )
    assert build_bands(ring.adjacency, BandConfig(low_fractions=(0.375,))).info.notes == ()


def test_cutoffs_lie_between_the_bands(graph):
    info = build_bands(graph.adjacency, BandConfig(low_fractions=(0.2, 0.7))).info
    values, _ = spectrum(graph, BandConfig())
    for num_low, cutoff in zip(info.cut.num_low, info.cut.cutoffs, strict=True):
        assert values[num_low - 1] < cutoff < values[num_low]


def test_the_polynomial_step_sharpens_with_its_degree(graph):
    masses = [
        build_bands(
            graph.adjacency, BandConfig(method="polynomial", step_order=order)
        ).info.wrong_side_mass
        for order in (8, 32, 128)
    ]
    assert masses[0] > masses[1] > masses[2] > 0


def test_a_step_that_rings_is_wrong_on_both_sides(monkeypatch, graph):
    monkeypatch.setattr("spgat.bands.steps.jackson_factors", lambda order: np.ones(order + 1))
    bands = build_bands(graph.adjacency, BandConfig(method="polynomial", step_order=16))
    values, _ = spectrum(graph, BandConfig())
    low = bands.responses(values)[0]
    assert low.max() > 1.02  # it rings: signed, above 1 would make up for below
    wrong = np.abs(low - (values <= bands.info.cut.cutoffs[0])).mean()
    assert bands.info.wrong_side_mass == pytest.approx(wrong, rel=0.1)


def test_both_ends_of_a_larger_spectrum_give_the_same_bands(monkeypatch, graph, signals):
    whole = build_bands(graph.adjacency, BandConfig(low_fractions=(0.2, 0.9)), dtype=np.float64)
    monkeypatch.setattr("spgat.bands.frequency._MAX_NODES_FULL_SPECTRUM", 10)
    ends = build_bands(graph.adjacency, BandConfig(low_fractions=(0.2, 0.9)), dtype=np.float64)
    assert set(ends.explicit) == {0, 2}
    torch.testing.assert_close(ends.apply(signals), whole.apply(signals))
    np.testing.assert_allclose(ends.info.cut.cutoffs, whole.info.cut.cutoffs)


@pytest.mark.parametrize("fractions", [(0.0,), (1.0,), (0.0, 0.5), (0.5, 1.0), (0.0, 0.0, 1.0)])
def test_a_larger_spectrum_may_have_empty_bands(monkeypatch, graph, signals, fractions):
    config = BandConfig(low_fractions=fractions, method="eigenpairs")
    whole = build_bands(graph.adjacency, config, dtype=np.float64)
    monkeypatch.setattr("spgat.bands.frequency._MAX_NODES_FULL_SPECTRUM", 10)
    ends = build_bands(graph.adjacency, config, dtype=np.float64)
    torch.testing.assert_close(ends.apply(signals), whole.apply(signals))
    alpha = torch.softmax(torch.arange(ends.num_bands, dtype=torch.float64), dim=0)
    torch.testing.assert_close(
        ends.weighted_sum(signals, alpha), whole.weighted_sum(signals, alpha)
    )


def test_work_can_be_stopped(graph):
    with pytest.raises(Cancelled):
        build_bands(graph.adjacency, BY_COLUMN["magnitude"], should_stop=lambda: True)


@by_name(ALL_BANDS)
def test_a_config_survives_its_dictionary(config):
    assert BandConfig.from_dict(config.to_dict()) == config


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"low_fractions": (0.7, 0.2)}, "ascending"),
        ({"low_fractions": (1.5,)}, "between 0 and 1"),
        ({"low_fractions": ()}, "at least one"),
        ({"cut_by": "rows"}, "'rows'"),
        ({"scale": 0.0}, "scale"),
        ({"method": "polynomial", "cut_by": "column", "basis": "wavelet"}, "polynomial"),
        ({"series": "heat", "inverse": "reference-code"}, "own inverse"),
        ({"learn_cutoffs": True}, "polynomial"),
    ],
)
def test_bad_configs_say_what_to_do(changes, message):
    with pytest.raises(InputError, match=message):
        BandConfig(**changes)


def test_unknown_fields_are_refused():
    with pytest.raises(InputError, match="'bands'"):
        BandConfig.from_dict({"bands": 3})


def test_a_series_makes_no_power_of_the_laplacian_that_it_does_not_have():
    """The square of a star's has an entry for each pair of its 3,000 leaves: 100 MB."""
    leaves = np.arange(1, 3001)
    star = Graph.build("star", 3001, np.stack([np.zeros_like(leaves), leaves], axis=1))
    config = presets.get("reference-code-cheby").bands
    assert config.order == 1
    tracemalloc.start()
    build_bands(star.adjacency, config)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2**25
