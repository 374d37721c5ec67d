"""Scores one pair of files, for the command and the Python API."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from keytally.batch.errors import KeytallyError, readable_settings
from keytally.batch.files import shown as shown_path
from keytally.batch.items import check_response
from keytally.batch.losses import loss_lines
from keytally.batch.oddities import lines_on_texts, oddities
from keytally.batch.order import check_order
from keytally.batch.pair_files import files_of, texts_of
from keytally.batch.request import Request, requested, requested_by_configuration, telling_oddities
from keytally.batch.score_result import ScoreResult
from keytally.batch.scored_pair import ScoredAtOnce
from keytally.batch.scored_sum import sum_of
from keytally.batch.settings import (
    FilePath,
    OptionValues,
    Overrides,
    check_task,
    companion_texts,
    configuration_warnings,
)
from keytally.engine.opened import opened_pair
from keytally.evaluations import registry
from keytally.evaluations.interface import Evaluation
from keytally.evaluations.settings import Settings
from keytally.project.pair import Pair

Watch = Callable[[Sequence[str]], Iterable[str]]
"""Follows a run: it is given names, and gives them back as their turn comes."""


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

    `config` is a configuration file or the name of a built-in one; without it a companion file beside
    the key, such as the BNF of templates, may give one, as `keytally init` does. `task` may be left
    out: it is then the configuration's, else it is told from the key. What is not given is what the nearest
    keytally.toml states of the two, as in the server. `options` are set after the
    configuration's own, as `-O` does: `{"ne_allow_incorrect": "yes"}`. `encoding` is that of files
    that are not UTF-8. `texts` plays no part in the score: a key or a response that departs from
    it gives a line in the result's `warnings`, and so does what is malformed in the key and left out;
    `strict` refuses such a key. `allow` has folders outside the workspace whose files keytally.toml may
    name.

    Raises KeytallyError where the pair cannot be scored.
    """
    request = requested(
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
    return scored(request)


def score_configuration(
    config: FilePath,
    *,
    options: OptionValues | None = None,
    strict: bool = False,
    allow: Sequence[FilePath] = (),
) -> ScoreResult:
    """Score the pair that a configuration file names, as `keytally score CONFIG` does.

    `strict` refuses a key of which something malformed would be left out. The configuration may name
    files in its own folder and repository and, by `allow`, in other folders; `options` may name any.

    Raises KeytallyError where the pair cannot be scored.
    """
    request = requested_by_configuration(config, options=options, strict=strict, allow=allow)
    with telling_oddities(request):
        return scored(request)


def scored(request: Request, watch: Watch = list, *, in_short: bool = False) -> ScoreResult:
    """Score what is asked for; `watch` is given the documents, and gives them back one by one.

    With `in_short` the headline and the text without `verbose` are to cost the least.
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

    `base` is put before the configured names of written reports. `warnings` are those known before. `strict`
    refuses a key of which something malformed is left out. `watch` is given the documents, and gives them
    back one by one. With `in_short` documents are not read one by one where the headline and the text without
    `verbose` can do without; they are as soon as anything else is asked of the result.
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
        warnings = [*warnings, *told, *order, *oddities(live, shown)]
        check_order(live, shown[1])
    except KeytallyError as error:
        raise KeytallyError(*error.problems, *order) from error
    for document in watch(live.documents):
        live.work(wanted=(document,))
    lost = loss_lines(live, names) if strict or not order else []
    if strict and lost:
        raise KeytallyError(*lost)
    return ScoreResult(ScoredAtOnce(live), [*warnings, *lost], base, shown)


def evaluation_of(pair: Pair, overrides: Overrides) -> tuple[Evaluation, Sequence[str]]:
    """The evaluation of a pair, and warnings about its configuration.

    Raises KeytallyError for settings that cannot be used.
    """
    check_task(pair.task)
    settings = settings_of(pair, overrides)
    with readable_settings():
        return registry.evaluation(pair.task, settings), configuration_warnings(pair, overrides)


def settings_of(pair: Pair, overrides: Overrides) -> Settings:
    """The settings of a pair, and options after its configuration."""
    within = pair.settings_within
    companions = companion_texts(pair.companions, within)
    source = shown_path(pair.configuration)
    return Settings(source, options=overrides, companions=companions, within=within)
