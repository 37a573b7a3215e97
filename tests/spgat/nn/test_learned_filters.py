"""The learned filters of the field: what each basis is, and that it is what acts on a graph."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from scipy.special import eval_jacobi

from spgat import datasets
from spgat.bands.response import filter_response
from spgat.config import TrainConfig
from spgat.errors import InputError
from spgat.models import MODELS
from spgat.nn.baselines.jacobiconv import jacobi
from spgat.nn.build import build_model
from spgat.nn.model import Preparation
from spgat.published import published
from spgat.spectral.laplacian import LaplacianConfig, laplacian
from spgat.training import fit

FILTERS = [name for name, model in MODELS.items() if model.spectrum == "filter"]
SHARED = [name for name in FILTERS if name != "jacobiconv"]
GRID = np.linspace(0, 2, 9)
NUM_CLASSES = 3


def built(name, *, seed=None, dataset="cora", **options):
    """A model in evaluation mode; with a seed its filter has random coefficients."""
    config = published(name, dataset)
    chosen = dict(config.options) | options
    config = replace(config, options=tuple(sorted(chosen.items())))
    torch.manual_seed(0)
    network = build_model(config, 5, NUM_CLASSES).eval()
    if seed is not None:
        generator = torch.Generator().manual_seed(seed)
        with torch.no_grad():
            for parameter in network.band_parameters():
                parameter.copy_(torch.randn(parameter.shape, generator=generator))
    return network


def response(network, eigenvalues):
    """g(λ) of each filter, as the record's parts make it."""
    return network.coefficients().detach().numpy() @ network.basis(eigenvalues)


def test_there_are_four():
    assert FILTERS == ["gpr-gnn", "bernnet", "chebnetii", "jacobiconv"]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("order", [1, 4, 10])
@pytest.mark.parametrize("name", SHARED)
def test_a_filter_multiplies_an_eigenvector_by_its_response(name, order, seed):
    graph = datasets.load("karate")
    network = built(name, seed=seed, order=order)
    structure = network.prepare(Preparation(graph)).structure
    matrix = laplacian(graph.adjacency, network.config.bands.laplacian).toarray()
    eigenvalues, vectors = np.linalg.eigh(matrix)
    with torch.no_grad():
        filtered = network.filtered(torch.from_numpy(vectors).float(), structure).numpy()
    np.testing.assert_allclose(
        filtered, vectors * response(network, eigenvalues), atol=3e-5 * 2**order**0.5
    )


