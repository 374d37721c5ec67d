"""Code actions: changes that a user can choose, each with its edits."""

from enum import Enum
from typing import NamedTuple

from keytally.findings.edits import Edits, in_order
from keytally.findings.finding import Edit


class CodeActionKind(Enum):
    """The kind of change that an action makes."""

    TAG = "tag"
    RETYPE = "retype"
    EXTEND = "extend"
    SHRINK = "shrink"
    UNTAG = "untag"
    INSERT_MISSING = "insertMissing"
    INSERT_ALL = "insertMissing.all"
    DROP_SPURIOUS = "dropSpurious"
    WRAP_MENTION = "wrapMention"
    MERGE_CHAINS = "mergeChains"
    SPLIT_CHAIN = "splitChain"
    MOVE_MENTION = "moveMention"
    MAKE_FIRST = "makeFirst"
    REMOVE_MENTION = "removeMention"
    TAG_IDENTICAL = "tagIdentical"
    ACCEPT_FROM_KEY = "acceptFromKey"


CHAIN_KINDS = (
    CodeActionKind.MERGE_CHAINS,
    CodeActionKind.SPLIT_CHAIN,
    CodeActionKind.MOVE_MENTION,
    CodeActionKind.MAKE_FIRST,
    CodeActionKind.REMOVE_MENTION,
)
"""Kinds that change chains, and so more than the text at the cursor."""


class EditChoice(NamedTuple):
    """A part of an action that a user may leave out: a description, and its edits."""

    label: str
    edits: Edits


class CodeAction(NamedTuple):
    """A change that a user can choose: its name, and its edits, in order.

    `choices` are further edits that the user confirms one by one. Places count from the start of the file
    in the result of a feature, from the start of the unit in the result of a presenter. `type` is the type
    that the action gives to a tag; "" for none. `is_preferred` marks the one action that makes the subject as
    the key, or as equal text, has it.
    """

    kind: CodeActionKind
    title: str
    edits: Edits
    choices: tuple[EditChoice, ...] = ()
    type: str = ""
    is_preferred: bool = False

    def moved(self, offset: int) -> "CodeAction":
        """The same action with its places moved by `offset`."""
        choices = tuple(EditChoice(label, _moved(edits, offset)) for label, edits in self.choices)
        return self._replace(edits=_moved(self.edits, offset), choices=choices)


def combined(action: CodeAction) -> Edits:
    """All edits of an action with all its choices, in order."""
    return in_order(action.edits, *(choice.edits for choice in action.choices))


def _moved(edits: Edits, offset: int) -> Edits:
    return tuple(Edit(edit.start + offset, edit.end + offset, edit.text) for edit in edits)
