"""The class of each difference between the templates of a key and a response.

Objects that one side lacks are one difference each, with their fills and all pointers to them. A fill of
aligned objects is misplaced where the same one is lacking in another slot or another object; else it is too
long or too short, there twice, another value, or simply missing or spurious. The classes are those of Das et
al. 2022, "Automatic error analysis for document-level information extraction", and `wrong value` for two
fills that have nothing in common, which the manual counts once.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.muc.differences.templates.document import ComparedDocument, WrongFill
from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.strings import StringComparison, straightened
from keytally.tallies.status import Status

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
"""The number of wrong fills of an object among which parts of strings are looked for."""

STRING, POINTER = "string", "pointer"

_LEFT = {
    Status.INCORRECT: WRONG_VALUE,
    Status.PARTIAL: SPAN,
    Status.MISSING: MISSING_FILL,
    Status.SPURIOUS: SPURIOUS_FILL,
}


class Classed(NamedTuple):
    """A difference: its class, what the tally counts of it, and the object that it is about, if it is one.

    A misplaced fill comes before the one that is lacking.
    """

    name: str
    fills: Sequence[WrongFill]
    missing: MucObject | None = None
    spurious: MucObject | None = None


class FillClasses:
    """Puts the differences of documents into classes under one configuration."""

    def __init__(self, configuration: Configuration) -> None:
        self._strings = StringComparison(configuration)
        self._kinds = {(slot.class_name, slot.name): slot.kind for slot in configuration.slots}

    def kind(self, wrong: WrongFill) -> str:
        """`set`, `string` or `pointer`."""
        return self._kinds[_class_of(wrong), wrong.slot]

    def classed(self, document: ComparedDocument) -> list[Classed]:
        """The differences of a document: its objects, then its fills."""
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
            *(Classed(MISSING_OBJECT, fills, missing=obj) for obj, fills in of_missing.items()),
            *(Classed(SPURIOUS_OBJECT, fills, spurious=obj) for obj, fills in of_spurious.items()),
            *self._of_fills(document, free),
        ]

    def _lacking(self, document: ComparedDocument, wrong: WrongFill) -> MucObject | None:
        """The object that the response lacks, to which a fill of the key belongs or leads."""
        if wrong.key is None:
            return None
        if wrong.pair.key in document.missing:
            return wrong.pair.key
        target = document.target(wrong.key.text, True) if self.kind(wrong) == POINTER else None
        is_lacking = target in document.missing and target is not None and document.answer(target) is None
        return target if is_lacking else None

    def _needless(self, document: ComparedDocument, wrong: WrongFill) -> MucObject | None:
        """The object that the key lacks, to which a fill of the response alone belongs or leads."""
        if wrong.key is not None or wrong.response is None:
            return None
        if wrong.pair.response in document.spurious:
            return wrong.pair.response
        target = document.target(wrong.response.text, False) if self.kind(wrong) == POINTER else None
        return target if target in document.spurious else None

    def _of_fills(self, document: ComparedDocument, free: Sequence[WrongFill]) -> Iterator[Classed]:
        rest: list[WrongFill] = []
        for wrong in free:
            if wrong.fill.status is Status.PARTIAL or self._is_part(wrong):
                yield Classed(SPAN, [wrong])
            elif self._is_duplicate(document, wrong):
                yield Classed(DUPLICATE, [wrong])
            else:
                rest.append(wrong)
        misplaced = _Misplaced(rest, self._same_place(document), self._held)
        yield from misplaced.found
        for number, wrong in enumerate(rest):
            if number not in misplaced.used:
                yield Classed(_LEFT[wrong.fill.status], [wrong])

    def _is_part(self, wrong: WrongFill) -> bool:
        """Whether one of two strings is a part of the other, in whole words."""
        if wrong.key is None or wrong.response is None or self.kind(wrong) != STRING:
            return False
        return self._held(wrong.key.text, wrong.response.text)

    def _held(self, some: str, other: str) -> bool:
        shorter, longer = sorted(map(self._words, (some, other)), key=len)
        return bool(shorter.strip()) and shorter in longer

    def _words(self, text: str) -> str:
        """The words of a string that count, each with a blank on both sides."""
        return f" {self._strings.clean(text) or straightened(text).lower()} "

    def _is_duplicate(self, document: ComparedDocument, wrong: WrongFill) -> bool:
        """Whether a spurious fill is the same as a fill of the key in the same slot."""
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
        """The form of a fill of a side that may be misplaced; None for one that may not."""

        def form(wrong: WrongFill, key_side: bool) -> Hashable:
            fill = wrong.key if key_side else wrong.response
            if fill is None or self.kind(wrong) not in (STRING, POINTER):
                return None
            return self._form(document, wrong, fill.text, key_side)

        return form

    def _form(self, document: ComparedDocument, wrong: WrongFill, text: str, key_side: bool) -> Hashable:
        """What fills of both sides share that are correct for each other; None for one that never is."""
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
    """The fills of a response that the key has elsewhere, each with one that is lacking there.

    The other slots of the same object come first, then the same slot of other objects, then all else. Within
    an object also a part of a string counts.
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
        self.found: list[Classed] = []
        self._pass(WRONG_SLOT, lambda each: id(each.pair))
        self._parts()
        self._pass(WRONG_OBJECT, lambda each: (_class_of(each), each.slot))
        self._pass(WRONG_OBJECT_AND_SLOT, lambda each: None)

    def _pass(self, name: str, place: Callable[[WrongFill], Hashable]) -> None:
        """Pair equal fills at one place."""
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
        """Pair strings of which one is a part of the other, in other slots of one object."""
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
                self.found.append(Classed(name, [own, lacking]))
                return


def _class_of(wrong: WrongFill) -> str:
    obj = wrong.pair.key or wrong.pair.response
    assert obj is not None
    return obj.class_name


def outcomes(fills: Iterable[WrongFill]) -> Mapping[str, int]:
    """How many of each outcome there are, without zeros."""
    counts = dict.fromkeys(("par", "inc", "mis", "spu"), 0)
    for each in fills:
        counts[each.fill.status.value] += 1
    return {name: count for name, count in counts.items() if count}
