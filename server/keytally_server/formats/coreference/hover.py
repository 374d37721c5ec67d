"""Hovers of mentions: the verdict, the chain, that chain in the other file, and its breaks."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.interface import Level, Mark, Role
from keytally.evaluations.muc.formats.sgml.chains import Chains
from keytally.evaluations.muc.scoring.coreference.score import CoreferenceScore
from keytally.tallies.status import Status
from keytally.text.markdown import code
from keytally_server.answers.hover import Hover
from keytally_server.chains.lists import in_pieces, listed
from keytally_server.cursor.marks import marks_at
from keytally_server.formats.coreference.chain_cursor import ChainCursor
from keytally_server.wording.tallies import tallies
from keytally_server.wording.verdicts import partner_line, verdict_on, with_partner

ALONE = "it stands alone: the score counts the links of chains, and a chain of one mention has none"
LINKED = "its link is right; the chain as a whole is compared with another one"
CUT = "its chain is right, but a link breaks here"


def mention_hover(cursor: ChainCursor) -> Hover | None:
    """The hover of the mention at the place, and of the mentions missing there.

    None if there is neither, or if the innermost tag around the place is not a mention.
    """
    marks = _marks(cursor)
    mention = cursor.mention
    missing = [mark for mark in marks if mark.start == mark.end and mark.level is Level.MENTION]
    if mention is None and not missing:
        return None
    parts = list(_about(cursor, mention, marks)) if mention is not None else []
    parts += [with_partner(cursor.snapshot, mark) for mark in missing]
    element = cursor.chains.mentions[mention].element if mention is not None else None
    start, end = (element.start, element.end) if element else (missing[0].start, missing[0].end)
    markdown = "\n\n".join([*parts, *tallies(cursor.snapshot, cursor.unit)])
    return Hover(markdown, cursor.offset + start, cursor.offset + end)


def _marks(cursor: ChainCursor) -> list[Mark]:
    return marks_at(cursor.snapshot, cursor.unit, cursor.place) if cursor.snapshot.pair is not None else []


def _about(cursor: ChainCursor, mention: int, marks: Sequence[Mark]) -> Iterator[str]:
    element = cursor.chains.mentions[mention].element
    own = next((mark for mark in marks if (mark.start, mark.end) == (element.start, element.end)), None)
    if own is not None:
        yield "  \n".join([verdict_on(own), *_about_link(own)])
    elif cursor.snapshot.pair is None:
        yield f"{code(cursor.chains.text(mention))} is not scored: the file is in no pair"
    chain = cursor.chains.chain_of[mention]
    members = cursor.chains.members[chain]
    yield f"chain: {_listed(cursor.chains, members, mention)}" + (f"  \n{ALONE}" if len(members) == 1 else "")
    if own is not None and own.partner is not None:
        yield partner_line(cursor.snapshot, own)
    if (score := cursor.score) is not None:
        yield from _compared(cursor, score, chain)


def _about_link(mark: Mark) -> Iterator[str]:
    """Why a mention and its link have different verdicts."""
    if mark.overall is Status.CORRECT:
        yield LINKED
    elif mark.overall is Status.INCORRECT:
        yield CUT


def _compared(cursor: ChainCursor, score: CoreferenceScore, chain: int) -> Iterator[str]:
    """The same chain in the other file, and the cost of the breaks in this one."""
    side = score.side(cursor.key_side)
    name = cursor.snapshot.other_role.value
    counterpart = score.counterpart(chain, cursor.key_side)
    is_alone = len(side.chains.members[chain]) == 1
    if counterpart is None and is_alone:
        counterpart = next(iter(side.counterparts(chain)), None)
    if counterpart is not None:
        yield f"{name}: {_listed(side.other, side.other.members[counterpart], None)}"
    elif not is_alone:
        yield f"{name}: no such chain"
    cells = side.cells(chain)
    if len(cells) > 1:
        measure = "recall" if cursor.snapshot.role is Role.KEY else "precision"
        cost = score.cost(chain, cursor.key_side)
        pieces = in_pieces([[cursor.chains.text(each) for each in cell] for cell in cells])
        yield f"{pieces}  \ncosts {cost:.1f} points of the document's {measure}"


def _listed(chains: Chains, members: Sequence[int], current: int | None) -> str:
    """List a chain's mentions in order, `current` in bold."""
    at = members.index(current) if current is not None else None
    return listed([chains.text(mention) for mention in members], at)
