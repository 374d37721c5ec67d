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
    """The chains of a document with their mentions; a mention without links is an entry itself."""
    symbols = []
    for members in cursor.chains.members:
        mentions = tuple(mention_symbol(cursor, mention) for mention in members)
        first = mentions[0]
        if len(members) > 1:
            end = max(mention.end for mention in mentions)
            detail = quantity(len(members), "mention")
            place = (first.start, end, first.name_start, first.name_end)
            symbols.append(Symbol(first.name, detail, SymbolKind.CHAIN, *place, mentions))
        else:
            symbols.append(first)
    return symbols


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
