"""The documents of a pair as shares that any process can score, and their scores put together again.

A share needs no file: it has the texts of its documents and the settings of the pair. An engine that spreads
work over processes or machines takes `DocumentShare.score` as its function.
"""

import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from keytally.batch.apart_pair import ApartPair, apart_pair
from keytally.batch.errors import KeytallyError, readable_settings
from keytally.batch.losses import loss_line
from keytally.batch.oddities import lines_on_texts, oddities
from keytally.batch.order import check_order
from keytally.batch.request import Request, requested
from keytally.batch.settings import FilePath, OptionValues
from keytally.batch.texts_digest import digest_of
from keytally.engine.share_texts import Share, shares_of
from keytally.engine.shares import LocatedLoss, score_share
from keytally.engine.unread import unread_pair
from keytally.evaluations import registry
from keytally.evaluations.apart import RemarksApart, ScoresApart
from keytally.evaluations.interface import Evaluation, Role
from keytally.evaluations.settings import Settings


class Whole(NamedTuple):
    """What all shares of a pair have in common.

    `settings` are those of its evaluation, with the text of a configuration file. `digest` is that of the
    pair's files. `warnings` are known before the documents are scored, `is_odd` if the sides seem exchanged.
    """

    request: Request
    settings: Settings
    digest: str
    shares: int
    warnings: Sequence[str]
    is_odd: bool


class DocumentShare:
    """Documents of a pair that are scored together; can be pickled. `documents` are their names in order."""

    def __init__(self, whole: bytes, number: int, share: Share) -> None:
        self._whole = whole
        self._number = number
        self._share = share

    def __repr__(self) -> str:
        return f"<DocumentShare {self._number} of {', '.join(self.documents)}>"

    @property
    def documents(self) -> list[str]:
        """The names of the documents."""
        return [document.name for document in self._share if document.name is not None]

    def score(self) -> "ScoredShare":
        """Score the documents, in whichever process this is called. Raises KeytallyError."""
        evaluation, whole = opened(self._whole)
        found = score_share(self._share, evaluation, both_keys=whole.request.pair.both_keys)
        scores = [score for scores in found.scores for score in scores]
        grounds = evaluation.grounds(scores, found.response) if isinstance(evaluation, RemarksApart) else None
        assert isinstance(evaluation, ScoresApart)
        apart = evaluation.apart(scores)
        losses = [left(whole, role, loss) for role, loss in found.losses]
        return ScoredShare(self._whole, self._number, apart, grounds, losses)


class Left(NamedTuple):
    """What was left out of a key: the side, its file in messages, the place there, and a line about it."""

    role: Role
    file: Path
    start: int
    line: str


def left(whole: Whole, role: Role, loss: LocatedLoss) -> Left:
    """What was left out on a side, by the name of its file in messages."""
    pair, at = whole.request.pair, (Role.KEY, Role.RESPONSE).index(role)
    name = whole.request.shown[at]
    if pair.key_files is not None:
        folder, paths = ((pair.key, pair.keys), (pair.response, pair.responses))[at]
        name /= next(path for path in paths if path.name == loss.file).relative_to(folder)
    return Left(role, name, loss.start, loss_line(name, loss.line, loss.finding))


class ScoredShare(NamedTuple):
    """The scores of a share's documents, what remarks rest on, and what was left out; can be pickled."""

    whole: bytes
    number: int
    scores: Sequence[Any]
    grounds: Any
    losses: Sequence[Left]

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
    """The documents of a pair, to be scored apart and folded; the arguments are those of `keytally.score`.

    Each document is a share by itself; with `shares` there are so many, or fewer, of about the same length.
    Nothing is compared with texts, which play no part in a score: only `score` warns of such departures.
    Raises KeytallyError where the pair cannot be scored, or cannot be scored apart.
    """
    request = requested(
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
        raise KeytallyError(f"{key}: {request.pair.task} is scored as a whole here; keytally.score does that")
    return found


def shares_for(request: Request, number: int | None) -> list[DocumentShare] | None:
    """The documents of what is asked for, in shares; None where it is not scored apart (`apart_pair`).

    Raises KeytallyError where it cannot be scored.
    """
    apart = apart_pair(request)
    return None if apart is None else shares_in_all(apart, number)


def shares_in_all(apart: ApartPair, number: int | None) -> list[DocumentShare]:
    """The documents of a pair in shares. Raises KeytallyError where it cannot be scored."""
    request, evaluation, told, texts = apart
    pair, shown = request.pair, request.shown
    order = lines_on_texts(pair, texts, shown)
    try:
        live = unread_pair(pair, evaluation, texts)
        warnings = [*request.warnings, *told, *order, *oddities(live, shown)]
        check_order(live, shown[1])
    except KeytallyError as error:
        raise KeytallyError(*error.problems, *order) from error
    parts = shares_of(live, texts, number)
    common = Whole(request, apart.settings(), digest_of(texts), len(parts), warnings, bool(order))
    whole = pickle.dumps(common)
    keep(whole, Opened(evaluation, common))
    return [DocumentShare(whole, at, part) for at, part in enumerate(parts)]


class Opened(NamedTuple):
    """The evaluation of shares, and what they have in common."""

    evaluation: Evaluation
    whole: Whole


_OPENED: dict[bytes, Opened] = {}
_MOST_OPENED = 8


def opened(whole: bytes) -> Opened:
    """The evaluation of shares; that of few pairs is kept, also for processes that are forked from this one.

    Raises KeytallyError for settings of no use here.
    """
    if whole not in _OPENED:
        found: Whole = pickle.loads(whole)
        with readable_settings():
            keep(whole, Opened(registry.evaluation(found.request.pair.task, found.settings), found))
    return _OPENED[whole]


def keep(whole: bytes, found: Opened) -> None:
    """Keep an evaluation, and drop the oldest one if there are too many."""
    _OPENED[whole] = found
    if len(_OPENED) > _MOST_OPENED:
        del _OPENED[next(iter(_OPENED))]
