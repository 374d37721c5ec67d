"""Scoring of the template tasks: documents, incremental scores, and explanations of alignments."""

from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from keytally.families.contract import Role
from keytally.families.muc.model import Configuration, MucObject
from keytally.families.muc.scoring.alignment import (
    AlignmentRules,
    ClassComparison,
    ComparedObjects,
    DefinedDocument,
    Name,
    class_comparisons,
)
from keytally.families.muc.scoring.incremental_document import DocumentRules, TemplateDocument
from keytally.families.muc.scoring.incremental_pointers import GraphRules
from keytally.families.muc.scoring.index import ProfileComparison, indexed_pairs
from keytally.families.muc.scoring.results import DocumentScore, ObjectPair, Tabulator
from keytally.families.muc.templates.scanner import compound_names, pointed_name
from keytally.families.muc.templates.unit import TemplateUnit
from keytally.tallies.status import Status

Objects = Sequence[MucObject]


def pairs_without_pointers(
    classes: Mapping[str, ProfileComparison], template: str | None, key: Objects, response: Objects
) -> Iterator[tuple[MucObject, MucObject]]:
    """Yield the aligned pairs of objects without pointer slots, given in file order.

    Objects of the class `template` are paired in file order; objects of undeclared classes have no partner.
    """
    mine, others = _by_class(key), _by_class(response)
    for name in (name for name in mine if name in others and name in classes):
        if name == template:
            yield from zip(mine[name], others[name], strict=False)
        else:
            yield from _aligned(classes[name], mine[name], others[name])


def _aligned(
    comparison: ProfileComparison, key: Objects, response: Objects
) -> Iterator[tuple[MucObject, MucObject]]:
    profiled = [comparison.profiled(each, True) for each in key]
    others = [comparison.profiled(each, False) for each in response]
    return ((key[k], response[r]) for _, k, r in indexed_pairs(comparison, profiled, others))


def _by_class(objects: Iterable[MucObject]) -> Mapping[str, Objects]:
    found: defaultdict[str, list[MucObject]] = defaultdict(list)
    for obj in objects:
        found[obj.class_name].append(obj)
    return found


class Candidate(NamedTuple):
    """An object of the other side, and its similarity.

    `f` is F over the scored slots, from 0 to 1; `weighted` is the weighted sum of the slots' F in percent;
    `similar` is true if this sum exceeds the class's threshold.
    """

    obj: MucObject
    f: Fraction
    weighted: Fraction
    similar: bool


class Explanation(NamedTuple):
    """The explanation of an object's alignment; the partner is None for an unaligned object.

    `runner_up` is the other object of the class with the highest F above 0, regardless of its own partner;
    ties go to the first in the file. `runner_up` is None if no other object has an F above 0. `threshold` is
    the value that the weighted sum must exceed.
    """

    obj: MucObject
    partner: Candidate | None
    runner_up: Candidate | None
    threshold: Fraction


def explain_alignment(
    comparison: ClassComparison,
    obj: MucObject,
    partner: MucObject | None,
    others: Sequence[MucObject],
    key_side: bool,
) -> Explanation:
    """Explain the alignment of `obj`; `others` are the objects of its class on the other side."""

    def compared(other: MucObject) -> ComparedObjects:
        return comparison.compare(obj, other) if key_side else comparison.compare(other, obj)

    def candidate(other: MucObject | None) -> Candidate | None:
        if other is None:
            return None
        found = compared(other)
        return Candidate(other, found.f, comparison.rules.weighted(found), found.similar)

    nearest = _nearest(compared, (other for other in others if other is not partner))
    return Explanation(obj, candidate(partner), candidate(nearest), comparison.rules.threshold)


def _nearest(
    compared: Callable[[MucObject], ComparedObjects], others: Iterable[MucObject]
) -> MucObject | None:
    """Return the object with the highest F above 0, or None; ties go to the first."""
    nearest, highest = None, Fraction(0)
    for other in others:
        f = compared(other).f
        if f > highest:
            nearest, highest = other, f
    return nearest


# Scoring of the template tasks: documents under one configuration.
#
# A document that is scored once is an incremental document to which all objects are added at once (see
# `alignment.incremental`).


CACHED_NAMES = 1 << 14


