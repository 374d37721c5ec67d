"""Adds mentions: from a selection, from text that equals a mention, and from the key."""

import re
from collections.abc import Iterator, Sequence

from keytally.evaluations.muc.annotations.chains.link_edits import LinkEditor
from keytally.evaluations.muc.formats.sgml.chains import Chains
from keytally.evaluations.muc.scoring.coreference.score import CoreferenceScore
from keytally.findings.edits import Edits, in_order
from keytally.findings.finding import Edit
from keytally.text.counterparts import Counterparts
from keytally_server.answers.code_action import CodeAction, CodeActionKind, EditChoice
from keytally_server.formats.coreference.chain_cursor import (
    ChainCursor,
    chain_name,
    nearest_first,
)
from keytally_server.formats.sgml.edit_check import changes_only_tags
from keytally_server.formats.sgml.element_lookup import is_scored_place
from keytally_server.formats.sgml.tag_edits import can_wrap, close_tag
from keytally_server.wording.quoted import quoted

AROUND = 30
MOST_IDENTICAL = 500


def tag_as_mention(cursor: ChainCursor, start: int, end: int, most: int | None) -> Iterator[CodeAction]:
    """Tag a range as a mention of a new chain, or of one of the `most` nearest chains (None: of any).

    First comes what one key does: the nearest chain with a mention that reads the same, else a new chain.
    """
    if not _fits(cursor, start, end):
        return
    chains = cursor.chains
    nearest = list(nearest_first(chains, start, range(len(chains.members))))
    equal = _equal_chain(cursor, nearest, start, end)
    others = [chain for chain in nearest if chain != equal][:most]
    for chain in (None, *others) if equal is None else (equal, None, *others):
        yield _wrapped(cursor, start, end, chain)


def _equal_chain(cursor: ChainCursor, chains: Sequence[int], start: int, end: int) -> int | None:
    """The first of the chains with a mention of the same words, whatever their capitals and blanks."""
    words = cursor.unit.stripped(start, end).casefold().split()
    members = cursor.chains.members
    same = (
        chain
        for chain in chains
        if any(cursor.chains.text(mention).casefold().split() == words for mention in members[chain])
    )
    return next(same, None)


def _wrapped(cursor: ChainCursor, start: int, end: int, chain: int | None) -> CodeAction:
    if chain is None:
        title = "Tag as the first mention of a new chain"
    else:
        title = f"Tag as a mention of the chain of {chain_name(cursor.chains, chain)}"
    edits = new_mention(cursor, start, end, chain)
    return CodeAction(CodeActionKind.WRAP_MENTION, title, edits, type=_type(cursor, chain))


def _type(cursor: ChainCursor, chain: int | None) -> str:
    """What a chain is called in the kind of an action: its document and least ID, which stay as it grows.

    A new chain has the ID that its first mention gets; "" for a chain without IDs.
    """
    chains = cursor.chains
    if chain is None:
        least = LinkEditor(chains, cursor.syntax).new_identifier()
    else:
        own = (chains.attributes[mention].identifier for mention in chains.members[chain])
        least = min(filter(None, own), key=lambda each: (len(each), each), default="")
    return f"{cursor.unit.document}-{least}" if least else ""


def new_mention(cursor: ChainCursor, start: int, end: int, chain: int | None) -> Edits:
    """The tags of a new mention; it points to the nearest mention of the chain (nearest_mention)."""
    editor = LinkEditor(cursor.chains, cursor.syntax)
    target = None if chain is None else nearest_mention(cursor.chains, chain, start)
    reference = None if target is None else editor.identifier(target)
    opening = editor.open_tag(tag_name(cursor), editor.new_identifier(), reference)
    return in_order(_tags(cursor, start, end, opening), editor.edits({}))


def _tags(cursor: ChainCursor, start: int, end: int, opening: str) -> Edits:
    return Edit(start, start, opening), Edit(end, end, close_tag(tag_name(cursor)))


def nearest_mention(chains: Chains, chain: int, place: int) -> int:
    """The last mention of a chain that starts before a place, else its first."""
    members = chains.members[chain]
    before = [mention for mention in members if chains.starts[mention] < place]
    return before[-1] if before else members[0]


def tag_name(cursor: ChainCursor) -> str:
    """The name of the tags of mentions."""
    return next(tag.name for tag in cursor.syntax.tags if cursor.syntax.links(tag.name))


