"""Tasks of Label Studio: regions, their attributes and relations, in the JSON and JSON-MIN exports."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from keytally.families.interchange import (
    ConversionFormat,
    Document,
    Entity,
    Extent,
    Fault,
    FaultKind,
    FormatCapabilities,
    Relation,
    arranged,
)
from keytally.families.spans.extents import checked_extent, quoted_extent
from keytally.families.spans.json_records import (
    ANNOTATOR_OPTIONS,
    Record,
    annotator_reader,
    as_number,
    begins_with,
    name_of,
    record_reader,
)
from keytally.text.json_text import in_message
from keytally.text.rendering import quantity

# Attributes are text areas or choices for a region, under the name of the attribute; chains are relations
# from each mention to the next.


_FIELDS = {"id", "data", "annotations", "completions"}
_BOOKKEEPING = {
    *("created_at", "updated_at", "file_upload", "project", "inner_id", "updated_by", "is_labeled", "meta"),
    *("total_annotations", "cancelled_annotations", "total_predictions", "comment_count", "overlap"),
    *("unresolved_comment_count", "comment_authors", "last_comment_updated_at", "drafts"),
}
_TEXT, _LABEL, _CHOICES = "text", "label", "choices"
_FIELD, _CONTROL, _OBJECT, _KIND = "field", "control", "object", "kind"
"""The keys of names from the labelling configuration, which documents keep so that Label Studio's JSON can
be written again.
"""

_REGIONS = ("labels", "hypertextlabels")
_ATTRIBUTES = ("textarea", _CHOICES)
_IDENTITY = re.compile(r"(?i:coref.*|ident.*|same.*|)")
"""Labels of relations between mentions of the same entity."""


def read_label_studio(record: Record) -> Document | None:
    """Return the document of a task or a JSON-MIN record; None if there is no text."""
    is_min = not isinstance(record.values.get("data"), dict)
    values = _task_of(record.values) if is_min else record.values
    data = values["data"] if isinstance(values.get("data"), dict) else {}
    record.lose_unknown(values, _FIELDS | _BOOKKEEPING)
    results = _results_of(record, values)
    if results is None:
        return None
    source = _source_text(data, [each for each in results if each.get("type") in _REGIONS])
    if source is None:
        record.lose_faulty("the record has no text")
        return None
    record.lose_unknown(data, {source.field}, "" if is_min else " of data")
    if source.has_markup:
        record.lose(f"the markup of the field {source.field} is left out")
    reader = _TaskReader(record, source)
    found = arranged(*reader.read(results))
    name, names = name_of(values.get("id")), tuple(sorted(reader.names.items()))
    return Document(
        *(name, source.text, found.entities, found.chains),
        place=record.place,
        source_names=names,
        relations=tuple(reader.relations),
    )


def _results_of(record: Record, values: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """Return the results of the first annotation that is not cancelled, and report other annotations.

    Return None if an annotator is requested who has no such annotation.
    """
    given = [*record.objects(values, "annotations"), *record.objects(values, "completions")]
    kept = [each for each in given if not each.get("was_cancelled")]
    if record.annotator:
        kept = [each for each in kept if _annotator_of(each) == record.annotator]
        return record.objects(kept[0], "result") if kept else None
    if len(given) > len(kept[:1]):
        count = len(given) - len(kept[:1])
        what = quantity(count, "further or cancelled annotation")
        record.lose(f"{what} {'is' if count == 1 else 'are'} left out")
    return record.objects(kept[0], "result") if kept else []


def _annotator_of(annotation: Mapping[str, Any]) -> str:
    """Return the name of an annotation's annotator; "" if there is none."""
    by = annotation.get("completed_by")
    if isinstance(by, dict):
        by = by.get("email") or by.get("username") or by.get("id")
    return name_of(by)


def annotators_in_task(values: Mapping[str, Any]) -> list[str]:
    """Return the names of the annotators of a task or a JSON-MIN record."""
    if not isinstance(values.get("data"), dict):
        return [name_of(values.get("annotator"))]
    given = values.get("annotations")
    annotations = given if isinstance(given, list) else []
    return [_annotator_of(each) for each in annotations if isinstance(each, dict)]


# The text of a task: the field of the data is the project's choice. It is the field that contains the text
# of the regions at their offsets. Fields of HTML also count with their text content, which is what the
# global offsets of regions refer to.


class _SourceText(NamedTuple):
    """A field of the data, and its text."""

    field: str
    text: str
    has_markup: bool = False


