"""Column files as formats for conversion, one for each labelling scheme."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from keytally.families.columns.labels import entities, is_label, labels_in
from keytally.families.columns.model import OUTSIDE, Scheme, task_by_name
from keytally.families.columns.model import Entity as LabelledEntity
from keytally.families.columns.options import value_problem
from keytally.families.columns.reading import DOCUMENT_START, LAST, SentenceUnit, token_column
from keytally.families.columns.rules import ColumnsLanguage, task_by_content
from keytally.families.contract import SettingsError
from keytally.families.interchange import (
    ConversionFormat,
    Document,
    Extent,
    FormatCapabilities,
    Loss,
    Place,
    ReadDocuments,
    Sentence,
    SourceText,
    arranged,
)
from keytally.families.interchange import Entity as ConvertedEntity
from keytally.text.positions import count_line_ends


def read(source: SourceText, column: int = LAST) -> ReadDocuments:
    """Return the documents between `-DOCSTART-` lines; comments and the cells between token and label are
    reported as losses.

    `column` is the label column, numbered as in a unit.
    """
    builder, documents = _Builder(source.shown, 1), list[Document]()
    losses: list[Loss] = []
    language, line = ColumnsLanguage(column=column, token=token_column(source.text)), 1
    reader = language.of_text(source.text[: language.telling])
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
    """Joins the sentences of a document; `line` is the document's first line."""

    def __init__(self, shown: str, line: int) -> None:
        self.losses: list[Loss] = []
        self._shown = shown
        self._place = Place(shown, line)
        self._texts: list[str] = []
        self._sentences: list[Sentence] = []
        self._entities: list[ConvertedEntity] = []
        self._length = 0
        self._has_passed_over = False

    def add(self, unit: SentenceUnit, line: int) -> None:
        """Add a sentence; `line` is the first line of its unit."""
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
            self._entities.append(ConvertedEntity((extent,), found.type, (), Place(self._shown, row)))
        self._texts.append(" ".join(tokens))
        self._sentences.append(tuple(places))
        self._length = start

    def made(self) -> Iterator[Document]:
        """Yield the document, if it has a sentence."""
        if self._sentences:
            found = arranged(self._entities, [])
            text, sentences = "\n".join(self._texts), tuple(self._sentences)
            yield Document("", text, found.entities, (), sentences, place=self._place)

    def _unread(self, unit: SentenceUnit, line: int) -> Iterator[Loss]:
        """Yield a loss for each comment, line without a word and invalid label, and one loss for all other
        cells.
        """
        lines = unit.lines()
        for kind, places in (("comment", lines.comments), ("line", lines.passed)):
            for start, end in places:
                yield Loss(self._at(unit, line, start), f"the {kind} {unit.text[start:end]} is left out")
        for number, row in enumerate(lines.rows):
            cell = unit.label_cell(number)
            if not is_label(cell.text, unit.form):
                yield Loss(
                    self._at(unit, line, cell.start),
                    f"{cell.text} is not a label and is read as O"
                    if cell.text
                    else "the missing label is read as O",
                )
            if len(row.cells) > 2 and not self._has_passed_over:
                self._has_passed_over = True
                is_between = not unit.token and unit.column == LAST
                cells = "the cells between" if is_between else "the cells other than"
                yield Loss(self._at(unit, line, row.start), f"{cells} the token and the label are left out")

    def _at(self, unit: SentenceUnit, line: int, offset: int) -> Place:
        return Place(self._shown, line + _lines_before(unit, offset))


def written(documents: Sequence[Document], scheme: Scheme) -> str:
    """Return the text of a file; if there are several documents, each begins with a `-DOCSTART-` line."""
    if len(documents) == 1:
        return "\n".join(_sentences(documents[0], scheme))
    opening = f"{DOCUMENT_START}\t{OUTSIDE}\n\n"
    return "\n".join(opening + "\n".join(_sentences(document, scheme)) for document in documents)


def _sentences(document: Document, scheme: Scheme) -> Iterator[str]:
    entities, at = document.entities, 0
    for sentence in document.sentences or ():
        starts = {start: number for number, (start, _) in enumerate(sentence)}
        ends = {end: number + 1 for number, (_, end) in enumerate(sentence)}
        found = []
        while at < len(entities) and entities[at].start in starts:
            found.append(
                LabelledEntity(starts[entities[at].start], ends[entities[at].end], entities[at].type)
            )
            at += 1
        labels = labels_in(scheme, found, len(sentence))
        tokens = (document.text[start:end] for start, end in sentence)
        yield "".join(f"{token}\t{label}\n" for token, label in zip(tokens, labels, strict=True))


_HOLDS = FormatCapabilities(
    text=False,
    tokens="needed",
    names=False,
    nested=False,
    crossing=False,
    empty=False,
    types=r"\S+",
)


def _is_of(name: str, beginning: str) -> bool:
    return task_by_name(name) is not None or task_by_content(beginning) is not None


def _read(texts: Sequence[SourceText]) -> ReadDocuments:
    return read(texts[0])


COLUMN = "column"
_OPTIONS = {COLUMN: "the column of the labels, counted from 1 (default: last)"}


def _read_with(texts: Sequence[SourceText], options: Mapping[str, str]) -> ReadDocuments:
    """Read a file whose labels are in the column that the options specify (default: the last). Raises
    SettingsError for an invalid column.
    """
    value = options.get(COLUMN, "last")
    if problem := value_problem(COLUMN, (value,)):
        raise SettingsError([problem])
    return read(texts[0], LAST if value == "last" else int(value) - 1)


def _format(name: str, title: str, scheme: Scheme) -> ConversionFormat:
    def write(documents: Sequence[Document]) -> Sequence[str]:
        return (written(documents, scheme),)

    return ConversionFormat(
        name, title, (f".{name}",), _HOLDS, _is_of, _read, write, options=_OPTIONS, read_with=_read_with
    )


FORMATS = (
    _format("iob2", "token columns, IOB2 (BIO)", Scheme.IOB2),
    _format("iob", "token columns, IOB1", Scheme.IOB1),
    _format("iobes", "token columns, IOBES", Scheme.IOBES),
    _format("bilou", "token columns, BILOU", Scheme.BILOU),
)
