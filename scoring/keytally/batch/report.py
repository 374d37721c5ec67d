"""Makes a page about one response or several to one key, for the command and the Python API."""

from collections.abc import Iterable, Sequence
from typing import Any

from keytally.batch.errors import KeytallyError
from keytally.batch.report_result import ReportResult
from keytally.batch.reported_systems import reported
from keytally.batch.request import requests_to
from keytally.batch.score import score_configuration, scored
from keytally.batch.score_result import ScoreResult
from keytally.batch.scored_alike import check_once
from keytally.batch.settings import FilePath, OptionValues
from keytally.report_page.links import LINKS


def report(  # noqa: PLR0913 -- each is a choice of the command line
    key: FilePath,
    responses: Sequence[FilePath],
    *,
    task: str | None = None,
    config: FilePath | None = None,
    options: OptionValues | None = None,
    encoding: str | None = None,
    allow: Sequence[FilePath] = (),
    links: str = "vscode",
    only_differences: bool = False,
) -> ReportResult:
    """A page about responses to one key; the arguments up to `allow` are those of `keytally.score`.

    `links` says what opens the places: `vscode`, `file` or `none`. With `only_differences` texts that agree
    are left out. What keytally.toml states of the first response that it names with the key counts for those
    that it does not name. Raises KeytallyError where a response cannot be scored or is not scored like the
    others, and where Jinja2 is absent.
    """
    request = requests_to(
        key, responses, task=task, config=config, options=options, encoding=encoding, allow=allow
    )
    results = (scored(request(response)) for response in responses)
    return made(list(map(str, responses)), results, links, only_differences)


def report_configurations(
    configs: Sequence[FilePath],
    *,
    options: OptionValues | None = None,
    allow: Sequence[FilePath] = (),
    links: str = "vscode",
    only_differences: bool = False,
) -> ReportResult:
    """A page about the responses of configuration files, which are named by these files."""
    results = (score_configuration(config, options=options, allow=allow) for config in configs)
    return made(list(map(str, configs)), results, links, only_differences)


def made(
    names: Sequence[str], results: Iterable[ScoreResult], links: str, only_differences: bool
) -> ReportResult:
    """The page about scored responses by their names; see `report`."""
    rendered = _rendering()
    if links not in LINKS:
        raise KeytallyError(f"there are no links {links!r}; there are: {', '.join(LINKS)}")
    if not names:
        raise KeytallyError("give a key and at least one response")
    check_once(names)
    scored = list(results)
    page = reported(names, scored, LINKS[links], only_differences)
    return ReportResult(page, rendered(page), scored)


def _rendering() -> Any:
    """The function that makes HTML of a page, which needs Jinja2."""
    try:
        from keytally.report_page.rendering import rendered  # noqa: PLC0415 - Jinja2 need not be there
    except ModuleNotFoundError as error:
        if error.name not in ("jinja2", "markupsafe"):
            raise
        raise KeytallyError("a report needs Jinja2: pip install 'keytally[report]'") from None
    return rendered
