"""What changes ask of the records of a document: which go, which are new, and what their slots are to say."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain

from keytally.evaluations.annotated import Annotation, Change, Reference
from keytally.evaluations.muc.annotations.templates.objects import OBJECT, ReadObject
from keytally.evaluations.muc.annotations.templates.read_document import ReadDocument, is_number
from keytally.evaluations.muc.annotations.templates.record_layout import Lines
from keytally.evaluations.muc.annotations.templates.slot_values import (
    SLASH,
    SlotKinds,
    alternatives_in,
    spelled,
)
from keytally.evaluations.muc.formats.templates.headers import Identity, pointer_identity
from keytally.evaluations.muc.formats.templates.scanner import TemplateTokenKind
from keytally.evaluations.muc.formats.templates.unit import Name, SlotEntry, TemplateUnit

NO_OBJECT = "the gold has no object for it"
OTHER_CLASS = "the gold has an object of another class"


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

    def __init__(self, document: ReadDocument, changes: Sequence[Change]) -> None:
        self._document = document
        self._syntax = document.syntax
        self._kinds = SlotKinds(document.syntax)
        self._changes = changes
        self.refused: dict[int, str] = {}
        self._touched: dict[int, dict[int, WantedObject]] = {}
        self._gone = Counter[Name]()
        self._of_change: dict[int, WantedObject] = {}
        self.new = list(self._new_objects())
        for number, change in enumerate(changes):
            if _kind(change) != OBJECT:
                self._slot(number, change)

    def in_unit(self, unit: TemplateUnit) -> Mapping[int, WantedObject]:
        """The objects of a unit that changes are about, by where they start."""
        return self._touched.get(id(unit), {})

    @property
    def touched(self) -> Iterator[TemplateUnit]:
        """The units of the objects that changes are about."""
        return (each.read.unit for each in self._present() if each.read is not None)

    @property
    def gone(self) -> list[WantedObject]:
        """The objects that go away."""
        return [each for each in self._present() if each.is_gone]

    def is_there(self, name: Name) -> bool:
        """Whether an object with that name stays."""
        return self._document.named.get(name, 0) > self._gone[name]

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
        self._gone.update(each.identity.key for each in self.gone)
        added = set[Name]()
        for number, wanted in new:
            identity = self._free(pointer_identity(wanted.name, self._syntax.compound_classes), added)
            added.add(identity.key)
            self._of_change[number] = made = WantedObject(identity)
            yield made

    def _free(self, identity: Identity, added: Collection[Name]) -> Identity:
        """An identity that is free: the annotator's own, else with the first number behind all others."""
        if not self._is_taken(identity.key, added):
            return identity
        own = identity.key[:2]
        known = (each for each in self._document.numbers.get(own, ()) if self._is_taken((*own, each), added))
        new = (int(name[2]) for name in added if name[:2] == own and is_number(name[2]))
        return identity._replace(one_up=str(max([int(next(known, 0)), *new]) + 1))

    def _is_taken(self, name: Name, added: Collection[Name]) -> bool:
        """Whether an object has a name after the changes, or a pointer to what does not go away."""
        is_pointed = name in self._document.pointing and name not in self._gone
        return is_pointed or name in added or self.is_there(name)

    def _present(self) -> Iterator[WantedObject]:
        """The objects of the document that changes are about."""
        return chain.from_iterable(each.values() for each in self._touched.values())

    def _numbered(self, number: int | None) -> WantedObject | None:
        """An object of the document by its index."""
        if number is None:
            return None
        read = self._document.objects[number]
        own = self._touched.setdefault(id(read.unit), {})
        found = own.get(read.object.start)
        if found is None:
            found = own[read.object.start] = WantedObject(self._document.identities[number], read)
        return found

    def _object(self, annotation: Annotation | int | None) -> WantedObject | None:
        """The object that an annotation of the gold, or a change, stands for."""
        if isinstance(annotation, int):
            return self._of_change.get(annotation)
        if annotation is None:
            return None
        return self._numbered(self._document.at(annotation.unit, annotation.start))

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
        return None if slot is None else self._numbered(self._document.around(slot.unit, slot.start))

    def _says_so(self, owner: WantedObject, name: str, change: Change) -> bool:
        """Whether a slot of the gold says already what is wanted, with pointers to the same objects."""
        present, wanted = change.present, change.wanted
        if present is None or wanted is None or owner.read is None or _shape(present) != _shape(wanted):
            return False
        if None not in _shape(present):
            return True
        entries = (each for each in owner.read.record.slots if each.name == name)
        pointed = (
            pointer_identity(fill.text, self._syntax.compound_classes).key
            for entry in entries
            for fill in entry.fills
            if fill.kind is TemplateTokenKind.POINTER
        )
        led = (self._object(target) for target in change.targets)
        found = sorted(each.identity.key for each in led if each is not None and not each.is_gone)
        return len(found) == len(change.targets) and found == sorted(filter(self.is_there, pointed))

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