def tag_identical(cursor: ChainCursor) -> Iterator[CodeAction]:
    """Tag all untagged text that equals the mention at the place, as mentions of its chain.

    Each of them is a separate choice, and points to the mention at the place.
    """
    mention = cursor.mention
    if mention is None:
        return
    editor = LinkEditor(cursor.chains, cursor.syntax)
    reference = editor.identifier(mention)
    choices = []
    for start, end in _same_words(cursor, cursor.chains.text(mention)):
        opening = editor.open_tag(tag_name(cursor), editor.new_identifier(), reference)
        choices.append(EditChoice(_in_context(cursor, start, end), _tags(cursor, start, end, opening)))
    if choices:
        name = quoted(cursor.chains.text(mention))
        several = f"{len(choices)} others that read {name} as mentions"
        title = f"Tag the {several if len(choices) > 1 else f'other {name} as a mention'} of this chain"
        yield CodeAction(CodeActionKind.TAG_IDENTICAL, title, editor.edits({}), tuple(choices))


def _same_words(cursor: ChainCursor, words: str) -> Iterator[tuple[int, int]]:
    """Ranges of the scored sections with the same words, ignoring white space, that are no mentions."""
    if not words:
        return
    pattern = r"\s+".join(map(re.escape, words.split()))
    found = 0
    for match in re.finditer(rf"(?<!\w){pattern}(?!\w)", cursor.unit.text):
        start, end = match.span()
        if found < MOST_IDENTICAL and _fits(cursor, start, end):
            found += 1
            yield start, end


def _in_context(cursor: ChainCursor, start: int, end: int) -> str:
    """The range with the words around it up to the next markup, on one line."""
    text = cursor.chains.stripped
    first, last = cursor.unit.stripped_offset(start), cursor.unit.stripped_offset(end)
    before = text[max(first - AROUND, 0) : first].rpartition(">")[2]
    after = text[last : last + AROUND].partition("<")[0]
    return " ".join(f"…{before}«{text[first:last]}»{after}…".split())


def accept_mentions(cursor: ChainCursor, start: int, end: int) -> Iterator[CodeAction]:
    """Accept the key's mentions that a response lacks between two places, in the chains that they fit."""
    score = cursor.score
    if score is None or cursor.key_side or score.key.chains.unit is None:
        return
    first, last = cursor.unit.stripped_offset(start), cursor.unit.stripped_offset(end)
    places = cursor.unit.counterparts_of(score.key.chains.unit)
    for mention, partner in enumerate(score.key.partners):
        low, high = score.key.chains.spans[mention]
        if partner is None and places.start(low) <= last and places.end(high) >= first:
            yield from _accepted(cursor, places, score, mention)


def _accepted(
    cursor: ChainCursor, places: Counterparts, score: CoreferenceScore, mention: int
) -> Iterator[CodeAction]:
    """Accept one mention of the key; nothing if the response has other words there."""
    keys, unit = score.key.chains, cursor.unit
    low, high = keys.spans[mention]
    start, end = unit.source_offset(places.start(low), after_tags=True), unit.source_offset(places.end(high))
    if unit.stripped(start, end) != keys.stripped[low:high] or not _fits(cursor, start, end):
        return
    chain = score.counterpart(keys.chain_of[mention], key_side=True)
    target = "a new chain" if chain is None else f"the chain of {chain_name(cursor.chains, chain)}"
    title = f"Accept the key's mention {quoted(keys.text(mention))} into {target}"
    edits = new_mention(cursor, start, end, chain)
    yield CodeAction(CodeActionKind.ACCEPT_FROM_KEY, title, edits, is_preferred=True)


def _fits(cursor: ChainCursor, start: int, end: int) -> bool:
    """Whether a range is in a scored section and a tag around it damages neither text nor other tags."""
    if (
        not is_scored_place(cursor.unit, start)
        or not can_wrap(cursor.unit, start, end)
        or _is_mention(cursor, start, end)
    ):
        return False
    editor = LinkEditor(cursor.chains, cursor.syntax)
    tags = _tags(cursor, start, end, editor.open_tag(tag_name(cursor), editor.new_identifier(), None))
    return changes_only_tags(cursor.unit, cursor.snapshot.reading.language, tags, 1)


def _is_mention(cursor: ChainCursor, start: int, end: int) -> bool:
    """Whether the range is the whole text of a mention, regardless of tags at its ends."""
    span = cursor.unit.stripped_offset(start), cursor.unit.stripped_offset(end)
    return span in cursor.chains.texts
