"""Work on what strangers sent, in a process that can do no harm when it fails."""

from spgat.sandbox.client import Limits, Sandbox

__all__ = ["Limits", "Sandbox"]
