"""An adjudication whose files an engine keeps: it follows each edit of one of them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from keytally.adjudication.counts import Counts
from keytally.adjudication.gold_edits import bare_text
from keytally.adjudication.gold_findings import GoldFindings
from keytally.adjudication.gold_places import ItemAt, items_in_gold, items_of
from keytally.adjudication.language import DecisionsLanguage
from keytally.adjudication.live import LiveAdjudication
from keytally.engine.engine import Engine
from keytally.engine.reading import Reading
from keytally.evaluations.annotated import Annotates
from keytally.evaluations.interface import Evaluation, Role
from keytally.project.adjudications import Adjudication

AT_ONCE = 50
"""The number of documents that are judged at once; others wait, so that messages need not."""


class FollowedAdjudication:
    """The states of an adjudication, and its findings in the gold (keytally.engine.follower.Follower).

    All its files must be open in the engine; raises KeyError where one is not, ValueError without a gold, or
    for a task whose files have no annotations. `texts` is the file that a gold begins with; None where that
    is an annotator's. While a file is loading, all documents wait, and each is judged once, by `catch_up`,
    which can stop between two; at first all documents wait but the first `AT_ONCE`.
    """

    def __init__(
        self,
        engine: Engine,
        adjudication: Adjudication,
        evaluation: Evaluation,
        texts: Path | None = None,
        is_loading: Callable[[Path], bool] = lambda path: False,
    ) -> None:
        if adjudication.gold is None or adjudication.decisions is None:
            raise ValueError("there is no gold to follow")
        if not isinstance(evaluation, Annotates):
            raise ValueError("the task cannot be adjudicated")
        language = evaluation.language(Role.KEY)
        self.adjudication = adjudication
        self.path = adjudication.gold
        self.decisions = adjudication.decisions
        begins_with = [] if texts is None else [texts]
        followed = (self.path, *adjudication.annotators.values(), self.decisions)
        self.paths: Sequence[Path] = [*followed, *begins_with]
        self.texts = None if texts is None else engine.reading_by(texts, language)
        gold = engine.reading_by(self.path, language)
        annotators = {
            name: engine.reading_by(path, language) for name, path in adjudication.annotators.items()
        }
        written = DecisionsLanguage(document_of=adjudication.document_of)
        decisions = engine.reading_by(self.decisions, written)
        self.live = LiveAdjudication(evaluation, annotators, gold, decisions, adjudication.has_finished)
        with_texts = [] if self.texts is None else [self.texts]
        self.readings: Sequence[Reading] = [*self.live.readings, *with_texts]
        self._is_loading = is_loading
        self.counts = Counts()
        judged = count(1)
        if not self._is_any_loading:
            self._count(self.live.update(stop=lambda: next(judged) >= AT_ONCE))
        self._findings = GoldFindings(self.live, gold)

    def renew(self, changed: Mapping[Reading, set[str]]) -> set[Path]:
        """Account for changed documents; the gold's findings lead to places that move with every edit."""
        if not any(reading in changed for reading in self.readings):
            return set()
        self.live.mark_stale(changed)
        documents = set[str]().union(*(changed.get(reading, ()) for reading in self.live.readings))
        if not self._is_any_loading:
            self._judged(self.live.update(documents))
        return {self.path}

    @property
    def waits(self) -> bool:
        """Whether documents are still to be judged."""
        return bool(self.live.stale)

    def catch_up(self, stop: Callable[[], bool]) -> None:
        """Judge documents that have waited, until `stop`; all files must be loaded."""
        self._judged(self.live.update(stop=stop))

    def _judged(self, documents: Collection[str]) -> None:
        self._count(documents)
        self._findings.renew(documents)

    @property
    def _is_any_loading(self) -> bool:
        """Whether an annotator's file or the gold is loading."""
        return any(map(self._is_loading, (*self.adjudication.annotators.values(), self.path)))

    def _count(self, documents: Collection[str]) -> None:
        found = ((name, self.live.state(name)) for name in sorted(documents))
        self.counts.update(sorted(documents), {name: state for name, state in found if state is not None})

    def has_text(self, document: str) -> bool:
        """Whether annotators have a text of a document, and not annotations alone."""
        evaluation = self.live.evaluation
        return any(bare_text(evaluation, each, document) for each in self.live.annotators.values())

    def items_at(self, path: Path, document: str, unit: Any, place: int) -> Sequence[ItemAt]:
        """The items at a place of the gold or of an annotator's file, the smallest stretch first."""
        if path == self.path:
            return items_in_gold(self.live, document, unit, place)
        names = (name for name, file in self.adjudication.annotators.items() if file == path)
        return [item for name in names for item in items_of(self.live, name, document, unit, place)]

    def end(self) -> None:
        """Take back the findings in the gold."""
        self._findings.end()
