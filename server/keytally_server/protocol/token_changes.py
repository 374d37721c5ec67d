"""What has changed in the semantic tokens of a file since a client was last sent them."""

from collections.abc import Sequence
from itertools import count, takewhile
from operator import eq
from pathlib import Path
from typing import NamedTuple

from lsprotocol import types


class _Answer(NamedTuple):
    """The tokens that were sent last, and their result id."""

    result_id: str
    data: Sequence[int]


class TokenChanges:
    """The last tokens of each whole file."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._answers: dict[Path, _Answer] = {}

    def whole(self, path: Path, data: Sequence[int]) -> types.SemanticTokens:
        """All tokens, with a result id."""
        self._answers[path] = _Answer(str(next(self._numbers)), data)
        return types.SemanticTokens(data, self._answers[path].result_id)

    def changes(
        self, path: Path, previous: str, data: Sequence[int]
    ) -> types.SemanticTokens | types.SemanticTokensDelta:
        """The edit from the last answer's tokens to the present ones; all, if the client has others."""
        before = self._answers.get(path)
        answer = self.whole(path, data)
        if before is None or before.result_id != previous:
            return answer
        edits = [] if before.data == data else [_edit(before.data, data)]
        return types.SemanticTokensDelta(edits, answer.result_id)

    def file_closed(self, path: Path, uri: str) -> None:
        """Forget a closed file."""
        self._answers.pop(path, None)


def _edit(old: Sequence[int], new: Sequence[int]) -> types.SemanticTokensEdit:
    """The replacement of all between what both begin with and what both end with."""
    most = min(len(old), len(new))
    start = sum(1 for _ in takewhile(bool, map(eq, old, new)))
    end = sum(1 for _ in takewhile(bool, map(eq, reversed(old), reversed(new))))
    end = min(end, most - start)
    return types.SemanticTokensEdit(start, len(old) - end - start, list(new[start : len(new) - end]))
