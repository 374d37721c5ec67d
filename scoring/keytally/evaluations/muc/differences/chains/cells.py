"""The cells of a document that is scored (keytally.measures.chains.cells)."""

from keytally.evaluations.muc.differences.chains.wrong_spans import wrong_spans
from keytally.evaluations.muc.scoring.coreference.score import ChainSide, CoreferenceScore
from keytally.measures.chains.cells import Cells, ChainsOfSide


class ScoredCells(Cells):
    """The cells of a document with its score."""

    def __init__(self, score: CoreferenceScore) -> None:
        super().__init__(_side(score.key), _side(score.response), wrong_spans(score))
        self.score = score


def _side(side: ChainSide) -> ChainsOfSide:
    return ChainsOfSide(side.chains.chain_of, side.chains.members, side.classes, side.partners)
