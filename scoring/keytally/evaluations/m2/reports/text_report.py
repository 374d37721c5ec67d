"""The text that `keytally score --task m2` prints: the reference program's lines."""

from collections.abc import Callable, Iterator, Sequence

from keytally.evaluations.m2.model import NOTHING, EditCounts
from keytally.evaluations.m2.options import M2Mode, M2Options
from keytally.evaluations.m2.reports.sentence_lines import comparison_lines
from keytally.evaluations.m2.scoring.fold import sum_of
from keytally.evaluations.m2.scoring.result import Detail, SentenceScore

DetailOf = Callable[[SentenceScore], Detail]


def text_report(
    scores: Sequence[SentenceScore],
    chosen: Sequence[int],
    options: M2Options,
    detail: DetailOf,
    verbosity: int,
) -> str:
    """Precision, recall and F; a verbosity of 1 adds the lines of `--verbose`, 2 those of `--very_verbose`.

    In the document's mode the counts of a sentence are its own, in the others those of all sentences so far.
    """
    lines: list[str] = []
    if verbosity == 1:
        lines += _verbose(scores, chosen, options, detail)
    elif verbosity > 1:
        from keytally.evaluations.m2.reports.trace import traces  # noqa: PLC0415 - few ask for it

        lines += traces(map(detail, scores), options)
    whole = _whole(scores, chosen)
    return "\n".join([*lines, *_summary(whole, options.beta), ""])


def _whole(scores: Sequence[SentenceScore], chosen: Sequence[int]) -> EditCounts:
    return sum_of(([result.counts for result in score.results] for score in scores), chosen)


def _summary(whole: EditCounts, beta: float) -> list[str]:
    return [
        f"Precision   : {whole.precision:.4f}",
        f"Recall      : {whole.recall:.4f}",
        f"F_{beta:.1f}       : {whole.f(beta):.4f}",
    ]


def _verbose(
    scores: Sequence[SentenceScore], chosen: Sequence[int], options: M2Options, detail: DetailOf
) -> Iterator[str]:
    so_far = NOTHING
    for number, (score, choice) in enumerate(zip(scores, chosen, strict=True), 1):
        before = NOTHING if options.mode is M2Mode.DOCUMENT else so_far
        known = detail(score)
        sentences = score.key.block().source, score.response.text.strip()
        for comparison in known.comparisons:
            whole = before.plus(comparison.counts)
            yield from comparison_lines(sentences, known, comparison, whole, options.beta)
        yield f">> Chosen Annotator for line {number} : {score.results[choice].annotator}"
        yield ""
        so_far = so_far.plus(score.results[choice].counts)
    yield f"CORRECT EDITS  : {so_far.correct}"
    yield f"PROPOSED EDITS : {so_far.proposed}"
    yield f"GOLD EDITS     : {so_far.gold}"
    yield f"P = {so_far.precision}"
    yield f"R = {so_far.recall}"
    yield f"F_{options.beta:.1f} = {so_far.f(options.beta)}"
