"""The presenter of SGML files whose tags form chains."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice

from keytally.families.contract import Level, Mark, Role
from keytally.families.muc.annotations.chain_edits import LinkEditor
from keytally.families.muc.scoring.coreference import CoreferenceScore
from keytally.families.muc.sgml.attribute_rules import attribute_removal
from keytally.families.muc.sgml.chains import Chains
from keytally.families.muc.sgml.syntax import Attribute, Tag
from keytally.families.muc.sgml.unit import SgmlUnit
from keytally.findings.finding import Edit, Finding
from keytally.findings.table.sgml import DANGLING_REF
from keytally.tallies.status import Status
from keytally.text.positions import Span
from keytally.text.rendering import markdown_code, quantity
from keytally_server.answers import (
    AnnotatedText,
    CodeAction,
    Completion,
    CompletionKind,
    DocumentHighlight,
    Hover,
    InlayHint,
    InlineCompletion,
    LocationLink,
    Renamable,
    RenameError,
    SemanticToken,
    Symbol,
    SymbolKind,
    TokenType,
)
from keytally_server.cursor import marks_at
from keytally_server.presenters.chains.chain_display import colours_of, in_pieces, listed
from keytally_server.presenters.chains.sgml_actions import MentionTagActions, chain_actions
from keytally_server.presenters.chains.sgml_cursor import ChainCursor, chain_cursor, chain_in_key
from keytally_server.presenters.safe_fixes import Repair, safe_repairs
from keytally_server.presenters.sgml.equal_text import tag_equal
from keytally_server.presenters.sgml.presenter import SgmlPresenter, sgml_language, sgml_tokens
from keytally_server.presenters.sgml.tags import tag_at
from keytally_server.session.snapshot import Snapshot, UnitAt
from keytally_server.wording import outline_name, partner_line, quoted, tallies, verdict_on, with_partner

ALONE = "singleton: the score counts the links of chains, and a chain of one mention has none"
LINKED = "its link is correct, but its chain as a whole corresponds to another chain"
CUT = "its chain is correct, but a link is broken here"


def mention_hover(cursor: ChainCursor) -> Hover | None:
    """Return the hover of the mention at the position, and of the mentions missing there.

    The result is None if there is neither, or if the innermost tag around the position is not a mention.
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
        text = markdown_code(cursor.chains.text(mention))
        yield f"{text} is not scored: the file does not belong to a pair"
    chain = cursor.chains.chain_of[mention]
    members = cursor.chains.members[chain]
    yield f"chain: {_listed(cursor.chains, members, mention)}" + (f"  \n{ALONE}" if len(members) == 1 else "")
    if own is not None and own.partner is not None:
        yield partner_line(cursor.snapshot, own)
    if (score := cursor.score) is not None:
        yield from _compared(cursor, score, chain)


def _about_link(mark: Mark) -> Iterator[str]:
    """Yield a line that explains why a mention and its link have different verdicts."""
    if mark.overall is Status.CORRECT:
        yield LINKED
    elif mark.overall is Status.INCORRECT:
        yield CUT


def _compared(cursor: ChainCursor, score: CoreferenceScore, chain: int) -> Iterator[str]:
    """Yield lines about the matching chain in the other file, and about the recall or precision that the
    division of this chain costs.
    """
    side = score.side(cursor.key_side)
    name = cursor.snapshot.other_role.value
    counterpart = score.counterpart(chain, cursor.key_side)
    is_alone = len(side.chains.members[chain]) == 1
    if counterpart is None and is_alone:
        counterpart = next(iter(side.counterparts(chain)), None)
    if counterpart is not None:
        yield f"{name}: {_listed(side.other, side.other.members[counterpart], None)}"
    elif not is_alone:
        yield f"{name}: no matching chain"
    cells = side.cells(chain)
    if len(cells) > 1:
        measure = "recall" if cursor.snapshot.role is Role.KEY else "precision"
        cost = score.cost(chain, cursor.key_side)
        pieces = in_pieces([[cursor.chains.text(each) for each in cell] for cell in cells])
        yield f"{pieces}  \ncosts {cost:.1f} points of the document's {measure}"


def _listed(chains: Chains, members: Sequence[int], current: int | None) -> str:
    """Return a chain's mentions in order, with `current` in bold."""
    at = members.index(current) if current is not None else None
    return listed([chains.text(mention) for mention in members], at)


