import networkx as nx
import numpy as np
import pytest
import scipy.linalg
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from spgat.errors import Cancelled, InputError
from spgat.spectral import chebyshev
from spgat.spectral.laplacian import LaplacianConfig, eigenvalue_bound, laplacian

LAMBDA = np.linspace(0, 2, 2001)


def _adjacency(graph):
    return sp.csr_array(nx.to_scipy_sparse_array(graph, dtype=np.float64))


GRAPHS = {
    "barbell": nx.barbell_graph(6, 2),
    "star": nx.star_graph(9),
    "complete": nx.complete_graph(7),
    "bipartite": nx.complete_bipartite_graph(3, 5),
    "disconnected": nx.disjoint_union(nx.path_graph(4), nx.empty_graph(3)),
}


@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize("scale", [0.0, 0.5, 1.0, 5.0])
@pytest.mark.parametrize("upper", [2.0, 9.5])
def test_the_error_of_a_heat_series_is_its_bound_and_falls_with_the_order(scale, sign, upper):
    grid = LAMBDA * upper / 2
    exact = np.exp(sign * scale * grid)
    bounds = []
    for order in range(0, 40, 3):
        series = chebyshev.heat_series(scale, order=order, upper=upper, sign=sign)
        error = np.abs(series.evaluate(grid) - exact).max()
        rounding = 1e-12 * exact.max()
        assert error == pytest.approx(series.error_bound, rel=1e-9, abs=rounding)
        bounds.append(series.error_bound)
    assert all(np.diff(bounds) <= 0)


@settings(deadline=None, max_examples=60)
@given(
    st.floats(0, 30),
    st.floats(1e-12, 0.5),
    st.floats(0.1, 20),
    st.sampled_from([-1, 1]),
)
def test_a_tolerance_is_met_by_the_lowest_order(scale, tolerance, upper, sign):
    if sign == 1 and scale * upper > 20:
        tolerance *= np.exp(scale * upper - 20)
    series = chebyshev.heat_series(scale, tolerance=tolerance, upper=upper, sign=sign)
    assert series.error_bound <= tolerance
    if series.order > 0:
        lower = chebyshev.heat_series(scale, order=series.order - 1, upper=upper, sign=sign)
        assert lower.error_bound > tolerance


def test_the_printed_series_is_the_inverse_wavelet():
    series = chebyshev.printed_series(2.0, 30)
    assert np.allclose(series.evaluate(LAMBDA), np.exp(2 * LAMBDA), rtol=1e-12)
    # c_i = 2 e^s I_i(s), as printed in Theorem 1.
    printed = 2 * np.exp(2.0) * scipy.special.iv(np.arange(31), 2.0)
    printed[0] /= 2
    assert np.allclose(series.coefficients, printed)
    assert np.allclose(chebyshev.printed_series(2.0, 30, upper=8.0).coefficients, printed)


@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize("kind", ["normalized", "combinatorial"])
@pytest.mark.parametrize("self_loops", [True, False])
def test_applied_to_signals_it_is_the_matrix_function(name, kind, self_loops):
    """The combinatorial Laplacian among them, whose spectrum exceeds [0, 2]."""
    config = LaplacianConfig(kind=kind, self_loops=self_loops)
    matrix = laplacian(_adjacency(GRAPHS[name]), config)
    upper = eigenvalue_bound(matrix, config)
    x = np.random.default_rng(0).standard_normal((matrix.shape[0], 70))
    for scale, sign in ((0.7, -1), (0.2, 1)):
        series = chebyshev.heat_series(scale, tolerance=1e-10, upper=upper, sign=sign)
        exact = scipy.linalg.expm(sign * scale * matrix.toarray()) @ x
        assert np.allclose(series.apply(matrix, x), exact, rtol=1e-9, atol=1e-8)


