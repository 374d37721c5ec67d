"""Check a gold with its annotators: undecided items, and differing decisions."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from keytally.adjudication.decisions import DecisionsLanguage
from keytally.adjudication.gold_findings import GoldFindings
from keytally.adjudication.states import LiveAdjudication
from keytally.engine.reading import Reading
from keytally.families.contract import Evaluation, Language
from keytally.project.adjudications import Adjudication
from keytally.runs.located_findings import Home
from keytally.text.files import is_file

ReadHome = Callable[[Path, Language], Home]
"""A file as a language reads it. Raises KeytallyError for one that cannot be read."""


class Adjudicating(NamedTuple):
    """An adjudication whose gold is checked, its evaluation, and the language of the annotators' files."""

    adjudication: Adjudication
    evaluation: Evaluation
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
