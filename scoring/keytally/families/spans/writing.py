"""Edits that write changed spans to brat files and JSON records."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, count
from json.decoder import JSONDecoder
from typing import Any, NamedTuple, Protocol

from keytally.families.interchange import Entity, Extent, SourceText, arranged
from keytally.families.json_units import record_in
from keytally.families.spans.brat import attribute_lines, entity_line, free_identifier, lines_about
from keytally.families.spans.langextract import LANGEXTRACT
from keytally.families.spans.webanno import WEBANNO
from keytally.findings.finding import Edit, apply_edits
from keytally.text.difference import difference
from keytally.text.positions import LINE_END

IS_NAMED = "a relation or an event of the file refers to the entity"
NOT_WRITTEN = "the format of the file cannot represent the entity"


class StatedSpan(Protocol):
    """A span, and the range of its file that declares it."""

    @property
    def entity(self) -> Entity:
        """Return the span."""
        ...

    @property
    def start(self) -> int:
        """Return the start of the range."""
        ...

    @property
    def end(self) -> int:
        """Return the end of the range."""
        ...


class SpansFile(Protocol):
    """The text of a file or a record with its spans; a brat file does not contain the document's text."""

    text: str

    @property
    def has_text(self) -> bool:
        """Return whether the file contains the text of the document."""
        ...

    @property
    def entities(self) -> Sequence[StatedSpan]:
        """Return the spans in text order."""
        ...

    def with_text(self, text: str) -> Any:
        """Return a unit with another text, read in the same way."""
        ...


class SpanChange(NamedTuple):
    """A change to a span of a unit; `present` is None for a new span, and `wanted` is None for a deleted
    span.

    `covered` is the text of the wanted span.
    """

    present: StatedSpan | None
    wanted: Entity | None
    covered: str = ""


class WrittenUnit(NamedTuple):
    """The edits of a unit, the unit after them, and the reasons why changes are impossible."""

    unit: Any
    edits: Sequence[Edit] = ()
    refused: Mapping[int, str] = {}


def written_unit(unit: SpansFile, changes: Mapping[int, SpanChange], *, with_attributes: bool) -> WrittenUnit:
    """Write changed spans; the result is read again and kept only if it contains exactly the wanted spans."""
    refused = {
        at: IS_NAMED for at, change in changes.items() if not unit.has_text and _is_named(unit, change)
    }
    made = {at: change for at, change in changes.items() if at not in refused}
    if not made:
        return WrittenUnit(unit, (), refused)
    candidates = (
        chain(_record_edits(unit, [*made.values()]), _whole_edits(unit, [*made.values()]))
        if unit.has_text
        else iter([_line_edits(unit, made, with_attributes=with_attributes)])
    )
    wanted = _wanted(unit, [*made.values()], with_attributes=with_attributes)
    for edits in candidates:
        after = unit.with_text(apply_edits(unit.text, edits))
        if _spans(after, with_attributes=with_attributes) == wanted:
            return WrittenUnit(after, edits, refused)
    return WrittenUnit(unit, (), {**refused, **dict.fromkeys(made, NOT_WRITTEN)})


Key = tuple[tuple[Extent, ...], str, tuple[tuple[str, str], ...]]


def _key(entity: Entity, *, with_attributes: bool) -> Key:
    return entity.extents, entity.type, entity.attributes if with_attributes else ()


def _spans(unit: SpansFile, *, with_attributes: bool) -> list[Key]:
    return sorted(_key(each.entity, with_attributes=with_attributes) for each in unit.entities)


def _wanted(unit: SpansFile, changes: Sequence[SpanChange], *, with_attributes: bool) -> list[Key]:
    return sorted(_key(each, with_attributes=with_attributes) for each in _changed(unit, changes))


