"""What is to be scored: a pair with its settings, from the files and options that a person gives."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from keytally.batch.configured_names import check_names
from keytally.batch.errors import KeytallyError, readable_settings
from keytally.batch.settings import (
    FilePath,
    OptionValues,
    Overrides,
    as_folders,
    as_overrides,
    check_options,
    configuration_warnings,
    configurations_for,
    source_of,
)
from keytally.batch.stated import Given, first_stated, pair_of
from keytally.project.pair import Pair
from keytally.text.paths import absolute


class Request(NamedTuple):
    """A pair to be scored, and the options after its configuration.

    `shown` are the names of its key and its response in messages; `base` is put before the configured names
    of written reports; `warnings` are those known before; `strict` refuses a key of which something
    malformed is left out.
    """

    pair: Pair
    options: Overrides
    shown: tuple[Path, Path]
    base: str = ""
    warnings: Sequence[str] = ()
    strict: bool = False


def requested(  # noqa: PLR0913 -- each is a choice of the command line
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
    """A key and a response; see `keytally.score` for the arguments and the error, and `Given` for `like`."""
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
    """What asks for each of several responses to one key, to be scored alike; it can be pickled.

    What keytally.toml states of the first response that it names with the key counts for those that it does
    not name. The function raises KeytallyError as `requested` does.
    """
    like = first_stated(Path(key), list(map(Path, responses)), task, as_folders(allow))
    return partial(
        requested,
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


def requested_by_configuration(
    config: FilePath, *, options: OptionValues | None, strict: bool, allow: Sequence[FilePath]
) -> Request:
    """The pair that a configuration file names; see `keytally.score_configuration`."""
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
def telling_oddities(request: Request) -> Iterator[None]:
    """Add to an error what is odd in the configuration: it may be why the pair cannot be scored."""
    try:
        yield
    except KeytallyError as error:
        with readable_settings():
            odd = configuration_warnings(request.pair, request.options)
        raise KeytallyError(*error.problems, *(f"warning: {line}" for line in odd)) from error
