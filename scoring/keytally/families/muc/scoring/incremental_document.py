"""The alignment and score of a document of templates, updated while its objects change.

A document that is scored once is one to which all objects are added at once. Updating brings a keystroke in a
scenario of 1,000 objects from about 80 ms to 12; the tests in `scoring/alignment/incremental` prove that the
result is that of scoring the whole document.
"""

from collections import defaultdict
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from keytally.families.muc.model import Configuration, MucObject
from keytally.families.muc.scoring.alignment import ComparedObjects
from keytally.families.muc.scoring.incremental_pointers import (
    DocumentSide,
    DocumentTargets,
    GraphRules,
    Name,
    name_of,
)
from keytally.families.muc.scoring.index import (
    NOT_SIMILAR,
    Feature,
    ProfileComparison,
    ProfiledObject,
    indexed_pairs,
    upper_bound,
)
from keytally.families.muc.scoring.results import (
    DocumentScore,
    FillPair,
    ObjectPair,
    SlotPair,
    Tabulator,
    tally_of,
)
from keytally.families.muc.scoring.slots import ResponseMarks
from keytally.tallies.status import Status
from keytally.tallies.tally import TEXT_FILTER, Row, Tally, add_into, take_from

ByFeature = dict[Feature, dict[MucObject, None]]


class MatchedSide:
    """The objects of one side by their profiles: in file order, by position, and by feature."""

    def __init__(self) -> None:
        self.profiles: dict[MucObject, ProfiledObject] = {}
        self.order: list[MucObject] = []
        self.place: dict[MucObject, int] = {}
        self._by_feature: ByFeature | None = None

    def update(self, profiles: Sequence[ProfiledObject]) -> tuple[list[MucObject], list[MucObject]]:
        """Set the current objects; returns those removed and added, changed objects in both."""
        if list(self.profiles.values()) == list(profiles):
            return [], []
        before, self.profiles = self.profiles, {profiled.obj: profiled for profiled in profiles}
        self.order = [*self.profiles]
        self.place = {obj: place for place, obj in enumerate(self.order)}
        if not before:
            self._by_feature = None
            return [], self.order
        removed = [obj for obj, profiled in before.items() if self.profiles.get(obj) is not profiled]
        added = [obj for obj, profiled in self.profiles.items() if before.get(obj) is not profiled]
        if self._by_feature is not None:
            for obj in removed:
                for feature in before[obj].features:
                    del self._by_feature[feature][obj]
            for obj in added:
                self._put(self._by_feature, obj)
        return removed, added

    def by_feature(self) -> ByFeature:
        """Return the objects by their features."""
        if self._by_feature is None:
            self._by_feature = {}
            for obj in self.profiles:
                self._put(self._by_feature, obj)
        return self._by_feature

    def _put(self, by_feature: ByFeature, obj: MucObject) -> None:
        for feature in self.profiles[obj].features:
            by_feature.setdefault(feature, {})[obj] = None


# The alignment of a class's objects, updated while objects are added, removed and changed.
#
# The definition ranks all pairs in one strict order. Its result is the only stable matching: no other pair
# ranks before the pairs of both its objects. It can be updated pair by pair: among all objects without
# partners, the one with the best pair that it can win takes that partner, and an object that loses its
# partner looks for the next. So most changes touch a few pairs, however many there are. Some make thousands
# of tied objects move up by one; if the search gets long, all objects are aligned again.


FEW_CHANGES = 8
"""If more than one object in FEW_CHANGES changes, all are aligned again."""

FEW_OBJECTS = 256
"""Up to this number of objects, the first ones are not indexed before others follow them."""

PATIENCE = 16
"""The number of others that an object may examine on average before all are aligned again."""

PAIRS_PER_MATCHING_STEP = 16
"""The number of pairs found between two pauses when all objects are aligned."""

Rank = tuple[int, int, int]
"""The sort key of pairs, the best first: negative similarity, position in the key, position in the response.
"""

Proposal = tuple[Rank, bool]
"""A pair that an object without a partner may win; the key's object proposes if the second is true."""


