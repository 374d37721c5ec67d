"""Scoring of the template tasks: documents under one configuration.

The rules stand in keytally.evaluations.muc.scoring.document; a document that is scored once is one whose
objects all come at once.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial

from keytally.evaluations.muc.formats.templates.headers import compound_names, pointed_name
from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.alignment import ClassAlignment, plain_fills
from keytally.evaluations.muc.scoring.document import Rules, TemplateDocument
from keytally.evaluations.muc.scoring.explanation import Explanation
from keytally.evaluations.muc.scoring.result import DocumentScore, ObjectPair
from keytally.evaluations.muc.scoring.rows import Tabulator
from keytally.evaluations.muc.scoring.side import Name, SideRules
from keytally.evaluations.muc.scoring.sights import Onlooker
from keytally.tallies.status import Status

CACHED_NAMES = 1 << 14

Objects = Sequence[MucObject]


class TemplateScoring:
    """Scores documents of any template task under one configuration."""

    def __init__(self, configuration: Configuration) -> None:
        compound = compound_names(definition.name for definition in configuration.classes)
        fills_of = plain_fills(configuration)
        classes = {
            definition.name: Onlooker(ClassAlignment(definition, configuration, fills_of))
            for definition in configuration.classes
        }
        is_scenario = configuration.scoring_task.lower() == "scenario_template"
        template = configuration.template_name.lower() if is_scenario else None
        name_of: Callable[[str], Name] = lru_cache(CACHED_NAMES)(partial(pointed_name, compound=compound))
        sides = SideRules(configuration, name_of)
        self._rules = Rules(configuration, classes, template, sides, Tabulator(configuration))

    def document(self) -> TemplateDocument:
        """A document that has no objects yet."""
        return TemplateDocument(self._rules)

    def score(self, document: str, key: Objects, response: Objects) -> DocumentScore:
        """The score of one document, from the objects of both sides in the order of their files.

        No object stands on both sides. Objects of classes that the configuration does not declare are
        left out, and point to nothing.
        """
        return self._renewed(key, response).score(document)

    def pairs_in_file_order(self, class_name: str) -> bool:
        """Whether objects of a class pair first with first: TEMPLATE objects of ST do."""
        return class_name == self._rules.template

    def explain(
        self, score: DocumentScore, key: Objects, response: Objects, single: MucObject
    ) -> Explanation | None:
        """Why an object of a document has its partner; None for one of a class that is not declared.

        `key` and `response` are all objects of the document, as `score` took them; nothing is aligned
        again. Objects that were paired by force have no partner here.
        """
        document = self.document()
        document.recall(key, response, {name: _aligned_in(pairs) for name, pairs in score.classes.items()})
        return document.explain(single)

    def _renewed(self, key: Objects, response: Objects) -> TemplateDocument:
        document = self.document()
        for _ in document.renew(key, response):
            pass
        return document


def _aligned_in(pairs: Iterable[ObjectPair]) -> Iterator[tuple[MucObject, MucObject]]:
    """The pairs of one class that were aligned, not forced."""
    for pair in pairs:
        if pair.key is not None and pair.response is not None and pair.status is not Status.INCORRECT:
            yield pair.key, pair.response
