"""Writes the gold's corrections into a sentence of output, and takes spurious edits back."""

from collections.abc import Sequence
from typing import NamedTuple

from keytally.evaluations.annotated import Rewriting
from keytally.evaluations.classified import Difference
from keytally.evaluations.m2.differences.classes import Edits, meet
from keytally.evaluations.m2.formats.unit import GoldUnit, SentenceUnit
from keytally.evaluations.m2.model import GoldEdit, SystemEdit
from keytally.findings.finding import Edit

BACKWARDS = "its offsets run backwards"
CROSSES = "a correct edit changes the same tokens"


class _Change(NamedTuple):
    """Tokens that take the place of source tokens; at one place they stand in order of `rank` and `first`."""

    start: int
    end: int
    rank: int
    first: int
    words: Sequence[str]


class SentenceEdits(NamedTuple):
    """Every edit of a sentence, and the edits of the annotator whom it is held against."""

    edits: Sequence[SystemEdit]
    gold: Sequence[GoldEdit]


def repair(
    key: GoldUnit, response: SentenceUnit, judged: SentenceEdits, differences: Sequence[Difference]
) -> Rewriting:
    """The edit of the line that repairs differences; refused are those that cross a correct edit."""
    source, output = key.block().words, [token.text for token in response.tokens()]
    gone: set[SystemEdit] = set()
    put: list[GoldEdit] = []
    refused: dict[int, str] = {}
    for number, difference in enumerate(differences):
        subject: Edits = difference.subject
        staying = [edit for edit in judged.edits if edit not in {*gone, *subject.made}]
        if reason := _reason(subject.gold, [*put, *staying]):
            refused[number] = reason
        else:
            gone.update(subject.made)
            put += subject.gold
    changes = _staying(judged, [edit for edit in judged.edits if edit not in gone], output)
    changes += [_Change(*edit[:2], _rank(judged, edit), len(output), _wording(source, edit)) for edit in put]
    edits = _line_edits(response, output, _changed(source, sorted(changes, key=_order)))
    return Rewriting([(response, edit) for edit in edits], refused)


def _reason(gold: Sequence[GoldEdit], others: Sequence[GoldEdit | SystemEdit]) -> str:
    """Why edits of the gold cannot be made beside others; "" if they can."""
    for number, edit in enumerate(gold):
        if edit.start > edit.end:
            return BACKWARDS
        beside = [*others, *gold[:number]]
        if any(meet(edit, other) for other in beside if not _both_insert(edit, other)):
            return CROSSES
    return ""


def _both_insert(edit: GoldEdit, other: GoldEdit | SystemEdit) -> bool:
    return edit.is_insertion and other.start == other.end


def _staying(judged: SentenceEdits, edits: Sequence[SystemEdit], output: Sequence[str]) -> list[_Change]:
    """What the output changes already, in its order: none has a higher rank than the next at its place."""
    changes: list[_Change] = []
    for edit in reversed(edits):
        rank = _rank(judged, edit.gold)
        if changes and changes[-1][:2] == (edit.start, edit.end):
            rank = min(rank, changes[-1].rank)
        changes.append(_Change(edit.start, edit.end, rank, edit.first, output[edit.first : edit.last]))
    return changes


def _rank(judged: SentenceEdits, gold: GoldEdit | None) -> int:
    """The place of a gold edit in its annotator's order; spurious edits stand behind."""
    return judged.gold.index(gold) if gold in judged.gold else len(judged.gold)


def _order(change: _Change) -> tuple[int, int, int, int]:
    return change.start, change.end, change.rank, change.first


def _wording(source: Sequence[str], edit: GoldEdit) -> Sequence[str]:
    """The first alternative that changes something."""
    texts = [each.split() for each in edit.alternatives]
    return next((each for each in texts if each != list(source[edit.start : edit.end])), texts[0])


def _changed(source: Sequence[str], changes: Sequence[_Change]) -> list[str]:
    """The tokens of the source after changes, which stand in order."""
    words: list[str] = []
    done = 0
    for change in changes:
        words += [*source[done : change.start], *change.words]
        done = change.end
    return [*words, *source[done:]]


def _line_edits(unit: SentenceUnit, before: Sequence[str], after: Sequence[str]) -> list[Edit]:
    """The edit of a line that exchanges the tokens that differ; none where none do."""
    if list(before) == list(after):
        return []
    least = min(len(before), len(after))
    first = next((at for at in range(least) if before[at] != after[at]), least)
    room = least - first
    last = next((at for at in range(room) if before[-1 - at] != after[-1 - at]), room)
    tokens = unit.tokens()
    end = len(unit.text.rstrip("\r\n"))
    start = tokens[first - 1].end if first else 0
    stop = tokens[len(tokens) - last].start if last else end
    middle = " ".join(after[first : len(after) - last])
    parts = (" " if first and (middle or last) else "", middle, " " if middle and last else "")
    return [Edit(start, stop, "".join(parts))]
