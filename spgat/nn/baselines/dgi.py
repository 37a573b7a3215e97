"""Deep Graph Infomax (Veličković et al., ICLR 2019)."""

import torch
from torch import Tensor, nn
from torch_geometric.nn import DeepGraphInfomax, GCNConv

from spgat.arrays import Floats32
from spgat.config import TrainConfig
from spgat.nn.baselines.frozen import FrozenEmbedding
from spgat.nn.baselines.inputs import InputLinear, csr_tensor, linear_done
from spgat.nn.features import Features, feature_tensor, num_inputs
from spgat.nn.model import Preparation
from spgat.nn.optimizer import Adam, Group
from spgat.spectral.laplacian import normalized_adjacency


class DGI(FrozenEmbedding):
    """A one-layer GCN trained to tell a graph from one with its features shuffled.

    Options: `infomax_epochs` (at most 1000), `infomax_patience` (20),
    `infomax_learning_rate` (0.001).
    """

    def embed(self, preparation: Preparation) -> Floats32:
        """Returns the GCN's output on the true graph."""
        return infomax(preparation, self.config)


def infomax(preparation: Preparation, config: TrainConfig) -> Floats32:
    """Returns Deep Graph Infomax embeddings of a graph, float32 [num_nodes, config.hidden].

    Those of the epoch with the lowest infomax loss; training stops `infomax_patience` epochs
    later. The options are those of `DGI`.
    """
    graph, device, size = preparation.graph, preparation.device, config.hidden
    features = feature_tensor(graph, config.normalize_features, device)
    epochs = config.option("infomax_epochs", 1000)
    patience = config.option("infomax_patience", 20)
    structure = csr_tensor(normalized_adjacency(graph.adjacency, self_loops=True), device)
    with torch.random.fork_rng(devices=[device] if device.type == "cuda" else []):
        torch.manual_seed(preparation.seed)
        model = DeepGraphInfomax(
            hidden_channels=size,
            encoder=_Encoder(num_inputs(graph), size),
            summary=lambda z, *_: torch.sigmoid(z.mean(dim=0)),
            corruption=lambda x, a: (_Shuffled(x), a),
        ).to(device)
        optimizer = Adam(
            Group(model.parameters(), config.option("infomax_learning_rate", 0.001))
        )
        best, best_epoch = float("inf"), 0
        state = {name: value.clone() for name, value in model.state_dict().items()}
        for epoch in range(epochs):
            preparation.report(epoch / epochs, f"infomax epoch {epoch + 1}")
            optimizer.zero_grad()
            loss = model.loss(*model(features, structure))
            if loss.item() < best:
                best, best_epoch = loss.item(), epoch
                state = {name: value.clone() for name, value in model.state_dict().items()}
            elif epoch - best_epoch >= patience:
                break
            loss.backward()
            optimizer.step()
        model.load_state_dict(state)
        with torch.no_grad():
            embedding: Tensor = model.encoder(features, structure)
    return embedding.cpu().numpy()


class _Shuffled:
    """Features whose rows the encoder shall shuffle: after XΘ, where the rows are shorter."""

    def __init__(self, features: Features) -> None:
        self.features = features


class _Encoder(nn.Module):
    """PReLU(Â X Θ + b)."""

    def __init__(self, num_features: int, size: int) -> None:
        super().__init__()
        self.linear = InputLinear(num_features, size)
        self.conv = linear_done(GCNConv(size, size, normalize=False))
        self.activation = nn.PReLU(size)

    def forward(self, x: Features | _Shuffled, structure: Tensor) -> Tensor:
        if isinstance(x, _Shuffled):
            product = self.linear(x.features)
            product = product[torch.randperm(len(product), device=product.device)]
        else:
            product = self.linear(x)
        hidden: Tensor = self.activation(self.conv(product, structure))
        return hidden
