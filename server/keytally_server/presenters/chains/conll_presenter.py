"""The presenter of CoNLL-2012 and CorefUD."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence

from keytally.families.conll.brackets import NAME
from keytally.families.conll.chain_edits import Changes
from keytally.families.conll.lines import token_place
from keytally.families.conll.model import Layout, Mention, Place
from keytally.families.conll.reading import DocumentUnit
from keytally.families.contract import Mark
from keytally.findings.finding import Edit
from keytally.text.positions import Span
from keytally_server.answers import (
    AnnotatedSpan,
    AnnotatedText,
    Candidate,
    CodeAction,
    DocumentHighlight,
    Hover,
    InlayHint,
    LocationLink,
    Renamable,
    RenameError,
    SemanticToken,
    ShownText,
    TokenType,
)
from keytally_server.cursor import marks_at
from keytally_server.presenters.chains.chain_display import in_pieces, listed
from keytally_server.presenters.chains.conll_actions import (
    MentionWords,
    accept_mentions,
    chain_operations,
    chosen_rows,
    is_on_bracket,
    tag_identical,
    tag_rows,
)
from keytally_server.presenters.chains.conll_cursor import (
    ChainCursor,
    Compared,
    chain_cursor,
    compared_at,
    mentions_of,
    row_starts,
    shown_of,
)
from keytally_server.presenters.presented import PresentedUnitPresenter
from keytally_server.presenters.presenter import Stretch
from keytally_server.session.snapshot import Snapshot, UnitAt
from keytally_server.wording import quoted, tallies, verdict_on


def mention_hover(cursor: ChainCursor) -> Hover | None:
    """Return the hover of the mention at the position, and of the mentions missing on its line; None if
    there is neither.
    """
    row, mention = cursor.row, cursor.mention
    missing = [] if row is None else _missing(cursor, row)
    if row is None or (mention is None and not missing):
        return None
    parts = [] if mention is None else list(_about(cursor, mention))
    parts += [verdict_on(mark) for mark in missing]
    line = cursor.read.rows[row]
    markdown = "\n\n".join([*parts, *tallies(cursor.snapshot, cursor.unit)])
    return Hover(markdown, cursor.offset + line.start, cursor.offset + line.last.end)


def _missing(cursor: ChainCursor, row: int) -> list[Mark]:
    """Return the marks of missing mentions on the line."""
    end = cursor.read.rows[row].last.end
    marks = marks_at(cursor.snapshot, cursor.unit, end)
    return [mark for mark in marks if mark.start == mark.end == end]


def _about(cursor: ChainCursor, mention: int) -> Iterator[str]:
    """Yield the verdict on a mention, and its chain in both files."""
    every = cursor.all
    opening, chain = every.mentions[mention].opening, every.chain_of[mention]
    marks = marks_at(cursor.snapshot, cursor.unit, opening.start)
    yield from (verdict_on(mark) for mark in marks if (mark.start, mark.end) == opening)
    members = every.members[chain]
    texts = [every.texts[member] for member in members]
    yield f"chain {every.names[chain]}: {listed(texts, members.index(mention))}"
    if (compared := compared_at(cursor)) is not None:
        yield from _compared(cursor, compared, chain)


def _compared(cursor: ChainCursor, compared: Compared, chain: int) -> Iterator[str]:
    """Yield lines about the same chain in the other file, and about how that file divides this chain."""
    side = cursor.snapshot.other_role.value
    counterpart = compared.counterpart(chain)
    if counterpart is not None and compared.other_unit is not None:
        other = compared.other.chains[counterpart]
        texts = [
            compared.other_unit.text_of(each)
            for each in sorted(other.mentions, key=lambda each: each.opening)
        ]
        yield f"{side}: chain {other.name}: {listed(texts)}"
    else:
        yield f"{side}: no matching chain"
    pieces = compared.pieces(chain)
    if len(pieces) > 1:
        yield in_pieces([[cursor.unit.text_of(each) for each in piece] for piece in pieces])


def chain_hints(cursor: ChainCursor, start: int, end: int) -> Iterator[InlayHint]:
    """Yield the hints from `start` to `end` of the file, at the ends of lines in which mentions begin."""
    every, rows = cursor.all, cursor.read.rows
    openings = [each.opening.start for each in every.mentions]
    for mention in range(bisect_left(openings, start - cursor.offset), len(openings)):
        if openings[mention] + cursor.offset > end:
            return
        members = every.chain(mention)
        name = every.texts[members[0]]
        if mention != members[0] and name.casefold() != every.texts[mention].casefold():
            which = f"mention {members.index(mention) + 1} of {len(members)}"
            place = cursor.offset + rows[every.rows[mention][0]].last.end
            yield InlayHint(place, f"= {quoted(name)}", f"{which} in the chain of {quoted(name)}")


_SOUND = {
    Layout.CONLL: (re.compile(NAME), "may only contain letters, digits, _, ., : and -"),
    Layout.COREFUD: (re.compile(r"[^\s()|\[\]=-]+"), "must not contain spaces, brackets, hyphens, | or ="),
}


def chain_highlights(cursor: ChainCursor) -> list[DocumentHighlight]:
    """Return the brackets of all mentions of the chain at the position; the first mention declares the
    chain.
    """
    mention = cursor.mention
    members = () if mention is None else cursor.all.chain(mention)
    places = ((place, member) for member in members for place in cursor.all.mentions[member].brackets)
    return [
        DocumentHighlight(cursor.offset + place.start, cursor.offset + place.end, each == members[0])
        for place, each in sorted(places)
    ]


def mention_before(cursor: ChainCursor) -> Sequence[LocationLink]:
    """Return the bracket that opens the preceding mention in the chain of the mention at the position."""
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
    """Return the name of the chain whose bracket is at the position, or None."""
    if cursor.bracket is None:
        return None
    place, mention = cursor.bracket
    name = cursor.all.names[cursor.all.chain_of[mention]]
    start = place.start + cursor.unit.text[place.start : place.end].index(name)
    return Renamable(cursor.offset + start, cursor.offset + start + len(name), name)


def rename_chain(cursor: ChainCursor, new_name: str) -> list[Edit]:
    """Return the edits that rename the chain at the position in its document. Raises RenameError."""
    old, new = renamable_chain(cursor), new_name.strip()
    if old is None or cursor.bracket is None:
        raise RenameError("no mention bracket at this position")
    pattern, wanted = _SOUND[cursor.read.layout]
    if not pattern.fullmatch(new):
        raise RenameError(f"invalid chain name {new!r}: a name {wanted}")
    if new == old.name:
        return []
    if new in cursor.all.names:
        raise RenameError(
            f"the document already has a chain {new}: use a code action to merge the two chains"
        )
    members = cursor.all.chain(cursor.bracket[1])
    edits = cursor.edits(Changes(moved=[(cursor.all.mentions[member], new) for member in members]))
    if not edits:
        raise RenameError(f"chain {old.name} or {new} has an unmatched bracket: fix it first")
    return [Edit(cursor.offset + edit.start, cursor.offset + edit.end, edit.text) for edit in edits]


def chain_tokens(unit: DocumentUnit, wanted: Span) -> Iterator[SemanticToken]:
    """Yield the tokens of a document that touch a part of it, in order."""
    head = unit.read().head
    if head is not None:
        yield SemanticToken(*head, TokenType.KEYWORD)
    starts = row_starts(unit.text)
    first = max(bisect_left(starts, wanted.start) - 1, 0)
    for row in range(first, bisect_left(starts, wanted.end)):
        yield from _of_row(unit, row)


def _of_row(unit: DocumentUnit, number: int) -> Iterator[SemanticToken]:
    """Yield the word of a line, in the colour of the innermost mention, and the brackets of the line."""
    row = unit.read().rows[number]
    innermost = shown_of(unit).innermost.get(number)
    if innermost is not None and len(row.cells) > 1:
        line = unit.text[row.start : row.last.end]
        yield _token(unit, token_place(row, line), innermost)
    brackets = mentions_of(unit).brackets_in(row.last)
    yield from (_token(unit, place, mention) for place, mention in brackets)


def _token(unit: DocumentUnit, place: Place, mention: int) -> SemanticToken:
    colour = shown_of(unit).colours.get(mentions_of(unit).chain_of[mention])
    return SemanticToken(*place, TokenType.MENTION, "", 0 if colour is None else 1 << colour)


def annotated_rows(unit: DocumentUnit, start: int, end: int) -> AnnotatedText:
    """Return the rows of a document that touch a range, and the mentions with a word in them."""
    rows, every, colours = unit.read().rows, mentions_of(unit), shown_of(unit).colours
    first = bisect_left(rows, start, key=lambda row: row.last.end)
    last = bisect_left(rows, end, key=lambda row: row.start)
    texts = [_shown_row(unit, number) for number in range(first, last)]
    spans = []
    for number, (mention, (begin, finish)) in enumerate(zip(every.mentions, every.rows, strict=True)):
        if begin < last and finish >= first:
            chain = every.chain_of[number]
            place = mention.opening.start, mention.opening.end
            spans.append(
                AnnotatedSpan(
                    *place, tuple(_stretches(unit, mention)), every.names[chain], chain, colours.get(chain)
                )
            )
    return AnnotatedText(texts, spans)


def _place_of_token(unit: DocumentUnit, row: int) -> Place:
    """Return the position of the token of a row."""
    each = unit.read().rows[row]
    return token_place(each, unit.text[each.start : each.last.end])


def _shown_row(unit: DocumentUnit, number: int) -> ShownText:
    """Return the token of a row; it is followed by a line end at the end of a sentence."""
    rows, place = unit.read().rows, _place_of_token(unit, number)
    is_last = number + 1 == len(rows) or unit.text.count("\n", place.end, rows[number + 1].start) > 1
    return ShownText(place.start, place.end, "\n" if is_last else " ")


def _stretches(unit: DocumentUnit, mention: Mention) -> Iterator[Stretch]:
    """Yield the ranges of text that the words of a mention cover; adjacent words share one range."""
    numbers = [unit.read().row_number(word) for word in mention.words]
    first = numbers[0]
    for number, following in zip(numbers, [*numbers[1:], None], strict=True):
        if following != number + 1:
            yield _place_of_token(unit, first).start, _place_of_token(unit, number).end
            first = number if following is None else following


class ConllPresenter(PresentedUnitPresenter):
    """Presents mentions and chains (keytally_server.presenters.presenter)."""

    def hover(self, snapshot: Snapshot, at: UnitAt) -> Hover | None:
        """Return the mention at a position with its chain in both files; None if there is no mention."""
        cursor = chain_cursor(snapshot, at)
        return None if cursor is None else mention_hover(cursor)

    def semantic_tokens(
        self, snapshot: Snapshot, unit: DocumentUnit, offset: int, wanted: Span
    ) -> Iterator[SemanticToken]:
        """Yield the brackets and words of mentions in the colours of their chains."""
        return chain_tokens(unit, wanted)

    def inlay_hints(
        self, snapshot: Snapshot, unit: DocumentUnit, offset: int, wanted: Span
    ) -> Iterable[InlayHint]:
        """Return the names of the chains of mentions."""
        cursor = chain_cursor(snapshot, UnitAt(unit, offset, 0))
        return () if cursor is None else chain_hints(cursor, wanted.start, wanted.end)

    def annotated_text(self, snapshot: Snapshot, unit: DocumentUnit, start: int, end: int) -> AnnotatedText:
        """Return the tokens of a part of a document, a line for each sentence, and its mentions."""
        return annotated_rows(unit, start, end)

    def missing_text(self, mark: Mark) -> Stretch | None:
        """Return the range of the tokens from the first to the last word of a missing mention; None for
        other marks.
        """
        if mark.partner is None or mark.start != mark.end:
            return None
        key, start, _ = mark.partner
        mention = next((number for place, number in mentions_of(key).brackets if place.start == start), None)
        if mention is None:
            return None
        words, read = mentions_of(key).mentions[mention].words, mark.unit.read()
        first, last = read.row_number(words[0]), read.row_number(words[-1])
        if last >= len(read.rows):
            return None
        return _place_of_token(mark.unit, first).start, _place_of_token(mark.unit, last).end

    def highlights(self, snapshot: Snapshot, at: UnitAt) -> Sequence[DocumentHighlight]:
        """Return the brackets of the chain at a position."""
        cursor = chain_cursor(snapshot, at)
        return [] if cursor is None else chain_highlights(cursor)

    def definitions(self, snapshot: Snapshot, at: UnitAt) -> Sequence[LocationLink]:
        """Return the preceding mention in the chain of the mention at a position."""
        cursor = chain_cursor(snapshot, at)
        return [] if cursor is None else mention_before(cursor)

    def renamable(self, snapshot: Snapshot, at: UnitAt) -> Renamable | None:
        """Return the name of the chain whose bracket is at a position, or None."""
        cursor = chain_cursor(snapshot, at)
        return None if cursor is None else renamable_chain(cursor)

    def rename(self, snapshot: Snapshot, at: UnitAt, new_name: str) -> list[Edit]:
        """Return the edits that rename the chain whose bracket is at a position. Raises RenameError."""
        cursor = chain_cursor(snapshot, at)
        if cursor is None:
            raise RenameError("no document at this position")
        return rename_chain(cursor, new_name)

    def code_actions(
        self, snapshot: Snapshot, at: UnitAt, end: int, most_choices: int | None
    ) -> Iterator[CodeAction]:
        """Yield actions that accept annotations from the key, tag the selection or a word, or edit chains."""
        cursor = chain_cursor(snapshot, at)
        if cursor is None:
            return
        rows = chosen_rows(cursor, end)
        is_mention = bool(rows) and (rows[0], rows[-1]) in cursor.all.rows
        is_cursor = at.place == end or is_mention or is_on_bracket(cursor, end)
        yield from accept_mentions(cursor, rows)
        if not is_cursor or cursor.mention is None:
            yield from tag_rows(cursor, rows, most_choices)
        if is_cursor:
            yield from chain_operations(cursor, most_choices)
            yield from tag_identical(cursor)

    def candidates(self, snapshot: Snapshot, near: Span) -> Callable[[DocumentUnit], Iterator[Candidate]]:
        """Return a function that yields untagged words of a document that are tagged as a mention in a
        part of the file.
        """
        return MentionWords(unit for unit, _ in snapshot.reading.units.between(*near)).candidates
