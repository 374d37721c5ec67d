"""The score of a document: compared objects and fills, report rows, and verdicts with positions."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.families.contract import Level
from keytally.families.muc.model import Configuration, Fill, MucObject, MultiFill, Slot
from keytally.families.muc.scoring.fills import single_spaced
from keytally.tallies.status import Status
from keytally.tallies.tally import TOTAL, Row, Tabulation, Tally


class FillPlace(NamedTuple):
    """The position of a single fill in a slot: the index of its alternative, and its index within that
    alternative.
    """

    alternative: int
    fill: int


class FillPair(NamedTuple):
    """Two compared fills, or a single one with None for the other side."""

    status: Status
    key: FillPlace | None
    response: FillPlace | None


class SlotPair(NamedTuple):
    """Two compared slots: the aligned alternatives, all single fills, and the counts.

    `key` and `response` are the indices of the chosen alternatives (None: none was chosen). Every single fill
    of both slots occurs in `fills` exactly once; the fills of unused alternatives are `NONCOMMITTAL`. Values
    contain no positions, so that equal comparisons can share one SlotPair.
    """

    tally: Tally
    fills: tuple[FillPair, ...]
    key: int | None = None
    response: int | None = None


_COUNTED_AS = {
    Status.CORRECT: "cor",
    Status.PARTIAL: "par",
    Status.INCORRECT: "inc",
    Status.MISSING: "mis",
    Status.SPURIOUS: "spu",
}


def tally_of(fills: Iterable[FillPair], removed_count: bool = True) -> Tally:
    """Return the counts of compared fills; statuses that are not scoring outcomes count as NON.

    `removed_count` is true if removed pointers are counted at all (`rem_tally`).
    """
    counts = dict.fromkeys(Tally._fields, 0)
    for fill in fills:
        if removed_count or fill.status is not Status.REMOVED:
            counts[_COUNTED_AS.get(fill.status, "non")] += 1
    return Tally(**counts)


# Not frozen, for the same reason as MucObject.
class ObjectPair:
    """Two aligned objects, or a single unaligned one with None for the other side; immutable.

    `status` is the verdict on the objects. `slots` has an entry, by lower-case name and in definition order,
    for each defined slot that either object fills.
    """

    __slots__ = ("key", "response", "slots", "status")

    def __init__(
        self,
        status: Status,
        key: MucObject | None,
        response: MucObject | None,
        slots: Mapping[str, SlotPair],
    ) -> None:
        self.status = status
        self.key = key
        self.response = response
        self.slots = slots


class DocumentScore:
    """The score of one document: all object pairs by class, and the rows of its report page.

    `classes` is in the order of the class definitions; within a class, pairs are in the key's file order,
    followed by the unaligned response objects in the response's file order. `representatives` maps each
    object that is identical to an earlier object of its side to the first such object (`equatable_objects`).
    """

    __slots__ = ("classes", "document", "representatives", "tabulation")

    def __init__(
        self,
        document: str,
        classes: Mapping[str, Sequence[ObjectPair]],
        tabulation: Tabulation,
        *,
        representatives: Mapping[MucObject, MucObject] = {},
    ) -> None:
        self.document = document
        self.classes = classes
        self.tabulation = tabulation
        self.representatives = representatives


OUTCOMES = ("par", "inc", "mis", "spu")
"""The outcomes of a fill that are differences."""


def difference_counts(tallies: Iterable[Tally]) -> Mapping[str, int]:
    """Return the counts of the outcomes that are differences, summed over the tallies, without zeros."""
    counts = [(tally.par, tally.inc, tally.mis, tally.spu) for tally in tallies]
    sums = zip(OUTCOMES, map(sum, zip(*counts, strict=True)), strict=False)
    return {name: number for name, number in sums if number}


def fill_difference_counts(*pairs: ObjectPair) -> Mapping[str, int]:
    """Return the counts of the fill outcomes that are differences, summed over the object pairs, without
    zeros.
    """
    return difference_counts(slot.tally for pair in pairs for slot in pair.slots.values())


# The rows of a document's report page, from the compared objects.
#
# The manual defines the rows ("Named Entity Score Report" and "Information Extraction Score Report"). Object
# rows count objects, all others count single fills.


CACHED_SHARES = 1 << 15
OTHER = "other"

_OBJECT_TALLIES = {
    Status.CORRECT: Tally(cor=1),
    Status.INCORRECT: Tally(inc=1),
    Status.MISSING: Tally(mis=1),
    Status.SPURIOUS: Tally(spu=1),
}
_NONCOMMITTAL = Tally(non=1)

Share = tuple[tuple[Row, tuple[tuple[int, int], ...]], ...]
"""The non-zero counts that a pair adds to rows, each with its index in a tally."""

Values = tuple[tuple[str, ...], ...]
Kind = tuple[str, Status, int, str, Values]


class Tabulator:
    """Sums object pairs for one configuration.

    The counts of a pair depend only on its kind: class, status, the comparison of its slots, section, and the
    values of subtasks. Pairs of the same kind are counted and added together.
    """

    def __init__(self, configuration: Configuration) -> None:
        self._removed_count = configuration.rem_tally == "non"
        self._catch_all = configuration.subtask_other == "catchall"
        self._sections = _section_rows(configuration)
        self._subtasks = _subtasks(configuration)
        self._shares: dict[Kind, tuple[Mapping[str, SlotPair], Share]] = {}

    def tabulation(self, classes: Mapping[str, Sequence[ObjectPair]]) -> dict[Row, Tally]:
        """Return the rows of object pairs by class, without rows of zeros."""
        counts: dict[Kind, int] = {}
        shares: dict[Kind, Share] = {}
        for class_name, pairs in classes.items():
            subtasks = tuple(self._subtasks.get(class_name, ()))
            for pair in pairs:
                kind = self._kind(class_name, subtasks, pair)
                count = counts.get(kind)
                if count is None:
                    shares[kind] = self._share(kind, pair)
                counts[kind] = 1 if count is None else count + 1
        return _summed((share, counts[kind]) for kind, share in shares.items())

    def share(self, class_name: str, pair: ObjectPair) -> Share:
        """Return the counts that a pair of a class adds to the rows."""
        subtasks = tuple(self._subtasks.get(class_name, ()))
        return self._share(self._kind(class_name, subtasks, pair), pair)

    def _kind(self, class_name: str, subtasks: Sequence[str], pair: ObjectPair) -> Kind:
        values = tuple([_values(pair, slot) for slot in subtasks]) if subtasks else ()
        section = _section(pair) if self._sections else ""
        return class_name, pair.status, id(pair.slots), section, values

    def _share(self, kind: Kind, pair: ObjectPair) -> Share:
        """Return the counts that one pair of a kind adds.

        The identity of the slots can be a cache key, because the cache keeps the slots alive.
        """
        known = self._shares.get(kind)
        if known is None:
            if len(self._shares) >= CACHED_SHARES:
                self._shares.clear()
            known = self._shares[kind] = pair.slots, tuple(_counts(self._rows(kind, pair)))
        return known[1]

    def _rows(self, kind: Kind, pair: ObjectPair) -> Iterator[tuple[Row, Tally]]:
        class_name, status, _, section, values = kind
        total = Tally()
        for name, slot_pair in pair.slots.items():
            total = total.plus(slot_pair.tally)
            yield Row("slot", (class_name, name)), slot_pair.tally
        yield Row("object", (class_name,)), _OBJECT_TALLIES.get(status, _NONCOMMITTAL)
        yield TOTAL, total
        for row in self._sections.get(section.lower(), ()):
            yield row, total
        for slot, texts in zip(self._subtasks.get(class_name, ()), values, strict=True):
            yield from self._subtask_rows(class_name, slot, texts, pair)

    def _subtask_rows(
        self, class_name: str, slot: str, texts: tuple[str, ...], pair: ObjectPair
    ) -> Iterator[tuple[Row, Tally]]:
        """Yield the counts of a slot's fills by value: the key's value, or the response's if the key has
        none.
        """
        if not texts:
            return
        listed = self._subtasks[class_name][slot]
        for text, fill in zip(texts, pair.slots[slot].fills, strict=True):
            value = text.lower()
            if value not in listed and self._catch_all:
                value = OTHER
            if value in listed:
                yield Row("subtask", (class_name, slot, value)), tally_of((fill,), self._removed_count)


def sum_of_rows(shares: Sequence[Share]) -> dict[Row, Tally]:
    """Return the rows with the sums of these counts; equal counts usually share one object."""
    times = Counter(map(id, shares))
    return _summed((share, times[number]) for number, share in {id(each): each for each in shares}.items())


def _section(pair: ObjectPair) -> str:
    """Return the section of a pair: the section of the key's object, or of a spurious object."""
    obj = pair.key or pair.response
    return obj.extent.section if obj is not None and obj.extent is not None else ""


