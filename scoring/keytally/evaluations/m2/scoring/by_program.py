"""The comparison of one sentence by the reference programs' rules (modes 3.2 and head)."""

from collections.abc import Mapping, Sequence

from keytally.evaluations.m2.model import EditCounts, GoldEdit, SystemEdit
from keytally.evaluations.m2.options import M2Mode, M2Options
from keytally.evaluations.m2.scoring.closure import Closure
from keytally.evaluations.m2.scoring.program import Path, PathSearch
from keytally.evaluations.m2.scoring.result import Comparison, Detail


def compared_by_program(
    source: Sequence[str],
    hypothesis: Sequence[str],
    gold: Mapping[int, Sequence[GoldEdit]],
    options: M2Options,
) -> Detail:
    """Everything about a sentence, by the program whose mode is chosen; `gold` has each annotator's edits."""
    if source == hypothesis:
        unchanged = Path([], [], [])
        comparisons = [
            Comparison(each, edits, (), EditCounts(0, 0, len(edits)), unchanged)
            for each, edits in gold.items()
        ]
        return Detail(source, hypothesis, comparisons)
    shifted = options.mode is M2Mode.RELEASE
    trimmed = not any(_changes_nothing(source, edit) for edits in gold.values() for edit in edits)
    closure = Closure(source, hypothesis, options.max_unchanged_words, shifted=shifted, trimmed=trimmed)
    search = PathSearch(closure, options.max_unchanged_words)
    comparisons = [_compared(closure, search, *each, options) for each in gold.items()]
    return Detail(source, hypothesis, comparisons)


def _changes_nothing(source: Sequence[str], edit: GoldEdit) -> bool:
    """Whether an edit puts what stands there; the programs find it on unchanged tokens anywhere."""
    return edit.start < edit.end and " ".join(source[edit.start : edit.end]) in edit.alternatives


def _compared(
    closure: Closure, search: PathSearch, annotator: int, gold: Sequence[GoldEdit], options: M2Options
) -> Comparison:
    found = search.path(gold, ignore_case=options.ignore_whitespace_casing)
    counts = EditCounts(len(found.matches), len(found.edits), len(gold))
    return Comparison(annotator, gold, _system_edits(closure, found), counts, found)


def _system_edits(closure: Closure, found: Path) -> list[SystemEdit]:
    """The edits at their places in the lattice, each with the first gold edit that it matches.

    Spurious ones are shown without the unchanged tokens at their ends.
    """
    made: dict[object, GoldEdit] = {}
    for match in found.matches:
        made.setdefault(match.edit, match.gold)
    edits = []
    for edit in found.edits:
        (start, first), (end, last) = edit.arc
        whole = SystemEdit(start, end, first, last, made.get(edit))
        edits.append(whole if whole.gold else _trimmed(whole, closure.source, closure.hypothesis))
    return edits


def _trimmed(edit: SystemEdit, source: Sequence[str], hypothesis: Sequence[str]) -> SystemEdit:
    """An edit without the unchanged tokens at its ends."""
    start, end, first, last, gold = edit
    while start < end and first < last and source[start] == hypothesis[first]:
        start, first = start + 1, first + 1
    while start < end and first < last and source[end - 1] == hypothesis[last - 1]:
        end, last = end - 1, last - 1
    return SystemEdit(start, end, first, last, gold)
