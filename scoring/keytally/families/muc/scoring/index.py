"""An index that finds the aligned pairs of a class by the features that objects share."""

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from keytally.families.muc.model import MucObject, Slot, SlotsCache
from keytally.families.muc.scoring.alignment import ClassComparison, ComparedObjects
from keytally.families.muc.scoring.fills import Targets
from keytally.families.muc.scoring.slots import CACHED_SLOTS, SlotComparison

NOT_SIMILAR = -1
"""The similarity of two objects that must not be aligned."""

_BITS = 64

IDENTICAL = 1 << _BITS
"""The similarity of two objects that agree completely."""


@lru_cache(1 << 14)
def similarity(numerator: int, denominator: int) -> int:
    """Return a ratio in units of 2^-64, rounded down; these values sort exactly like the ratios.

    Two ratios with denominators below 2^32 are either equal or differ by more than one unit.
    """
    return (numerator << _BITS) // denominator


def similarity_of(f: Fraction) -> int:
    """Return an F score as a similarity."""
    return similarity(f.numerator, f.denominator)


@lru_cache(1 << 14)
def upper_bound(shared: int, key: int, response: int) -> int:
    """Return the highest possible similarity of two objects that share this number of features.

    `key` and `response` are the minimum numbers of counted fills on each side. F is twice the number of
    correct fills divided by the number of fills on both sides; at most the shared features are correct.
    """
    return similarity(2 * shared, max(key, shared) + max(response, shared)) if shared else 0


# Profiles of slots for the index: the compared content of a slot, and its features.
#
# Slots of any kind and either side are profiled in the same way: each fill has a profile, and the profile
# of a slot joins those of its fills. The profile of a slot with one fill is that of the fill.


Feature = tuple[str, Hashable, int]
"""A slot, a lookup form of a fill, and the number of earlier fills with that form in the same alternative."""

FillForms = tuple[Hashable, ...]
"""The lookup forms of a fill."""


REMEMBERED_FORMS = 1 << 10
"""The number of pointer forms with cached profiles; the limit prevents a live document from keeping many
old objects.
"""


class SlotProfile(NamedTuple):
    """The data of a slot that a comparison uses; slots with equal profiles compare identically with every
    other slot.

    `alternatives` contains the forms of the fills in each alternative with a counted fill; `removed` contains
    the ignored fills, by alternative and index. `features` are the features of all alternatives, and `least`
    is the smallest number of counted fills. For `countable` slots, the number of correct fills equals the
    number of common features. A profile is `whole` if the slot has one alternative and no marks that only
    keys may have, and if all its fills are counted and have distinct forms.
    """

    alternatives: tuple[tuple[FillForms, ...], ...] = ()
    optional: bool = False
    removed: tuple[tuple[int, int], ...] = ()
    features: tuple[Feature, ...] = ()
    least: int = 0
    countable: bool = True
    whole: bool = False


NO_SLOT = SlotProfile()
_REMOVED_FILL = SlotProfile(removed=((0, 0),))


