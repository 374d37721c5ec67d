"""Write relations to a standoff file: the lines of relations, and of the entities that they refer to."""

import re
from collections.abc import Iterable, Iterator, Sequence

from keytally.families.contract import Mark
from keytally.families.interchange import Entity, Relation
from keytally.families.presentation import Proposal
from keytally.families.spans.brat import EQUIVALENT, entity_line, free_identifier, lines_about
from keytally.families.spans.placed import PlacedRelation, StatesRelations
from keytally.findings.finding import Edit
from keytally.tallies.status import Status
from keytally.text.positions import LINE_END

_LINE = re.compile(r"(R\S*)\t\S+ (\S+):\S+ (\S+):\S+")
_NUMBERS = re.compile(r"^R(\d{1,12})\t", re.M)


class StandoffWriter:
    """Collects the edits of one standoff file; each missing entity is added once."""

    def __init__(self, unit: StatesRelations) -> None:
        self._unit = unit
        self._names = {
            (place.entity.extents, place.entity.type): unit.text[place.start :].partition("\t")[0]
            for place in unit.entities
        }
        self._next_entity = free_identifier(unit.text)
        self._next_relation = 1 + max((int(found[1]) for found in _NUMBERS.finditer(unit.text)), default=0)
        self._added: list[str] = []
        self._edits: list[Edit] = []

    def add(self, relation: Relation, source: StatesRelations) -> None:
        """Add a relation from another file; `source` contains the text of the arguments."""
        head, tail = self._arguments(relation, source)
        if relation.type == EQUIVALENT:
            self._added.append(f"*\t{EQUIVALENT} {head} {tail}")
            return
        self._added.append(f"R{self._next_relation}\t{relation.type} Arg1:{head} Arg2:{tail}")
        self._next_relation += 1

    def replace(self, placed: PlacedRelation, relation: Relation, source: StatesRelations) -> None:
        """Replace a relation that has its own line with a relation from another file."""
        found = _LINE.match(self._unit.text, placed.start)
        assert found is not None
        head, tail = self._arguments(relation, source)
        names = sorted(found.group(2, 3)) if {*found.group(2, 3)} == {"Arg1", "Arg2"} else found.group(2, 3)
        line = f"{found[1]}\t{relation.type} {names[0]}:{head} {names[1]}:{tail}"
        self._edits.append(Edit(placed.start, placed.end, line))

    def delete(self, placed: PlacedRelation) -> None:
        """Delete the line of a relation, and the lines that describe it."""
        text = self._unit.text
        line_end = LINE_END.match(text, placed.end)
        self._edits.append(Edit(placed.start, line_end.end() if line_end else placed.end, ""))
        identifier = text[placed.start : placed.end].partition("\t")[0]
        self._edits += [Edit(*line.span(), "") for line, _ in lines_about(text, identifier)]

    def edits(self) -> Sequence[Edit]:
        """Return the edits in file order."""
        edits = sorted(set(self._edits))
        if self._added:
            text = self._unit.text
            before = "" if not text or text.endswith(("\n", "\r")) else "\n"
            added = "".join(f"{line}\n" for line in self._added)
            edits.append(Edit(len(text), len(text), before + added))
        return edits

    def _arguments(self, relation: Relation, source: StatesRelations) -> Iterator[str]:
        for entity in (relation.head, relation.tail):
            yield self._name(entity, source)

    def _name(self, entity: Entity, source: StatesRelations) -> str:
        """Return the identifier of an entity; if the file has no line for it, add one."""
        place = entity.extents, entity.type
        if place not in self._names:
            name = self._names[place] = f"T{self._next_entity}"
            self._next_entity += 1
            self._added.append(entity_line(name, entity, source.covered(entity)))
        return self._names[place]


def is_line(unit: StatesRelations, placed: PlacedRelation) -> bool:
    """Return whether a relation has its own line, as opposed to being part of a set or an event."""
    return _LINE.match(unit.text, placed.start) is not None


def proposal(unit: StatesRelations, mark: Mark) -> Proposal | None:
    """Return the proposal for a standoff file that makes a marked relation match the key."""
    own = next((each for each in unit.relations if (each.start, each.end) == (mark.start, mark.end)), None)
    is_own = own is not None and is_line(unit, own)
    writer = StandoffWriter(unit)
    if mark.partner is None:
        if mark.status is not Status.SPURIOUS or own is None or not is_own:
            return None
        writer.delete(own)
        edits = writer.edits()
        title = f"Delete the spurious {mark.subject or 'relation'}"
        return Proposal(title, edits[0], drops=True) if len(edits) == 1 else None
    source = mark.partner[0]
    wanted = _wanted(source.relations, mark)
    if wanted is None or wanted.piece or mark.status is Status.CORRECT:
        return None
    if mark.start == mark.end:
        writer.add(wanted, source)
    elif own is not None and is_own:
        writer.replace(own, wanted, source)
    edits = writer.edits()
    title = f"Accept the key's {source.shown_relation(wanted)}"
    return Proposal(title, edits[0]) if len(edits) == 1 else None


def _wanted(relations: Iterable[PlacedRelation], mark: Mark) -> Relation | None:
    """Return the key's relation for a mark; several relations may have the same place, such as a record."""
    assert mark.partner is not None
    source, *place = mark.partner
    subject = (mark.subject or "").removesuffix(")")
    there = [each.relation for each in relations if [each.start, each.end] == place]
    return next((each for each in there if subject.endswith(source.shown_relation(each))), None)