def _source_text(data: Mapping[str, Any], regions: Sequence[Mapping[str, Any]]) -> _SourceText | None:
    """Return the text in which the most regions fit; ties go to the field `text`, then to text as written
    rather than the text content of HTML, then to the longest text.
    """
    values = [each["value"] for each in regions if isinstance(each.get("value"), dict)]

    def rank(source: _SourceText) -> tuple[int, bool, bool, int]:
        fitting = sum(_extent_in(source.text, value) is not None for value in values)
        return fitting, source.field == _TEXT, not source.has_markup, len(source.text)

    return max(_candidates(data, with_content=bool(values)), key=rank, default=None)


def _candidates(data: Mapping[str, Any], *, with_content: bool) -> Iterator[_SourceText]:
    """Yield the texts of the fields; if `with_content` is set, also the text content of HTML."""
    for name, value in data.items():
        if isinstance(value, str):
            yield _SourceText(name, value)
            if with_content and "<" in value:
                # Imported here: few files contain HTML.
                from keytally.families.spans.text_content import text_content  # noqa: PLC0415

                for line_break in ("", "\n"):
                    yield _SourceText(name, text_content(value, line_break), has_markup=True)


_ONLY_NODE = "/text()[1]"
"""The path to the text of a document that has no elements."""


def _offsets(value: Mapping[str, Any]) -> tuple[object, object]:
    """Return the offsets of a region in the whole text; if there are none, return its node paths."""
    start, end, whole = value.get("start"), value.get("end"), value.get("globalOffsets")
    if isinstance(start, str) and isinstance(end, str):
        if isinstance(whole, dict):
            return whole.get("start"), whole.get("end")
        if start == end == _ONLY_NODE:
            return value.get("startOffset"), value.get("endOffset")
    return start, end


def _extent_in(text: str, value: Mapping[str, Any]) -> Extent | None:
    """Return the extent of a region in a text; None if its offsets or its quotation do not match."""
    (start, end), quote = _offsets(value), value.get("text")
    if not isinstance(quote, str):
        return checked_extent(text, start, end)
    unescaped = quote.replace("\\n", "\n")
    return quoted_extent(text, start, end, quote) or quoted_extent(text, start, end, unescaped)


@dataclass
class _Collected:
    """The regions by identifier, their attributes, and one result for each identifier that has attributes."""

    regions: dict[str, tuple[Extent, str]] = field(default_factory=dict)
    attributes: dict[str, dict[str, str]] = field(default_factory=dict)
    stated: dict[str, dict[str, Any]] = field(default_factory=dict)


