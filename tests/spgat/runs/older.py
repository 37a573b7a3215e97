"""Runs as older versions stored them."""

import json


def as_first_format(folder):
    """Rewrites a stored run as the first version left it."""
    summary = json.loads((folder / "summary.json").read_text())
    summary["attention"] = summary.pop("last_alpha")
    for name in ("format", "alpha", "cut"):
        del summary[name]
    (folder / "summary.json").write_text(json.dumps(summary))
    config = json.loads((folder / "config.json").read_text())
    bands = config["config"].pop("bands")
    bands["kind"], bands["fractions"] = bands.pop("cut_by"), bands.pop("low_fractions")
    config["config"]["split"] = bands
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "alpha.csv").rename(folder / "attention.csv")
    (folder / "response.npz").unlink(missing_ok=True)
