"""Reads a file of WebAnno TSV 3: one layer of spans as entities, and the chains of its relations."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from keytally.conversion.webanno.annotations import Annotations
from keytally.conversion.webanno.escapes import stacked
from keytally.conversion.webanno.header import BASE, CHAIN, RELATION, Layer, layers_of
from keytally.conversion.webanno.links import chain_cells, links_of
from keytally.conversion.webanno.sentences import Content, Row, content_of, misplaced, placed
from keytally.evaluations.converted import (
    Document,
    Fault,
    FaultKind,
    Loss,
    Place,
    ReadDocuments,
    SourceText,
    arranged,
)


def read(texts: Sequence[SourceText]) -> ReadDocuments:
    """The one document of a file."""
    reader = _Reader(texts[0].shown, content_of(texts[0].text))
    document = reader.document()
    return ReadDocuments([document], reader.losses)


class _Reader:
    """Reads the content of a file."""

    def __init__(self, shown: str, content: Content) -> None:
        self.losses: list[Loss] = []
        self._shown = shown
        self._content = content
        self._layers = layers_of(content.header)
        self._rows = [row for sentence in content.sentences for row in sentence.rows]

    def document(self) -> Document:
        """The document; what it does not keep is in `losses`."""
        for number, line in self._content.unread:
            fault = Fault(FaultKind.LINE, "the line has no token with its offsets, and no text of a sentence")
            lost = f"the line {_short(line)} is left out"
            self._lose(number, lost, None if line.startswith("#") else fault)
        self._check_rows()
        text, wrong = placed(self._content.sentences)
        for sentence in wrong:
            row = misplaced(sentence)
            told = (
                f"the offsets of {'the sentence' if row is None else f'token {row.name}'} do not fit its text"
            )
            lost = f"{told}; {'it' if row is None else 'the sentence'} is put behind the last"
            self._lose((row or sentence).line, lost, Fault(FaultKind.OFFSET, told))
        layer = self._entity_layer()
        annotations = Annotations(self._shown)
        links = [] if layer is None else self._annotated(annotations, layer)
        found = arranged(annotations.entities(), links)
        sentences = tuple(
            tuple(row.extent for row in sentence.rows if row.is_token)
            for sentence in self._content.sentences
            if sentence.rows
        )
        name = PurePath(self._shown).name.removesuffix(".tsv")
        return Document(name, text, found.entities, found.chains, sentences, place=Place(self._shown, 1))

    def _check_rows(self) -> None:
        """Tell of rows with more or fewer cells than the layers have features, and of names given twice."""
        width = sum(max(len(layer.features), 1) for layer in self._layers)
        seen: set[str] = set()
        for row in self._rows:
            if len(row.cells) != width:
                wrong = f"the line has {3 + len(row.cells)} columns, and {3 + width} are declared"
                taken = (
                    "the missing ones say nothing" if len(row.cells) < width else "the last ones are left out"
                )
                self._lose(row.line, f"{wrong}; {taken}", Fault(FaultKind.LINE, wrong))
            if row.name in seen:
                wrong = f"there is a token {row.name} already"
                self._lose(row.line, f"{wrong}; it counts as another one", Fault(FaultKind.LINE, wrong))
            seen.add(row.name)

    def _entity_layer(self) -> Layer | None:
        """The layer whose annotations are entities; a word on each other layer that has something to say."""
        chosen = next((layer for layer in self._layers if layer.has_entities), None)
        chosen = chosen or next((layer for layer in self._layers if layer.kind == CHAIN), None)
        for layer in self._layers:
            if layer != chosen and not self._is_of_links(layer, chosen) and self._is_used(layer):
                self._lose(layer.line, f"the layer {layer.name} is left out")
        return chosen

    def _is_of_links(self, layer: Layer, chosen: Layer | None) -> bool:
        base = layer.features[-1] if layer.features else ""
        return layer.kind == RELATION and chosen is not None and base == f"{BASE}{chosen.name}"

    def _is_used(self, layer: Layer) -> bool:
        return any(stacked(cell) for row in self._rows for cell in self._cells(row, layer))

    def _annotated(self, annotations: Annotations, layer: Layer) -> list[tuple[int, int]]:
        """Read the rows, and return the links between entities by their numbers."""
        links: list[tuple[int, int]] = []
        if layer.kind == CHAIN:
            return self._chained(annotations, layer)
        for row in self._rows:
            annotations.take(row, layer.features, self._cells(row, layer), layer.type_feature)
        for name in sorted(annotations.capitals):
            self._lose(layer.line, f"the feature {name} is written {name.lower()}")
        for each in self._layers:
            if self._is_of_links(each, layer):
                links += self._linked(annotations, each)
        return links

    def _linked(self, annotations: Annotations, layer: Layer) -> Iterator[tuple[int, int]]:
        """The links of a layer of relations; those that mean no identity are losses."""
        kinds = Counter[str]()
        for row in self._rows:
            for link in links_of(row, self._cells(row, layer)):
                source, target = annotations.number(link.source), annotations.number(link.target)
                if source is None or target is None or not link.is_identity:
                    lacks_end = source is None or target is None
                    wrong = f"the link to {link.source[0]} does not lead from an annotation to another"
                    fault = Fault(FaultKind.REFERENCE, wrong) if lacks_end else None
                    self._lose(row.line, f"the link {link.kind} to {link.source[0]} is left out", fault)
                else:
                    kinds[link.kind] += 1
                    yield source, target
        self._lose_kinds(layer, kinds)

    def _lose_kinds(self, layer: Layer, kinds: Counter[str]) -> None:
        """Tell of the kinds of links, where there are several."""
        if len(kinds) > 1:
            told = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
            self._lose(layer.line, f"the kinds of links are left out: {told}")

    def _chained(self, annotations: Annotations, layer: Layer) -> list[tuple[int, int]]:
        """The mentions of a layer of chains."""
        first: dict[int, int] = {}
        links, kinds = [], Counter[str]()
        for row in self._rows:
            for mention in chain_cells(self._cells(row, layer)):
                number = annotations.mention(row, mention)
                links.append((first.setdefault(mention.chain, number), number))
                kinds.update({mention.link} - {""})
        self._lose_kinds(layer, kinds)
        return links

    def _cells(self, row: Row, layer: Layer) -> Sequence[str]:
        first = layer.column - 3
        return row.cells[first : first + max(len(layer.features), 1)]

    def _lose(self, line: int, what: str, fault: Fault | None = None) -> None:
        self.losses.append(Loss(Place(self._shown, line), what, fault))


_LONGEST = 60


def _short(line: str) -> str:
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