class StableMatching:
    """The aligned objects of a class: `partner` of each object of both sides."""

    def __init__(self, comparison: ProfileComparison) -> None:
        self._comparison = comparison
        self._key, self._response = MatchedSide(), MatchedSide()
        self._similarity: dict[MucObject, int] = {}
        self._former: dict[MucObject, MucObject | None] = {}
        self._first: tuple[Sequence[ProfiledObject], Sequence[ProfiledObject]] | None = None
        self._is_new = True
        self._patience_left = 0
        self.partner: dict[MucObject, MucObject] = {}

    def update(self, key: Sequence[ProfiledObject], response: Sequence[ProfiledObject]) -> Iterator[None]:
        """Align these objects, in file order, from the previous alignment; pauses between steps.

        The first ones, if they are few, are indexed once others follow, which is rare. Of many they are
        indexed at once, so that the first edit does not have to wait.
        """
        self._former = {}
        if self._is_new and len(key) + len(response) <= FEW_OBJECTS:
            self._is_new, self._first = False, (key, response)
            yield from self._align_all(key, response)
            return
        self._is_new = False
        if self._first is not None:
            for side, profiles in zip((self._key, self._response), self._first, strict=True):
                side.update(profiles)
            self._first = None
        order = self._key.place, self._response.place
        removed, added = zip(self._key.update(key), self._response.update(response), strict=True)
        changes = len(added[0]) + len(added[1])
        if (
            changes * FEW_CHANGES > len(key) + len(response)
            or self._comparison.exact.rules.threshold < 0
            or not _keeps_order(self._key, order[0])
            or not _keeps_order(self._response, order[1])
        ):
            yield from self._align_all(key, response)
            return
        parted = [self._part(obj) for obj in (*removed[0], *removed[1])]
        places = self._key.place.keys() | self._response.place.keys()
        unmatched = [obj for obj in (*added[0], *added[1], *parted) if obj in places]
        is_settled = yield from self._settle(dict.fromkeys(unmatched))
        if not is_settled:
            yield from self._align_all(key, response)

    def keep(self) -> None:
        """Record that nothing has changed."""
        self._former = {}

    def changed(self) -> Iterator[MucObject]:
        """Yield the objects whose partner has changed in the last `update`, including removed ones."""
        return (obj for obj, former in self._former.items() if self.partner.get(obj) is not former)

    def set_pairs(self, pairs: Iterable[tuple[MucObject, MucObject]]) -> None:
        """Replace all pairs by these."""
        self._former = {}
        for obj in [*self.partner]:
            self._part(obj)
        for mine, other in pairs:
            self._join(mine, other, 0)

    def _align_all(self, key: Sequence[ProfiledObject], response: Sequence[ProfiledObject]) -> Iterator[None]:
        for obj in [*self.partner]:
            self._part(obj)
        for count, (similarity, k, r) in enumerate(indexed_pairs(self._comparison, key, response), 1):
            self._join(key[k].obj, response[r].obj, similarity)
            if not count % PAIRS_PER_MATCHING_STEP:
                yield

    def _settle(self, unmatched: Iterable[MucObject]) -> Generator[None, None, bool]:
        """Give objects without partners the best that they can win, the best pairs first.

        Returns whether it came to an end; if not, aligning all objects again is faster.
        """
        self._patience_left = PATIENCE * (len(self._key.order) + len(self._response.order))
        proposals: list[Proposal] = []
        for obj in unmatched:
            self._propose(obj, proposals)
            yield
            if self._patience_left < 0:
                return False
        while proposals and self._patience_left >= 0:
            again = self._accept(heappop(proposals))
            if again is not None:
                self._propose(again, proposals)
                yield
        return not proposals

    def _propose(self, obj: MucObject, proposals: list[Proposal]) -> None:
        """Add the best pair that an object can win, if there is any."""
        in_key = obj in self._key.place
        sides = (self._key, self._response) if in_key else (self._response, self._key)
        best = self._best(obj, *sides)
        if best is not None:
            heappush(proposals, (best, in_key))

    def _accept(self, proposal: Proposal) -> MucObject | None:
        """Make a pair if it is still possible; returns the object that lost its partner."""
        rank, in_key = proposal
        mine, other = self._key.order[rank[1]], self._response.order[rank[2]]
        proposer, wanted = (mine, other) if in_key else (other, mine)
        if proposer in self.partner:
            return None
        if not self._wins(rank, wanted):
            return proposer
        former = self._part(wanted)
        self._join(mine, other, -rank[0])
        return former

    def _best(self, obj: MucObject, side: MatchedSide, other: MatchedSide) -> Rank | None:
        """Return the best pair of an object with one that prefers it to its own partner."""
        profile, found = side.profiles[obj], other.by_feature()
        features = sorted(
            (feature for feature in profile.features if found.get(feature)),
            key=lambda feature: len(found[feature]),
        )
        seen: set[MucObject] = set()
        best: Rank | None = None
        for place, feature in enumerate(features):
            most = upper_bound(len(features) - place, profile.least, 0)
            if best is not None and -best[0] > most:
                break
            self._patience_left -= len(found[feature])
            new = [each for each in found[feature] if self._similarity.get(each, NOT_SIMILAR) <= most]
            for each in new:
                if each not in seen:
                    seen.add(each)
                    rank = self._rank(obj, each, side)
                    if rank is not None and (best is None or rank < best):
                        best = rank
        return best

    def _rank(self, obj: MucObject, each: MucObject, side: MatchedSide) -> Rank | None:
        """Return the rank of a pair; None if it is not allowed, or `each` has a better one."""
        mine, yours = (obj, each) if side is self._key else (each, obj)
        similarity = self._comparison.similarity(self._key.profiles[mine], self._response.profiles[yours])
        if similarity == NOT_SIMILAR:
            return None
        rank = -similarity, self._key.place[mine], self._response.place[yours]
        return rank if self._wins(rank, each) else None

    def _wins(self, rank: Rank, each: MucObject) -> bool:
        """Return whether an object prefers a pair to its current one."""
        rival = self.partner.get(each)
        if rival is None:
            return True
        mine, yours = (each, rival) if each in self._key.place else (rival, each)
        return rank < (-self._similarity[each], self._key.place[mine], self._response.place[yours])

    def _join(self, one: MucObject, other: MucObject, similarity: int) -> None:
        former, partner, known = self._former, self.partner, self._similarity
        former.setdefault(one, None)
        former.setdefault(other, None)
        partner[one], partner[other] = other, one
        known[one] = known[other] = similarity

    def _part(self, obj: MucObject) -> MucObject | None:
        """Separate an object from its partner; returns the partner."""
        partner = self.partner.pop(obj, None)
        if partner is None:
            return None
        for one, other in ((obj, partner), (partner, obj)):
            self._former.setdefault(one, other)
            self.partner.pop(one, None)
            self._similarity.pop(one, None)
        return partner


