"""Words that are a mention in one place and in none in another."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from keytally.evaluations.conll.formats.unit import DocumentUnit
from keytally.evaluations.conll.model import Document
from keytally_server.answers.code_action import CodeActionKind
from keytally_server.answers.stop import Candidate
from keytally_server.formats.conll.sentences import is_one_sentence
from keytally_server.wording.quoted import quoted

Words = tuple[str, ...]


class MentionWords:
    """The words of the mentions of some documents, whatever their case; those of one stretch only."""

    def __init__(self, units: Iterable[DocumentUnit]) -> None:
        self._by_first: dict[str, set[Words]] = defaultdict(set)
        for unit in units:
            if unit.document is not None:
                self._add(unit.read())

    def _add(self, read: Document) -> None:
        for chain in read.chains:
            for mention in chain.mentions:
                rows = [read.row_number(word) for word in mention.words]
                if all(behind == row + 1 for row, behind in pairwise(rows)):
                    words = _tokens(read, rows)
                    self._by_first[words[0]].add(words)

    def candidates(self, unit: DocumentUnit) -> Iterator[Candidate]:
        """The rows of a document in no mention that have such words, the longest at each place."""
        if unit.document is None:
            return
        read = unit.read()
        mentions = (each for chain in read.chains for each in chain.mentions)
        tagged = {read.row_number(word) for each in mentions for word in each.words}
        behind = 0
        for row in range(len(read.rows)):
            found = self._at(unit, row, tagged) if row >= behind else None
            if found is not None:
                behind = found.stop
                text = " ".join(read.rows[each].token for each in found)
                place = read.rows[row].start, read.rows[behind - 1].last.end
                message = f"{quoted(text)} is a mention elsewhere"
                yield Candidate(*place, message, CodeActionKind.WRAP_MENTION.value)

    def _at(self, unit: DocumentUnit, row: int, tagged: set[int]) -> range | None:
        """The most rows from one on that have the words of a mention, and are in none."""
        read = unit.read()
        known = self._by_first.get(read.rows[row].token.casefold(), ())
        for count in sorted({len(words) for words in known}, reverse=True):
            rows = range(row, row + count)
            is_free = rows.stop <= len(read.rows) and tagged.isdisjoint(rows)
            if is_free and _tokens(read, rows) in known and is_one_sentence(unit, rows):
                return rows
        return None


def _tokens(read: Document, rows: Sequence[int]) -> Words:
    return tuple(read.rows[row].token.casefold() for row in rows)
