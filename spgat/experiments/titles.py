"""The tables and figures by name, in the order readers want them; needs no heavy import."""

TITLES: dict[str, str] = {
    "findings": "What we found",
    "table1": "Test accuracy of all models on the five datasets",
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
