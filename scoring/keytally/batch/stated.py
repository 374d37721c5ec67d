"""Makes a pair of a key and a response that are named one by one, with what keytally.toml states of them."""

from collections.abc import Iterator, Sequence
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from keytally.batch.errors import KeytallyError
from keytally.batch.files import shown
from keytally.batch.settings import (
    Overrides,
    check_options,
    configuration_told,
    configured_task,
    task_for,
)
from keytally.batch.targets import folders_of, line_of, workspace_of
from keytally.evaluations import registry
from keytally.findings.rule import Severity
from keytally.project.folder_pairs import with_files
from keytally.project.pair import Pair
from keytally.project.project_file import PROJECT_FILE, nearest_project_file
from keytally.text.paths import absolute
from keytally.text.regular import is_folder, reason_of

if TYPE_CHECKING:
    from keytally.project.discovered import Discovery
    from keytally.project.reach import Reach
    from keytally.project.stated_pairs import Unpaired


class Given(NamedTuple):
    """What a person gives of a pair besides its two files; None where that is left open.

    `source` is a configuration file or the name of a built-in one, `allow` has folders outside the workspace
    whose files keytally.toml may name. `like` is another response to the key: what keytally.toml states of
    that one counts where it states no pair of the two files.
    """

    task: str | None = None
    source: Path | str | None = None
    texts: Path | None = None
    encoding: str | None = None
    options: Overrides = ()
    allow: Sequence[Path] = ()
    like: Path | None = None


class GivenPair(NamedTuple):
    """A pair of two files, the options to score it with, and what is wrong with the project file."""

    pair: Pair
    options: Overrides
    warnings: Sequence[str]


def pair_of(key: Path, response: Path, given: Given) -> GivenPair:
    """The pair of two files: what is given, else what the nearest keytally.toml states, else what they tell.

    Raises KeytallyError where they make none, and where the keytally.toml states a pair that cannot be used.
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
    source = source if source is not None else configuration_told(chosen.task, key, response)
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
    return GivenPair(with_files(pair, _names_in), options, warnings)


def _settings_reach(stated: Pair | None, given: Given, task: str) -> "Reach | None":
    """Where what a project file states of two files must lie; what a person gives may lie anywhere."""
    if stated is None or stated.reach is None:
        return None
    files = {name.lower() for name in registry.file_options_of(task)}
    named = [Path(value) for name, values in given.options if name.lower() in files for value in values]
    reach = stated.reach
    for file in (*named, given.source, given.texts):
        reach = reach.around(Path(realpath(file)).parent) if isinstance(file, Path) else reach
    return reach


def _companions_beside(key: Path, task: str, source: Path | str | None) -> dict[str, Path | str]:
    """The companion files in a key's folder, if its task takes any and no configuration is named."""
    known = registry.find_task(task)
    if known is None or not known.companions or source is not None:
        return {}
    from keytally.project.companions import companions_of_key  # noqa: PLC0415 - few tasks take companion files

    return companions_of_key(key, task)


def _names_in(folder: Path) -> list[str]:
    """The names of all files in a folder, also of those that cannot be read: reading them will tell.

    Raises KeytallyError for a folder that is there and cannot be listed.
    """
    try:
        return sorted(path.name for path in folder.iterdir() if not is_folder(path))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise KeytallyError(f"{shown(folder)}: {reason_of(error)}") from error


class Stated(NamedTuple):
    """The pair that a project file states for two files, None if it states none.

    `warnings` has a line for each error of the project file.
    """

    pair: Pair | None = None
    warnings: Sequence[str] = ()


def stated_pair(key: Path, response: Path, task: str | None, allow: Sequence[Path] = ()) -> Stated:
    """The pair of two files, given as absolute paths, in the nearest keytally.toml of either.

    There is none for folders that it pairs for several tasks, unless the task is given. The project file may
    name files in the folders of the two, which are given, and in those of `allow`. Raises KeytallyError where
    it states a pair with the response that cannot be used: the two alone would give another score.
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
    """The first response of which a keytally.toml states a pair with the key; None if there is none."""
    paired = (each for each in responses if stated_pair(absolute(key), absolute(each), task, allow).pair)
    return next(paired, None)


def _is_of(pair: Pair, key: Path, response: Path) -> bool:
    """Whether two files or folders are those of a pair, or one file each of its folders."""
    return (pair.key, pair.response) == (key, response) or (key in pair.keys and response in pair.responses)


def _is_about(unpaired: "Unpaired", key: Path, response: Path, task: str | None) -> bool:
    """Whether an entry that makes no pair is about two files, or the folders that they lie in."""
    is_response = unpaired.response in (response, response.parent)
    return is_response and unpaired.key in (key, key.parent, None) and task in (None, unpaired.task)


def _only(pairs: Sequence[Pair]) -> Pair | None:
    """The pair of one task; None where folders are paired for several, of which one is to be named."""
    return pairs[0] if len({pair.task for pair in pairs}) == 1 else None


def options_over(stated: Pair | None, overrides: Overrides) -> Overrides:
    """The options of a stated pair without those that are given anew, and those given."""
    given = {name.lower() for name, _ in overrides}
    kept = stated.options.items() if stated is not None else ()
    return [*((name, words) for name, words in kept if name.lower() not in given), *overrides]


def _errors(found: "Discovery") -> Iterator[str]:
    """A line for each error of a project file, and for one that cannot be read."""
    if any(found.findings.values()):
        from keytally.batch.project_problems import problem_lines  # noqa: PLC0415 - only a faulty one pays

        yield from problem_lines(found, only=(Severity.ERROR,))
    yield from (
        line_of(note._replace(path=shown(note.path)))
        for note in found.notes
        if note.path.name == PROJECT_FILE
    )