class SlotProfiler:
    """Creates the profiles of slots with one definition; profiles of single texts are cached."""

    def __init__(self, comparison: SlotComparison) -> None:
        self._rules, self._fills = comparison.rules, comparison.fills
        self._name = comparison.definition.name
        self._of_text = None if comparison.may_remove else lru_cache(CACHED_SLOTS)(self._text_profile)
        self._of_forms: dict[FillForms, SlotProfile] = {}

    def of(self, comparison: SlotComparison) -> "SlotProfiler":
        """Return the profiler of the slot for a document: this profiler itself, unless the slot contains
        pointers.
        """
        return SlotProfiler(comparison) if self._of_text is None else self

    def profile(self, slot: Slot, key_side: bool) -> SlotProfile:
        """Return the profile of a slot on one side."""
        alternatives, optional = slot
        is_marked = optional or len(alternatives) != 1
        if not is_marked and len(alternatives[0]) == 1:
            text, of_text = alternatives[0][0][0], self._of_text
            return self._pointer_profile(text, key_side) if of_text is None else of_text(text)
        return self._joined(self._rules.seen(slot, key_side) if is_marked else slot, key_side, is_marked)

    def _fill_profile(self, text: str, key_side: bool) -> SlotProfile:
        return self._pointer_profile(text, key_side) if self._of_text is None else self._of_text(text)

    def _pointer_profile(self, text: str, key_side: bool) -> SlotProfile:
        """Return the profile of a pointer; pointers with the same forms share it, on both sides."""
        if self._fills.removed(text, key_side):
            return _REMOVED_FILL
        forms, known = self._fills.lookup_forms(text, key_side), self._of_forms
        profile = known.get(forms)
        if profile is None:
            if len(known) >= REMEMBERED_FORMS:
                known.clear()
            profile = known[forms] = self._profile_of(forms)
        return profile

    def _text_profile(self, text: str) -> SlotProfile:
        """Return the profile of a text, which is the same on both sides."""
        return self._profile_of(self._fills.lookup_forms(text, True))

    def _profile_of(self, forms: FillForms) -> SlotProfile:
        name = self._name
        features = tuple([(name, form, 0) for form in forms])
        return SlotProfile(((forms,),), False, (), features, 1, len(forms) <= 1, forms != ())

    def _joined(self, slot: Slot, key_side: bool, is_marked: bool) -> SlotProfile:
        """Return the combined profile of a slot's fills; `is_marked` is true if the slot has marks."""
        fills = [
            [self._fill_profile(fill[0], key_side) for fill in alternative]
            for alternative in slot.alternatives
        ]
        if not is_marked and (joined := _whole_profile(fills[0])) is not None:
            return joined
        counted = [[fill for fill in each if fill.least] for each in fills]
        alternatives = [tuple([fill.alternatives[0][0] for fill in each]) for each in counted if each]
        every = list(chain.from_iterable(counted))
        features, are_distinct = _numbered(counted)
        return SlotProfile(
            tuple(alternatives),
            slot.optional,
            () if counted == fills else tuple(_removed(fills)),
            features,
            0 if slot.optional else min(map(len, alternatives), default=0),
            len(alternatives) <= 1 and not slot.optional and all(map(_is_countable, every)),
            not is_marked and are_distinct and bool(every) and all(map(_is_whole, fills[0])),
        )


def _whole_profile(fills: Sequence[SlotProfile]) -> SlotProfile | None:
    """Return the profile of a slot with one alternative if it is whole; otherwise None."""
    features = [feature for fill in fills for feature in fill.features]
    if not features or len(set(features)) < len(features) or not all(map(_is_whole, fills)):
        return None
    forms = tuple([fill.alternatives[0][0] for fill in fills])
    return SlotProfile((forms,), False, (), tuple(features), len(fills), len(features) == len(fills), True)


_is_countable = attrgetter("countable")
_is_whole = attrgetter("whole")


def _numbered(alternatives: Iterable[Iterable[SlotProfile]]) -> tuple[tuple[Feature, ...], bool]:
    """Return the features of all alternatives, each with its maximum frequency, and whether all are distinct.

    Equal features are numbered within their alternative.
    """
    found: dict[Feature, None] = {}
    are_distinct = True
    for fills in alternatives:
        features = [feature for fill in fills for feature in fill.features]
        own = dict.fromkeys(features)
        if len(own) < len(features):
            are_distinct = False
            own = dict.fromkeys(_with_ordinals(features))
        found.update(own)
    return tuple(found), are_distinct


def _with_ordinals(features: Iterable[Feature]) -> Iterator[Feature]:
    met: Counter[Feature] = Counter()
    for feature in features:
        yield feature[0], feature[1], met[feature]
        met[feature] += 1


