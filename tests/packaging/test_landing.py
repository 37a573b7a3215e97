"""What the server loads before anybody asks for a training or a map."""

import json
import subprocess
import sys

import pytest

from spgat.project import PROJECT

#: Plotly is barred, as Streamlit imports it by itself wherever it can; drawing without it
#: proves that no file of ours asks for it.
VISIT = """
import json, sys
sys.modules["plotly"] = None
from streamlit.testing.v1 import AppTest
app = AppTest.from_file(sys.argv[1], default_timeout=180).run()
loaded = {name.partition(".")[0] for name, module in sys.modules.items() if module}
print(json.dumps({
    "errors": [error.message for error in app.exception],
    "charts": len(app.get("echarts_chart")),
    "loaded": sorted(loaded),
}))
"""


@pytest.fixture(scope="module")
def visit():
    """What a first visit to the landing page found, in a process of its own."""
    command = [sys.executable, "-c", VISIT, str(PROJECT / "dashboard" / "app.py")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=PROJECT)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def test_the_landing_page_draws_its_charts(visit):
    assert not visit["errors"]
    assert visit["charts"]


@pytest.mark.parametrize("package", ["torch", "sklearn", "umap", "plotly", "numba", "networkx"])
def test_the_landing_page_loads_nothing_slow(visit, package):
    assert package not in visit["loaded"]
