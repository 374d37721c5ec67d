"""Code actions in a document with chains: on mentions, their chains, and their tags."""

from collections.abc import Iterator

from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.tags import Tag
from keytally_server.answers.code_action import CodeAction
from keytally_server.cursor.word_boundaries import word_at
from keytally_server.formats.coreference.chain_cursor import ChainCursor
from keytally_server.formats.coreference.chain_operations import chain_operations
from keytally_server.formats.coreference.extents import may_move_tag
from keytally_server.formats.coreference.mention_tagging import accept_mentions, tag_as_mention, tag_identical
from keytally_server.formats.sgml.code_actions import TagActions


class MentionTagActions(TagActions):
    """The actions on tags if mentions have links: a mention's tags change only together with its links."""

    def stands_alone(self, name: str) -> bool:
        """Whether tags of this name are not mentions."""
        return not self._syntax.links(name)

    def may_move(self, element: Element, tag: Tag, place: int) -> bool:
        """Whether the moved tag would break no rule about mentions."""
        return may_move_tag(self._unit, self._language, element, tag, place)


def chain_actions(cursor: ChainCursor, end: int, most: int | None) -> Iterator[CodeAction]:
    """The actions on the range from the place to `end`, those on its subject first.

    The user can tag a selection, or the word at the cursor outside mentions; move a mention; split and
    merge its chain; and accept mentions and links from the key.
    """
    is_cursor = cursor.place == end or _is_mention(cursor, end)
    start = cursor.place
    if start == end:
        start, end = word_at(cursor.unit.text, start)
    yield from accept_mentions(cursor, start, end)
    if not is_cursor or cursor.mention is None:
        yield from tag_as_mention(cursor, start, end, most)
    if is_cursor:
        yield from chain_operations(cursor, most)
        yield from tag_identical(cursor)


def _is_mention(cursor: ChainCursor, end: int) -> bool:
    """Whether the range from the place to `end` is a whole mention, or in its open tag."""
    if cursor.mention is None:
        return False
    element = cursor.chains.mentions[cursor.mention].element
    whole = element.start, element.end
    return (cursor.place, end) == whole or element.open.start <= cursor.place < end <= element.open.end
