"""Reads files of flat templates for conversions and for checks."""

import re

from keytally.evaluations.converted import Fault, FaultKind, Loss, SourceText
from keytally.evaluations.converted_templates import ObjectDocument, ReadTemplates, TemplateObject
from keytally.evaluations.muc.conversion.flat.lines import FlatTemplate, read_lines
from keytally.evaluations.muc.conversion.flat.objects import IncidentReader
from keytally.evaluations.muc.conversion.flat.slots import MESSAGE, SLOTS, TEMPLATE
from keytally.evaluations.muc.conversion.flat.values import NOTHING

_NUMBER = re.compile(r"(\d+)[ \t]*(\(OPTIONAL\))?", re.ASCII | re.IGNORECASE)
_REMARK = re.compile(r"[ \t]*\(.*")


def read(source: SourceText) -> ReadTemplates:
    """The documents of a file in the order of their first templates."""
    templates, losses = read_lines(source)
    by_name: dict[str, list[FlatTemplate]] = {}
    for template in templates:
        by_name.setdefault(_name(template, losses), []).append(template)
    documents = [_document(name, some, losses) for name, some in by_name.items()]
    return ReadTemplates(documents, sorted(losses, key=lambda loss: loss.place.line))


def _document(name: str, templates: list[FlatTemplate], losses: list[Loss]) -> ObjectDocument:
    objects: list[TemplateObject] = []
    roots: list[int] = []
    for template in templates:
        number = _only(template, TEMPLATE, losses)
        found = _NUMBER.fullmatch(number)
        reader = IncidentReader(template)
        if found is not None:
            roots.append(len(objects))
            objects += reader.objects(len(objects), optional=found[2] is not None)
        losses += reader.losses
        if found is not None:
            continue
        if number not in NOTHING:
            what = f"{SLOTS[TEMPLATE].label} is a number, a number with (OPTIONAL), or *"
            losses.append(Loss(template.place, what, Fault(FaultKind.LINE, what)))
        losses += [
            Loss(value.place, f"{SLOTS[slot].label} {value.text} of a document without templates is left out")
            for slot, values in template.values.items()
            for value in values
            if slot > TEMPLATE and value.text not in NOTHING
        ]
    return ObjectDocument(name, tuple(objects), tuple(roots), templates[0].place)


def _name(template: FlatTemplate, losses: list[Loss]) -> str:
    """The document of a template, without what stands in brackets behind it."""
    written = _only(template, MESSAGE, losses)
    name = _REMARK.sub("", written)
    if name != written:
        losses.append(Loss(template.place, f"what stands behind the name in {written} is left out"))
    if not name:
        what = f"{SLOTS[MESSAGE].label} names no document"
        losses.append(Loss(template.place, what, Fault(FaultKind.LINE, what)))
    return name


def _only(template: FlatTemplate, number: int, losses: list[Loss]) -> str:
    """The only value of a slot; further ones are told."""
    values = template.values.get(number, [])
    for value in values[1:]:
        what = f"{SLOTS[number].label} has one value"
        losses.append(Loss(value.place, f"{what}; {value.text} is left out", Fault(FaultKind.LINE, what)))
    return values[0].text if values else ""
