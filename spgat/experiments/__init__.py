"""The paper lab: every table and figure of the paper, measured and set beside its figures."""