def _removed(fills: Iterable[Iterable[SlotProfile]]) -> Iterator[tuple[int, int]]:
    """Yield the ignored fills, by alternative and index."""
    for which, each in enumerate(fills):
        for place, fill in enumerate(each):
            if not fill.least:
                yield which, place


# Profiles of objects for the index, and the similarity of two objects without pairing their fills.
#
# Nearly all objects have slots whose correct fills can be counted: they are as many as the features that both
# have. F then follows from three counts. All others are compared fill by fill.


class ObjectProfile(NamedTuple):
    """The data of an object that a comparison uses: the profiles of its scored slots, and derived values.

    An object is `plain` if all its slots are scored and all their profiles are whole; see `SlotProfile` for
    the other fields.
    """

    slots: tuple[SlotProfile, ...]
    features: frozenset[Feature]
    least: int
    countable: bool
    plain: bool


class ProfiledObject:
    """An object with its profile."""

    __slots__ = ("countable", "features", "least", "obj", "plain", "slots")

    def __init__(self, obj: MucObject, profile: ObjectProfile) -> None:
        self.obj = obj
        self.slots, self.features, self.least, self.countable, self.plain = profile


class ProfileComparison:
    """Compares the objects of one class by profile; `exact` compares them fill by fill.

    The profile of an object with neither pointers nor marks depends only on its slots, and is cached for both
    sides of all documents.
    """

    def __init__(self, exact: ClassComparison, profilers: Sequence[SlotProfiler] = ()) -> None:
        self.exact = exact
        self._profilers = profilers or [SlotProfiler(each) for _, each in exact.scored_slots]
        self._profiles_of = {
            name: [(place, self._profilers[place].profile) for place in found]
            for name, found in exact.rules.places.items()
        }
        self._are_distinct = len(exact.rules.places) == len(self._profilers)
        self._known = None if exact.has_pointers else SlotsCache[ObjectProfile]()

    def in_document(self, targets: Targets) -> "ProfileComparison":
        """Return this comparison with the pointer targets of a document."""
        if not self.exact.has_pointers:
            return self
        exact = self.exact.in_document(targets)
        pairs = zip(self._profilers, exact.scored_slots, strict=True)
        return ProfileComparison(exact, [profiler.of(slot) for profiler, (_, slot) in pairs])

    def profiled(self, obj: MucObject, key_side: bool) -> ProfiledObject:
        """Return an object with its profile."""
        profile = None if self._known is None else self._known.get(obj.slots)
        if profile is None:
            profile = self._profile(obj, key_side)
            if self._known is not None and (profile.plain or not any(map(_is_marked, obj.slots.values()))):
                self._known.put(obj.slots, profile)
        return ProfiledObject(obj, profile)

    def _profile(self, obj: MucObject, key_side: bool) -> ObjectProfile:
        slots, profiles, found = obj.slots, [NO_SLOT] * len(self._profilers), list[Feature]()
        fewest, are_countable, wholes = 0, self.exact.rules.is_countable, 0
        for name, slot in slots.items():
            for place, profile_of in self._profiles_of.get(name, ()):
                profile = profiles[place] = profile_of(slot, key_side)
                _, _, _, features, least, countable, whole = profile
                found += features
                fewest += least
                wholes += whole
                if not countable:
                    are_countable = False
        plain = wholes == len(slots) and self._are_distinct
        return ObjectProfile(tuple(profiles), frozenset(found), fewest, are_countable, plain)

    def compare(self, key: ProfiledObject, response: ProfiledObject) -> ComparedObjects:
        """Return the comparison of two objects; if they agree completely, fills need not be paired."""
        if key.plain and response.plain and key.slots == response.slots:
            return self.exact.rules.agreeing(tuple([profile.least for profile in key.slots]))
        return self.exact.compare(key.obj, response.obj)

    def similarity(self, key: ProfiledObject, response: ProfiledObject, shared: int | None = None) -> int:
        """Return F as a similarity, or NOT_SIMILAR if the objects must not be aligned.

        `shared` is the number of common features, if known.
        """
        if key.countable and response.countable:
            if shared is None:
                shared = len(key.features & response.features)
            return similarity(2 * shared, key.least + response.least) if shared else NOT_SIMILAR
        compared = self.exact.compare(key.obj, response.obj)
        return similarity_of(compared.f) if compared.similar else NOT_SIMILAR