def _keeps_order(side: MatchedSide, before: Iterable[MucObject]) -> bool:
    """Return whether the remaining objects are in the same order as before."""
    if before is side.place:
        return True
    places = [side.place[obj] for obj in before if obj in side.place]
    return all(one < other for one, other in pairwise(places))


PROFILES_PER_STEP = 256
"""The number of objects profiled between two pauses."""

Objects = Sequence[MucObject]


class ClassAlignment:
    """The objects of one class; `pairs` maps the key object, or otherwise the response object, to each pair.

    If `by_place` is true, objects are paired in file order. After `update`, `outdated` has the objects whose
    pairs must be computed again, if there are any pairs.
    """

    def __init__(self, profiles: ProfileComparison, by_place: bool) -> None:
        self.comparison = profiles.exact
        self.key: Objects = ()
        self.response: Objects = ()
        self.pairs: dict[MucObject, ObjectPair] = {}
        self.outdated: dict[MucObject, None] = {}
        self._all: list[ObjectPair] | None = None
        self._by_place = by_place
        self._profiles = profiles
        self._matching = StableMatching(profiles)
        self._profiled: dict[MucObject, ProfiledObject] = {}

    @property
    def partner(self) -> Mapping[MucObject, MucObject]:
        """Return the partners of the objects of both sides that are aligned."""
        return self._matching.partner

    def changed_partners(self) -> list[MucObject]:
        """Return the objects whose partner has changed since the last update."""
        return [*self._matching.changed()]

    def update(self, key: Objects, response: Objects, stale: set[MucObject]) -> Iterator[None]:
        """Align these objects; `stale` are those whose pointers may have other targets."""
        self.outdated = {}
        if self.key == key and self.response == response and not stale:
            self._matching.keep()
            return
        before, self.key, self.response = (self.key, self.response), key, response
        removed = [*_lacking(before[0], key), *_lacking(before[1], response)] if any(before) else []
        if self._by_place:
            changed = [*_lacking(key, before[0]), *_lacking(response, before[1])]
            changed += [obj for obj in (*key, *response) if obj in stale]
            self._matching.set_pairs(zip(key, response, strict=False))
        else:
            changed = yield from self._align(key, response, stale, removed)
        if any(before):
            self.outdated = dict.fromkeys((*changed, *self._matching.changed(), *removed))

    def _align(
        self, key: Objects, response: Objects, stale: set[MucObject], removed: Iterable[MucObject]
    ) -> Generator[None, None, list[MucObject]]:
        """Align these objects by their profiles; returns those with another profile than before."""
        for obj in removed:
            del self._profiled[obj]
        changed = yield from self._profile(key, True, stale)
        changed += yield from self._profile(response, False, stale)
        profiled = self._profiled.__getitem__
        yield from self._matching.update(list(map(profiled, key)), list(map(profiled, response)))
        return changed

    def _profile(
        self, objects: Objects, key_side: bool, stale: set[MucObject]
    ) -> Generator[None, None, list[MucObject]]:
        """Profile the new and the stale objects of a side; returns those with another profile than before."""
        known, changed = self._profiled, list[MucObject]()
        examined = [obj for obj in objects if obj not in known or obj in stale]
        for count, obj in enumerate(examined, 1):
            if not count % PROFILES_PER_STEP:
                yield
            before, now = known.get(obj), self._profiles.profiled(obj, key_side)
            if before is None or before.slots != now.slots:
                known[obj] = now
                changed.append(obj)
        return changed

    def compare(self, key: MucObject, response: MucObject) -> ComparedObjects:
        """Return the comparison of two aligned objects."""
        if self._by_place:
            return self.comparison.compare(key, response)
        return self._profiles.compare(self._profiled[key], self._profiled[response])

    def all_pairs(self) -> list[ObjectPair]:
        """Return the pairs of the key's objects in order, then spurious ones."""
        if self._all is None:
            pairs = self.pairs
            self._all = [pairs[obj] for obj in (*self.key, *self.response) if obj in pairs]
        return self._all

    def put(self, pairs: Mapping[MucObject, ObjectPair]) -> None:
        """Set the pairs of some objects of the key, and of some unaligned ones of the response."""
        if pairs:
            self.pairs.update(pairs)
            self._all = None

    def drop(self, objects: Iterable[MucObject]) -> list[ObjectPair]:
        """Remove and return the pairs of some objects."""
        dropped = [self.pairs.pop(obj) for obj in objects if obj in self.pairs]
        self._all = None if dropped else self._all
        return dropped


