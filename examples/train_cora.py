"""Train SpGAT on Cora and see how much it listens to low frequencies.

Run it with `python examples/train_cora.py`. Cora is downloaded once, or taken from the folder
that `SPGAT_MIRROR` names.
"""

from spgat import datasets, presets
from spgat.training import fit

graph = datasets.load("cora")
config = presets.get("frequency", "cora")
result = fit(graph, config, seed=0)

print(f"{graph.name}: {graph.num_nodes} nodes, {graph.num_edges} edges")
print(f"Best validation epoch: {result.best_epoch}, test accuracy {result.test_accuracy:.1%}")

for layer, (low, high) in enumerate(result.alpha, start=1):
    print(f"α of layer {layer}: {low:.2f} low, {high:.2f} high")