LONGEST_TAG = 500
MOST = 200

_ATTRIBUTES = r"(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*"
_IN_VALUE = re.compile(rf"<(\w+)\s{_ATTRIBUTES}?\b(\w+)\s*=\s*(\"?)([^\s\"'<>]*)\Z")
_REST = re.compile(r"[^\s\"'<>]*")


def identifier_completions(cursor: ChainCursor) -> Iterator[Completion]:
    """Yield IDs for the value at the position if it is the REF or ID of a mention."""
    match = _IN_VALUE.search(cursor.unit.text[max(cursor.place - LONGEST_TAG, 0) : cursor.place])
    if match is None or not _is_mention(cursor, match[1]):
        return
    attribute, quote, typed = match[2].lower(), match[3], match[4]
    rest = _REST.match(cursor.unit.text, cursor.place)
    start = cursor.offset + cursor.place - len(typed)
    end = cursor.offset + (rest.end() if rest else cursor.place)
    if attribute == cursor.syntax.reference:
        for identifier, text, detail in _completion_targets(cursor):
            written = identifier if quote else f'"{identifier}"'
            label = f"{identifier} {quoted(text)}"
            sought = f"{identifier} {text}"
            yield Completion(label, CompletionKind.POINTER, written, start, end, None, detail, sought)
    elif attribute == cursor.syntax.identifier:
        identifier = LinkEditor(cursor.chains, cursor.syntax).new_identifier()
        written = identifier if quote else f'"{identifier}"'
        yield Completion(identifier, CompletionKind.VALUE, written, start, end, None, "the next free ID")


def _is_mention(cursor: ChainCursor, name: str) -> bool:
    return any(tag.name == name.lower() and cursor.syntax.links(tag.name) for tag in cursor.syntax.tags)


def _completion_targets(cursor: ChainCursor) -> Iterator[tuple[str, str, str]]:
    """Yield the IDs, texts and chains of other mentions: first those in the key's chain, then those before
    the position and those after it, the nearest first.
    """
    chains = cursor.chains
    own = cursor.mention
    advised = set(chain_in_key(cursor, own)) if own is not None else set()
    others = [each for each in range(len(chains)) if each != own and chains.attributes[each].identifier]

    def order(mention: int) -> tuple[bool, bool, int]:
        start = chains.starts[mention]
        return chains.chain_of[mention] not in advised, start > cursor.place, abs(cursor.place - start)

    for mention in islice(sorted(others, key=order), MOST):
        identifier = chains.attributes[mention].identifier
        if chains.mention_of(identifier) == mention:
            chain = chains.chain_of[mention]
            size = len(chains.members[chain])
            yield identifier, chains.text(mention), f"chain of {quoted(chains.name(chain))}, {size}"


def chain_hints(cursor: ChainCursor, start: int, end: int) -> Iterator[InlayHint]:
    """Yield the hints from `start` to `end` of the file: the name of a mention's chain, and its size."""
    chains = cursor.chains
    for mention, text_end in enumerate(chains.text_ends):
        place = cursor.offset + text_end
        if start <= place <= end:
            members = chains.chain(mention)
            name = chains.text(members[0])
            if mention != members[0] and name.casefold() != chains.text(mention).casefold():
                which = f"mention {members.index(mention) + 1} of {len(members)}"
                tooltip = f"{which} in the chain of {quoted(name)}"
                yield InlayHint(place, f"= {quoted(name)}", tooltip)


def chain_highlights(cursor: ChainCursor) -> list[DocumentHighlight]:
    """Return the texts of all mentions of the chain at the position; the first mention names the chain."""
    mention = cursor.mention
    members = cursor.chains.chain(mention) if mention is not None else ()
    return [DocumentHighlight(*text_span(cursor, member), member == members[0]) for member in members]


def antecedent_span(cursor: ChainCursor) -> tuple[Span, Span] | None:
    """Return the range of the antecedent's text, and the range of the mention at the position with its
    tags; None without an antecedent.
    """
    mention = cursor.mention
    antecedent = cursor.chains.antecedent(mention) if mention is not None else None
    if mention is None or antecedent is None:
        return None
    element = cursor.chains.mentions[mention].element
    origin = Span(cursor.offset + element.start, cursor.offset + element.end)
    return Span(*text_span(cursor, antecedent)), origin


