"""Differences between a record and its key, classified, and the fixes for each."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from keytally.families.annotations import Difference, Place, Rewriting
from keytally.families.template_json.annotations import (
    Changes,
    can_hold,
    leads_to,
    new_record,
    record_edits,
    roles_value,
    template_value,
)
from keytally.families.template_json.fast_records import roles_of
from keytally.families.template_json.reading import RecordUnit, behind_name, gap_of, short, words_of
from keytally.families.template_json.records import Entity, Template
from keytally.families.template_json.scoring import DocumentScore, paired_templates, verdicts_in
from keytally.findings.spelling import short_text
from keytally.measures.template_maps import Mentions
from keytally.tallies.status import Status

# The class of each difference between the templates or the roles of a key and a response.
#
# A template that one side lacks is one difference. An entity of paired templates is misplaced if one that
# shares a mention with it is missing in another role or another template; otherwise it is too long or too
# short, a duplicate, or simply missing or spurious. The classes are those of Das et al. 2022, "Automatic
# error analysis for document-level information extraction", and `wrong mention` for an entity with further
# mentions.


WRONG_MENTION = "wrong mention"
SPAN = "span"
DUPLICATE = "duplicate fill"
WRONG_ROLE = "wrong role"
WRONG_TEMPLATE = "wrong template"
WRONG_TEMPLATE_AND_ROLE = "wrong template and role"
MISSING_FILL = "missing fill"
SPURIOUS_FILL = "spurious fill"
MISSING_TEMPLATE = "missing template"
SPURIOUS_TEMPLATE = "spurious template"

OF_ROLES = (WRONG_MENTION, SPAN, DUPLICATE, WRONG_ROLE, MISSING_FILL, SPURIOUS_FILL)
OF_TEMPLATES = (
    *(WRONG_MENTION, SPAN, DUPLICATE, WRONG_ROLE, WRONG_TEMPLATE, WRONG_TEMPLATE_AND_ROLE),
    *(MISSING_FILL, SPURIOUS_FILL, MISSING_TEMPLATE, SPURIOUS_TEMPLATE),
)

MOST_SPANS = 64
"""The maximum number of entities of a role among which longer and shorter mentions are searched for."""

Pair = tuple[Template | None, Template | None]


@dataclass(frozen=True, slots=True, eq=False)
class Fill:
    """An entity of one side: its pair of templates and the pair's number, its role, and its normalised
    mentions.
    """

    number: int
    pair: Pair
    role: str
    entity: Entity
    mentions: Mentions


class Wrong(NamedTuple):
    """A difference: its class, and the entity or the complete template on each side."""

    name: str
    key: Fill | Template | None
    response: Fill | Template | None


def classed(score: DocumentScore) -> Iterator[Wrong]:
    """Yield every difference of a document, each in one class: templates, then wrong mentions, then other
    entities.
    """
    sides = _Sides()
    for number, pair in enumerate(paired_templates(score)):
        key, response = pair
        if score.chosen is not None and (key is None or response is None):
            yield Wrong(MISSING_TEMPLATE if response is None else SPURIOUS_TEMPLATE, key, response)
        else:
            yield from sides.put(number, pair, one_to_one=score.chosen is None)
    yield from sides.classed()


class _Sides:
    """The entities that are missing on one side, from all template pairs of a document."""

    def __init__(self) -> None:
        self._missing: dict[Fill, None] = {}
        self._spurious: list[Fill] = []
        self._taken: dict[tuple[int, str], set[str]] = {}

    def put(self, number: int, pair: Pair, *, one_to_one: bool) -> Iterator[Wrong]:
        """Add a pair, and yield those of its entities that have a wrong mention."""
        key, response = map(roles_of, pair)
        for role in dict.fromkeys((*response, *key)):
            sides = [_fills(number, pair, side, role) for side in (0, 1)]
            judged = verdicts_in(key.get(role, ()), response.get(role, ()), one_to_one=one_to_one)
            for fill, verdict in zip(sides[1], judged.response, strict=True):
                if verdict.status is Status.INCORRECT and verdict.partner is not None:
                    yield Wrong(WRONG_MENTION, sides[0][verdict.partner], fill)
                elif verdict.status is Status.SPURIOUS:
                    self._spurious.append(fill)
            lacking = [verdict.status is Status.MISSING for verdict in judged.key]
            self._missing |= {fill: None for fill, lacks in zip(sides[0], lacking, strict=True) if lacks}
            taken = (fill.mentions for fill, lacks in zip(sides[0], lacking, strict=True) if not lacks)
            self._taken[number, role] = {mention for each in taken for mention in each}

    def classed(self) -> Iterator[Wrong]:
        """Yield the remaining entities, each in a class."""
        yield from self._paired(SPAN, self._longer_or_shorter())
        twice = [fill for fill in self._spurious if self._taken[fill.number, fill.role] & {*fill.mentions}]
        self._spurious = [fill for fill in self._spurious if fill not in twice]
        yield from (Wrong(DUPLICATE, None, fill) for fill in twice)
        same = _Same(self._missing)
        yield from self._paired(WRONG_ROLE, lambda mine: same.of(mine, lambda its: its.number == mine.number))
        yield from self._paired(WRONG_TEMPLATE, lambda mine: same.of(mine, lambda its: its.role == mine.role))
        yield from self._paired(WRONG_TEMPLATE_AND_ROLE, lambda mine: same.of(mine, lambda its: True))
        yield from (Wrong(SPURIOUS_FILL, None, fill) for fill in self._spurious)
        yield from (Wrong(MISSING_FILL, fill, None) for fill in self._missing)

    def _paired(self, name: str, candidates: Callable[[Fill], Iterable[Fill]]) -> Iterator[Wrong]:
        """Yield the response entities that can be paired with a missing entity."""
        rest = list[Fill]()
        for mine in self._spurious:
            found = next((its for its in candidates(mine) if its in self._missing), None)
            if found is None:
                rest.append(mine)
            else:
                del self._missing[found]
                yield Wrong(name, found, mine)
        self._spurious = rest

    def _longer_or_shorter(self) -> Callable[[Fill], Iterable[Fill]]:
        of_role = defaultdict[tuple[int, str], list[Fill]](list)
        for fill in self._missing:
            of_role[fill.number, fill.role].append(fill)

        def candidates(mine: Fill) -> Iterator[Fill]:
            others = of_role[mine.number, mine.role][:MOST_SPANS]
            return (its for its in others if _is_part(mine.mentions, its.mentions))

        return candidates


class _Same:
    """Finds missing entities by their mentions."""

    def __init__(self, fills: Iterable[Fill]) -> None:
        self._by_mention = defaultdict[str, list[Fill]](list)
        for fill in fills:
            for mention in dict.fromkeys(fill.mentions):
                self._by_mention[mention].append(fill)

    def of(self, mine: Fill, fits: Callable[[Fill], bool]) -> Iterator[Fill]:
        """Yield the missing entities that share a mention with an entity and for which `fits` returns
        true.
        """
        return (its for mention in mine.mentions for its in self._by_mention.get(mention, ()) if fits(its))


def _fills(number: int, pair: Pair, side: int, name: str) -> Sequence[Fill]:
    template = pair[side]
    role = template.role(name) if template else None
    entities = role.entities if role else ()
    mentions = roles_of(template).get(name, ())
    return [Fill(number, pair, name, *each) for each in zip(entities, mentions, strict=True)]


def _is_part(mine: Mentions, its: Mentions) -> bool:
    """Return whether a mention of one entity is part of a mention of the other, in whole words."""
    return any(
        one and other and (f" {one} " in f" {other} " or f" {other} " in f" {one} ")
        for one in mine
        for other in its
    )


INC, MIS, SPU = Status.INCORRECT.value, Status.MISSING.value, Status.SPURIOUS.value

MOST_MENTIONS = 3
"""The maximum number of mentions of an entity that are listed."""


def differences(score: DocumentScore) -> list[Difference]:
    """Return the classified differences of a document, in response order, then in key order."""
    found = [_difference(score, wrong) for wrong in classed(score)]
    return sorted(found, key=lambda each: (_start(each.response), _start(each.key)))


def difference_counts(scores: Sequence[DocumentScore]) -> Mapping[str, int]:
    """Return the numbers of incorrect, missing and spurious types and entities, without zeros."""
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
        _fill_text(wrong.key, with_type=is_elsewhere),
        _fill_text(wrong.response, with_type=is_elsewhere),
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
    """Return the number of types and entities that count in an entity or template."""
    if isinstance(part, Template):
        return 1 + sum(map(len, roles_of(part).values()))
    return int(part is not None)


def _places(
    unit: RecordUnit | None, part: Fill | Template | None, lacking: Fill | Template | None
) -> Sequence[Place]:
    """Return the place of a side's content; if a response has none, the position where `lacking` belongs."""
    if unit is None:
        return []
    if isinstance(part, Fill):
        return [Place(unit, part.entity.start, part.entity.end)]
    if isinstance(part, Template):
        return [Place(unit, part.type_start, part.type_end)]
    if isinstance(lacking, Fill):
        return [Place(unit, *gap_of(unit, lacking.pair[1], lacking.role))]
    return [Place(unit, *behind_name(unit))] if lacking is not None else []


