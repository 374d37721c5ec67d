"""WebAnno TSV 3: one token per line with its offsets, and a column for each feature of each layer."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath

from keytally.families.contract import SettingsError
from keytally.families.interchange import (
    MENTION,
    NO_OPTIONS,
    ConversionFormat,
    Document,
    Entity,
    Extent,
    Fault,
    FaultKind,
    FormatCapabilities,
    Loss,
    Place,
    ReadDocuments,
    Relation,
    SourceText,
    arranged,
)
from keytally.families.spans.webanno_rows import (
    BASE,
    CHAIN,
    FORMAT,
    RELATION,
    SPAN,
    Content,
    Layer,
    Mention,
    Row,
    cell_of,
    chain_cells,
    content_of,
    layers_of,
    links_of,
    misplaced,
    place_rows,
    stacked_values,
)
from keytally.families.spans.webanno_writing import TYPE, write_webanno

Key = tuple[str, int]
"""The key of an annotation: its number, or 0 and the name of its only row."""


class Annotations:
    """Collects annotations, ordered by their starts."""

    def __init__(self, shown: str) -> None:
        self.capitals: set[str] = set()
        """The features whose names contain capital letters, because attribute names do not keep them."""
        self._shown = shown
        self._extents: dict[Key, list[Extent]] = {}
        self._last_row: dict[Key, Row] = {}
        self._types: dict[Key, str] = {}
        self._attributes: dict[Key, dict[str, str]] = {}
        self._lines: dict[Key, int] = {}
        self._numbers: dict[Key, int] = {}
        self._rows: set[str] = set()
        self._tokens: dict[Key, set[str]] = {}

    def take(self, row: Row, features: Sequence[str], cells: Sequence[str], type_feature: int) -> None:
        """Add the cells of a row, one for each feature."""
        self._rows.add(row.name)
        for number, (feature, cell) in enumerate(zip(features, cells, strict=False)):
            for written in stacked_values(cell):
                found = cell_of(written)
                key = self._named(row, found.number)
                self._extend(key, row)
                if number == type_feature:
                    self._types.setdefault(key, found.value or "")
                elif found.value is not None:
                    self._attributes.setdefault(key, {}).setdefault(feature.lower(), found.value)
                    if feature != feature.lower():
                        self.capitals.add(feature)

    def mention(self, row: Row, mention: Mention) -> int:
        """Add a mention of a chain, and return its number."""
        key = (f"->{mention.chain}-{mention.position}", 0)
        self._extend(key, row)
        self._types[key] = MENTION
        if mention.kind:
            self._attributes.setdefault(key, {})["referencetype"] = mention.kind
        return self._numbers[key]

    def number(self, key: Key) -> int | None:
        """Return the number of an annotation among the entities; None if it is unknown.

        The row of a token is equivalent to the rows of its parts.
        """
        name, number = key
        if not number:
            return self._numbers.get(key)
        is_there = name in self._rows and _token(name) in self._tokens.get(("", number), ())
        return self._numbers["", number] if is_there else None

    def entities(self) -> list[Entity]:
        """Return the entities."""
        return [
            Entity(
                tuple(extents),
                self._types.get(key, ""),
                tuple(sorted(self._attributes.get(key, {}).items())),
                Place(self._shown, self._lines[key]),
            )
            for key, extents in self._extents.items()
        ]

    def _named(self, row: Row, number: int) -> Key:
        return ("", number) if number else (row.name, 0)

    def _extend(self, key: Key, row: Row) -> None:
        """Add a row to an annotation; rows of the same token or of adjacent tokens form one extent."""
        self._numbers.setdefault(key, len(self._numbers))
        extents = self._extents.setdefault(key, [])
        self._lines.setdefault(key, row.line)
        self._tokens.setdefault(key, set()).add(_token(row.name))
        last = self._last_row.get(key)
        if last is row:
            return
        if last is not None and last.index <= row.index <= last.index + 1:
            extents[-1] = (extents[-1][0], max(extents[-1][1], row.extent[1]))
        else:
            extents.append(row.extent)
        self._last_row[key] = row


def _token(name: str) -> str:
    """Return the name of the token to which a row belongs."""
    return name.partition(".")[0]


LAYER, FEATURE = "layer", "feature"
"""The options of the format."""

_OPTIONS = {
    LAYER: "the layer with the entities or chains (default: the first layer of entities that is used)",
    FEATURE: "the feature with the type of the entities (default: value, entity, label or type)",
}


def read_webanno(texts: Sequence[SourceText], options: Mapping[str, str] = NO_OPTIONS) -> ReadDocuments:
    """Return the single document of a file. Raises SettingsError for a layer or a feature that is not in
    the file.
    """
    reader = _Reader(texts[0].shown, content_of(texts[0].text), options)
    document = reader.document()
    return ReadDocuments([document], reader.losses)


class _Reader:
    """Reads the content of a file."""

    def __init__(self, shown: str, content: Content, options: Mapping[str, str]) -> None:
        self.losses: list[Loss] = []
        self._shown = shown
        self._options = options
        self._content = content
        self._layers = layers_of(content.header)
        self._rows = [row for sentence in content.sentences for row in sentence.rows]
        self._relations: list[tuple[str, int, int, Place]] = []

    def document(self) -> Document:
        """Return the document, and add losses to `losses`."""
        for number, line in self._content.unread:
            fault = Fault(
                FaultKind.LINE, "the line has neither a token with its offsets nor the text of a sentence"
            )
            lost = f"the line {_short(line)} is left out"
            self._lose(number, lost, None if line.startswith("#") else fault)
        self._check_rows()
        text, wrong = place_rows(self._content.sentences)
        for sentence in wrong:
            row = misplaced(sentence)
            part = "the sentence" if row is None else f"token {row.name}"
            told = f"the offsets of {part} do not match its text"
            lost = f"{told}; the sentence is placed after the preceding text"
            self._lose((row or sentence).line, lost, Fault(FaultKind.OFFSET, told))
        layer, chains = self._entity_layer(), self._chain_layer()
        self._report_layers(layer, chains)
        annotations = Annotations(self._shown)
        links = [] if layer is None else self._annotated(annotations, layer)
        entities = annotations.entities()
        relations = tuple(
            Relation(kind, entities[source], entities[target], place)
            for kind, source, target, place in self._relations
        )
        is_beside = chains not in (None, layer)
        if chains is not None and is_beside:
            links += self._add_mentions(entities, chains)
        found = arranged(entities, links)
        sentences = tuple(
            tuple(row.extent for row in sentence.rows if row.is_token)
            for sentence in self._content.sentences
            if sentence.rows
        )
        name = PurePath(self._shown).name.removesuffix(".tsv")
        return Document(
            *(name, text, found.entities, found.chains, sentences),
            place=Place(self._shown, 1),
            mentions_beside=is_beside,
            relations=relations,
        )

    def _check_rows(self) -> None:
        """Report rows with a wrong number of cells, and repeated names."""
        width = sum(max(len(layer.features), 1) for layer in self._layers)
        seen: set[str] = set()
        for row in self._rows:
            if len(row.cells) != width:
                wrong = f"the line has {3 + len(row.cells)} columns, but {3 + width} are declared"
                taken = (
                    "the missing columns are read as empty"
                    if len(row.cells) < width
                    else "anything beyond the declared columns is left out"
                )
                self._lose(row.line, f"{wrong}; {taken}", Fault(FaultKind.LINE, wrong))
            if row.name in seen:
                wrong = f"duplicate token {row.name}"
                self._lose(row.line, f"{wrong}; it is read as a separate token", Fault(FaultKind.LINE, wrong))
            seen.add(row.name)

    def _entity_layer(self) -> Layer | None:
        """Return the layer whose annotations are entities: the requested layer, or the first layer that is
        used.
        """
        if wanted := self._options.get(LAYER):
            return self._wanted_layer(wanted)
        of_entities = [layer for layer in self._layers if layer.has_entities]
        used = next(filter(self._is_used, of_entities), None)
        chains = next((layer for layer in self._layers if layer.kind == CHAIN), None)
        return used or chains or next(iter(of_entities), None)

    def _wanted_layer(self, name: str) -> Layer:
        layers = [layer for layer in self._layers if layer.kind in (SPAN, CHAIN)]
        found = next((layer for layer in layers if layer.is_named(name)), None)
        if found is None:
            names = ", ".join(layer.name for layer in layers) or "none"
            raise SettingsError([f"{self._shown}: no layer {name!r}; layers: {names}"])
        return found

    def _chain_layer(self) -> Layer | None:
        """Return the first layer of chains that is used, unless another layer is requested."""
        chains = (layer for layer in self._layers if layer.kind == CHAIN and self._is_used(layer))
        return None if self._options.get(LAYER) else next(chains, None)

    def _report_layers(self, chosen: Layer | None, chains: Layer | None) -> None:
        """Report each used layer that is not converted."""
        for layer in self._layers:
            is_read = layer in (chosen, chains) or self._is_of_links(layer, chosen)
            if not is_read and self._is_used(layer):
                self._lose(layer.line, f"the layer {layer.name} is left out")

    def _add_mentions(self, entities: list[Entity], layer: Layer) -> list[tuple[int, int]]:
        """Add the mentions of a chain layer to the entities, and return the links between them.

        A mention with the same extent as an entity is treated as that entity.
        """
        mentions = Annotations(self._shown)
        links = self._chained(mentions, layer)
        free = {entity.extents: index for index, entity in reversed(list(enumerate(entities)))}
        indices: list[int] = []
        for mention in mentions.entities():
            index = free.pop(mention.extents, len(entities))
            if index == len(entities):
                entities.append(mention)
            else:
                attributes = dict(mention.attributes) | dict(entities[index].attributes)
                entities[index] = replace(entities[index], attributes=tuple(sorted(attributes.items())))
            indices.append(index)
        return [(indices[first], indices[second]) for first, second in links]

    def _type_feature(self, layer: Layer) -> int:
        """Return the index of the feature that contains types: the requested feature, the usual feature,
        or the first feature with values.
        """
        if wanted := self._options.get(FEATURE):
            names = [name.lower() for name in layer.features]
            if wanted.lower() not in names:
                listed = ", ".join(layer.features) or "none"
                raise SettingsError(
                    [f"{self._shown}: no feature {wanted!r} in {layer.name}; features: {listed}"]
                )
            return names.index(wanted.lower())
        if layer.type_feature is not None:
            return layer.type_feature
        with_values = {
            number
            for row in self._rows
            for number, cell in enumerate(self._cells(row, layer))
            if any(cell_of(written).value is not None for written in stacked_values(cell))
        }
        return min(with_values, default=0)

    def _is_of_links(self, layer: Layer, chosen: Layer | None) -> bool:
        base = layer.features[-1] if layer.features else ""
        return layer.kind == RELATION and chosen is not None and base == f"{BASE}{chosen.name}"

    def _is_used(self, layer: Layer) -> bool:
        return any(stacked_values(cell) for row in self._rows for cell in self._cells(row, layer))

    def _annotated(self, annotations: Annotations, layer: Layer) -> list[tuple[int, int]]:
        """Read the rows, and return the links between entities as pairs of numbers."""
        links: list[tuple[int, int]] = []
        if layer.kind == CHAIN:
            return self._chained(annotations, layer)
        type_feature = self._type_feature(layer)
        for row in self._rows:
            annotations.take(row, layer.features, self._cells(row, layer), type_feature)
        for name in sorted(annotations.capitals):
            self._lose(layer.line, f"the feature {name} is written as {name.lower()}")
        for each in self._layers:
            if self._is_of_links(each, layer):
                links += self._linked(annotations, each)
        return links

    def _linked(self, annotations: Annotations, layer: Layer) -> Iterator[tuple[int, int]]:
        """Yield the links of a relation layer; links that do not mean identity are losses."""
        kinds = Counter[str]()
        for row in self._rows:
            for link in links_of(row, self._cells(row, layer)):
                source, target = annotations.number(link.source), annotations.number(link.target)
                if source is not None and target is not None:
                    kind = link.kind or layer.name.rpartition(".")[2]
                    self._relations.append((kind, source, target, Place(self._shown, row.line)))
                if source is None or target is None or not link.is_identity(layer):
                    lacks_end = source is None or target is None
                    wrong = f"the link to {link.source[0]} does not connect two annotations"
                    fault = Fault(FaultKind.REFERENCE, wrong) if lacks_end else None
                    self._lose(row.line, f"the {link.title} to {link.source[0]} is left out", fault)
                else:
                    kinds[link.kind] += 1
                    yield source, target
        self._lose_kinds(layer, kinds)

    def _lose_kinds(self, layer: Layer, kinds: Counter[str]) -> None:
        """Report the kinds of links if there are several."""
        if len(kinds) > 1:
            told = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
            self._lose(layer.line, f"the types of links are left out: {told}")

    def _chained(self, annotations: Annotations, layer: Layer) -> list[tuple[int, int]]:
        """Return the links between the mentions of a chain layer."""
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


def _is_of(name: str, beginning: str) -> bool:
    return beginning.startswith(FORMAT)


def _write(documents: Sequence[Document]) -> Sequence[str]:
    return (write_webanno(documents[0]),)


WEBANNO = ConversionFormat(
    *("webanno", "WebAnno TSV 3", (".tsv",)),
    FormatCapabilities(
        tokens="needed",
        within_tokens=True,
        empty=False,
        attributes=rf"(?!{TYPE}$)[^|\s]+",
        values=r"(?s:.+)",
        chains=True,
    ),
    _is_of,
    read_webanno,
    _write,
    by_document=True,
    options=_OPTIONS,
    read_with=read_webanno,
)