def _values(pair: ObjectPair, slot: str) -> tuple[str, ...]:
    """Return the text of each compared fill of a slot: the key's text if there is one."""
    slot_pair = pair.slots.get(slot)
    if slot_pair is None:
        return ()
    keys = pair.key.slots[slot].alternatives if pair.key and slot in pair.key.slots else ()
    responses = (
        pair.response.slots[slot].alternatives if pair.response and slot in pair.response.slots else ()
    )
    return tuple([_text(fill, keys, responses) for fill in slot_pair.fills])


def _text(fill: FillPair, keys: Sequence[MultiFill], responses: Sequence[MultiFill]) -> str:
    _, key, response = fill
    if key is not None:
        return keys[key[0]][key[1]][0]
    return "" if response is None else responses[response[0]][response[1]][0]


def _counts(rows: Iterable[tuple[Row, Tally]]) -> Iterator[tuple[Row, tuple[tuple[int, int], ...]]]:
    """Yield the non-zero counts of rows."""
    for row, tally in rows:
        if any(tally):
            yield row, tuple([(place, count) for place, count in enumerate(tally) if count])


def _summed(shares: Iterable[tuple[Share, int]]) -> dict[Row, Tally]:
    """Return the sum of shares row by row, with each share multiplied by its frequency."""
    sums: defaultdict[Row, list[int]] = defaultdict(lambda: [0] * len(Tally._fields))
    for share, times in shares:
        for row, added in share:
            counts = sums[row]
            for place, count in added:
                counts[place] += times * count
    return {row: tuple.__new__(Tally, counts) for row, counts in sums.items()}


