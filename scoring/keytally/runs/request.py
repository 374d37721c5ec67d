"""A request to score: a pair with its settings, from files, options and keytally.toml."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from keytally.families import registry
from keytally.findings.finding import Severity
from keytally.project.pair import Pair, with_files
from keytally.project.reach import is_project_file, nearest_project_file
from keytally.runs.files import (
    KeytallyError,
    folders_of,
    line_of,
    readable_settings,
    shown_path,
    workspace_of,
)
from keytally.runs.settings import (
    FilePath,
    OptionValues,
    Overrides,
    as_folders,
    as_overrides,
    check_options,
    configuration_warnings,
    configurations_for,
    configured_task,
    inferred_configuration,
    source_of,
    task_for,
)
from keytally.text.files import absolute, is_folder, is_stdin, reason_of

if TYPE_CHECKING:
    from keytally.project.discovery import Discovery
    from keytally.project.pair_entries import Unpaired
    from keytally.project.reach import Reach


def check_names(config: Path, files: Sequence[Path], allow: Sequence[Path]) -> None:
    """Raise KeytallyError with a line for each of `files` that the configuration may not refer to.

    Files that options name are not checked, because the user chose them.
    """
    naming = configurations_for(config)
    if naming is None:
        return
    from keytally.project.pair_entries import configured_name_problems  # noqa: PLC0415 - only configurations pay for it
    from keytally.project.reach import Reach  # noqa: PLC0415 - only configurations pay for it
    from keytally.runs.located_findings import Lines  # noqa: PLC0415 - only configurations pay for it

    with readable_settings():
        text = naming.text_of(config)
    found = configured_name_problems(naming, absolute(config), text, Reach(folders_of(config, allow)))
    lines = Lines(text)
    problems = [
        f"{config}:{lines.position(problem.start).line}: {problem.message}"
        for file, problem in found.items()
        if file in files
    ]
    if problems:
        raise KeytallyError(*problems)


class Given(NamedTuple):
    """The user's settings for a pair in addition to its two files; None for a default.

    `source` is a configuration file or the name of a built-in configuration; `allow` lists directories
    outside the workspace that contain files to which keytally.toml may refer. `like` is another response for
    the key; its settings in keytally.toml apply if the two files are not paired there.
    """

    task: str | None = None
    source: Path | str | None = None
    texts: Path | None = None
    encoding: str | None = None
    options: Overrides = ()
    allow: Sequence[Path] = ()
    like: Path | None = None


class GivenPair(NamedTuple):
    """A pair of two files, its scoring options, and the problems of the project file."""

    pair: Pair
    options: Overrides
    warnings: Sequence[str]


def pair_of(key: Path, response: Path, given: Given) -> GivenPair:
    """Return the pair of two files, from the user's settings, keytally.toml, or the files themselves.

    Raises KeytallyError if they do not form a pair, and if the pair in keytally.toml cannot be used.
    """
    files = absolute(key), absolute(response)
    wanted = given.task or (configured_task(given.source) if given.source is not None else None)
    stated, warnings = stated_pair(*files, wanted, given.allow)
    if stated is None and given.like is not None:
        stated, warnings = stated_pair(files[0], absolute(given.like), wanted, given.allow)
    source = given.source if given.source is not None or stated is None else stated.configuration
    options = options_over(stated, given.options)
    chosen = task_for(wanted or (stated.task if stated else None), source, options, key, response)
    check_options(chosen.task, given.options)
    source = source if source is not None else inferred_configuration(chosen.task, key, response)
    if stated is None:
        companions = _companions_beside(files[0], chosen.task, source)
        alone = Pair(chosen.task, *files, companions=companions, is_given=True)
    else:
        alone = Pair(chosen.task, *files, stated.texts, stated.companions, origin=stated.origin)
    pair = alone._replace(
        texts=given.texts or alone.texts,
        configuration=source,
        encoding=given.encoding or (stated.encoding if stated else None),
        both_keys=chosen.both_keys,
        settings_reach=_settings_reach(stated, given, chosen.task),
    )
    notes = [chosen.note] if chosen.note else []
    return GivenPair(with_files(pair, _names_in), options, [*warnings, *notes])


def _settings_reach(stated: Pair | None, given: Given, task: str) -> "Reach | None":
    """Return the reach of files that a project file specifies for a pair; None if no project file defines
    the pair.
    """
    if stated is None or stated.reach is None:
        return None
    files = {name.lower() for name in registry.file_options_of(task)}
    named = [Path(value) for name, values in given.options if name.lower() in files for value in values]
    reach = stated.reach
    for file in (*named, given.source, given.texts):
        reach = reach.around(Path(realpath(file)).parent) if isinstance(file, Path) else reach
    return reach


def _companions_beside(key: Path, task: str, source: Path | str | None) -> dict[str, Path | str]:
    """Return the companion files in a key's directory, if its task uses them and has no configuration."""
    known = registry.find_task(task)
    if known is None or not known.companions or source is not None:
        return {}
    from keytally.project.conventions import companions_of_key  # noqa: PLC0415 - few tasks take companion files

    return companions_of_key(key, task)