def _changed(unit: SpansFile, changes: Sequence[SpanChange]) -> list[Entity]:
    """Return the spans of a unit after the changes."""
    gone = {id(change.present.entity) for change in changes if change.present is not None}
    kept = [each.entity for each in unit.entities if id(each.entity) not in gone]
    return [*kept, *(change.wanted for change in changes if change.wanted is not None)]


def _whole_edits(unit: SpansFile, changes: Sequence[SpanChange]) -> Iterator[list[Edit]]:
    """Yield the edit that replaces a file of WebAnno or a record of LangExtract, if nothing else changes.

    That is so if the file has the form in which keytally writes it.
    """
    text = unit.text.strip()
    form = next((form for form in (WEBANNO, LANGEXTRACT) if form.is_of("", text)), None)
    if form is None or form.write is None or text.startswith("["):
        return
    found = form.read([SourceText("", unit.text)])
    if len(found.documents) != 1 or found.losses or form.write(found.documents)[0].strip() != text:
        return
    document = found.documents[0]
    if document.chains:
        return
    entities = arranged(_changed(unit, changes), []).entities
    start = unit.text.index(text)
    [written] = form.write([replace(document, entities=entities)])
    yield [Edit(start, start + len(text), written.strip())]


def _identifier(unit: SpansFile, place: StatedSpan) -> str:
    return unit.text[place.start : place.end].partition("\t")[0]


def _is_named(unit: SpansFile, change: SpanChange) -> bool:
    """Return whether a span to be deleted is part of a relation, an event or a link."""
    if change.wanted is not None or change.present is None:
        return False
    return not all(describes for _, describes in lines_about(unit.text, _identifier(unit, change.present)))


def _line_edits(unit: SpansFile, changes: Mapping[int, SpanChange], *, with_attributes: bool) -> list[Edit]:
    """Return the edits of the lines of a standoff file.

    Attributes of a changed span are kept unless they are compared.
    """
    edits: list[Edit] = []
    new: list[str] = []
    entities = count(free_identifier(unit.text))
    numbers = count(free_identifier(unit.text, "AM#"))
    for present, wanted, covered in changes.values():
        identifier = f"T{next(entities)}" if present is None else _identifier(unit, present)
        keeps = present is not None and wanted is not None
        if with_attributes and present is not None and wanted is not None:
            keeps = present.entity.attributes == wanted.attributes
        if present is not None and not keeps:
            about = lines_about(unit.text, identifier)
            edits += (Edit(*line.span(), "") for line, describes in about if describes)
        if present is None:
            assert wanted is not None
            new.append(entity_line(identifier, wanted, covered))
        elif wanted is None:
            line_end = LINE_END.match(unit.text, present.end)
            edits.append(Edit(present.start, line_end.end() if line_end else present.end, ""))
        else:
            edits.append(Edit(present.start, present.end, entity_line(identifier, wanted, covered)))
        if wanted is not None and not keeps:
            new += attribute_lines(identifier, wanted.attributes, numbers)
    if new:
        end = len(unit.text)
        before = "" if not unit.text or unit.text.endswith(("\n", "\r")) else "\n"
        edits.append(Edit(end, end, before + "".join(f"{line}\n" for line in new)))
    return sorted(edits)


# Records of JSON: the list of spans is found in the text, and only its changed items are written.


class _SpanList(NamedTuple):
    """A list of spans in the text of a record: its range, and the ranges of its items."""

    start: int
    end: int
    items: Sequence[tuple[int, int]]


class _Style(NamedTuple):
    """The form of a list: `states` returns whether an item declares a span, and `make` returns an item for a
    span.

    `make` receives an item to change or another item as a model, and whether the item is only a model.
    """

    states: Callable[[Any, Entity], bool]
    make: Callable[[Any, bool, Entity, str, Sequence[Any]], Any]


