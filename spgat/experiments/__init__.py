"""The paper measured again: its tables and figures, what we found, and the search for better.

A `Cell` is one measurement; a sweep runs cells and records them; an `Experiment` turns records
into rows beside the printed figures, and `reproduce` writes them to results/. The names stand
here, where no heavy import is needed.
"""

from typing import Literal

#: The tables and figures by name, in the order readers want them.
TITLES: dict[str, str] = {
    "findings": "What we found",
    "table1": "Test accuracy of all models on the five datasets",
    "filters": "What filters learn under homophily and heterophily",
    "ablation": "What each part of SpGAT (best) brings",
    "suggested-d": "The suggested d against the best of a grid",
    "figure-d": "Accuracy against d, the share of basis columns that count as low",
    "attention": "Learned α at the best d, and each band alone",
    "variants": "Bases, attention per frequency, GCNII, parameter counts, datasets",
    "silhouette": "Mean silhouette of the embeddings, and their t-SNE pictures",
    "timing": "Seconds to obtain the wavelets, and of 200 epochs on PubMed",
    "ppi": "Inductive classification on PPI",
    "figure1": "Figure 1: a picture and a barbell in low and high frequencies",
}

#: What `spgat reproduce` takes.
NAMES: tuple[str, ...] = (*TITLES, "all")

#: What `spgat tune` can search: true frequency bands, the same with cuts that learn, these on
#: consistent views, the published SpGAT-Cheby, the paper's sparse wavelets.
Family = Literal["frequency", "learned-cuts", "views", "cheby", "wavelet"]
