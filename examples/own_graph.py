"""Look at a graph of your own: from an edge list to its smoothest signal, then train on it.

Run it with `python examples/own_graph.py`; it makes its own small file.
"""

from dataclasses import replace

import numpy as np

from spgat.config import TrainConfig
from spgat.datasets import with_split
from spgat.datasets.imports import read_graph
from spgat.spectral.eigen import full_spectrum
from spgat.training import fit

# Two groups of friends who hardly know each other.
people = [f"{name}{number}" for name in ("ann", "bob") for number in range(20)]
generator = np.random.default_rng(0)
lines = [
    f"{people[i]},{people[j]}"
    for i in range(40)
    for j in range(i)
    if generator.random() < (0.5 if i // 20 == j // 20 else 0.02)
]
text = "\n".join(["source,target", *lines])

graph = read_graph(text.encode(), "friends.csv").graph
spectrum = full_spectrum(graph.adjacency)
fiedler = spectrum.eigenvectors[:, 1]  # the slowest signal that is not the same everywhere
print(f"{graph.num_nodes} people, {graph.num_edges} friendships")
print(f"The second eigenvalue is {spectrum.eigenvalues[1]:.3f}: two groups, weakly joined.")

labels = np.array([name.startswith("bob") for name in graph.node_names], dtype=np.int64)
agree = np.mean((fiedler > 0) == labels)
print(f"The sign of its eigenvector tells the groups apart for {max(agree, 1 - agree):.0%}.")

graph = with_split(graph.with_(labels=labels, class_names=("ann", "bob")))
bands = replace(TrainConfig().bands, low_fractions=(0.1,))
result = fit(graph, TrainConfig(hidden=8, epochs=50, bands=bands))
print(f"A network learns them: {result.test_accuracy:.0%} of the test nodes are right.")