def _names_in(folder: Path) -> list[str]:
    """Return the names of all files in a directory, including unreadable ones, which fail when they are read.

    Raises KeytallyError for an existing directory that cannot be listed.
    """
    try:
        return sorted(path.name for path in folder.iterdir() if not is_folder(path))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise KeytallyError(f"{shown_path(folder)}: {reason_of(error)}") from error


class Stated(NamedTuple):
    """The pair that a project file declares for two files (None if it declares no such pair), and the
    warnings about the project file.

    `warnings` contains a line for each error in the project file.
    """

    pair: Pair | None = None
    warnings: Sequence[str] = ()


def stated_pair(key: Path, response: Path, task: str | None, allow: Sequence[Path] = ()) -> Stated:
    """Return the pair of two files, given as absolute paths, in the nearest keytally.toml of either.

    Directories paired for several tasks form no pair unless the task is given. The project file may refer to
    files in the directories of the two files and in the directories in `allow`. Raises KeytallyError if it
    declares an unusable pair with the response, because the two files alone could have a different score.
    """
    warnings: list[str] = []
    for folder in dict.fromkeys(path if is_folder(path) else path.parent for path in (key, response)):
        root = workspace_of(folder)
        if nearest_project_file(folder, root) is None:
            continue
        from keytally.project.discovery import discover_stated  # noqa: PLC0415 - only a project pays for it
        from keytally.project.reach import Reach  # noqa: PLC0415 - only a project pays for it

        reach = Reach([*folders_of(folder, allow), key.parent, response.parent])
        found = discover_stated(folder, root, reach)
        pairs = [pair for pair in found.pairs if _is_of(pair, key, response) and task in (None, pair.task)]
        warnings += _errors(found)
        if pairs:
            return Stated(_only([pair for pair in found.live if pair in pairs] or pairs), warnings)
        if any(_is_about(each, key, response, task) for each in found.unpaired):
            raise KeytallyError(*warnings)
    return Stated(None, list(dict.fromkeys(warnings)))


def first_stated(
    key: Path, responses: Sequence[Path], task: str | None, allow: Sequence[Path]
) -> Path | None:
    """Return the first response that a keytally.toml pairs with the key; None if there is none."""
    paired = (
        response for response in responses if stated_pair(absolute(key), absolute(response), task, allow).pair
    )
    return next(paired, None)


def _is_of(pair: Pair, key: Path, response: Path) -> bool:
    """Return whether two paths are the key and the response of a pair, or a file in each of its two
    directories.

    For a response from stdin, the settings of the key's first pair are used.
    """
    if is_stdin(response):
        return key in (pair.key, *pair.keys)
    return (pair.key, pair.response) == (key, response) or (key in pair.keys and response in pair.responses)


