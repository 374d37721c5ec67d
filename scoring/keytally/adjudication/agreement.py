"""Inter-annotator agreement on items, spans, tokens, chains and clusters."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from keytally.adjudication.annotator_files import Annotator
from keytally.adjudication.compared_documents import (
    ComparedDocument,
    Confusion,
    Disagreement,
    PairF,
    chained_kinds,
    chains_of,
    confusions,
    disagreements,
    item_label,
    pairs_by_items,
    pairs_by_scorer,
)
from keytally.families.annotations import Annotation, TokenJudgments
from keytally.families.contract import Evaluation
from keytally.measures.agreement import (
    NO_ITEMS,
    PASSONNEAU,
    Coefficient,
    Row,
    Rows,
    Stretch,
    alpha_u,
    cohens_kappa,
    disjoint_stretches,
    fleiss_kappa,
    krippendorffs_alpha,
)
from keytally.measures.coreference import Sums, b_cubed, ceaf_e, muc, overlaps, ratios_of_fractions
from keytally.measures.gamma import gamma
from keytally.text.rendering import plural, quantity


class Figure(NamedTuple):
    """A coefficient: its name, the kind of its units, and the annotators that it compares."""

    name: str
    coefficient: Coefficient
    item: str
    annotators: tuple[str, ...]


INVENTED = "unmarked text is not an item, so chance agreement is only a convention here"


def item_figures(documents: Sequence[ComparedDocument], annotators: Sequence[str]) -> list[Figure]:
    """Return nominal Krippendorff's alpha over the items of each kind.

    An annotator's value for an item is the label of the annotator's claim, or the absence of the item. The
    value is missing if the annotator has no vote on the item, because the document is unfinished or because
    the annotator does not have the item's parent.
    """
    rows: dict[str, Counter[Row]] = {}
    parts = set[str]()
    for document in documents:
        for number, item in enumerate(document.items.items):
            row = tuple(item_label(document, annotator, number) for annotator in annotators)
            rows.setdefault(item.kind, Counter())[row] += 1
            if item.parent is not None:
                parts.add(item.kind)
    return [
        Figure(
            f"Krippendorff's alpha, {plural(kind)}",
            krippendorffs_alpha(counts),
            _values_text(kind, kind in parts),
            tuple(annotators),
        )
        for kind, counts in sorted(rows.items())
    ]


def _values_text(kind: str, is_part: bool) -> str:
    which = (
        "marked by at least one annotator in a shared parent item"
        if is_part
        else "marked by at least one annotator"
    )
    return f"{kind} {which}, with each annotator's value or none; {INVENTED}"


def span_figures(documents: Sequence[ComparedDocument], annotators: Sequence[str]) -> list[Figure]:
    """Return Krippendorff's alpha-U for all annotators, and for each pair if there are more than two
    annotators.

    Each figure covers the documents that all of its annotators have finished, concatenated. The list is empty
    if the task's annotations do not cover text, or if the files do not contain the text, as in brat.
    """
    documents = [document for document in documents if _has_text(document)]
    said = (each for document in documents for said in document.said.values() for each in said)
    if not any(each.extent is not None for each in said):
        return []
    pairs = combinations(annotators, 2) if len(annotators) > 2 else ()
    continua = _Continua(documents)
    return [_figure(continua, group) for group in (tuple(annotators), *pairs)]


def _has_text(document: ComparedDocument) -> bool:
    """Return whether a document's text is known up to the end of the last annotation."""
    said = (each for annotations in document.said.values() for each in annotations)
    return all(each.extent is None or each.extent[1] <= len(document.text) for each in said)


def _figure(continua: "_Continua", group: tuple[str, ...]) -> Figure:
    done = continua.done(group)
    stretches = [continua.stretches(annotator, done) for annotator in group]
    length = continua.length(done)
    lost = sum(stretch.lost for stretch in stretches)
    where = f"in {quantity(len(done), 'document')} with {quantity(length, 'character')} in total"
    left_out = (
        f"; {lost} left out, because they are empty or overlap another of the same type" if lost else ""
    )
    coefficient = alpha_u([stretch.kept for stretch in stretches], max(length, 1))
    return Figure(
        "Krippendorff's alpha-U", coefficient, f"span of text with its type, {where}{left_out}", group
    )


class _Stretches(NamedTuple):
    """The disjoint spans of an annotator, and the number of overlapping spans that were dropped."""

    kept: Sequence[Stretch]
    lost: int


