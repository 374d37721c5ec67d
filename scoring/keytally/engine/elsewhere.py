"""Scores and judges documents in a process that does nothing else, from the texts of their units."""

import gc
import pickle
import sys
from collections.abc import Sequence
from typing import Any, BinaryIO, NamedTuple, TypeAlias

from keytally.evaluations.apart import JudgesElsewhere, ScoresElsewhere
from keytally.evaluations.interface import Language, Role

Texts = Sequence[str]
"""The texts of the units of a document, in file order."""


class SentDocument(NamedTuple):
    """A document and the texts of its units on both sides."""

    document: str
    key: Texts
    response: Texts


class ToScore(NamedTuple):
    """Documents that are to be scored."""

    documents: Sequence[SentDocument]


class ToJudge(NamedTuple):
    """Documents of one side that are to be judged."""

    role: Role
    documents: Sequence[Texts]


class Scored(NamedTuple):
    """The scores of a document without its units (`ScoresElsewhere.sent`).

    `sound` says of its units on either side whether scoring has told that nothing is found in any of them.
    """

    scores: Sequence[Any]
    sound: tuple[bool, bool]


Parcel: TypeAlias = "ToScore | ToJudge"
Answer = Sequence[Any]
"""For each document what it is `Scored`, or whether nothing is found in its units and in comparing them."""

GARBAGE = 50_000
"""The new objects after which garbage is looked for: those of a few documents, which mostly leave none."""


def answer(evaluation: ScoresElsewhere, parcel: Parcel) -> Answer:
    """What becomes of each document of a parcel."""
    if isinstance(parcel, ToScore):
        return [_scored(evaluation, each) for each in parcel.documents]
    language = evaluation.language(parcel.role)
    return [_is_sound(language, texts) for texts in parcel.documents]


def _scored(evaluation: ScoresElsewhere, sent: SentDocument) -> Scored:
    key, response = evaluation.language(Role.KEY), evaluation.language(Role.RESPONSE)
    units = [*map(key.read, sent.key)], [*map(response.read, sent.response)]
    scores = evaluation.sent(evaluation.score(sent.document, *units))
    return Scored(scores, (_is_told_sound(key, units[0]), _is_told_sound(response, units[1])))


def _is_told_sound(language: JudgesElsewhere, units: Sequence[Any]) -> bool:
    return all(language.is_judged(unit) and not unit.findings for unit in units)


def _is_sound(language: Language, texts: Texts) -> bool:
    """Whether nothing is found in the units of a document, nor in comparing them."""
    units = [*map(language.read, texts)]
    return not any(unit.findings for unit in units) and not any(language.compare_duplicates(units, {}))


def serve(source: BinaryIO, target: BinaryIO) -> None:
    """Read what makes an evaluation, then parcels, and write the answer to each, until the source ends."""
    evaluation: ScoresElsewhere = pickle.load(source)()
    while True:
        try:
            parcel: Parcel = pickle.load(source)
        except EOFError:
            return
        pickle.dump(answer(evaluation, parcel), target)
        target.flush()


def main() -> None:
    """Serve the process that has begun this one, over standard input and output."""
    gc.set_threshold(GARBAGE)
    serve(sys.stdin.buffer, sys.stdout.buffer)