def _fill_text(part: Fill | Template | None, *, with_type: bool) -> str:
    """Return a text such as `Victim "Oskar Lind", "he"`; for a template, its type and its first entity."""
    if isinstance(part, Fill):
        template = part.pair[1] if with_type else None
        named = [template.type] if template and template.type else []
        mentions = (f'"{short(mention.text)}"' for mention in part.entity.mentions[:MOST_MENTIONS])
        return short_text(" ".join([*named, part.role, ", ".join(dict.fromkeys(mentions))]))
    if part is None:
        return ""
    first = next((role.entities[0] for role in part.roles if role.entities), None)
    return short_text(" ".join([part.type or "template", *([f'"{words_of(first)}"'] if first else [])]))


def _labels(wrong: Wrong) -> tuple[str, str]:
    """Return the two roles of an entity that is in the wrong role."""
    if not (isinstance(wrong.key, Fill) and isinstance(wrong.response, Fill)):
        return "", ""
    roles = wrong.key.role, wrong.response.role
    return roles if roles[0] != roles[1] else ("", "")


def _start(places: Sequence[Place]) -> int:
    return places[0].start if places else -1


NO_PLACE = "the record lacks the list of templates or the roles that the change needs"
BROKEN = "the record has a syntax error at this position"


def repair(
    key: RecordUnit, response: RecordUnit, differences: Sequence[Difference], *, templates: bool
) -> Rewriting:
    """Return the edits of a document that repair differences; a missing document is written completely."""
    wrong: list[Wrong] = [difference.subject for difference in differences]
    if response.document != key.document:
        return _written(key, response, wrong, templates=templates)
    refused = {} if can_hold(response, templates=templates) else _homeless(wrong)
    changes = _changes([each for at, each in enumerate(wrong) if at not in refused])
    edits = record_edits(response, changes)
    if not leads_to(response, changes, edits):
        return Rewriting([], dict.fromkeys(range(len(wrong)), BROKEN))
    return Rewriting([(response, edit) for edit in edits], refused)


