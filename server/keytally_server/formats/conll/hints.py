"""Inlay hints behind mentions: the first mention of the chain, where that reads otherwise."""

from bisect import bisect_left
from collections.abc import Iterator

from keytally_server.answers.inlay_hint import InlayHint
from keytally_server.formats.conll.cursor import ChainCursor
from keytally_server.wording.quoted import quoted


def chain_hints(cursor: ChainCursor, start: int, end: int) -> Iterator[InlayHint]:
    """The hints from `start` to `end` of the file, at the ends of the lines where mentions open."""
    every, rows = cursor.all, cursor.read.rows
    openings = [each.opening.start for each in every.mentions]
    for mention in range(bisect_left(openings, start - cursor.offset), len(openings)):
        if openings[mention] + cursor.offset > end:
            return
        members = every.chain(mention)
        name = every.texts[members[0]]
        if mention != members[0] and name.casefold() != every.texts[mention].casefold():
            which = f"mention {members.index(mention) + 1} of {len(members)}"
            place = cursor.offset + rows[every.rows[mention][0]].last.end
            yield InlayHint(place, f"= {quoted(name)}", f"{which} in the chain of {quoted(name)}")
