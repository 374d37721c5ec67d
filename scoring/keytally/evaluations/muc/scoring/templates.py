"""Scoring of the template tasks: objects aligned class by class, pointers by what has been aligned.

Rules: manual, "Template Element (TE) Scoring" and "Template Relation (TR) and Scenario Template (ST)
Scoring". Classes are aligned in the order of their definitions, so that what pointers point to has been
aligned before them; any other pointer is never correct. TEMPLATE objects of ST pair first with first.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from keytally.evaluations.muc.configuration import Configuration
from keytally.evaluations.muc.model import MucObject
from keytally.evaluations.muc.scoring.alignment import ClassAlignment, marks_of, plain_fills
from keytally.evaluations.muc.scoring.best_first import Aligned, best_pairs
from keytally.evaluations.muc.scoring.explanation import Explanation, explanation
from keytally.evaluations.muc.scoring.fills import PointerFills
from keytally.evaluations.muc.scoring.force_pairing import force_pairs
from keytally.evaluations.muc.scoring.optionality import implicitly_optional
from keytally.evaluations.muc.scoring.pointers import DocumentPointers, ObjectTable
from keytally.evaluations.muc.scoring.result import DocumentScore, ObjectPair
from keytally.evaluations.muc.scoring.rows import Tabulator
from keytally.evaluations.muc.scoring.sights import Onlooker
from keytally.evaluations.muc.scoring.text_filter import text_filter
from keytally.evaluations.muc.scoring.twins import twins_of
from keytally.tallies.status import Status
from keytally.tallies.tabulation import TEXT_FILTER

Objects = Sequence[MucObject]


class TemplateScoring:
    """Scores documents of any template task under one configuration."""

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self._scenario = configuration.scoring_task.lower() == "scenario_template"
        self._template = configuration.template_name.lower() if self._scenario else None
        self._marks = marks_of(configuration)
        self._tabulator = Tabulator(configuration)
        fills_of = plain_fills(configuration)
        self._classes = {
            definition.name: ClassAlignment(definition, configuration, fills_of)
            for definition in configuration.classes
        }

    def score(self, document: str, key: Objects, response: Objects) -> DocumentScore:
        """The score of one document, from the objects of both sides in the order of their files.

        Objects of classes that the configuration does not declare are left out, and point to nothing.
        """
        key, response = self._declared(key), self._declared(response)
        twins = twins_of(key, self.configuration) | twins_of(response, self.configuration)
        implied, pointers = self._pointers(key, response, twins)
        keys, responses = _by_class(key), _by_class(response)
        classes = {}
        for name, alignment in self._pointing_classes(pointers):
            mine, other = keys.get(name, []), responses.get(name, [])
            aligned = [*self._aligned(alignment, mine, other)]
            if mine or other:
                classes[name] = self._pairs(alignment, mine, other, aligned, implied)
            pointers.settle(name, ((mine[k], other[r]) for k, r in aligned))
        tabulation = self._tabulator.tabulation(classes)
        if self._scenario:
            tabulation[TEXT_FILTER] = text_filter(key, response, self.configuration)
        return DocumentScore(document, classes, tabulation, twins=twins)

    def pairs_in_file_order(self, class_name: str) -> bool:
        """Whether objects of a class pair first with first: TEMPLATE objects of ST do."""
        return class_name == self._template

    def explain(
        self, score: DocumentScore, key: Objects, response: Objects, single: MucObject
    ) -> Explanation | None:
        """Why an object of a document has its partner; None for one of a class that is not declared.

        `key` and `response` are all objects of the document, as `score` took them; nothing is aligned
        again. Objects that were paired by force have no partner here.
        """
        key, response = self._declared(key), self._declared(response)
        _, pointers = self._pointers(key, response, score.twins)
        for name, alignment in self._pointing_classes(pointers):
            pairs = dict(_aligned_in(score.classes.get(name, ())))
            if name == single.class_name:
                key_side = any(single is mine for mine in key)
                partners = pairs if key_side else {other: mine for mine, other in pairs.items()}
                others = _by_class(response if key_side else key).get(name, [])
                return explanation(alignment, single, partners.get(single), others, key_side)
            pointers.settle(name, pairs.items())
        return None

    def _pointing_classes(self, pointers: DocumentPointers) -> Iterator[tuple[str, ClassAlignment]]:
        """The classes in the order of their definitions; each sees what those before it have settled."""
        for name, alignment in self._classes.items():
            yield name, alignment.pointing(PointerFills(pointers))

    def _declared(self, objects: Objects) -> Objects:
        return [single for single in objects if single.class_name in self._classes]

    def _pointers(
        self, key: Objects, response: Objects, twins: Mapping[MucObject, MucObject]
    ) -> tuple[set[MucObject], DocumentPointers]:
        """The objects that pointers make optional, and what pointers point to before anything is aligned."""
        tables = ObjectTable(key, self.configuration), ObjectTable(response, self.configuration)
        implied = implicitly_optional(key, tables[0], self.configuration)
        marked = {single for single in key if single.optional}
        if self._marks.optional:
            implied |= implicitly_optional(response, tables[1], self.configuration)
            marked |= {single for single in response if single.optional}
        return implied, DocumentPointers(*tables, implied | marked, twins)

    def _aligned(self, alignment: ClassAlignment, key: Objects, response: Objects) -> Iterator[Aligned]:
        """The pairs of one class by their places in it."""
        if self.pairs_in_file_order(alignment.definition.name):
            yield from ((place, place) for place in range(min(len(key), len(response))))
        else:
            onlooker = Onlooker(alignment)
            yield from best_pairs(onlooker, onlooker.sights(key, True), onlooker.sights(response, False))

    def _pairs(
        self,
        alignment: ClassAlignment,
        key: Objects,
        response: Objects,
        aligned: Iterable[Aligned],
        implied: set[MucObject],
    ) -> list[ObjectPair]:
        """The objects of a class: the key's in its order, then what is spurious."""
        partners, used = {}, set()
        for k, r in aligned:
            partners[k] = alignment.pair(key[k], response[r], alignment.compare(key[k], response[r]))
            used.add(r)
        pairs = [
            partners.get(k) or alignment.left_over(single, True, single in implied)
            for k, single in enumerate(key)
        ]
        spurious = (single for r, single in enumerate(response) if r not in used)
        pairs += [alignment.left_over(single, False, single in implied) for single in spurious]
        if not self.configuration.force_pairing:
            return pairs
        names = [slot.name for slot in self.configuration.slots_of(alignment.definition.name)]
        return force_pairs(pairs, names, self.configuration.rem_tally == "non")


def _aligned_in(pairs: Iterable[ObjectPair]) -> Iterator[tuple[MucObject, MucObject]]:
    """The pairs of one class that were aligned, not forced."""
    for pair in pairs:
        if pair.key is not None and pair.response is not None and pair.status is not Status.INCORRECT:
            yield pair.key, pair.response


def _by_class(objects: Objects) -> Mapping[str, list[MucObject]]:
    by_class: defaultdict[str, list[MucObject]] = defaultdict(list)
    for single in objects:
        by_class[single.class_name].append(single)
    return by_class
