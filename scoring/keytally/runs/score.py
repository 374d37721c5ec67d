"""Score one pair of files."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from keytally.engine.engine import opened_pair
from keytally.engine.live_pair import LivePair
from keytally.families import registry
from keytally.families.contract import Evaluation, Role, Settings
from keytally.project.pair import Pair
from keytally.runs.files import (
    FileTexts,
    KeytallyError,
    filled_data,
    read_data,
    readable_settings,
    shown_path,
)
from keytally.runs.pair_warnings import (
    check_order,
    check_response,
    lines_on_texts,
    lost_in,
    pair_warnings,
    warnings_of,
)
from keytally.runs.request import Request, request_by_configuration, request_for, with_configuration_warnings
from keytally.runs.score_result import ScoredAtOnce, ScoreResult
from keytally.runs.settings import (
    FilePath,
    OptionValues,
    Overrides,
    check_task,
    companion_texts,
    configuration_warnings,
)
from keytally.text.files import is_folder, is_there


def files_of(pair: Pair, shown: Sequence[Path]) -> Iterator[tuple[Path, Path]]:
    """Yield the files of both sides with their names for messages. Raises KeytallyError for a file and a
    directory that do not form a pair, and for a key's directory without files of the task.
    """
    layout = registry.task_named(pair.task).folder
    file = shown[0] if is_folder(pair.response) else shown[1]
    is_mixed = layout is not None and is_folder(pair.key) != is_folder(pair.response)
    if layout is not None and is_mixed and not (layout.takes_files and is_there(file)):
        problem = "this is a file, but the other is a directory" if is_there(file) else "no such directory"
        raise KeytallyError(f"{file}: {problem}; specify two directories or two files")
    if not pair.keys:
        raise KeytallyError(
            f"{shown[0]}: no file of the task {pair.task} in this directory; is this the key?"
        )
    for name, side, paths in zip(shown, (pair.key, pair.response), (pair.keys, pair.responses), strict=True):
        for path in paths:
            yield path, name if path == side else name / path.relative_to(side)


def texts_of(pair: Pair, scoring: Evaluation, names: Mapping[Path, Path]) -> FileTexts:
    """Return the texts of the files of a pair, called `names` in messages, and of its texts file."""
    named = names if pair.texts is None else {**names, pair.texts: pair.texts}
    data = {path: _data(path, name, pair, scoring) for path, name in named.items()}
    return FileTexts(data, pair.encoding)


def _data(path: Path, name: Path, pair: Pair, scoring: Evaluation) -> bytes:
    """Return the bytes of a file, called `name` in messages.

    A file in a directory may be empty, and so may a response: a system may have found nothing.
    """
    may_be_empty = pair.key_files is not None or path not in (*pair.keys, pair.texts)
    reach = pair.settings_reach or pair.reach if path == pair.texts else pair.reach
    within = None if reach is None else reach.holds
    if may_be_empty:
        return read_data(name, pair.encoding, within)
    if scoring.is_item is not None:
        needed = f"it must contain at least one {scoring.item_name(Role.KEY)}"
        return filled_data(name, pair.encoding, needed, within)
    return filled_data(name, pair.encoding, within=within)


class ScoredSum:
    """A pair with only a total score (keytally.runs.score_result.Scored)."""

    def __init__(self, pair: Pair, evaluation: Evaluation, texts: FileTexts, total: Any) -> None:
        self.pair = pair
        self.evaluation = evaluation
        self._texts = texts
        self._total = total

    @cached_property
    def live(self) -> LivePair:
        """Return the engine's pair, which reads and scores the documents."""
        live = opened_pair(self.pair, self.evaluation, self._texts)
        live.work()
        return live

    def headline(self) -> float:
        """Return the headline measure, in percent."""
        fold = self.evaluation.fold()
        fold.put(self._total)
        return fold.headline()

    def scores(self) -> Sequence[Any]:
        """Return the scores of all documents in order."""
        return self.live.scores()

    def in_short(self) -> Sequence[Any]:
        """Return the single score."""
        return [self._total]

    def remarks(self) -> Sequence[str]:
        """Return no remarks: evaluations with remarks are scored document by document."""
        return ()


def sum_of(pair: Pair, evaluation: Evaluation, texts: FileTexts) -> ScoredSum | None:
    """Return the total of two files with these texts; None if documents must be read."""
    is_apart = pair.key != pair.response and pair.key_files is None and pair.texts is None
    if not is_apart or evaluation.sum_of is None:
        return None
    total = evaluation.sum_of(texts.in_utf8(pair.key), texts.in_utf8(pair.response))
    return None if total is None else ScoredSum(pair, evaluation, texts, total)


Watch = Callable[[Sequence[str]], Iterable[str]]
"""A function that follows a run: it receives names, and yields each of them when its turn comes."""


