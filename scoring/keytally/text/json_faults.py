"""Says why a text cannot be read as JSON."""

from json import JSONDecodeError


def json_fault(error: ValueError | RecursionError) -> str:
    """What is wrong, on one line, for an error of `json`.

    Besides errors of form there are limits: how deep values may be nested, and how many digits a whole number
    may have, of which the interpreter speaks in its own terms.
    """
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, JSONDecodeError):
        return " ".join(str(error).split())
    return "a number in it has too many digits"
