"""Random documents for the properties of conversions."""

from hypothesis import strategies as st

from keytally.families.interchange import Document, Entity, Extent, arranged

WORDS = (
    "Ann",
    "met",
    "U.S.",
    "(the",
    "Orrin",
    "Museum),",
    "can't",
    "--",
    "a<b",
    "&amp;",
    "d’Or",
    "😀",
    "x|y_z",
    "[1]",
)
TYPES = ("PERSON", "ORGANIZATION", "DATE", "MONEY", "A|B", "COREF", "my type", "", 'a"b')
ATTRIBUTES = {
    "alt": ("Museum", "the _ * x"),
    "status": ("OPT",),
    "note": ("see [2]; | or \\", ""),
    "min": ("Ann",),
}


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Lines of words, with blanks between that are not always one; without a line end behind."""
    lines = draw(st.lists(st.lists(st.sampled_from(WORDS), max_size=6), min_size=1, max_size=5))
    gap = st.sampled_from([" ", " ", " ", "  ", "\t"])
    text = draw(st.sampled_from(["\n", "\n", "\r\n"])).join(
        draw(st.sampled_from(["", "", " "])) + draw(gap).join(line) for line in lines
    )
    return text.rstrip("\r\n")


def extents(text: str) -> st.SearchStrategy[Extent]:
    place = st.integers(0, len(text))
    return st.tuples(place, place).map(lambda pair: (min(pair), max(pair)))


@st.composite
def entities(draw: st.DrawFn, text: str) -> Entity:
    pieces: list[Extent] = []
    for start, end in sorted(draw(st.lists(extents(text), min_size=1, max_size=2))):
        if not pieces or (start > pieces[-1][1] and start < end):
            pieces.append((start, end))
    names = draw(st.sets(st.sampled_from(sorted(ATTRIBUTES)), max_size=2))
    attributes = tuple((name, draw(st.sampled_from(ATTRIBUTES[name]))) for name in sorted(names))
    if len(pieces) > 1 and pieces[0][0] == pieces[0][1]:
        pieces = pieces[:1]
    return Entity(tuple(pieces), draw(st.sampled_from(TYPES)), attributes)


@st.composite
def documents(draw: st.DrawFn, names: st.SearchStrategy[str] | None = None) -> Document:
    text = draw(texts())
    found = draw(st.lists(entities(text), max_size=5))
    number = st.integers(0, max(len(found) - 1, 0))
    links = draw(st.lists(st.tuples(number, number), max_size=3)) if found else []
    kept = arranged(found, links)
    return Document(draw(st.just("7") if names is None else names), text, kept.entities, kept.chains)
