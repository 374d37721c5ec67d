"""The one file of a command that takes a configuration, or a key and a response."""

from pathlib import Path

from keytally.batch.errors import KeytallyError
from keytally.batch.files import beginning_of

NO_CONFIGURATION = "this is no configuration; give a key and a response, the key first"
IS_BOTH = "; where this file is both, give it twice"

_CONFIGURED = (":", ";")
"""What configurations begin with: an option or a comment."""


def check_configuration(file: str) -> None:
    """Raise KeytallyError for a file that has something to score, and so is no configuration."""
    head = beginning_of(Path(file)).lstrip()
    if head.startswith(_CONFIGURED):
        return
    from keytally.evaluations import registry  # noqa: PLC0415 - most configurations begin as they should
    from keytally.project.conventions import shows_both, task_of  # noqa: PLC0415 - as above

    task = task_of(head)
    if task is not None or head.startswith("<"):
        may_be_both = task is not None and registry.task_named(task).one_file and shows_both(task, head)
        raise KeytallyError(f"{file}: {NO_CONFIGURATION}{IS_BOTH if may_be_both else ''}")
