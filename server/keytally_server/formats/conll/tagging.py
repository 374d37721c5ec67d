"""Adds mentions: from a selection, from words that equal a mention, and from the key."""

import re
from collections.abc import Iterator, Sequence

from keytally.evaluations.conll.annotations.chain_edits import Changes, NewMention, new_name
from keytally.findings.edits import Edits
from keytally_server.answers.code_action import CodeAction, CodeActionKind
from keytally_server.chains.distances import nearest_first
from keytally_server.formats.conll.cursor import ChainCursor, Compared, compared_at, row_at
from keytally_server.formats.conll.operations import starts_of
from keytally_server.formats.conll.sentences import is_one_sentence
from keytally_server.wording.quoted import quoted

MOST_IDENTICAL = 500

_NOT_IN_KINDS = re.compile(r"[^\w-]+")


def chosen_rows(cursor: ChainCursor, end: int) -> range:
    """The rows from the place to `end`; a line of which only the line end is chosen does not count."""
    last_place = end if end <= cursor.place else end - 1
    found = [row_at(cursor.unit, place) for place in (cursor.place, last_place)]
    first, last = found
    if first is None or last is None:
        return range(0)
    is_behind = end > cursor.place and cursor.place >= cursor.read.rows[first].last.end
    return range(first + is_behind, last + 1)


def is_on_bracket(cursor: ChainCursor, end: int) -> bool:
    """Whether the range from the place to `end` is in one bracket."""
    return cursor.bracket is not None and end <= cursor.bracket[0].end


def tag_rows(cursor: ChainCursor, rows: range, most: int | None) -> Iterator[CodeAction]:
    """Tag rows as a mention of a new chain, or of one of the `most` nearest chains (None: of any).

    First comes what one key does: the nearest chain with a mention that reads the same, else a new chain.
    """
    if not _is_free(cursor, rows):
        return
    every, place = cursor.all, cursor.read.rows[rows[0]].start
    nearest = list(nearest_first(starts_of(cursor), place, range(len(every.members))))
    words = " ".join(cursor.read.rows[row].token for row in rows).casefold()
    equal = next((chain for chain in nearest if words in _texts(cursor, chain)), None)
    others = [chain for chain in nearest if chain != equal][:most]
    for chain in (None, *others) if equal is None else (equal, None, *others):
        action = _tagged(cursor, rows, chain)
        if action.edits:
            yield action


def tag_identical(cursor: ChainCursor) -> Iterator[CodeAction]:
    """Tag all words of the document that equal the mention at the place, as mentions of its chain."""
    mention = cursor.mention
    if mention is None:
        return
    every = cursor.all
    chain = every.names[every.chain_of[mention]]
    tokens = every.texts[mention].split(" ")
    found = [*_equal(cursor, tokens)][:MOST_IDENTICAL]
    edits = _added(cursor, found, chain) if found else ()
    if edits:
        name = quoted(every.texts[mention])
        several = f"{len(found)} others that read {name} as mentions"
        title = f"Tag the {several if len(found) > 1 else f'other {name} as a mention'} of this chain"
        yield CodeAction(CodeActionKind.TAG_IDENTICAL, title, edits)


def accept_mentions(cursor: ChainCursor, rows: range) -> Iterator[CodeAction]:
    """Accept the key's mentions that a response lacks and that begin in some rows."""
    compared = None if cursor.key_side else compared_at(cursor)
    if compared is None or not rows:
        return
    for each, partner in zip(compared.chains.key.mentions, compared.chains.partners, strict=True):
        row = cursor.read.row_number(each.mention.words[0])
        if partner is None and row in rows:
            yield from _accepted(cursor, compared, each.chain, each.mention.words)


def _accepted(
    cursor: ChainCursor, compared: Compared, key_chain: int, words: Sequence[int]
) -> Iterator[CodeAction]:
    """Accept one mention of the key; nothing if the response has other words there."""
    rows = [cursor.read.row_number(word) for word in words]
    text = _text(cursor, rows)
    if compared.other_unit is None or text is None or text != _key_text(compared, words):
        return
    chain = compared.matching(key_chain)
    target = "a new chain" if chain is None else f"the chain of {cursor.chain_name(chain)}"
    name = new_name(cursor.read) if chain is None else cursor.all.names[chain]
    edits = cursor.edits(Changes(added=[NewMention(tuple(words), name)]))
    if edits:
        title = f"Accept the key's mention {quoted(text)} into {target}"
        yield CodeAction(CodeActionKind.ACCEPT_FROM_KEY, title, edits, is_preferred=True)


def _text(cursor: ChainCursor, rows: Sequence[int]) -> str | None:
    lines = cursor.read.rows
    return " ".join(lines[row].token for row in rows) if rows[-1] < len(lines) else None


def _key_text(compared: Compared, words: Sequence[int]) -> str:
    assert compared.other_unit is not None
    read = compared.other_unit.read()
    return " ".join(read.rows[read.row_number(word)].token for word in words)


def _is_free(cursor: ChainCursor, rows: range) -> bool:
    """Whether rows are some of one sentence that are no mention."""
    return bool(rows) and (rows[0], rows[-1]) not in cursor.all.rows and is_one_sentence(cursor.unit, rows)


def _texts(cursor: ChainCursor, chain: int) -> set[str]:
    return {cursor.all.texts[each].casefold() for each in cursor.all.members[chain]}


def _tagged(cursor: ChainCursor, rows: range, chain: int | None) -> CodeAction:
    if chain is None:
        title, name = "Tag as the first mention of a new chain", new_name(cursor.read)
    else:
        title, name = f"Tag as a mention of the chain of {cursor.chain_name(chain)}", cursor.all.names[chain]
    document = _NOT_IN_KINDS.sub("-", cursor.unit.document or "").strip("-")
    edits = _added(cursor, [rows], name)
    return CodeAction(CodeActionKind.WRAP_MENTION, title, edits, type=f"{document}-{name}")


def _added(cursor: ChainCursor, some: Sequence[range], chain: str) -> Edits:
    words = cursor.read.words
    mentions = [rows if words is None else tuple(words[row] for row in rows) for rows in some]
    return cursor.edits(Changes(added=[NewMention(each, chain) for each in mentions]))


def _equal(cursor: ChainCursor, tokens: Sequence[str]) -> Iterator[range]:
    """The rows of a document with these tokens that are no mention and do not overlap."""
    lines, count, behind = cursor.read.rows, len(tokens), 0
    taken = {*cursor.all.rows}
    wanted = [token.casefold() for token in tokens]
    for at in range(len(lines) - count + 1):
        if at < behind or lines[at].token.casefold() != wanted[0]:
            continue
        rows = range(at, at + count)
        is_equal = [lines[row].token.casefold() for row in rows] == wanted
        if is_equal and (at, at + count - 1) not in taken and is_one_sentence(cursor.unit, rows):
            behind = at + count
            yield rows
