"""Differences between template objects in ten classes (Das et al. 2022), with their positions."""

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from keytally.families.annotations import Difference, Place
from keytally.families.muc.model import Configuration, Fill, MucObject
from keytally.families.muc.scoring.fills import StringComparison, single_spaced
from keytally.families.muc.scoring.results import (
    FillPair,
    FillPlace,
    ObjectPair,
    fill_place,
    missing_fill_place,
    quoted_fill,
)
from keytally.families.muc.scoring.templates import LocatedScore
from keytally.families.muc.templates.unit import TemplateUnit
from keytally.tallies.status import Status

WRONG = frozenset({Status.PARTIAL, Status.INCORRECT, Status.MISSING, Status.SPURIOUS})

Name = tuple[str, str, str]


class WrongFill(NamedTuple):
    """Two compared fills of a slot, or a single one, that the tally counts as a difference."""

    pair: ObjectPair
    slot: str
    fill: FillPair

    @property
    def key(self) -> Fill | None:
        """Return the key's fill."""
        return _at(self.pair.key, self.slot, self.fill.key)

    @property
    def response(self) -> Fill | None:
        """Return the response's fill."""
        return _at(self.pair.response, self.slot, self.fill.response)


def _at(obj: MucObject | None, slot: str, place: FillPlace | None) -> Fill | None:
    if obj is None or place is None:
        return None
    return obj.slots[slot].alternatives[place.alternative][place.fill]


class ComparedDocument:
    """The objects of both sides of a document, and the target of each pointer.

    Forced pairs are treated as unaligned: one object is missing, the other spurious. `name_of` returns the
    name that a pointer refers to.
    """

    def __init__(self, score: LocatedScore, name_of: Callable[[str], Name]) -> None:
        self.score = score
        self._name_of = name_of
        self.pairs = [pair for pairs in score.classes.values() for pair in pairs]
        self.aligned = {pair.key: pair.response for pair in self.pairs if pair.key and _is_aligned(pair)}
        left = [pair for pair in self.pairs if not _is_aligned(pair) and _counts(pair)]
        self.missing = {pair.key: pair for pair in left if pair.key is not None}
        self.spurious = {pair.response: pair for pair in left if pair.response is not None}

    @cached_property
    def wrong_fills(self) -> list[WrongFill]:
        """Return the fills that the tally counts as differences, pair by pair."""
        return [wrong for pair in self.pairs for wrong in wrong_fills(pair)]

    def unit(self, obj: MucObject, key_side: bool) -> TemplateUnit:
        """Return the unit of an object."""
        return (self.score.key if key_side else self.score.response).units[obj]

    def target(self, pointer: str, key_side: bool) -> MucObject | None:
        """Return the object that a pointer refers to, or None."""
        return self._named[key_side].get(self._name_of(pointer))

    def answer(self, obj: MucObject) -> MucObject | None:
        """Return the object that pointers in the response must refer to where the key points to `obj`."""
        return self._answers.get(self.first(obj))

    def first(self, obj: MucObject) -> MucObject:
        """Return the first of the objects on the same side that are identical to `obj`."""
        return self.score.representatives.get(obj, obj)

    @cached_property
    def _answers(self) -> Mapping[MucObject, MucObject]:
        found: dict[MucObject, MucObject] = {}
        for obj, partner in self.aligned.items():
            if partner is not None:
                found.setdefault(self.first(obj), partner)
        return found

    @cached_property
    def _named(self) -> Mapping[bool, Mapping[Name, MucObject]]:
        """Return the first object with each name, for the key (True) and the response (False)."""
        keys = {pair.key for pair in self.pairs}
        responses = {pair.response for pair in self.pairs}
        return {
            True: _by_name(obj for obj in self.score.key.units if obj in keys),
            False: _by_name(obj for obj in self.score.response.units if obj in responses),
        }


def wrong_fills(pair: ObjectPair) -> Iterator[WrongFill]:
    """Yield the fills of an object pair, or of a single object, that the tally counts as differences."""
    for slot, compared in pair.slots.items():
        for fill in compared.fills:
            if fill.status in WRONG:
                yield WrongFill(pair, slot, fill)