def _record_edits(unit: SpansFile, changes: Sequence[SpanChange]) -> Iterator[list[Edit]]:
    """Yield the possible edits of a record, one alternative for each span list to which new spans can be
    added.
    """
    found = record_in(unit.text)
    if found is None:
        return
    lists = [
        (listed, style)
        for path, style in _paths(found.value)
        if (listed := _list_at(unit.text, found.start, path)) is not None
    ]
    for target in range(len(lists)):
        parts = _divided(unit.text, lists, changes, target)
        edits = [_list_edits(unit.text, *lists[at], part) for at, part in enumerate(parts or ()) if part]
        made = [each for each in edits if each is not None]
        if parts is not None and len(made) == len(edits):
            yield sorted(edit for each in made for edit in each)


def _divided(
    text: str, lists: Sequence[tuple["_SpanList", "_Style"]], changes: Sequence[SpanChange], target: int
) -> list[list[SpanChange]] | None:
    """Return the changes grouped by the list that declares the present span; new spans are added to the
    target's list.
    """
    values = [[json.loads(text[start:end]) for start, end in listed.items] for listed, _ in lists]
    parts: list[list[SpanChange]] = [[] for _ in lists]
    for change in changes:
        at: int | None = target
        if change.present is not None:
            span = change.present.entity
            stating = (
                at
                for at, (_, style) in enumerate(lists)
                if any(style.states(each, span) for each in values[at])
            )
            at = next(stating, None)
        if at is None:
            return None
        parts[at].append(change)
    return parts


def _paths(value: Any) -> Iterator[tuple[Sequence[str | int], _Style]]:
    if isinstance(value, list):
        yield (1, "entities"), _TRIPLE
        return
    for name in ("label", "labels", "entities"):
        items = value.get(name)
        is_named = isinstance(items, list) and any(isinstance(item, dict) for item in items)
        yield (name,), _OFFSETS if is_named else _TRIPLE
        if name == "entities" and not items:
            yield (name,), _OFFSETS
    yield ("ents",), _SPANS
    spans = value.get("spans")
    yield from ((("spans", name), _SPANS) for name in (spans if isinstance(spans, dict) else ()))
    yield ("spans",), _SPANS
    yield from ((("annotations", at, "result"), _REGION) for at in range(len(value.get("annotations") or ())))


_DECODER = JSONDecoder()


def _skip(text: str, at: int) -> int:
    while text[at] in " \t\r\n,:":
        at += 1
    return at


def _parts(text: str, start: int) -> Iterator[tuple[str | int, int, int]]:
    """Yield the members of an object or the items of a list at an offset, as (name or number, start, end);
    the last tuple is the closing bracket, with the name "".
    """
    is_object = text[start] == "{"
    at = _skip(text, start + 1)
    for number in count():
        if text[at] in "}]":
            yield "", at, at + 1
            return
        name: str | int = number
        if is_object:
            name, at = _DECODER.raw_decode(text, at)
            at = _skip(text, at)
        _, end = _DECODER.raw_decode(text, at)
        yield name, at, end
        at = _skip(text, end)


def _list_at(text: str, start: int, path: Sequence[str | int]) -> _SpanList | None:
    for step in path:
        if text[start] not in "{[":
            return None
        found = [at for name, at, end in _parts(text, start) if name == step and end > at]
        if not found:
            return None
        start = found[-1]
    if text[start] != "[":
        return None
    *items, (_, _, end) = _parts(text, start)
    return _SpanList(start, end, [(at, stop) for _, at, stop in items])


