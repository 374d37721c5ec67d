"""Hovers of mentions: verdicts, the chain, the same chain in the other file, and figures."""

from collections.abc import Iterator

from keytally.evaluations.interface import Mark
from keytally_server.answers.hover import Hover
from keytally_server.chains.lists import in_pieces, listed
from keytally_server.cursor.marks import marks_at
from keytally_server.formats.conll.cursor import ChainCursor, Compared, compared_at
from keytally_server.wording.tallies import tallies
from keytally_server.wording.verdicts import verdict_on


def mention_hover(cursor: ChainCursor) -> Hover | None:
    """What is said of the mention at the place, and of those that are missing on its line."""
    row, mention = cursor.row, cursor.mention
    missing = [] if row is None else _missing(cursor, row)
    if row is None or (mention is None and not missing):
        return None
    parts = [] if mention is None else list(_about(cursor, mention))
    parts += [verdict_on(mark) for mark in missing]
    line = cursor.read.rows[row]
    markdown = "\n\n".join([*parts, *tallies(cursor.snapshot, cursor.unit)])
    return Hover(markdown, cursor.offset + line.start, cursor.offset + line.last.end)


def _missing(cursor: ChainCursor, row: int) -> list[Mark]:
    """The marks of what is missing on the line."""
    end = cursor.read.rows[row].last.end
    marks = marks_at(cursor.snapshot, cursor.unit, end)
    return [mark for mark in marks if mark.start == mark.end == end]


def _about(cursor: ChainCursor, mention: int) -> Iterator[str]:
    """The verdict on a mention, and its chain in both files."""
    every = cursor.all
    opening, chain = every.mentions[mention].opening, every.chain_of[mention]
    marks = marks_at(cursor.snapshot, cursor.unit, opening.start)
    yield from (verdict_on(mark) for mark in marks if (mark.start, mark.end) == opening)
    members = every.members[chain]
    texts = [every.texts[each] for each in members]
    yield f"chain {every.names[chain]}: {listed(texts, members.index(mention))}"
    if (compared := compared_at(cursor)) is not None:
        yield from _compared(cursor, compared, chain)


def _compared(cursor: ChainCursor, compared: Compared, chain: int) -> Iterator[str]:
    """The same chain in the other file, and how that parts this one."""
    side = cursor.snapshot.other_role.value
    counterpart = compared.counterpart(chain)
    if counterpart is not None and compared.other_unit is not None:
        other = compared.other.chains[counterpart]
        texts = [
            compared.other_unit.text_of(each)
            for each in sorted(other.mentions, key=lambda each: each.opening)
        ]
        yield f"{side}: chain {other.name}: {listed(texts)}"
    else:
        yield f"{side}: no such chain"
    pieces = compared.pieces(chain)
    if len(pieces) > 1:
        yield in_pieces([[cursor.unit.text_of(each) for each in piece] for piece in pieces])
