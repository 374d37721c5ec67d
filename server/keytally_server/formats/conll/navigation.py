"""Ways in a chain: all its mentions, the mention before, and its name."""

import re
from collections.abc import Sequence

from keytally.evaluations.conll.annotations.chain_edits import Changes
from keytally.evaluations.conll.model import Layout
from keytally.findings.finding import Edit
from keytally_server.answers.document_highlight import DocumentHighlight
from keytally_server.answers.location_link import LocationLink
from keytally_server.answers.rename import Renamable, RenameError
from keytally_server.formats.conll.cursor import ChainCursor

_SOUND = {
    Layout.CONLL: (re.compile(r"[0-9]+"), "is made of digits"),
    Layout.COREFUD: (re.compile(r"[^\s()|\[\]=-]+"), "holds no blanks, brackets, hyphens, | or ="),
}


def chain_highlights(cursor: ChainCursor) -> list[DocumentHighlight]:
    """The brackets of all mentions of the chain at the place; the first mention's stand for the chain."""
    mention = cursor.mention
    members = () if mention is None else cursor.all.chain(mention)
    places = ((place, each) for each in members for place in cursor.all.mentions[each].brackets)
    return [
        DocumentHighlight(cursor.offset + place.start, cursor.offset + place.end, each == members[0])
        for place, each in sorted(places)
    ]


def mention_before(cursor: ChainCursor) -> Sequence[LocationLink]:
    """The bracket that opens the mention before the one at the place in its chain."""
    mention = cursor.mention
    members = () if mention is None else cursor.all.chain(mention)
    if mention is None or mention == members[0]:
        return []
    before = cursor.all.mentions[members[members.index(mention) - 1]].opening
    bracket = cursor.bracket
    origin = cursor.all.mentions[mention].opening if bracket is None else bracket[0]
    shift = cursor.offset
    places = before.start + shift, before.end + shift, origin.start + shift, origin.end + shift
    return [LocationLink(cursor.snapshot.path, *places)]


def renamable_chain(cursor: ChainCursor) -> Renamable | None:
    """The name of the chain whose bracket stands at the place."""
    if cursor.bracket is None:
        return None
    place, mention = cursor.bracket
    name = cursor.all.names[cursor.all.chain_of[mention]]
    start = place.start + cursor.unit.text[place.start : place.end].index(name)
    return Renamable(cursor.offset + start, cursor.offset + start + len(name), name)


def rename_chain(cursor: ChainCursor, new_name: str) -> list[Edit]:
    """The edits that rename the chain at the place in its document. Raises RenameError."""
    old, new = renamable_chain(cursor), new_name.strip()
    if old is None or cursor.bracket is None:
        raise RenameError("there is no bracket of a mention here")
    pattern, wanted = _SOUND[cursor.read.layout]
    if not pattern.fullmatch(new):
        raise RenameError(f"{new!r} is no name of a chain: one {wanted}")
    if new == old.name:
        return []
    if new in cursor.all.names:
        raise RenameError(f"the document has a chain {new} already: merge the two by a code action")
    members = cursor.all.chain(cursor.bracket[1])
    edits = cursor.edits(Changes(moved=[(cursor.all.mentions[each], new) for each in members]))
    if not edits:
        raise RenameError(f"a lone bracket of chain {old.name} or {new} is in the way: mend it first")
    return [Edit(cursor.offset + each.start, cursor.offset + each.end, each.text) for each in edits]