def _list_edits(
    text: str, listed: _SpanList, style: _Style, changes: Sequence[SpanChange]
) -> list[Edit] | None:
    """Return the edits of a list; None if it does not contain a span that changes."""
    written = [text[start:end] for start, end in listed.items]
    values = [json.loads(item) for item in written]
    kept: list[str | None] = list(written)
    new: list[str] = []
    for present, wanted, covered in changes:
        at = None
        if present is not None:
            stating = (each for each, value in enumerate(values) if style.states(value, present.entity))
            at = next((each for each in stating if kept[each] == written[each]), None)
            if at is None:
                return None
        if wanted is None:
            kept[at or 0] = None
            continue
        if len(wanted.extents) > 1:
            return None
        model = values[at] if at is not None else next(iter(reversed(values)), None)
        made = json.dumps(style.make(model, at is None, wanted, covered, values), ensure_ascii=False)
        if at is None:
            new.append(made)
            values.append(json.loads(made))
            written.append(made)
            kept.append(None)
        else:
            kept[at] = made
    pieces = [*(each for each in kept if each is not None), *new]
    items = listed.items
    between = text[items[0][1] : items[1][0]] if len(items) > 1 else ", "
    first = text[listed.start + 1 : items[0][0]] if items else ""
    last = text[items[-1][1] : listed.end - 1] if items else ""
    body = f"[{first}{between.join(pieces)}{last}]" if pieces else "[]"
    change = difference(text[listed.start : listed.end], body)
    if change is None:
        return []
    return [Edit(listed.start + change.start, listed.start + change.end, change.text)]


def _make_triple(model: Any, is_model: bool, wanted: Entity, covered: str, values: Sequence[Any]) -> Any:
    return [wanted.start, wanted.end, wanted.type]


def _make_offsets(model: Any, is_model: bool, wanted: Entity, covered: str, values: Sequence[Any]) -> Any:
    stated = {"start_offset": wanted.start, "end_offset": wanted.end, "label": wanted.type}
    if not is_model:
        return {**model, **stated}
    numbers = [each["id"] for each in values if isinstance(each, dict) and isinstance(each.get("id"), int)]
    return {"id": max(numbers, default=0) + 1, **stated} if numbers or not values else stated


def _make_span(model: Any, is_model: bool, wanted: Entity, covered: str, values: Sequence[Any]) -> Any:
    stated: dict[str, Any] = {"start": wanted.start, "end": wanted.end, "label": wanted.type}
    quotes = isinstance(model, dict) and "text" in model
    kept = {} if is_model else {name: model[name] for name in model if not name.startswith("token_")}
    return {**kept, **stated, **({"text": covered} if quotes else {})}


_REGION_KINDS = ("labels", "hypertextlabels")


def _make_region(model: Any, is_model: bool, wanted: Entity, covered: str, values: Sequence[Any]) -> Any:
    regions = [each for each in values if isinstance(each, dict) and each.get("type") in _REGION_KINDS]
    source = model if not is_model else next(iter(regions), {})
    kind = source.get("type", "labels")
    value = {"start": wanted.start, "end": wanted.end, "text": covered, kind: [wanted.type]}
    names = {
        "from_name": source.get("from_name", "label"),
        "to_name": source.get("to_name", "text"),
        "type": kind,
    }
    if not is_model:
        return {**model, **names, "value": {**model["value"], **value}}
    known = {each.get("id") for each in values if isinstance(each, dict)}
    free = next(name for name in (f"s{number}" for number in count(1)) if name not in known)
    return {"id": free, **names, "value": value}


def _states_region(item: Any, span: Entity) -> bool:
    value = item.get("value") if isinstance(item, dict) else None
    if not isinstance(value, dict) or item.get("type") not in _REGION_KINDS:
        return False
    labels = value.get(item["type"]) or [""]
    return (value.get("start"), value.get("end"), labels[0]) == (span.start, span.end, span.type)


def _stated_by(start: str, end: str) -> Callable[[Any, Entity], bool]:
    def states(item: Any, span: Entity) -> bool:
        names = (start, end, "label")
        return isinstance(item, dict) and [item.get(each) for each in names] == [
            span.start,
            span.end,
            span.type,
        ]

    return states


_TRIPLE = _Style(lambda item, span: item == [span.start, span.end, span.type], _make_triple)
_OFFSETS = _Style(_stated_by("start_offset", "end_offset"), _make_offsets)
_SPANS = _Style(_stated_by("start", "end"), _make_span)
_REGION = _Style(_states_region, _make_region)