def _lacking(objects: Objects, others: Objects) -> Objects:
    """Return the objects that are not among the others."""
    if not objects or objects == others:
        return ()
    known = set(others)
    return [obj for obj in objects if obj not in known]


# Force-pairing: counts unaligned objects of both sides as incorrect instead of missing and spurious.
#
# The manual's text describes missing and spurious, but its scenario-template page was made with
# force-pairing; so it is an option (`force_pairing`) of the template tasks. Both objects are first compared
# with nothing, and then the counts move, so that recall, precision and F do not change.


def force_pairs(
    pairs: Sequence[ObjectPair], slots: Sequence[str], removed_count: bool = True
) -> list[ObjectPair]:
    """Return the pairs of one document and class, with the unaligned objects paired in file order.

    Optional objects are unchanged. Pairs keep the order of the key, then that of the response. `slots` are
    the names of the class's slots in the order of their definitions; `removed_count` is true if removed
    pointers count (`rem_tally`).
    """
    spurious = [pair for pair in pairs if _is_left_over(pair, key_side=False)]
    missing = sum(_is_left_over(pair, key_side=True) for pair in pairs)
    taken, rest = iter(spurious[:missing]), set(map(id, spurious[:missing]))
    forced = []
    for pair in pairs:
        if _is_left_over(pair, key_side=True) and (other := next(taken, None)):
            forced.append(_forced(pair, other, slots, removed_count))
        elif id(pair) not in rest:
            forced.append(pair)
    return forced


def _is_left_over(pair: ObjectPair, key_side: bool) -> bool:
    """Return whether a pair is a missing or a spurious object."""
    obj, other = (pair.key, pair.response) if key_side else (pair.response, pair.key)
    if obj is None or other is not None:
        return False
    if pair.status is Status.UNSCORED:
        return any(slot.tally.mis or slot.tally.spu for slot in pair.slots.values())
    return pair.status in (Status.MISSING, Status.SPURIOUS)