def _is_marked(slot: Slot) -> bool:
    """Return whether a slot has marks that only keys may have, so that its profile may differ in a
    response.
    """
    return slot.optional or len(slot.alternatives) > 1


# The unaligned objects of one side, found by the features that they share with another object.
#
# Few objects have a rare feature; they are found one by one. Objects that differ in rare features only are
# interchangeable: they compare alike with every object that shares none of these, so that the first of such a
# group represents all. So thousands of objects that share only a set fill cost as much as one.


POPULAR = 32
"""A feature that more than this number of objects have is popular; the others are rare."""


class FoundFeatures(NamedTuple):
    """The features that an object shares with unaligned objects: rare and popular ones, rarest first."""

    rare: list[Feature]
    popular: list[Feature]


class UnalignedObjects:
    """One side's unaligned objects, by position in file order, in numbered groups.

    `slots` are the slot names of the profiles. If all objects on both sides are `countable`, groups are
    defined by popular features and numbers of fills; otherwise, by the profiles without rare features.
    """

    def __init__(self, objects: Sequence[ProfiledObject], slots: Sequence[str], countable: bool) -> None:
        self._objects, self._slots, self._countable = objects, slots, countable
        self._times = Counter(feature for profiled in objects for feature in profiled.features)
        self._rare: dict[Feature, dict[int, None]] = {}
        self._popular: dict[Feature, dict[int, None]] = {}
        self._members: list[OrderedDict[int, None]] = []
        self._group_of: list[int] = []
        self.least: list[int] = []
        groups: dict[Hashable, int] = {}
        for place, profiled in enumerate(objects):
            group = groups.setdefault(self._without_rare(profiled), len(groups))
            self._put(place, profiled, group)

    def _put(self, place: int, profiled: ProfiledObject, group: int) -> None:
        """Add an object to its group."""
        if group == len(self._members):
            self._members.append(OrderedDict())
            self.least.append(profiled.least)
        self._members[group][place] = None
        self._group_of.append(group)
        for feature in profiled.features:
            found, which = (self._popular, group) if self._is_popular(feature) else (self._rare, place)
            found.setdefault(feature, {})[which] = None

    def _is_popular(self, feature: Feature) -> bool:
        return self._times[feature] > POPULAR

    def _without_rare(self, profiled: ProfiledObject) -> Hashable:
        """Return the key of an object's group: its profile without its rare features."""
        popular = frozenset(filter(self._is_popular, profiled.features))
        if self._countable:
            return popular, profiled.least
        return popular, tuple(map(self._slot_without_rare, self._slots, profiled.slots))

    def _slot_without_rare(self, slot: str, profile: SlotProfile) -> Hashable:
        alternatives = tuple(
            tuple(tuple(form for form in forms if self._is_popular((slot, form, 0))) for forms in fills)
            for fills in profile.alternatives
        )
        return alternatives, profile.optional

    def take(self, place: int) -> None:
        """Remove an object that is now aligned."""
        group = self._group_of[place]
        members = self._members[group]
        del members[place]
        for feature in self._objects[place].features:
            if not self._is_popular(feature):
                del self._rare[feature][place]
            elif not members:
                del self._popular[feature][group]

    def all(self) -> list[int]:
        """Return all unaligned objects, in file order."""
        return sorted(place for members in self._members for place in members)

    def features_found(self, other: ProfiledObject) -> FoundFeatures:
        """Return the features that an object of the other side shares with unaligned objects."""
        rare = [feature for feature in other.features if self._rare.get(feature)]
        popular = [feature for feature in other.features if self._popular.get(feature)]
        rare.sort(key=lambda feature: len(self._rare[feature]))
        popular.sort(key=self._times.__getitem__)
        return FoundFeatures(rare, popular)

    def with_rare(self, feature: Feature) -> Iterable[int]:
        """Return the objects that have a rare feature."""
        return self._rare[feature]

    def groups(self, popular: Sequence[Feature], needed: int) -> list[list[int]]:
        """Return the groups with at least one of the first popular features, indexed by the number of
        shared features.
        """
        shared: Counter[int] = Counter()
        for feature in popular[:needed]:
            shared.update(self._popular[feature].keys())
        for feature in popular[needed:]:
            shared.update(shared.keys() & self._popular[feature].keys())
        by_count: list[list[int]] = [[] for _ in range(len(popular) + 1)]
        for group, count in shared.items():
            by_count[count].append(group)
        return by_count

    def first(self, group: int, but: Collection[int]) -> int | None:
        """Return the first object of a group that is not in `but`, or None."""
        return next((place for place in self._members[group] if place not in but), None)


