"""The differences of a scored document, with their places and their shares of the tally."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from keytally.evaluations.classified import Difference, Place
from keytally.evaluations.template_json.differences.classes import (
    WRONG_MENTION,
    WRONG_TEMPLATE,
    WRONG_TEMPLATE_AND_ROLE,
    Fill,
    Wrong,
    classed,
)
from keytally.evaluations.template_json.formats.places import behind_name, gap_of, short, words_of
from keytally.evaluations.template_json.formats.unit import RecordUnit
from keytally.evaluations.template_json.model import Template
from keytally.evaluations.template_json.scoring.entities import verdicts_in
from keytally.evaluations.template_json.scoring.paired import paired_templates
from keytally.evaluations.template_json.scoring.result import DocumentScore
from keytally.evaluations.template_json.scoring.templates import roles_of
from keytally.findings.spelling import shown
from keytally.tallies.status import Status

INC, MIS, SPU = Status.INCORRECT.value, Status.MISSING.value, Status.SPURIOUS.value

MOST_MENTIONS = 3
"""The mentions of an entity that are told."""


def differences(score: DocumentScore) -> list[Difference]:
    """Each difference of a document in its class, in the order of the response, then of the key."""
    found = [_difference(score, wrong) for wrong in classed(score)]
    return sorted(found, key=lambda each: (_start(each.response), _start(each.key)))


def difference_counts(scores: Sequence[DocumentScore]) -> Mapping[str, int]:
    """How many types and entities are incorrect, missing and spurious, as marks have them; without zeros."""
    sums = Counter[str]()
    for score in scores:
        for key, response in paired_templates(score):
            if score.chosen is not None and (key is None or response is None):
                sums.update({MIS: _size(key), SPU: _size(response)})
            else:
                sums.update(_statuses(key, response, one_to_one=score.chosen is None))
    return +sums


def _statuses(key: Template | None, response: Template | None, *, one_to_one: bool) -> Iterator[str]:
    sides = roles_of(key), roles_of(response)
    for role in {**sides[0], **sides[1]}:
        judged = verdicts_in(*(side.get(role, ()) for side in sides), one_to_one=one_to_one)
        yield from (each.status.value for each in judged.response if each.status is not Status.CORRECT)
        yield from (MIS for each in judged.key if each.status is Status.MISSING)


def _difference(score: DocumentScore, wrong: Wrong) -> Difference:
    is_elsewhere = wrong.name in (WRONG_TEMPLATE, WRONG_TEMPLATE_AND_ROLE)
    return Difference(
        wrong.name,
        _places(score.key, wrong.key, None),
        _places(score.response, wrong.response, wrong.key),
        _said(wrong.key, with_type=is_elsewhere),
        _said(wrong.response, with_type=is_elsewhere),
        _counts(wrong),
        _labels(wrong),
        wrong,
    )


def _counts(wrong: Wrong) -> Mapping[str, int]:
    if wrong.name == WRONG_MENTION:
        return {INC: 1}
    sizes = {MIS: _size(wrong.key), SPU: _size(wrong.response)}
    return {name: size for name, size in sizes.items() if size}


def _size(part: Fill | Template | None) -> int:
    """The number of types and entities that count."""
    if isinstance(part, Template):
        return 1 + sum(map(len, roles_of(part).values()))
    return int(part is not None)


def _places(
    unit: RecordUnit | None, part: Fill | Template | None, lacking: Fill | Template | None
) -> Sequence[Place]:
    """The place of what a side has; where a response has nothing, the gap where `lacking` belongs."""
    if unit is None:
        return []
    if isinstance(part, Fill):
        return [Place(unit, part.entity.start, part.entity.end)]
    if isinstance(part, Template):
        return [Place(unit, part.type_start, part.type_end)]
    if isinstance(lacking, Fill):
        return [Place(unit, *gap_of(unit, lacking.pair[1], lacking.role))]
    return [Place(unit, *behind_name(unit))] if lacking is not None else []


def _said(part: Fill | Template | None, *, with_type: bool) -> str:
    """`Victim "Oskar Lind", "he"`; a template by its type and its first entity."""
    if isinstance(part, Fill):
        template = part.pair[1] if with_type else None
        named = [template.type] if template and template.type else []
        mentions = (f'"{short(each.text)}"' for each in part.entity.mentions[:MOST_MENTIONS])
        return shown(" ".join([*named, part.role, ", ".join(dict.fromkeys(mentions))]))
    if part is None:
        return ""
    first = next((role.entities[0] for role in part.roles if role.entities), None)
    return shown(" ".join([part.type or "template", *([f'"{words_of(first)}"'] if first else [])]))


def _labels(wrong: Wrong) -> tuple[str, str]:
    """The two roles of an entity in a wrong one."""
    if not (isinstance(wrong.key, Fill) and isinstance(wrong.response, Fill)):
        return "", ""
    roles = wrong.key.role, wrong.response.role
    return roles if roles[0] != roles[1] else ("", "")


def _start(places: Sequence[Place]) -> int:
    return places[0].start if places else -1
