"""Code actions on mentions and chains in SGML: add, extend, split and merge."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice

from keytally.families.muc.annotations.chain_edits import (
    LinkEditor,
    Links,
    is_broken,
    outside_dependants,
    regroup_links,
)
from keytally.families.muc.scoring.coreference import CoreferenceScore
from keytally.families.muc.sgml.chains import Chains, attributes_reader, linking_names
from keytally.families.muc.sgml.language import SgmlLanguage
from keytally.families.muc.sgml.structure import Element
from keytally.families.muc.sgml.syntax import Tag
from keytally.families.muc.sgml.unit import SgmlUnit, contains_words
from keytally.findings.finding import Edit, Edits, combined_edits
from keytally.tallies.status import Status
from keytally.text.difference import OffsetMap
from keytally_server.answers import CodeAction, CodeActionKind, EditChoice
from keytally_server.cursor import whole_clusters, word_at
from keytally_server.presenters.chains.sgml_cursor import (
    ChainCursor,
    chain_in_key,
    chain_name,
    chains_of_same_class,
    nearest_first,
)
from keytally_server.presenters.sgml.actions import TagActions
from keytally_server.presenters.sgml.tags import (
    can_wrap,
    changes_only_tags,
    close_tag,
    is_scored_place,
    untagged,
)
from keytally_server.wording import quoted

# Splits and merges chains; each operation returns the edits that produce the stated chains.
#
# An operation states the groups of mentions that should result; the REFs follow from the groups, so that as
# few tags as possible change.


def chain_operations(cursor: ChainCursor, most: int | None) -> Iterator[CodeAction]:
    """Yield the actions on the mention at the position and on its chain.

    For a move or a merge, only the `most` likeliest chains are offered; None offers all.
    """
    mention = cursor.mention
    if mention is not None:
        for offer in _Operations(cursor, mention, most).all():
            if offer.edits:
                yield offer


class _Operations:
    """The operations on one mention."""

    def __init__(self, cursor: ChainCursor, mention: int, most: int | None) -> None:
        self._cursor = cursor
        self._chains = cursor.chains
        self._mention = mention
        self._most = most
        self._own = cursor.chains.chain_of[mention]
        self._members = cursor.chains.members[self._own]
        self._rest = [member for member in self._members if member != mention]
        self._name = quoted(cursor.chains.text(mention))

    def all(self) -> Iterator[CodeAction]:
        """Yield every operation; operations that need no choice of a chain come first."""
        status = self._status()
        if status is Status.SPURIOUS:
            yield self._drop()
        elif status is Status.INCORRECT:
            yield from self._accept_link()
        if len(self._members) > 1:
            yield from self._split()
            yield from self._make_first()
        yield self._remove()
        yield from self._move()
        yield from self._merge()

    def _status(self) -> Status | None:
        """Return the verdict on the mention in a response, or None."""
        score = self._cursor.score
        is_scored = score is not None and not self._cursor.key_side
        return score.status(self._mention, key_side=False) if score is not None and is_scored else None

    def _drop(self) -> CodeAction:
        """Return the action that removes a mention that the key lacks."""
        title = f"Delete the spurious mention {self._name}"
        edits = self._remove().edits
        return CodeAction(CodeActionKind.DROP_SPURIOUS, title, edits, is_preferred=True)

    def _accept_link(self) -> Iterator[CodeAction]:
        """Yield actions that add the mention, or its whole chain, to the chain to which it belongs
        according to the key, or to a new chain.
        """
        chain = next(iter(chain_in_key(self._cursor, self._mention)), None)
        kind, title = CodeActionKind.ACCEPT_FROM_KEY, f"Accept the key's link: {self._name} to "
        if chain is None:
            apart = self._edits(self._regrouped(self._rest, [self._mention]))
            yield CodeAction(kind, f"{title}a new chain", apart, is_preferred=True)
            return
        title += f"the chain of {chain_name(self._chains, chain)}"
        yield CodeAction(kind, title, self._edits(self._moved_to(chain)), is_preferred=True)
        if self._rest:
            merged = self._edits(self._merged_with(chain))
            yield CodeAction(kind, f"{title}, with its whole chain", merged)

    def _split(self) -> Iterator[CodeAction]:
        place = self._members.index(self._mention)
        if place:
            links = self._regrouped(self._members[:place], self._members[place:])
            title = f"Split the chain: start a new one at {self._name}"
            yield CodeAction(CodeActionKind.SPLIT_CHAIN, title, self._edits(links))

    def _make_first(self) -> Iterator[CodeAction]:
        if self._chains.antecedent(self._mention) is not None:
            links = regroup_links(self._chains.antecedents, self._members, head=self._mention)
            title = f"Make {self._name} the first of its chain"
            yield CodeAction(CodeActionKind.MAKE_FIRST, title, self._edits(links))

    def _remove(self) -> CodeAction:
        """Return the action that removes the mention's tags and links the mentions that pointed to this
        mention to the rest of the chain.
        """
        removal = untagged(self._chains.mentions[self._mention].element)
        links = self._regrouped(self._rest)
        outside = outside_dependants(self._chains, self._cursor.syntax, self._mention)
        editor = LinkEditor(self._chains, self._cursor.syntax)
        references = self._references(outside, editor)
        is_healed = any(each is not None for each in (*links.values(), *references))
        heals = " and relink its chain" if is_healed else ""
        edits: Edits = ()
        if self._is_unharmed(removal, -1) and not self._is_any_broken(links, outside):
            pairs = zip(outside, references, strict=True)
            relinked = tuple(edit for tag, name in pairs for edit in editor.relinked(tag, name))
            edits = combined_edits(removal, relinked, editor.edits(links))
        return CodeAction(CodeActionKind.REMOVE_MENTION, f"Remove the mention {self._name}{heals}", edits)

    def _references(self, outside: Sequence[Tag], editor: LinkEditor) -> list[str | None]:
        """Return the new references of tags outside chains after the mention is removed: the references lead
        to the mention's heir.

        Without an heir, the first of these tags heads the others, if it has an ID.
        """
        if not outside:
            return []
        if (heir := self._heir()) is not None:
            return [editor.identifier(heir)] * len(outside)
        identifier = outside[0].attribute(self._cursor.syntax.identifier)
        head = identifier.value.strip() if identifier is not None else ""
        return [None, *[head or None] * (len(outside) - 1)]

    def _heir(self) -> int | None:
        """Return the preceding mention of the chain, otherwise the next one; None if the mention is alone."""
        before = self._members.index(self._mention) - 1
        return self._rest[max(before, 0)] if self._rest else None

    def _move(self) -> Iterator[CodeAction]:
        for chain in self._targets(chain_in_key(self._cursor, self._mention)):
            title = f"Move {self._name} to the chain of {chain_name(self._chains, chain)}"
            yield CodeAction(CodeActionKind.MOVE_MENTION, title, self._edits(self._moved_to(chain)))
        if self._rest:
            links = self._regrouped(self._rest, [self._mention])
            yield CodeAction(
                CodeActionKind.MOVE_MENTION, f"Move {self._name} to a new chain", self._edits(links)
            )

    def _merge(self) -> Iterator[CodeAction]:
        for chain in self._targets(chains_of_same_class(self._cursor, self._own)):
            title = f"Merge this chain with the chain of {chain_name(self._chains, chain)}"
            yield CodeAction(CodeActionKind.MERGE_CHAINS, title, self._edits(self._merged_with(chain)))

    def _moved_to(self, chain: int) -> Links:
        return self._regrouped(self._rest, sorted([*self._chains.members[chain], self._mention]))

    def _merged_with(self, chain: int) -> Links:
        return self._regrouped(sorted([*self._members, *self._chains.members[chain]]))

    def _targets(self, advised: Sequence[int]) -> Iterator[int]:
        """Yield the other chains: first the chains that the key supports, then the rest by distance."""
        first = [chain for chain in advised if chain != self._own]
        others = set(range(len(self._chains.members))) - {self._own, *first}
        place = self._chains.mentions[self._mention].element.start
        yield from islice([*first, *nearest_first(self._chains, place, sorted(others))], self._most)

    def _regrouped(self, *groups: Sequence[int]) -> Links:
        links: Links = {}
        for group in groups:
            links |= regroup_links(self._chains.antecedents, group)
        return links

    def _edits(self, links: Links) -> Edits:
        """Return the links as edits; empty if one of the tags is broken."""
        if self._is_any_broken(links):
            return ()
        return LinkEditor(self._chains, self._cursor.syntax).edits(links)

    def _is_any_broken(self, links: Links, outside: Sequence[Tag] = ()) -> bool:
        """Return whether a changed or referenced tag is broken; `outside` are the tags outside chains."""
        touched = {*links, *links.values(), self._heir() if outside else None}
        tags = [self._chains.mentions[each].element.open for each in touched if each is not None]
        return any(map(is_broken, [*tags, *outside]))

    def _is_unharmed(self, edits: Edits, added: int) -> bool:
        return changes_only_tags(self._cursor.unit, self._cursor.snapshot.reading.language, edits, added)


AROUND = 30
MOST_IDENTICAL = 500


def tag_as_mention(cursor: ChainCursor, start: int, end: int, most: int | None) -> Iterator[CodeAction]:
    """Yield actions that tag a range as a mention of a new chain, or of one of the `most` nearest chains;
    None offers all chains.

    The first action is the default: the nearest chain with an equal mention, otherwise a new chain.
    """
    if not _fits(cursor, start, end):
        return
    chains = cursor.chains
    nearest = list(nearest_first(chains, start, range(len(chains.members))))
    equal = _equal_chain(cursor, nearest, start, end)
    others = [chain for chain in nearest if chain != equal][:most]
    for chain in (None, *others) if equal is None else (equal, None, *others):
        yield _wrapped(cursor, start, end, chain)


def _equal_chain(cursor: ChainCursor, chains: Sequence[int], start: int, end: int) -> int | None:
    """Return the first chain with a mention of the same words, ignoring case and whitespace; None if no
    chain has one.
    """
    words = cursor.unit.stripped(start, end).casefold().split()
    members = cursor.chains.members
    same = (
        chain
        for chain in chains
        if any(cursor.chains.text(mention).casefold().split() == words for mention in members[chain])
    )
    return next(same, None)


def _wrapped(cursor: ChainCursor, start: int, end: int, chain: int | None) -> CodeAction:
    if chain is None:
        title = "Tag as the first mention of a new chain"
    else:
        title = f"Tag as a mention of the chain of {chain_name(cursor.chains, chain)}"
    edits = new_mention(cursor, start, end, chain)
    return CodeAction(CodeActionKind.WRAP_MENTION, title, edits, type=_type(cursor, chain))


def _type(cursor: ChainCursor, chain: int | None) -> str:
    """Return the name of a chain in the kind of an action: its document and lowest ID, because these are
    stable.

    A new chain has the ID that its first mention gets; "" for a chain without IDs.
    """
    chains = cursor.chains
    if chain is None:
        least = LinkEditor(chains, cursor.syntax).new_identifier()
    else:
        own = (chains.attributes[mention].identifier for mention in chains.members[chain])
        least = min(filter(None, own), key=lambda each: (len(each), each), default="")
    return f"{cursor.unit.document}-{least}" if least else ""


def new_mention(cursor: ChainCursor, start: int, end: int, chain: int | None) -> Edits:
    """Return the tags of a new mention; it points to the nearest mention of the chain (nearest_mention)."""
    editor = LinkEditor(cursor.chains, cursor.syntax)
    target = None if chain is None else nearest_mention(cursor.chains, chain, start)
    reference = None if target is None else editor.identifier(target)
    opening = editor.open_tag(tag_name(cursor), editor.new_identifier(), reference)
    return combined_edits(_tags(cursor, start, end, opening), editor.edits({}))


def _tags(cursor: ChainCursor, start: int, end: int, opening: str) -> Edits:
    return Edit(start, start, opening), Edit(end, end, close_tag(tag_name(cursor)))


def nearest_mention(chains: Chains, chain: int, place: int) -> int:
    """Return the last mention of a chain that starts before a position, otherwise its first."""
    members = chains.members[chain]
    before = [mention for mention in members if chains.starts[mention] < place]
    return before[-1] if before else members[0]


def tag_name(cursor: ChainCursor) -> str:
    """Return the name of the tags of mentions."""
    return next(tag.name for tag in cursor.syntax.tags if cursor.syntax.links(tag.name))


def tag_identical(cursor: ChainCursor) -> Iterator[CodeAction]:
    """Yield an action that tags all untagged text that equals the mention at the position, as mentions of its
    chain.

    Each new mention is a separate choice, and points to the mention at the position.
    """
    mention = cursor.mention
    if mention is None:
        return
    editor = LinkEditor(cursor.chains, cursor.syntax)
    reference = editor.identifier(mention)
    choices = []
    for start, end in _same_words(cursor, cursor.chains.text(mention)):
        opening = editor.open_tag(tag_name(cursor), editor.new_identifier(), reference)
        choices.append(EditChoice(_in_context(cursor, start, end), _tags(cursor, start, end, opening)))
    if choices:
        name = quoted(cursor.chains.text(mention))
        several = f"{len(choices)} other occurrences of {name} as mentions"
        one = f"the other occurrence of {name} as a mention"
        title = f"Tag {several if len(choices) > 1 else one} of this chain"
        yield CodeAction(CodeActionKind.TAG_IDENTICAL, title, editor.edits({}), tuple(choices))


def _same_words(cursor: ChainCursor, words: str) -> Iterator[tuple[int, int]]:
    """Yield unmarked ranges of the scored sections with the same words, ignoring whitespace."""
    if not words:
        return
    pattern = r"\s+".join(map(re.escape, words.split()))
    found = 0
    for match in re.finditer(rf"(?<!\w){pattern}(?!\w)", cursor.unit.text):
        start, end = match.span()
        is_whole = whole_clusters(cursor.unit.text, start, end) == (start, end)
        if found < MOST_IDENTICAL and is_whole and _fits(cursor, start, end):
            found += 1
            yield start, end


def _in_context(cursor: ChainCursor, start: int, end: int) -> str:
    """Return the range with the words around it up to the next markup, on one line."""
    text = cursor.chains.stripped
    first, last = cursor.unit.stripped_offset(start), cursor.unit.stripped_offset(end)
    before = text[max(first - AROUND, 0) : first].rpartition(">")[2]
    after = text[last : last + AROUND].partition("<")[0]
    return " ".join(f"…{before}«{text[first:last]}»{after}…".split())


def accept_mentions(cursor: ChainCursor, start: int, end: int) -> Iterator[CodeAction]:
    """Yield actions that accept the key's mentions that the response lacks between two offsets, in the
    chains to which these mentions belong.
    """
    score = cursor.score
    if score is None or cursor.key_side or score.key.chains.unit is None:
        return
    first, last = cursor.unit.stripped_offset(start), cursor.unit.stripped_offset(end)
    places = cursor.unit.counterparts_of(score.key.chains.unit)
    for mention, partner in enumerate(score.key.partners):
        low, high = score.key.chains.spans[mention]
        if partner is None and places.start(low) <= last and places.end(high) >= first:
            yield from _accepted(cursor, places, score, mention)


def _accepted(
    cursor: ChainCursor, places: OffsetMap, score: CoreferenceScore, mention: int
) -> Iterator[CodeAction]:
    """Yield the action that accepts one mention of the key; yield nothing if the response has other words
    there.
    """
    keys, unit = score.key.chains, cursor.unit
    low, high = keys.spans[mention]
    start, end = unit.source_offset(places.start(low), after_tags=True), unit.source_offset(places.end(high))
    if unit.stripped(start, end) != keys.stripped[low:high] or not _fits(cursor, start, end):
        return
    chain = score.counterpart(keys.chain_of[mention], key_side=True)
    target = "a new chain" if chain is None else f"the chain of {chain_name(cursor.chains, chain)}"
    title = f"Accept the key's mention {quoted(keys.text(mention))} into {target}"
    edits = new_mention(cursor, start, end, chain)
    yield CodeAction(CodeActionKind.ACCEPT_FROM_KEY, title, edits, is_preferred=True)


def _fits(cursor: ChainCursor, start: int, end: int) -> bool:
    """Return whether a tag around a range would be in a scored section and would damage neither text nor
    tags.
    """
    if (
        not is_scored_place(cursor.unit, start)
        or not can_wrap(cursor.unit, start, end)
        or _is_whole_mention(cursor, start, end)
    ):
        return False
    editor = LinkEditor(cursor.chains, cursor.syntax)
    tags = _tags(cursor, start, end, editor.open_tag(tag_name(cursor), editor.new_identifier(), None))
    return changes_only_tags(cursor.unit, cursor.snapshot.reading.language, tags, 1)


def _is_whole_mention(cursor: ChainCursor, start: int, end: int) -> bool:
    """Return whether the range is the whole text of a mention, regardless of tags at its ends."""
    span = cursor.unit.stripped_offset(start), cursor.unit.stripped_offset(end)
    return span in cursor.chains.texts


def may_move_tag(unit: SgmlUnit, language: SgmlLanguage, element: Element, tag: Tag, place: int) -> bool:
    """Return whether one tag of a mention may move to a position in the unit.

    It may not if the mention would get the same text as another mention (`duplicate-mention`) or lose its MIN
    (`min-not-in-text`). Elements that are not mentions are not restricted in this way.
    """
    if not language.syntax.links(element.name):
        return True
    start, end = before = element.stripped_start, element.stripped_end
    moved = unit.stripped_offset(place)
    after = (start, moved) if tag.is_close else (moved, end)
    if _is_text_of_mention(unit, language, *after):
        return False
    return _has_head(unit, language, element, *after) or not _has_head(unit, language, element, *before)


def _has_head(unit: SgmlUnit, language: SgmlLanguage, element: Element, start: int, end: int) -> bool:
    """Return whether a range, in stripped offsets, has the words of a mention's MIN; True without a MIN."""
    minimum = attributes_reader(language.syntax, language.role)[element.open.shape].minimum
    return not minimum or contains_words(unit.stripped()[start:end], minimum)


