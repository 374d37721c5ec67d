"""What `keytally report` is to be given so that it scores a pair as the editor does."""

from collections.abc import Sequence
from pathlib import Path

from keytally.project.pair import Pair
from keytally.text.regular import is_folder


def report_arguments(pair: Pair, allowed: Sequence[Path]) -> list[str]:
    """The arguments that name a pair; what keytally.toml states of the two files, the command finds itself.

    `allowed` are the folders outside the workspace whose files the project may name.
    """
    configuration = [] if pair.configuration is None else ["--config", str(pair.configuration)]
    folders = [word for folder in allowed if is_folder(folder) for word in ("--allow", str(folder))]
    return ["--task", pair.task, *configuration, *folders, str(pair.key), str(pair.response)]
