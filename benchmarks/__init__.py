"""Speed and memory of spgat against the alternatives; see `benchmarks.harness`."""
