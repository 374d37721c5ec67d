"""Completion at an offset."""

from collections.abc import Iterable, Iterator

from keytally_server.answers.completion import Completion, Insertion
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot

LONGEST_WORD = 200


def completions(snapshot: Snapshot, offset: int) -> list[Completion]:
    """All completions at an offset, the likeliest first."""
    return list(presenter_of(snapshot.reading.language).completions(snapshot, snapshot.unit_before(offset)))


def insertions(snapshot: Snapshot, offset: int, found: Iterable[Completion]) -> Iterator[Insertion]:
    """Completions at an offset as replacements of the word before it.

    A completion that replaces more is left out, unless it begins with the text before the word. Text behind
    the cursor stays, and is not written twice.
    """
    before = snapshot.buffer.slice(max(offset - LONGEST_WORD, 0), offset)
    match = presenter_of(snapshot.reading.language).word.search(before)
    word_start = offset - (len(match.group()) if match else 0)
    for each in found:
        lead = snapshot.buffer.slice(word_start, each.start)
        head = snapshot.buffer.slice(each.start, word_start)
        if each.text.startswith(head):
            behind = snapshot.buffer.slice(offset, each.end)
            text = each.text.removeprefix(head).removesuffix(behind)
            yield Insertion(each, lead + text, lead + each.sought_text.removeprefix(head))
