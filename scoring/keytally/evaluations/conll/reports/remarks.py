"""Remarks on a score: documents that are not read in full, or that have not the words of the key."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from keytally.evaluations.conll.formats.unit import DocumentUnit
from keytally.evaluations.conll.scoring.result import DocumentScore
from keytally.text.plural import quantity

Names = frozenset[str | None]


class Grounds(NamedTuple):
    """The documents of a response of which not all is read, and those of another length than the key's."""

    unread: Names
    other_length: Names


def grounds_in(scores: Iterable[DocumentScore], response: Iterable[DocumentUnit]) -> Grounds:
    """What remarks on a part of the documents rest on."""
    odd = (unit for unit in response if unit.may_lose)
    unread = frozenset(unit.document for unit in odd if any(finding.leaves_out for finding in unit.findings))
    sides = ((score.key, score.response) for score in scores)
    other = (key.document for key, other in sides if key and other and key.length != other.length)
    return Grounds(unread, frozenset(other))


def remarks_on(grounds: Sequence[Grounds]) -> list[str]:
    """One remark on all documents of a kind."""
    unread = len(Names().union(*(each.unread for each in grounds)))
    other = len(Names().union(*(each.other_length for each in grounds)))
    remarks = []
    if unread:
        remarks.append(f"not all is read of {_of_response(unread)}")
    if other:
        verb = "has" if other == 1 else "have"
        remarks.append(f"{_of_response(other)} {verb} more or fewer tokens than in the key")
    return [f"{each}; see keytally check" for each in remarks]


def _of_response(count: int) -> str:
    return f"{quantity(count, 'document')} of the response"
