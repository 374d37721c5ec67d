"""Remarks on a score: documents that are not read in full, or have more or fewer tokens than in the key."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from keytally.evaluations.conll.formats.unit import DocumentUnit
from keytally.evaluations.conll.scoring.result import DocumentScore
from keytally.findings.spelling import shown
from keytally.text.plural import quantity


class Grounds(NamedTuple):
    """The number of documents of a response of which not all is read, and of those with other tokens.

    `first` is the name of the first that has more or fewer tokens than in the key; "" without one.
    """

    unread: int
    other_tokens: int
    first: str


def grounds_in(scores: Iterable[DocumentScore], response: Iterable[DocumentUnit]) -> Grounds:
    """What remarks on a part of the documents rest on."""
    odd = (unit for unit in response if unit.may_lose)
    unread = sum(any(finding.leaves_out for finding in unit.findings) for unit in odd)
    other = [
        each.document
        for each in scores
        if each.key is not None
        and each.response is not None
        and each.key.token_count != each.response.token_count
    ]
    return Grounds(unread, len(other), next(filter(None, other), ""))


def remarks_on(grounds: Sequence[Grounds]) -> list[str]:
    """One remark on all documents of a kind."""
    unread, other = sum(each.unread for each in grounds), sum(each.other_tokens for each in grounds)
    remarks = [f"not all is read of {_of_response(unread)}; see keytally check"] if unread else []
    if other:
        verb, such_as = ("has", ": ") if other == 1 else ("have", ", such as ")
        first = next((f"{such_as}{shown(each.first)}" for each in grounds if each.first), "")
        remarks.append(f"{_of_response(other)} {verb} more or fewer tokens than in the key{first}")
    return remarks


def _of_response(count: int) -> str:
    return f"{quantity(count, 'document')} of the response"