# Best-first search for the pairs of two large sides of a class.
#
# The key's objects wait in a heap, each with its best partner; an object whose partner has been taken looks
# for its next best. The features that two objects share bound F, so that few pairs are compared, and of
# interchangeable objects only the first is examined (see `feature_index`). The heap yields pairs by
# decreasing F, then by the key's file order, each with the first of the best partners in the response's
# file order: the order of the definition.


Aligned = tuple[int, int, int]
"""The similarity of two objects, and their positions in the key and in the response within their class."""

ProfiledObjects = Sequence[ProfiledObject]

FEW_CANDIDATES = 16
"""If there are at most this many candidates with rare features, they are compared first, as the likely
best partners.
"""


class _Partner(NamedTuple):
    """The best partner for an object of the key: its similarity, and its position in the response."""

    similarity: int
    place: int


class BestFirstSearch:
    """Searches the objects of a class on both sides, given in file order, for the best pairs."""

    def __init__(
        self, comparison: ProfileComparison, key: ProfiledObjects, response: ProfiledObjects
    ) -> None:
        self._comparison = comparison
        self._key, self._response = key, response
        rules = comparison.exact.rules
        self._threshold = rules.threshold
        self._weights = {slot.name: slot.weight for slot in rules.scored}
        countable = all(profiled.countable for profiled in chain(key, response))
        self._least = min((profiled.least for profiled in response), default=0)
        self._unaligned = UnalignedObjects(response, [slot.name for slot in rules.scored], countable)

    def pairs(self) -> Iterator[Aligned]:
        """Yield the aligned pairs."""
        aligned: set[int] = set()
        for similarity, k, r in self._agreeing_in_something():
            aligned.add(k)
            yield similarity, k, r
        if self._threshold < 0:
            yield from self._agreeing_in_nothing(k for k in range(len(self._key)) if k not in aligned)

    def _agreeing_in_something(self) -> Iterator[Aligned]:
        """Yield the pairs with a common feature, best first."""
        waiting = [(-partner.similarity, k, partner.place) for k, partner in self._first_partners()]
        heapify(waiting)
        taken: set[int] = set()
        while waiting:
            below, k, r = heappop(waiting)
            if r in taken:
                partner = self._best(self._key[k])
                if partner is not None:
                    heappush(waiting, (-partner.similarity, k, partner.place))
            else:
                taken.add(r)
                self._unaligned.take(r)
                yield -below, k, r

    def _first_partners(self) -> Iterator[tuple[int, _Partner]]:
        """Yield the best partner of every object of the key."""
        known: dict[tuple[SlotProfile, ...], _Partner | None] = {}
        for k, mine in enumerate(self._key):
            if mine.slots not in known:
                known[mine.slots] = self._best(mine)
            partner = known[mine.slots]
            if partner is not None:
                yield k, partner

    def _best(self, mine: ProfiledObject) -> _Partner | None:
        """Return the sufficiently similar partner with the highest F, or None; ties go to the first."""
        rare, popular = self._unaligned.features_found(mine)
        features = [*rare, *popular]
        found: set[int] = set()
        for rest, feature in zip(range(len(features) - 1, -1, -1), rare, strict=False):
            found.update(self._unaligned.with_rare(feature))
            if len(found) <= FEW_CANDIDATES:
                best = self._best_of(mine, found, 0)
                if best is not None and best.similarity > upper_bound(rest, mine.least, 0):
                    return best
        best = self._most_similar(mine, found)
        groups = self._unaligned.groups(popular, max(self._needed(features) - len(rare), 0))
        return self._best_of_groups(mine, groups, found, best)

    def _needed(self, features: Sequence[Feature]) -> int:
        """Return the number of features to look up; the remaining ones together cannot exceed the
        threshold.
        """
        slots: set[str] = set()
        weight = Fraction(0)
        for needed in range(len(features), 0, -1):
            slot = features[needed - 1][0]
            if slot not in slots:
                slots.add(slot)
                weight += 100 * max(Fraction(self._weights[slot]), Fraction(0))
            if weight > self._threshold:
                return needed
        return 0

    def _most_similar(self, mine: ProfiledObject, found: Iterable[int]) -> _Partner | None:
        """Return the best partner among those found; candidates that share the most features are compared
        first.
        """
        by_bound: defaultdict[int, list[int]] = defaultdict(list)
        for place in found:
            other = self._response[place]
            bound = upper_bound(len(mine.features & other.features), mine.least, other.least)
            by_bound[bound].append(place)
        best: _Partner | None = None
        for bound in sorted(by_bound, reverse=True):
            if best is not None and best.similarity > bound:
                break
            best = _better(best, self._best_of(mine, by_bound[bound], bound))
        return best

    def _best_of_groups(
        self,
        mine: ProfiledObject,
        groups: Sequence[Sequence[int]],
        but: Collection[int],
        best: _Partner | None,
    ) -> _Partner | None:
        """Return the best partner from groups ordered by shared features, or the current best partner."""
        for count in range(len(groups) - 1, 0, -1):
            if best is not None and best.similarity > upper_bound(count, mine.least, self._least):
                break
            by_bound: defaultdict[int, list[int]] = defaultdict(list)
            for group in groups[count]:
                by_bound[upper_bound(count, mine.least, self._unaligned.least[group])].append(group)
            for bound in sorted(by_bound, reverse=True):
                if best is not None and best.similarity > bound:
                    break
                firsts = (self._unaligned.first(group, but) for group in by_bound[bound])
                places = [place for place in firsts if place is not None]
                best = _better(best, self._best_of(mine, places, bound))
        return best

    def _best_of(self, mine: ProfiledObject, found: Iterable[int], bound: int) -> _Partner | None:
        """Return the best partner among `found`; no similarity exceeds `bound` unless `bound` is 0."""
        best: _Partner | None = None
        for place in sorted(found):
            similarity = self._comparison.similarity(mine, self._response[place])
            if similarity != NOT_SIMILAR:
                best = _better(best, _Partner(similarity, place))
                if similarity == bound:
                    break
        return best

    def _agreeing_in_nothing(self, keys: Iterable[int]) -> Iterator[Aligned]:
        """Yield the pairs without common features, which only a threshold below 0 allows."""
        unaligned = self._unaligned.all()
        for k in keys:
            for place, r in enumerate(unaligned):
                if self._comparison.similarity(self._key[k], self._response[r]) == 0:
                    del unaligned[place]
                    yield 0, k, r
                    break