class _Continua:
    """Concatenated documents; the spans of each annotator are computed once and reused for all pairs."""

    def __init__(self, documents: Sequence[ComparedDocument]) -> None:
        self._documents = documents
        self._known: dict[tuple[str, tuple[int, ...]], _Stretches] = {}

    def done(self, group: Iterable[str]) -> tuple[int, ...]:
        """Return the indices of the documents that all of these annotators have finished."""
        wanted = set(group)
        return tuple(at for at, each in enumerate(self._documents) if each.said.keys() >= wanted)

    def length(self, done: Sequence[int]) -> int:
        """Return the total number of characters in the given documents."""
        return sum(len(self._documents[at].text) for at in done)

    def stretches(self, annotator: str, done: tuple[int, ...]) -> _Stretches:
        """Return an annotator's spans in the given documents."""
        key = annotator, done
        if key not in self._known:
            found = list(self._joined(annotator, done))
            kept = disjoint_stretches(found)
            self._known[key] = _Stretches(kept, len(found) - len(kept))
        return self._known[key]

    def _joined(self, annotator: str, done: Sequence[int]) -> Iterator[Stretch]:
        length = 0
        for at in done:
            yield from _stretches(self._documents[at], annotator, length)
            length += len(self._documents[at].text)


def _stretches(document: ComparedDocument, annotator: str, shift: int) -> Iterator[Stretch]:
    """Yield the spans of an annotator's annotations; the category of a span is its type, or its kind if
    the document has no types.
    """
    typed = document.editor.span_type or document.types
    for each in document.said[annotator]:
        if each.extent is not None:
            start, end = each.extent
            yield Stretch(shift + start, shift + end, each.kind if typed is None else typed(each))


GAMMA = "Gamma"


def gamma_figures(
    documents: Sequence[ComparedDocument], annotators: Sequence[str], seed: int
) -> list[Figure]:
    """Return gamma of all annotators, and of each pair if there are more than two.

    It covers the documents that all of them have finished, sorted by name, so it does not depend on their
    order in the files. The list is empty for a task whose annotations cover no text.
    """
    documents = sorted(documents, key=lambda document: document.name)
    said = (each for document in documents for said in document.said.values() for each in said)
    if not any(each.extent is not None for each in said):
        return []
    pairs = combinations(annotators, 2) if len(annotators) > 2 else ()
    return [_gamma_figure(documents, group, seed) for group in (tuple(annotators), *pairs)]


def _gamma_figure(documents: Sequence[ComparedDocument], group: tuple[str, ...], seed: int) -> Figure:
    done = [document for document in documents if document.said.keys() >= set(group)]
    marked = [[list(_stretches(document, annotator, 0)) for annotator in group] for document in done]
    units = [[[unit for unit in side if unit.start < unit.end] for side in sides] for sides in marked]
    ends = (max((unit.end for side in sides for unit in side), default=0) for sides in units)
    lengths = [max(end, len(document.text)) for end, document in zip(ends, done, strict=True)]
    found = gamma(units, lengths, seed)
    lost = sum(len(side) for sides in marked for side in sides) - found.coefficient.items
    details = [
        f"observed disorder {found.observed:.4f}, expected disorder {found.expected:.4f} of "
        f"{quantity(found.samples, 'random sample')}, seed {seed}",
        *(["some alignments are approximate"] if not found.is_exact else []),
        *([f"{lost} left out that are empty"] if lost else []),
    ]
    item = f"span of text with its type, in {quantity(len(done), 'document')}; {'; '.join(details)}"
    return Figure(GAMMA, found.coefficient, item, group)


NO_TYPE = ""
ITEM = "token of the text, with its type or none"


def token_figures(
    judged: TokenJudgments, documents: Sequence[ComparedDocument], annotators: Sequence[str]
) -> list[Figure]:
    """Return Cohen's kappa for each pair, Fleiss' kappa and nominal Krippendorff's alpha over tokens.

    If tokens have types in several layers, the coefficients are computed for each layer.
    """
    layers = judged.layers or (None,)
    return [figure for layer in layers for figure in _layer_figures(judged, documents, annotators, layer)]


def _layer_figures(
    judged: TokenJudgments,
    documents: Sequence[ComparedDocument],
    annotators: Sequence[str],
    layer: str | None,
) -> Iterator[Figure]:
    rows = Counter[Row]()
    for document in documents:
        rows.update(token_rows(judged, document, annotators, layer))
    everyone, of_layer = tuple(annotators), "" if layer is None else f", {plural(layer)}"
    item = ITEM if layer is None else f"token of the text, with its {layer} or none"
    for pair in combinations(range(len(annotators)), 2):
        kappa = cohens_kappa(_of_pair(rows, *pair))
        yield Figure(f"Cohen's kappa{of_layer}", kappa, item, tuple(annotators[n] for n in pair))
    in_all = f"{item}, in the documents that all annotators have finished"
    yield Figure(f"Fleiss' kappa{of_layer}", fleiss_kappa(rows), in_all, everyone)
    yield Figure(f"Krippendorff's alpha, tokens{of_layer}", krippendorffs_alpha(rows), item, everyone)


