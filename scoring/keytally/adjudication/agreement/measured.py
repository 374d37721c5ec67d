"""All figures of the agreement of annotators, and where they differ."""

from collections.abc import Sequence
from dataclasses import dataclass

from keytally.adjudication.agreement.annotator import Annotator
from keytally.adjudication.agreement.chain_figures import chain_figures
from keytally.adjudication.agreement.cluster_figures import cluster_figures
from keytally.adjudication.agreement.differences import Confusion, Disagreement, confusions, disagreements
from keytally.adjudication.agreement.document import ComparedDocument
from keytally.adjudication.agreement.figures import Figure
from keytally.adjudication.agreement.item_figures import item_figures
from keytally.adjudication.agreement.pairwise import PairF, pairs_by_items, pairs_by_scorer
from keytally.adjudication.agreement.span_figures import span_figures
from keytally.adjudication.agreement.token_figures import token_figures
from keytally.evaluations.annotated import StatesEveryItem
from keytally.evaluations.interface import Evaluation
from keytally.evaluations.judged_tokens import JudgesLayers, JudgesTokens


@dataclass(frozen=True, slots=True)
class Measured:
    """The F of each pair, the coefficients, and where the annotators differ."""

    pairs: Sequence[PairF]
    figures: Sequence[Figure]
    confusions: Sequence[Confusion]
    disagreements: Sequence[Disagreement]


def measured(
    evaluation: Evaluation, annotators: Sequence[Annotator], documents: Sequence[ComparedDocument]
) -> Measured:
    """The agreement over documents that at least two annotators have done.

    F is by the task's own scorer; where a response has another form than a key, by equal annotations.
    """
    names = [each.name for each in annotators]
    by_scorer = all(each.response is not None for each in annotators)
    return Measured(
        pairs_by_scorer(evaluation, annotators, documents)
        if by_scorer
        else pairs_by_items(annotators, documents),
        _figures(evaluation, documents, names),
        confusions(documents, names),
        list(disagreements(annotators, documents)),
    )


def _figures(
    evaluation: Evaluation, documents: Sequence[ComparedDocument], names: Sequence[str]
) -> list[Figure]:
    """Those of tokens, spans and chains where the task has them, and alpha over items.

    Annotations of one token each are no spans, and a clustering is no set of chains with single mentions.
    """
    tokens = token_figures(evaluation, documents, names) if isinstance(evaluation, JudgesTokens) else []
    is_clustering = isinstance(evaluation, StatesEveryItem) and evaluation.states_every_item
    return [
        *tokens,
        *([] if isinstance(evaluation, JudgesLayers) else span_figures(documents, names)),
        *(cluster_figures if is_clustering else chain_figures)(documents, names),
        *item_figures(documents, names),
    ]