def score(  # noqa: PLR0913 -- each is a choice of the command line
    key: FilePath,
    response: FilePath,
    *,
    task: str | None = None,
    config: FilePath | None = None,
    texts: FilePath | None = None,
    options: OptionValues | None = None,
    encoding: str | None = None,
    strict: bool = False,
    allow: Sequence[FilePath] = (),
) -> ScoreResult:
    """Score a response against a key.

    `config` is a configuration file or the name of a built-in configuration. Without `config`, a
    configuration may be derived from a companion file next to the key, such as the BNF of templates, as in
    `keytally init`. `task` defaults to the task of the configuration, or is inferred from the key. Other
    settings default to those of the pair in the nearest keytally.toml, as in the server.

    `options` are applied after the options of the configuration, as with `-O`: `{"ne_allow_incorrect":
    "yes"}`. `encoding` is the encoding of files that are not in UTF-8. `texts` does not affect the score: a
    key or a response that differs from it adds a line to the result's `warnings`. Unreadable parts of either
    side, and responses with tokens that differ from the key's, also add a line. `strict` turns unreadable
    parts and differing tokens into errors. `allow` lists directories outside the workspace that contain files
    to which keytally.toml may refer.

    Raises KeytallyError if the pair cannot be scored.
    """
    request = request_for(
        key,
        response,
        task=task,
        config=config,
        texts=texts,
        options=options,
        encoding=encoding,
        strict=strict,
        allow=allow,
    )
    return score_request(request)


def score_configuration(
    config: FilePath,
    *,
    options: OptionValues | None = None,
    strict: bool = False,
    allow: Sequence[FilePath] = (),
) -> ScoreResult:
    """Score the pair of a configuration file, as `keytally score CONFIG` does.

    `strict` rejects files with unreadable parts, and responses with tokens that differ from the key's. The
    configuration may refer to files in its own directory and repository and, with `allow`, in other
    directories; `options` may refer to any files.

    Raises KeytallyError if the pair cannot be scored.
    """
    request = request_by_configuration(config, options=options, strict=strict, allow=allow)
    with with_configuration_warnings(request):
        return score_request(request)


def score_request(request: Request, watch: Watch = list, *, in_short: bool = False) -> ScoreResult:
    """Score a request; `watch` wraps the documents to show progress.

    `in_short` optimises for the headline and the text without `verbose`.
    """
    pair, options, shown, base, warnings, strict = request
    return score_pair(
        pair, options, shown, base, warnings=warnings, strict=strict, watch=watch, in_short=in_short
    )


def score_pair(  # noqa: PLR0913 -- each is a choice of the command line
    pair: Pair,
    overrides: Overrides,
    shown: tuple[Path, Path],
    base: str = "",
    *,
    warnings: Sequence[str] = (),
    strict: bool = False,
    watch: Watch = list,
    in_short: bool = False,
) -> ScoreResult:
    """Score a pair; `shown` are the names of its key and its response in messages.

    `base` is a prefix of the names of configured reports. `warnings` contains warnings that are known before
    scoring. `strict` rejects files with unreadable parts, and responses with tokens that differ from the
    key's. `watch` wraps the documents to show progress. With `in_short`, documents are not read one by one if
    the headline and the text without `verbose` do not need them; other attributes of the result read them
    lazily.
    """
    evaluation, told = evaluation_of(pair, overrides)
    check_response(evaluation, pair, shown[0])
    names = dict(files_of(pair, shown))
    texts = texts_of(pair, evaluation, names)
    order = lines_on_texts(pair, texts, shown)
    if in_short and (total := sum_of(pair, evaluation, texts)) is not None:
        return ScoreResult(total, [*warnings, *told, *order], base, shown)
    try:
        live = opened_pair(pair, evaluation, texts)
        warnings = [*warnings, *told, *order, *pair_warnings(live, shown)]
        check_order(live, shown[1])
    except KeytallyError as error:
        raise KeytallyError(*error.problems, *order) from error
    for document in watch(live.documents):
        live.work(wanted=(document,))
    lost = lost_in(live, names) if strict or not order else []
    found = ScoredAtOnce(live)
    warnings += warnings_of(lost, evaluation, found.scores() if lost else (), strict=strict)
    return ScoreResult(found, warnings, base, shown)


def evaluation_of(pair: Pair, overrides: Overrides) -> tuple[Evaluation, Sequence[str]]:
    """Return the evaluation of a pair, and warnings about its configuration.

    Raises KeytallyError for settings that cannot be used.
    """
    check_task(pair.task)
    settings = settings_of(pair, overrides)
    with readable_settings():
        return registry.evaluation(pair.task, settings), configuration_warnings(pair, overrides)


def settings_of(pair: Pair, overrides: Overrides) -> Settings:
    """Return the settings of a pair, including the options that are applied after its configuration."""
    within = pair.settings_within
    companions = companion_texts(pair.companions, within)
    source = shown_path(pair.configuration)
    return Settings(source, options=overrides, companions=companions, within=within)
