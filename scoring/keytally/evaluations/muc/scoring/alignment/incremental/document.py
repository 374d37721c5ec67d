"""The score of one document of templates, updated while its objects are added, removed and changed.

Rules: `alignment.definition`. Changes are followed class by class, in the order of their definitions: objects
that were added or changed are aligned again, and so are those that point to objects with another partner. The
result equals that of scoring the whole document.
"""

from collections import defaultdict
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.alignment.comparison.slot_alignment import ResponseMarks
from keytally.evaluations.muc.scoring.alignment.incremental.class_alignment import ClassAlignment, Objects
from keytally.evaluations.muc.scoring.alignment.incremental.document_side import DocumentSide
from keytally.evaluations.muc.scoring.alignment.incremental.named_objects import Name, name_of
from keytally.evaluations.muc.scoring.alignment.incremental.pointer_graph import GraphRules
from keytally.evaluations.muc.scoring.alignment.incremental.pointer_targets import DocumentTargets
from keytally.evaluations.muc.scoring.alignment.index.object_profiles import ProfileComparison
from keytally.evaluations.muc.scoring.force_pairing import force_pairs
from keytally.evaluations.muc.scoring.result import DocumentScore, ObjectPair
from keytally.evaluations.muc.scoring.rows import Tabulator
from keytally.evaluations.muc.scoring.text_filter import text_filter
from keytally.tallies.tabulation import TEXT_FILTER, Row, add_into, take_from
from keytally.tallies.tally import Tally

PAUSE = 256
"""The number of pairs made between two pauses."""

PairsByClass = dict[str, list[ObjectPair]]


class DocumentRules(NamedTuple):
    """The rules for scoring documents: the configuration, and what is derived from it once.

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
    """The objects of a side as given, those of declared classes, and these by class."""

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
        """The partners of the objects of both sides, for a document without objects; it has no score then.

        `settled` has the objects of the key that have a partner beforehand. The others are aligned.
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
        """The score of the document, under that number."""
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
        """The declared objects, all and by class; nothing is computed for an unchanged side."""
        before = self._declared.get(side)
        if before is None or before.given != objects:
            before = self._declared[side] = _declared(objects, self._rules.classes.keys())
        return before

    def _classes_of(self, *present: Collection[str]) -> Iterator[tuple[str, ClassAlignment]]:
        """The classes that have had objects and those that are `present`, in the order of definitions.

        A document has objects of few classes: nothing is made for the others.
        """
        known = self._classes
        named = {*known}.union(*present)
        for name in self._rules.classes:
            if name in named:
                yield name, known.get(name) or self._begun(name)

    def _begun(self, name: str) -> ClassAlignment:
        """A class without objects."""
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
        """The names of the key's partners of response objects with these names."""
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
            if len(made) % PAUSE == PAUSE - 1:
                yield
            pair = self._pair(each, obj, each.partner.get(obj))
            if pair is not None:
                made[obj] = pair
        each.put(made)
        return dropped, [*made.values()]

    def _owners_of_pairs(
        self, each: ClassAlignment, outdated: Iterable[MucObject]
    ) -> tuple[Iterable[MucObject], Objects]:
        """The objects that may own pairs: the key's and removed ones, then the response's."""
        partner, place = each.partner, self._response.graph.place
        if not each.pairs:
            return each.key, [obj for obj in each.response if obj not in partner]
        in_response = [obj for obj in outdated if obj in place]
        aligned = (partner[obj] for obj in in_response if obj in partner)
        rest = (obj for obj in outdated if obj not in place)
        return dict.fromkeys((*rest, *aligned)), in_response

    def _pair(self, each: ClassAlignment, obj: MucObject, other: MucObject | None) -> ObjectPair | None:
        """The pair of an object; None for a removed one, or one aligned with a key's."""
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
