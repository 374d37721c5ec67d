"""The partition file: each class of one side, cut into cells by the classes of the other.

After the manual's example ("Coreference "Partition" Files"). The key's classes stand between lines of
stars, the response's between lines of equal signs; blank lines part the cells. A line has C or M (correct
or missing), start and end of the phrase, ID, REF or NULL, of correct ones the other side's ID, and the
phrase. Offsets count from the beginning of the file without its task tags, the end included.
As in the example, cells that the other side has come first, in the order of the text; then what it lacks.
Classes of one mention have no partition and are left out. The line `Document N` is keytally's.
"""

from collections.abc import Iterator, Sequence

from keytally.evaluations.muc.reports.starts import Starts
from keytally.evaluations.muc.scoring.coreference.score import ChainSide, CoreferenceScore

WIDTH = 52
KEY_RULE = "*" * WIDTH
RESPONSE_RULE = "=" * WIDTH


def partitions(scores: Sequence[CoreferenceScore], starts: Sequence[Starts] = ()) -> str:
    """The partitions of every document, in the order given.

    `starts` goes with `scores`, one for each; without it offsets count from each document's start.
    """
    placed = zip(scores, starts or [Starts()] * len(scores), strict=True)
    return "\n".join(document_partitions(score, start) for score, start in placed)


def document_partitions(score: CoreferenceScore, start: Starts) -> str:
    """A document's heading, its key's classes and its response's."""
    lines = [f"Document {score.document}"]
    for side, rule, begin in (
        (score.key, KEY_RULE, start.key),
        (score.response, RESPONSE_RULE, start.response),
    ):
        for chain, members in enumerate(side.classes):
            if len(members) > 1:
                lines += [rule, *_class(side, chain, begin), rule]
    return "".join(f"{line}\n" for line in lines)


def _class(side: ChainSide, chain: int, begin: int) -> Iterator[str]:
    """The lines of a class, cells parted by blank lines."""
    cells = sorted(side.cells(chain), key=lambda cell: side.partners[cell[0]] is None)
    for number, cell in enumerate(cells):
        if number:
            yield ""
        for mention in cell:
            yield _line(side, mention, begin)


def _line(side: ChainSide, mention: int, begin: int) -> str:
    attributes, (start, end) = side.chains.attributes[mention], side.chains.spans[mention]
    partner = side.partners[mention]
    fields = [
        "M" if partner is None else "C",
        str(begin + start),
        str(begin + end - 1),
        attributes.identifier or "NULL",
        attributes.reference or "NULL",
    ]
    if partner is not None:
        fields.append(side.other.attributes[partner].identifier or "NULL")
    return " ".join([*fields, f'"{side.chains.text(mention)}"'])
