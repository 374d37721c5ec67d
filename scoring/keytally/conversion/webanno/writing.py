"""Writes a document as WebAnno TSV 3.3: entities are one layer of spans, chains relations between them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from keytally.conversion.extents import code_units_before
from keytally.conversion.webanno.escapes import NOTHING, NULL, escaped, escaped_line
from keytally.conversion.webanno.header import BASE, FORMAT, RELATION, SPAN
from keytally.conversion.webanno.sentences import TEXT
from keytally.evaluations.converted import Document, Entity, Sentence
from keytally.text.lines import end_of_line, start_of_line

PLAIN_LAYER = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
"""The layer of WebAnno itself; entities with attributes need a layer that a project adds."""

OWN_LAYER, LINKS = "webanno.custom.Entity", "webanno.custom.Chain"
TYPE, KIND = "value", "coref"


def written(document: Document) -> str:
    """The text of a file."""
    return "".join(_Writer(document).pieces())


class _Writer:
    """Writes one document."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._units = code_units_before(document.text)
        names = {name for entity in document.entities for name, _ in entity.attributes}
        self._features = (TYPE, *sorted(names))
        self._layer = OWN_LAYER if names else PLAIN_LAYER
        self._covering: dict[int, list[int]] = defaultdict(list)
        self._tokens = [
            (f"{number}-{position}", extent)
            for number, sentence in enumerate(document.sentences or (), 1)
            for position, extent in enumerate(sentence, 1)
        ]
        self._first: dict[int, str] = {}
        self._before = {index: before for chain in document.chains for before, index in pairwise(chain)}
        self._note_tokens()

    def pieces(self) -> Iterator[str]:
        """The header, and each sentence with its rows."""
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
            for position in range(at, at + len(sentence)):
                yield self._row(position) + "\n"
            at += len(sentence)

    def _note_tokens(self) -> None:
        """Which entities cover each token, and the name of the first token of each."""
        places = {extent[0]: position for position, (_, extent) in enumerate(self._tokens)}
        for index, entity in enumerate(self._document.entities):
            position = places[entity.start]
            self._first[index] = self._tokens[position][0]
            while position < len(self._tokens) and self._tokens[position][1][0] < entity.end:
                self._covering[position].append(index)
                position += 1

    def _lines(self, sentences: Sequence[Sentence], number: int) -> Sequence[str]:
        """The lines in which a sentence stands, up to other sentences on them."""
        text, (start, end) = self._document.text, (sentences[number][0][0], sentences[number][-1][1])
        first, last = start_of_line(text, start), end_of_line(text, end)
        if number and sentences[number - 1][-1][1] > first:
            first = start
        if number + 1 < len(sentences) and sentences[number + 1][0][0] < last:
            last = end
        return text[first:last].split("\n")

    def _row(self, position: int) -> str:
        name, (start, end) = self._tokens[position]
        covering = self._covering[position]
        cells = [f"{self._units[start]}-{self._units[end]}", escaped(self._document.text[start:end])]
        if self._document.entities:
            cells += [self._feature(covering, feature) for feature in self._features]
        if self._document.chains:
            cells += self._links(name, covering)
        return "".join(f"{cell}\t" for cell in (name, *cells))

    def _feature(self, covering: Sequence[int], feature: str) -> str:
        values = (f"{_value(self._document.entities[index], feature)}[{index + 1}]" for index in covering)
        return "|".join(values) or NOTHING

    def _links(self, name: str, covering: Sequence[int]) -> list[str]:
        """The kinds and the beginnings of the links that end with entities whose first token this is."""
        before = self._before
        ends = [index for index in covering if index in before and self._first[index] == name]
        bases = (f"{self._first[before[index]]}[{before[index] + 1}_{index + 1}]" for index in ends)
        return ["|".join([KIND] * len(ends)) or NOTHING, "|".join(bases) or NOTHING]


def _value(entity: Entity, feature: str) -> str:
    value = entity.type if feature == TYPE else dict(entity.attributes).get(feature, "")
    return escaped(value) if value else NULL