def _forced(key: ObjectPair, response: ObjectPair, slots: Sequence[str], removed_count: bool) -> ObjectPair:
    status = Status.UNSCORED if key.status is Status.UNSCORED else Status.INCORRECT
    compared = ((name, _slot(key.slots.get(name), response.slots.get(name), removed_count)) for name in slots)
    held = {name: pair for name, pair in compared if pair is not None}
    return ObjectPair(status, key.key, response.response, held)


def _slot(key: SlotPair | None, response: SlotPair | None, removed_count: bool) -> SlotPair | None:
    """Return the slot of both objects; if both have it, min(MIS, SPU) becomes INC."""
    if key is None or response is None:
        return key or response
    fills = _fills(key.fills, response.fills)
    return SlotPair(tally_of(fills, removed_count), fills, key.key, response.response)


def _fills(key: Sequence[FillPair], response: Sequence[FillPair]) -> tuple[FillPair, ...]:
    """Return the fills with missing ones paired with spurious ones in order; all others unchanged."""
    missing = [fill for fill in key if fill.status is Status.MISSING]
    spurious = [fill for fill in response if fill.status is Status.SPURIOUS]
    count = min(len(missing), len(spurious))
    wrong = (FillPair(Status.INCORRECT, m.key, s.response) for m, s in zip(missing, spurious, strict=False))
    left_over = (*missing[count:], *spurious[count:])
    counted = (Status.MISSING, Status.SPURIOUS)
    aside = (fill for fill in (*key, *response) if fill.status not in counted)
    return (*wrong, *left_over, *aside)


# Text filtering: whether each side decides that a document is relevant to the scenario.
#
# Manual, options `template_name` and `content_name`: a document is relevant if its template object has
# fills in the content slot; only the first template object of a document counts.


def text_filter(
    key: Sequence[MucObject], response: Sequence[MucObject], configuration: Configuration
) -> Tally:
    """Return one document's tally: correct if both sides decide alike, otherwise incorrect."""
    decisions = (is_relevant(side, configuration) for side in (key, response))
    return Tally(cor=1) if len(set(decisions)) == 1 else Tally(inc=1)


def is_relevant(objects: Sequence[MucObject], configuration: Configuration) -> bool:
    """Return whether one side decides that a document is relevant; without a template object it is not."""
    name = configuration.template_name.lower()
    template = next((obj for obj in objects if obj.class_name == name), None)
    slot = None if template is None else template.slots.get(configuration.content_name.lower())
    return slot is not None and any(slot.alternatives)


# The score of one document of templates, updated while its objects are added, removed and changed.
#
# Rules: `alignment.definition`. Changes are followed class by class, in the order of their definitions:
# objects that were added or changed are aligned again, and so are those that point to objects with another
# partner. The result equals that of scoring the whole document.


PAIRS_PER_STEP = 256
"""The number of pairs made between two pauses."""

PairsByClass = dict[str, list[ObjectPair]]


class DocumentRules(NamedTuple):
    """The rules for scoring documents: the configuration, and values derived from it once.

    `template` is the class whose objects are paired in file order, if there is one; `order` are the places of
    the classes in their definitions.
    """

    configuration: Configuration
    classes: Mapping[str, ProfileComparison]
    template: str | None
    graph: GraphRules
    tabulator: Tabulator
    order: Mapping[str, int]


class _DeclaredObjects(NamedTuple):
    """All objects of a side, those of declared classes, and these by class."""

    given: Objects
    all: Objects
    by_class: Mapping[str, Objects]


