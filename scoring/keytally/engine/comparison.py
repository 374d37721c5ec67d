"""How a file is compared with another one: by its text, its links into it, its order or its names."""

from keytally.engine.link_check import LinkCheck
from keytally.engine.names_check import NamesCheck
from keytally.engine.order_check import OrderCheck
from keytally.engine.reading import Reading
from keytally.engine.step_check import StepCheck
from keytally.engine.text_check import TextCheck
from keytally.evaluations.abilities import (
    ComparesInStep,
    ComparesNames,
    ComparesOrder,
    ComparesTexts,
    LinksIntoTexts,
)
from keytally.evaluations.interface import Evaluation

Check = TextCheck | LinkCheck | OrderCheck | StepCheck | NamesCheck


def comparison(
    reading: Reading, reference: Reading, evaluation: Evaluation, texts: str | None
) -> Check | None:
    """What keeps the findings of comparing a file with another; None if there is nothing to compare.

    It has none before it has begun. `texts` is the name of a texts file; None is for a response that is
    compared with its key.
    """
    if texts is not None and isinstance(evaluation, LinksIntoTexts):
        return LinkCheck(reading, reference, texts, evaluation)
    if texts is None and isinstance(evaluation, ComparesInStep):
        return StepCheck(reading, reference, evaluation)
    if texts is None and isinstance(evaluation, ComparesNames):
        return NamesCheck(reading, reference, evaluation)
    if texts is None and isinstance(evaluation, ComparesOrder):
        return OrderCheck(reading, reference, evaluation)
    if isinstance(evaluation, ComparesTexts):
        return TextCheck(reading, reference, evaluation.compare_texts)
    return None


def compare(reading: Reading, reference: Reading, evaluation: Evaluation, texts: str | None) -> None:
    """Make the findings of comparing a file with another, once for all."""
    check = comparison(reading, reference, evaluation, texts)
    for _ in check.begin() if check else ():
        pass