def _is_aligned(pair: ObjectPair) -> bool:
    return pair.key is not None and pair.response is not None and pair.status is not Status.INCORRECT


def _counts(pair: ObjectPair) -> bool:
    """Return whether the tally counts an unaligned pair or any of its fills."""
    return pair.status in WRONG or next(wrong_fills(pair), None) is not None


def _by_name(objects: Iterable[MucObject]) -> dict[Name, MucObject]:
    found: dict[Name, MucObject] = {}
    for obj in objects:
        found.setdefault((obj.class_name, obj.document, obj.one_up), obj)
    return found


# The class of each difference between the templates of a key and a response.
#
# Objects that one side lacks are one difference each, with their fills and all pointers to them. A fill of
# aligned objects is misplaced if the same one is missing in another slot or another object; otherwise it is
# too long or too short, a duplicate, another value, or simply missing or spurious. The classes are those of
# Das et al. 2022, "Automatic error analysis for document-level information extraction", and `wrong value` for
# two fills that have nothing in common, which the manual counts once.


WRONG_VALUE = "wrong value"
SPAN = "span"
DUPLICATE = "duplicate fill"
WRONG_SLOT = "wrong slot"
WRONG_OBJECT = "wrong object"
WRONG_OBJECT_AND_SLOT = "wrong object and slot"
MISSING_FILL = "missing fill"
SPURIOUS_FILL = "spurious fill"
MISSING_OBJECT = "missing object"
SPURIOUS_OBJECT = "spurious object"

CLASSES = (
    *(WRONG_VALUE, SPAN, DUPLICATE, WRONG_SLOT, WRONG_OBJECT, WRONG_OBJECT_AND_SLOT),
    *(MISSING_FILL, SPURIOUS_FILL, MISSING_OBJECT, SPURIOUS_OBJECT),
)

MOST_PARTS = 64
"""The maximum number of wrong fills per object that are searched for partial strings."""

STRING, POINTER = "string", "pointer"

_LEFT = {
    Status.INCORRECT: WRONG_VALUE,
    Status.PARTIAL: SPAN,
    Status.MISSING: MISSING_FILL,
    Status.SPURIOUS: SPURIOUS_FILL,
}


class ClassifiedDifference(NamedTuple):
    """A difference: its class, its fills, and the missing or spurious object if a whole object differs.

    For a misplaced fill, `fills` contains the response's fill, then the missing one.
    """

    name: str
    fills: Sequence[WrongFill]
    missing: MucObject | None = None
    spurious: MucObject | None = None


