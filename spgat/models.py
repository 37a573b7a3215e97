"""The models by the names that a config gives; a plain table, so that lists need no torch."""

from dataclasses import dataclass
from typing import Literal

Spectrum = Literal["bands", "columns", "filter", "none"]


@dataclass(frozen=True, slots=True)
class Model:
    """A model that can be trained.

    Attributes:
        title: What people call it.
        location: Its class, as "module:class", which `spgat.nn.build` imports.
        spectrum: What it makes of a graph's spectrum: "bands" weighs low against high
            frequencies, "columns" has a number for each column of a basis, "filter" learns a
            polynomial of the frequency, "none" does not look at it.
    """

    title: str
    location: str
    spectrum: Spectrum = "none"


#: By the name that `TrainConfig.model` takes.
MODELS: dict[str, Model] = {
    "spgat": Model("SpGAT", "spgat.nn.spgat:SpGAT", "bands"),
    "spgat-na": Model(
        "SpGAT, attention on each wavelet", "spgat.nn.variants:SpGATNA", "columns"
    ),
    "gwnn": Model("GWNN", "spgat.nn.variants:SpectralKernelNetwork", "columns"),
    "spectral-cnn": Model("Spectral CNN", "spgat.nn.variants:SpectralKernelNetwork", "columns"),
    "mlp": Model("MLP", "spgat.nn.baselines.mlp:MLP"),
    "logistic-regression": Model(
        "Logistic regression", "spgat.nn.baselines.mlp:LogisticRegression"
    ),
    "gcn": Model("GCN", "spgat.nn.baselines.gcn:GCN"),
    "gat": Model("GAT", "spgat.nn.baselines.gat:GAT"),
    "chebynet": Model("ChebyNet", "spgat.nn.baselines.cheby:ChebyNet"),
    "arma": Model("ARMA", "spgat.nn.baselines.arma:ARMA"),
    "sgc": Model("SGC", "spgat.nn.baselines.sgc:SGC"),
    "appnp": Model("APPNP", "spgat.nn.baselines.appnp:APPNP"),
    "ggnn": Model("GGNN", "spgat.nn.baselines.ggnn:GGNN"),
    "graphsage": Model("GraphSAGE", "spgat.nn.baselines.neighbour_sum:GraphSAGE"),
    "high-order": Model("High-order", "spgat.nn.baselines.neighbour_sum:HighOrder"),
    "hypergraph": Model("Hypergraph", "spgat.nn.baselines.hypergraph:HyperGraph"),
    "gcnii": Model("GCNII", "spgat.nn.baselines.gcnii:GCNII"),
    "grand": Model("GRAND", "spgat.nn.baselines.grand:GRAND"),
    "gpr-gnn": Model("GPR-GNN", "spgat.nn.baselines.gpr_gnn:GPRGNN", "filter"),
    "bernnet": Model("BernNet", "spgat.nn.baselines.bernnet:BernNet", "filter"),
    "chebnetii": Model("ChebNetII", "spgat.nn.baselines.chebnetii:ChebNetII", "filter"),
    "jacobiconv": Model("JacobiConv", "spgat.nn.baselines.jacobiconv:JacobiConv", "filter"),
    "dgi": Model("DGI", "spgat.nn.baselines.dgi:DGI"),
    "graphzoom": Model("GraphZoom", "spgat.nn.baselines.graphzoom:GraphZoom"),
    "deepwalk": Model("DeepWalk", "spgat.nn.baselines.deepwalk:DeepWalk"),
    "planetoid": Model("Planetoid", "spgat.nn.baselines.planetoid:Planetoid"),
    "planetoid-i": Model(
        "Planetoid, inductive", "spgat.nn.baselines.planetoid:PlanetoidInductive"
    ),
}
#: Those that SpGAT is compared with; their settings are those of their publications.
BASELINES: tuple[str, ...] = tuple(
    n for n, m in MODELS.items() if m.spectrum in ("filter", "none")
)


def titles() -> dict[str, str]:
    """Returns what people call each model, by name."""
    return {name: model.title for name, model in MODELS.items()}
