"""Random documents of mentions for tests of annotations and of differences."""

from hypothesis import strategies as st

from tests.families.muc.coreference_files import document

WORDS = ["the", "big", "dog", "saw", "it", "and", "the", "big", "cat", "of", "Ann", "saw", "her", "dog"]
spans = st.tuples(st.integers(0, len(WORDS) - 1), st.integers(0, 5))


@st.composite
def marked(draw: st.DrawFn) -> str:
    """A document over the same words: mentions in each other, with REFs anywhere, MIN and STATUS."""
    drawn = sorted(
        {(at, min(at + more, len(WORDS) - 1)) for at, more in draw(st.lists(spans, max_size=8))},
        key=lambda each: (each[0], -each[1]),
    )
    kept: list[tuple[int, int]] = []
    for start, end in drawn:
        if all(end <= last or last < start for _, last in kept):
            kept.append((start, end))
    opens: dict[int, str] = {}
    closes: dict[int, str] = {}
    for number, (start, end) in enumerate(kept):
        reference = draw(st.sampled_from(["", *map(str, range(len(kept))), "99"]))
        tie = f' TYPE="IDENT" REF="{reference}"' if reference else ""
        head = draw(st.sampled_from(["", f' MIN="{WORDS[end]}"', f' MIN="{WORDS[start]}"']))
        status = draw(st.sampled_from(["", "", ' STATUS="OPT"']))
        opens[start] = opens.get(start, "") + f'<COREF ID="{number}"{tie}{head}{status}>'
        closes[end] = closes.get(end, "") + "</COREF>"
    words = [f"{opens.get(at, '')}{word}{closes.get(at, '')}" for at, word in enumerate(WORDS)]
    return document(" ".join(words))
