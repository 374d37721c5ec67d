"""The templates of a document's score, pair by pair."""

from collections.abc import Iterator

from keytally.evaluations.template_json.model import Template
from keytally.evaluations.template_json.scoring.result import DocumentScore
from keytally.evaluations.template_json.scoring.templates import distinct


def paired_templates(score: DocumentScore) -> Iterator[tuple[Template | None, Template | None]]:
    """The key's and the response's template of each pair, then those of the key that are in none.

    A template of the response alone comes in its order. Roles without templates are one pair.
    """
    records = [unit.record() if unit else None for unit in (score.key, score.response)]
    if score.chosen is None:
        key, response = (record.extracts if record else None for record in records)
        yield key, response
        return
    gold, found = ((record.templates or ()) if record else () for record in records)
    gold = distinct(gold)
    for template, number in zip(found, score.chosen.partners, strict=True):
        yield (None if number is None else gold[number]), template
    yield from ((each, None) for at, each in enumerate(gold) if at not in score.chosen.partners)