class _TaskReader:
    """Reads the results of an annotation.

    `names` contains names from the labelling configuration: the controls, the object with the text, and the
    data field.
    """

    def __init__(self, record: Record, source: _SourceText) -> None:
        self.names = {} if source.field == _TEXT else {_FIELD: source.field}
        self._record = record
        self._text = source.text
        self.relations: list[Relation] = []
        self._noted: set[str] = set()
        self._collected = _Collected()

    def read(self, results: Sequence[dict[str, Any]]) -> tuple[list[Entity], list[tuple[int, int]]]:
        """Return the entities, and the links between them by index."""
        on_text = list(self._on_one_text(results))
        for result in on_text:
            self._take(result)
        self._report_unattached()
        regions, attributes = self._collected.regions, self._collected.attributes
        numbers = {identifier: number for number, identifier in enumerate(regions)}
        entities = [
            self._record.entity(extent, kind, attributes.get(identifier))
            for identifier, (extent, kind) in regions.items()
        ]
        by_name = {identifier: entities[number] for identifier, number in numbers.items()}
        self.relations += _relations(self._record, on_text, by_name)
        return entities, list(_links(self._record, on_text, numbers))

    def _on_one_text(self, results: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Yield the results, except regions on texts other than the text with the most regions."""
        counts = Counter(_to_name(each) for each in results if each.get("type") in _REGIONS)
        counts.pop("", None)
        main = next((name for name, _ in counts.most_common(1)), "")
        self._note(_OBJECT, main, _TEXT)
        for result in results:
            if result.get("type") in _REGIONS and _to_name(result) not in ("", main):
                other = f"a region on {_to_name(result)} is left out"
                self._record.lose(f"{other}, because the text of the document is in {main}", value=result)
            else:
                yield result

    def _take(self, result: dict[str, Any]) -> None:
        kind, identifier = result.get("type"), str(result.get("id"))
        if kind in _REGIONS:
            if (region := self._region(result)) is not None:
                self._collected.regions[identifier] = region
        elif kind in _ATTRIBUTES and (attribute := _attribute(result)) is not None:
            self._take_attribute(result, identifier, *attribute)
        elif kind != "relation":
            named = f"of type {kind}" if isinstance(kind, str) else "without a type"
            self._record.lose(f"a result {named} is left out", value=result)

    def _take_attribute(self, result: dict[str, Any], identifier: str, name: str, value: str) -> None:
        lower = name.lower()
        self._collected.attributes.setdefault(identifier, {}).setdefault(lower, value)
        self._collected.stated.setdefault(identifier, result)
        if name != lower:
            self._record.lose(f"the attribute {name} is written as {lower}", value=result)
        if result["type"] == _CHOICES:
            self.names[f"{_CHOICES}:{lower}"] = _CHOICES

    def _report_unattached(self) -> None:
        """Report attributes whose identifiers do not belong to a region."""
        collected = self._collected
        for identifier in sorted(collected.attributes.keys() - collected.regions.keys()):
            fault = Fault(
                FaultKind.REFERENCE, f"an annotation refers to {identifier}, which is not an entity"
            )
            lost = f"an annotation of {identifier}, which is not an entity, is left out"
            self._record.lose(lost, fault, collected.stated[identifier])

    def _region(self, result: dict[str, Any]) -> tuple[Extent, str] | None:
        record, value = self._record, result.get("value")
        if not isinstance(value, dict):
            fault = Fault(FaultKind.LINE, "a region has no value")
            record.lose("a region without a value is left out", fault, result)
            return None
        quote = value.get("text")
        if isinstance(quote, str) and quote not in self._text:
            quote = quote.replace("\\n", "\n")
        extent = record.extent(self._text, *_offsets(value), quote, value=value)
        labels = [each for each in record.listed(value, str(result["type"])) if isinstance(each, str)]
        if len(labels) > 1:
            record.lose(f"only the first of the labels {', '.join(labels)} is kept")
        self._note_control(result)
        return None if extent is None else (extent, labels[0] if labels else "")

    def _note_control(self, result: Mapping[str, Any]) -> None:
        """Record the name and kind of the control that region labels come from."""
        name, kind = result.get("from_name"), str(result["type"])
        if not isinstance(name, str) or not name:
            return
        self._note(_CONTROL, name, _LABEL)
        self._note(_KIND, kind, _REGIONS[0])
        known = self.names.get(_CONTROL, _LABEL)
        if known != name:
            self._record.lose(
                f"a region of the control {name} is assigned to the control {known}", value=result
            )

    def _note(self, what: str, name: str, usual: str) -> None:
        """Record the first name of each kind (`what`), unless it is the usual name."""
        if name and what not in self._noted:
            self._noted.add(what)
            if name != usual:
                self.names[what] = name


def _to_name(result: Mapping[str, Any]) -> str:
    name = result.get("to_name")
    return name if isinstance(name, str) else ""


def _attribute(result: dict[str, Any]) -> tuple[str, str] | None:
    """Return the name and the value of an attribute."""
    value, name = result.get("value"), result.get("from_name")
    member = _CHOICES if result["type"] == _CHOICES else "text"
    stated = value.get(member) if isinstance(value, dict) else None
    words = [stated] if isinstance(stated, str) else stated
    if not isinstance(words, list) or not isinstance(name, str):
        return None
    return (name, "\n".join(words)) if all(isinstance(word, str) for word in words) else None


def _bare(value: object) -> str:
    """Return a string as it is, and any other value as JSON."""
    return value if isinstance(value, str) else in_message(value)


def _links(
    record: Record, results: Sequence[dict[str, Any]], numbers: dict[str, int]
) -> Iterator[tuple[int, int]]:
    for result in results:
        if result.get("type") != "relation":
            continue
        ends = [numbers.get(str(result.get(name))) for name in ("from_id", "to_id")]
        labels = [_bare(label) for label in record.listed(result, "labels")]
        if ends[0] is None or ends[1] is None or not all(map(_IDENTITY.fullmatch, labels)):
            named = [_bare(result.get(name)) for name in ("from_id", "to_id")]
            lacking = [name for name, end in zip(named, ends, strict=True) if end is None]
            which = "which is not an entity" if len(lacking) == 1 else "which are not entities"
            wrong = f"a relation refers to {' and '.join(lacking)}, {which}"
            fault = Fault(FaultKind.REFERENCE, wrong) if lacking else None
            lost = f"the relation {', '.join(labels)} is left out".replace("  ", " ")
            record.lose(lost, fault, result)
        else:
            yield ends[0], ends[1]


def _relations(
    record: Record, results: Sequence[dict[str, Any]], entities: Mapping[str, Entity]
) -> Iterator[Relation]:
    """Yield the relations between regions: one for each label, and one for each direction of `bi`."""
    for result in results:
        ends = [entities.get(str(result.get(name))) for name in ("from_id", "to_id")]
        if result.get("type") != "relation" or ends[0] is None or ends[1] is None:
            continue
        labels, direction = result.get("labels"), result.get("direction")
        kinds = [str(each) for each in labels] if isinstance(labels, list) else []
        for kind in kinds or [""]:
            if direction != "left":
                yield Relation(kind, ends[0], ends[1], record.place)
            if direction in ("left", "bi"):
                yield Relation(kind, ends[1], ends[0], record.place)


# JSON-MIN: the fields of the data, and a field for each control with the values of its regions.


_MIN_BOOKKEEPING = {"id", "annotator", "annotation_id", "lead_time", *_BOOKKEEPING}


def is_label_studio(values: dict[str, Any]) -> bool:
    """Return whether an object is a task or a JSON-MIN record."""
    if isinstance(values.get("data"), dict):
        return "annotations" in values or "completions" in values
    return _is_min(values)


def _is_min(values: Mapping[str, Any]) -> bool:
    return "annotation_id" in values or any(
        _are_regions(value) and any(map(_region_kind, value)) for value in values.values()
    )


def _are_regions(value: object) -> bool:
    """Return whether a JSON-MIN field contains region values."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(each, dict) and "start" in each and "end" in each for each in value)
    )


