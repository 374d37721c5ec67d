"""What can be done to the tags at a place: actions by their kinds, each with its edits."""

from enum import Enum
from typing import NamedTuple

from keytally.findings.finding import Edit

Edits = tuple[Edit, ...]


class Kind(Enum):
    """What an action does to the tags."""

    TAG = "tag"
    RETYPE = "retype"
    EXTEND = "extend"
    SHRINK = "shrink"
    UNTAG = "untag"
    INSERT_MISSING = "insertMissing"
    DROP_SPURIOUS = "dropSpurious"
    WRAP_MENTION = "wrapMention"
    MERGE_CHAINS = "mergeChains"
    SPLIT_CHAIN = "splitChain"
    MOVE_MENTION = "moveMention"
    MAKE_FIRST = "makeFirst"
    REMOVE_MENTION = "removeMention"
    TAG_IDENTICAL = "tagIdentical"
    ACCEPT_FROM_KEY = "acceptFromKey"


CHAIN_KINDS = (Kind.MERGE_CHAINS, Kind.SPLIT_CHAIN, Kind.MOVE_MENTION, Kind.MAKE_FIRST, Kind.REMOVE_MENTION)
"""Kinds that change chains, and so more than what is seen at the place."""


class Choice(NamedTuple):
    """A part of an action that a person may leave out: a line about it, and its edits."""

    label: str
    edits: Edits


class Offer(NamedTuple):
    """An action in a unit, by the unit's places.

    `edits` are in order. `choices` are further edits, which are confirmed one by one.
    """

    kind: Kind
    title: str
    edits: Edits
    choices: tuple[Choice, ...] = ()


class Action(NamedTuple):
    """Something that a person can do here: its name, and its edits in the file, in order."""

    kind: Kind
    title: str
    edits: Edits
    choices: tuple[Choice, ...] = ()


def placed(offer: Offer, offset: int) -> Action:
    """An offer in a unit that starts at `offset`, by the file's places."""
    choices = tuple(Choice(label, _shifted(edits, offset)) for label, edits in offer.choices)
    return Action(offer.kind, offer.title, _shifted(offer.edits, offset), choices)


def combined(action: Action) -> Edits:
    """All edits of an action with all its choices, in order."""
    return in_order(action.edits, *(choice.edits for choice in action.choices))


def in_order(*parts: Edits) -> Edits:
    """Edits of several kinds as one change; what is put in at one place keeps its order."""
    return tuple(sorted((edit for part in parts for edit in part), key=lambda edit: (edit.start, edit.end)))


def _shifted(edits: Edits, offset: int) -> Edits:
    return tuple(Edit(edit.start + offset, edit.end + offset, edit.text) for edit in edits)
