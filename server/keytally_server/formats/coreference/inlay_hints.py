"""Inlay hints after mentions: the name of the chain, if the text of the mention differs from it."""

from collections.abc import Iterator

from keytally_server.answers.inlay_hint import InlayHint
from keytally_server.formats.coreference.chain_cursor import ChainCursor
from keytally_server.wording.quoted import quoted


def chain_hints(cursor: ChainCursor, start: int, end: int) -> Iterator[InlayHint]:
    """The hints from `start` to `end` of the file: the name of a mention's chain, and its size."""
    chains = cursor.chains
    for mention, text_end in enumerate(chains.text_ends):
        place = cursor.offset + text_end
        if start <= place <= end:
            members = chains.chain(mention)
            name = chains.text(members[0])
            if mention != members[0] and name.casefold() != chains.text(mention).casefold():
                which = f"mention {members.index(mention) + 1} of {len(members)}"
                tooltip = f"{which} in the chain of {quoted(name)}"
                yield InlayHint(place, f"= {quoted(name)}", tooltip)
