"""Text and JSON reports of the three tasks."""

from collections.abc import Iterator, Sequence
from typing import Any

from keytally.families.cpa.reading import SLOTS, CpaRow
from keytally.families.cpa.scoring import (
    LAYERS,
    Category,
    ClusteringResult,
    Credits,
    Layer,
    ParsingResult,
    Pattern,
    SlotCounts,
    SlotsResult,
    VerbFold,
    VerbScore,
    average,
    compare,
    patterns,
    rows_in,
    tagged,
)
from keytally.text.rendering import printable

HEADING = " key  response   cor   sub  del  ins"

_NO_PATTERN: Pattern = ("",) * len(SLOTS)


def aligned_patterns(
    key: Sequence[CpaRow], response: Sequence[CpaRow], alignment: Sequence[int | None], credits: Credits
) -> Iterator[str]:
    """Return a line for each pattern of the key with its partner, then for each pattern that only the
    response contains.

    Patterns are numbered as in their files, from 1; a `-` means no partner.
    """
    gold, run = (patterns(rows, official=credits.official) for rows in (key, response))
    partners = [*alignment, *[None] * (len(gold) - len(alignment))]
    yield HEADING
    for at, other in enumerate(partners):
        yield _line(at, other, gold[at], _NO_PATTERN if other is None else run[other], credits)
    taken = set(partners)
    for other, pattern in enumerate(run):
        if other not in taken:
            yield _line(None, other, _NO_PATTERN, pattern, credits)


def _line(at: int | None, other: int | None, mine: Pattern, theirs: Pattern, credits: Credits) -> str:
    numbers = f"{_number(at):>4}  {_number(other):>8}"
    words = "  ~  ".join(_words(each) for each, number in ((mine, at), (theirs, other)) if number is not None)
    return f"{numbers}  {_counts(compare(mine, theirs, credits))}  {words}".rstrip()


def _counts(counts: SlotCounts) -> str:
    return f"{counts.correct:4g}  {counts.substitution:4g} {counts.deletion:4} {counts.insertion:4}"


def _number(index: int | None) -> str:
    return "-" if index is None else str(index + 1)


def _words(pattern: Pattern) -> str:
    return " ".join(filter(None, pattern))


def official_report(scores: Sequence[VerbScore], number: int, *, verbose: bool) -> str:
    """Return the output of the official program; if verbose, include its line for each verb."""
    lines = [f"score[{score.verb}]= {_printed(score.value)}" for score in scores if score.counted and verbose]
    return "\n".join([*lines, average_line(scores, number)]) + "\n"


def average_line(scores: Sequence[VerbScore], number: int) -> str:
    """Return the last line of the official program, which prints the integer 0 if there is no common verb."""
    is_any = any(score.counted and score.answered for score in scores)
    return f"Task {number} AVERAGE score: {_printed(average(scores)) if is_any else '0'}"


def _printed(value: float) -> str:
    """Return a number as Python 2 prints it, with twelve significant digits and always a decimal point."""
    text = f"{value:.12g}"
    return text if "." in text or "e" in text else f"{text}.0"


def text_report(
    scores: Sequence[VerbScore], number: int, signature: str, credits: Credits, *, verbose: bool
) -> str:
    """Return a table of verbs and the average; if verbose, add each verb's categories or aligned patterns."""
    counted = [score for score in scores if score.counted]
    names = [printable(score.verb) for score in counted]
    width = max(map(len, [*names, "average"]))
    lines = [signature, ""]
    for name, score in zip(names, counted, strict=True):
        lines.append(f"{name:<{width}}  {100 * score.value:6.2f}  {in_words(score)}".rstrip())
        if verbose:
            lines += (f"  {line}" for line in _details(score, credits))
    lines += [f"{'average':<{width}}  {100 * average(scores):6.2f}", "", average_line(scores, number)]
    return "\n".join(lines) + "\n"