class TemplateScoring:
    """Scores documents of any template task for one configuration.

    `rules` are the rules for aligning documents.
    """

    def __init__(self, configuration: Configuration) -> None:
        self.rules = alignment_rules(configuration)
        profiles = {name: ProfileComparison(each) for name, each in self.rules.comparisons.items()}
        graph = GraphRules(configuration, self.rules.name_of)
        tabulator = Tabulator(configuration)
        order = {name: place for place, name in enumerate(profiles)}
        self._document_rules = DocumentRules(
            configuration, profiles, self.rules.template, graph, tabulator, order
        )

    def document(self) -> TemplateDocument:
        """Return a document without objects."""
        return TemplateDocument(self._document_rules)

    def score(self, document: str, key: Objects, response: Objects) -> DocumentScore:
        """Return the score of one document, given the objects of both sides in file order.

        No object may occur on both sides. Objects of undeclared classes and their pointers are ignored.
        """
        new = self.document()
        for _ in new.update(key, response):
            pass
        return new.score(document)

    def align(
        self, key: Objects, response: Objects, settled: Mapping[MucObject, MucObject] = MappingProxyType({})
    ) -> Mapping[MucObject, MucObject]:
        """Return the partners of aligned objects on both sides, the same as in `score` but at less cost.

        Objects that `score` pairs by force have no partner. `settled` maps objects of the key to fixed
        partners; only the other objects are aligned. If none of the other objects has a pointer, `settled` is
        not used.
        """
        others = set(settled.values())
        left = [obj for obj in key if obj not in settled], [obj for obj in response if obj not in others]
        if self.may_point(chain(*left)):
            return self.document().align(key, response, settled)
        rules = self._document_rules
        partner = dict(settled)
        partner.update(pairs_without_pointers(rules.classes, rules.template, *left))
        return {**partner, **{other: obj for obj, other in partner.items()}}

    def may_point(self, objects: Iterable[MucObject]) -> bool:
        """Return whether any object has a pointer slot."""
        return any(map(self._document_rules.graph.may_point, objects))

    def pairs_in_file_order(self, class_name: str) -> bool:
        """Return whether objects of a class are paired in file order, like TEMPLATE objects in ST."""
        return class_name == self.rules.template

    def explain(
        self, score: DocumentScore, key: Objects, response: Objects, obj: MucObject
    ) -> Explanation | None:
        """Explain the alignment of an object of a document; None for an object of an undeclared class.

        `key` and `response` contain all objects of the document, as passed to `score`; they are not aligned
        again. Objects that were paired by force have no partner in the explanation.
        """
        document = DefinedDocument(self.rules, key, response)
        for pairs in score.classes.values():
            document.join(_aligned_in(pairs))
        key_side = obj in document.key.objects
        if not key_side and obj not in document.response.objects:
            return None
        others = (document.response if key_side else document.key).of_class(obj.class_name)
        comparison = document.comparison(obj.class_name)
        return explain_alignment(comparison, obj, document.partner.get(obj), others, key_side)


def alignment_rules(configuration: Configuration) -> AlignmentRules:
    """Return the rules by which the documents of a template task are aligned."""
    compound = compound_names(definition.name for definition in configuration.classes)
    name_of: Callable[[str], Name] = lru_cache(CACHED_NAMES)(partial(pointed_name, compound=compound))
    is_scenario = configuration.scoring_task.lower() == "scenario_template"
    template = configuration.template_name.lower() if is_scenario else None
    return AlignmentRules(configuration, class_comparisons(configuration), name_of, template)


def _aligned_in(pairs: Iterable[ObjectPair]) -> Iterator[tuple[MucObject, MucObject]]:
    """Yield the aligned pairs of one class, without forced ones."""
    for pair in pairs:
        if pair.key is not None and pair.response is not None and pair.status is not Status.INCORRECT:
            yield pair.key, pair.response


Units = Sequence[TemplateUnit]
ObjectsByUnit = Mapping[TemplateUnit, Sequence[MucObject]]
T = TypeVar("T")

PAUSE = 64
"""The number of records read between two pauses."""


