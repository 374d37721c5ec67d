"""Greedy alignment of many objects without comparing each with each.

The result is that of `greedy` over all pairs: decreasing F, then the key's file order, then the
response's. Objects that no comparison can tell apart form a group. Groups are found by the fills that
they share, rare ones first; what is shared bounds F, so few pairs are compared. A group of the key waits in a
heap with its best partner; one whose partner has been taken by another looks for its next best.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from keytally.evaluations.muc.model import MucObject
from keytally.evaluations.muc.scoring.alignment import ClassAlignment, Comparison, greedy
from keytally.evaluations.muc.scoring.slots import Outline

Aligned = tuple[int, int, Comparison]
Objects = Sequence[MucObject]
Form = tuple[int, Hashable, int]
"""A slot, a form of a fill in it, and the how manieth of that form it is."""

CROWD = 1024
"""Classes with more pairs than this are looked through by index."""

FEW = 16
"""As many groups that were found are compared at once, in the hope that none else can be better."""


def best_pairs(alignment: ClassAlignment, key: Objects, response: Objects) -> Iterable[Aligned]:
    """The pairs of one class that are aligned, by their places, each with its comparison."""
    if len(key) * len(response) > CROWD:
        return _Crowd(alignment, key, response).pairs()
    compared = {
        (k, r): comparison
        for k, mine in enumerate(key)
        for r, other in enumerate(response)
        if (comparison := alignment.compare(mine, other)).similar
    }
    chosen = greedy((pair, comparison.f) for pair, comparison in compared.items())
    return [(*pair, compared[pair]) for pair in chosen]


class _Partner(NamedTuple):
    """The best partner of a group: F, the group, and which of its members it was then."""

    f: Fraction
    group: int
    member: int


class _Group:
    """Objects of one side that compare alike with every object of the other, in file order.

    `forms` are those that the other side has too; `least` is how many fills count in any comparison.
    """

    def __init__(self, single: MucObject, forms: Sequence[Form], least: int) -> None:
        self.single = single
        self.forms = forms
        self.least = least
        self.members: deque[int] = deque()
        self.partner: _Partner | None = None


class _Crowd:
    """Two sides of a class with many objects."""

    def __init__(self, alignment: ClassAlignment, key: Objects, response: Objects) -> None:
        self._alignment = alignment
        self._key, self._response = key, response
        self._weights = [slot.definition.weight for _, slot in alignment.scored_slots()]
        outlines = _outlines(alignment, key, True), _outlines(alignment, response, False)
        shared = _forms_of(outlines[0]) & _forms_of(outlines[1])
        self._keys = _groups(key, outlines[0], shared)
        self._responses = _groups(response, outlines[1], shared)
        self._least = [group.least for group in self._responses]
        self._found: defaultdict[Form, dict[int, None]] = defaultdict(dict)
        for place, group in enumerate(self._responses):
            for form in group.forms:
                self._found[form][place] = None

    def pairs(self) -> Iterator[Aligned]:
        """The pairs that are aligned."""
        for k, r in self._sharing():
            yield k, r, self._alignment.compare(self._key[k], self._response[r])
        if self._alignment.threshold < 0:
            yield from self._strangers()

    def _sharing(self) -> Iterator[tuple[int, int]]:
        """The pairs that agree in something, the best first."""
        waiting = [(Fraction(-1), group.members[0], which) for which, group in enumerate(self._keys)]
        heapify(waiting)
        while waiting:
            rank, _, which = heappop(waiting)
            group = self._keys[which]
            if not self._is_free(group.partner):
                group.partner = self._best(group)
            if group.partner is None:
                continue
            if group.partner.f == -rank:
                yield group.members.popleft(), self._take(group.partner.group)
            if group.members:
                heappush(waiting, (-group.partner.f, group.members[0], which))

    def _is_free(self, partner: _Partner | None) -> bool:
        """Whether a partner is still there, and the same member of its group comes next."""
        if partner is None:
            return False
        members = self._responses[partner.group].members
        return bool(members) and members[0] == partner.member

    def _take(self, which: int) -> int:
        """Take the next member of a group of the response; one that has none left is found no more."""
        group = self._responses[which]
        taken = group.members.popleft()
        if not group.members:
            for form in group.forms:
                del self._found[form][which]
        return taken

    def _best(self, group: _Group) -> _Partner | None:
        """The partner with the highest F that is similar enough; of equals the one that stands first."""
        forms = sorted((form for form in group.forms if self._found[form]), key=lambda f: len(self._found[f]))
        needed = self._needed(forms)
        shared: Counter[int] = Counter()
        for place, form in enumerate(forms[:needed]):
            shared.update(self._found[form].keys())
            if len(shared) <= FEW:
                best = self._best_of(group, shared, Fraction(0))
                rest = len(forms) - place - 1
                if best is not None and best.f > _bound(rest, group.least, 0):
                    return best
        for form in forms[needed:]:
            shared.update(shared.keys() & self._found[form].keys())
        return self._likeliest(group, shared)

    def _needed(self, forms: Sequence[Form]) -> int:
        """How many of the forms must be looked up; the rest together cannot exceed the threshold."""
        slots: set[int] = set()
        weight = Fraction(0)
        for needed in range(len(forms), 0, -1):
            slot = forms[needed - 1][0]
            if slot not in slots:
                slots.add(slot)
                weight += 100 * max(Fraction(self._weights[slot]), Fraction(0))
            if weight > self._alignment.threshold:
                return needed
        return 0

    def _likeliest(self, group: _Group, shared: Counter[int]) -> _Partner | None:
        """The best partner of those found, given how much each shares; the likeliest are compared first."""
        best: _Partner | None = None
        for count in sorted(set(shared.values()), reverse=True):
            if best is not None and best.f > _bound(count, group.least, 0):
                break
            found = [which for which, times in shared.items() if times == count]
            best = _better(best, self._likeliest_of(group, found, count))
        return best

    def _likeliest_of(self, group: _Group, found: Iterable[int], shared: int) -> _Partner | None:
        """The best partner of those that share so much: the less else they have, the better."""
        by_least: defaultdict[int, list[int]] = defaultdict(list)
        for which in found:
            by_least[self._least[which]].append(which)
        best: _Partner | None = None
        for least in sorted(by_least):
            bound = _bound(shared, group.least, least)
            if best is not None and best.f > bound:
                break
            best = _better(best, self._best_of(group, by_least[least], bound))
        return best

    def _best_of(self, group: _Group, found: Iterable[int], bound: Fraction) -> _Partner | None:
        """The best partner of some; no F is above `bound` unless that is 0."""
        best: _Partner | None = None
        for member, which in sorted((self._responses[which].members[0], which) for which in found):
            comparison = self._alignment.compare(group.single, self._responses[which].single)
            if comparison.similar:
                best = _better(best, _Partner(comparison.f, which, member))
                if comparison.f == bound:
                    break
        return best

    def _strangers(self) -> Iterator[Aligned]:
        """The pairs that agree in nothing, where a threshold below 0 lets them be aligned."""
        free = sorted(member for group in self._responses for member in group.members)
        for k in sorted(member for group in self._keys for member in group.members):
            for place, r in enumerate(free):
                comparison = self._alignment.compare(self._key[k], self._response[r])
                if comparison.similar and not comparison.f:
                    del free[place]
                    yield k, r, comparison
                    break


def _better(one: _Partner | None, other: _Partner | None) -> _Partner | None:
    """The partner with the higher F, else the one that stands first."""
    if one is None or other is None:
        return one or other
    return min(one, other, key=lambda partner: (-partner.f, partner.member))


@lru_cache(1 << 14)
def _bound(shared: int, key: int, response: int) -> Fraction:
    """The highest F that two objects can have that share so many forms.

    `key` and `response` are how many fills count at least on either side.
    """
    return Fraction(2 * shared, max(key, shared) + max(response, shared)) if shared else Fraction(0)


def _outlines(alignment: ClassAlignment, objects: Objects, key_side: bool) -> list[tuple[Outline, ...]]:
    """What the scored slots of each object are compared by."""
    slots = tuple(alignment.scored_slots())
    return [
        tuple(comparison.outline(single.slots.get(name), key_side) for name, comparison in slots)
        for single in objects
    ]


def _forms_of(outlines: Iterable[tuple[Outline, ...]]) -> set[tuple[int, Hashable]]:
    """Every form that stands in a slot."""
    return {
        (slot, form)
        for said in outlines
        for slot, outline in enumerate(said)
        for fills in outline.alternatives
        for fill in fills
        for form in fill
    }


def _groups(
    objects: Objects, outlines: Sequence[tuple[Outline, ...]], shared: set[tuple[int, Hashable]]
) -> list[_Group]:
    """One side's objects by all that can matter: fills that the other side lacks are all the same."""
    groups: dict[tuple[Outline, ...], _Group] = {}
    for place, (single, said) in enumerate(zip(objects, outlines, strict=True)):
        seen = tuple(_shared_part(outline, slot, shared) for slot, outline in enumerate(said))
        if seen not in groups:
            least = sum(map(_least, seen))
            groups[seen] = _Group(single, [*_numbered(seen)], least)
        groups[seen].members.append(place)
    return list(groups.values())


def _shared_part(outline: Outline, slot: int, shared: set[tuple[int, Hashable]]) -> Outline:
    alternatives = tuple(
        tuple(tuple(form for form in fill if (slot, form) in shared) for fill in fills)
        for fills in outline.alternatives
    )
    return Outline(alternatives, outline.optional)


def _least(outline: Outline) -> int:
    """How many fills of a slot count in any case."""
    return 0 if outline.optional else min(map(len, outline.alternatives), default=0)


def _numbered(said: Sequence[Outline]) -> Iterator[Form]:
    """The forms in each slot, as often as the alternative has them that has them most often."""
    for slot, outline in enumerate(said):
        most: Counter[Hashable] = Counter()
        for fills in outline.alternatives:
            most |= Counter(form for fill in fills for form in fill)
        yield from ((slot, form, which) for form, count in most.items() for which in range(count))
