"""What annotating offers in a document with chains."""

from collections.abc import Iterator

from keytally_server.answers.code_action import CodeAction
from keytally_server.features.coreference.here import Here
from keytally_server.features.coreference.surgery import surgery
from keytally_server.features.coreference.tagging import accepting, tagging_identical, wrapping
from keytally_server.features.words import word_at


def chain_offers(here: Here, end: int, most: int | None) -> Iterator[CodeAction]:
    """Everything that can be done with the stretch from the place to `end`, what it is about first.

    A stretch can be tagged, without one the word at the place where no mention is; a mention can be moved
    about, its chain cut and joined, and what the key has besides be accepted.
    """
    is_cursor = here.place == end
    start, end = word_at(here.unit.text, here.place) if is_cursor else (here.place, end)
    yield from accepting(here, start, end)
    if not is_cursor or here.mention is None:
        yield from wrapping(here, start, end, most)
    if is_cursor:
        yield from surgery(here, most)
        yield from tagging_identical(here)