class FillClasses:
    """Classifies the differences of documents for one configuration."""

    def __init__(self, configuration: Configuration) -> None:
        self._strings = StringComparison(configuration)
        self._kinds = {(slot.class_name, slot.name): slot.kind for slot in configuration.slots}

    def kind(self, wrong: WrongFill) -> str:
        """Return the kind of a fill: `set`, `string` or `pointer`."""
        return self._kinds[_class_of(wrong), wrong.slot]

    def classed(self, document: ComparedDocument) -> list[ClassifiedDifference]:
        """Return the differences of a document: first differences of whole objects, then of fills."""
        free: list[WrongFill] = []
        of_missing: dict[MucObject, list[WrongFill]] = {obj: [] for obj in document.missing}
        of_spurious: dict[MucObject, list[WrongFill]] = {obj: [] for obj in document.spurious}
        for wrong in document.wrong_fills:
            missing, spurious = self._lacking(document, wrong), self._needless(document, wrong)
            if missing is not None:
                of_missing[missing].append(wrong)
            elif spurious is not None:
                of_spurious[spurious].append(wrong)
            else:
                free.append(wrong)
        return [
            *(ClassifiedDifference(MISSING_OBJECT, fills, missing=obj) for obj, fills in of_missing.items()),
            *(
                ClassifiedDifference(SPURIOUS_OBJECT, fills, spurious=obj)
                for obj, fills in of_spurious.items()
            ),
            *self._of_fills(document, free),
        ]

    def _lacking(self, document: ComparedDocument, wrong: WrongFill) -> MucObject | None:
        """Return the missing object to which a fill of the key belongs or points, or None."""
        if wrong.key is None:
            return None
        if wrong.pair.key in document.missing:
            return wrong.pair.key
        target = document.target(wrong.key.text, True) if self.kind(wrong) == POINTER else None
        is_lacking = target in document.missing and target is not None and document.answer(target) is None
        return target if is_lacking else None

    def _needless(self, document: ComparedDocument, wrong: WrongFill) -> MucObject | None:
        """Return the spurious object to which a fill without a counterpart in the key belongs or points,
        or None.
        """
        if wrong.key is not None or wrong.response is None:
            return None
        if wrong.pair.response in document.spurious:
            return wrong.pair.response
        target = document.target(wrong.response.text, False) if self.kind(wrong) == POINTER else None
        return target if target in document.spurious else None

    def _of_fills(
        self, document: ComparedDocument, free: Sequence[WrongFill]
    ) -> Iterator[ClassifiedDifference]:
        rest: list[WrongFill] = []
        for wrong in free:
            if wrong.fill.status is Status.PARTIAL or self._is_part(wrong):
                yield ClassifiedDifference(SPAN, [wrong])
            elif self._is_duplicate(document, wrong):
                yield ClassifiedDifference(DUPLICATE, [wrong])
            else:
                rest.append(wrong)
        misplaced = _Misplaced(rest, self._same_place(document), self._held)
        yield from misplaced.found
        for number, wrong in enumerate(rest):
            if number not in misplaced.used:
                yield ClassifiedDifference(_LEFT[wrong.fill.status], [wrong])

    def _is_part(self, wrong: WrongFill) -> bool:
        """Return whether one of two strings contains the other as whole words."""
        if wrong.key is None or wrong.response is None or self.kind(wrong) != STRING:
            return False
        return self._held(wrong.key.text, wrong.response.text)

    def _held(self, some: str, other: str) -> bool:
        shorter, longer = sorted(map(self._words, (some, other)), key=len)
        return bool(shorter.strip()) and shorter in longer

    def _words(self, text: str) -> str:
        """Return the compared words of a string, with a space before and after them."""
        return f" {self._strings.clean(text) or single_spaced(text).lower()} "

    def _is_duplicate(self, document: ComparedDocument, wrong: WrongFill) -> bool:
        """Return whether a spurious fill is the same as a fill of the key in the same slot."""
        if wrong.response is None or wrong.key is not None or wrong.pair.key is None:
            return False
        slot = wrong.pair.key.slots.get(wrong.slot)
        chosen = wrong.pair.slots[wrong.slot].key
        if slot is None or chosen is None:
            return False
        own = self._form(document, wrong, wrong.response.text, False)
        keys = (self._form(document, wrong, fill.text, True) for fill in slot.alternatives[chosen])
        return own is not None and own in keys

    def _same_place(self, document: ComparedDocument) -> Callable[[WrongFill, bool], Hashable]:
        """Return a function that normalises a fill on one side if it may be misplaced; it returns None for
        other fills.
        """

        def form(wrong: WrongFill, key_side: bool) -> Hashable:
            fill = wrong.key if key_side else wrong.response
            if fill is None or self.kind(wrong) not in (STRING, POINTER):
                return None
            return self._form(document, wrong, fill.text, key_side)

        return form

    def _form(self, document: ComparedDocument, wrong: WrongFill, text: str, key_side: bool) -> Hashable:
        """Return a value that is equal for a fill of the key and a correct response; None for a fill that
        is never correct.
        """
        kind = self.kind(wrong)
        if kind == STRING:
            return kind, self._strings.correct_form(text)
        if kind != POINTER:
            return kind, text.lower()
        target = document.target(text, key_side)
        if target is not None and key_side:
            target = document.answer(target)
        return None if target is None else (kind, document.first(target))


