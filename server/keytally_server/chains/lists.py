"""Lists a chain in a hover."""

from collections.abc import Sequence

from keytally.text.markdown import code
from keytally_server.wording.markdown import shortened

MOST_MENTIONS = 30


def listed(texts: Sequence[str], current: int | None = None) -> str:
    """The texts of a chain's mentions in order, one of them in bold; of a long chain only those around it."""
    at = 0 if current is None else current
    first = max(0, min(at - MOST_MENTIONS // 2, len(texts) - MOST_MENTIONS))
    shown = range(first, min(first + MOST_MENTIONS, len(texts)))
    listed_texts = [_one(texts[each], is_current=each == current) for each in shown]
    before = ["…"] if first else []
    after = ["…"] if first + len(shown) < len(texts) else []
    return f"{' → '.join([*before, *listed_texts, *after])} ({len(texts)})"


def in_pieces(pieces: Sequence[Sequence[str]]) -> str:
    """The texts of a chain's mentions as the other file has them in several chains."""
    shown = (", ".join(code(shortened(text)) for text in piece) for piece in pieces[:MOST_MENTIONS])
    return f"in {len(pieces)} pieces there: {' | '.join(shown)}"


def _one(text: str, *, is_current: bool) -> str:
    shown = code(shortened(text) or "(empty)")
    return f"**{shown}**" if is_current else shown
