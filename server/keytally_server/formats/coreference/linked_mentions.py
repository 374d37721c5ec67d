"""Navigation in a chain: the antecedent of a mention, the mentions that point to it, and all of them."""

from keytally.text.plural import quantity
from keytally.text.span import Span
from keytally_server.answers.document_highlight import DocumentHighlight
from keytally_server.answers.symbol import Symbol, SymbolKind
from keytally_server.formats.coreference.chain_cursor import ChainCursor
from keytally_server.wording.outline import short


def chain_highlights(cursor: ChainCursor) -> list[DocumentHighlight]:
    """The texts of all mentions of the chain at the place; the first one names the chain."""
    mention = cursor.mention
    members = cursor.chains.chain(mention) if mention is not None else ()
    return [DocumentHighlight(*text_span(cursor, each), each == members[0]) for each in members]


def antecedent_span(cursor: ChainCursor) -> tuple[Span, Span] | None:
    """The range of the antecedent's text, and that of the mention at the place with its tags."""
    mention = cursor.mention
    antecedent = cursor.chains.antecedent(mention) if mention is not None else None
    if mention is None or antecedent is None:
        return None
    element = cursor.chains.mentions[mention].element
    origin = Span(cursor.offset + element.start, cursor.offset + element.end)
    return Span(*text_span(cursor, antecedent)), origin


def text_span(cursor: ChainCursor, mention: int) -> tuple[int, int]:
    """The range of a mention's text in the file, including the tags of mentions inside it."""
    chains = cursor.chains
    return cursor.offset + chains.text_starts[mention], cursor.offset + chains.text_ends[mention]


def mention_symbol(cursor: ChainCursor, mention: int) -> Symbol:
    """A mention as an entry of an outline or a hierarchy."""
    element = cursor.chains.mentions[mention].element
    identifier = cursor.chains.mentions[mention].identifier
    return Symbol(
        short(cursor.chains.text(mention)) or "(empty)",
        f"ID {identifier}" if identifier else "no ID",
        SymbolKind.ELEMENT,
        cursor.offset + element.start,
        cursor.offset + element.end,
        *text_span(cursor, mention),
    )


def chain_symbols(cursor: ChainCursor) -> list[Symbol]:
    """The mentions of a document where they stand, inner ones in outer ones.

    The first mention of a chain is the chain's entry; the others name the chain. Entries that stand beside
    each other do not overlap: the one around a place is the mention's own.
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
    """Put the innermost open entry, with what it holds, into the one around it."""
    symbol, inside = open_ones.pop()
    around = open_ones[-1][1] if open_ones else top
    around.append(symbol._replace(children=tuple(inside)))


def _chain_symbol(cursor: ChainCursor, mention: int, number: int) -> Symbol:
    """A mention in the outline, by its number in its chain from 0; the first stands for the chain."""
    symbol = mention_symbol(cursor, mention)
    members = cursor.chains.chain(mention)
    count = len(members)
    if count == 1:
        return symbol
    if number == 0:
        return symbol._replace(kind=SymbolKind.CHAIN, detail=quantity(count, "mention"))
    which = f"{number + 1} of {count}"
    return symbol._replace(detail=short(f"{which} in the chain of {cursor.chains.text(members[0])}"))


def antecedents(cursor: ChainCursor) -> list[Symbol]:
    """The mention that the one at the place points to."""
    mention = cursor.mention
    antecedent = cursor.chains.antecedent(mention) if mention is not None else None
    return [] if antecedent is None else [mention_symbol(cursor, antecedent)]


def dependants(cursor: ChainCursor) -> list[Symbol]:
    """The mentions that point to the one at the place."""
    mention = cursor.mention
    found = cursor.chains.dependants(mention) if mention is not None else ()
    return [mention_symbol(cursor, each) for each in found]
