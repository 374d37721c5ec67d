"""Scores as text: a line for each verb and the line of the official program."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.cpa.reports.aligned_patterns import aligned_patterns
from keytally.evaluations.cpa.scoring.clustering import ClusteringResult
from keytally.evaluations.cpa.scoring.parsing import ParsingResult
from keytally.evaluations.cpa.scoring.result import VerbScore, average, rows_in
from keytally.evaluations.cpa.scoring.slots import Credits, SlotsResult


def official_report(scores: Sequence[VerbScore], number: int, *, verbose: bool) -> str:
    """The output of the official program; if verbose, with its line for each verb before it."""
    lines = [f"score[{score.verb}]= {_printed(score.value)}" for score in scores if score.counted and verbose]
    return "\n".join([*lines, average_line(scores, number)]) + "\n"


def average_line(scores: Sequence[VerbScore], number: int) -> str:
    """The last line of the official program; for no common verb it prints the integer 0."""
    is_any = any(score.counted and score.answered for score in scores)
    return f"Task {number} AVERAGE score: {_printed(average(scores)) if is_any else '0'}"


def _printed(value: float) -> str:
    """A number as Python 2 prints it: twelve significant digits, and always a point."""
    text = f"{value:.12g}"
    return text if "." in text or "e" in text else f"{text}.0"


def text_report(
    scores: Sequence[VerbScore], number: int, signature: str, credits: Credits, *, verbose: bool
) -> str:
    """A table of verbs and the average; if verbose with each verb's categories or aligned patterns."""
    counted = [score for score in scores if score.counted]
    width = max([len(score.verb) for score in counted] + [len("average")])
    lines = [signature, ""]
    for score in counted:
        lines.append(f"{score.verb:<{width}}  {100 * score.value:6.2f}  {in_words(score)}".rstrip())
        if verbose:
            lines += (f"  {line}" for line in _details(score, credits))
    lines += [f"{'average':<{width}}  {100 * average(scores):6.2f}", "", average_line(scores, number)]
    return "\n".join(lines) + "\n"


def in_words(score: VerbScore) -> str:
    """The figures behind a verb's score, on one line."""
    result = score.result
    if not score.answered:
        return "missing in the response"
    if isinstance(result, ParsingResult):
        return "  ".join(f"{name} {100 * layer.f:.2f}" for name, layer in result.layers.items())
    if isinstance(result, ClusteringResult):
        return f"precision {100 * result.precision:.2f}  recall {100 * result.recall:.2f}"
    counts = result.counts
    names = {
        "COR": counts.correct,
        "SUB": counts.substitution,
        "DEL": counts.deletion,
        "INS": counts.insertion,
    }
    return "  ".join(f"{name} {value:g}" for name, value in names.items())


def _details(score: VerbScore, credits: Credits) -> Iterator[str]:
    result = score.result
    if isinstance(result, ParsingResult):
        yield from _categories(result)
    elif isinstance(result, SlotsResult):
        yield from aligned_patterns(rows_in(score.key), rows_in(score.response), result.alignment, credits)


def _categories(result: ParsingResult) -> Iterator[str]:
    """A table a layer: F, and the counts of correct, retrieved and reference tokens of each category."""
    names = [name for layer in result.layers.values() for name in layer.categories]
    width = max(map(len, [*names, *result.layers]))
    for heading, layer in result.layers.items():
        yield f"{heading:<{width}}       F   cor  ret  ref"
        for name, category in layer.categories.items():
            counts = f"{category.correct:4} {category.retrieved:4} {category.reference:4}"
            yield f"{name:<{width}}  {100 * category.f:6.2f}  {counts}"
