"""Cut a graph into its low and its high frequencies: the paper's Figure 1 (d) to (f).

Run it with `python examples/cut_a_graph.py`; it needs no network.
"""

from pathlib import Path

from spgat import datasets
from spgat.drawing import draw_edge_bands
from spgat.spectral.eigen import full_spectrum
from spgat.spectral.reconstruction import edge_shares, reconstruct_edges, sign_clusters

graph = datasets.load("barbell")
spectrum = full_spectrum(graph.adjacency)
bands = reconstruct_edges(graph.adjacency, spectrum, num_low=2)

shares = edge_shares(bands, sign_clusters(spectrum))
print(
    f"The 2 lowest of {graph.num_nodes} frequencies hold {bands.low_energy:.0%} of the energy."
)
print(f"They keep {shares.low_inside:.0%} of the weight inside the two clusters")
print(f"and {shares.low_across:.0%} of the bridge between them.")

file = Path("barbell.svg")
draw_edge_bands(graph, bands).save(file)
print(f"{file} shows the graph, its low and its high frequencies.")
