"""The rows of a document's report page, from the compared objects.

The manual defines the rows ("Named Entity Score Report" and "Information Extraction Score Report"). Object
rows count objects, all others count single fills.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.model.objects import MultiFill
from keytally.evaluations.muc.scoring.result import FillPair, ObjectPair, SlotPair, tally_of
from keytally.tallies.status import Status
from keytally.tallies.tabulation import TOTAL, Row
from keytally.tallies.tally import Tally

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
"""The counts that one pair adds to rows: those that are not zero, each with its index in a tally."""

Values = tuple[tuple[str, ...], ...]
Kind = tuple[str, Status, int, str, Values]


class Tabulator:
    """Sums object pairs under one configuration.

    The counts of a pair depend only on its kind: class, status, the comparison of its slots, section, and the
    values of subtasks. Pairs of a kind are counted and added together.
    """

    def __init__(self, configuration: Configuration) -> None:
        self._removed_count = configuration.rem_tally == "non"
        self._catch_all = configuration.subtask_other == "catchall"
        self._sections = _section_rows(configuration)
        self._subtasks = _subtasks(configuration)
        self._shares: dict[Kind, tuple[Mapping[str, SlotPair], Share]] = {}

    def tabulation(self, classes: Mapping[str, Sequence[ObjectPair]]) -> dict[Row, Tally]:
        """The rows of object pairs by class, without rows of zeros."""
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
        """The counts that a pair of a class adds to the rows."""
        subtasks = tuple(self._subtasks.get(class_name, ()))
        return self._share(self._kind(class_name, subtasks, pair), pair)

    def _kind(self, class_name: str, subtasks: Sequence[str], pair: ObjectPair) -> Kind:
        values = tuple([_values(pair, slot) for slot in subtasks]) if subtasks else ()
        section = _section(pair) if self._sections else ""
        return class_name, pair.status, id(pair.slots), section, values

    def _share(self, kind: Kind, pair: ObjectPair) -> Share:
        """The counts that one pair of a kind adds.

        The identity of the slots can be a cache key, since the cache holds the slots themselves.
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
        """A slot's fills by value: the key's value, or the response's if the key has none."""
        if not texts:
            return
        listed = self._subtasks[class_name][slot]
        for text, fill in zip(texts, pair.slots[slot].fills, strict=True):
            value = text.lower()
            if value not in listed and self._catch_all:
                value = OTHER
            if value in listed:
                yield Row("subtask", (class_name, slot, value)), tally_of((fill,), self._removed_count)


def sum_of(shares: Sequence[Share]) -> dict[Row, Tally]:
    """The rows of pairs that add these counts; equal ones, of which there are many, are mostly one object."""
    times = Counter(map(id, shares))
    return _summed((share, times[number]) for number, share in {id(each): each for each in shares}.items())


def _section(pair: ObjectPair) -> str:
    """The section of a pair: the key's, or that of a spurious object."""
    obj = pair.key or pair.response
    return obj.extent.section if obj is not None and obj.extent is not None else ""


def _values(pair: ObjectPair, slot: str) -> tuple[str, ...]:
    """The text of every fill comparison of a slot: the key's if it has one."""
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
    """The counts of rows that are not zero."""
    for row, tally in rows:
        if any(tally):
            yield row, tuple([(place, count) for place, count in enumerate(tally) if count])


def _summed(shares: Iterable[tuple[Share, int]]) -> dict[Row, Tally]:
    """The sum of shares row by row, each taken a number of times."""
    sums: defaultdict[Row, list[int]] = defaultdict(lambda: [0] * len(Tally._fields))
    for share, times in shares:
        for row, added in share:
            counts = sums[row]
            for place, count in added:
                counts[place] += times * count
    return {row: tuple.__new__(Tally, counts) for row, counts in sums.items()}


def _section_rows(configuration: Configuration) -> dict[str, list[Row]]:
    """The rows of each section, by its lower-case name: its own row, or the rows of its groups."""
    rows: defaultdict[str, list[Row]] = defaultdict(list)
    if not configuration.doc_section_groups:
        for section in configuration.doc_sections:
            rows[section.lower()] = [Row("section", (section,))]
    for group in configuration.doc_section_groups:
        for section in dict.fromkeys(name.lower() for name in group.sections):
            rows[section].append(Row("section", (group.name,)))
    return dict(rows)


def _subtasks(configuration: Configuration) -> dict[str, dict[str, set[str]]]:
    """The values that have a subtask, by class and slot."""
    listed: dict[str, dict[str, set[str]]] = {}
    for subtask in configuration.subtasks:
        listed.setdefault(subtask.class_name, {}).setdefault(subtask.slot, set()).add(subtask.value)
    return listed
