"""Ways between the mentions of a chain: to the antecedent, to the dependants, to all of them."""

from keytally.text.plural import quantity
from keytally.text.span import Span
from keytally_server.features.coreference.here import Here
from keytally_server.features.names import Highlight
from keytally_server.features.outline import Symbol, SymbolKind, short


def chain_highlights(here: Here) -> list[Highlight]:
    """The texts of all mentions of the chain at the place; the first mention of the chain gives its name."""
    mention = here.mention
    members = here.chains.chain(mention) if mention is not None else ()
    return [Highlight(*text_span(here, each), each == members[0]) for each in members]


def chain_references(here: Here, *, with_declaration: bool) -> list[Span]:
    """The same places; the mention that the others lead to only where it is asked for."""
    places = chain_highlights(here)
    return [Span(each.start, each.end) for each in places if with_declaration or not each.gives]


def antecedent_span(here: Here) -> tuple[Span, Span] | None:
    """The text of the mention that the one at the place points to, and that one's tags and text."""
    mention = here.mention
    antecedent = here.chains.antecedent(mention) if mention is not None else None
    if mention is None or antecedent is None:
        return None
    element = here.chains.mentions[mention].element
    origin = Span(here.offset + element.start, here.offset + element.end)
    return Span(*text_span(here, antecedent)), origin


def text_span(here: Here, mention: int) -> tuple[int, int]:
    """Where a mention's text stands in the file, tags of mentions inside of it included."""
    chains = here.chains
    return here.offset + chains.text_starts[mention], here.offset + chains.text_ends[mention]


def mention_symbol(here: Here, mention: int) -> Symbol:
    """A mention as an entry of an outline or a hierarchy."""
    element = here.chains.mentions[mention].element
    identifier = here.chains.mentions[mention].identifier
    return Symbol(
        short(here.chains.text(mention)) or "(empty)",
        f"ID {identifier}" if identifier else "no ID",
        SymbolKind.ELEMENT,
        here.offset + element.start,
        here.offset + element.end,
        *text_span(here, mention),
    )


def chain_symbols(here: Here) -> list[Symbol]:
    """The chains of a document with their mentions; a mention that is tied to no other stands for itself."""
    symbols = []
    for members in here.chains.members:
        mentions = tuple(mention_symbol(here, mention) for mention in members)
        first = mentions[0]
        if len(members) > 1:
            end = max(mention.end for mention in mentions)
            detail = quantity(len(members), "mention")
            place = (first.start, end, first.name_start, first.name_end)
            symbols.append(Symbol(first.name, detail, SymbolKind.CHAIN, *place, mentions))
        else:
            symbols.append(first)
    return symbols


def antecedents(here: Here) -> list[Symbol]:
    """The mention that the one at the place points to."""
    mention = here.mention
    antecedent = here.chains.antecedent(mention) if mention is not None else None
    return [] if antecedent is None else [mention_symbol(here, antecedent)]


def dependants(here: Here) -> list[Symbol]:
    """The mentions that point to the one at the place."""
    mention = here.mention
    found = here.chains.dependants(mention) if mention is not None else ()
    return [mention_symbol(here, each) for each in found]
