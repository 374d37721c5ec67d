"""Scoring of the template tasks: documents under one configuration.

A document that is scored once is an incremental document to which all objects are added at once (see
`alignment.incremental`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain
from types import MappingProxyType

from keytally.evaluations.muc.formats.templates.headers import compound_names, pointed_name
from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.alignment.comparison.objects import class_comparisons
from keytally.evaluations.muc.scoring.alignment.definition import AlignmentRules, DefinedDocument, Name
from keytally.evaluations.muc.scoring.alignment.incremental.document import DocumentRules, TemplateDocument
from keytally.evaluations.muc.scoring.alignment.incremental.pointer_graph import GraphRules
from keytally.evaluations.muc.scoring.alignment.index.object_profiles import ProfileComparison
from keytally.evaluations.muc.scoring.alignment.index.without_pointers import pairs_without_pointers
from keytally.evaluations.muc.scoring.explanation import Explanation, explanation
from keytally.evaluations.muc.scoring.result import DocumentScore, ObjectPair
from keytally.evaluations.muc.scoring.rows import Tabulator
from keytally.tallies.status import Status

CACHED_NAMES = 1 << 14

Objects = Sequence[MucObject]


class TemplateScoring:
    """Scores documents of any template task under one configuration.

    `rules` are the rules by which documents are aligned.
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
        """A document without objects."""
        return TemplateDocument(self._document_rules)

    def score(self, document: str, key: Objects, response: Objects) -> DocumentScore:
        """The score of one document, from the objects of both sides in file order.

        No object occurs on both sides. Objects of classes that the configuration does not declare are
        ignored, and so are their pointers.
        """
        new = self.document()
        for _ in new.update(key, response):
            pass
        return new.score(document)

    def align(
        self, key: Objects, response: Objects, settled: Mapping[MucObject, MucObject] = MappingProxyType({})
    ) -> Mapping[MucObject, MucObject]:
        """The partners of the objects of both sides that are aligned, as `score` has them, at less cost.

        Objects that would be paired by force have no partner. `settled` has partners of objects of the key
        that stand beforehand: only the others are aligned. Where none of these has a pointer, nothing is
        asked of the settled ones.
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
        """Whether any object has a slot for pointers."""
        return any(map(self._document_rules.graph.may_point, objects))

    def pairs_in_file_order(self, class_name: str) -> bool:
        """Whether objects of a class are paired in file order, as TEMPLATE objects of ST are."""
        return class_name == self.rules.template

    def explain(
        self, score: DocumentScore, key: Objects, response: Objects, obj: MucObject
    ) -> Explanation | None:
        """Why an object of a document has its partner; None for an object of an undeclared class.

        `key` and `response` are all objects of the document, as `score` took them; nothing is aligned again.
        Objects that were paired by force have no partner here.
        """
        document = DefinedDocument(self.rules, key, response)
        for pairs in score.classes.values():
            document.join(_aligned_in(pairs))
        key_side = obj in document.key.objects
        if not key_side and obj not in document.response.objects:
            return None
        others = (document.response if key_side else document.key).of_class(obj.class_name)
        comparison = document.comparison(obj.class_name)
        return explanation(comparison, obj, document.partner.get(obj), others, key_side)


def alignment_rules(configuration: Configuration) -> AlignmentRules:
    """The rules by which the documents of a template task are aligned."""
    compound = compound_names(definition.name for definition in configuration.classes)
    name_of: Callable[[str], Name] = lru_cache(CACHED_NAMES)(partial(pointed_name, compound=compound))
    is_scenario = configuration.scoring_task.lower() == "scenario_template"
    template = configuration.template_name.lower() if is_scenario else None
    return AlignmentRules(configuration, class_comparisons(configuration), name_of, template)


def _aligned_in(pairs: Iterable[ObjectPair]) -> Iterator[tuple[MucObject, MucObject]]:
    """The aligned pairs of one class, without forced ones."""
    for pair in pairs:
        if pair.key is not None and pair.response is not None and pair.status is not Status.INCORRECT:
            yield pair.key, pair.response
