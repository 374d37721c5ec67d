"""A pair scored in ranges of its files: each process reads its own, and sends back only the counts.

This is for files whose documents are named and stand in about the same order on both sides, as most do, and
for files with the same documents on the same lines, as those of sentences. What it cannot prove to be the
score of the whole it leaves to `documents`: then there is no result.
"""

import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from keytally.batch.apart_pair import ApartPair
from keytally.batch.documents import Opened, ScoredShare, Whole, keep, left, opened
from keytally.batch.fold import folded
from keytally.batch.oddities import lines_on_texts
from keytally.batch.score_result import ScoreResult
from keytally.batch.texts_digest import digest_of
from keytally.engine.ranges import NamedSide, Range, ranges, score_range
from keytally.engine.ranges_in_step import ranges_in_step
from keytally.evaluations.abilities import ComparesOrder, ReadsByName, TellsItems
from keytally.evaluations.apart import NamesUnits, NumbersApart, RemarksApart, ScoresApart
from keytally.evaluations.interface import Evaluation, Language, Role

Texts = tuple[str, str]


class PairInRanges(NamedTuple):
    """A pair that is scored in ranges: what all of them have in common, and the texts of both sides.

    `cut` makes ranges, given the shares of the key behind which to cut. `numbers` is the evaluation of
    documents that are known by their numbers, None for that of documents with names.
    """

    apart: ApartPair
    whole: bytes
    texts: Texts
    cut: Callable[[Sequence[float]], Iterator[Range]]
    numbers: NumbersApart | None = None

    def parts(self, cuts: Sequence[float]) -> Iterator["RangeShare"]:
        """The parts between such shares of the key or fewer, one by one as they are asked for."""
        for part in self.cut(cuts):
            yield RangeShare(self.whole, part)

    def scored(self, parts: Iterable["ScoredRange"]) -> ScoreResult | None:
        """The result of all parts, in order; None as soon as they prove not to be parts of one whole.

        What is told of the files is found out when the first part has come: other processes work meanwhile.
        Raises KeytallyError for a key that `strict` refuses.
        """
        put = _by_name() if self.numbers is None else _by_number(self.numbers)
        done: list[ScoredRange] = []
        whole: Whole | None = None
        for part in parts:
            whole = whole or self._told()
            placed = put(part)
            if placed is None:
                return None
            done.append(placed)
        if whole is None or not all(
            any(sides) for sides in zip(*(part.has_items for part in done), strict=True)
        ):
            return None
        shares = [*(part.of_key for part in done), *(part.of_response for part in done)]
        return folded(self.apart.evaluation, whole, shares)

    def _told(self) -> Whole:
        """What all parts have in common, with the warnings about both files."""
        request, _, told, texts = self.apart
        order = lines_on_texts(request.pair, texts, request.shown)
        warnings = [*request.warnings, *told, *order]
        whole = opened(self.whole).whole
        return whole._replace(digest=digest_of(texts), warnings=warnings, is_odd=bool(order))


class RangeShare(NamedTuple):
    """A range of a pair, whose texts this process has (`take`); can be pickled."""

    whole: bytes
    part: Range

    def score(self) -> "ScoredRange":
        """Score the documents of the range."""
        evaluation, whole = opened(self.whole)
        assert isinstance(evaluation, ScoresApart)
        found = score_range(_TEXTS[self.whole], self.part, evaluation, both_keys=whole.request.pair.both_keys)
        key, response = found.units
        shares = []
        for scores, units in ((found.scores, response), (found.others, ())):
            all_scores = list(chain.from_iterable(scores))
            remarks = evaluation.grounds(all_scores, units) if isinstance(evaluation, RemarksApart) else None
            shares.append(ScoredShare(b"", 0, evaluation.apart(all_scores), remarks, ()))
        losses = [left(whole, role, loss) for role, loss in found.losses]
        has_items = _has_items(evaluation, Role.KEY, key), _has_items(evaluation, Role.RESPONSE, response)
        of_key, of_response = shares[0]._replace(losses=losses), shares[1]
        return ScoredRange(found.names, found.ordinals, has_items, of_key, of_response)