def text_span(cursor: ChainCursor, mention: int) -> tuple[int, int]:
    """Return the range of a mention's text in the file, including the tags of mentions inside it."""
    chains = cursor.chains
    return cursor.offset + chains.text_starts[mention], cursor.offset + chains.text_ends[mention]


def mention_symbol(cursor: ChainCursor, mention: int) -> Symbol:
    """Return a mention as an entry of an outline or a hierarchy."""
    element = cursor.chains.mentions[mention].element
    identifier = cursor.chains.mentions[mention].identifier
    return Symbol(
        outline_name(cursor.chains.text(mention)) or "(empty)",
        f"ID {identifier}" if identifier else "no ID",
        SymbolKind.ELEMENT,
        cursor.offset + element.start,
        cursor.offset + element.end,
        *text_span(cursor, mention),
    )


def chain_symbols(cursor: ChainCursor) -> list[Symbol]:
    """Return the mentions of a document as a tree, with inner mentions as children of outer ones.

    The first mention of a chain is the chain's entry; the others name the chain. Siblings do not overlap, so
    the innermost entry around a position is the mention itself.
    """
    top: list[Symbol] = []
    open_ones: list[tuple[Symbol, list[Symbol]]] = []
    numbers = {each: number for members in cursor.chains.members for number, each in enumerate(members)}
    for mention in range(len(cursor.chains.chain_of)):
        symbol = _chain_symbol(cursor, mention, numbers[mention])
        while open_ones and open_ones[-1][0].end <= symbol.start:
            _close(open_ones, top)
        open_ones.append((symbol, []))
    while open_ones:
        _close(open_ones, top)
    return top


def _close(open_ones: list[tuple[Symbol, list[Symbol]]], top: list[Symbol]) -> None:
    """Add the innermost open entry with its children to its parent."""
    symbol, inside = open_ones.pop()
    around = open_ones[-1][1] if open_ones else top
    around.append(symbol._replace(children=tuple(inside)))


def _chain_symbol(cursor: ChainCursor, mention: int, number: int) -> Symbol:
    """Return a mention in the outline, by its number in its chain from 0; the first represents the chain."""
    symbol = mention_symbol(cursor, mention)
    members = cursor.chains.chain(mention)
    count = len(members)
    if count == 1:
        return symbol
    if number == 0:
        return symbol._replace(kind=SymbolKind.CHAIN, detail=quantity(count, "mention"))
    which = f"{number + 1} of {count}"
    return symbol._replace(detail=outline_name(f"{which} in the chain of {cursor.chains.text(members[0])}"))


def antecedents(cursor: ChainCursor) -> list[Symbol]:
    """Return the mention to which the mention at the position points."""
    mention = cursor.mention
    antecedent = cursor.chains.antecedent(mention) if mention is not None else None
    return [] if antecedent is None else [mention_symbol(cursor, antecedent)]


def dependants(cursor: ChainCursor) -> list[Symbol]:
    """Return the mentions that point to the mention at the position."""
    mention = cursor.mention
    found = cursor.chains.dependants(mention) if mention is not None else ()
    return [mention_symbol(cursor, each) for each in found]


_SOUND = re.compile(r"[^\s\"'<>=&]+")


def renamable_identifier(cursor: ChainCursor) -> Renamable | None:
    """Return the ID at the position: the ID in a REF there, otherwise the ID of the mention; None if there
    is neither. Raises RenameError.
    """
    found = _at(cursor)
    if found is None:
        return None
    tag, attribute = found
    value = attribute.value.strip()
    if cursor.chains.mention_of(value) is None:
        raise RenameError(f"no mention in this document has the ID {value}")
    start = cursor.offset + tag.start + attribute.value_start
    return Renamable(start, start + len(attribute.value), value)


