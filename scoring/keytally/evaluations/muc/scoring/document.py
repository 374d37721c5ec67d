"""The score of one document of templates, kept up while its objects come, go and change.

Rules: manual, "Template Element (TE) Scoring" and "Template Relation (TR) and Scenario Template (ST)
Scoring". Classes are aligned in the order of their definitions, so that what pointers point to has been
aligned before them; any other pointer is never correct. TEMPLATE objects of ST pair first with first.

What changed is followed class by class: objects that came or changed are looked at anew, and so are those
that point to what is now aligned with something else. The result is that of scoring all from nothing.
"""

from collections import defaultdict
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.alignment import Comparison, marks_of
from keytally.evaluations.muc.scoring.explanation import Explanation, explanation
from keytally.evaluations.muc.scoring.fills import PointerFills
from keytally.evaluations.muc.scoring.force_pairing import force_pairs
from keytally.evaluations.muc.scoring.matching import Matching
from keytally.evaluations.muc.scoring.pointers import DocumentPointers
from keytally.evaluations.muc.scoring.result import DocumentScore, ObjectPair
from keytally.evaluations.muc.scoring.rows import Tabulator
from keytally.evaluations.muc.scoring.side import Change, Name, Side, SideRules, name
from keytally.evaluations.muc.scoring.sights import Onlooker, Sight
from keytally.evaluations.muc.scoring.text_filter import text_filter
from keytally.tallies.tabulation import TEXT_FILTER, Row, add_into, take_from
from keytally.tallies.tally import Tally

PAUSE = 256
"""So many objects are looked at between two pauses."""

Objects = Sequence[MucObject]
Pairs = dict[str, list[ObjectPair]]


class Rules(NamedTuple):
    """What documents are scored by: the configuration, and what has been made of it once for all."""

    configuration: Configuration
    classes: Mapping[str, Onlooker]
    template: str | None
    sides: SideRules
    tabulator: Tabulator


class _Class:
    """The objects of one class on both sides, and their pairs."""

    def __init__(self, onlooker: Onlooker, by_place: bool) -> None:
        self.alignment = onlooker.alignment
        self.key: Objects = ()
        self.response: Objects = ()
        self.pairs: dict[MucObject, ObjectPair] = {}
        self.dirty: dict[MucObject, None] = {}
        self._all: list[ObjectPair] | None = None
        self._by_place = by_place
        self._onlooker = onlooker
        self.matching = Matching(self._onlooker)
        self._sights: dict[MucObject, Sight] = {}

    def renew(self, key: Objects, response: Objects, stale: set[MucObject]) -> Iterator[None]:
        """Align these objects; `stale` are those whose pointers may mean something else.

        Afterwards `dirty` has the objects whose pairs have to be made anew.
        """
        self.dirty = {}
        if self.key == key and self.response == response and not stale:
            self.matching.rest()
            return
        self.key, self.response = key, response
        before, self._sights = self._sights, {}
        mine = yield from self._seen(key, True, before, stale)
        other = yield from self._seen(response, False, before, stale)
        if self._by_place:
            self.matching.recall(zip(key, response, strict=False))
        else:
            yield from self.matching.renew(mine, other)
        if not before:
            self.dirty = dict.fromkeys(self._sights)
            return
        looks = (single for single, sight in self._sights.items() if before.get(single) is not sight)
        gone = (single for single in before if single not in self._sights)
        self.dirty = dict.fromkeys((*looks, *self.matching.moved(), *gone))

    def _seen(
        self, objects: Objects, key_side: bool, before: Mapping[MucObject, Sight], stale: set[MucObject]
    ) -> Generator[None, None, list[Sight]]:
        sights: list[Sight] = []
        for single in objects:
            if len(sights) % PAUSE == PAUSE - 1:
                yield
            sight = before.get(single)
            if sight is None or single in stale:
                fresh = self._onlooker.sight(single, key_side)
                if sight is None or fresh.parts != sight.parts:
                    sight = fresh
            self._sights[single] = sight
            sights.append(sight)
        return sights

    def compare(self, key: MucObject, response: MucObject) -> Comparison:
        """How two aligned objects compare."""
        return self._onlooker.compare(self._sights[key], self._sights[response])

    def all_pairs(self) -> list[ObjectPair]:
        """The objects of the key in its order, then what is spurious."""
        if self._all is None:
            pairs = self.pairs
            self._all = [pairs[single] for single in (*self.key, *self.response) if single in pairs]
        return self._all

    def put(self, pairs: Mapping[MucObject, ObjectPair]) -> None:
        """Set the pairs of some objects of the key, and of some of the response that stand alone."""
        if pairs:
            self.pairs.update(pairs)
            self._all = None

    def drop(self, objects: Iterable[MucObject]) -> list[ObjectPair]:
        """Take out the pairs of some objects, which are returned."""
        gone = [self.pairs.pop(single) for single in objects if single in self.pairs]
        self._all = None if gone else self._all
        return gone


