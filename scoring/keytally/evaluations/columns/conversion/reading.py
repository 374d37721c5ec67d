"""Documents of files of columns: tokens, and the entities of the last column."""

from collections.abc import Iterator
from itertools import pairwise

from keytally.evaluations.columns.formats.header import token_column
from keytally.evaluations.columns.formats.labels import is_label
from keytally.evaluations.columns.formats.unit import SentenceUnit
from keytally.evaluations.columns.language import ColumnsLanguage
from keytally.evaluations.columns.scoring.entities import entities
from keytally.evaluations.converted import (
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
from keytally.text.lines import count_line_ends


def read(source: SourceText) -> ReadDocuments:
    """The documents that lines of `-DOCSTART-` part; comments and the cells between are losses."""
    builder, documents = _Builder(source.shown, 1), list[Document]()
    losses: list[Loss] = []
    reader, line = ColumnsLanguage(token=token_column(source.text)), 1
    for start, end in pairwise([0, *reader.boundaries(source.text), len(source.text)]):
        unit = reader.read(source.text[start:end])
        if unit.lines().parting:
            documents += builder.made()
            losses += builder.losses
            builder = _Builder(source.shown, line + _lines_before(unit, unit.lines().parting[0][0]))
        builder.add(unit, line)
        line += count_line_ends(unit.text)
    return ReadDocuments([*documents, *builder.made()], [*losses, *builder.losses])


def _lines_before(unit: SentenceUnit, offset: int) -> int:
    return count_line_ends(unit.text[:offset])


class _Builder:
    """Joins the sentences of a document, which begins on a line."""

    def __init__(self, shown: str, line: int) -> None:
        self.losses: list[Loss] = []
        self._shown = shown
        self._place = Place(shown, line)
        self._texts: list[str] = []
        self._sentences: list[Sentence] = []
        self._entities: list[Entity] = []
        self._length = 0
        self._has_passed_over = False

    def add(self, unit: SentenceUnit, line: int) -> None:
        """Add a sentence, whose unit begins on a line."""
        self.losses += self._unread(unit, line)
        tokens = unit.tokens()
        if not tokens:
            return
        places: list[Extent] = []
        start = self._length
        for token in tokens:
            places.append((start, start + len(token)))
            start += len(token) + 1
        for found in entities(unit.labels()):
            extent = (places[found.start][0], places[found.end - 1][1])
            row = line + _lines_before(unit, unit.label_cell(found.start).start)
            self._entities.append(Entity((extent,), found.type, (), Place(self._shown, row)))
        self._texts.append(" ".join(tokens))
        self._sentences.append(tuple(places))
        self._length = start

    def made(self) -> Iterator[Document]:
        """The document, if it has a sentence."""
        if self._sentences:
            found = arranged(self._entities, [])
            text, sentences = "\n".join(self._texts), tuple(self._sentences)
            yield Document("", text, found.entities, (), sentences, place=self._place)

    def _unread(self, unit: SentenceUnit, line: int) -> Iterator[Loss]:
        """Comments, lines that are no words, labels that are none, and, once, other cells."""
        lines = unit.lines()
        for kind, places in (("comment", lines.comments), ("line", lines.passed)):
            for start, end in places:
                yield Loss(self._at(unit, line, start), f"the {kind} {unit.text[start:end]} is left out")
        for number, row in enumerate(lines.rows):
            cell = unit.label_cell(number)
            if not is_label(cell.text):
                yield Loss(
                    self._at(unit, line, cell.start), f"{cell.text or 'nothing'} is no label and counts as O"
                )
            if len(row.cells) > 2 and not self._has_passed_over:
                self._has_passed_over = True
                cells = "other cells than" if unit.token else "the cells between"
                yield Loss(self._at(unit, line, row.start), f"{cells} token and label are left out")

    def _at(self, unit: SentenceUnit, line: int, offset: int) -> Place:
        return Place(self._shown, line + _lines_before(unit, offset))
