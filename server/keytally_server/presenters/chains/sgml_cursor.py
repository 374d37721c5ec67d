"""A position in an SGML document with chains, and its chains in the key."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from keytally.families.contract import Role
from keytally.families.muc.evaluation.coreference import Coreference
from keytally.families.muc.scoring.coreference import CoreferenceScore
from keytally.families.muc.sgml.chains import Chains, chains_of
from keytally.families.muc.sgml.language import SgmlLanguage
from keytally.families.muc.sgml.syntax import SgmlSyntax
from keytally.families.muc.sgml.unit import SgmlUnit
from keytally.text.rendering import quantity
from keytally_server.presenters.chains.chain_display import nearest_first as chains_by_distance
from keytally_server.session.snapshot import Snapshot, UnitAt
from keytally_server.wording import quoted


class ChainCursor(NamedTuple):
    """A unit with chains: its start in the file, and a position in it."""

    snapshot: Snapshot
    unit: SgmlUnit
    offset: int
    place: int
    syntax: SgmlSyntax
    chains: Chains

    @property
    def score(self) -> CoreferenceScore | None:
        """Return the score of the unit, or None; the score is looked up on demand, because the scorer may
        have to run again.
        """
        return score_of(self.snapshot, self.unit)

    @property
    def key_side(self) -> bool:
        """Return whether the file is the key of its pair."""
        return self.snapshot.role is Role.KEY

    @property
    def mention(self) -> int | None:
        """Return the innermost mention at the position, or None."""
        return self.chains.mention_at(self.place)


def chain_cursor(snapshot: Snapshot, at: UnitAt) -> ChainCursor | None:
    """Return a position with the chains of its document; None in a unit that is not a document."""
    language = snapshot.reading.language
    if at.unit.document is None or not isinstance(language, SgmlLanguage):
        return None
    chains = chains_of(at.unit, language.syntax, language.role)
    return ChainCursor(snapshot, at.unit, at.offset, at.place, language.syntax, chains)


def score_of(snapshot: Snapshot, unit: SgmlUnit) -> CoreferenceScore | None:
    """Return the score of a unit in its pair; None if it is not scored, or not as coreference."""
    if snapshot.pair is None or unit.document is None:
        return None
    evaluation = snapshot.pair.evaluation
    if not isinstance(evaluation, Coreference):
        return None
    for scored in snapshot.pair.scores_of(unit.document):
        if unit in (scored.key, scored.response):
            return evaluation.detail(scored)
    return None


def chain_name(chains: Chains, chain: int) -> str:
    """Return the name of a chain for a title: `"Ms. Washington" (ID 4, 3 mentions)`."""
    count = len(chains.members[chain])
    identifier = chains.attributes[chains.members[chain][0]].identifier
    details = [f"ID {identifier}"] if identifier else []
    details.append(quantity(count, "mention"))
    return f"{quoted(chains.name(chain))} ({', '.join(details)})"


def nearest_first(chains: Chains, place: int, wanted: Sequence[int]) -> Iterator[int]:
    """Yield chains by the distance of their nearest mention to an offset; chains with a mention at or
    before the offset come first.
    """
    starts = {chain: [chains.starts[mention] for mention in chains.members[chain]] for chain in wanted}
    return chains_by_distance(starts, place, wanted)


def chain_in_key(cursor: ChainCursor, mention: int) -> Sequence[int]:
    """Return the response's chain to which a mention belongs according to the key; empty if the key
    specifies none.
    """
    score = cursor.score
    if score is None or cursor.key_side:
        return ()
    partner = score.response.partners[mention]
    if partner is None:
        return ()
    expected = score.counterpart(score.key.chains.chain_of[partner], key_side=True)
    return () if expected is None else (expected,)


def chains_of_same_class(cursor: ChainCursor, chain: int) -> Sequence[int]:
    """Return the response's other chains with mentions of the corresponding key chain."""
    score = cursor.score
    if score is None or cursor.key_side:
        return ()
    expected = score.counterpart(chain, key_side=False)
    if expected is None:
        return ()
    return [counterpart for counterpart in score.key.counterparts(expected) if counterpart != chain]