def _task_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the task represented by a JSON-MIN record; attributes belong to the region with the same
    offsets.
    """
    fields = {name: value for name, value in values.items() if _are_regions(value)}
    given = [(name, value) for name, listed in fields.items() for value in listed]
    regions = [(name, value) for name, value in given if _region_kind(value)]
    identifiers: dict[str, str] = {}
    for number, (_, value) in enumerate(regions):
        identifiers.setdefault(repr(_offsets(value)), str(number))
    results = [
        {"id": str(number), "type": _region_kind(value), "from_name": name, "value": value}
        for number, (name, value) in enumerate(regions)
    ]
    for name, value in given:
        if not _region_kind(value):
            kind = _CHOICES if _CHOICES in value else "textarea"
            identifier = identifiers.get(repr(_offsets(value)), f"the region at {value['start']}")
            results.append({"id": identifier, "type": kind, "from_name": name, "value": value})
    known = _MIN_BOOKKEEPING | fields.keys()
    data = {name: value for name, value in values.items() if name not in known}
    annotation = {"completed_by": values.get("annotator"), "result": results}
    return {"id": values.get("id"), "data": data, "annotations": [annotation]}


def _region_kind(value: Mapping[str, Any]) -> str:
    """Return the kind of the control that a JSON-MIN value comes from; "" if the control does not assign
    labels.
    """
    return next((kind for kind in _REGIONS if kind in value), "")


def _write_label_studio(documents: Sequence[Document]) -> Sequence[str]:
    tasks = (json.dumps(_task(document), ensure_ascii=False) for document in documents)
    return ("[\n" + ",\n".join(tasks) + "\n]\n",)


def _task(document: Document) -> dict[str, Any]:
    number = {"id": as_number(document.name)} if document.name else {}
    links = (pair for chain in document.chains for pair in pairwise(chain))
    results = [
        *(result for index in range(len(document.entities)) for result in _results(document, index)),
        *(
            {
                "type": "relation",
                "from_id": str(first),
                "to_id": str(second),
                "direction": "right",
                "labels": ["coref"],
            }
            for first, second in links
        ),
    ]
    name = dict(document.source_names).get(_FIELD, _TEXT)
    return {**number, "data": {name: document.text}, "annotations": [{"result": results}]}


def _results(document: Document, index: int) -> Iterator[dict[str, Any]]:
    entity, names = document.entities[index], dict(document.source_names)
    kind = names.get(_KIND, _REGIONS[0])
    place = _written_place(entity, kind)
    common = {"id": str(index), "to_name": names.get(_OBJECT, _TEXT)}
    covered = document.text[entity.start : entity.end]
    yield {
        **common,
        "from_name": names.get(_CONTROL, _LABEL),
        "type": kind,
        "value": {**place, "text": covered, kind: [entity.type]},
    }
    for name, value in entity.attributes:
        if f"{_CHOICES}:{name}" in names:
            choices = {**place, _CHOICES: value.split("\n")}
            yield {**common, "from_name": name, "type": _CHOICES, "value": choices}
        else:
            text = {**place, "text": [value]}
            yield {**common, "from_name": name, "type": "textarea", "value": text}


def _written_place(entity: Entity, kind: str) -> dict[str, Any]:
    """Return the offsets of a region; a region of a HyperText object also has the path of its text."""
    place = {"start": entity.start, "end": entity.end}
    if kind == _REGIONS[0]:
        return place
    within = {"startOffset": entity.start, "endOffset": entity.end}
    return {"start": _ONLY_NODE, "end": _ONLY_NODE, **within, "globalOffsets": place}


LABEL_STUDIO = ConversionFormat(
    *("label-studio", "JSON of Label Studio", (".json",)),
    FormatCapabilities(attributes="(?s:.+)", chains=True),
    begins_with(is_label_studio),
    record_reader(read_label_studio),
    _write_label_studio,
    options=ANNOTATOR_OPTIONS,
    read_with=annotator_reader(read_label_studio, annotators_in_task),
)
