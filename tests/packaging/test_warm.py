"""What is compiled at the installation is all that a first training needs."""

import json
import subprocess
import sys

import pytest

TRAINED = """
import json
from dataclasses import replace
from numba.core.dispatcher import Dispatcher
from spgat import datasets, presets, warm
from spgat.nn import features, random_drop
from spgat.spectral import kernels, local_expansion, max_pool
from spgat.training import fit

def compiled():
    modules = (features, max_pool, random_drop, kernels, local_expansion)
    found = {k for m in modules for k in vars(m).values() if isinstance(k, Dispatcher)}
    return {f"{k.py_func.__name__}{sign}" for k in found for sign in k.signatures}

warm.main()
before = compiled()
for dataset in ("cora", "wine"):
    for preset in ("frequency", "best", "reference-code"):
        fit(datasets.load(dataset), replace(presets.get(preset, dataset), epochs=1))
print(json.dumps([sorted(before), sorted(compiled() - before)]))
"""


@pytest.mark.slow
def test_a_first_training_compiles_nothing(mirror):
    done = subprocess.run([sys.executable, "-c", TRAINED], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    before, later = json.loads(done.stdout)
    assert len(before) > 10
    assert later == []