def _better(one: _Partner | None, other: _Partner | None) -> _Partner | None:
    """Return the partner with the higher similarity; ties go to the first."""
    if one is None or other is None:
        return one or other
    return min(one, other, key=lambda partner: (-partner.similarity, partner.place))


# The aligned pairs of one class, found without comparing every object with every other.
#
# They are the pairs of `definition.align_class`, since
#
# * pairs with an F of 1 come before all others, and features show which have it;
# * objects that share no feature agree in nothing, so that no threshold from 0 on allows them to be aligned;
# * if many pairs are left, bounds on F show which of them need not be compared (see `best_first`).


MANY_PAIRS = 4096
"""If a class has more pairs than this, it is searched best first."""


def indexed_pairs(
    comparison: ProfileComparison, key: ProfiledObjects, response: ProfiledObjects
) -> Iterator[Aligned]:
    """Yield the aligned pairs, starting with those that agree completely."""
    agreeing = agreeing_pairs(key, response)
    for k, r in agreeing.items():
        yield IDENTICAL, k, r
    taken = set(agreeing.values())
    keys = [k for k in range(len(key)) if k not in agreeing]
    responses = [r for r in range(len(response)) if r not in taken]
    rest = _differing(comparison, [key[k] for k in keys], [response[r] for r in responses])
    for similarity, k, r in rest:
        yield similarity, keys[k], responses[r]


