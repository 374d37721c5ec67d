"""The lines that `--verbose` prints about a sentence and one of its annotators."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.m2.model import EditCounts, GoldEdit
from keytally.evaluations.m2.scoring.result import Comparison, Detail

PrintedEdit = tuple[int, int, str, str]
PrintedGold = tuple[int, int, str, list[str]]

RULE = "-" * 43


def comparison_lines(
    sentences: tuple[str, str], detail: Detail, comparison: Comparison, whole: EditCounts, beta: float
) -> Iterator[str]:
    """The lines for one annotator; `sentences` are source and output, `whole` the counts to print."""
    edits, correct = edits_of(detail, comparison), correct_of(detail, comparison)
    gold = [printed_gold(detail, edit) for edit in comparison.gold]
    yield f">> Annotator: {comparison.annotator}"
    yield from _neighbour_lines(edits, correct, gold)
    yield f"SOURCE        : {sentences[0]}"
    yield f"HYPOTHESIS    : {sentences[1]}"
    yield f"EDIT SEQ      : {[shrunk(edit) for edit in edits]}"
    yield f"GOLD EDITS    : {gold}"
    yield f"CORRECT EDITS : {correct}"
    yield f"# correct     : {whole.correct}"
    yield f"# proposed    : {whole.proposed}"
    yield f"# gold        : {whole.gold}"
    yield f"precision     : {whole.precision}"
    yield f"recall        : {whole.recall}"
    yield f"f_{beta:.1f}         : {whole.f_of_counts(beta)}"
    yield RULE


def edits_of(detail: Detail, comparison: Comparison) -> list[PrintedEdit]:
    """A system's edits with the offsets of the mode."""
    if comparison.path is not None:
        return [edit.described for edit in comparison.path.edits]
    return [
        (
            edit.start,
            edit.end,
            " ".join(detail.source[edit.start : edit.end]),
            " ".join(detail.hypothesis[edit.first : edit.last]),
        )
        for edit in comparison.edits
    ]


def correct_of(detail: Detail, comparison: Comparison) -> list[PrintedEdit]:
    """The correct edits, each as often as it counts."""
    if comparison.path is not None:
        return [match.edit.described for match in comparison.path.matches]
    edits = edits_of(detail, comparison)
    return [edit for edit, known in zip(edits, comparison.edits, strict=True) if known.gold is not None]


def printed_gold(detail: Detail, edit: GoldEdit) -> PrintedGold:
    """A gold edit as it is printed."""
    return edit.start, edit.end, " ".join(detail.source[edit.start : edit.end]), list(edit.alternatives)


def shrunk(edit: PrintedEdit) -> PrintedEdit:
    """An edit without the unchanged tokens at its start and end."""
    start, end, before, after = edit
    old, new = before.split(), after.split()
    shorter = min(len(old), len(new))
    head = 0
    while head < shorter and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < shorter - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    old, new = old[head : len(old) - tail], new[head : len(new) - tail]
    return start + head, end - tail, " ".join(old), " ".join(new)


def _neighbour_lines(
    edits: Sequence[PrintedEdit], correct: Sequence[PrintedEdit], gold: Sequence[PrintedGold]
) -> Iterator[str]:
    """A line for a correct insertion that touches a deletion, or the reverse.

    `!` says that the neighbour is correct too, else `*` marks the insertion and `&` the deletion.
    """
    for edit in correct:
        start, end, _, after = edit
        touching = [shrunk(each) for each in edits if end == each[0] or start == each[1]]
        if start == end:
            neighbours = [each for each in touching if each[0] < each[1] and not each[3]]
        else:
            neighbours = [each for each in touching if each[0] == each[1]] if not after.strip() else []
        if neighbours:
            both = any(_equal(each, known) for each in neighbours for known in gold)
            yield f"{'!' if both else '*' if start == end else '&'} {edit}"


def _equal(edit: PrintedEdit, gold: PrintedGold) -> bool:
    return edit[:3] == gold[:3] and edit[3] in gold[3]