def token_rows(
    judged: TokenJudgments, document: ComparedDocument, annotators: Sequence[str], layer: str | None = None
) -> Counter[Row]:
    """Count equal rows over a document's tokens. A row contains each annotator's type of a token, or None if
    the annotator has not finished the document.

    If `layer` is given, only annotations of that kind define types.
    """
    tokens = judged.tokens(next(iter(document.units.values())))
    columns = [
        _types(judged, tokens, [each for each in document.said[annotator] if layer in {None, each.kind}])
        if annotator in document.said
        else [None] * len(tokens)
        for annotator in annotators
    ]
    return Counter(zip(*columns, strict=True))


def _types(
    judged: TokenJudgments, tokens: Sequence[tuple[int, int]], said: Sequence[Annotation]
) -> list[str | None]:
    """Return the type of each token: the type of the innermost annotation that overlaps the token, or
    `NO_TYPE` if there is none.
    """
    starts, ends = [start for start, _ in tokens], [end for _, end in tokens]
    types: list[str | None] = [NO_TYPE] * len(tokens)
    covering = [(*each.extent, each) for each in said if each.extent is not None]
    for start, end, annotation in sorted(covering, key=lambda span: (span[0], -span[1])):
        if start < end:
            first, last = bisect_right(ends, start), bisect_left(starts, end)
            types[first:last] = [judged.type_of(annotation)] * (last - first)
    return types


def _of_pair(rows: Rows, first: int, second: int) -> Rows:
    """Return the rows reduced to two annotators, with the counts of equal rows added up."""
    found = Counter[Row]()
    for row, count in rows.items():
        found[row[first], row[second]] += count
    return found


_MEASURES = (muc, b_cubed, ceaf_e)
_MEAN = "Mean F of MUC, B-cubed and CEAF-e"
_CHAIN_ALPHA = "Krippendorff's alpha, chains by Passonneau's distance"
_MENTION = (
    "mention marked by at least one annotator, with its chain as a set; a singleton for annotators without it"
)


class _Chained(NamedTuple):
    """A document, its items that may be in chains, and the chains of each annotator who has finished the
    document.
    """

    name: str
    mentions: Sequence[int]
    chains: Mapping[str, Sequence[Sequence[int]]]


def chain_figures(documents: Sequence[ComparedDocument], annotators: Sequence[str]) -> list[Figure]:
    """Return alpha over mentions, where the value of a mention is its chain as a set of mentions, and F for
    each pair.

    The list is empty for a task without chains, that is, without references between annotations of the same
    kind.
    """
    kinds = {kind for document in documents for kind in chained_kinds(document)}
    if not kinds:
        return []
    found = [_chained(document, kinds) for document in documents]
    rows = Counter(row for each in found for row in _chain_rows(each, annotators))
    alpha = Figure(_CHAIN_ALPHA, krippendorffs_alpha(rows, PASSONNEAU), _MENTION, tuple(annotators))
    return [alpha, *(_mean_f(found, *pair) for pair in combinations(annotators, 2))]


def _chained(document: ComparedDocument, kinds: set[str]) -> _Chained:
    mentions = [number for number, item in enumerate(document.items.items) if item.kind in kinds]
    chains = {annotator: chains_of(document, annotator, kinds) for annotator in document.said}
    return _Chained(document.name, mentions, chains)


def _chain_rows(found: _Chained, annotators: Sequence[str]) -> Iterator[Row]:
    """Yield a row for each mention: each annotator's chain as a set, or None if the annotator has not
    finished the document.
    """
    columns = [_sets(found, annotator) for annotator in annotators]
    for mention in found.mentions:
        yield tuple(column.get(mention) for column in columns)


def _sets(found: _Chained, annotator: str) -> dict[int, frozenset[tuple[str, int]]]:
    """Return the chain of each mention as a set; an unannotated mention forms a set on its own."""
    if annotator not in found.chains:
        return {}
    sets = {mention: frozenset([(found.name, mention)]) for mention in found.mentions}
    for members in found.chains[annotator]:
        sets.update(dict.fromkeys(members, frozenset((found.name, member) for member in members)))
    return sets


