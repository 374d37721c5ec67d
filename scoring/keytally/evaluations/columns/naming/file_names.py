"""Recognises files of columns by their names, without what reads them: every run looks at names."""

import re
from collections.abc import Sequence

from keytally.evaluations.columns.model import EXTENSIONS, TASK

_ONE_FILE = re.compile(rf".+(?:{'|'.join(map(re.escape, EXTENSIONS))})", re.I | re.S)
_NAMED = re.compile(r"(?:^|\.)(?:keys?|responses?[^.]*|rsp[^.]*|texts?)\.[^.]+$", re.I)


def task_by_name(key: str) -> str | None:
    """The task of a name with an extension that tells the format."""
    return TASK if key.lower().endswith(EXTENSIONS) else None


def responses_to(key: str, names: Sequence[str]) -> Sequence[str] | None:
    """The file itself, for a name with an extension of columns that is neither a key's nor a response's."""
    found = _ONE_FILE.fullmatch(key)
    return (key,) if found and not _NAMED.search(key) else None
