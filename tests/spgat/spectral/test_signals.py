import dataclasses
import subprocess
import sys

import networkx as nx
import numpy as np
import pytest
import scipy.linalg
import scipy.sparse as sp
import scipy.stats

from spgat.errors import InputError
from spgat.spectral import signals
from spgat.spectral.eigen import full_spectrum, lowest_eigenpairs
from spgat.spectral.filters import SpectralFilter
from spgat.spectral.laplacian import LaplacianConfig, laplacian


def _adjacency(graph):
    return sp.csr_array(nx.to_scipy_sparse_array(graph, dtype=np.float64))


@pytest.fixture(scope="module")
def adjacency():
    karate = nx.karate_club_graph()
    return _adjacency(nx.disjoint_union(karate, nx.empty_graph(2)))


@pytest.fixture(scope="module")
def spectrum(adjacency):
    return full_spectrum(adjacency)


@pytest.fixture
def signal(adjacency):
    return signals.noise(adjacency.shape[0], seed=3)


def test_the_transform_preserves_energy_and_inverts(spectrum, signal):
    amplitudes = signals.fourier_transform(spectrum, signal)
    assert np.linalg.norm(amplitudes) == pytest.approx(np.linalg.norm(signal))
    assert np.allclose(signals.inverse_fourier_transform(spectrum, amplitudes), signal)
    both = np.stack([signal, 2 * signal], axis=1)
    assert np.allclose(
        signals.fourier_transform(spectrum, both), np.stack([amplitudes, 2 * amplitudes], 1)
    )


def test_a_filter_is_a_function_of_the_laplacian(adjacency, spectrum, signal):
    matrix = laplacian(adjacency).toarray()
    heat = SpectralFilter(kind="heat", scale=1.7)
    assert np.allclose(
        signals.filter_signal(spectrum, signal, heat.response),
        scipy.linalg.expm(-1.7 * matrix) @ signal,
    )
    polynomial = SpectralFilter(kind="polynomial", coefficients=(1, 0, -0.25))
    assert np.allclose(
        signals.filter_signal(spectrum, signal, polynomial.response),
        signal - matrix @ matrix @ signal / 4,
    )


def test_another_basis_of_equal_frequencies_changes_nothing(signal):
    """All frequencies of a ring are double but those at its ends."""
    spectrum = full_spectrum(_adjacency(nx.cycle_graph(36)))
    turned = spectrum.eigenvectors.copy()
    for first, last in spectrum.degenerate_groups:
        turned[:, first:last] @= scipy.stats.ortho_group.rvs(last - first, random_state=first)
    other = dataclasses.replace(spectrum, eigenvectors=turned)
    assert not np.allclose(turned, spectrum.eigenvectors)
    heat = SpectralFilter(kind="heat", scale=1.7).response
    for of in (
        lambda each: signals.filter_signal(each, signal, heat),
        lambda each: signals.cut_signal(each, signal, 5).low,
    ):
        np.testing.assert_allclose(of(spectrum), of(other), atol=1e-12)


@pytest.mark.parametrize(
    "config",
    [
        LaplacianConfig(),
        LaplacianConfig(self_loops=False),
        LaplacianConfig(self_loops=False, isolated=1),
        LaplacianConfig(kind="combinatorial", self_loops=False),
    ],
    ids=str,
)
def test_the_mean_frequency_is_that_of_the_laplacian(adjacency, signal, config):
    spectrum = full_spectrum(adjacency, config)
    of_vectors = [signals.mean_frequency(spectrum, v) for v in spectrum.eigenvectors.T]
    np.testing.assert_allclose(of_vectors, spectrum.eigenvalues, atol=1e-12)
    assert of_vectors[: spectrum.null_dimension] == [0.0] * spectrum.null_dimension
    quotient = signal @ laplacian(adjacency, config) @ signal / (signal @ signal)
    for scale in (1, -1e200, 1e-200):
        found = signals.mean_frequency(spectrum, scale * signal)
        assert found == pytest.approx(quotient)
    assert signals.mean_frequency(spectrum, 0 * signal) is None


@pytest.mark.parametrize("num_low", [0, 1, 17, 36])
def test_low_and_high_part_add_up_and_are_orthogonal(spectrum, signal, num_low):
    bands = signals.cut_signal(spectrum, signal, num_low)
    assert np.allclose(bands.low + bands.high, signal, atol=1e-14)
    assert bands.low @ bands.high == pytest.approx(0, abs=1e-10)
    assert bands.low_energy == pytest.approx((bands.low @ bands.low) / (signal @ signal))
    assert signals.cut_signal(spectrum, 0 * signal, num_low).low_energy is None


def test_a_partial_spectrum_suffices_for_the_low_part(adjacency, spectrum, signal):
    some = lowest_eigenpairs(adjacency, 8)
    full = signals.cut_signal(spectrum, signal, 6)
    assert np.allclose(signals.cut_signal(some, signal, 6).low, full.low)
    with pytest.raises(InputError, match="lowest 9 eigenpairs are needed, but 8"):
        signals.cut_signal(some, signal, 9)
    with pytest.raises(InputError, match="8 of 36 eigenpairs are known"):
        signals.fourier_transform(some, signal)