def rename_identifier(cursor: ChainCursor, new_name: str) -> list[Edit]:
    """Return the edits that rename the ID at the position in its document.

    If two mentions have the same ID, REFs refer to the first, so they change with the first. Raises
    RenameError if the name is malformed or already in use.
    """
    old = renamable_identifier(cursor)
    if old is None:
        raise RenameError("no ID at this position")
    new = new_name.strip()
    if not _SOUND.fullmatch(new):
        raise RenameError(f"invalid ID {new!r}: an ID must not contain spaces, quotes, brackets, = or &")
    if new != old.name and cursor.chains.mention_of(new) is not None:
        raise RenameError(f"the document already has a mention with the ID {new}")
    home = cursor.chains.mention_of(old.name)
    edits = []
    for number, mention in enumerate(cursor.chains.mentions):
        tag = mention.element.open
        given = tag.attribute(cursor.syntax.identifier) if number == home else None
        for attribute in (given, tag.attribute(cursor.syntax.reference)):
            if attribute is not None and attribute.value.strip() == old.name != new:
                edits.append(_changed(cursor, tag, attribute, new))
    return sorted(edits, key=lambda edit: edit.start)


def _at(cursor: ChainCursor) -> tuple[Tag, Attribute] | None:
    mention = cursor.mention
    if mention is None:
        return None
    tag = cursor.chains.mentions[mention].element.open
    place = cursor.place - tag.start
    reference = tag.attribute(cursor.syntax.reference)
    if reference is not None and reference.start <= place <= reference.end:
        return tag, reference
    own = tag.attribute(cursor.syntax.identifier)
    return (tag, own) if own is not None else None


def _changed(cursor: ChainCursor, tag: Tag, attribute: Attribute, new: str) -> Edit:
    start = cursor.offset + tag.start
    return Edit(start + attribute.value_start, start + attribute.value_end, new)


MOST_TARGETS = 4


def link_repairs(cursor: ChainCursor, finding: Finding) -> Iterator[Repair]:
    """Yield repairs that point the REF at a mention in its chain according to the key, at a mention with
    the same words, or at a nearby mention, or that remove the REF.
    """
    if finding.rule.name != DANGLING_REF.name:
        return
    chains, own = cursor.chains, cursor.mention
    tag = tag_at(cursor.unit, finding.start)
    attribute = tag.attribute(cursor.syntax.reference) if tag else None
    if own is None or tag is None or attribute is None:
        return
    advised = set(chain_in_key(cursor, own))
    for target in islice(_repair_targets(cursor, own, advised), MOST_TARGETS):
        name = chains.attributes[target].identifier
        edits = (Edit(finding.start, finding.end, name),)
        is_advised = chains.chain_of[target] in advised
        yield Repair(f'change it to "{name}", {quoted(chains.text(target))}', edits, is_advised)
    edit = attribute_removal(cursor.unit.text[tag.start : tag.end], attribute)
    yield Repair("remove REF", (Edit(tag.start + edit.start, tag.start + edit.end, ""),))


def _repair_targets(cursor: ChainCursor, own: int, advised: set[int]) -> Iterator[int]:
    """Yield the other mentions with IDs: first those in the key's chain, then those with the same words,
    then those before the mention and those after it, the nearest first.
    """
    chains = cursor.chains
    text, start = chains.text(own).lower(), chains.starts[own]

    def order(mention: int) -> tuple[bool, bool, bool, int]:
        place = chains.starts[mention]
        differs = chains.text(mention).lower() != text
        return chains.chain_of[mention] not in advised, differs, place > start, abs(start - place)

    others = (each for each in range(len(chains)) if each != own and _is_first(chains, each))
    return iter(sorted(others, key=order))


def _is_first(chains: Chains, mention: int) -> bool:
    """Return whether a REF can point to a mention: the mention has an ID and is the first with that ID."""
    identifier = chains.attributes[mention].identifier
    return bool(identifier) and chains.mention_of(identifier) == mention


@lru_cache(maxsize=8)
def chain_colours(chains: Chains) -> dict[int, int]:
    """Return a colour for each chain of two mentions or more.

    See `keytally_server.presenters.chains.chain_display`.
    """
    return colours_of(chains.chain_of)


def innermost_mention(chains: Chains, place: int) -> int | None:
    """Return the innermost mention whose text contains an offset between tags; None outside all mentions."""
    ends, mentions = _innermost(chains)
    before = bisect_right(ends, place)
    return mentions[before - 1] if before else None