class ScoredRange(NamedTuple):
    """The names of a range's documents, how many each side has by number, whether it has items; the scores.

    `of_key` has those of the documents of the key, `of_response` those of documents of the response alone.
    """

    names: frozenset[str]
    ordinals: tuple[int, int]
    has_items: tuple[bool, bool]
    of_key: ScoredShare
    of_response: ScoredShare

    @property
    def is_named(self) -> bool:
        """Whether every document has a name of its own."""
        return "" not in self.names and not any(self.ordinals)

    @property
    def is_in_step(self) -> bool:
        """Whether every document is known by its number, and both sides have as many."""
        return not self.names and self.ordinals[0] == self.ordinals[1]


Put = Callable[[ScoredRange], ScoredRange | None]
"""Puts a range behind those before it; None where that proves them not to be parts of one whole."""


def _by_name() -> Put:
    """For ranges of documents with names, of which none may stand in two."""
    names: set[str] = set()

    def put(part: ScoredRange) -> ScoredRange | None:
        if not part.is_named or not names.isdisjoint(part.names):
            return None
        names.update(part.names)
        return part

    return put


def _by_number(numbers: NumbersApart) -> Put:
    """For ranges of documents with numbers, which go on from one range to the next."""
    before = 0

    def put(part: ScoredRange) -> ScoredRange | None:
        nonlocal before
        if not part.is_in_step:
            return None
        scores = numbers.numbered(part.of_key.scores, before)
        before += part.ordinals[0]
        return part._replace(of_key=part.of_key._replace(scores=scores))

    return put


def _has_items(evaluation: Evaluation, role: Role, units: Sequence[Any]) -> bool:
    """Whether units of a side have anything to score."""
    if isinstance(evaluation, TellsItems):
        return any(evaluation.is_item(unit, role) for unit in units)
    return any(unit.document is not None for unit in units)


_TEXTS: dict[bytes, Texts] = {}


def take(whole: bytes, texts: Texts) -> None:
    """Keep the texts of a pair, of the last one only, for the ranges that this process scores."""
    _TEXTS.clear()
    _TEXTS[whole] = texts


def in_ranges(apart: ApartPair) -> PairInRanges | None:
    """A pair of files to be scored in ranges; None where documents cannot be told apart unread."""
    request, evaluation, _, texts = apart
    pair = request.pair
    roles = (Role.KEY, Role.KEY if pair.both_keys else Role.RESPONSE)
    languages = evaluation.language(roles[0]), evaluation.language(roles[1])
    if pair.key_files is not None or isinstance(languages[0], ReadsByName):
        return None
    both = texts[pair.key], texts[pair.response]
    numbers = evaluation if isinstance(evaluation, NumbersApart) else None
    cut = _between_names(evaluation, both, languages)
    if numbers is not None:
        cut = partial(ranges_in_step, both, languages)
    if cut is None:
        return None
    common = Whole(request, apart.settings(), "", 0, (), is_odd=False)
    whole = pickle.dumps(common)
    keep(whole, Opened(evaluation, common))
    take(whole, both)
    return PairInRanges(apart, whole, both, cut, numbers)


def _between_names(
    evaluation: Evaluation, texts: Texts, languages: tuple[Language, Language]
) -> Callable[[Sequence[float]], Iterator[Range]] | None:
    """What cuts files between documents with names; None where these cannot be told unread."""
    if isinstance(evaluation, ComparesOrder):
        return None
    key, response = (
        NamedSide(text, language, language) if isinstance(language, NamesUnits) else None
        for text, language in zip(texts, languages, strict=True)
    )
    return None if key is None or response is None else partial(ranges, key, response)
