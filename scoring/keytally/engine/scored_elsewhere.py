"""Scores documents in a process that does nothing else, from the texts of their units."""

import gc
import pickle
import sys
from collections.abc import Sequence
from typing import Any, BinaryIO, NamedTuple

from keytally.evaluations.apart import ScoresElsewhere
from keytally.evaluations.interface import Role


class SentDocument(NamedTuple):
    """A document and the texts of its units on both sides."""

    document: str
    key: Sequence[str]
    response: Sequence[str]


GARBAGE = 50_000
"""The new objects after which garbage is looked for: those of a few documents, which mostly leave none."""

Parcel = Sequence[SentDocument]
Scored = Sequence[Sequence[Any]]
"""The scores of each document of a parcel, without their units (`ScoresElsewhere.sent`)."""


def scored(evaluation: ScoresElsewhere, parcel: Parcel) -> Scored:
    """The scores of the documents of a parcel."""
    key, response = (evaluation.language(role).read for role in (Role.KEY, Role.RESPONSE))
    return [
        evaluation.sent(
            evaluation.score(each.document, [*map(key, each.key)], [*map(response, each.response)])
        )
        for each in parcel
    ]


def serve(source: BinaryIO, target: BinaryIO) -> None:
    """Read what makes an evaluation, then parcels, and write the scores of each, until the source ends."""
    evaluation: ScoresElsewhere = pickle.load(source)()
    while True:
        try:
            parcel: Parcel = pickle.load(source)
        except EOFError:
            return
        pickle.dump(scored(evaluation, parcel), target)
        target.flush()


def main() -> None:
    """Serve the process that has begun this one, over standard input and output."""
    gc.set_threshold(GARBAGE)
    serve(sys.stdin.buffer, sys.stdout.buffer)
