"""Completes a REF with the mentions that it may point to, and an ID with the next free one."""

import re
from collections.abc import Iterator
from itertools import islice

from keytally.evaluations.muc.annotations.chains.link_edits import LinkEditor
from keytally_server.answers.completion import Completion, CompletionKind
from keytally_server.formats.coreference.chain_cursor import ChainCursor
from keytally_server.formats.coreference.key_chains import chain_in_key
from keytally_server.wording.quoted import quoted

LONGEST_TAG = 500
MOST = 200

_ATTRIBUTES = r"(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*"
_IN_VALUE = re.compile(rf"<(\w+)\s{_ATTRIBUTES}?\b(\w+)\s*=\s*(\"?)([^\s\"'<>]*)\Z")
_REST = re.compile(r"[^\s\"'<>]*")


def identifier_completions(cursor: ChainCursor) -> Iterator[Completion]:
    """IDs for the value at the place if it is a mention's REF or ID; nothing elsewhere."""
    match = _IN_VALUE.search(cursor.unit.text[max(cursor.place - LONGEST_TAG, 0) : cursor.place])
    if match is None or not _is_mention(cursor, match[1]):
        return
    attribute, quote, typed = match[2].lower(), match[3], match[4]
    rest = _REST.match(cursor.unit.text, cursor.place)
    start = cursor.offset + cursor.place - len(typed)
    end = cursor.offset + (rest.end() if rest else cursor.place)
    if attribute == cursor.syntax.reference:
        for identifier, text, detail in _targets(cursor):
            written = identifier if quote else f'"{identifier}"'
            label = f"{identifier} {quoted(text)}"
            sought = f"{identifier} {text}"
            yield Completion(label, CompletionKind.POINTER, written, start, end, None, detail, sought)
    elif attribute == cursor.syntax.identifier:
        identifier = LinkEditor(cursor.chains, cursor.syntax).new_identifier()
        written = identifier if quote else f'"{identifier}"'
        yield Completion(identifier, CompletionKind.VALUE, written, start, end, None, "the next free ID")


def _is_mention(cursor: ChainCursor, name: str) -> bool:
    return any(tag.name == name.lower() and cursor.syntax.links(tag.name) for tag in cursor.syntax.tags)


def _targets(cursor: ChainCursor) -> Iterator[tuple[str, str, str]]:
    """IDs, texts and chains of other mentions: first the key's chain, then the nearest before."""
    chains = cursor.chains
    own = cursor.mention
    advised = set(chain_in_key(cursor, own)) if own is not None else set()
    others = [each for each in range(len(chains)) if each != own and chains.attributes[each].identifier]

    def order(mention: int) -> tuple[bool, bool, int]:
        start = chains.starts[mention]
        return chains.chain_of[mention] not in advised, start > cursor.place, abs(cursor.place - start)

    for mention in islice(sorted(others, key=order), MOST):
        identifier = chains.attributes[mention].identifier
        if chains.mention_of(identifier) == mention:
            chain = chains.chain_of[mention]
            size = len(chains.members[chain])
            yield identifier, chains.text(mention), f"chain of {quoted(chains.name(chain))}, {size}"
