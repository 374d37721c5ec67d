"""The text of a format that has only tokens: blanks between tokens, line ends between sentences."""

from dataclasses import replace

from keytally.evaluations.converted import Document, Entity, Extent, Loss, Sentence


def text_of(sentences: list[list[str]]) -> tuple[str, tuple[Sentence, ...]]:
    """The text that tokens make, and their extents in it."""
    places: list[Sentence] = []
    start = 0
    for tokens in sentences:
        sentence: list[Extent] = []
        for token in tokens:
            sentence.append((start, start + len(token)))
            start += len(token) + 1
        places.append(tuple(sentence))
    return "\n".join(" ".join(tokens) for tokens in sentences), tuple(places)


def joined(document: Document) -> tuple[Document, list[Loss]]:
    """A document whose text is made of its tokens; all entities begin and end with tokens."""
    old = document.sentences or ()
    text, new = text_of([[document.text[start:end] for start, end in sentence] for sentence in old])
    pairs = list(zip(_flat(old), _flat(new), strict=True))
    starts = {before[0]: after[0] for before, after in pairs}
    ends = {before[1]: after[1] for before, after in pairs}

    def moved(entity: Entity) -> Entity:
        return replace(entity, extents=((starts[entity.start], ends[entity.end]),))

    entities = tuple(map(moved, document.entities))
    same = text == document.text
    losses = [] if same else [Loss(document.place, _told(document, pairs))]
    return replace(document, text=text, sentences=new, entities=entities, markup=()), losses


def _flat(sentences: tuple[Sentence, ...]) -> list[Extent]:
    return [token for sentence in sentences for token in sentence]


def _told(document: Document, pairs: list[tuple[Extent, Extent]]) -> str:
    kept = sum(end - start for (start, end), _ in pairs)
    words = sum(len(word) for word in document.text.split())
    markup = f", and markup of {words - kept} characters," if words > kept else ""
    return f"what stands between its tokens{markup} is left out"
