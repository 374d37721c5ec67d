"""A pair scored in ranges of its files: each process reads its own, and sends back only the counts.

This is for files whose documents are named and stand in about the same order on both sides, as most do. What
it cannot prove to be the score of the whole it leaves to `documents`: then there is no result.
"""

import pickle
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from keytally.batch.apart_pair import ApartPair
from keytally.batch.documents import Opened, ScoredShare, Whole, keep, left, opened
from keytally.batch.fold import folded
from keytally.batch.oddities import lines_on_texts
from keytally.batch.score_result import ScoreResult
from keytally.batch.texts_digest import digest_of
from keytally.engine.ranges import NamedSide, Range, ranges, score_range
from keytally.evaluations.abilities import ComparesOrder, ReadsByName, TellsItems
from keytally.evaluations.apart import NamesUnits, RemarksApart, ScoresApart
from keytally.evaluations.interface import ORDINAL, Evaluation, Role

Texts = tuple[str, str]


class PairInRanges(NamedTuple):
    """A pair that is scored in ranges: what all of them have in common, and the texts of both sides."""

    apart: ApartPair
    whole: bytes
    texts: Texts
    sides: tuple[NamedSide, NamedSide]

    def parts(self, cuts: Sequence[float]) -> Iterator["RangeShare"]:
        """The parts between such shares of the key or fewer, one by one as they are asked for."""
        for part in ranges(*self.sides, cuts):
            yield RangeShare(self.whole, part)

    def scored(self, parts: Iterable["ScoredRange"]) -> ScoreResult | None:
        """The result of all parts, in order; None as soon as they prove not to be parts of one whole.

        What is told of the files is found out when the first part has come: other processes work meanwhile.
        Raises KeytallyError for a key that `strict` refuses.
        """
        names: set[str] = set()
        done: list[ScoredRange] = []
        whole: Whole | None = None
        for part in parts:
            whole = whole or self._told()
            done.append(part)
            if not part.is_named or not names.isdisjoint(part.names):
                return None
            names |= part.names
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
        return ScoredRange(found.names, has_items, shares[0]._replace(losses=losses), shares[1])


class ScoredRange(NamedTuple):
    """The names of a range's documents, whether each side has items, and the scores.

    `of_key` has those of the documents of the key, `of_response` those of documents of the response alone.
    """

    names: frozenset[str]
    has_items: tuple[bool, bool]
    of_key: ScoredShare
    of_response: ScoredShare

    @property
    def is_named(self) -> bool:
        """Whether every document has a name of its own."""
        return "" not in self.names and ORDINAL not in self.names


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
    """A pair of files to be scored in ranges; None where documents have no names that can be told unread."""
    request, evaluation, _, texts = apart
    pair = request.pair
    roles = (Role.KEY, Role.KEY if pair.both_keys else Role.RESPONSE)
    languages = [evaluation.language(role) for role in roles]
    is_read_otherwise = pair.key_files is not None or isinstance(languages[0], ReadsByName)
    if is_read_otherwise or isinstance(evaluation, ComparesOrder):
        return None
    both = texts[pair.key], texts[pair.response]
    sides = [
        NamedSide(text, language, language)
        for text, language in zip(both, languages, strict=True)
        if isinstance(language, NamesUnits)
    ]
    if len(sides) < 2:
        return None
    common = Whole(request, apart.settings(), "", 0, (), is_odd=False)
    whole = pickle.dumps(common)
    keep(whole, Opened(evaluation, common))
    take(whole, both)
    return PairInRanges(apart, whole, both, (sides[0], sides[1]))
