"""Kappa and alpha over the tokens of the texts: each has a type or none."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from keytally.adjudication.agreement.document import ComparedDocument
from keytally.adjudication.agreement.figures import Figure
from keytally.evaluations.annotated import Annotation
from keytally.evaluations.judged_tokens import JudgesLayers, JudgesTokens
from keytally.measures.agreement.alpha import krippendorffs_alpha
from keytally.measures.agreement.coefficient import Row, Rows
from keytally.measures.agreement.kappa import cohens_kappa, fleiss_kappa
from keytally.text.plural import plural

NO_TYPE = ""
ITEM = "token of the text, with its type or none"


def token_figures(
    evaluation: JudgesTokens, documents: Sequence[ComparedDocument], annotators: Sequence[str]
) -> list[Figure]:
    """Cohen's kappa of each pair, Fleiss' kappa and Krippendorff's alpha, nominal, over tokens.

    Where tokens have types in several layers each layer has its own.
    """
    layers = evaluation.token_layers if isinstance(evaluation, JudgesLayers) else (None,)
    return [figure for layer in layers for figure in _layer_figures(evaluation, documents, annotators, layer)]


def _layer_figures(
    evaluation: JudgesTokens,
    documents: Sequence[ComparedDocument],
    annotators: Sequence[str],
    layer: str | None,
) -> Iterator[Figure]:
    rows = Counter[Row]()
    for document in documents:
        rows.update(token_rows(evaluation, document, annotators, layer))
    everyone, of_layer = tuple(annotators), "" if layer is None else f", {plural(layer)}"
    item = ITEM if layer is None else f"token of the text, with its {layer} or none"
    for pair in combinations(range(len(annotators)), 2):
        kappa = cohens_kappa(_of_pair(rows, *pair))
        yield Figure(f"Cohen's kappa{of_layer}", kappa, item, tuple(annotators[n] for n in pair))
    in_all = f"{item}, in the documents that all have done"
    yield Figure(f"Fleiss' kappa{of_layer}", fleiss_kappa(rows), in_all, everyone)
    yield Figure(f"Krippendorff's alpha, tokens{of_layer}", krippendorffs_alpha(rows), item, everyone)


def token_rows(
    evaluation: JudgesTokens, document: ComparedDocument, annotators: Sequence[str], layer: str | None = None
) -> Counter[Row]:
    """How often each row of types occurs among the tokens of a document; None where it is not done.

    With a `layer` only annotations of that kind give types.
    """
    tokens = evaluation.tokens(next(iter(document.units.values())))
    columns = [
        _types(evaluation, tokens, [each for each in document.said[annotator] if layer in {None, each.kind}])
        if annotator in document.said
        else [None] * len(tokens)
        for annotator in annotators
    ]
    return Counter(zip(*columns, strict=True))


def _types(
    evaluation: JudgesTokens, tokens: Sequence[tuple[int, int]], said: Sequence[Annotation]
) -> list[str | None]:
    """The type of each token: that of the innermost annotation that covers a part of it."""
    starts, ends = [start for start, _ in tokens], [end for _, end in tokens]
    types: list[str | None] = [NO_TYPE] * len(tokens)
    covering = [(*each.extent, each) for each in said if each.extent is not None]
    for start, end, annotation in sorted(covering, key=lambda span: (span[0], -span[1])):
        if start < end:
            first, last = bisect_right(ends, start), bisect_left(starts, end)
            types[first:last] = [evaluation.token_type(annotation)] * (last - first)
    return types


def _of_pair(rows: Rows, first: int, second: int) -> Rows:
    """The rows of two annotators."""
    found = Counter[Row]()
    for row, count in rows.items():
        found[row[first], row[second]] += count
    return found