def _section_rows(configuration: Configuration) -> dict[str, list[Row]]:
    """Return the rows of each section, by its lower-case name: its own row, or the rows of its groups."""
    rows: defaultdict[str, list[Row]] = defaultdict(list)
    if not configuration.doc_section_groups:
        for section in configuration.doc_sections:
            rows[section.lower()] = [Row("section", (section,))]
    for group in configuration.doc_section_groups:
        for section in dict.fromkeys(name.lower() for name in group.sections):
            rows[section].append(Row("section", (group.name,)))
    return dict(rows)


def _subtasks(configuration: Configuration) -> dict[str, dict[str, set[str]]]:
    """Return the values that have a subtask, by class and slot."""
    listed: dict[str, dict[str, set[str]]] = {}
    for subtask in configuration.subtasks:
        listed.setdefault(subtask.class_name, {}).setdefault(subtask.slot, set()).add(subtask.value)
    return listed


# Verdicts: the status of every object, slot and fill, with its place on both sides.
#
# They are computed lazily, a pair of objects at a time, so that an editor computes only the visible ones.


LONGEST_QUOTATION = 60

_LACKED = frozenset({Status.MISSING, Status.OPTIONAL})
_ASIDE = frozenset({Status.NONCOMMITTAL, Status.REMOVED})
_WRONG = frozenset({Status.INCORRECT, Status.MISSING, Status.SPURIOUS})


class VerdictPlace(NamedTuple):
    """A range in the unit of `owner`."""

    owner: MucObject
    start: int
    end: int


