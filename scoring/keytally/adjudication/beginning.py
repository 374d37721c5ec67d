"""The text that a gold begins with, and that of documents that it lacks."""

from collections.abc import Mapping

from keytally.adjudication.begun_text import begun_text
from keytally.adjudication.gold_edits import Choose, GoldEdits, bare_text, chosen_in, gold_edits
from keytally.adjudication.live import LiveAdjudication
from keytally.engine.reading import Reading
from keytally.evaluations.annotated import Annotates
from keytally.findings.edits import apply_edits
from keytally.findings.finding import Edit
from keytally.text.difference import common_prefix


def lacks_text(live: LiveAdjudication) -> bool:
    """Whether annotators have documents with a text of which the gold has nothing."""
    gold = live.gold
    known = set() if gold is None else set(gold.documents)
    return any(
        document not in known and bare_text(live.evaluation, reading, document)
        for reading in live.annotators.values()
        for document in reading.documents
    )


def begun(live: LiveAdjudication, texts: Reading | None = None) -> str | None:
    """The gold's text with all documents of the annotators, with nothing added that is annotated.

    None where annotators have different texts of a document that would be taken from one of them.
    """
    found = begun_text(live.evaluation, live.annotators, live.gold, texts)
    if any(_differ(live.evaluation, live.annotators, document) for document in found.of_annotators):
        return None
    return found.text


def beginning_edits(live: LiveAdjudication, choose: Choose, texts: Reading | None = None) -> GoldEdits:
    """The edits that give the gold the text of all documents, with choices in each of them.

    Raises ValueError without a gold.
    """
    gold, text = live.gold, begun(live, texts)
    if gold is None:
        raise ValueError("there is no gold to begin")
    if text is None:
        return GoldEdits((), ())
    whole = live.with_gold(Reading(gold.language, text, judged=False))
    made = gold_edits(whole, chosen_in(whole, whole.documents, choose))
    return made._replace(gold=_difference(gold.text, apply_edits(text, made.gold)))


def _difference(old: str, new: str) -> tuple[Edit, ...]:
    """One edit that makes the new text of the old one; none of equal texts."""
    start = common_prefix(old, new)
    return () if old == new else (Edit(start, len(old), new[start:]),)


def _differ(evaluation: Annotates, annotators: Mapping[str, Reading], document: str) -> bool:
    """Whether those who have a document have different texts of it."""
    having = [reading for reading in annotators.values() if reading.documents.units_of(document)]
    return len({bare_text(evaluation, reading, document) for reading in having}) > 1
