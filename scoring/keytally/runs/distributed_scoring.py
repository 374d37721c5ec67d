"""Score the documents of a pair in shares, in any process, and combine the results."""

import pickle
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from keytally.engine.document_shards import LocatedLoss, Share, score_share, shares_of, unit_name_pair
from keytally.engine.live_pair import LivePair
from keytally.families import registry
from keytally.families.contract import Evaluation, Role, Settings
from keytally.project.pair import Pair
from keytally.runs.files import FileTexts, KeytallyError, readable_settings
from keytally.runs.pair_warnings import (
    Lost,
    check_order,
    check_response,
    lines_on_texts,
    pair_warnings,
    reason_of,
    unread_files,
    warnings_of,
)
from keytally.runs.request import Request, request_for
from keytally.runs.score import evaluation_of, files_of, score_pair, settings_of, sum_of, texts_of
from keytally.runs.score_result import ScoreResult
from keytally.runs.settings import FilePath, OptionValues
from keytally.text.rendering import quantity


def digest_of(texts: Mapping[Path, str]) -> str:
    """Return a short digest that shows whether texts have changed."""
    return " ".join(f"{len(text)}:{crc32(text.encode(errors='surrogatepass'))}" for text in texts.values())


class DistributedPair(NamedTuple):
    """A pair, its evaluation, the warnings about its configuration, and the texts of its two files."""

    request: Request
    evaluation: Evaluation
    told: Sequence[str]
    texts: FileTexts

    def settings(self) -> Settings:
        """Return the settings with the texts of their files, so that another machine needs no files."""
        pair = self.request.pair
        settings = settings_of(pair, self.request.options)
        if self.evaluation.without_files is not None:
            settings = self.evaluation.without_files(settings)
        configurations = registry.configurations_of(pair.task)
        if configurations is None or not isinstance(settings.source, Path):
            return settings
        with readable_settings():
            return settings._replace(text=configurations.text_of(settings.source))

    def in_short(self) -> ScoreResult | None:
        """Return the short result computed from the file texts alone; None if documents must be read."""
        request, evaluation, told, texts = self
        total = sum_of(request.pair, evaluation, texts)
        if total is None:
            return None
        order = lines_on_texts(request.pair, texts, request.shown)
        return ScoreResult(total, [*request.warnings, *told, *order], request.base, request.shown)


def distributed_pair(request: Request) -> DistributedPair | None:
    """Return the requested pair; None if its documents cannot be scored separately.

    This is the case for tasks whose scores need the parsed documents, and for files that are compared with
    texts. Raises KeytallyError if the pair cannot be scored.
    """
    pair, options, shown = request.pair, request.options, request.shown
    evaluation, told = evaluation_of(pair, options)
    if pair.texts is not None or not is_scored_by_document(evaluation):
        return None
    check_response(evaluation, pair, shown[0])
    return DistributedPair(request, evaluation, told, texts_of(pair, evaluation, dict(files_of(pair, shown))))


def is_scored_by_document(evaluation: Evaluation) -> bool:
    """Return whether documents can be scored separately and results depend only on their scores."""
    has_remarks = evaluation.remarks is not None
    return evaluation.can_be_apart and (not has_remarks or evaluation.separate_remarks is not None)


# The documents of a pair as shares that any process can score, and the combination of their scores.
#
# A share needs no file: it has the texts of its documents and the settings of the pair. An engine that
# distributes work over processes or machines uses `DocumentShare.score` as its function.


class SharedPart(NamedTuple):
    """The common part of all shares of a pair.

    `settings` are the settings of the evaluation, with the text of a configuration file. `digest` is computed
    from the pair's files. `warnings` are known before the documents are scored; `is_odd` is true if the sides
    seem to be swapped.
    """

    request: Request
    settings: Settings
    digest: str
    shares: int
    warnings: Sequence[str]
    is_odd: bool


class DocumentShare:
    """Documents of a pair that are scored together; the share can be pickled. `documents` contains their
    names in order.
    """

    def __init__(self, whole: bytes, number: int, share: Share) -> None:
        self._whole = whole
        self._number = number
        self._share = share

    def __repr__(self) -> str:
        return f"<DocumentShare {self._number} of {', '.join(self.documents)}>"

    @property
    def documents(self) -> list[str]:
        """Return the names of the documents."""
        return [document.name for document in self._share if document.name is not None]

    def score(self) -> "ScoredShare":
        """Score the documents in the calling process. Raises KeytallyError."""
        evaluation, whole = shard_evaluation(self._whole)
        found = score_share(self._share, evaluation, both_keys=whole.request.pair.both_keys)
        scores = [score for scores in found.scores for score in scores]
        remarks = evaluation.separate_remarks
        grounds = None if remarks is None else remarks.grounds(scores, found.response)
        apart = evaluation.apart(scores)
        losses = [lost_on(whole, role, loss) for role, loss in found.losses]
        return ScoredShare(self._whole, self._number, apart, grounds, losses)


