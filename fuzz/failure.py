"""What a case may find: an error that escapes, work without end, or a rule that does not hold."""

import traceback
from pathlib import Path
from typing import NamedTuple


class Failure(NamedTuple):
    """A failure; `kind` is the same for two cases that fail alike, `text` says what happened."""

    kind: str
    text: str


class BrokenError(Exception):
    """A rule does not hold; the first argument names the rule, the second says what was seen."""


class EndlessError(BaseException):
    """A case took too long; no handler of the product catches it."""


def failure_of(error: BaseException) -> Failure:
    """The failure that an error tells of."""
    if isinstance(error, BrokenError):
        return Failure(str(error.args[0]), str(error.args[1]))
    told = "".join(traceback.format_exception(error))
    if isinstance(error, EndlessError):
        return Failure("endless", told)
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "/scoring/" in frame.filename or "/server/keytally" in frame.filename]
    place = (own or list(frames))[-1]
    return Failure(f"{type(error).__name__} in {Path(place.filename).name}:{place.name}", told)


def hold(is_so: bool, rule: str, seen: object = "") -> None:
    """Raise BrokenError unless a rule holds."""
    if not is_so:
        raise BrokenError(rule, seen)
