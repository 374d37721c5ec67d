"""Writes WebAnno TSV 3."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from keytally.families.interchange import Document, Extent, Sentence
from keytally.families.spans.extents import code_units_before
from keytally.families.spans.webanno_rows import (
    BASE,
    FORMAT,
    NOTHING,
    NULL,
    RELATION,
    SPAN,
    TEXT,
    escaped,
    escaped_line,
)
from keytally.text.positions import end_of_line, start_of_line

PLAIN_LAYER = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
"""The built-in layer of WebAnno; entities with attributes need a layer added by a project."""

OWN_LAYER, LINKS = "webanno.custom.Entity", "webanno.custom.Chain"
TYPE, KIND = "value", "coref"


@dataclass(slots=True)
class _Row:
    """A row: a token or a part of one, with the indices of the entities that it bears."""

    name: str
    extent: Extent
    entities: list[int] = field(default_factory=list)


def write_webanno(document: Document) -> str:
    """Return the text of a file."""
    return "".join(_Writer(document).pieces())


class _Writer:
    """Writes one document."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._units = code_units_before(document.text)
        names = {name for entity in document.entities for name, _ in entity.attributes}
        self._features = (TYPE, *sorted(names))
        self._attributes = [dict(entity.attributes) for entity in document.entities]
        self._layer = OWN_LAYER if names else PLAIN_LAYER
        self._rows = _rows_of(document)
        self._first: dict[int, str] = {}
        for rows in self._rows:
            for row in rows:
                for index in row.entities:
                    self._first.setdefault(index, row.name)
        self._before = {index: before for chain in document.chains for before, index in pairwise(chain)}

    def pieces(self) -> Iterator[str]:
        """Yield the header, and each sentence with its rows."""
        yield f"{FORMAT}.3\n"
        if self._document.entities:
            yield f"{SPAN}{'|'.join((self._layer, *self._features))}\n"
        if self._document.chains:
            yield f"{RELATION}{LINKS}|type|{BASE}{self._layer}\n"
        yield "\n"
        sentences, at = self._document.sentences or (), 0
        for number, sentence in enumerate(sentences):
            yield "\n"
            for line in self._lines(sentences, number):
                yield f"{TEXT}{escaped_line(line)}\n"
            for rows in self._rows[at : at + len(sentence)]:
                yield from (f"{self._line(row)}\n" for row in rows)
            at += len(sentence)

    def _lines(self, sentences: Sequence[Sentence], number: int) -> Sequence[str]:
        """Return the lines of a sentence, without other sentences on them."""
        text, (start, end) = self._document.text, (sentences[number][0][0], sentences[number][-1][1])
        first, last = start_of_line(text, start), end_of_line(text, end)
        if number and sentences[number - 1][-1][1] > first:
            first = start
        if number + 1 < len(sentences) and sentences[number + 1][0][0] < last:
            last = end
        return text[first:last].split("\n")

    def _line(self, row: _Row) -> str:
        start, end = row.extent
        cells = [f"{self._units[start]}-{self._units[end]}", escaped(self._document.text[start:end])]
        if self._document.entities:
            cells += [self._feature(row.entities, feature) for feature in self._features]
        if self._document.chains:
            cells += self._links(row)
        return "".join(f"{cell}\t" for cell in (row.name, *cells))

    def _feature(self, entities: Sequence[int], feature: str) -> str:
        values = (f"{self._value(index, feature)}[{index + 1}]" for index in entities)
        return "|".join(values) or NOTHING

    def _value(self, index: int, feature: str) -> str:
        is_type = feature == TYPE
        value = self._document.entities[index].type if is_type else self._attributes[index].get(feature, "")
        return escaped(value) if value else NULL

    def _links(self, row: _Row) -> list[str]:
        """Return the kinds and the starts of the links that end with entities whose first row this is."""
        before = self._before
        ends = [index for index in row.entities if index in before and self._first[index] == row.name]
        bases = (f"{self._first[before[index]]}[{before[index] + 1}_{index + 1}]" for index in ends)
        return ["|".join([KIND] * len(ends)) or NOTHING, "|".join(bases) or NOTHING]


def _rows_of(document: Document) -> list[list[_Row]]:
    """Return the rows of each token: the token, and its parts that entities begin or end in."""
    names = [
        f"{number}-{position}"
        for number, sentence in enumerate(document.sentences or (), 1)
        for position in range(1, len(sentence) + 1)
    ]
    tokens = [token for sentence in document.sentences or () for token in sentence]
    rows: list[list[_Row]] = []
    for name, token, entities in zip(names, tokens, _overlapping(document, tokens), strict=True):
        covering = defaultdict[Extent, list[int]](list)
        for index in entities:
            entity = document.entities[index]
            covering[max(entity.start, token[0]), min(entity.end, token[1])].append(index)
        whole = _Row(name, token, covering.pop(token, []))
        parts = (_Row(f"{name}.{number}", *part) for number, part in enumerate(sorted(covering.items()), 1))
        rows.append([whole, *parts])
    return rows


def _overlapping(document: Document, tokens: Sequence[Extent]) -> list[list[int]]:
    """Return, for each token, the indices of the entities that overlap it; both are in order."""
    found: list[list[int]] = [[] for _ in tokens]
    first = 0
    for index, entity in enumerate(document.entities):
        while first < len(tokens) and tokens[first][1] <= entity.start:
            first += 1
        at = first
        while at < len(tokens) and tokens[at][0] < entity.end:
            found[at].append(index)
            at += 1
    return found
