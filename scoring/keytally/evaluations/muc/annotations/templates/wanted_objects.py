"""What changes ask of the records of a document: which go, which are new, and what their slots are to say."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from keytally.evaluations.annotated import Annotation, Change, Reference
from keytally.evaluations.muc.annotations.templates.objects import OBJECT, DocumentObjects, ReadObject
from keytally.evaluations.muc.annotations.templates.slot_values import (
    SLASH,
    SlotKinds,
    alternatives_in,
    spelled,
)
from keytally.evaluations.muc.formats.templates.headers import Identity, pointer_identity
from keytally.evaluations.muc.formats.templates.scanner import TemplateTokenKind
from keytally.evaluations.muc.formats.templates.unit import SlotEntry, TemplateUnit

NO_OBJECT = "the gold has no object for it"
OTHER_CLASS = "the gold has an object of another class"

Lines = Sequence[str]
"""The fills of a slot as they are written, one a line; one that begins an alternative has its slash."""


class WantedObject:
    """An object of the gold after the changes, and those of its slots that change; no lines: the slot goes.

    `read` is None for a new one. Slots are in lower case.
    """

    __slots__ = ("identity", "is_gone", "read", "slots")

    def __init__(self, identity: Identity, read: ReadObject | None = None) -> None:
        self.identity = identity
        self.read = read
        self.slots: dict[str, Lines] = {}
        self.is_gone = False


class Wanted:
    """The objects of a document after changes, and the changes that are refused."""

    def __init__(
        self, units: Sequence[TemplateUnit], changes: Sequence[Change], objects: DocumentObjects
    ) -> None:
        self._objects, self._units = objects, units
        self._syntax = objects.syntax
        self._kinds = SlotKinds(objects.syntax)
        self._changes = changes
        self.present = [*map(WantedObject, objects.identities(units), objects.of(units))]
        self.refused: dict[int, str] = {}
        self._by_start: dict[int, dict[int, WantedObject]] = {}
        for each in self.present:
            if each.read is not None:
                self._by_start.setdefault(id(each.read.unit), {})[each.read.object.start] = each
        self._of_change: dict[int, WantedObject] = {}
        self.new = list(self._new_objects())
        for number, change in enumerate(changes):
            if _kind(change) != OBJECT:
                self._slot(number, change)

    def in_unit(self, unit: TemplateUnit) -> Mapping[int, WantedObject]:
        """The objects that a unit has already, by where they start."""
        return self._by_start.get(id(unit), {})

    @property
    def gone(self) -> list[WantedObject]:
        """The objects that go away."""
        return [each for each in self.present if each.is_gone]

    def _new_objects(self) -> Iterator[WantedObject]:
        """Find the objects that are there and those that go; make the new ones."""
        new: list[tuple[int, Annotation]] = []
        for number, change in enumerate(self._changes):
            if _kind(change) != OBJECT:
                continue
            known = self._object(change.present)
            if known is not None:
                self._of_change[number] = known
                known.is_gone = change.wanted is None
                if change.wanted and str(change.wanted.value[0]).lower() != known.identity.class_name.lower():
                    self.refused[number] = OTHER_CLASS
            elif change.wanted is not None and change.present is None:
                new.append((number, change.wanted))
        gone = {each.identity.key for each in self.present if each.is_gone}
        taken = {each.identity.key for each in self.present if not each.is_gone}
        if new:
            taken |= self._objects.pointed(self._units) - gone
        for number, wanted in new:
            identity = _free(pointer_identity(wanted.name, self._syntax.compound_classes), taken)
            taken.add(identity.key)
            self._of_change[number] = made = WantedObject(identity)
            yield made

    def _object(self, annotation: Annotation | int | None) -> WantedObject | None:
        """The object that an annotation of the gold, or a change, stands for."""
        if isinstance(annotation, int):
            return self._of_change.get(annotation)
        if annotation is None:
            return None
        return self._by_start.get(id(annotation.unit), {}).get(annotation.start)

    def _slot(self, number: int, change: Change) -> None:
        name = (change.wanted or change.present or _NOTHING).name.lower()
        owner = self._object(change.parent) if change.parent is not None else self._holder(change.present)
        if owner is None or owner.is_gone:
            if change.wanted is not None:
                self.refused[number] = NO_OBJECT
            return
        if change.wanted is None:
            owner.slots[name] = ()
            return
        if not self._says_so(owner, name, change):
            owner.slots[name] = self._lines(owner.identity.class_name, name, change.wanted, change.targets)

    def _holder(self, slot: Annotation | None) -> WantedObject | None:
        """The object whose record holds a slot."""
        if slot is None:
            return None
        around = (
            each
            for each in self.present
            if each.read and each.read.unit is slot.unit and each.read.record.start <= slot.start
        )
        return max(around, key=lambda each: each.read.record.start if each.read else 0, default=None)

    def _says_so(self, owner: WantedObject, name: str, change: Change) -> bool:
        """Whether a slot of the gold says already what is wanted, with pointers to the same objects."""
        present, wanted = change.present, change.wanted
        if present is None or wanted is None or owner.read is None or _shape(present) != _shape(wanted):
            return False
        if None not in _shape(present):
            return True
        known = {each.identity.key for each in self.present if not each.is_gone}
        entries = (each for each in owner.read.record.slots if each.name == name)
        pointed = (
            pointer_identity(fill.text, self._syntax.compound_classes).key
            for entry in entries
            for fill in entry.fills
            if fill.kind is TemplateTokenKind.POINTER
        )
        led = (self._object(target) for target in change.targets)
        found = sorted(each.identity.key for each in led if each is not None and not each.is_gone)
        return len(found) == len(change.targets) and found == sorted(key for key in pointed if key in known)

    def _lines(
        self,
        class_name: str,
        name: str,
        wanted: Annotation,
        targets: Sequence[Annotation | int | None],
    ) -> Lines:
        """A slot's fills as the annotator writes them, with the pointers of the gold."""
        kind = self._kinds.kind(class_name, name)
        written = spelled(wanted.unit, _entries(wanted), kind) if wanted.unit is not None else []
        optional, alternatives = alternatives_in(wanted.value)
        if sorted(sorted(fill.word for fill in fills) for fills in written) == alternatives:
            return _with_slashes(optional, [[fill.text for fill in fills] for fills in written])
        texts: dict[str | Reference, str] = {}
        for fill in chain.from_iterable(written):
            texts.setdefault(fill.word, fill.text)
        rank = {word: place for place, word in enumerate(texts)}
        waiting = iter(targets)
        in_order = (sorted(words, key=lambda word: rank.get(word, len(rank))) for words in alternatives)
        said = [[self._fill(word, texts, waiting) for word in words] for words in in_order]
        return _with_slashes(optional, [[fill for fill in fills if fill is not None] for fills in said])

    def _fill(
        self,
        word: str | Reference,
        written: Mapping[str | Reference, str],
        targets: Iterator[Annotation | int | None],
    ) -> str | None:
        if isinstance(word, str):
            return written.get(word, word)
        target = self._object(next(targets, None))
        return None if target is None or target.is_gone else f"<{target.identity}>"