class ObjectVerdict(NamedTuple):
    """A verdict on one side of a pair.

    `start` and `end` are offsets in the unit of `owner`. An item that the response lacks has zero width, at
    the position where it belongs. If a whole object is missing, `owner` is None, and both offsets are the
    stripped offset in the document at which the key's tag begins (0 for templates). `partner` is the
    counterpart on the other side. `subject` describes the object, slot or fill in words; `slot` is the name
    of the slot if the verdict is on a slot or a fill. `overall` is the verdict on a tag together with its
    fills, or None if it equals `status`.
    """

    owner: MucObject | None
    start: int
    end: int
    status: Status
    level: Level
    subject: str
    partner: VerdictPlace | None = None
    slot: str = ""
    overall: Status | None = None

    @property
    def label(self) -> str:
        """Return the verdict in words: `MIS PERSON "Kory"`."""
        return f"{self.status.value.upper()} {self.subject}"


class ObjectVerdicts:
    """Creates the verdicts of scores for one configuration."""

    def __init__(self, configuration: Configuration) -> None:
        self._type = configuration.sgml_type_slot.lower()
        self._text = configuration.sgml_text_slot.lower()

    def of(self, score: DocumentScore, key_side: bool) -> Iterator[ObjectVerdict]:
        """Yield every verdict on one side of a document, pair by pair."""
        for pairs in score.classes.values():
            for pair in pairs:
                yield from self.of_pair(pair, key_side)

    def of_pair(self, pair: ObjectPair, key_side: bool) -> Iterator[ObjectVerdict]:
        """Yield the verdicts on one side of an object pair: first on the object, then on each slot and its
        fills.
        """
        mine, other = (pair.key, pair.response) if key_side else (pair.response, pair.key)
        if mine is not None:
            yield self._object(pair, mine, other)
            for name, slot_pair in pair.slots.items():
                yield from _SlotVerdicts(name, slot_pair, mine, other, key_side).all()
        elif other is not None and not key_side and pair.status in _LACKED:
            place = 0 if other.extent is None else other.extent.start
            partner = VerdictPlace(other, other.start, other.end)
            yield ObjectVerdict(None, place, place, pair.status, Level.OBJECT, self.subject(other), partner)

    def subject(self, obj: MucObject) -> str:
        """Return an object in words: `PERSON "Kory"` for a tag, `PERSON-930-1` for a template.

        A key's alternative types are joined by `or`; in a response, a value with `|` is a single type.
        """
        if obj.extent is None:
            return obj.identifier
        kind = " or ".join(_texts(obj.slots.get(self._type))) or obj.class_name.upper()
        text = next(iter(_texts(obj.slots.get(self._text))), "")
        return f"{kind} {quoted_fill(text)}"

    def _object(self, pair: ObjectPair, mine: MucObject, other: MucObject | None) -> ObjectVerdict:
        partner = None if other is None else VerdictPlace(other, other.start, other.end)
        overall = None if mine.extent is None else _overall(pair)
        place = mine.start, mine.end
        subject = self.subject(mine)
        return ObjectVerdict(mine, *place, pair.status, Level.OBJECT, subject, partner, overall=overall)


def _overall(pair: ObjectPair) -> Status | None:
    """Return the verdict on an aligned tag with imperfect fills: incorrect, or partial if no fill is
    wrong; None for any other tag.
    """
    statuses = {fill.status for slot in pair.slots.values() for fill in slot.fills}
    if pair.status is not Status.CORRECT or statuses.isdisjoint({*_WRONG, Status.PARTIAL}):
        return None
    return Status.PARTIAL if statuses.isdisjoint(_WRONG) else Status.INCORRECT


def quoted_fill(text: str) -> str:
    """Return a fill as labels show it: on one line, in quotes, and shortened."""
    text = single_spaced(text)
    return f'"{text[:LONGEST_QUOTATION]}…"' if len(text) > LONGEST_QUOTATION else f'"{text}"'


