"""Text reports of the task `conll-coreference`, including those of scorer.pl 8.01."""

from collections.abc import Iterator, Sequence
from operator import add

from keytally.families.conll.model import Chain
from keytally.families.conll.programs import METRICS, Fractions, Links, ProgramCounts
from keytally.families.conll.reading import DocumentUnit
from keytally.families.conll.scoring import TITLES, Counts, DocumentScore, conll_score, ratios_of, summed

_WIDTH = max(map(len, TITLES.values()))


def text_report(scores: Sequence[DocumentScore], signature: str, verbose: int) -> str:
    """Return a line for each measure, the CoNLL score and the signature; `verbose` adds a line for each
    document.
    """
    lines = [*(_documents(scores) if verbose else ()), *_measures(summed(scores)), "", signature]
    return "".join(f"{line}\n" for line in lines)


def _documents(scores: Sequence[DocumentScore]) -> Iterator[str]:
    width = max((len(score.document) for score in scores), default=0)
    names = [name for name in TITLES if name != "mentions"]
    yield f"{'':<{width}}" + "".join(f" {TITLES[name]:>9}" for name in names) + f" {'CoNLL':>9}"
    for score in scores:
        ratios = ratios_of(score.counts)
        values = [*(ratios[name].f for name in names), conll_score(ratios)]
        yield f"{score.document:<{width}}" + "".join(f" {value:>9.2f}" for value in values)
    yield ""


def _measures(counts: Counts) -> Iterator[str]:
    ratios = ratios_of(counts)
    yield f"{'':<{_WIDTH}}" + "".join(f" {name:>9}" for name in ("REC", "PRE", "F"))
    for name, title in TITLES.items():
        yield f"{title:<{_WIDTH}}" + "".join(f" {value:>9.2f}" for value in ratios[name])
    yield f"{'CoNLL':<{_WIDTH}}" + f" {conll_score(ratios):>29.2f}"


# The output of scorer.pl, release 8.01, for all its metrics: the totals, and with `verbose` each document.
#
# The program processes the documents in an order that changes from run to run; here they are in the key's
# order. Its first line contains the path of the program, which is omitted here. It rejects a response with
# more than ten repeated mentions, and files with unbalanced brackets; here these are scored.


_RULE = "-" * 74
_Document = tuple[DocumentScore, ProgramCounts]


def program_report(scores: Sequence[DocumentScore], verbose: int) -> str:
    """Return the output of `scorer.pl all KEY RESPONSE none`; with `verbose`, the output without the
    argument `none`.
    """
    documents = [(score, score.program) for score in scores if score.program is not None]
    lines = ["version: 8.01"]
    for name in METRICS:
        lines += ["", f"METRIC {name}:", *_metric(documents, name, bool(verbose))]
    lines += ["", "METRIC blanc:", *_blanc(documents, bool(verbose))]
    return "".join(f"{line}\n" for line in lines)


def _chains(unit: DocumentUnit | None) -> Sequence[Chain]:
    return () if unit is None else unit.read().chains


def _metric(documents: Sequence[_Document], metric: str, verbose: bool) -> Iterator[str]:
    total = Fractions()
    for score, seen in documents:
        yield from _opening(score, score.document, seen, verbose)
        found = seen.metrics[metric]
        total = Fractions(*map(add, total, found))
        if verbose:
            yield from _ratios("", found)
    yield from _mentions_total(documents)
    yield from _ratios("Coreference: ", total)


def _blanc(documents: Sequence[_Document], verbose: bool) -> Iterator[str]:
    total = Links()
    for score, seen in documents:
        yield from _opening(score, "", seen, verbose)
        found = seen.links
        total = Links(*(Fractions(*map(add, *pair)) for pair in zip(total, found, strict=True)))
    yield from _mentions_total(documents)
    yield from ("", "Coreference:")
    yield from _ratios("Coreference links: ", total.within)
    yield from _ratios("Non-coreference links: ", total.between)
    yield from _blanc_ratios(total)


def _opening(score: DocumentScore, name: str, seen: ProgramCounts, verbose: bool) -> Iterator[str]:
    """Yield the mentions of both sides as read, and the number of shared mentions."""
    if verbose:
        yield from _entities(score.document, _chains(score.key))
        yield from _entities("" if score.response is None else score.document, _chains(score.response))
        yield f"{name}:"
    for in_key, span, numbers in seen.repeated:
        yield f"Repeated mention in the {'key' if in_key else 'response'}: {span[0]}, {span[1]} {numbers}"
    if verbose:
        yield f"Total key mentions: {seen.in_key}"
        yield f"Total response mentions: {seen.in_response}"
        yield f"Strictly correct identified mentions: {seen.common}"
        yield "Partially correct identified mentions: 0"
        yield f"No identified: {seen.in_key - seen.common}"
        yield f"Invented: {seen.invented}"


def _entities(name: str, chains: Sequence[Chain]) -> Iterator[str]:
    yield f"====> {name}:"
    yield f"File {name}:"
    for number, chain in enumerate(chains):
        spans = (f" ({mention.words[0]},{mention.words[-1]})" for mention in chain.mentions)
        yield f"Entity {number}:{''.join(spans)}"


def _mentions_total(documents: Sequence[_Document]) -> Iterator[str]:
    found = sum(seen.common for _, seen in documents)
    below = (sum(seen.in_key for _, seen in documents), sum(seen.in_response for _, seen in documents))
    yield from ("", "====== TOTALS =======")
    yield from _ratios("Identification of Mentions: ", Fractions(found, below[0], found, below[1]))


def _ratios(title: str, counts: Fractions, f: float | None = None) -> Iterator[str]:
    recall, precision = _ratio(*counts[:2]), _ratio(*counts[2:])
    if f is None:
        f = _f(precision, recall)
    above, below = map(_number, counts[:2])
    above_p, below_p = map(_number, counts[2:])
    yield (
        f"{title}Recall: ({above} / {below}) {_percent(recall)}%"
        f"\tPrecision: ({above_p} / {below_p}) {_percent(precision)}%\tF1: {_percent(f)}%"
    )
    yield _RULE


def _blanc_ratios(total: Links) -> Iterator[str]:
    """Yield the BLANC ratios, averaged over the kinds of links that occur in the key."""
    kinds = [kind for kind in total if kind.recall_below] or [Fractions()]
    recalls = [_ratio(*kind[:2]) for kind in kinds]
    precisions = [_ratio(*kind[2:]) for kind in kinds]
    fs = [_f(*pair) for pair in zip(precisions, recalls, strict=True)]
    recall, precision, f = (sum(values) / len(kinds) for values in (recalls, precisions, fs))
    yield from _ratios("BLANC: ", Fractions(recall, 1, precision, 1), f)


def _ratio(above: float, below: float) -> float:
    return above / below if below else 0


def _f(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0


def _percent(ratio: float) -> str:
    return _number(int(ratio * 10000) / 100)


def _number(value: float) -> str:
    """Return a number as Perl prints it, with at most fifteen digits."""
    return f"{value:.15g}"
