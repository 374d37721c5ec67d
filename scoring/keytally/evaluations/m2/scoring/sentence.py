"""The comparison of one sentence of system output with each annotator's edits."""

from collections.abc import Sequence

from keytally.evaluations.m2.formats.unit import GoldUnit, SentenceUnit
from keytally.evaluations.m2.model import (
    Counts,
    GoldEdit,
    SystemEdit,
    is_whitespace_or_case,
    without_duplicates,
)
from keytally.evaluations.m2.options import Choices, Mode
from keytally.evaluations.m2.scoring.choice import chosen
from keytally.evaluations.m2.scoring.closure import Closure
from keytally.evaluations.m2.scoring.extraction import Extraction
from keytally.evaluations.m2.scoring.lattice import Lattice, lattice
from keytally.evaluations.m2.scoring.program import Path, path
from keytally.evaluations.m2.scoring.result import AnnotatorCounts, Comparison, Detail, SentenceScore


def score(document: str, key: GoldUnit, response: SentenceUnit, choices: Choices) -> SentenceScore:
    """A sentence's counts against each annotator."""
    found = compare(key, response, choices).comparisons
    results = tuple(AnnotatorCounts(each.annotator, each.counts) for each in found)
    choice = chosen([each.counts for each in results], choices.beta)
    return SentenceScore(document, key, response, results, choice)


def compare(key: GoldUnit, response: SentenceUnit, choices: Choices) -> Detail:
    """Everything about a sentence, annotators in the order of their numbers."""
    block = key.block()
    source, hypothesis = block.words, response.text.split()
    annotators = block.by_annotator().items()
    if choices.mode is Mode.DOCUMENT:
        ways = lattice(source, hypothesis) if source != hypothesis else Lattice(source, hypothesis, (), ())
        extraction = Extraction(ways, choices.max_unchanged_words)
        return Detail(
            source, hypothesis, [_by_document(ways, extraction, *each, choices) for each in annotators]
        )
    shifted = choices.mode is Mode.RELEASE
    closure = Closure(source, hypothesis, choices.max_unchanged_words, shifted=shifted)
    return Detail(source, hypothesis, [_by_program(closure, *each, choices) for each in annotators], closure)


def _by_document(
    ways: Lattice, extraction: Extraction, annotator: int, gold: Sequence[GoldEdit], choices: Choices
) -> Comparison:
    wanted = without_duplicates(gold)
    edits = extraction.edits(wanted)
    if choices.ignore_whitespace_casing:
        wanted = [edit for edit in wanted if not _is_case(ways.source, edit)]
        edits = [edit for edit in edits if not _changes_case(ways, edit)]
    correct = sum(edit.gold is not None for edit in edits)
    return Comparison(annotator, wanted, edits, Counts(correct, len(edits), len(wanted)))


def _is_case(source: Sequence[str], edit: GoldEdit) -> bool:
    """Whether a gold edit is about blanks and case alone, whichever alternative is taken."""
    before = source[edit.start : edit.end]
    return all(is_whitespace_or_case(before, each.split()) for each in edit.alternatives)


def _changes_case(ways: Lattice, edit: SystemEdit) -> bool:
    before, after = ways.source[edit.start : edit.end], ways.hypothesis[edit.first : edit.last]
    return is_whitespace_or_case(before, after)


def _by_program(closure: Closure, annotator: int, gold: Sequence[GoldEdit], choices: Choices) -> Comparison:
    ignores = choices.ignore_whitespace_casing
    found = path(closure, gold, choices.max_unchanged_words, ignore_case=ignores)
    counts = Counts(len(found.matches), len(found.edits), len(gold))
    return Comparison(annotator, gold, _system_edits(closure, found), counts, found)


def _system_edits(closure: Closure, found: Path) -> list[SystemEdit]:
    """The edits at their places in the lattice, each with the first gold edit that it makes.

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
    """An edit without the tokens at its ends that stay as they are."""
    start, end, first, last, gold = edit
    while start < end and first < last and source[start] == hypothesis[first]:
        start, first = start + 1, first + 1
    while start < end and first < last and source[end - 1] == hypothesis[last - 1]:
        end, last = end - 1, last - 1
    return SystemEdit(start, end, first, last, gold)