class _Misplaced:
    """The fills of a response that belong in another slot or object according to the key, each paired with a
    missing fill there.

    Other slots of the same object are tried first, then the same slot of other objects, then everything else.
    Within an object, two strings also match if one contains the other.
    """

    def __init__(
        self,
        wrong: Sequence[WrongFill],
        form: Callable[[WrongFill, bool], Hashable],
        held: Callable[[str, str], bool],
    ) -> None:
        self._wrong = wrong
        self._form = form
        self._held = held
        self.used: set[int] = set()
        self.found: list[ClassifiedDifference] = []
        self._pass(WRONG_SLOT, lambda each: id(each.pair))
        self._parts()
        self._pass(WRONG_OBJECT, lambda each: (_class_of(each), each.slot))
        self._pass(WRONG_OBJECT_AND_SLOT, lambda each: None)

    def _pass(self, name: str, place: Callable[[WrongFill], Hashable]) -> None:
        """Pair equal fills for which `place` returns the same value."""
        waiting = defaultdict[Hashable, deque[int]](deque)
        for number, each in enumerate(self._wrong):
            form = self._form(each, True)
            if form is not None and number not in self.used:
                waiting[place(each), form].append(number)
        for number, each in enumerate(self._wrong):
            form = self._form(each, False)
            if form is not None and number not in self.used:
                queue = waiting[place(each), form]
                while queue and queue[0] in self.used:
                    queue.popleft()
                self._take(name, number, queue)

    def _parts(self) -> None:
        """Pair strings in different slots of the same object if one contains the other."""
        of_pair = defaultdict[int, list[int]](list)
        for number, each in enumerate(self._wrong):
            if number not in self.used:
                of_pair[id(each.pair)].append(number)
        for numbers in of_pair.values():
            for number in numbers:
                near = numbers[:MOST_PARTS]
                self._take(WRONG_SLOT, number, [each for each in near if self._share(number, each)])

    def _share(self, number: int, other: int) -> bool:
        mine, wanted = self._wrong[number].response, self._wrong[other].key
        forms = self._form(self._wrong[number], False), self._form(self._wrong[other], True)
        is_text = all(isinstance(form, tuple) and form[0] == STRING for form in forms)
        return is_text and mine is not None and wanted is not None and self._held(wanted.text, mine.text)

    def _take(self, name: str, number: int, candidates: Iterable[int]) -> None:
        own = self._wrong[number]
        for other in candidates:
            lacking = self._wrong[other]
            is_elsewhere = lacking.pair is not own.pair or lacking.slot != own.slot
            if is_elsewhere and not {number, other} & self.used:
                self.used |= {number, other}
                self.found.append(ClassifiedDifference(name, [own, lacking]))
                return


def _class_of(wrong: WrongFill) -> str:
    obj = wrong.pair.key or wrong.pair.response
    assert obj is not None
    return obj.class_name


def outcome_counts(fills: Iterable[WrongFill]) -> Mapping[str, int]:
    """Return the count of each outcome, without zeros."""
    counts = dict.fromkeys(("par", "inc", "mis", "spu"), 0)
    for fill in fills:
        counts[fill.fill.status.value] += 1
    return {name: count for name, count in counts.items() if count}


class TemplateSubject(NamedTuple):
    """The input for a fix: the document, the difference, and the number of differences in the document."""

    document: ComparedDocument
    classed: ClassifiedDifference
    among: int


class TemplateDifferences:
    """Computes the differences of documents for one configuration."""

    def __init__(self, configuration: Configuration, name_of: Callable[[str], Name]) -> None:
        self._classes = FillClasses(configuration)
        self._name_of = name_of

    def of(self, score: LocatedScore) -> list[Difference]:
        """Return the differences of a document, sorted by position in the response, then in the key."""
        document = ComparedDocument(score, self._name_of)
        places = _Places(document)
        classed = self._classes.classed(document)
        subjects = [TemplateSubject(document, each, len(classed)) for each in classed]
        return sorted((_difference(subject, places, self._classes) for subject in subjects), key=places.order)


