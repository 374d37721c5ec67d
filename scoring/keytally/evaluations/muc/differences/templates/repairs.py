"""The edits of a response by which its objects say what the key's do, as far as differences are repaired."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from keytally.evaluations.annotated import Annotation, Change, Reference, Rewriting
from keytally.evaluations.classified import Difference
from keytally.evaluations.muc.annotations.templates.document_objects import DocumentObjects
from keytally.evaluations.muc.annotations.templates.objects import OBJECT, SLOT
from keytally.evaluations.muc.annotations.templates.rewriting import rewriting
from keytally.evaluations.muc.differences.templates.classes import POINTER, Classed, FillClasses
from keytally.evaluations.muc.differences.templates.differences import TemplateSubject
from keytally.evaluations.muc.differences.templates.document import ComparedDocument, WrongFill
from keytally.evaluations.muc.differences.templates.settling import Settling
from keytally.evaluations.muc.formats.templates.syntax import TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.model.objects import Fill, MucObject
from keytally.evaluations.muc.scoring.result import FillPlace
from keytally.evaluations.muc.scoring.verdicts import place_of
from keytally.findings.finding import Edit
from keytally.tallies.status import Status

NOWHERE = "the key's pointer leads to nothing that the response has"
NAMELESS = "the response's object has no whole name"
NOTHING_SAID = "the key's object has no fill that the response can have"

_SAID = frozenset({Status.MISSING, Status.INCORRECT, Status.OPTIONAL})
"""The outcomes of fills that a new object gets; all others count in no way, or are of other alternatives."""


LINK_MARK = "#"

Compare = Callable[[str, Sequence[TemplateUnit], Sequence[TemplateUnit]], Sequence[Difference]]
"""The differences of a document, from its number and the units of the key and of the response."""

_Word = str | int
"""A fill as it is to be written; or what it points to, by the index of the change that makes that."""

_Slot = tuple[MucObject, str]


class TemplateRepairs:
    """Repairs responses under one configuration.

    `read` makes the units of a response from a text, and `compare` tells the differences of a document.
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
        """The edits of a document (keytally.evaluations.classified.ClassifiesDifferences).

        If all of its differences are given, those that are left then are repaired as well.
        """
        made = self._once(response, differences)
        first: TemplateSubject | None = differences[0].subject if differences else None
        if first is None or len(differences) < first.among:
            return made
        name = first.document.score.document
        settling = Settling(name, self._read, lambda units: self._compare(name, key, units), self._once)
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
            made = rewriting(response, [change for _, change in plan.changes], self._objects)
            edits += made.edits
            refused |= plan.refused | {plan.changes[at][0]: reason for at, reason in made.refused.items()}
        return Rewriting(edits, refused)


class _Plan:
    """The changes of a response that repair differences, each with the index of its difference."""

    def __init__(
        self, document: ComparedDocument, differences: Mapping[int, Classed], classes: FillClasses
    ) -> None:
        self._document = document
        self._classes = classes
        self.changes: list[tuple[int, Change]] = []
        self.refused: dict[int, str] = {}
        self._gone = {each.spurious for each in differences.values() if each.spurious is not None}
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

    def _possible(self, differences: Mapping[int, Classed]) -> Mapping[int, Classed]:
        """The differences that can be repaired together; the others are refused."""
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
        """An object of the response as an annotation."""
        unit = self._document.unit(obj, False)
        return Annotation(unit, obj.start, obj.end, OBJECT, obj.identifier, (), (obj.class_name.upper(),))

    def _leads_nowhere(self, difference: Classed) -> bool:
        """Whether a fill of an aligned object would have to point to nothing."""
        wanted = (each for each in difference.fills if self._is_aligned(each) and each.key is not None)
        return any(self._word(each) is None for each in wanted)

    def _rewritten(self, difference: Classed) -> Iterator[MucObject]:
        """The objects of the response that a repair takes away or writes anew."""
        if difference.spurious is not None:
            yield difference.spurious
        owners = (each.pair.response for each in difference.fills if self._is_aligned(each))
        yield from (owner for owner in owners if owner is not None)

    def _is_aligned(self, wrong: WrongFill) -> bool:
        """Whether a fill is one of aligned objects."""
        pair = wrong.pair
        if pair.key is None or pair.response is None:
            return False
        return self._document.aligned.get(pair.key) is pair.response

    def _fills(self, obj: MucObject) -> Mapping[str, Sequence[_Word]]:
        """The slots of a new object: the key's, without pointers to what the response has not."""
        pair = self._document.missing[obj]
        found: dict[str, Sequence[_Word]] = {}
        for slot, compared in pair.slots.items():
            fills = (each for each in compared.fills if each.key is not None and each.status in _SAID)
            wanted = (self._word(WrongFill(pair, slot, each)) for each in fills)
            if words := [word for word in wanted if word is not None]:
                found[slot] = words
        return found

    def _touched(self, differences: Mapping[int, Classed]) -> Mapping[_Slot, list[tuple[int, WrongFill]]]:
        """The wrong fills of aligned objects by their slots, each with the index of its difference."""
        touched = defaultdict[_Slot, list[tuple[int, WrongFill]]](list)
        for number, each in differences.items():
            for wrong in each.fills:
                if wrong.pair.response is not None and self._is_aligned(wrong):
                    touched[wrong.pair.response, wrong.slot].append((number, wrong))
        return touched

    def _rewrite(self, wrong: Sequence[tuple[int, WrongFill]]) -> None:
        """Write a slot of an aligned object anew."""
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
        """The fills that a slot of the response has, as they are written, without pointers to what goes."""
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
        """A fill of the key as the response is to have it; None for a pointer that leads nowhere there."""
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
        """A fill as its file writes it, on one line, with its link information."""
        unit = self._document.unit(owner, key_side)
        _, start, end = place_of(owner, slot, fill)
        return " ".join(unit.text[start : _with_link(unit, start, end)].split())


def _with_link(unit: TemplateUnit, start: int, end: int) -> int:
    """The end of a fill with its link information."""
    if LINK_MARK not in unit.text[end : end + 1 + len(LINK_MARK)]:
        return end
    fills = (fill for record in unit.records for slot in record.slots for fill in slot.fills)
    return next((fill.link.end for fill in fills if fill.start == start and fill.link is not None), end)


def _added(obj: MucObject) -> Annotation:
    """An object of the key as it is to be added."""
    return Annotation(None, 0, 0, OBJECT, obj.identifier, (), (obj.class_name.upper(),))


def _slot_change(
    unit: TemplateUnit | None, slot: str, words: Sequence[_Word], parent: Annotation | int
) -> Change:
    """A slot of an object that is to have these fills, or none."""
    if not words:
        return Change(Annotation(unit, 0, 0, SLOT, slot.upper(), (), ()), None, parent=parent)
    value = tuple(Reference(word) if isinstance(word, int) else word for word in words)
    targets = tuple(word for word in words if isinstance(word, int))
    return Change(None, Annotation(None, 0, 0, SLOT, slot.upper(), (), value), targets, parent)