class _SlotVerdicts:
    """The verdicts on one side of a slot pair."""

    def __init__(
        self, name: str, pair: SlotPair, mine: MucObject, other: MucObject | None, key_side: bool
    ) -> None:
        self._name = name
        self._pair = pair
        self._mine = mine
        self._other = other
        self._key_side = key_side
        self._slot = mine.slots.get(name)
        self._other_slot = None if other is None else other.slots.get(name)

    def all(self) -> Iterator[ObjectVerdict]:
        """Yield the verdict on the slot, then the verdicts on its fills, in the order of the comparison."""
        status = _summary(self._pair)
        name = self._name.upper()
        if self._slot is not None:
            start, end = _hull(self._mine, self._name) or self._gap()
            other_hull = None if self._other is None else _hull(self._other, self._name)
            partner = (
                None if other_hull is None or self._other is None else VerdictPlace(self._other, *other_hull)
            )
            yield ObjectVerdict(self._mine, start, end, status, Level.SLOT, name, partner, self._name)
        elif not self._key_side and status in _LACKED:
            yield ObjectVerdict(self._mine, *self._gap(), status, Level.SLOT, name, None, self._name)
        for fill in self._pair.fills:
            yield from self._fill(fill)

    def _fill(self, fill: FillPair) -> Iterator[ObjectVerdict]:
        at, other_at = (fill.key, fill.response) if self._key_side else (fill.response, fill.key)
        mine, other = _at(self._slot, at), _at(self._other_slot, other_at)
        partner = None if other is None or self._other is None else fill_place(self._other, self._name, other)
        if mine is not None:
            subject = self._subject(mine, other)
            place = fill_place(self._mine, self._name, mine)
            yield ObjectVerdict(*place, fill.status, Level.FILL, subject, partner, self._name)
        elif other is not None and not self._key_side and fill.status in _LACKED:
            subject, gap = self._subject(other, None), self._gap()
            yield ObjectVerdict(self._mine, *gap, fill.status, Level.FILL, subject, partner, self._name)

    def _subject(self, shown: Fill, other: Fill | None) -> str:
        subject = f"{self._name.upper()} {quoted_fill(shown.text)}"
        if other is None or other.text == shown.text:
            return subject
        return f"{subject} ({'response' if self._key_side else 'key'}: {quoted_fill(other.text)})"

    def _gap(self) -> tuple[int, int]:
        place = missing_fill_place(self._mine, self._name)
        return place, place


def _summary(pair: SlotPair) -> Status:
    """Return the verdict on a whole slot: the verdict that all its fills share; otherwise partial if any
    fill is correct or partially correct, or incorrect if none is.
    """
    statuses = {fill.status for fill in pair.fills if fill.status not in _ASIDE}
    if not statuses:
        return pair.fills[0].status
    if len(statuses) == 1:
        return statuses.pop()
    return Status.PARTIAL if statuses & {Status.CORRECT, Status.PARTIAL} else Status.INCORRECT


def missing_fill_place(owner: MucObject, name: str) -> int:
    """Return the position of a missing fill: after the slot's last fill; without fills, at the end of a
    template record or at the start of a tag.
    """
    hull = _hull(owner, name)
    return hull[1] if hull else owner.end if owner.extent is None else owner.start


def _hull(owner: MucObject, name: str) -> tuple[int, int] | None:
    """Return the range from a slot's first fill to its last; None if there are none."""
    slot, base = owner.slots.get(name), owner.start_of(name)
    fills = [fill for multi_fill in slot.alternatives for fill in multi_fill] if slot is not None else []
    if not fills:
        return None
    return base + min(fill.start for fill in fills), base + max(fill.end for fill in fills)


def fill_place(owner: MucObject, name: str, fill: Fill) -> VerdictPlace:
    """Return the place of a fill of a slot."""
    base = owner.start_of(name)
    return VerdictPlace(owner, base + fill.start, base + fill.end)


def _at(slot: Slot | None, place: FillPlace | None) -> Fill | None:
    return None if slot is None or place is None else slot.alternatives[place.alternative][place.fill]


def _texts(slot: Slot | None) -> list[str]:
    if slot is None:
        return []
    return [fill.text for multi_fill in slot.alternatives for fill in multi_fill]
