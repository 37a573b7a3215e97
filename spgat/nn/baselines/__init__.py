"""The models SpGAT is measured against, on PyTorch Geometric's layers where it has them.

A first layer here multiplies sparse features by its weights before it propagates, which is
the same map as propagating first and several times cheaper (tests compare both).
"""
