"""The tabs of the page Paper, as readers see them, and the name of each one's result."""

TABS = {
    "What we found": "findings",
    "Accuracy": "table1",
    "Accuracy against d": "figure-d",
    "Attention": "attention",
    "Variants": "variants",
    "Silhouettes": "silhouette",
    "Times": "timing",
    "PPI": "ppi",
    "Figure 1": "figure1",
}