def agreeing_pairs(key: ProfiledObjects, response: ProfiledObjects) -> dict[int, int]:
    """Return the pairs with an F of 1, which are aligned before all others; none if features do not
    determine F.
    """
    if not all(profiled.countable for profiled in chain(key, response)):
        return {}
    waiting: dict[frozenset[Feature], deque[int]] = {}
    for r, other in enumerate(response):
        if other.least == len(other.features):
            waiting.setdefault(other.features, deque()).append(r)
    found: dict[int, int] = {}
    for k, mine in enumerate(key):
        if mine.least == len(mine.features) and mine.features and (places := waiting.get(mine.features)):
            found[k] = places.popleft()
    return found


def _differing(
    comparison: ProfileComparison, key: ProfiledObjects, response: ProfiledObjects
) -> Iterator[Aligned]:
    """Yield the aligned pairs of objects that may differ."""
    if len(key) * len(response) > MANY_PAIRS:
        return BestFirstSearch(comparison, key, response).pairs()
    return _taken(sorted(_candidates(comparison, key, response)))


def _candidates(
    comparison: ProfileComparison, key: ProfiledObjects, response: ProfiledObjects
) -> Iterator[tuple[int, int, int]]:
    """Yield all pairs that may be aligned, each with its negative similarity as a sort key."""
    if comparison.exact.rules.threshold < 0:
        everybody = range(len(response))
        shared: Iterable[Mapping[int, int]] = (
            {r: len(mine.features & response[r].features) for r in everybody} for mine in key
        )
    else:
        shared = _shared_features(key, response)
    for k, counts in enumerate(shared):
        for r, count in counts.items():
            similarity = comparison.similarity(key[k], response[r], count)
            if similarity != NOT_SIMILAR:
                yield -similarity, k, r


def _shared_features(key: ProfiledObjects, response: ProfiledObjects) -> Iterator[Mapping[int, int]]:
    """For each object of the key, yield the number of features that it shares with each object of the
    response.
    """
    with_feature: dict[Feature, list[int]] = {}
    for r, other in enumerate(response):
        for feature in other.features:
            with_feature.setdefault(feature, []).append(r)
    for mine in key:
        counts: dict[int, int] = {}
        for feature in mine.features:
            for r in with_feature.get(feature, ()):
                counts[r] = counts.get(r, 0) + 1
        yield counts


def _taken(ranked: Iterable[tuple[int, int, int]]) -> Iterator[Aligned]:
    """Yield the pairs in which neither object has been paired before."""
    keys: set[int] = set()
    responses: set[int] = set()
    for below, k, r in ranked:
        if k not in keys and r not in responses:
            keys.add(k)
            responses.add(r)
            yield -below, k, r