@lru_cache(maxsize=8)
def _innermost(chains: Chains) -> tuple[list[int], list[int | None]]:
    """Return the ends of mention tags, in order, and for each of them the mention that contains the text
    after it.
    """
    opened = ((end, False, mention) for mention, end in enumerate(chains.text_starts))
    closed = ((end, True, mention) for mention, end in enumerate(chains.ends))
    edges = sorted((*opened, *closed))
    around: list[int] = []
    ends: list[int] = []
    mentions: list[int | None] = []
    for end, is_close, number in edges:
        if is_close:
            around.remove(number)
        else:
            around.append(number)
        ends.append(end)
        mentions.append(around[-1] if around else None)
    return ends, mentions


def mention_tokens(chains: Chains) -> Callable[[int, int], Iterator[SemanticToken]]:
    """Return a function that yields the token of a range of text inside a mention, with the colour of the
    innermost mention's chain.
    """

    def token_of(start: int, end: int) -> Iterator[SemanticToken]:
        mention = innermost_mention(chains, start)
        if mention is not None:
            colour = chain_colours(chains).get(chains.chain_of[mention])
            modifiers = 0 if colour is None else 1 << colour
            yield SemanticToken(start, end, TokenType.MENTION, "", modifiers)

    return token_of


class CoreferencePresenter(SgmlPresenter):
    """Presents mentions and chains, in addition to everything that the SGML presenter presents
    (keytally_server.presenters.presenter).
    """

    def hover(self, snapshot: Snapshot, at: UnitAt) -> Hover | None:
        """Return the mention at a position with its chain; for other tags, the SGML hover; None without
        either.
        """
        cursor = chain_cursor(snapshot, at)
        found = mention_hover(cursor) if cursor is not None else None
        return found or super().hover(snapshot, at)

    def completions(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Completion]:
        """Yield the IDs that a REF or an ID may have, or tags, attributes and values at other positions."""
        cursor = chain_cursor(snapshot, at)
        identifiers = list(identifier_completions(cursor)) if cursor is not None else []
        return identifiers or super().completions(snapshot, at)

    def inline_completions(self, snapshot: Snapshot, at: UnitAt) -> Iterable[InlineCompletion]:
        """Return nothing, because a mention needs an ID and a link, which code actions provide."""
        return ()

    def semantic_tokens(
        self, snapshot: Snapshot, unit: SgmlUnit, offset: int, wanted: Span
    ) -> Iterable[SemanticToken]:
        """Return the tokens of task tags, of the text's own markup, and of mentions' text in the colours
        of their chains.
        """
        cursor = chain_cursor(snapshot, UnitAt(unit, offset, 0))
        if cursor is None:
            return super().semantic_tokens(snapshot, unit, offset, wanted)
        return sgml_tokens(unit, wanted, mention_tokens(cursor.chains))

    def annotated_text(self, snapshot: Snapshot, unit: SgmlUnit, start: int, end: int) -> AnnotatedText:
        """Return the text between all tags, with the chains of mentions."""
        shown = super().annotated_text(snapshot, unit, start, end)
        cursor = chain_cursor(snapshot, UnitAt(unit, 0, 0))
        if cursor is None:
            return shown
        chains, colours = cursor.chains, chain_colours(cursor.chains)
        chain_at = dict(zip(chains.starts, chains.chain_of, strict=True))
        chained = [(span, chain_at.get(span.start)) for span in shown.spans]
        spans = [
            span if chain is None else span._replace(chain=chain, colour=colours.get(chain))
            for span, chain in chained
        ]
        return AnnotatedText(shown.texts, spans)

    def document_symbol(self, snapshot: Snapshot, unit: SgmlUnit, offset: int, *, with_parts: bool) -> Symbol:
        """Return a document with its chains instead of its mentions, and with its other tags."""
        document = super().document_symbol(snapshot, unit, offset, with_parts=with_parts)
        cursor = chain_cursor(snapshot, UnitAt(unit, offset, 0)) if with_parts else None
        if cursor is None:
            return document
        mentions = {offset + start for start in cursor.chains.starts}
        others = [child for child in document.children if child.start not in mentions]
        children = sorted([*others, *chain_symbols(cursor)], key=lambda child: (child.start, -child.end))
        return document._replace(children=tuple(children))

    def definitions(self, snapshot: Snapshot, at: UnitAt) -> Sequence[LocationLink]:
        """Return the mention to which the mention at a position points."""
        cursor = chain_cursor(snapshot, at)
        spans = antecedent_span(cursor) if cursor is not None else None
        return [] if spans is None else [LocationLink(snapshot.path, *spans[0], *spans[1])]

    def highlights(self, snapshot: Snapshot, at: UnitAt) -> Sequence[DocumentHighlight]:
        """Return the mentions of the chain at a position; the first mention names the chain.

        For other tags, equal tags are returned.
        """
        cursor = _mention_cursor(snapshot, at)
        return chain_highlights(cursor) if cursor is not None else super().highlights(snapshot, at)

    def references(self, snapshot: Snapshot, at: UnitAt) -> Iterator[Span]:
        """Yield the elements that equal the tag at a position; for a mention, yield nothing, because a
        chain belongs to one document.
        """
        return iter(()) if _mention_cursor(snapshot, at) is not None else super().references(snapshot, at)

    def renamable(self, snapshot: Snapshot, at: UnitAt) -> Renamable | None:
        """Return the ID at a position, or the type of a tag that is not a mention; None if there is
        neither. Raises RenameError.
        """
        cursor = _mention_cursor(snapshot, at)
        return renamable_identifier(cursor) if cursor is not None else super().renamable(snapshot, at)

    def rename(self, snapshot: Snapshot, at: UnitAt, new_name: str) -> list[Edit]:
        """Return the edits that rename an ID and the REFs to it, or a type. Raises RenameError."""
        cursor = _mention_cursor(snapshot, at)
        if cursor is None:
            return super().rename(snapshot, at, new_name)
        return rename_identifier(cursor, new_name)

    def code_actions(
        self, snapshot: Snapshot, at: UnitAt, end: int, most_choices: int | None
    ) -> Iterable[CodeAction]:
        """Return edits of chains and tags; edits of tags come first if the task also has other tags."""
        cursor = chain_cursor(snapshot, at)
        language = sgml_language(snapshot)
        if cursor is None or not self.is_annotated(at.unit, language, end):
            return ()
        of_tags = MentionTagActions(snapshot, at, end, language).all()
        of_equal = tag_equal(snapshot, at, language, in_file=most_choices is None)
        of_chains = chain_actions(cursor, end, most_choices)
        only_mentions = all(language.syntax.links(tag.name) for tag in language.syntax.tags)
        return chain(of_chains, of_tags) if only_mentions else chain(of_tags, of_equal, of_chains)

    def repairs(self, snapshot: Snapshot, at: UnitAt, finding: Finding) -> Iterator[Repair]:
        """Yield repairs of tags, and of REFs."""
        yield from super().repairs(snapshot, at, finding)
        cursor = chain_cursor(snapshot, at)
        if cursor is not None:
            attempts = link_repairs(cursor, finding)
            sound = safe_repairs(at.unit, snapshot.reading.language, finding, attempts)
            yield from (repair.moved(at.offset) for repair in sound)

    def inlay_hints(
        self, snapshot: Snapshot, unit: SgmlUnit, offset: int, wanted: Span
    ) -> Iterable[InlayHint]:
        """Return the names of the chains of mentions."""
        cursor = chain_cursor(snapshot, UnitAt(unit, offset, 0))
        return chain_hints(cursor, wanted.start, wanted.end) if cursor is not None else ()

    def hierarchy_item(self, snapshot: Snapshot, at: UnitAt) -> Symbol | None:
        """Return the mention at a position, or None."""
        cursor = chain_cursor(snapshot, at)
        if cursor is None or cursor.mention is None:
            return None
        return mention_symbol(cursor, cursor.mention)

    def supertypes(self, snapshot: Snapshot, at: UnitAt) -> Sequence[Symbol]:
        """Return the mention to which the mention at a position points."""
        cursor = chain_cursor(snapshot, at)
        return antecedents(cursor) if cursor is not None else []

    def subtypes(self, snapshot: Snapshot, at: UnitAt) -> Sequence[Symbol]:
        """Return the mentions that point to the mention at a position."""
        cursor = chain_cursor(snapshot, at)
        return dependants(cursor) if cursor is not None else []


def _mention_cursor(snapshot: Snapshot, at: UnitAt) -> ChainCursor | None:
    """Return a position in a mention with the chains of its document; None at other positions."""
    cursor = chain_cursor(snapshot, at)
    return cursor if cursor is not None and cursor.mention is not None else None
