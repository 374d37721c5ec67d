"""Assigns colours to chains."""

from collections import Counter
from collections.abc import Sequence

from keytally_server.answers.semantic_token import COLOUR_COUNT


def colours_of(chain_of: Sequence[int]) -> dict[int, int]:
    """A colour, from 0 to COLOUR_COUNT - 1, for each chain of two mentions or more.

    `chain_of` has the chain of each mention, in the order of the text. At its first mention, a chain takes
    the colour that was last used longest ago, counted in mentions, so neighbouring chains differ as far as
    there are enough colours.
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
