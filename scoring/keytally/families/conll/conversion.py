"""CoNLL-2012 as a format to convert from and to, and CorefUD as a format to convert from."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain as chained
from itertools import count, pairwise

from keytally.families.conll.brackets import CorefudNotation
from keytally.families.conll.model import Defect, DefectKind, Layout, Mention, Row, task_of
from keytally.families.conll.reading import UNNAMED, DocumentUnit, fields_in
from keytally.families.conll.rules import ChainsLanguage
from keytally.families.interchange import (
    MENTION,
    ConversionFormat,
    Document,
    Entity,
    Extent,
    FormatCapabilities,
    Loss,
    Place,
    ReadDocuments,
    Sentence,
    SourceText,
    arranged,
)
from keytally.text.positions import count_line_ends, line_starts

# The names of documents: CoNLL-2012 writes `(bc/cnn_0000); part 000`; most documents have one part.
#
# Documents without a name are parts of one unnamed document.


_FIRST_PART = re.compile(r"\((.*)\); part 000")
_UNNAMED_PART = re.compile(r"\(\); part [0-9]+")
_BREAKS = re.compile(r"[\t\r\n]+")
_PARTED = re.compile(r"\((.*)\); part ([0-9]+)")


def plain_name(written: str) -> str:
    """Return the name of a document from its first line; part 0 is omitted."""
    if _UNNAMED_PART.fullmatch(written):
        return ""
    found = _FIRST_PART.fullmatch(written)
    return found[1] if found else written


def numbered(names: Sequence[str]) -> Iterator[str]:
    """Yield the names of documents; unnamed documents are numbered as parts."""
    parts = count()
    return (name or f"(); part {next(parts):03}" for name in names)


def written_name(name: str) -> str:
    """Return the name for the first line of a document, without line ends.

    A name in parentheses is kept, because it was read from such a line in an unusual form.
    """
    line = _BREAKS.sub(" ", name)
    return line if line.startswith("(") else f"({line}); part 000"


def name_cells(name: str) -> tuple[str, str]:
    """Return the document and part names for the first cells of each row, without whitespace."""
    found = _PARTED.fullmatch(name)
    base, part = (found[1], str(int(found[2]))) if found else (name, "0")
    return "_".join(base.split()) or "-", part


_UNREAD = {
    DefectKind.NO_BRACKET: "{} is not a bracket and is left out",
    DefectKind.NOT_OPENED: "the closing bracket of {} without an opening bracket is left out",
    DefectKind.NOT_CLOSED: "the opening bracket of {} without a closing bracket is left out",
    DefectKind.NO_FIELD: "no mentions are read: the fields {} include neither eid nor GRP",
    DefectKind.NO_PART: "the incomplete mention of {} is left out: another part is missing",
}


def read(source: SourceText) -> ReadDocuments:
    """Return the documents of a file; unpaired brackets and cells other than tokens and brackets are
    losses.
    """
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
    """Reads one document; `line` is the document's first line in its file."""

    def __init__(self, unit: DocumentUnit, shown: str, line: int) -> None:
        self._unit = unit
        self._read = unit.read()
        self._shown = shown
        self._line = line
        self._starts = line_starts(unit.text)

    def document(self) -> Document:
        """Return the document, with spaces between words and each sentence on its own line."""
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
        return Document(
            *(name, text, found.entities, found.chains, tuple(sentences)),
            place=self._place(0),
            all_mentions=True,
        )

    def _entities(self, places: dict[int, Extent]) -> tuple[list[Entity], list[tuple[int, int]]]:
        """Return the mentions that contain words of the text, and the links that form their chains."""
        entities: list[Entity] = []
        links: list[tuple[int, int]] = []
        for entity_chain in self._read.chains:
            first = len(entities)
            for mention in entity_chain.mentions:
                extents = self._extents(mention, places)
                if extents:
                    place = self._place(mention.opening.start)
                    entities.append(Entity(extents, self._type(mention), (), place))
            links += ((first, other) for other in range(first + 1, len(entities)))
        return entities, links

    def _extents(self, mention: Mention, places: dict[int, Extent]) -> tuple[Extent, ...]:
        """Return the extents of a mention; adjacent words share one extent."""
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
        """Yield the losses: other cells once per document, then unpaired brackets and mentions without
        words.
        """
        rows = self._read.rows
        usual = 5 if self._read.layout is Layout.CONLL else 0
        if rows and len(rows[0].cells) > usual:
            where = "between the token and the brackets" if usual else "other than the token and the entities"
            yield Loss(self._place(rows[0].start), f"the cells {where} are left out")
        for defect in self._read.defects:
            if defect.kind in _UNREAD:
                yield self._told(defect)
        for entity_chain in self._read.chains:
            for mention in entity_chain.mentions:
                if all(rows[self._read.row_number(word)].empty for word in mention.words):
                    what = f"a mention of {entity_chain.name} without words, on empty nodes only, is left out"
                    yield Loss(self._place(mention.opening.start), what)

    def _told(self, defect: Defect) -> Loss:
        return Loss(self._place(defect.place.start), _UNREAD[defect.kind].format(defect.text))

    def _place(self, offset: int) -> Place:
        return Place(self._shown, self._line + bisect_right(self._starts, offset) - 1)


