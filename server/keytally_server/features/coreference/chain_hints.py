"""The name of its chain behind each mention that reads otherwise."""

from collections.abc import Iterator

from keytally_server.features.coreference.here import Here, short_name


def chain_hints(here: Here, start: int, end: int) -> Iterator[tuple[int, str, str]]:
    """Places in the file from `start` to `end`, and what to show there: the chain's name, and its size."""
    chains = here.chains
    for mention, text_end in enumerate(chains.text_ends):
        place = here.offset + text_end
        if start <= place <= end:
            members = chains.chain(mention)
            name = chains.text(members[0])
            if mention != members[0] and name.casefold() != chains.text(mention).casefold():
                which = f"mention {members.index(mention) + 1} of {len(members)}"
                told = f"{which} in the chain of {short_name(name)}"
                yield place, f"= {short_name(name)}", told