def _is_text_of_mention(unit: SgmlUnit, language: SgmlLanguage, start: int, end: int) -> bool:
    """Return whether a range, in stripped offsets, is the whole text of a mention, scored or not."""
    pairing, shapes, stripped = unit.structure.pairing, unit.structure.shapes, unit.places.stripped
    names = linking_names(language.syntax)
    first = bisect_left(pairing.opens, start, key=stripped.__getitem__)
    last = bisect_right(pairing.opens, start, key=stripped.__getitem__)
    return any(
        stripped[pairing.closes[number]] == end and shapes[pairing.opens[number]].name in names
        for number in range(first, last)
    )


class MentionTagActions(TagActions):
    """The actions on tags if mentions have links: a mention's tags change only together with its links."""

    def stands_alone(self, name: str) -> bool:
        """Return whether tags of this name are not mentions."""
        return not self._syntax.links(name)

    def may_move(self, element: Element, tag: Tag, place: int) -> bool:
        """Return whether the moved tag would break no rule about mentions."""
        return may_move_tag(self._unit, self._language, element, tag, place)


def chain_actions(cursor: ChainCursor, end: int, most: int | None) -> Iterator[CodeAction]:
    """Yield the actions on the range from the position to `end`; actions on the subject of the range come
    first.

    The user can tag a selection, or the word at the cursor outside mentions; move a mention; split and
    merge its chain; and accept mentions and links from the key.
    """
    is_cursor = cursor.place == end or _is_chosen_mention(cursor, end)
    start = cursor.place
    if start == end:
        start, end = word_at(cursor.unit.text, start)
    yield from accept_mentions(cursor, start, end)
    if not is_cursor or cursor.mention is None:
        yield from tag_as_mention(cursor, start, end, most)
    if is_cursor:
        yield from chain_operations(cursor, most)
        yield from tag_identical(cursor)


def _is_chosen_mention(cursor: ChainCursor, end: int) -> bool:
    """Return whether the range from the position to `end` is a whole mention or is in its open tag."""
    if cursor.mention is None:
        return False
    element = cursor.chains.mentions[cursor.mention].element
    whole = element.start, element.end
    return (cursor.place, end) == whole or element.open.start <= cursor.place < end <= element.open.end
