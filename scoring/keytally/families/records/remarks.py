"""Remarks on a score: lines about documents and fields that do not count as expected."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.families.contract import ORDINAL
from keytally.families.records.reading import RecordUnit
from keytally.families.records.scoring import RecordScore
from keytally.text.rendering import printable, quantity


class Listed(NamedTuple):
    """The number of documents, and the first of them."""

    number: int = 0
    first: str = ""


class Grounds(NamedTuple):
    """The facts about some documents that remarks are based on; they can be pickled.

    `are_numbered` if records of the response have no ids, `has_named_key` if one of the key has an id.
    `aside` contains the number of documents for each field that was set aside; `notes` contains a line for
    each field of the schema whose comparison needs a remark. `missing` lists documents that the response
    lacks; `left_out` lists documents that a program cannot score.
    """

    documents: int
    are_numbered: bool
    has_named_key: bool
    aside: Mapping[str, int]
    notes: Mapping[str, str]
    missing: Listed
    left_out: Listed


def grounds_of(
    scores: Sequence[RecordScore], response: Iterable[RecordUnit], notes: Mapping[str, str]
) -> Grounds:
    """Return the facts about documents on which remarks are based."""
    aside = Counter(path for score in scores for path in score.aside)
    missing = [printable(score.document) for score in scores if score.response is None]
    reasons = [
        f"{printable(score.document)}: {score.program}"
        for score in scores
        if isinstance(score.program, Exception)
    ]
    are_numbered = any(unit.document == ORDINAL for unit in response)
    has_named_key = any(score.key is not None and score.key.document != ORDINAL for score in scores)
    return Grounds(
        len(scores), are_numbered, has_named_key, aside, dict(notes), _listed(missing), _listed(reasons)
    )


def _listed(names: Sequence[str]) -> Listed:
    return Listed(len(names), names[0]) if names else Listed()


def remarks_on(grounds: Sequence[Grounds], program: str) -> list[str]:
    """Return the remarks on all documents; `program` is the name of the program for which figures are
    requested.
    """
    return list(_remarks(grounds, program))


def _remarks(grounds: Sequence[Grounds], program: str) -> Iterator[str]:
    if any(each.are_numbered for each in grounds):
        if any(each.has_named_key for each in grounds):
            yield (
                "the records of the response have no id in common, but those of the key do; "
                "specify -O id=line to pair them by their order in the files"
            )
        else:
            yield "the records have no id in common; they are paired by their order in the files"
    aside = sorted({path for each in grounds for path in each.aside})
    if aside:
        more = f" and {quantity(len(aside) - 1, 'other field')}" if len(aside) > 1 else ""
        describe = (
            "describe other fields of the response and are"
            if more
            else "describes other fields of the response and is"
        )
        yield f"{aside[0]}{more} {describe} not compared"
    notes = {path: note for each in grounds for path, note in each.notes.items()}
    yield from (f"{path}: {note}" for path, note in sorted(notes.items()))
    if missing := sum(each.missing.number for each in grounds):
        first = next(each.missing.first for each in grounds if each.missing.number)
        yield f"the response lacks {quantity(missing, 'document')} of the key; the first is {first}"
    if left_out := sum(each.left_out.number for each in grounds):
        first = next(each.left_out.first for each in grounds if each.left_out.number)
        total = quantity(sum(each.documents for each in grounds), "document")
        yield f"{program} leaves out {left_out} of {total}; the first is {first}"