def lost_on(whole: SharedPart, role: Role, loss: LocatedLoss) -> Lost:
    """Return a lost part of a side, with the file name that messages use."""
    pair, at = whole.request.pair, (Role.KEY, Role.RESPONSE).index(role)
    name = whole.request.shown[at]
    if pair.key_files is not None:
        folder, paths = ((pair.key, pair.keys), (pair.response, pair.responses))[at]
        name /= next(path for path in paths if path.name == loss.file).relative_to(folder)
    return Lost(role, loss.kind, name, loss.start, loss.line + 1, reason_of(loss.finding))


class ScoredShare(NamedTuple):
    """The scores of a share's documents, the data for remarks, and the losses; the object can be pickled."""

    whole: bytes
    number: int
    scores: Sequence[Any]
    grounds: Any
    losses: Sequence[Lost]

    def __repr__(self) -> str:
        return f"<ScoredShare {self.number}>"


def documents(  # noqa: PLR0913 -- each is a choice of the command line
    key: FilePath,
    response: FilePath,
    *,
    task: str | None = None,
    config: FilePath | None = None,
    options: OptionValues | None = None,
    encoding: str | None = None,
    strict: bool = False,
    allow: Sequence[FilePath] = (),
    shares: int | None = None,
) -> list[DocumentShare]:
    """Return the documents of a pair as shares to score separately; the arguments are the same as in
    `keytally.score`.

    By default, each document is one share; `shares` limits their number, and documents are then combined into
    shares of similar length. The documents are not compared with texts, which do not affect scores; only
    `score` warns about differences. Raises KeytallyError if the pair cannot be scored, or if its documents
    cannot be scored separately.
    """
    request = request_for(
        key,
        response,
        task=task,
        config=config,
        texts=None,
        options=options,
        encoding=encoding,
        strict=strict,
        allow=allow,
    )
    found = shares_for(request._replace(pair=request.pair._replace(texts=None)), shares)
    if found is None:
        raise KeytallyError(
            f"{key}: {request.pair.task} cannot be scored in shares with these settings; use keytally.score"
        )
    return found


def shares_for(request: Request, number: int | None) -> list[DocumentShare] | None:
    """Divide the documents of a request into shares; None if they cannot be scored separately.

    Raises KeytallyError if the pair cannot be scored.
    """
    apart = distributed_pair(request)
    return None if apart is None else shares_in_all(apart, number)


def shares_in_all(apart: DistributedPair, number: int | None) -> list[DocumentShare]:
    """Return the documents of a pair in shares. Raises KeytallyError if the pair cannot be scored."""
    request, evaluation, told, texts = apart
    pair, shown = request.pair, request.shown
    order = lines_on_texts(pair, texts, shown)
    try:
        live = unit_name_pair(pair, evaluation, texts)
        warnings = [*request.warnings, *told, *order, *pair_warnings(live, shown)]
        check_order(live, shown[1])
    except KeytallyError as error:
        raise KeytallyError(*error.problems, *order) from error
    parts = shares_of(live, texts, number)
    common = SharedPart(request, apart.settings(), digest_of(texts), len(parts), warnings, bool(order))
    whole = pickle.dumps(common)
    keep_evaluation(whole, ShardEvaluation(evaluation, common))
    return [DocumentShare(whole, at, part) for at, part in enumerate(parts)]


class ShardEvaluation(NamedTuple):
    """The evaluation of shares, and their common part."""

    evaluation: Evaluation
    whole: SharedPart


_OPENED: dict[bytes, ShardEvaluation] = {}
_MOST_OPENED = 8


def shard_evaluation(whole: bytes) -> ShardEvaluation:
    """Return the evaluation of shares; a few recent evaluations are cached, also for forked processes.

    Raises KeytallyError for unusable settings.
    """
    if whole not in _OPENED:
        found: SharedPart = pickle.loads(whole)
        with readable_settings():
            keep_evaluation(
                whole, ShardEvaluation(registry.evaluation(found.request.pair.task, found.settings), found)
            )
    return _OPENED[whole]


