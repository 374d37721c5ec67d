"""Names that were meant, perhaps, where one is given that there is not."""

from collections.abc import Iterable


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`; did you mean X?` with the known name nearest to `name`, or nothing where none is near."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a wrong name pays for it

    nearest = get_close_matches(name, list(known), n=1)
    return f"; did you mean {nearest[0]}?" if nearest else ""
