"""The text that `keytally score --task conll-coreference` prints in the task's own mode."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.conll.scoring.result import (
    TITLES,
    Counts,
    DocumentScore,
    conll_score,
    ratios_of,
    summed,
)

_WIDTH = max(map(len, TITLES.values()))


def text_report(scores: Sequence[DocumentScore], signature: str, verbose: int) -> str:
    """A line a measure, the CoNLL score and the signature; with `verbose`, a line a document before them."""
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