def _sentences(text: str, rows: Sequence[tuple[int, Row]]) -> Iterator[list[tuple[int, Row]]]:
    """Yield the sentences: runs of rows without an empty line between them."""
    run: list[tuple[int, Row]] = []
    for number, row in rows:
        if run and _has_blank(text, run[-1][1], row):
            yield run
            run = []
        run.append((number, row))
    if run:
        yield run


def _has_blank(text: str, before: Row, row: Row) -> bool:
    """Return whether an empty line separates two rows."""
    between = text[before.last.end : row.start].replace("\r\n", "\n").replace("\r", "\n")
    return any(not line.strip(" \t") for line in between.split("\n")[1:-1])


def written(documents: Sequence[Document]) -> str:
    """Return the text of a file."""
    names = numbered([document.name for document in documents])
    return "".join(chained.from_iterable(map(_document, documents, names)))


def _document(document: Document, full_name: str) -> Iterator[str]:
    name, part = name_cells(full_name)
    brackets = _brackets(document)
    yield f"#begin document {written_name(full_name)}\n"
    for sentence in document.sentences or ():
        for number, (start, end) in enumerate(sentence):
            cell = "|".join(brackets.get(start, ())) or "-"
            yield f"{name}\t{part}\t{number}\t{document.text[start:end]}\t{cell}\n"
        yield "\n"
    yield "#end document\n"


def _brackets(document: Document) -> Mapping[int, Sequence[str]]:
    """Return the brackets of each token by its start offset: opening, then whole-mention, then closing
    brackets.
    """
    names = _names(document)
    last_of = {end: start for sentence in document.sentences or () for start, end in sentence}
    opening: dict[int, list[str]] = {}
    whole: dict[int, list[str]] = {}
    closing: dict[int, list[str]] = {}
    for number, entity in enumerate(document.entities):
        first, last = entity.start, last_of[entity.end]
        if first == last:
            whole.setdefault(first, []).append(f"({names[number]})")
        else:
            opening.setdefault(first, []).append(f"({names[number]}")
            closing.setdefault(last, []).insert(0, f"{names[number]})")
    starts = {*opening, *whole, *closing}
    return {at: [*opening.get(at, ()), *whole.get(at, ()), *closing.get(at, ())] for at in starts}


def _names(document: Document) -> Sequence[int]:
    """Return the number of each mention's chain; a mention without a chain gets its own."""
    chain_of = {index: chain[0] for chain in document.chains for index in chain}
    numbers: dict[int, int] = {}
    return [
        numbers.setdefault(chain_of.get(index, index), len(numbers) + 1)
        for index in range(len(document.entities))
    ]


_HOLDS = FormatCapabilities(
    text=False,
    tokens="needed",
    empty=False,
    chains=True,
    typed_mentions=False,
    mentions_only=True,
    crossing_mentions=False,
)


def _is_of(name: str, beginning: str) -> bool:
    return task_of(beginning) is not None


def _read(texts: Sequence[SourceText]) -> ReadDocuments:
    return read(texts[0])


def _write(documents: Sequence[Document]) -> Sequence[str]:
    return (written(documents),)


FORMATS = (ConversionFormat("conll", "CoNLL-2012 coreference", (".conll",), _HOLDS, _is_of, _read, _write),)