def test_denoising_removes_noise_from_a_smooth_signal(spectrum):
    clean = signals.smooth_signal(spectrum, seed=1)
    noisy = signals.with_noise(clean, 0.5, seed=2)
    low_pass = SpectralFilter(kind="heat", scale=3.0)
    result = signals.denoise(spectrum, clean, noisy, low_pass.response)
    assert result.error_before == pytest.approx(0.5, rel=0.4)
    assert result.error_after < 0.7 * result.error_before
    all_pass = signals.denoise(spectrum, clean, noisy, np.ones_like)
    assert all_pass.error_after == pytest.approx(all_pass.error_before)
    with pytest.raises(InputError, match="clean signal is 0"):
        signals.denoise(spectrum, 0 * clean, noisy, np.ones_like)


def test_a_wavelet_is_a_column_of_the_heat_kernel(adjacency, spectrum):
    exact = scipy.linalg.expm(-0.8 * laplacian(adjacency).toarray())[:, 5]
    whole = signals.wavelet_at(spectrum, 5, 0.8)
    assert np.allclose(whole.values, exact)
    sparse = signals.wavelet_at(spectrum, 5, 0.8, threshold=0.01)
    assert np.array_equal(sparse.values != 0, exact >= 0.01)
    assert sparse.num_kept == np.count_nonzero(sparse.values)
    assert sparse.largest_dropped == pytest.approx(exact[exact < 0.01].max())
    inverse = scipy.linalg.expm(0.8 * laplacian(adjacency).toarray())[:, 5]
    assert np.allclose(signals.wavelet_at(spectrum, 5, -0.8).values, inverse)


def test_signals_are_what_they_are_called(adjacency, spectrum):
    assert np.array_equal(signals.delta(4, 2), [0, 0, 1, 0])
    assert np.array_equal(signals.label_indicator(np.array([1, -1, 0, 1]), 1), [1, 0, 0, 1])
    degrees = [d for _, d in nx.karate_club_graph().degree(weight="weight")]
    assert np.array_equal(signals.degree_signal(adjacency), [*degrees, 0, 0])
    smooth = signals.smooth_signal(spectrum, seed=4)
    assert np.abs(smooth).max() == 1
    quarter = spectrum.num_nodes // 4
    low = signals.cut_signal(spectrum, smooth, quarter).low_energy
    rough = signals.cut_signal(spectrum, signals.noise(36, seed=4), quarter).low_energy
    assert low > 0.95 > 0.6 > rough


def test_random_signals_are_repeatable_and_do_not_depend_on_the_basis(adjacency, spectrum):
    assert np.array_equal(signals.noise(9, seed=5), signals.noise(9, seed=5))
    assert not np.array_equal(signals.noise(9, seed=5), signals.noise(9, seed=6))
    ring = full_spectrum(_adjacency(nx.cycle_graph(12)))
    turned = ring.eigenvectors.copy()
    for first, last in ring.degenerate_groups:
        rotation = scipy.linalg.qr(
            np.random.default_rng(first).normal(size=(last - first,) * 2)
        )
        turned[:, first:last] = turned[:, first:last] @ rotation[0]

    other = dataclasses.replace(ring, eigenvectors=turned)
    assert len(ring.degenerate_groups) == 5
    assert np.allclose(signals.smooth_signal(ring, 1), signals.smooth_signal(other, 1))


def test_bad_arguments_are_named(spectrum):
    with pytest.raises(InputError, match="no node 4"):
        signals.delta(4, 4)
    with pytest.raises(InputError, match="label 7"):
        signals.label_indicator(np.array([0, 1]), 7)
    with pytest.raises(InputError, match="low frequencies is 40"):
        signals.cut_signal(spectrum, np.zeros(36), 40)
    with pytest.raises(InputError, match=r"shape \(3,\); give one value for each of the 36"):
        signals.fourier_transform(spectrum, [1, 2, 3])


def test_the_landing_page_loads_neither_torch_nor_numba():
    program = (
        "import sys, spgat.spectral.signals, spgat.spectral.reconstruction, "
        "spgat.spectral.filters, spgat.spectral.images\n"
        "heavy = {'torch', 'numba', 'sklearn', 'PIL', 'umap'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_combinatorial_spectrum_serves_too(adjacency, signal):
    spectrum = full_spectrum(adjacency, LaplacianConfig(kind="combinatorial"))
    amplitudes = signals.fourier_transform(spectrum, signal)
    assert np.allclose(signals.inverse_fourier_transform(spectrum, amplitudes), signal)


@pytest.mark.parametrize("num_nodes", [2, 10, 34])
def test_the_noise_that_was_drawn_is_as_strong_as_it_says(num_nodes):
    signal = np.linspace(-1, 3, num_nodes)
    for seed in range(5):
        added = signals.with_noise(signal, 0.5, seed) - signal
        assert np.sqrt(np.mean(added**2)) == pytest.approx(0.5 * np.sqrt(np.mean(signal**2)))
