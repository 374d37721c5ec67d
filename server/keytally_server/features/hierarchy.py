"""A chain as a hierarchy: what a mention points to stands above it, what points to it below."""

from keytally_server.answers.symbol import Symbol
from keytally_server.features.coreference.here import here
from keytally_server.features.coreference.linked_mentions import antecedents, dependants, mention_symbol
from keytally_server.session.snapshot import Snapshot


def entry(snapshot: Snapshot, offset: int) -> Symbol | None:
    """The mention at a place; None where there is none."""
    chains = here(snapshot, offset)
    if chains is None or chains.mention is None:
        return None
    return mention_symbol(chains, chains.mention)


def above(snapshot: Snapshot, offset: int) -> list[Symbol]:
    """The mention that the one at a place points to."""
    chains = here(snapshot, offset)
    return antecedents(chains) if chains is not None else []


def below(snapshot: Snapshot, offset: int) -> list[Symbol]:
    """The mentions that point to the one at a place."""
    chains = here(snapshot, offset)
    return dependants(chains) if chains is not None else []