class _Places:
    """Computes the positions of objects and fills on both sides of a document."""

    def __init__(self, document: ComparedDocument) -> None:
        self._document = document
        self._response = document.score.response
        units = dict.fromkeys((*document.score.response.units.values(), *document.score.key.units.values()))
        self._order = {id(unit): number for number, unit in enumerate(units)}
        for unit in list(dict.fromkeys(document.score.response.units.values()))[:1]:
            self._response.pairs_in(unit, document.score, key_side=False)

    def order(self, difference: Difference) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return a sort key for differences; those without a position in the response come first."""
        first, second = (
            (self._order[id(places[0].unit)], places[0].start) if places else (-1, 0)
            for places in (difference.response, difference.key)
        )
        return first, second

    def of_object(self, obj: MucObject, key_side: bool) -> Place:
        """Return the position of an object's record."""
        return Place(self._document.unit(obj, key_side), obj.start, obj.end)

    def of_lacking(self, obj: MucObject) -> list[Place]:
        """Return the position at which an object is missing from the response; empty if the response has
        no objects.
        """
        anchor = self._response.anchor(obj)
        if anchor is None:
            return []
        return [Place(self._document.unit(anchor, False), anchor.end, anchor.end)]

    def of_fill(self, wrong: WrongFill, key_side: bool) -> Iterator[Place]:
        """Yield the position of a fill on one side, or the position in the response at which the fill is
        missing.
        """
        owner, fill = (wrong.pair.key, wrong.key) if key_side else (wrong.pair.response, wrong.response)
        if owner is None:
            return
        unit = self._document.unit(owner, key_side)
        if fill is not None:
            _, start, end = fill_place(owner, wrong.slot, fill)
            yield Place(unit, start, end)
        elif not key_side:
            gap = missing_fill_place(owner, wrong.slot)
            yield Place(unit, gap, gap)


def _difference(subject: TemplateSubject, places: _Places, classes: FillClasses) -> Difference:
    name, fills, missing, spurious = subject.classed
    counts = outcome_counts(fills)
    if missing is not None:
        there = [places.of_object(missing, True)]
        return Difference(
            name, there, places.of_lacking(missing), _said(missing), "", counts, subject=subject
        )
    if spurious is not None:
        here = [places.of_object(spurious, False)]
        return Difference(name, [], here, "", _said(spurious), counts, subject=subject)
    own, lacking = fills[0], fills[-1]
    is_elsewhere = own.pair is not lacking.pair
    return Difference(
        name,
        [*places.of_fill(lacking, True)],
        [*places.of_fill(own, False)],
        _text(lacking, lacking.key, lacking.pair.response if is_elsewhere else None),
        _text(own, own.response, own.pair.response if is_elsewhere else None),
        counts,
        _labels(own, lacking, classes),
        subject,
    )


def _labels(own: WrongFill, lacking: WrongFill, classes: FillClasses) -> tuple[str, str]:
    """Return the two slots of a misplaced fill, or the two values of a set slot."""
    if own is not lacking:
        return (_slot(lacking), _slot(own)) if _slot(lacking) != _slot(own) else ("", "")
    if own.key is None or own.response is None or classes.kind(own) != "set":
        return "", ""
    return own.key.text.upper(), own.response.text.upper()


def _slot(wrong: WrongFill) -> str:
    obj = wrong.pair.key or wrong.pair.response
    assert obj is not None
    return f"{obj.class_name}.{wrong.slot}".upper()


def _text(wrong: WrongFill, fill: Fill | None, obj: MucObject | None) -> str:
    """Return a fill with its slot, preceded by an object of the response if needed to distinguish two
    objects.
    """
    if fill is None:
        return ""
    owner = () if obj is None else (obj.identifier,)
    return " ".join((*owner, wrong.slot.upper(), quoted_fill(fill.text)))


def _said(obj: MucObject) -> str:
    """Return an object's identifier and its first fill, which is usually a name."""
    fills: Sequence[Fill] = next(
        (slot.alternatives[0] for slot in obj.slots.values() if slot.alternatives), ()
    )
    return " ".join((obj.identifier, *(quoted_fill(fill.text) for fill in fills[:1])))
