"""Which alternatives of two slots are aligned, found without holding each against each where that can be.

The rule is the manual's, with the order of ties that `slot_alignment` states. It asks for the best of all
pairs; which pairs cannot be the best is known from the forms that they share.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from itertools import chain, product
from typing import NamedTuple

from keytally.evaluations.muc.scoring.alignment.comparison.credit import Credit
from keytally.evaluations.muc.scoring.alignment.comparison.fills import FillComparison

Texts = Mapping[int, Sequence[str]]
"""The fills that count of some alternatives, by the indices of these."""

_Preference = tuple[Fraction, bool, int]
"""Sorts pairs of alternatives, the best first."""

_FULL_AGREEMENT: _Preference = (Fraction(-1), False, 0)


def best_alternatives(fills: FillComparison, key: Texts, response: Texts) -> tuple[int, int]:
    """The alternatives that are aligned: those with the highest F; both sides have one.

    Ties keep file order, the key's before the response's.
    """
    if len(key) == 1 == len(response):
        return next(iter(key)), next(iter(response))
    search = _Search(fills, key, response)
    if len(key) > 1 and len(response) > 1:
        search.hold_sharing()
    if search.best is None:
        search.hold(product(search.key, search.response))
    assert search.best is not None
    return search.best[1:]


class _Shared(NamedTuple):
    """A fill of a key's alternative, with what shares a form with it; such are sorted, the rarest first.

    `sharing` is the number of alternatives that do, `fewest` the number of fills in the shortest of these,
    and `left` the number of the key's fills that are as frequent or more.
    """

    sharing: int
    which: int
    left: int
    fewest: int
    forms: tuple[Hashable, ...]


class _Search:
    """Holds pairs of alternatives against each other; `best` is the first of the best so far."""

    def __init__(self, fills: FillComparison, key: Texts, response: Texts) -> None:
        self._fills = fills
        self._keys = {k: len(texts) for k, texts in key.items()}
        self._responses = {r: len(texts) for r, texts in response.items()}
        both = len(key) > 1 and len(response) > 1
        self.key, self.response = _unlike(fills, key, response) if both else (key, response)
        self._credits = {r: fills.crediting(texts) for r, texts in self.response.items()}
        self.best: tuple[_Preference, int, int] | None = None

    def hold(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Hold these pairs, which are in file order, against the best."""
        for k, r in pairs:
            credit = self._credits[r](self.key[k])
            found = _preference(credit, self._keys[k], self._responses[r]), k, r
            if self.best is None or found < self.best:
                self.best = found
                if found[0] == _FULL_AGREEMENT:
                    break

    def hold_sharing(self) -> None:
        """Hold the pairs that share a form: no other earns any credit.

        Pairs that share a rare fill come first. Those that share only fills which are more frequent are left
        out where so few of these are left in the key's alternative that no pair can be better.
        """
        having: defaultdict[Hashable, list[int]] = defaultdict(list)
        for r, texts in self.response.items():
            for form in dict.fromkeys(chain.from_iterable(self._forms(texts, False))):
                having[form].append(r)
        fewest = {form: min(map(self._responses.__getitem__, found)) for form, found in having.items()}
        held = defaultdict[int, set[int]](set)
        for shared in sorted(self._shared(having, fewest), key=lambda each: each[:3]):
            if self._may_be_better(shared):
                k, done = shared.which, held[shared.which]
                found = set(chain.from_iterable(having[form] for form in shared.forms)) - done
                done |= found
                self.hold((k, r) for r in sorted(found))

    def _shared(
        self, having: Mapping[Hashable, Sequence[int]], fewest: Mapping[Hashable, int]
    ) -> Iterator[_Shared]:
        """The fills of the key that share a form; of those with equal forms only the first is needed."""
        for k, texts in self.key.items():
            each = [tuple(form for form in forms if form in having) for forms in self._forms(texts, True)]
            counted = sorted((sum(len(having[form]) for form in forms), i) for i, forms in enumerate(each))
            known = set[tuple[Hashable, ...]]()
            for place, (count, i) in enumerate(counted):
                if each[i] and each[i] not in known:
                    known.add(each[i])
                    shortest = min(fewest[form] for form in each[i])
                    yield _Shared(count, k, len(counted) - place, shortest, each[i])

    def _may_be_better(self, shared: _Shared) -> bool:
        """Whether a pair that shares a fill, and no rarer one, may be better than the best so far.

        At best all that is left is correct, in a response with as few fills as there can be.
        """
        credit, responses = Credit(shared.left, 0), max(shared.left, shared.fewest)
        found = _preference(credit, self._keys[shared.which], responses), shared.which, -1
        return self.best is None or found < self.best

    def _forms(self, texts: Sequence[str], key_side: bool) -> list[tuple[Hashable, ...]]:
        return [self._fills.lookup_forms(text, key_side) for text in texts]


def _unlike(fills: FillComparison, key: Texts, response: Texts) -> tuple[Texts, Texts]:
    """The alternatives of both sides without those that no pair tells from an earlier one of their side.

    What earns credit from no alternative of the other side counts by its number only, and is left out.
    """
    forms = [
        {form for text in chain.from_iterable(side.values()) for form in fills.lookup_forms(text, is_key)}
        for side, is_key in ((key, True), (response, False))
    ]
    shared = forms[0] & forms[1]
    return _firsts(fills, key, True, shared), _firsts(fills, response, False, shared)


def _firsts(fills: FillComparison, side: Texts, key_side: bool, shared: Set[Hashable]) -> Texts:
    """The fills with shared forms, of the first of all alternatives that have these and equal numbers."""
    firsts: dict[tuple[int, tuple[str, ...]], int] = {}
    for which, texts in side.items():
        telling = [text for text in texts if not shared.isdisjoint(fills.lookup_forms(text, key_side))]
        firsts.setdefault((len(texts), tuple(telling)), which)
    return {which: telling for (_, telling), which in firsts.items()}


def _preference(credit: Credit, keys: int, responses: int) -> _Preference:
    """The preference of alternatives with so many fills: every fill counts in F."""
    f = Fraction(2 * credit.correct + credit.partial, keys + responses)
    return -f, keys < responses, abs(keys - responses)
