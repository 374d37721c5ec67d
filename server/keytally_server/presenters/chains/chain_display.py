"""Colours, order and lists of chains in any format."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from keytally.text.rendering import markdown_code
from keytally_server.answers import COLOUR_COUNT
from keytally_server.wording import shortened


def colours_of(chain_of: Sequence[int]) -> dict[int, int]:
    """Return a colour, from 0 to COLOUR_COUNT - 1, for each chain of two mentions or more.

    `chain_of` contains the chain of each mention, in text order. At its first mention, a chain gets the
    colour that has been unused for longest, counted in mentions, so that adjacent chains differ if there are
    enough colours.
    """
    sizes = Counter(chain_of)
    last_seen = dict.fromkeys(range(COLOUR_COUNT), -1)
    given: dict[int, int] = {}
    for mention, chain in enumerate(chain_of):
        if sizes[chain] > 1:
            if chain not in given:
                given[chain] = min(last_seen, key=lambda colour: (last_seen[colour], colour))
            last_seen[given[chain]] = mention
    return given


def nearest_first(starts: Mapping[int, Sequence[int]], place: int, wanted: Iterable[int]) -> Iterator[int]:
    """Yield chains by the distance of their nearest mention to an offset; chains with a mention at or before
    the offset come first.

    `starts` contains the sorted starts of each chain's mentions.
    """

    def distance(chain: int) -> tuple[bool, int]:
        before = [place - start for start in starts[chain] if start <= place]
        return (False, min(before)) if before else (True, starts[chain][0] - place)

    return iter(sorted(wanted, key=distance))


MOST_MENTIONS = 30


def listed(texts: Sequence[str], current: int | None = None) -> str:
    """Return the texts of a chain's mentions in order, with the current mention in bold; for a long chain,
    only the mentions around it.
    """
    at = 0 if current is None else current
    first = max(0, min(at - MOST_MENTIONS // 2, len(texts) - MOST_MENTIONS))
    shown = range(first, min(first + MOST_MENTIONS, len(texts)))
    listed_texts = [_one(texts[each], is_current=each == current) for each in shown]
    before = ["…"] if first else []
    after = ["…"] if first + len(shown) < len(texts) else []
    return f"{' → '.join([*before, *listed_texts, *after])} ({len(texts)})"


def in_pieces(pieces: Sequence[Sequence[str]]) -> str:
    """Return the texts of a chain's mentions, grouped by the chains to which they belong in the other
    file.
    """
    shown = (", ".join(markdown_code(shortened(text)) for text in piece) for piece in pieces[:MOST_MENTIONS])
    return f"split into {len(pieces)} parts in the other file: {' | '.join(shown)}"


def _one(text: str, *, is_current: bool) -> str:
    shown = markdown_code(shortened(text) or "(empty)")
    return f"**{shown}**" if is_current else shown