class _Sorted(NamedTuple):
    """The objects of a side as they were given, those of declared classes, and these by class."""

    given: Objects
    all: Objects
    by_class: Mapping[str, Objects]


class TemplateDocument:
    """One document under some rules: `renew` takes its objects in, `score` tells what they come to."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._key = Side(rules.sides, may_lack=True)
        self._response = Side(rules.sides, may_lack=marks_of(rules.configuration).optional)
        self._pointers = DocumentPointers(
            self._key, self._response, {name: place for place, name in enumerate(rules.classes)}
        )
        self._classes = {
            name: _Class(
                onlooker.pointing(PointerFills(self._pointers.seen_from(name))), name == rules.template
            )
            for name, onlooker in rules.classes.items()
        }
        self._given: dict[Side, _Sorted] = {}
        self._stale: defaultdict[str, set[MucObject]] = defaultdict(set)
        self._tabulation: dict[Row, Tally] = {}
        self._is_new = True

    def renew(self, key: Objects, response: Objects) -> Iterator[None]:
        """Take in the objects of both sides in the order of their files; pauses between steps.

        It has to be gone through to its end before anything else is asked. Objects of classes that the
        configuration does not declare are left out, and point to nothing.
        """
        keys, responses = self._sorted(self._key, key), self._sorted(self._response, response)
        changes = self._key.renew(keys.all), self._response.renew(responses.all)
        self._pointers.realign()
        if not self._is_new:
            self._follow(self._key, changes[0].names)
            self._follow(self._response, changes[1].names)
            self._follow(self._key, self._names_of_partners(changes[1]))
        optional = *changes[0].optional, *changes[1].optional
        gone: Pairs = {}
        come: Pairs = {}
        for class_name, each in self._classes.items():
            stale = self._stale.pop(class_name, set())
            yield from each.renew(
                keys.by_class.get(class_name, ()), responses.by_class.get(class_name, ()), stale
            )
            self._realign(each)
            dirty = {**each.dirty, **{single: None for single in optional if single.class_name == class_name}}
            gone[class_name], come[class_name] = yield from self._renew_pairs(each, dirty)
        self._stale.clear()
        tabulation = self._rules.tabulator.tabulation(come)
        if self._is_new:
            self._tabulation = tabulation
        else:
            take_from(self._tabulation, self._rules.tabulator.tabulation(gone))
            add_into(self._tabulation, tabulation)
        self._is_new = False

    def recall(
        self, key: Objects, response: Objects, aligned: Mapping[str, Iterable[tuple[MucObject, MucObject]]]
    ) -> None:
        """Take in objects whose alignment is known, class by class, so that it can be explained."""
        keys, responses = self._sorted(self._key, key), self._sorted(self._response, response)
        self._key.renew(keys.all)
        self._response.renew(responses.all)
        for class_name, each in self._classes.items():
            each.key = keys.by_class.get(class_name, ())
            each.response = responses.by_class.get(class_name, ())
            each.matching.recall(aligned.get(class_name, ()))
            self._pointers.partner.update(each.matching.partner)

    def score(self, document: str) -> DocumentScore:
        """What the document comes to, under that number."""
        found = {
            class_name: each.all_pairs()
            for class_name, each in self._classes.items()
            if each.key or each.response
        }
        tabulation = dict(self._tabulation)
        if self._rules.configuration.force_pairing:
            found = {class_name: self._forced(class_name, pairs) for class_name, pairs in found.items()}
            tabulation = dict(self._rules.tabulator.tabulation(found))
        if self._rules.configuration.scoring_task.lower() == "scenario_template":
            sides = [*self._key.place], [*self._response.place]
            tabulation[TEXT_FILTER] = text_filter(*sides, self._rules.configuration)
        twins = {**dict(self._key.twins()), **dict(self._response.twins())}
        return DocumentScore(document, found, tabulation, twins=twins)

    def explain(self, single: MucObject) -> Explanation | None:
        """Why an object has its partner; None for one that is not here. Force-pairing makes no partners."""
        key_side = single in self._key.place
        if not key_side and single not in self._response.place:
            return None
        each = self._classes[single.class_name]
        others = each.response if key_side else each.key
        return explanation(each.alignment, single, each.matching.partner.get(single), others, key_side)

    def _sorted(self, side: Side, objects: Objects) -> _Sorted:
        """The objects that are declared, all and by class; of a side that is as it was nothing is done."""
        before = self._given.get(side)
        if before is None or before.given != objects:
            before = self._given[side] = _sorted_by_class(objects, self._classes.keys())
        return before

    def _follow(self, side: Side, names: Iterable[Name]) -> None:
        """See to it that whoever points to these names is looked at again."""
        for each in names:
            for owner in side.owners(each):
                self._stale[owner.class_name].add(owner)

    def _names_of_partners(self, change: Change) -> set[Name]:
        """The names of what is aligned with objects of the response that may be others' twins now."""
        found: set[Name] = set()
        for wanted in change.names:
            for single in self._response.named(wanted):
                partner = self._pointers.partner.get(single)
                if partner is not None and partner in self._key.place:
                    found.update(map(name, self._key.alike(partner)))
        return found

    def _realign(self, each: _Class) -> None:
        """Hand on what a class has aligned otherwise than before."""
        moved = [*each.matching.moved()]
        partner = self._pointers.partner
        for single in moved:
            other = each.matching.partner.get(single)
            if other is None:
                partner.pop(single, None)
            else:
                partner[single] = other
        for side in () if self._is_new else (self._key, self._response):
            here = (single for single in moved if single in side.place)
            self._follow(side, {name(twin) for single in here for twin in side.alike(single)})

    def _renew_pairs(
        self, each: _Class, dirty: Iterable[MucObject]
    ) -> Generator[None, None, tuple[list[ObjectPair], list[ObjectPair]]]:
        """Make the pairs of some objects anew; returns those that were and those that are now."""
        partner = each.matching.partner
        owners, lone = self._to_pair(each, dirty)
        gone = each.drop((*owners, *lone))
        come: dict[MucObject, ObjectPair] = {}
        for single in (*owners, *lone):
            if len(come) % PAUSE == PAUSE - 1:
                yield
            pair = self._pair(each, single, partner.get(single))
            if pair is not None:
                come[single] = pair
        each.put(come)
        return gone, [*come.values()]

    def _to_pair(self, each: _Class, dirty: Iterable[MucObject]) -> tuple[Iterable[MucObject], Objects]:
        """What pairs may stand under: the key's objects and those that are gone, then the response's."""
        partner = each.matching.partner
        if not each.pairs:
            return each.key, [single for single in each.response if single not in partner]
        lone = [single for single in dirty if single in self._response.place]
        aligned = (partner[single] for single in lone if single in partner)
        rest = (single for single in dirty if single not in self._response.place)
        return dict.fromkeys((*rest, *aligned)), lone

    def _pair(self, each: _Class, single: MucObject, other: MucObject | None) -> ObjectPair | None:
        """The pair that stands under an object; None under one that is gone, or aligned with a key's."""
        alignment = each.alignment
        if single in self._key.place:
            if other is not None:
                return alignment.pair(single, other, each.compare(single, other))
            return alignment.left_over(single, True, self._key.is_optional(single))
        if other is None and single in self._response.place:
            return alignment.left_over(single, False, self._response.is_optional(single))
        return None

    def _forced(self, class_name: str, pairs: Sequence[ObjectPair]) -> list[ObjectPair]:
        configuration = self._rules.configuration
        slots = [slot.name for slot in configuration.slots_of(class_name)]
        return force_pairs(pairs, slots, configuration.rem_tally == "non")


def _sorted_by_class(objects: Objects, classes: Collection[str]) -> _Sorted:
    by_class: defaultdict[str, list[MucObject]] = defaultdict(list)
    for single in objects:
        by_class[single.class_name].append(single)
    if by_class.keys() <= set(classes):
        return _Sorted(objects, objects, by_class)
    return _Sorted(objects, [single for single in objects if single.class_name in classes], by_class)
