"""What is in a file's tables: ends and weights of edges, names and classes of nodes."""