@pytest.mark.parametrize("order", [0, 1, 2, 9])
def test_applying_agrees_with_evaluating_on_eigenvectors(order):
    matrix = laplacian(_adjacency(GRAPHS["barbell"]))
    eigenvalues, eigenvectors = np.linalg.eigh(matrix.toarray())
    series = chebyshev.step_series(0.6, order)
    exact = (eigenvectors * series.evaluate(eigenvalues)) @ eigenvectors.T
    assert np.allclose(series.apply(matrix, np.eye(len(exact))), exact)
    column = series.apply(matrix, np.eye(len(exact))[:, 3])
    assert column.shape == (len(exact),)
    assert np.allclose(column, exact[:, 3])


def test_applying_leaves_the_signals_alone_and_keeps_float32():
    matrix = laplacian(_adjacency(GRAPHS["star"]))
    series = chebyshev.heat_series(1.0, order=5)
    x = np.random.default_rng(0).standard_normal((10, 4))
    before = x.copy()
    single = series.apply(matrix, x.astype(np.float32))
    assert single.dtype == np.float32
    assert np.allclose(single, series.apply(matrix, x), atol=1e-5)
    assert np.array_equal(x, before)
    assert series.apply(matrix, np.ones(10, dtype=np.int64)).dtype == np.float64


def test_any_function_is_approximated():
    series = chebyshev.series_of(lambda eigenvalues: 1 / (1 + eigenvalues), 30)
    assert np.allclose(series.evaluate(LAMBDA), 1 / (1 + LAMBDA), atol=1e-12)
    constant = chebyshev.series_of(lambda eigenvalues: np.ones_like(eigenvalues), 3, upper=5)
    assert np.allclose(constant.coefficients, [1, 0, 0, 0])
    heat = chebyshev.heat_series(1.5, order=12)
    assert np.allclose(
        chebyshev.series_of(lambda e: np.exp(-1.5 * e), 12).coefficients, heat.coefficients
    )


@pytest.mark.parametrize("cutoff", [0.1, 0.7, 1.0, 1.9])
def test_a_damped_step_stays_between_0_and_1_and_sharpens_with_the_order(cutoff):
    away = np.abs(LAMBDA - cutoff) > 0.15
    ideal = (cutoff >= LAMBDA).astype(float)
    errors = []
    for order in (20, 60, 180):
        values = chebyshev.step_series(cutoff, order).evaluate(LAMBDA)
        assert values.min() > -1e-12
        assert values.max() < 1 + 1e-12
        errors.append(np.abs(values - ideal)[away].max())
    assert errors[0] > errors[1] > errors[2]
    assert errors[2] < 0.02
    ringing = chebyshev.step_series(cutoff, 60, damping="none").evaluate(LAMBDA)
    assert ringing.max() > 1.05


def test_a_step_outside_the_spectrum_passes_all_or_nothing():
    assert np.allclose(chebyshev.step_series(2.5, 8).evaluate(LAMBDA), 1)
    assert np.allclose(chebyshev.step_series(-0.1, 8).evaluate(LAMBDA), 0)


def test_bad_arguments_are_named():
    with pytest.raises(InputError, match="either an order or a tolerance"):
        chebyshev.heat_series(1.0)
    with pytest.raises(InputError, match="either an order or a tolerance"):
        chebyshev.heat_series(1.0, order=3, tolerance=0.1)
    with pytest.raises(InputError, match="tolerance is 0"):
        chebyshev.heat_series(1.0, tolerance=0)
    with pytest.raises(InputError, match="scale is -1"):
        chebyshev.heat_series(-1.0, order=3)
    with pytest.raises(InputError, match="lower the scale"):
        chebyshev.heat_series(1000.0, order=3, sign=1)
    with pytest.raises(InputError, match="series is -1"):
        chebyshev.step_series(1.0, -1)


def test_a_stop_is_heeded():
    matrix = laplacian(_adjacency(GRAPHS["star"]))
    seen = []
    with pytest.raises(Cancelled):
        chebyshev.heat_series(1.0, order=2).apply(
            matrix,
            np.ones((10, 3000)),
            progress=lambda f, _: seen.append(f),
            should_stop=lambda: len(seen) == 2,
        )
    assert seen == [1024 / 3000, 2048 / 3000]
