"""The agreement of annotators as plain values, for JSON."""

from typing import Any

from keytally.adjudication.agreement.differences import Confusion, Disagreement, Saying
from keytally.adjudication.agreement.figures import Figure
from keytally.adjudication.agreement.measured import Measured
from keytally.adjudication.agreement.pairwise import PairF


def agreement_values(found: Measured) -> dict[str, Any]:
    """`pairs`, `coefficients`, `confusions` and `disagreements`; F is in percent, a coefficient at most 1."""
    return {
        "pairs": [_pair(each) for each in found.pairs],
        "coefficients": [_coefficient(each) for each in found.figures],
        "confusions": [_confusion(each) for each in found.confusions],
        "disagreements": [_disagreement(each) for each in found.disagreements],
    }


def _pair(pair: PairF) -> dict[str, Any]:
    return {
        "a": pair.first,
        "b": pair.second,
        "f": pair.f,
        "f_a_as_key": pair.first_as_key,
        "f_b_as_key": pair.second_as_key,
        "compared_documents": pair.documents,
        **{name: dict(part) for name, part in pair.parts.items()},
    }


def _coefficient(figure: Figure) -> dict[str, Any]:
    value, items, reason = figure.coefficient
    told = {} if value is not None else {"reason": reason}
    of = {"annotators": list(figure.annotators)}
    return {"name": figure.name, "value": value, "items": items, "item": figure.item, **told, **of}


def _confusion(each: Confusion) -> dict[str, Any]:
    said = {"a_says": each.first_says, "b_says": each.second_says}
    return {"a": each.first, "b": each.second, "kind": each.kind, **said, "count": each.times}


def _disagreement(each: Disagreement) -> dict[str, Any]:
    said = [_saying(saying) for saying in each.sayings]
    return {"document": each.document, "kind": each.kind, "name": each.name, "said": said}


def _saying(saying: Saying) -> dict[str, Any]:
    told: dict[str, Any] = {"annotator": saying.annotator.name, "says": saying.words}
    if saying.words is None:
        return told
    place = {"path": saying.annotator.shown, "line": saying.line, "column": saying.column}
    return {**told, "name": saying.name, **place}