def _is_about(unpaired: "Unpaired", key: Path, response: Path, task: str | None) -> bool:
    """Return whether an entry that forms no pair names the two files or their directories."""
    is_response = unpaired.response in (response, response.parent)
    return is_response and unpaired.key in (key, key.parent, None) and task in (None, unpaired.task)


def _only(pairs: Sequence[Pair]) -> Pair | None:
    """Return the pair of one task; None if directories are paired for several tasks."""
    return pairs[0] if len({pair.task for pair in pairs}) == 1 else None


def options_over(stated: Pair | None, overrides: Overrides) -> Overrides:
    """Return the options of a declared pair, overridden by the given options."""
    given = {name.lower() for name, _ in overrides}
    kept = stated.options.items() if stated is not None else ()
    return [*((name, words) for name, words in kept if name.lower() not in given), *overrides]


def _errors(found: "Discovery") -> Iterator[str]:
    """Yield a line for each error in a project file, and for a project file that cannot be read."""
    if any(found.findings.values()):
        from keytally.runs.located_findings import problem_lines  # noqa: PLC0415 - only a faulty one pays

        yield from problem_lines(found, only=(Severity.ERROR,))
    yield from (
        line_of(note._replace(path=shown_path(note.path)))
        for note in found.notes
        if is_project_file(note.path)
    )


class Request(NamedTuple):
    """A pair to be scored, with the options that are applied after its configuration.

    `shown` contains the names of its key and response for messages. `base` is the prefix of configured report
    names. `warnings` contains warnings that are known before scoring. With `strict`, scoring fails if
    malformed items would be skipped or if tokens of the response differ from the key's.
    """

    pair: Pair
    options: Overrides
    shown: tuple[Path, Path]
    base: str = ""
    warnings: Sequence[str] = ()
    strict: bool = False


def request_for(  # noqa: PLR0913 -- each is a choice of the command line
    key: FilePath,
    response: FilePath,
    *,
    task: str | None,
    config: FilePath | None,
    texts: FilePath | None,
    options: OptionValues | None,
    encoding: str | None,
    strict: bool,
    allow: Sequence[FilePath],
    like: Path | None = None,
) -> Request:
    """Return the request for a key and a response; see `keytally.score`, and `Given` for `like`."""
    given = Given(
        task,
        source_of(config),
        absolute(Path(texts)) if texts is not None else None,
        encoding,
        as_overrides(options or {}),
        as_folders(allow),
        like,
    )
    names = Path(key), Path(response)
    found = pair_of(*names, given)
    return Request(found.pair, found.options, names, warnings=found.warnings, strict=strict)


def requests_to(  # noqa: PLR0913 -- each is a choice of the command line
    key: FilePath,
    responses: Sequence[FilePath],
    *,
    task: str | None,
    config: FilePath | None,
    options: OptionValues | None,
    encoding: str | None,
    allow: Sequence[FilePath],
) -> Callable[[FilePath], Request]:
    """Return a function that maps a response to its request, with the same settings for all responses.

    For responses that keytally.toml does not mention, the settings of the first response that it pairs with
    the key are used. The function is picklable, and raises KeytallyError as `request_for` does.
    """
    like = first_stated(Path(key), list(map(Path, responses)), task, as_folders(allow))
    return partial(
        request_for,
        key,
        task=task,
        config=config,
        texts=None,
        options=options,
        encoding=encoding,
        strict=False,
        allow=allow,
        like=like,
    )


def request_by_configuration(
    config: FilePath, *, options: OptionValues | None, strict: bool, allow: Sequence[FilePath]
) -> Request:
    """Return the request for the pair of a configuration file; see `keytally.score_configuration`."""
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
    return Request(pair, overrides, shown, named.base, strict=strict)


@contextmanager
def with_configuration_warnings(request: Request) -> Iterator[None]:
    """Add the configuration's warnings to an error: they may explain it."""
    try:
        yield
    except KeytallyError as error:
        with readable_settings():
            odd = configuration_warnings(request.pair, request.options)
        raise KeytallyError(*error.problems, *(f"warning: {line}" for line in odd)) from error