class TemplateDocument:
    """One document under some rules: `update` sets its objects, `score` returns its score."""

    def __init__(self, rules: DocumentRules) -> None:
        self._rules = rules
        marks = ResponseMarks.under(rules.configuration)
        self._key = DocumentSide(rules.configuration, rules.graph, may_be_optional=True)
        self._response = DocumentSide(rules.configuration, rules.graph, may_be_optional=marks.optional)
        self._targets = DocumentTargets(self._key, self._response, rules.order)
        self._classes: dict[str, ClassAlignment] = {}
        self._declared: dict[DocumentSide, _DeclaredObjects] = {}
        self._stale: defaultdict[str, set[MucObject]] = defaultdict(set)
        self._tabulation: dict[Row, Tally] = {}
        self._is_new = True

    def update(self, key: Objects, response: Objects) -> Iterator[None]:
        """Set the objects of both sides in file order; pauses between steps.

        Run it to its end before any other call. Objects of classes that the configuration does not declare
        are ignored, and so are their pointers.
        """
        keys, responses = self._declared_in(self._key, key), self._declared_in(self._response, response)
        optional = self._update_sides(keys, responses)
        dropped: PairsByClass = {}
        made: PairsByClass = {}
        for class_name, each in self._classes_of(keys.by_class, responses.by_class):
            stale = self._stale.pop(class_name, set())
            yield from each.update(
                keys.by_class.get(class_name, ()), responses.by_class.get(class_name, ()), stale
            )
            self._realign(each)
            outdated = each.outdated
            if optional:
                outdated = {**outdated, **{obj: None for obj in optional if obj.class_name == class_name}}
            dropped[class_name], made[class_name] = yield from self._update_pairs(each, outdated)
        self._stale.clear()
        self._count(dropped, made)
        self._is_new = False

    def align(
        self, key: Objects, response: Objects, settled: Mapping[MucObject, MucObject]
    ) -> Mapping[MucObject, MucObject]:
        """Return the partners of both sides' objects, for a document without cached objects or a score.

        `settled` has the objects of the key with fixed partners. The others are aligned.
        """
        partners = {**settled, **{other: obj for obj, other in settled.items()}}
        left = [obj for obj in key if obj not in partners], [obj for obj in response if obj not in partners]
        self._update_sides(self._declared_in(self._key, key), self._declared_in(self._response, response))
        self._targets.partner.update(partners)
        mine, others = (_declared(side, self._rules.classes.keys()).by_class for side in left)
        common = mine.keys() & others.keys()
        for class_name, each in self._classes_of(common):
            for _ in each.update(mine[class_name], others[class_name], set()):
                pass
            self._realign(each)
        return self._targets.partner

    def score(self, document: str) -> DocumentScore:
        """Return the score of the document, under that number."""
        configuration = self._rules.configuration
        found = {
            class_name: each.all_pairs()
            for class_name, each in self._classes_of()
            if each.key or each.response
        }
        tabulation = dict(self._tabulation)
        if configuration.force_pairing:
            found = {class_name: self._forced(class_name, pairs) for class_name, pairs in found.items()}
            tabulation = dict(self._rules.tabulator.tabulation(found))
        graphs = self._key.graph, self._response.graph
        if configuration.scoring_task.lower() == "scenario_template":
            key, response = [*self._key.graph.place], [*self._response.graph.place]
            tabulation[TEXT_FILTER] = text_filter(key, response, configuration)
        representatives = {obj: first for graph in graphs for obj, first in graph.representatives()}
        return DocumentScore(document, found, tabulation, representatives=representatives)

    def _declared_in(self, side: DocumentSide, objects: Objects) -> _DeclaredObjects:
        """Return the declared objects, all and by class; nothing is computed for an unchanged side."""
        before = self._declared.get(side)
        if before is None or before.given != objects:
            before = self._declared[side] = _declared(objects, self._rules.classes.keys())
        return before

    def _classes_of(self, *present: Collection[str]) -> Iterator[tuple[str, ClassAlignment]]:
        """Yield the classes that have had objects and the `present` ones, in the order of definitions.

        A document has objects of few classes: nothing is created for the others.
        """
        known = self._classes
        named = {*known}.union(*present)
        for name in self._rules.classes:
            if name in named:
                yield name, known.get(name) or self._begun(name)

    def _begun(self, name: str) -> ClassAlignment:
        """Return a class without objects."""
        profiles = self._rules.classes[name].in_document(self._targets.seen_from(name))
        begun = self._classes[name] = ClassAlignment(profiles, name == self._rules.template)
        return begun

    def _update_sides(self, key: _DeclaredObjects, response: _DeclaredObjects) -> Collection[MucObject]:
        """Update both sides; returns the objects newly optional, and those no longer optional."""
        changes = self._key.update(key.all), self._response.update(response.all)
        self._targets.realign()
        if not self._is_new:
            self._follow(self._key, changes[0].names)
            self._follow(self._response, changes[1].names)
            self._follow(self._key, self._names_of_partners(changes[1].names))
        return *changes[0].optional, *changes[1].optional

    def _follow(self, side: DocumentSide, names: Iterable[Name]) -> None:
        """Mark the objects that point to these names as stale."""
        for name in names:
            for owner in side.graph.owners(name):
                self._stale[owner.class_name].add(owner)

    def _names_of_partners(self, names: Iterable[Name]) -> set[Name]:
        """Return the names of the key's partners of response objects with these names."""
        found: set[Name] = set()
        for name in names:
            for obj in self._response.graph.named(name):
                partner = self._targets.partner.get(obj)
                if partner is not None and partner in self._key.graph.place:
                    found.update(map(name_of, self._key.graph.identical(partner)))
        return found

    def _realign(self, each: ClassAlignment) -> None:
        """Pass the changes in a class's alignment on to the objects that point to it."""
        partner = self._targets.partner
        if self._is_new:
            partner.update(each.partner)
            return
        changed = each.changed_partners()
        for obj in changed:
            other = each.partner.get(obj)
            if other is None:
                partner.pop(obj, None)
            else:
                partner[obj] = other
        for side in (self._key, self._response):
            on_side = (obj for obj in changed if obj in side.graph.place)
            names = {name_of(identical) for obj in on_side for identical in side.graph.identical(obj)}
            self._follow(side, names)

    def _update_pairs(
        self, each: ClassAlignment, outdated: Iterable[MucObject]
    ) -> Generator[None, None, tuple[list[ObjectPair], list[ObjectPair]]]:
        """Make the pairs of some objects again; returns the old pairs and the new ones."""
        owners, left_over = self._owners_of_pairs(each, outdated)
        dropped = each.drop((*owners, *left_over))
        made: dict[MucObject, ObjectPair] = {}
        for obj in (*owners, *left_over):
            if len(made) % PAIRS_PER_STEP == PAIRS_PER_STEP - 1:
                yield
            pair = self._pair(each, obj, each.partner.get(obj))
            if pair is not None:
                made[obj] = pair
        each.put(made)
        return dropped, [*made.values()]

    def _owners_of_pairs(
        self, each: ClassAlignment, outdated: Iterable[MucObject]
    ) -> tuple[Iterable[MucObject], Objects]:
        """Return the objects that may own pairs: the key's and removed ones, then the response's."""
        partner, place = each.partner, self._response.graph.place
        if not each.pairs:
            return each.key, [obj for obj in each.response if obj not in partner]
        in_response = [obj for obj in outdated if obj in place]
        aligned = (partner[obj] for obj in in_response if obj in partner)
        rest = (obj for obj in outdated if obj not in place)
        return dict.fromkeys((*rest, *aligned)), in_response

    def _pair(self, each: ClassAlignment, obj: MucObject, other: MucObject | None) -> ObjectPair | None:
        """Return the pair of an object; None for a removed one, or one aligned with a key's."""
        comparison = each.comparison
        if obj in self._key.graph.place:
            if other is not None:
                return comparison.pair(obj, other, each.compare(obj, other))
            return comparison.left_over(obj, True, self._key.is_optional(obj))
        if other is None and obj in self._response.graph.place:
            return comparison.left_over(obj, False, self._response.is_optional(obj))
        return None

    def _count(self, dropped: PairsByClass, made: PairsByClass) -> None:
        """Subtract old pairs from the rows of the document, and add new ones."""
        tabulation = self._rules.tabulator.tabulation(made)
        if self._is_new:
            self._tabulation = tabulation
        else:
            take_from(self._tabulation, self._rules.tabulator.tabulation(dropped))
            add_into(self._tabulation, tabulation)

    def _forced(self, class_name: str, pairs: Sequence[ObjectPair]) -> list[ObjectPair]:
        configuration = self._rules.configuration
        slots = [slot.name for slot in configuration.slots_of(class_name)]
        return force_pairs(pairs, slots, configuration.rem_tally == "non")


def _declared(objects: Objects, classes: Collection[str]) -> _DeclaredObjects:
    by_class: defaultdict[str, list[MucObject]] = defaultdict(list)
    for obj in objects:
        by_class[obj.class_name].append(obj)
    if by_class.keys() <= set(classes):
        return _DeclaredObjects(objects, objects, by_class)
    return _DeclaredObjects(objects, [obj for obj in objects if obj.class_name in classes], by_class)
