"""Makes a page about the responses of a project."""

from collections.abc import Sequence
from pathlib import Path

from keytally.batch.compare_project import groups_of, scoring_of
from keytally.batch.errors import KeytallyError
from keytally.batch.project import Project, names_of, project_at
from keytally.batch.report import made
from keytally.batch.report_result import ReportResult
from keytally.batch.settings import FilePath, as_folders
from keytally.project.pair import Pair


def report_project(
    folder: FilePath = ".",
    *,
    allow: Sequence[FilePath] = (),
    links: str = "vscode",
    only_differences: bool = False,
) -> ReportResult:
    """A page about the responses of the project in a folder, which has one key; see `report`.

    Raises KeytallyError where there is no pair, more than one key, an error in the project's files, or
    responses that are not scored alike.
    """
    return reported_project(project_at(Path(folder), as_folders(allow)), links, only_differences)


def reported_project(project: Project, links: str, only_differences: bool) -> ReportResult:
    """The page about the responses of a project; see `report_project`."""
    if project.problems:
        raise KeytallyError(*project.problems)
    pairs = _of_one_key(project.pairs)
    names = [str(names_of(pair)[1]) for pair in pairs]
    return made(names, (scoring_of(pair)() for pair in pairs), links, only_differences)


def _of_one_key(pairs: Sequence[Pair]) -> Sequence[Pair]:
    """The pairs, if they have one key and are scored alike."""
    keys = dict.fromkeys(str(names_of(pair)[0]) for pair in pairs)
    if len(keys) > 1:
        raise KeytallyError(
            f"a page is about the responses to one key, and the project has {', '.join(keys)}; "
            "name one of them and its responses"
        )
    first, *others = groups_of(pairs)
    if others:
        names = (str(names_of(group[0])[1]) for group in (first, others[0]))
        raise KeytallyError(
            f"{' and '.join(names)} are not scored alike; name the key and the responses of one page"
        )
    return first