def _with_slashes(optional: bool, alternatives: Sequence[Sequence[str]]) -> Lines:
    """The lines of a slot: a slash begins each alternative behind the first, which has one if optional."""
    lines: list[str] = []
    for first, *further in filter(None, alternatives):
        lines += [f"{SLASH} {first}" if lines or optional else first, *further]
    return lines


def _shape(slot: Annotation) -> list[str | None]:
    """The words of a slot without what its references lead to."""
    return [word if isinstance(word, str) else None for word in slot.value]


_NOTHING = Annotation(None, 0, 0, "", "", (), ())


def _kind(change: Change) -> str:
    return (change.wanted or change.present or _NOTHING).kind


def _entries(wanted: Annotation) -> Iterator[SlotEntry]:
    """The entries of a slot in the record of the file that says it."""
    unit: TemplateUnit = wanted.unit
    record = max(
        (each for each in unit.scored_records() if each.start <= wanted.start),
        key=lambda each: each.start,
        default=None,
    )
    return (each for each in record.slots if each.name == wanted.name.lower()) if record else iter(())


def _free(identity: Identity, taken: set[tuple[str, str, str]]) -> Identity:
    """An identity that is not taken: the annotator's own, else with the first number behind all others."""
    if identity.key not in taken:
        return identity
    same = (one_up for name, document, one_up in taken if (name, document) == identity.key[:2])
    numbers = [int(each) for each in same if each.isascii() and each.isdecimal() and len(each) < 10]
    return identity._replace(one_up=str(max(numbers, default=0) + 1))
