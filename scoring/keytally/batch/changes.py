"""Where the verdicts of two responses to one key differ, place by place."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.batch.files import shown
from keytally.batch.score_result import ScoreResult
from keytally.engine.differences import differences
from keytally.evaluations.interface import Role
from keytally.tallies.status import Status

LONGEST = 60


class Verdict(NamedTuple):
    """A verdict that is not correct, at a place: `path:line:column`, from 1, in code points."""

    place: str
    text: str
    status: str


class Verdicts(NamedTuple):
    """What a response got wrong: by place in the key, and what is spurious by document and text."""

    in_key: Mapping[tuple[str, int], Verdict]
    spurious: Mapping[tuple[str, str], Sequence[Verdict]]


class Change(NamedTuple):
    """A verdict of the baseline, and that of another system at the same place; `cor` where neither is wrong.

    Where there is something spurious in one response only, the other has `non` there.
    """

    place: str
    text: str
    before: str
    after: str


def verdicts_of(result: ScoreResult) -> Verdicts:
    """The differences of a scored pair, on the key's side, and what is spurious on the response's."""
    in_key = {at: verdict for at, _, verdict in _differences(result, Role.KEY)}
    spurious: dict[tuple[str, str], list[Verdict]] = {}
    for _, document, verdict in _differences(result, Role.RESPONSE):
        if verdict.status == Status.SPURIOUS.value:
            spurious.setdefault((document, verdict.text), []).append(verdict)
    return Verdicts(in_key, spurious)


def _differences(result: ScoreResult, role: Role) -> Iterator[tuple[tuple[str, int], str, Verdict]]:
    """Each difference on a side: file and offset, document, and the verdict on the whole."""
    live, pair = result.live, result.pair
    for path in pair.keys if role is Role.KEY else pair.responses:
        reading, offset = live.side(role).reading(path), 0
        for unit in reading.units:
            document = live.side(role).document_with(unit) if unit.document is not None else None
            marks = (mark._replace(status=mark.verdict) for mark in live.marks_of(role, unit))
            for mark in differences(marks):
                start = offset + mark.start
                line, column = reading.places.position(start)
                place = f"{shown(path)}:{line + 1}:{column + 1}"
                text = " ".join(unit.text[mark.start : mark.end].split())[:LONGEST]
                yield (str(path), start), document or "", Verdict(place, text, mark.status.value)
            offset += len(unit.text)


def changes(before: Verdicts, after: Verdicts) -> list[Change]:
    """Where the verdicts of two responses differ: by place in the key, then what is spurious in one."""
    found = []
    for at in sorted({*before.in_key, *after.in_key}):
        old, new = before.in_key.get(at), after.in_key.get(at)
        known = old or new
        if known is not None and (old is None or new is None or old.status != new.status):
            found.append(Change(known.place, known.text, _status(old), _status(new)))
    return [*found, *_spurious(before, after)]


def _status(verdict: Verdict | None) -> str:
    return Status.CORRECT.value if verdict is None else verdict.status


def _spurious(before: Verdicts, after: Verdicts) -> Iterator[Change]:
    """What is spurious in one response more often than in the other, the last ones of each text."""
    nothing, spurious = Status.NONCOMMITTAL.value, Status.SPURIOUS.value
    counts = Counter({at: len(each) for at, each in after.spurious.items()})
    counts.subtract({at: len(each) for at, each in before.spurious.items()})
    for at, more in sorted(counts.items()):
        side = after if more > 0 else before
        old, new = (nothing, spurious) if more > 0 else (spurious, nothing)
        for verdict in side.spurious[at][len(side.spurious[at]) - abs(more) :] if more else ():
            yield Change(verdict.place, verdict.text, old, new)
