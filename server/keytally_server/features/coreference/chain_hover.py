"""What is said about a mention: its verdict, its chain, that chain in the other file, and its breaks."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.interface import Level, Mark, Role
from keytally.evaluations.muc.formats.sgml.chains import Chains
from keytally.evaluations.muc.scoring.coreference.score import CoreferenceScore
from keytally_server.answers.hover import Hover
from keytally_server.features.coreference.here import Here
from keytally_server.features.markdown import code, shortened
from keytally_server.features.tally_text import tallies
from keytally_server.features.verdict_text import with_partner
from keytally_server.features.verdicts import marks_at

MOST_MENTIONS = 30
ALONE = "it stands alone: the score counts the links of chains, and a chain of one mention has none"


def about_mention(here: Here) -> Hover | None:
    """What there is to say about the mention at the place, and about what is missing there.

    None where there is neither, or the innermost tag around the place is no mention.
    """
    marks = _marks(here)
    mention = here.mention
    missing = [mark for mark in marks if mark.start == mark.end and mark.level is Level.MENTION]
    if mention is None and not missing:
        return None
    parts = list(_about(here, mention, marks)) if mention is not None else []
    parts += [with_partner(here.snapshot, mark) for mark in missing]
    element = here.chains.mentions[mention].element if mention is not None else None
    start, end = (element.start, element.end) if element else (missing[0].start, missing[0].end)
    markdown = "\n\n".join([*parts, *tallies(here.snapshot, here.unit)])
    return Hover(markdown, here.offset + start, here.offset + end)


def _marks(here: Here) -> list[Mark]:
    return marks_at(here.snapshot, here.unit, here.place) if here.snapshot.pair is not None else []


def _about(here: Here, mention: int, marks: Sequence[Mark]) -> Iterator[str]:
    element = here.chains.mentions[mention].element
    own = [mark for mark in marks if (mark.start, mark.end) == (element.start, element.end)]
    if own:
        yield with_partner(here.snapshot, own[0])
    elif here.snapshot.pair is None:
        yield f"{code(here.chains.text(mention))} is not scored: the file is in no pair"
    chain = here.chains.chain_of[mention]
    members = here.chains.members[chain]
    yield f"chain: {_listed(here.chains, members, mention)}" + (f"  \n{ALONE}" if len(members) == 1 else "")
    if (score := here.score) is not None:
        yield from _compared(here, score, chain)


def _compared(here: Here, score: CoreferenceScore, chain: int) -> Iterator[str]:
    """The class that is the same on the other side, and what the breaks of this one cost."""
    side = score.side(here.key_side)
    name = here.snapshot.other_role.value
    counterpart = score.counterpart(chain, here.key_side)
    is_alone = len(side.chains.members[chain]) == 1
    if counterpart is None and is_alone:
        counterpart = next(iter(side.counterparts(chain)), None)
    if counterpart is not None:
        yield f"{name}: {_listed(side.other, side.other.members[counterpart], None)}"
    elif not is_alone:
        yield f"{name}: no such chain"
    cells = side.cells(chain)
    if len(cells) > 1:
        measure = "recall" if here.snapshot.role is Role.KEY else "precision"
        cost = score.cost(chain, here.key_side)
        broken = " | ".join(
            ", ".join(code(shortened(here.chains.text(each))) for each in cell)
            for cell in cells[:MOST_MENTIONS]
        )
        yield f"in {len(cells)} pieces there: {broken}  \ncosts {cost:.1f} points of the document's {measure}"


def _listed(chains: Chains, members: Sequence[int], here: int | None) -> str:
    """A chain's mentions in order, the one at hand in bold; of a long chain those around it."""
    at = members.index(here) if here is not None else 0
    first = max(0, min(at - MOST_MENTIONS // 2, len(members) - MOST_MENTIONS))
    shown = members[first : first + MOST_MENTIONS]
    texts = [_one(chains, mention, is_here=mention == here) for mention in shown]
    before = ["…"] if first else []
    after = ["…"] if first + len(shown) < len(members) else []
    return f"{' → '.join([*before, *texts, *after])} ({len(members)})"


def _one(chains: Chains, mention: int, *, is_here: bool) -> str:
    text = code(shortened(chains.text(mention)) or "(empty)")
    return f"**{text}**" if is_here else text
