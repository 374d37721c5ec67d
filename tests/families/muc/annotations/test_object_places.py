"""An object tells the places that the tree of its unit has."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzz.grammar import templates
from keytally.families.contract import Role
from keytally.families.muc.annotations import template_objects
from keytally.families.muc.annotations.template_objects import (
    ObjectContents,
    ObjectPlaces,
    object_annotations,
    object_places,
    record_of,
    slot_end,
)
from keytally.families.muc.model import MucObject
from keytally.families.muc.templates.objects import record_objects
from keytally.families.muc.templates.unit import TemplateSyntax, TemplateUnit
from tests.families.annotating import units_of
from tests.families.muc.annotations.template_documents import CONFIGURATION, LANGUAGE

SYNTAX = TemplateSyntax.of(CONFIGURATION)
LINES = (
    '    ORG_NAME: "Orrin Freight"',
    '    ORG_NAME: "Orrin" / "Orrin Freight"',
    "  ORG_TYPE:COMPANY  ",
    "    ORG_TYPE: / COMPANY",
    '        / "Orrin Co"',
    '        "Orrin"',
    "    ORG_TYPE:",
    '    ORG_ALIAS: "Orr" # "Orrin"',
    "; a comment",
    "",
    "    /",
    "    ODD_SLOT: 7",
)


def told(text: str) -> list[tuple[TemplateUnit, MucObject]]:
    units = units_of(LANGUAGE, text)
    return [(unit, obj) for unit in units for obj in record_objects(unit, SYNTAX, Role.KEY) if obj.one_up]


def in_tree(unit: TemplateUnit, obj: MucObject) -> ObjectPlaces:
    record = record_of(unit, obj)
    assert record.header is not None
    entries = {name: record.slot(name) for name in obj.slots}
    slots = {name: (each.start, slot_end(each)) for name, each in entries.items() if each is not None}
    return ObjectPlaces(record.header.identity, (record.header.start, record.header.end), slots)


def check(text: str) -> None:
    for unit, obj in told(text):
        found = object_places(unit, obj)
        slots = {name: place for name, place in found.slots.items() if name in obj.slots}
        assert found._replace(slots=slots) == in_tree(unit, obj)


@given(st.integers(0, 10**9))
def test_random_files(seed: int) -> None:
    check(templates.workspace(Random(seed))["key.tmpl"])


@given(st.lists(st.sampled_from(LINES), max_size=6), st.sampled_from(["\n", "\r\n", "\r"]))
def test_lines_of_one_record(lines: list[str], end: str) -> None:
    check(end.join(["<ORGANIZATION-1-1> :=", *lines]))


def test_plain_records_need_no_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    text = '<ORGANIZATION-1-1> :=\n    ORG_NAME: "Orrin"\n              "Orr"\n    ORG_TYPE: COMPANY\n'
    units = units_of(LANGUAGE, text)
    monkeypatch.delattr(template_objects, "record_of")
    assert [text[each.start : each.end] for each in object_annotations(units, ObjectContents(SYNTAX))] == [
        "<ORGANIZATION-1-1> :=",
        'ORG_NAME: "Orrin"\n              "Orr"',
        "ORG_TYPE: COMPANY",
    ]
