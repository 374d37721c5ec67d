"""The report summary of the coreference task: a line a pair of mentions, in three columns.

It follows the manual's example ("Coreference Report Summaries"): verdict, text of the key, text of the
response, both in quotes; first correct, then missing, then spurious, then optional mentions, each in the
order of the text. An aligned mention is correct here; the partition file judges its class. The widths of the
columns are keytally's.
"""

from collections.abc import Iterator, Sequence

from keytally.evaluations.muc.scoring.coreference.score import ChainSide, CoreferenceScore
from keytally.tallies.status import Status

KEY_WIDTH = 40


def coreference_summary(scores: Sequence[CoreferenceScore]) -> str:
    """The summary of every document, in the order given."""
    return "\n".join(document_summary(score) for score in scores)


def document_summary(score: CoreferenceScore) -> str:
    """A document's heading, and a line for each pair of mentions."""
    lines = [f"Document {score.document}", *_correct(score)]
    for status in (Status.MISSING, Status.SPURIOUS, Status.OPTIONAL):
        lines += [_line(status, text, "") for text in _alone(score, status, key_side=True)]
        lines += [_line(status, "", text) for text in _alone(score, status, key_side=False)]
    return "".join(f"{line}\n" for line in lines)


def _correct(score: CoreferenceScore) -> Iterator[str]:
    for mention, partner in enumerate(score.key.partners):
        if partner is not None:
            texts = score.key.chains.text(mention), score.response.chains.text(partner)
            yield _line(Status.CORRECT, *texts)


def _alone(score: CoreferenceScore, status: Status, key_side: bool) -> Iterator[str]:
    """The texts of a side's mentions that have no partner and this verdict."""
    side: ChainSide = score.side(key_side)
    for mention, partner in enumerate(side.partners):
        if partner is None and score.status(mention, key_side) is status:
            yield side.chains.text(mention)


def _line(status: Status, key: str, response: str) -> str:
    quoted = f'"{key}"'
    return f'{status.value.upper()}  {quoted:{KEY_WIDTH}}  "{response}"'
