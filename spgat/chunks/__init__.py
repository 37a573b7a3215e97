"""Bands of features, Φ_b X, in chunked files: written in parallel, trained on in batches."""
