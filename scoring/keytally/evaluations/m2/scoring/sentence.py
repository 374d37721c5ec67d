"""The comparison of one sentence of system output with each annotator's edits."""

from collections.abc import Sequence

from keytally.evaluations.m2.formats.unit import GoldUnit, SentenceUnit
from keytally.evaluations.m2.model import (
    EditCounts,
    GoldEdit,
    SystemEdit,
    is_whitespace_or_case,
    without_duplicates,
)
from keytally.evaluations.m2.options import M2Mode, M2Options
from keytally.evaluations.m2.scoring.choice import chosen
from keytally.evaluations.m2.scoring.extraction import Extraction
from keytally.evaluations.m2.scoring.lattice import Lattice, lattice
from keytally.evaluations.m2.scoring.result import AnnotatorCounts, Comparison, Detail, SentenceScore


def score(document: str, key: GoldUnit, response: SentenceUnit, options: M2Options) -> SentenceScore:
    """A sentence's counts against each annotator."""
    found = compare(key, response, options).comparisons
    results = tuple(AnnotatorCounts(each.annotator, each.counts) for each in found)
    choice = chosen([each.counts for each in results], options.beta)
    return SentenceScore(document, key, response, results, choice)


def compare(key: GoldUnit, response: SentenceUnit, options: M2Options) -> Detail:
    """The full comparison of a sentence, with annotators in the order of their numbers."""
    block = key.block()
    source, hypothesis = block.words, response.text.split()
    annotators = block.by_annotator()
    key.may_lose = block.may_lose(annotators)
    if options.mode is M2Mode.DOCUMENT:
        ways = lattice(source, hypothesis) if source != hypothesis else Lattice(source, hypothesis, (), ())
        extraction = Extraction(ways, options.max_unchanged_words)
        return Detail(
            source,
            hypothesis,
            [_by_document(ways, extraction, *each, options) for each in annotators.items()],
        )
    from keytally.evaluations.m2.scoring.by_program import compared_by_program  # noqa: PLC0415 - the document's mode is the common one

    return compared_by_program(source, hypothesis, annotators, options)


def every_edit(
    key: GoldUnit, response: SentenceUnit, annotator: int, options: M2Options
) -> tuple[Sequence[SystemEdit], Sequence[GoldEdit]]:
    """All edits of a sentence by the document's mode, with those that do not count, and an annotator's."""
    block = key.block()
    wanted = without_duplicates(block.by_annotator()[annotator])
    ways = lattice(block.words, response.text.split())
    return Extraction(ways, options.max_unchanged_words).edits(wanted), wanted


def _by_document(
    ways: Lattice, extraction: Extraction, annotator: int, gold: Sequence[GoldEdit], options: M2Options
) -> Comparison:
    wanted = without_duplicates(gold)
    edits = extraction.edits(wanted)
    if options.ignore_whitespace_casing:
        wanted = [edit for edit in wanted if not _is_case(ways.source, edit)]
        edits = [edit for edit in edits if not _changes_case(ways, edit)]
    correct = sum(edit.gold is not None for edit in edits)
    return Comparison(annotator, wanted, edits, EditCounts(correct, len(edits), len(wanted)))


def _is_case(source: Sequence[str], edit: GoldEdit) -> bool:
    """Whether a gold edit changes only blanks and case, in each of its alternatives."""
    before = source[edit.start : edit.end]
    return all(is_whitespace_or_case(before, each.split()) for each in edit.alternatives)


def _changes_case(ways: Lattice, edit: SystemEdit) -> bool:
    before, after = ways.source[edit.start : edit.end], ways.hypothesis[edit.first : edit.last]
    return is_whitespace_or_case(before, after)