def in_words(score: VerbScore) -> str:
    """Return the figures of a verb's score, on one line."""
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
    """Yield a table for each layer: F, and each category's correct, retrieved and reference tokens."""
    names = [name for layer in result.layers.values() for name in layer.categories]
    width = max(map(len, [*names, *result.layers]))
    for heading, layer in result.layers.items():
        yield f"{heading:<{width}}       F   cor  ret  ref"
        for name, category in layer.categories.items():
            counts = f"{category.correct:4} {category.retrieved:4} {category.reference:4}"
            yield f"{name:<{width}}  {100 * category.f:6.2f}  {counts}"


def json_report(scores: Sequence[VerbScore], task: str, signature: str) -> dict[str, Any]:
    """Return the JSON output of `keytally score`."""
    return {
        "task": task,
        "signature": signature,
        "scores": folded(scores).totals(),
        "items": {score.verb: verb_json(score) for score in scores if score.counted},
    }


def folded(scores: Sequence[VerbScore]) -> VerbFold:
    """Return the average over verbs."""
    fold = VerbFold()
    for score in scores:
        fold.put(score)
    return fold


def verb_json(score: VerbScore) -> dict[str, Any]:
    """Return a verb's entry: its score, and its counts and ratios."""
    result = score.result
    if isinstance(result, ParsingResult):
        details: dict[str, Any] = {name: _layer(layer) for name, layer in result.layers.items()}
    elif isinstance(result, ClusteringResult):
        details = _clustering(result)
    else:
        details = _slots(result)
    return {"score": 100 * score.value, **details}


def _layer(layer: Layer) -> dict[str, Any]:
    categories = {name: _category(category) for name, category in layer.categories.items()}
    return {"score": 100 * layer.f, "categories": categories}


def _category(category: Category) -> dict[str, Any]:
    ratios = {"precision": category.precision, "recall": category.recall, "f": category.f}
    return {**category._asdict(), **{name: 100 * value for name, value in ratios.items()}}


def _clustering(result: ClusteringResult) -> dict[str, Any]:
    counts = result._asdict()
    ratios = {name: 100 * counts.pop(name) for name in ("precision", "recall")}
    return {**ratios, **counts}


def _slots(result: SlotsResult) -> dict[str, Any]:
    counts = result.counts
    ratios = {"precision": counts.precision, "recall": counts.recall, "error_rate": counts.error_rate}
    return {
        **{name: 100 * value for name, value in ratios.items()},
        "correct": counts.correct,
        "substitution": counts.substitution,
        "deletion": counts.deletion,
        "insertion": counts.insertion,
    }


def f_by_part(scores: Sequence[VerbScore], *, official: bool) -> dict[str, Any]:
    """Return tallies in the form that `keytally.tallies.tally` reads, with F in percent; the overall F is
    the average over verbs.
    """
    counted = [score for score in scores if score.counted]
    sizes = [_sizes(score, official=official) for score in counted]
    return {
        "totals": _tally(average(counted), sum(pos for pos, _ in sizes), sum(act for _, act in sizes)),
        "documents": {
            score.verb: _tally(score.value, *size) for score, size in zip(counted, sizes, strict=True)
        },
        "subtasks": {
            layer: categories for layer in LAYERS if (categories := _category_tallies(counted, layer))
        },
    }


def _sizes(score: VerbScore, *, official: bool) -> tuple[int, int]:
    """Return the numbers of labels, items or slots in the key and the response."""
    result = score.result
    if isinstance(result, ClusteringResult):
        return result.key_items, result.response_items
    if isinstance(result, SlotsResult):
        return result.counts.key_slots, result.counts.response_slots
    key, response = (
        sum(len(tagged(units, column, official=official)) for column in LAYERS.values())
        for units in (score.key, score.response)
    )
    return key, response


def _category_tallies(scores: Sequence[VerbScore], layer: str) -> dict[str, Any]:
    """Return F of each category of a layer, from counts summed over verbs."""
    sums: dict[str, Category] = {}
    for score in scores:
        if isinstance(score.result, ParsingResult):
            for name, counts in score.result.layers[layer].categories.items():
                before = sums.get(name, Category(0, 0, 0))
                sums[name] = Category(*map(sum, zip(before, counts, strict=True)))
    return {name: _tally(each.f, each.reference, each.retrieved) for name, each in sorted(sums.items())}


def _tally(f: float, key: int, response: int) -> dict[str, Any]:
    return {"f": 100 * f, "pos": key, "act": response}
