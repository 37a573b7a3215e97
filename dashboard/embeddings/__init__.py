"""The parts of the Embeddings page."""
