"""What ends a check of a release."""


class Failed(Exception):  # noqa: N818 - it is a check that fails, not the program
    """A check did not hold; the message is one line that says what to do."""
