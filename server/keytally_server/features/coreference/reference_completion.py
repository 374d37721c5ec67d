"""Completing a REF by the mentions that it may point to, and an ID by the next one that is free."""

import re
from collections.abc import Iterator
from itertools import islice

from keytally_server.features.coreference.advice import chain_in_key
from keytally_server.features.coreference.here import Here, short_name
from keytally_server.features.coreference.link_edits import LinkEditor
from keytally_server.features.suggestions import Completion, CompletionKind

LONGEST_TAG = 500
MOST = 200

_ATTRIBUTES = r"(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*"
_IN_VALUE = re.compile(rf"<(\w+)\s{_ATTRIBUTES}?\b(\w+)\s*=\s*(\"?)([^\s\"'<>]*)\Z")
_REST = re.compile(r"[^\s\"'<>]*")


def identifier_completions(here: Here) -> Iterator[Completion]:
    """IDs for the value at the place, where it is that of a mention's REF or ID; nothing anywhere else."""
    match = _IN_VALUE.search(here.unit.text[max(here.place - LONGEST_TAG, 0) : here.place])
    if match is None or not _is_mention(here, match[1]):
        return
    attribute, quote, typed = match[2].lower(), match[3], match[4]
    rest = _REST.match(here.unit.text, here.place)
    start = here.offset + here.place - len(typed)
    end = here.offset + (rest.end() if rest else here.place)
    if attribute == here.syntax.reference:
        for identifier, text, detail in _targets(here):
            written = identifier if quote else f'"{identifier}"'
            label = f"{identifier} {short_name(text)}"
            sought = f"{identifier} {text}"
            yield Completion(label, CompletionKind.POINTER, written, start, end, "", detail, sought)
    elif attribute == here.syntax.identifier:
        identifier = LinkEditor(here.chains, here.syntax).new_identifier()
        written = identifier if quote else f'"{identifier}"'
        yield Completion(identifier, CompletionKind.VALUE, written, start, end, "", "the next free ID")


def _is_mention(here: Here, name: str) -> bool:
    return any(tag.name == name.lower() and here.syntax.links(tag.name) for tag in here.syntax.tags)


def _targets(here: Here) -> Iterator[tuple[str, str, str]]:
    """IDs of other mentions with texts and chains: of the key's chain first, then the nearest before."""
    chains = here.chains
    own = here.mention
    advised = set(chain_in_key(here, own)) if own is not None else set()
    others = [each for each in range(len(chains)) if each != own and chains.attributes[each].identifier]

    def order(mention: int) -> tuple[bool, bool, int]:
        start = chains.starts[mention]
        return chains.chain_of[mention] not in advised, start > here.place, abs(here.place - start)

    for mention in islice(sorted(others, key=order), MOST):
        identifier = chains.attributes[mention].identifier
        if chains.mention_of(identifier) == mention:
            chain = chains.chain_of[mention]
            size = len(chains.members[chain])
            yield identifier, chains.text(mention), f"chain of {short_name(chains.name(chain))}, {size}"
