"""Writes the key's entities into a response in place of its own; text and given markup stay."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import zip_longest

from keytally.evaluations.annotated import Annotation, Change, Rewriting
from keytally.evaluations.classified import Difference
from keytally.evaluations.interface import Role
from keytally.evaluations.muc.annotations.entities import ENTITY, EntityAnnotations
from keytally.evaluations.muc.annotations.refusals import NOT_READ, OTHER_TEXT
from keytally.evaluations.muc.differences.documents import NO_PLACE, appended
from keytally.evaluations.muc.differences.entities import EntitySubject, Units
from keytally.evaluations.muc.formats.sgml.objects import objects, one_line
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.language.sgml import SgmlLanguage
from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.named_entity import NamedEntityScoring
from keytally.findings.edits import apply_edits
from keytally.findings.finding import Edit

_REASONS = {OTHER_TEXT: "the response has other text there"}
"""How reasons read where they are about a response."""

Subjects = Mapping[int, EntitySubject]
"""What differences are about, by their index."""


class EntityRepairs:
    """Repairs responses under one configuration; `role` is that in which they are read."""

    def __init__(self, syntax: SgmlSyntax, scoring: NamedEntityScoring, role: Role) -> None:
        self._syntax = syntax
        self._read = SgmlLanguage(syntax, role).read
        self._entities = EntityAnnotations(syntax, scoring, role)
        self._last: tuple[SgmlUnit, Mapping[int, Annotation]] | None = None

    def repair(self, response: Sequence[SgmlUnit], differences: Sequence[Difference]) -> Rewriting:
        """The edits of a document (keytally.evaluations.classified.ClassifiesDifferences)."""
        by_units = defaultdict[Units, dict[int, EntitySubject]](dict)
        for number, difference in enumerate(differences):
            subject: EntitySubject = difference.subject
            by_units[subject.units][number] = subject
        edits: list[tuple[SgmlUnit, Edit]] = []
        refused: dict[int, str] = {}
        read: list[tuple[SgmlUnit, SgmlUnit]] = []
        for units, subjects in by_units.items():
            if units.response is not None:
                made = self._in_unit(units.response, subjects, refused)
                edits += made.edits
                read += made.read
            elif response and units.key is not None:
                written = self._document(units.key, subjects, refused)
                edits.append((response[-1], appended(response[-1], written)))
            else:
                refused |= dict.fromkeys(subjects, NO_PLACE)
        return Rewriting(edits, refused, tuple(read))

    def _document(self, key: SgmlUnit, subjects: Subjects, refused: dict[int, str]) -> str:
        """A document with the text of the key's and these entities alone."""
        bare = self._read(key.stripped())
        made = self._in_unit(bare, subjects, refused)
        return apply_edits(bare.text, [edit for _, edit in made.edits])

    def _in_unit(self, unit: SgmlUnit, subjects: Subjects, refused: dict[int, str]) -> Rewriting:
        """The edits of a unit for those differences that can be repaired; the others are refused."""
        whole, reasons = self._tried(unit, subjects)
        if not reasons:
            return whole
        if NOT_READ in reasons.values():
            return self._one_by_one(unit, subjects, refused)
        refused |= reasons
        return self._in_unit(unit, _without(subjects, reasons), refused)

    def _one_by_one(self, unit: SgmlUnit, subjects: Subjects, refused: dict[int, str]) -> Rewriting:
        """The edits for as many differences as can be repaired together, in their order."""
        kept: dict[int, EntitySubject] = {}
        made = Rewriting(())
        for number, subject in subjects.items():
            found, reasons = self._tried(unit, {**kept, number: subject})
            if reasons:
                refused[number] = reasons.get(number) or next(iter(reasons.values()))
            else:
                kept[number], made = subject, found
        return made

    def _tried(self, unit: SgmlUnit, subjects: Subjects) -> tuple[Rewriting, Mapping[int, str]]:
        """The edits for these differences, and why which of them cannot be repaired.

        Entities with one extent are nested as in the key, since the scorer aligns them in this order.
        """
        present = self._present(unit)
        exchanged = [
            (number, old, new)
            for number, subject in subjects.items()
            for old, new in zip_longest(subject.present, subject.wanted)
        ]
        exchanged.sort(key=lambda each: -1 if each[2] is None else each[2].start)
        owners = [number for number, _, _ in exchanged]
        changes = [
            Change(
                None if old is None else present[old.start],
                None if new is None else self._wanted(subjects[number].units.key, new),
            )
            for number, old, new in exchanged
        ]
        made = self._entities.rewriting([unit], changes)
        reasons = {owners[at]: _REASONS.get(why, why) for at, why in made.refused.items()}
        return made, reasons

    def _present(self, unit: SgmlUnit) -> Mapping[int, Annotation]:
        """The entities of a unit by their starts; those of the last one are kept."""
        if self._last is None or self._last[0] is not unit:
            self._last = unit, {each.start: each for each in self._entities.annotations([unit])}
        return self._last[1]

    def _wanted(self, key: SgmlUnit | None, entity: MucObject) -> Annotation:
        """An entity of the key as a response says it: with one alternative of each attribute."""
        assert key is not None and entity.extent is not None
        extent = entity.extent.start, entity.extent.end
        name = one_line(key.stripped()[extent[0] : extent[1]])
        left_out = self._syntax.text, self._syntax.status
        named = (each for each in entity.slots.items() if each[0] not in left_out)
        attributes = [f"{slot.upper()}={self._chosen(key, entity, slot)}" for slot, _ in named]
        value = (entity.class_name.upper(), *attributes)
        return Annotation(None, 0, 0, ENTITY, name, extent, value, extent=extent)

    def _chosen(self, key: SgmlUnit, entity: MucObject, slot: str) -> str:
        """The first alternative of an attribute that most entities of the key with that extent accept.

        Then it does not matter which of these the scorer aligns with it.
        """
        texts = _texts(entity, slot)
        if len(texts) == 1:
            return texts[0]
        place = entity.extent and entity.extent[:2]
        read = objects(key, self._syntax, Role.KEY)
        same = (each for each in read if each.extent and each.extent[:2] == place)
        beside = [_texts(each, slot) for each in same if each.class_name == entity.class_name]
        return max(texts, key=lambda text: sum(text in each for each in beside))


def _texts(entity: MucObject, slot: str) -> list[str]:
    """The alternatives of a slot."""
    if slot not in entity.slots:
        return []
    return [" ".join(fill.text for fill in fills) for fills in entity.slots[slot].alternatives]


def _without(subjects: Subjects, refused: Collection[int]) -> Subjects:
    return {number: subject for number, subject in subjects.items() if number not in refused}