def _mean_f(found: Sequence[_Chained], first: str, second: str) -> Figure:
    """Return the mean F of MUC, B-cubed and entity-based CEAF, as in the CoNLL shared tasks."""
    both = [
        (each.chains[first], each.chains[second]) for each in found if each.chains.keys() >= {first, second}
    ]
    mentions = sum(len({item for side in sides for members in side for item in members}) for sides in both)
    item = f"mention marked by at least one of the two annotators, in {quantity(len(both), 'document')}"
    if not mentions:
        return Figure(_MEAN, Coefficient(None, 0, NO_ITEMS), item, (first, second))
    seen = [overlaps(*sides) for sides in both]
    ratios = [ratios_of_fractions(_sum([measure(each) for each in seen])).f for measure in _MEASURES]
    return Figure(_MEAN, Coefficient(sum(ratios) / len(ratios) / 100, mentions), item, (first, second))


def _sum(counts: Sequence[Sums]) -> Sums:
    return tuple(sum(column) for column in zip(*counts, strict=True))


_CLUSTER_ALPHA = "Krippendorff's alpha, clusters by Passonneau's distance"
_ITEM = (
    "item that all annotators of the document have, with its cluster as a set; a singleton without a cluster"
)


def cluster_figures(documents: Sequence[ComparedDocument], annotators: Sequence[str]) -> list[Figure]:
    """Return alpha for all annotators, with Passonneau's distance between clusters.

    The list is empty if no cluster contains two items.
    """
    kinds = {kind for document in documents for kind in chained_kinds(document)}
    if not kinds:
        return []
    rows = Counter(row for document in documents for row in _cluster_rows(document, annotators, kinds))
    return [Figure(_CLUSTER_ALPHA, krippendorffs_alpha(rows, PASSONNEAU), _ITEM, tuple(annotators))]


def _cluster_rows(document: ComparedDocument, annotators: Sequence[str], kinds: set[str]) -> Iterator[Row]:
    """Yield a row for each item that every annotator who has finished the document has annotated: each
    annotator's cluster as a set, or None if the annotator has not finished the document.
    """
    shared = {
        number
        for number, item in enumerate(document.items.items)
        if item.kind in kinds and len(item.members) == len(document.said)
    }
    sets = dict[str, dict[int, frozenset[tuple[str, int]]]]()
    for annotator in document.said:
        clusters = (shared.intersection(members) for members in chains_of(document, annotator, kinds))
        sets[annotator] = {
            item: frozenset((document.name, member) for member in members)
            for members in clusters
            for item in members
        }
    for item in sorted(shared):
        yield tuple(sets[annotator][item] if annotator in sets else None for annotator in annotators)


@dataclass(frozen=True, slots=True)
class MeasuredAgreement:
    """The F of each pair of annotators, the coefficients, and the disagreements."""

    pairs: Sequence[PairF]
    figures: Sequence[Figure]
    confusions: Sequence[Confusion]
    disagreements: Sequence[Disagreement]


def measure_agreement(
    evaluation: Evaluation,
    annotators: Sequence[Annotator],
    documents: Sequence[ComparedDocument],
    gamma_seed: int | None = None,
) -> MeasuredAgreement:
    """Return the agreement on documents that at least two annotators have finished.

    F comes from the task's own scorer. If responses and keys have different formats, F is computed over equal
    annotations instead. With a seed, gamma of spans is also computed.
    """
    names = [annotator.name for annotator in annotators]
    by_scorer = all(annotator.response is not None for annotator in annotators)
    return MeasuredAgreement(
        pairs_by_scorer(evaluation, annotators, documents)
        if by_scorer
        else pairs_by_items(annotators, documents),
        [
            *_figures(evaluation, documents, names),
            *([] if gamma_seed is None else gamma_figures(documents, names, gamma_seed)),
        ],
        confusions(documents, names),
        list(disagreements(annotators, documents)),
    )


def _figures(
    evaluation: Evaluation, documents: Sequence[ComparedDocument], names: Sequence[str]
) -> list[Figure]:
    """Return the figures for tokens, spans and chains if the task supports them, and alpha over items.

    Annotations that cover one token each are not treated as spans. For tasks that cluster items, clusters are
    compared instead of chains.
    """
    editor = evaluation.annotator
    judged = None if editor is None else editor.tokens
    tokens = [] if judged is None else token_figures(judged, documents, names)
    is_clustering = editor is not None and editor.states_every_item
    return [
        *tokens,
        *([] if judged is not None and judged.layers else span_figures(documents, names)),
        *(cluster_figures if is_clustering else chain_figures)(documents, names),
        *item_figures(documents, names),
    ]