def _changes(wrong: Sequence[Wrong]) -> Changes:
    changes = Changes()
    for name, key, response in wrong:
        if isinstance(key, Template):
            changes.templates.append(key)
        elif isinstance(response, Template):
            changes.dropped.append(response)
        elif name in (WRONG_MENTION, SPAN) and key is not None and response is not None:
            changes.entities.append((response.entity, key.entity))
        else:
            changes.entities += [] if response is None else [(response.entity, None)]
            changes.added += [] if key is None else [(key.pair[1], key.role, key.entity)]
    return changes


def _homeless(wrong: Sequence[Wrong]) -> dict[int, str]:
    """Return the differences that require a list of templates or an object of roles in the record, with
    the reason for refusing them.
    """
    return {
        at: NO_PLACE
        for at, each in enumerate(wrong)
        if isinstance(each.key, Template) or (isinstance(each.key, Fill) and each.key.pair[1] is None)
    }


def _written(key: RecordUnit, last: RecordUnit, wrong: Sequence[Wrong], *, templates: bool) -> Rewriting:
    """Return the edits that add a record with the missing content after the last record of a file."""
    if templates:
        lacking = [each.key for each in wrong if isinstance(each.key, Template)]
        edit = new_record(last, key, templates=[template_value(each) for each in lacking])
    else:
        fills = [each.key for each in wrong if isinstance(each.key, Fill)]
        record = key.record().extracts
        wanted = {(fill.role, fill.entity) for fill in fills}
        roles = [] if record is None else record.roles
        kept = [
            role._replace(entities=[entity for entity in role.entities if (role.name, entity) in wanted])
            for role in roles
        ]
        value = roles_value(record._replace(roles=kept)) if record else {}
        edit = new_record(last, key, roles=value)
    return Rewriting([(last, edit)])
