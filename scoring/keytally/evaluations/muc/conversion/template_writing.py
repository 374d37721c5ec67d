"""Writes documents with objects as template files."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from keytally.evaluations.converted import Loss
from keytally.evaluations.converted_templates import (
    FillKind,
    FittedObjects,
    ObjectDocument,
    ObjectFill,
    ObjectSlot,
)
from keytally.evaluations.muc.conversion.document_numbers import number_of
from keytally.evaluations.muc.conversion.template_reading import CONTENT, NUMBER, TEMPLATE
from keytally.evaluations.muc.formats.templates.scanner import TemplateTokenKind, scan
from keytally.evaluations.muc.formats.templates.syntax import STATUS_SLOT

_INDENT, _FURTHER = "\t", "\t\t\t"
_PLAIN = re.compile(r"[^\"\r\n]*")
_BREAKS = re.compile(r"[ \t]*[\r\n]+[ \t]*")
_SLOT = "SLOT: "


def fitted(document: ObjectDocument) -> FittedObjects:
    """A document whose strings can all be written."""
    losses: list[Loss] = []

    def fill_of(fill: ObjectFill) -> ObjectFill:
        if fill.kind is FillKind.SET and not _scans(fill.text, TemplateTokenKind.BARE, 0):
            fill = replace(fill, kind=FillKind.STRING)
        if fill.kind is not FillKind.STRING or _quoted(fill.text) is not None:
            return fill
        text = _BREAKS.sub(" ", fill.text)
        text = text if _quoted(text) is not None else text.replace('"', "'")
        losses.append(Loss(fill.place, f"{' '.join(fill.text.split())} is written {text}"))
        return replace(fill, text=text)

    def slot_of(slot: ObjectSlot) -> ObjectSlot:
        alternatives = tuple(tuple(map(fill_of, fills)) for fills in slot.alternatives)
        return replace(slot, alternatives=alternatives)

    objects = tuple(replace(obj, slots=tuple(map(slot_of, obj.slots))) for obj in document.objects)
    return FittedObjects(replace(document, objects=objects), losses)


def written(documents: Sequence[ObjectDocument]) -> str:
    """The text of a file; each document has a number that no other has."""
    taken: set[str] = set()
    records: list[str] = []
    for at, document in enumerate(documents, 1):
        number = base = number_of(document.name) or str(at)
        while number in taken:
            number = f"{base}_{at}" if number == base else f"{number}_"
        taken.add(number)
        records += _records(document, number)
    return "\n".join(records)


def _records(document: ObjectDocument, number: str) -> Iterator[str]:
    counts, names = defaultdict[str, int](int), list[str]()
    for obj in document.objects:
        counts[obj.class_name] += 1
        names.append(f"<{obj.class_name}-{number}-{counts[obj.class_name]}>")
    head = [f"<{TEMPLATE.upper()}-{number}-1> :=\n"]
    name = _quoted(document.name) if document.name else None
    head.append(f"{_INDENT}{NUMBER.upper()}: {name or _quoted(number)}\n")
    pointers = [ObjectFill(FillKind.POINTER, target=index) for index in document.templates]
    head += _slot(ObjectSlot(CONTENT.upper(), (tuple(pointers),)), names) if pointers else ()
    yield "".join(head)
    for obj, title in zip(document.objects, names, strict=True):
        lines = [line for slot in obj.slots for line in _slot(slot, names)]
        status = [f"{_INDENT}{STATUS_SLOT.upper()}: OPTIONAL\n"] if obj.optional else []
        yield "".join([f"{title} :=\n", *lines, *status])


def _slot(slot: ObjectSlot, names: Sequence[str]) -> Iterator[str]:
    """The lines of a slot, a fill each."""
    start = f"{_INDENT}{slot.name}: {'/' if slot.optional else ''}"
    for number, fills in enumerate(slot.alternatives):
        for fill in fills:
            yield f"{start}{_fill(fill, names)}\n"
            start = _FURTHER
        start = f"{_FURTHER}/" if number + 1 < len(slot.alternatives) else _FURTHER


def _fill(fill: ObjectFill, names: Sequence[str]) -> str:
    if fill.kind is FillKind.POINTER:
        return names[fill.target]
    text = fill.text if fill.kind is FillKind.SET else _quoted(fill.text)
    return f"{text} {fill.link}" if fill.link else f"{text}"


def _quoted(text: str) -> str | None:
    """A string in quotes that do not end it too early; None where none do."""
    if _PLAIN.fullmatch(text):
        return f'"{text}"'
    quotes = "\"'" if "'" in text else "'\""
    tried = (f"{quote}{text}{quote}" for quote in quotes)
    return next((each for each in tried if _scans(each, TemplateTokenKind.QUOTED, 1)), None)


def _scans(fill: str, kind: TemplateTokenKind, quotes: int) -> bool:
    """Whether a fill is read as one of a kind, from its first character to its last."""
    tokens = scan(f"{_SLOT}{fill}\n").tokens
    whole = len(_SLOT), len(_SLOT) + len(fill)
    return len(tokens) == 2 and tokens[1] == (kind, *whole) and len(fill) >= 2 * quotes
