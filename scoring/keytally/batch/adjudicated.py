"""A gold that is checked with its annotators: what is undecided in it, or decided otherwise."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from keytally.adjudication.gold_findings import GoldFindings
from keytally.adjudication.language import DecisionsLanguage
from keytally.adjudication.live import LiveAdjudication
from keytally.batch.located import Home
from keytally.engine.reading import Reading
from keytally.evaluations.annotated import Annotates
from keytally.evaluations.interface import Language
from keytally.project.adjudications import Adjudication
from keytally.text.regular import is_file

ReadHome = Callable[[Path, Language], Home]
"""A file as a language reads it. Raises KeytallyError for one that cannot be read."""


class Adjudicating(NamedTuple):
    """An adjudication whose gold is checked, its evaluation, and the language of the annotators' files."""

    adjudication: Adjudication
    evaluation: Annotates
    language: Language


def judge_gold(gold: Reading, by: Adjudicating, read: ReadHome) -> Sequence[Home]:
    """Put the findings of an adjudication into its gold; returns the files that they lead to."""
    adjudication = by.adjudication
    homes = {name: read(path, by.language) for name, path in adjudication.annotators.items()}
    decisions = adjudication.decisions
    language = DecisionsLanguage(document_of=adjudication.document_of)
    decided = read(decisions, language) if decisions is not None and is_file(decisions) else None
    live = LiveAdjudication(
        by.evaluation,
        {name: home.reading for name, home in homes.items()},
        gold,
        decided and decided.reading,
        adjudication.has_finished,
    )
    live.update()
    GoldFindings(live, gold)
    return list(homes.values())
