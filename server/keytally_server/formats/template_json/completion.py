"""Completions of the names of roles and types: those of the key, and those around."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from keytally.engine.reading import Reading
from keytally.evaluations.template_json.formats.unit import RecordUnit
from keytally.evaluations.template_json.model import Template
from keytally.measures.templates.compared import TYPE
from keytally_server.answers.completion import Completion, CompletionKind
from keytally_server.session.snapshot import Snapshot, UnitAt

REACH = 20_000
"""The number of characters of each file that tell the names."""

_IN_TYPE = re.compile(rf'"{TYPE}"[ \t\r\n]*:[ \t\r\n]*("[^"\\\r\n]*)\Z')
_IN_NAME = re.compile(r'[{,][ \t\r\n]*("[^"\\\r\n]*)\Z')
_REST = re.compile(r'[^"\\\r\n:,{}\[\]]*"')
_COLON = re.compile(r"[ \t\r\n]*:")


def name_completions(snapshot: Snapshot, at: UnitAt) -> Iterator[Completion]:
    """The types for the string of a type, the roles that a template lacks for that of a name."""
    unit: RecordUnit = at.unit
    before = unit.text[max(0, at.place - 400) : at.place]
    in_type, in_name = _IN_TYPE.search(before), _IN_NAME.search(before)
    found = in_type or in_name
    template = _template_at(unit, at.place)
    if found is None or template is None:
        return
    start, end = at.place - len(found[1]), _end(unit.text, at.place)
    types, roles = _names(snapshot, at, unit.text[start + 1 : end].rstrip('"'))
    if in_type:
        yield from (_completion(at, start, end, name, f'"{name}"', CompletionKind.VALUE) for name in types)
        return
    value = "" if _COLON.match(unit.text, end) else ": []"
    present = {role.name for role in template.roles if not role.name_start <= at.place <= role.name_end}
    for name in roles:
        if name not in present:
            yield _completion(at, start, end, name, f'"{name}"{value}', CompletionKind.SLOT)


def _completion(  # noqa: PLR0913, PLR0917 -- each is a part of a completion
    at: UnitAt, start: int, end: int, name: str, text: str, kind: CompletionKind
) -> Completion:
    return Completion(name, kind, text, at.offset + start, at.offset + end)


def _template_at(unit: RecordUnit, place: int) -> Template | None:
    """The template at a place that is in none of its roles' lists."""
    template = next((each for each in unit.stated() if each.start < place <= each.end), None)
    lists = [role for role in template.roles if unit.text.startswith("[", role.start)] if template else []
    return None if any(role.start < place < role.end for role in lists) else template


def _end(text: str, place: int) -> int:
    """Behind the string at a place, as far as it goes on."""
    rest = _REST.match(text, place)
    return rest.end() if rest else place


def _names(snapshot: Snapshot, at: UnitAt, typed: str) -> tuple[Sequence[str], Sequence[str]]:
    """The types and the roles of the key and around a place but for what is typed, frequent ones first."""
    place = at.offset + at.place
    types, roles = Counter[str](), Counter[str]()
    near = (snapshot.reading, max(0, place - REACH), place + REACH)
    other = [(snapshot.other_reading, 0, REACH)] if snapshot.other_reading else []
    for reading, start, end in (*other, near):
        for template in _templates(reading, start, end):
            types.update([template.type] if template.type else [])
            roles.update(role.name for role in template.roles)
    return _ordered(types, typed), _ordered(roles, typed)


def _templates(reading: Reading, start: int, end: int) -> Iterator[Template]:
    for unit, _ in reading.units.between(start, end):
        yield from unit.stated()


def _ordered(counts: Counter[str], typed: str) -> Sequence[str]:
    counts[typed] -= 1
    return sorted(filter(None, +counts), key=lambda name: (-counts[name], name))