class ObjectPlacement:
    """The units that contain the objects of one side of a document, and the pairs that are shown in each
    unit.

    `objects` contains the objects of each unit on this side, and `others` the objects of each unit on the
    other side, in file order. A missing object is shown after the partner of the nearest aligned object
    before it on the other side. If there is none, it is shown after the last object of its class, or after
    the last object of all.
    """

    def __init__(self, objects: ObjectsByUnit, others: ObjectsByUnit) -> None:
        self._objects = objects
        self._others = others
        self._anchors: dict[MucObject, MucObject] = {}
        self._last: dict[str | None, MucObject] = {}
        self._shown: dict[TemplateUnit, list[ObjectPair]] | None = None

    @cached_property
    def units(self) -> Mapping[MucObject, TemplateUnit]:
        """Return the unit of each object, in file order."""
        return {obj: unit for unit, objects in self._objects.items() for obj in objects}

    def anchor(self, lacked: MucObject) -> MucObject | None:
        """Return the object after which a missing object is shown; None if the side has no objects."""
        return self._anchors.get(lacked) or self._last.get(lacked.class_name) or self._last.get(None)

    def pairs_in(self, unit: TemplateUnit, score: DocumentScore, key_side: bool) -> Sequence[ObjectPair]:
        """Return the pairs of a document's score that are shown in a unit."""
        if self._shown is None:
            pairs = [pair for pairs in score.classes.values() for pair in pairs]
            sides = [(pair.key, pair.response)[:: 1 if key_side else -1] for pair in pairs]
            self._set_anchors(
                {other: mine for mine, other in sides if mine is not None and other is not None}
            )
            self._shown = {}
            for pair, (mine, other) in zip(pairs, sides, strict=True):
                shown = mine or (self.anchor(other) if other is not None else None)
                if shown is not None:
                    self._shown.setdefault(self.units[shown], []).append(pair)
        return self._shown.get(unit, ())

    def _set_anchors(self, partners: Mapping[MucObject, MucObject]) -> None:
        """Find the anchors for unaligned objects of the other side."""
        for obj in self.units:
            self._last[obj.class_name] = self._last[None] = obj
        before: MucObject | None = None
        for other in chain.from_iterable(self._others.values()):
            before = partners.get(other, before)
            if before is not None:
                self._anchors[other] = before


class LocatedScore(DocumentScore):
    """The score of one document, with the positions of the objects on both sides."""

    __slots__ = ("key", "response")

    def __init__(self, score: DocumentScore, key: ObjectPlacement, response: ObjectPlacement) -> None:
        super().__init__(
            score.document, score.classes, score.tabulation, representatives=score.representatives
        )
        self.key = key
        self.response = response


class IncrementalDocument:
    """A document that caches the objects of its units; `reader` returns the function that reads objects in
    a role.
    """

    def __init__(
        self,
        document: TemplateDocument,
        reader: Callable[[Role], Callable[[TemplateUnit], Sequence[MucObject]]],
    ) -> None:
        self._document = document
        self._reader = reader
        self._sides: dict[Role, _Side] = {}

    def rescored(self, name: str, key: Units, response: Units) -> Generator[None, None, LocatedScore]:
        """Score these units, given in file order, under that document number; pause between steps."""
        mine = yield from self._read(key, Role.KEY)
        other = yield from self._read(response, Role.RESPONSE)
        yield from self._document.update(mine.objects, other.objects)
        score = self._document.score(name)
        sides = mine.by_unit, other.by_unit
        places = ObjectPlacement(*sides), ObjectPlacement(*sides[::-1])
        return LocatedScore(score, *places)

    def _read(self, units: Units, role: Role) -> Generator[None, None, "_Side"]:
        """Return a side with these units; an unchanged side is not computed again."""
        side = self._sides.get(role, _Side((), {}, ()))
        if side.units == units:
            return side
        read, fresh, known = self._reader(role), dict[TemplateUnit, Sequence[MucObject]](), side.by_unit
        for count, unit in enumerate([unit for unit in units if unit not in known] if known else units):
            if not count % PAUSE:
                yield
            fresh[unit] = read(unit)
        by_unit = {unit: fresh[unit] if unit in fresh else known[unit] for unit in units} if known else fresh
        side = self._sides[role] = _Side(units, by_unit, [*chain.from_iterable(by_unit.values())])
        return side


class _Side(NamedTuple):
    """The units of one side in file order, the objects of each unit, and all objects together."""

    units: Units
    by_unit: ObjectsByUnit
    objects: Sequence[MucObject]


def run_to_end(steps: Generator[None, None, T]) -> T:
    """Exhaust a computation in steps and return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            value: T = end.value
            return value