@pytest.mark.parametrize(("a", "b"), [(1.0, 1.0), (-0.75, 0.25), (2.0, -0.25), (-1.0, 0.5)])
def test_jacobiconv_filters_each_class_by_its_own_response(a, b):
    graph = datasets.load("karate")
    config = replace(published("jacobiconv", "cora"), normalize_features="none")
    options = dict(config.options) | {"a": a, "b": b, "order": 6}
    config = replace(config, options=tuple(sorted(options.items())))
    network = build_model(config, graph.num_nodes, NUM_CLASSES).eval()
    torch.nn.init.normal_(network.beta, generator=torch.Generator().manual_seed(1))
    inputs = network.prepare(Preparation(graph))
    eigenvalues, vectors = np.linalg.eigh(
        laplacian(graph.adjacency, config.bands.laplacian).toarray()
    )
    with torch.no_grad():
        predictions = network.linear(inputs.features).double().numpy()  # XW + b
        logits = network(inputs).logits.numpy()
    gains = response(network, eigenvalues)  # [classes, n]
    for column in range(NUM_CLASSES):
        expected = vectors @ (gains[column] * (vectors.T @ predictions[:, column]))
        np.testing.assert_allclose(logits[:, column], expected, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize(("a", "b"), [(1.0, 1.0), (0.0, 0.0), (-0.5, -0.5), (2.0, -0.25)])
def test_the_recurrence_gives_jacobis_polynomials(a, b):
    z = np.linspace(-1, 1, 21)
    terms = list(jacobi(lambda x: z * x, np.ones_like(z), 10, a, b))
    for degree, term in enumerate(terms):
        np.testing.assert_allclose(term, eval_jacobi(degree, a, b, z), atol=1e-9)


@pytest.mark.parametrize("teleport", [0.0, 0.1, 0.9, 1.0])
def test_gpr_gnn_starts_from_personalised_pagerank(teleport):
    network = built("gpr-gnn", teleport=teleport)
    weights = network.coefficients().detach().numpy()[0]
    np.testing.assert_allclose(weights.sum(), 1, rtol=1e-5)
    # The fixed point of z ← (1 − α) (1 − λ) z + α, ten times from 1.
    expected = np.ones_like(GRID)
    for _ in range(10):
        expected = (1 - teleport) * (1 - GRID) * expected + teleport
    np.testing.assert_allclose(response(network, GRID)[0], expected, atol=1e-5)


@pytest.mark.parametrize("name", ["bernnet", "chebnetii"])
def test_bernnet_and_chebnetii_start_by_letting_everything_pass(name):
    np.testing.assert_allclose(response(built(name), GRID), np.ones((1, len(GRID))), atol=1e-6)


def test_bernsteins_filter_is_never_negative_and_meets_its_ends():
    network = built("bernnet", seed=3)
    theta = network.coefficients().detach().numpy()[0]
    assert (theta == 0).any()  # the draw has negative scalars
    assert response(network, GRID).min() >= 0
    np.testing.assert_allclose(response(network, np.array([0.0, 2.0]))[0], theta[[0, -1]])


def test_chebnetii_interpolates_at_chebyshevs_nodes():
    network = built("chebnetii", seed=4)
    gamma = network.coefficients().detach().numpy()
    np.testing.assert_allclose(response(network, network.nodes()), gamma, atol=1e-6)
    zeros = np.polynomial.chebyshev.chebroots([0] * 11 + [1]) + 1
    np.testing.assert_allclose(np.sort(network.nodes()), np.sort(zeros), atol=1e-12)


def test_chebnetii_is_the_published_double_sum():
    network = built("chebnetii", seed=5, order=4)
    gamma = network.coefficients().detach().double().numpy()[0]
    x = np.cos((4 - np.arange(5) + 0.5) * np.pi / 5)
    total = np.zeros_like(GRID)
    for k in range(5):
        weight = 2 / 5 * sum(gamma[j] * np.cos(k * np.arccos(x[j])) for j in range(5))
        total += (weight / 2 if k == 0 else weight) * np.cos(k * np.arccos(GRID - 1))
    np.testing.assert_allclose(response(network, GRID)[0], total, atol=1e-6)


def test_jacobiconvs_coefficients_are_decomposed():
    network = built("jacobiconv", scale=2.0)
    start = network.coefficients().detach().numpy()
    gamma = 2 * np.tanh(0.5)
    np.testing.assert_allclose(start, np.tile(gamma ** np.arange(11), (3, 1)), rtol=1e-5)


@pytest.mark.parametrize("name", FILTERS)
def test_gradients_reach_the_coefficients(name):
    graph = datasets.load("karate")
    config = replace(published(name, "texas"), hidden=8, normalize_features="none")
    torch.manual_seed(1)
    network = build_model(config, graph.num_nodes, graph.num_classes).eval()
    inputs = network.prepare(Preparation(graph))
    labels = torch.from_numpy(np.array(graph.labels))

    def loss():
        return torch.nn.functional.cross_entropy(network(inputs).logits, labels)

    loss().backward()
    for parameter in network.band_parameters():
        direction = torch.randn(parameter.shape, generator=torch.Generator().manual_seed(0))
        start, ends = parameter.detach().clone(), []
        for sign in (1, -1):
            with torch.no_grad():
                parameter.copy_(start + sign * 0.02 * direction)
                ends.append(loss().item())
                parameter.copy_(start)
        slope = (parameter.grad * direction).sum().item()
        assert abs(slope) > 1e-4
        assert slope == pytest.approx((ends[0] - ends[1]) / 0.04, rel=0.02, abs=1e-4)


@pytest.mark.parametrize(
    ("name", "of_filter"), [(n, 11) for n in SHARED] + [("jacobiconv", 11 * NUM_CLASSES + 10)]
)
def test_the_number_of_parameters(name, of_filter):
    network = built(name)
    width = 64
    mlp = 5 * width + width + width * NUM_CLASSES + NUM_CLASSES
    linear = 5 * NUM_CLASSES + NUM_CLASSES
    expected = of_filter + (linear if name == "jacobiconv" else mlp)
    assert sum(parameter.numel() for parameter in network.parameters()) == expected


@pytest.mark.parametrize("name", FILTERS)
def test_a_short_training_learns_and_records_its_filter(name):
    graph = datasets.load("karate")
    config = replace(published(name, "texas"), epochs=60, normalize_features="none")
    result = fit(graph, config)
    assert result.history[-1].train_loss < 0.8 * result.history[0].train_loss
    record = result.learned_filter
    assert record is not None
    at_best = result.history[result.best_epoch - 1].coefficients
    np.testing.assert_allclose(record.coefficients.mean(axis=0), at_best, atol=1e-6)
    assert result.history[0].coefficients != result.history[-1].coefficients
    learned = filter_response(record)
    assert len(learned.values) == (graph.num_classes if name == "jacobiconv" else 1)
    assert learned.by_layer.shape == (1, len(learned.eigenvalues))


def test_penalties_and_rates_are_those_of_the_publications():
    network = built("jacobiconv", dataset="cora")
    rates = [group.rate for group in network.optimizer().groups]
    assert rates == [0.05, 0.01, 0.01]
    with torch.no_grad():
        for parameter in (network.linear.weight, network.linear.bias, network.eta):
            parameter.zero_()
    assert network.penalty().item() == pytest.approx(0.5 * 5e-5 * network.beta.numel())
    network = built("chebnetii", dataset="cora")
    with torch.no_grad():
        for parameter in network.weights():
            parameter.zero_()
    assert network.penalty().item() == pytest.approx(0.5 * 0.05 * 11)


@pytest.mark.parametrize("name", FILTERS)
def test_a_set_that_was_not_published_takes_the_nearest_ones(name):
    assert published(name, "wisconsin") == published(name, "texas")
    assert published(name, "squirrel-filtered") == published(name, "squirrel")
    assert published(name, "tolokers") == published(name, "cora")
    assert published(name, "texas") != published(name, "cora")


def test_other_laplacians_are_refused():
    config = published("bernnet", "cora")
    bands = replace(config.bands, laplacian=LaplacianConfig(kind="combinatorial"))
    with pytest.raises(InputError, match="combinatorial"):
        build_model(replace(config, bands=bands), 5, NUM_CLASSES)


def test_other_models_learn_no_filter():
    result = fit(datasets.load("karate"), TrainConfig(model="gcn", epochs=2))
    assert (result.learned_filter, result.history[0].coefficients) == (None, ())