def keep_evaluation(whole: bytes, found: ShardEvaluation) -> None:
    """Keep an evaluation, and drop the oldest one if there are too many."""
    _OPENED[whole] = found
    if len(_OPENED) > _MOST_OPENED:
        del _OPENED[next(iter(_OPENED))]


class FoldedPair:
    """A pair whose documents were scored separately (keytally.runs.score_result.Scored)."""

    def __init__(self, evaluation: Evaluation, whole: SharedPart, shares: Sequence[ScoredShare]) -> None:
        self.pair = whole.request.pair
        self.evaluation = evaluation
        self._whole = whole
        self._shares = shares
        self._scores = list(chain.from_iterable(share.scores for share in shares))

    def headline(self) -> float:
        """Return the headline measure, in percent."""
        fold = self.evaluation.fold()
        for score in self._scores:
            fold.put(score)
        return fold.headline()

    def scores(self) -> list[Any]:
        """Return the scores of all documents in order, without their units."""
        return self._scores

    def in_short(self) -> Sequence[Any]:
        """Return the scores of all documents, without their units."""
        return self._scores

    def remarks(self) -> Sequence[str]:
        """Return the evaluation's remarks on the score."""
        remarks = self.evaluation.separate_remarks
        return () if remarks is None else remarks.remarks([share.grounds for share in self._shares])

    @cached_property
    def live(self) -> LivePair:
        """Return the engine's pair, made from the files. Raises KeytallyError if the files have changed."""
        pair, options, shown, *_ = self._whole.request
        if digest_of(texts_of(pair, self.evaluation, dict(files_of(pair, shown)))) != self._whole.digest:
            raise KeytallyError(f"{shown[0]}, {shown[1]}: the files have changed since they were scored")
        return score_pair(pair, options, shown).live


def fold(shares: Iterable[ScoredShare]) -> ScoreResult:
    """Combine the scores of all shares of a pair, in any order, into the result of `keytally.score`.

    Totals, documents, pages and warnings come from the shares alone. Marks, reports and `text` with `verbose`
    need the files, which are read and scored again. Raises KeytallyError if a share is missing, occurs twice
    or belongs to another pair, and for a key that `strict` rejects.
    """
    given = sorted(shares, key=attrgetter("number"))
    return fold_shares(*_opened(given), given)


def fold_shares(evaluation: Evaluation, whole: SharedPart, given: Sequence[ScoredShare]) -> ScoreResult:
    """Return the result of all shares of a pair, in order.

    Raises KeytallyError for a key that `strict` refuses.
    """
    request, pair = whole.request, FoldedPair(evaluation, whole, given)
    lost = [] if whole.is_odd and not request.strict else _lost(request.pair, given)
    warnings = warnings_of(lost, evaluation, pair.scores(), strict=request.strict)
    return ScoreResult(pair, [*whole.warnings, *warnings], request.base, request.shown)


def _opened(shares: Sequence[ScoredShare]) -> tuple[Evaluation, SharedPart]:
    """Return the evaluation of shares and their common part.

    Raises KeytallyError if they are not exactly the shares of one pair.
    """
    if not shares:
        raise KeytallyError("no shares to fold")
    if len({share.whole for share in shares}) > 1:
        raise KeytallyError("the shares belong to different pairs; fold the shares of one call to documents")
    evaluation, whole = shard_evaluation(shares[0].whole)
    numbers = [share.number for share in shares]
    if lacking := whole.shares - len(set(numbers)):
        are = "is" if lacking == 1 else "are"
        raise KeytallyError(f"{quantity(lacking, 'share')} of {whole.shares} {are} missing")
    if len(numbers) > whole.shares:
        raise KeytallyError("a share occurs more than once")
    return evaluation, whole


def _lost(pair: Pair, shares: Sequence[ScoredShare]) -> list[Lost]:
    """Return the losses by file, sorted by position.

    For a key compared with itself, these are the losses of the response.
    """
    is_one = pair.both_keys and pair.key == pair.response
    found = chain(unread_files(pair), *(share.losses for share in shares))
    lost = [each for each in found if each.role is Role.RESPONSE or not is_one]
    order = {file: at for at, file in enumerate(dict.fromkeys(each.file for each in lost))}
    return sorted(lost, key=lambda each: (order[each.file], each.start))
