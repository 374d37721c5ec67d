"""Refuses to read what a configuration names and may not, or cannot, be read."""

from collections.abc import Sequence
from pathlib import Path

from keytally.batch.errors import KeytallyError, readable_settings
from keytally.batch.settings import configurations_for
from keytally.batch.targets import folders_of
from keytally.evaluations.family import NamesFiles
from keytally.text.paths import absolute


def check_names(config: Path, files: Sequence[Path], allow: Sequence[Path]) -> None:
    """Raise KeytallyError, a line each, for those of `files` that a configuration names out of reach.

    Files that options name instead are the person's own choice.
    """
    naming = configurations_for(config)
    if not isinstance(naming, NamesFiles):
        return
    from keytally.batch.located import Lines  # noqa: PLC0415 - only configurations pay for it
    from keytally.project.configured_names import problems_of_names  # noqa: PLC0415 - only configurations pay for it
    from keytally.project.reach import Reach  # noqa: PLC0415 - only configurations pay for it

    with readable_settings():
        text = naming.text_of(config)
    found = problems_of_names(naming, absolute(config), text, Reach(folders_of(config, allow)))
    lines = Lines(text)
    problems = [
        f"{config}:{lines.position(problem.start).line + 1}: {problem.message}"
        for file, problem in found.items()
        if file in files
    ]
    if problems:
        raise KeytallyError(*problems)
