"""One entity that keeps what several say of it, since a key may hold alternatives: TYPE="A|B", ALT."""

from collections.abc import Iterable, Sequence

from keytally.evaluations.annotated import Annotation
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax


def alternatives(said: Sequence[Annotation], syntax: SgmlSyntax) -> Annotation | None:
    """An entity whose text is the longest, which must hold all others, and whose ALT has the other texts.

    Its TYPE and the rest of its attributes have the values of all; it is optional if one is. None where the
    tags differ, where no text holds all others, or where one could not be written in ALT.
    """
    widest = min(said, key=lambda each: (_negative_width(each), each.place))
    tags = {each.value[0] for each in said}
    if len(tags) > 1 or not all(_holds(widest, each) for each in said):
        return None
    words = _joined(said, syntax.separator)
    others = {each.name for each in said if each.extent != widest.extent} - {widest.name}
    if others:
        if any(syntax.separator in text or syntax.quote_char in text for text in others):
            return None
        words[syntax.alt.upper()] = words.get(syntax.alt.upper(), set()) | others
    first = syntax.type.upper()
    named = sorted((name != first, name, sorted(values)) for name, values in words.items())
    value = (*tags, *(f"{name}={syntax.separator.join(values)}" for _, name, values in named))
    return widest._replace(unit=None, start=0, end=0, value=value)


def _joined(said: Iterable[Annotation], separator: str) -> dict[str, set[str]]:
    """The values of each attribute in any of the entities."""
    words: dict[str, set[str]] = {}
    for each in said:
        for attribute in map(str, each.value[1:]):
            name, _, values = attribute.partition("=")
            words.setdefault(name, set()).update(values.split(separator) if separator else [values])
    return words


def _negative_width(annotation: Annotation) -> int:
    return annotation.extent[0] - annotation.extent[1] if annotation.extent is not None else 0


def _holds(outer: Annotation, inner: Annotation) -> bool:
    if outer.extent is None or inner.extent is None:
        return False
    return outer.extent[0] <= inner.extent[0] and inner.extent[1] <= outer.extent[1]
