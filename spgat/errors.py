"""The two exceptions that callers of spgat are meant to catch."""


class InputError(ValueError):
    """Bad input. The message is one sentence naming the value and the remedy."""


class Cancelled(RuntimeError):
    """The caller's `should_stop` asked for the work to end before it was done."""
