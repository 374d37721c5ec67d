"""Documents of CoNLL-2012 and CorefUD: tokens, and mentions in chains."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from keytally.evaluations.conll.annotations.notation import CorefudNotation
from keytally.evaluations.conll.conversion.names import plain_name
from keytally.evaluations.conll.formats.corefud import fields_in
from keytally.evaluations.conll.formats.document import UNNAMED
from keytally.evaluations.conll.formats.unit import DocumentUnit
from keytally.evaluations.conll.language import ChainsLanguage
from keytally.evaluations.conll.model import Defect, DefectKind, Layout, Mention, Row
from keytally.evaluations.converted import (
    MENTION,
    Document,
    Entity,
    Extent,
    Loss,
    Place,
    ReadDocuments,
    Sentence,
    SourceText,
    arranged,
)
from keytally.text.lines import count_line_ends, line_starts

_UNREAD = {
    DefectKind.NO_BRACKET: "{} is no bracket and is left out",
    DefectKind.NOT_OPENED: "the bracket that closes {} and opens nowhere is left out",
    DefectKind.NOT_CLOSED: "the bracket that opens {} and closes nowhere is left out",
    DefectKind.NO_PART: "the part of a mention of {} of which another part is missing is left out",
}


def read(source: SourceText) -> ReadDocuments:
    """The documents of a file; cells besides tokens and brackets, and lone brackets, are losses."""
    reader, line = ChainsLanguage(), 1
    documents: list[Document] = []
    losses: list[Loss] = []
    for start, end in pairwise([0, *reader.boundaries(source.text), len(source.text)]):
        unit = reader.read(source.text[start:end])
        if unit.document is not None:
            of_unit = _UnitReader(unit, source.shown, line)
            documents.append(of_unit.document())
            losses += of_unit.losses()
        elif unit.read().rows:
            losses.append(Loss(Place(source.shown, line), "the text before the first document is left out"))
        line += count_line_ends(unit.text)
    return ReadDocuments(documents, losses)


class _UnitReader:
    """Reads one document, which begins on a line of its file."""

    def __init__(self, unit: DocumentUnit, shown: str, line: int) -> None:
        self._unit = unit
        self._read = unit.read()
        self._shown = shown
        self._line = line
        self._starts = line_starts(unit.text)

    def document(self) -> Document:
        """The document: words with blanks between them, sentences on lines."""
        rows = [(number, row) for number, row in enumerate(self._read.rows) if not row.empty]
        places: dict[int, Extent] = {}
        texts: list[str] = []
        sentences: list[Sentence] = []
        start = 0
        for sentence in _sentences(self._unit.text, rows):
            extents: list[Extent] = []
            for number, row in sentence:
                places[number] = (start, start + len(row.token))
                extents.append(places[number])
                start += len(row.token) + 1
            sentences.append(tuple(extents))
            texts.append(" ".join(row.token for _, row in sentence))
        found = arranged(*self._entities(places))
        name = "" if self._unit.document in (None, UNNAMED) else plain_name(self._unit.document or "")
        text = "\n".join(texts)
        return Document(name, text, found.entities, found.chains, tuple(sentences), place=self._place(0))

    def _entities(self, places: dict[int, Extent]) -> tuple[list[Entity], list[tuple[int, int]]]:
        """The mentions with words of the text, and the links that make their chains."""
        entities: list[Entity] = []
        links: list[tuple[int, int]] = []
        for chain in self._read.chains:
            first = len(entities)
            for mention in chain.mentions:
                extents = self._extents(mention, places)
                if extents:
                    place = self._place(mention.opening.start)
                    entities.append(Entity(extents, self._type(mention), (), place))
            links += ((first, other) for other in range(first + 1, len(entities)))
        return entities, links

    def _extents(self, mention: Mention, places: dict[int, Extent]) -> tuple[Extent, ...]:
        """The stretches of text of a mention; words beside each other are one."""
        found: list[Extent] = []
        for word in mention.words:
            extent = places.get(self._read.row_number(word))
            if extent is not None and found and found[-1][1] + 1 == extent[0]:
                found[-1] = found[-1][0], extent[1]
            elif extent is not None:
                found.append(extent)
        return tuple(found)

    def _type(self, mention: Mention) -> str:
        if self._read.layout is Layout.CONLL:
            return MENTION
        notation = CorefudNotation(fields_in(self._unit.text), ())
        return notation.type_of(self._unit.text[slice(*mention.opening)]) or MENTION

    def losses(self) -> Iterator[Loss]:
        """What is not read: cells, once a document, then lone brackets and mentions without words."""
        rows = self._read.rows
        usual = 5 if self._read.layout is Layout.CONLL else 0
        if rows and len(rows[0].cells) > usual:
            where = "between token and brackets" if usual else "besides tokens and entities"
            yield Loss(self._place(rows[0].start), f"the cells {where} are left out")
        for defect in self._read.defects:
            if defect.kind in _UNREAD:
                yield self._told(defect)
        for chain in self._read.chains:
            for mention in chain.mentions:
                if all(rows[self._read.row_number(word)].empty for word in mention.words):
                    what = f"the mention of {chain.name} that is an empty node is left out"
                    yield Loss(self._place(mention.opening.start), what)

    def _told(self, defect: Defect) -> Loss:
        return Loss(self._place(defect.place.start), _UNREAD[defect.kind].format(defect.text))

    def _place(self, offset: int) -> Place:
        return Place(self._shown, self._line + bisect_right(self._starts, offset) - 1)


def _sentences(text: str, rows: Sequence[tuple[int, Row]]) -> Iterator[list[tuple[int, Row]]]:
    """Runs of rows without a blank line between them."""
    run: list[tuple[int, Row]] = []
    for number, row in rows:
        if run and _has_blank(text, run[-1][1], row):
            yield run
            run = []
        run.append((number, row))
    if run:
        yield run


def _has_blank(text: str, before: Row, row: Row) -> bool:
    """Whether a blank line stands between two rows."""
    between = text[before.last.end : row.start].replace("\r\n", "\n").replace("\r", "\n")
    return any(not line.strip(" \t") for line in between.split("\n")[1:-1])
