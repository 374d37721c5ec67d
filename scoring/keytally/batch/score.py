"""Scores one pair of files, for the command and the Python API."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from keytally.batch.configured_names import check_names
from keytally.batch.errors import KeytallyError, readable_settings
from keytally.batch.exchange import exchanged
from keytally.batch.files import filled_text, read_text
from keytally.batch.files import shown as shown_path
from keytally.batch.items import check_items, check_response
from keytally.batch.losses import loss_lines
from keytally.batch.order import check_order
from keytally.batch.score_result import ScoreResult
from keytally.batch.settings import (
    FilePath,
    OptionValues,
    Overrides,
    as_folders,
    as_overrides,
    check_options,
    check_task,
    companion_texts,
    configuration_warnings,
    configurations_for,
    source_of,
)
from keytally.batch.stated import Given, pair_of
from keytally.engine.engine import Engine
from keytally.engine.joined_readings import JoinedReadings
from keytally.engine.live_pair import LivePair
from keytally.evaluations import registry
from keytally.evaluations.abilities import TellsItems
from keytally.evaluations.interface import Evaluation, Role
from keytally.evaluations.settings import Settings
from keytally.project.pair import Pair
from keytally.text.paths import absolute
from keytally.text.plural import quantity
from keytally.text.regular import is_folder, is_there

_ROLES = (Role.KEY, Role.RESPONSE)


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
    given = Given(
        task,
        source_of(config),
        absolute(Path(texts)) if texts is not None else None,
        encoding,
        as_overrides(options or {}),
        as_folders(allow),
    )
    names = Path(key), Path(response)
    found = pair_of(*names, given)
    return score_pair(found.pair, found.options, names, warnings=found.warnings, strict=strict)


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
    path, overrides = Path(config), as_overrides(options or {})
    with readable_settings():
        named, shown = configurations_for(path).checked_pair(path, overrides)
    check_names(path, (named.key, named.response), as_folders(allow))
    check_options(named.task, overrides)
    pair = Pair(
        named.task,
        named.key,
        named.response,
        configuration=absolute(path),
        origin=f"configuration file {path}",
        both_keys=named.both_keys,
    )
    try:
        return score_pair(pair, overrides, shown, named.base, strict=strict)
    except KeytallyError as error:
        with readable_settings():
            odd = configuration_warnings(pair, overrides)
        raise KeytallyError(*error.problems, *(f"warning: {line}" for line in odd)) from error


def score_pair(  # noqa: PLR0913 -- each is a choice of the command line
    pair: Pair,
    overrides: Overrides,
    shown: Sequence[Path],
    base: str = "",
    *,
    warnings: Sequence[str] = (),
    strict: bool = False,
) -> ScoreResult:
    """Score a pair; `shown` are the names of its key and its response in messages.

    `base` is put before the configured names of written reports. `warnings` are those known before. `strict`
    refuses a key of which something malformed is left out.
    """
    check_task(pair.task)
    within = pair.settings_within
    texts = companion_texts(pair.companions, within)
    settings = Settings(shown_path(pair.configuration), options=overrides, companions=texts, within=within)
    with readable_settings():
        scoring = registry.evaluation(pair.task, settings)
        warnings = [*warnings, *configuration_warnings(pair, overrides)]
    check_response(scoring, pair, shown[0])
    names = dict(_files(pair, shown))
    engine = _opened(pair, scoring, names)
    order = _order(engine, pair, shown)
    try:
        live = engine.add_pair(pair, scoring)
        warnings += [*order, *_oddities(live, shown)]
        check_order(live, shown[1])
    except KeytallyError as error:
        raise KeytallyError(*error.problems, *order) from error
    live.work()
    lost = loss_lines(live, names) if strict or not order else []
    if strict and lost:
        raise KeytallyError(*lost)
    return ScoreResult(live, [*warnings, *lost], base, shown)


def _opened(pair: Pair, scoring: Evaluation, names: Mapping[Path, Path]) -> Engine:
    """An engine with the files of a pair, which messages call by `names`, and its texts."""
    engine = Engine(compares_texts=pair.texts is not None, judges=False)
    for path, name in names.items():
        engine.open(path, _text(path, name, pair, scoring))
    if pair.texts is not None:
        engine.open(pair.texts, _text(pair.texts, pair.texts, pair, scoring))
    return engine


def _order(engine: Engine, pair: Pair, shown: Sequence[Path]) -> list[str]:
    """A line if the two sides seem to be in the wrong order; folders are told by what they are made of."""
    sides = ("", "") if pair.key_files is not None else (pair.key, pair.response)
    key, response = (engine.source(path).text if isinstance(path, Path) else "" for path in sides)
    return exchanged(pair, key, response, (shown[0], shown[1]))


def _oddities(live: LivePair, shown: Sequence[Path]) -> list[str]:
    """What is odd about the files. Raises KeytallyError where they cannot be scored."""
    pair, task = live.pair, registry.task_named(live.pair.task)
    warnings = [f"{shown[1]}: there is no file {name} here; it counts as 0" for name in pair.absent]
    if pair.texts is not None and not task.texts_language:
        warnings.insert(0, f"{pair.task} compares no texts: {pair.texts.name} plays no part")
    for side, name, role in zip((live.key, live.response), shown, _ROLES, strict=True):
        if pair.key_files is None:
            warnings += check_items(live.evaluation, side, name, role)
        warnings += _unnumbered(side, name)
        if pair.texts is not None:
            warnings += _alterations(side, name, task.texts_rule)
    return warnings


def _files(pair: Pair, shown: Sequence[Path]) -> Iterator[tuple[Path, Path]]:
    """The files of both sides, and their names in messages. Raises KeytallyError for unpaired folders."""
    if registry.task_named(pair.task).folder and is_folder(pair.key) != is_folder(pair.response):
        file = shown[0] if is_folder(pair.response) else shown[1]
        problem = "this is a file and the other a folder" if is_there(file) else "there is no such folder"
        raise KeytallyError(f"{file}: {problem}; give two folders or two files")
    if not pair.keys:
        raise KeytallyError(f"{shown[0]}: no file of the task {pair.task} in this folder; is it the key's?")
    for name, side, paths in zip(shown, (pair.key, pair.response), (pair.keys, pair.responses), strict=True):
        for path in paths:
            yield path, name if path == side else name / path.relative_to(side)


def _unnumbered(side: JoinedReadings, name: Path) -> list[str]:
    """A warning for each file whose documents only their order identifies."""
    count = len(side.documents.units_of(""))
    what = f"{quantity(count, 'document')} {'has' if count == 1 else 'have'}"
    return [f"{name}: {what} no number; such documents are compared in their order"] if count else []


def _alterations(side: JoinedReadings, name: Path, rule: str) -> list[str]:
    """A warning for each file whose text differs from the texts, since that affects the alignment."""
    count = sum(found.finding.rule.name == rule for found in side.findings)
    where = f"{name}: the text departs from the texts in {quantity(count, 'place')}"
    return [f"{where}; see keytally check"] if count else []


def _text(path: Path, name: Path, pair: Pair, scoring: Evaluation) -> str:
    """The text of a file that messages call `name`.

    A file in a folder may be empty, and so may a response: a system may have found nothing.
    """
    may_be_empty = pair.key_files is not None or path not in (*pair.keys, pair.texts)
    reach = pair.settings_reach or pair.reach if path == pair.texts else pair.reach
    within = None if reach is None else reach.holds
    if may_be_empty:
        return read_text(name, pair.encoding, within).text
    if isinstance(scoring, TellsItems):
        needed = f"it needs at least one {scoring.item_name(Role.KEY)}"
        return filled_text(name, pair.encoding, needed, within)
    return filled_text(name, pair.encoding, within=within)
