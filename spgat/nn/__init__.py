"""Spectral graph attention as PyTorch modules, and the models it is compared with."""

from spgat.nn.model import NodeClassifier as NodeClassifier
from spgat.nn.spgat import SpGAT as SpGAT
from spgat.nn.spgat_conv import SpGATConv as SpGATConv
