"""Actions in a document with chains: on mentions and their chains, and on the tags of mentions."""

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
    """The actions on tags where mentions have links: those tags come and go with their links only."""

    def stands_alone(self, name: str) -> bool:
        """Whether tags of that name are no mentions."""
        return not self._syntax.links(name)

    def may_move(self, element: Element, tag: Tag, place: int) -> bool:
        """Whether the rules of mentions would find no fault with the moved tag."""
        return may_move_tag(self._unit, self._language, element, tag, place)


def chain_actions(cursor: ChainCursor, end: int, most: int | None) -> Iterator[CodeAction]:
    """Everything that can be done with the stretch from the place to `end`, what it is about first.

    A stretch can be tagged, without one the word at the place where no mention is; a mention can be moved
    about, its chain cut and joined, and what the key has besides be accepted.
    """
    is_cursor = cursor.place == end
    start, end = word_at(cursor.unit.text, cursor.place) if is_cursor else (cursor.place, end)
    yield from accept_mentions(cursor, start, end)
    if not is_cursor or cursor.mention is None:
        yield from tag_as_mention(cursor, start, end, most)
    if is_cursor:
        yield from chain_operations(cursor, most)
        yield from tag_identical(cursor)
