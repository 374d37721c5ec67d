"""Edits of a response that fix differences between its template objects and the key's."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.families.annotations import Annotation, Change, Difference, Reference, Rewriting
from keytally.families.muc.annotations.template_edits import DocumentObjects, rewrite_objects
from keytally.families.muc.annotations.template_objects import OBJECT, SLOT
from keytally.families.muc.differences.templates import (
    POINTER,
    ClassifiedDifference,
    ComparedDocument,
    FillClasses,
    TemplateSubject,
    WrongFill,
)
from keytally.families.muc.model import Configuration, Fill, MucObject
from keytally.families.muc.scoring.results import FillPlace, fill_place
from keytally.families.muc.templates.unit import TemplateSyntax, TemplateUnit
from keytally.findings.finding import Edit, apply_edits
from keytally.tallies.status import Status
from keytally.text.difference import difference as text_difference

# Repairs the remaining differences after all differences of a document are fixed, until none remain.
#
# The scorer may align a newly written object with another object of the key that it also matches, such as one
# with the same alternative. Then that object is correct, and the other one is missing.


MOST_ROUNDS = 4
"""The maximum number of repair rounds."""

Units = Sequence[TemplateUnit]


class RepairFixpoint(NamedTuple):
    """Fixes the differences of a document that remain after the first edits.

    `read` parses a text into units, `compare` returns the differences of the document in given response
    units, and `repair` returns the edits of such units.
    """

    document: str
    read: Callable[[str], Units]
    compare: Callable[[Units], Sequence[Difference]]
    repair: Callable[[Units, Sequence[Difference]], Rewriting]

    def settled(self, response: Units, made: Rewriting) -> Rewriting:
        """Return the edits that leave the fewest differences.

        `made` contains the edits for all original differences.
        """
        now = [self._after([unit], made) for unit in response]
        left = self.compare(self._own(now))
        if not left:
            return made
        for _ in range(MOST_ROUNDS):
            units = self._own(now) or [unit for part in now for unit in part][-1:]
            further = self.repair(units, left)
            following = [self._after(part, further) for part in now]
            still = self.compare(self._own(following))
            if _extent(still) >= _extent(left):
                break
            now, left = following, still
        edits = [
            (unit, edit) for unit, part in zip(response, now, strict=True) for edit in _edits(unit, part)
        ]
        return Rewriting(edits, made.refused)

    def _own(self, parts: Iterable[Units]) -> list[TemplateUnit]:
        """Return the units of the document."""
        return [unit for part in parts for unit in part if unit.document == self.document]

    def _after(self, part: Units, made: Rewriting) -> Units:
        """Return the units that result from editing consecutive units."""
        edits = defaultdict[int, list[Edit]](list)
        for unit, edit in made.edits:
            edits[id(unit)].append(edit)
        if not any(id(unit) in edits for unit in part):
            return part
        return self.read("".join(apply_edits(unit.text, edits[id(unit)]) for unit in part))


def _extent(differences: Sequence[Difference]) -> tuple[int, int]:
    """Return a measure of the remaining differences: the number of incorrect outcomes, then of
    differences.
    """
    return sum(sum(difference.counts.values()) for difference in differences), len(differences)


def _edits(unit: TemplateUnit, part: Units) -> list[Edit]:
    """Return the edit that replaces a unit with others; empty if the text is the same."""
    found = text_difference(unit.text, "".join(each.text for each in part))
    return [] if found is None else [Edit(found.start, found.end, found.text)]


NOWHERE = "the response lacks the object that the key's pointer refers to"
NAMELESS = "the header of the response's object is incomplete"
NOTHING_SAID = "the key's object has no fill that the response can contain"

_SAID = frozenset({Status.MISSING, Status.INCORRECT, Status.OPTIONAL})
"""The outcomes of fills that a new object receives; fills with other outcomes do not count, or belong to
other alternatives.
"""


LINK_MARK = "#"

Compare = Callable[[str, Sequence[TemplateUnit], Sequence[TemplateUnit]], Sequence[Difference]]
"""Returns the differences of a document, given its number and the units of the key and of the response."""

_Word = str | int
"""A fill as a string, or the index of the change that creates its target."""

_Slot = tuple[MucObject, str]


class TemplateRepairs:
    """Fixes responses for one configuration.

    `read` parses a text into response units, and `compare` returns the differences of a document.
    """

    def __init__(
        self,
        syntax: TemplateSyntax,
        configuration: Configuration,
        read: Callable[[str], Sequence[TemplateUnit]],
        compare: Compare,
    ) -> None:
        self._objects = DocumentObjects(syntax)
        self._classes = FillClasses(configuration)
        self._read = read
        self._compare = compare

    def repair(
        self, key: Sequence[TemplateUnit], response: Sequence[TemplateUnit], differences: Sequence[Difference]
    ) -> Rewriting:
        """Return the edits of a document; see `keytally.families.annotations.DifferenceClassifier`.

        If all differences of the document are given, those that remain afterwards are fixed as well.
        """
        made = self._once(response, differences)
        first: TemplateSubject | None = differences[0].subject if differences else None
        if first is None or len(differences) < first.among:
            return made
        name = first.document.score.document
        settling = RepairFixpoint(name, self._read, lambda units: self._compare(name, key, units), self._once)
        return settling.settled(response, made)

    def _once(self, response: Sequence[TemplateUnit], differences: Sequence[Difference]) -> Rewriting:
        subjects: dict[int, TemplateSubject] = {}
        for number, difference in enumerate(differences):
            subjects[number] = difference.subject
        edits: list[tuple[TemplateUnit, Edit]] = []
        refused: dict[int, str] = {}
        for document in dict.fromkeys(subject.document for subject in subjects.values()):
            own = {number: each.classed for number, each in subjects.items() if each.document is document}
            plan = _Plan(document, own, self._classes)
            made = rewrite_objects(response, [change for _, change in plan.changes], self._objects)
            edits += made.edits
            refused |= plan.refused | {plan.changes[at][0]: reason for at, reason in made.refused.items()}
        return Rewriting(edits, refused)


class _Plan:
    """The changes of a response that fix differences, each with the index of its difference."""

    def __init__(
        self,
        document: ComparedDocument,
        differences: Mapping[int, ClassifiedDifference],
        classes: FillClasses,
    ) -> None:
        self._document = document
        self._classes = classes
        self.changes: list[tuple[int, Change]] = []
        self.refused: dict[int, str] = {}
        self._gone = {
            difference.spurious for difference in differences.values() if difference.spurious is not None
        }
        self._new: dict[MucObject, int] = {}
        for number, each in self._possible(differences).items():
            if each.spurious is not None:
                self._change(number, Change(self._object(each.spurious), None))
            elif each.missing is not None:
                self._new[each.missing] = self._change(number, Change(None, _added(each.missing)))
        for obj, at in self._new.items():
            for slot, words in self._fills(obj).items():
                self._change(self.changes[at][0], _slot_change(None, slot, words, at))
        sound = {number: each for number, each in differences.items() if number not in self.refused}
        for wrong in self._touched(sound).values():
            self._rewrite(wrong)

    def _possible(
        self, differences: Mapping[int, ClassifiedDifference]
    ) -> Mapping[int, ClassifiedDifference]:
        """Return the differences that can be fixed together; the others are refused."""
        new = {each.missing: number for number, each in differences.items() if each.missing is not None}
        self._new = dict.fromkeys(new, 0)
        while empty := [obj for obj in self._new if not self._fills(obj)]:
            self.refused |= {new[obj]: NOTHING_SAID for obj in empty}
            self._new = {obj: 0 for obj in self._new if obj not in empty}
        for number, each in differences.items():
            if number not in self.refused and self._leads_nowhere(each):
                self.refused[number] = NOWHERE
            elif any(not obj.one_up for obj in self._rewritten(each)):
                self.refused[number] = NAMELESS
        self._new = {}
        return {number: each for number, each in differences.items() if number not in self.refused}

    def _change(self, number: int, change: Change) -> int:
        self.changes.append((number, change))
        return len(self.changes) - 1

    def _object(self, obj: MucObject) -> Annotation:
        """Return an object of the response as an annotation."""
        unit = self._document.unit(obj, False)
        return Annotation(unit, obj.start, obj.end, OBJECT, obj.identifier, (), (obj.class_name.upper(),))

    def _leads_nowhere(self, difference: ClassifiedDifference) -> bool:
        """Return whether a fill of an aligned object would have no target to point to."""
        wanted = (fill for fill in difference.fills if self._is_aligned(fill) and fill.key is not None)
        return any(self._word(each) is None for each in wanted)

    def _rewritten(self, difference: ClassifiedDifference) -> Iterator[MucObject]:
        """Yield the objects of the response that are deleted or rewritten."""
        if difference.spurious is not None:
            yield difference.spurious
        owners = (fill.pair.response for fill in difference.fills if self._is_aligned(fill))
        yield from (owner for owner in owners if owner is not None)

    def _is_aligned(self, wrong: WrongFill) -> bool:
        """Return whether a fill belongs to aligned objects."""
        pair = wrong.pair
        if pair.key is None or pair.response is None:
            return False
        return self._document.aligned.get(pair.key) is pair.response

    def _fills(self, obj: MucObject) -> Mapping[str, Sequence[_Word]]:
        """Return the slots of a new object, copied from the key without pointers to missing objects."""
        pair = self._document.missing[obj]
        found: dict[str, Sequence[_Word]] = {}
        for slot, compared in pair.slots.items():
            fills = (fill for fill in compared.fills if fill.key is not None and fill.status in _SAID)
            wanted = (self._word(WrongFill(pair, slot, fill)) for fill in fills)
            if words := [word for word in wanted if word is not None]:
                found[slot] = words
        return found

    def _touched(
        self, differences: Mapping[int, ClassifiedDifference]
    ) -> Mapping[_Slot, list[tuple[int, WrongFill]]]:
        """Return the wrong fills of aligned objects by slot, each with the index of its difference."""
        touched = defaultdict[_Slot, list[tuple[int, WrongFill]]](list)
        for number, each in differences.items():
            for wrong in each.fills:
                if wrong.pair.response is not None and self._is_aligned(wrong):
                    touched[wrong.pair.response, wrong.slot].append((number, wrong))
        return touched

    def _rewrite(self, wrong: Sequence[tuple[int, WrongFill]]) -> None:
        """Rewrite a slot of an aligned object."""
        number, first = wrong[0]
        words = dict(self._present(first))
        for _, each in wrong:
            wanted = self._word(each) if each.key is not None else None
            place = each.fill.response or FillPlace(-1, len(words))
            if wanted is not None:
                words[place] = wanted
            else:
                words.pop(place, None)
        assert first.pair.response is not None
        parent = self._object(first.pair.response)
        self._change(number, _slot_change(parent.unit, first.slot, list(words.values()), parent))

    def _present(self, wrong: WrongFill) -> Iterator[tuple[FillPlace, _Word]]:
        """Yield the fills of a response slot as written, without pointers to removed objects."""
        owner = wrong.pair.response
        slot = owner.slots.get(wrong.slot) if owner is not None else None
        if owner is None or slot is None or not slot.alternatives:
            return
        chosen = wrong.pair.slots[wrong.slot].response or 0
        is_pointer = self._classes.kind(wrong) == POINTER
        for number, fill in enumerate(slot.alternatives[chosen]):
            if not is_pointer or self._document.target(fill.text, False) not in self._gone:
                yield FillPlace(chosen, number), self._written(owner, wrong.slot, fill, key_side=False)

    def _word(self, wrong: WrongFill) -> _Word | None:
        """Return a fill of the key in the form in which the response should contain it.

        The result is None for a pointer that has no target in the response.
        """
        assert wrong.key is not None and wrong.pair.key is not None
        if self._classes.kind(wrong) != POINTER:
            return self._written(wrong.pair.key, wrong.slot, wrong.key, key_side=True)
        target = self._document.target(wrong.key.text, True)
        if target is None:
            return None
        answer = self._document.answer(target)
        if answer is None:
            return self._new.get(target)
        pointer = f"<{answer.identifier}>"
        found = self._document.target(pointer, False)
        is_named = found is not None and self._document.first(found) is self._document.first(answer)
        return pointer if is_named else None

    def _written(self, owner: MucObject, slot: str, fill: Fill, *, key_side: bool) -> str:
        """Return a fill as written in its file, on one line, with its link information."""
        unit = self._document.unit(owner, key_side)
        _, start, end = fill_place(owner, slot, fill)
        return " ".join(unit.text[start : _with_link(unit, start, end)].split())


def _with_link(unit: TemplateUnit, start: int, end: int) -> int:
    """Return the end of a fill, including its link information."""
    if LINK_MARK not in unit.text[end : end + 1 + len(LINK_MARK)]:
        return end
    fills = (fill for record in unit.records for slot in record.slots for fill in slot.fills)
    return next((fill.link.end for fill in fills if fill.start == start and fill.link is not None), end)


def _added(obj: MucObject) -> Annotation:
    """Return the annotation that adds an object of the key."""
    return Annotation(None, 0, 0, OBJECT, obj.identifier, (), (obj.class_name.upper(),))


def _slot_change(
    unit: TemplateUnit | None, slot: str, words: Sequence[_Word], parent: Annotation | int
) -> Change:
    """Return the change that gives a slot these fills, or deletes the slot if there are none."""
    if not words:
        return Change(Annotation(unit, 0, 0, SLOT, slot.upper(), (), ()), None, parent=parent)
    value = tuple(Reference(word) if isinstance(word, int) else word for word in words)
    targets = tuple(word for word in words if isinstance(word, int))
    return Change(None, Annotation(None, 0, 0, SLOT, slot.upper(), (), value), targets, parent)
