"""The unsupervised half of Planetoid: an embedding that predicts graph and label contexts."""

import torch
from torch import Tensor, nn


class Contexts(nn.Module):
    """log p(c | e) = log softmax_c(e · w_c + b_c) over all nodes c, summed over what occurs.

    As the published code has it: a full softmax in place of negative samples, sums in place of
    means, a node among its own contexts.

    Args:
        num_nodes: Number of nodes n.
        size: Of the embedding.
        window: How many steps of a walk apart a node and its context are at most.
    """

    def __init__(self, num_nodes: int, size: int, window: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(num_nodes, size))
        self.bias = nn.Parameter(torch.zeros(num_nodes))
        nn.init.xavier_uniform_(self.weight)
        self.window = window

    def of_walks(self, embedding: Tensor, walks: Tensor, unseen: Tensor) -> Tensor:
        """Returns the loss of some walks, a scalar.

        Args:
            embedding: [num_walks, length, size], of the nodes on the walks.
            walks: int64 [num_walks, length].
            unseen: bool [num_nodes], nodes that are neither centre nor context, though walks
                pass through them.
        """
        length = walks.shape[1]
        seen = ~unseen[walks]
        numbers = torch.zeros(walks.shape, device=walks.device)  # of contexts, by centre
        scores = embedding.new_zeros(())
        for shift in range(-self.window, self.window + 1):
            at = slice(max(0, -shift), min(length, length - shift))
            there = slice(max(0, shift), min(length, length + shift))
            counts = (seen[:, at] & seen[:, there]).to(embedding.dtype)
            numbers[:, at] += counts
            nodes = walks[:, there]
            products = (embedding[:, at] * self.weight[nodes]).sum(dim=2) + self.bias[nodes]
            scores = scores + (counts * products).sum()
        return (numbers * self._normaliser(embedding)).sum() - scores

    def of_labels(self, embedding: Tensor, nodes: Tensor, labels: Tensor, batch: int) -> Tensor:
        """Returns the expected loss of pairs of training nodes with one label, a scalar.

        Args:
            embedding: [num_training, size].
            nodes: int64 [num_training].
            labels: int64 [num_training].
            batch: Number of pairs. The published code draws them; the mean is the same.
        """
        same = (labels[:, None] == labels).to(embedding.dtype)
        same = same / same.sum(dim=1, keepdim=True)
        scores = embedding @ self.weight[nodes].T + self.bias[nodes]
        loss = self._normaliser(embedding) - (same * scores).sum(dim=1)
        return batch * loss.mean()

    def _normaliser(self, embedding: Tensor) -> Tensor:
        return (embedding @ self.weight.T + self.bias).logsumexp(dim=-1)
