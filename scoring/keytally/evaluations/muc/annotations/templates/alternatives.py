"""Objects and slots that keep what several say of them, since a key may hold alternatives and be optional.

A slot gets the fills of each as an alternative, and is optional where somebody has the object without it. An
object that somebody does not have is optional by its status.
"""

from collections.abc import Iterator, Sequence

from keytally.evaluations.annotated import Annotation, Kept
from keytally.evaluations.muc.annotations.templates.objects import OBJECT, SLOT
from keytally.evaluations.muc.annotations.templates.slot_values import SLASH, Word, alternatives_in
from keytally.evaluations.muc.formats.templates.syntax import OPTIONAL_VALUES, TemplateSyntax

OPTIONAL = OPTIONAL_VALUES[1].upper()


def alternatives(said: Sequence[Annotation], is_optional: bool, syntax: TemplateSyntax) -> Kept | None:
    """An object or a slot by which each is right; None for objects of several classes."""
    first, name = said[0], syntax.status.upper()
    if first.kind == OBJECT:
        if len({each.value for each in said}) > 1:
            return None
        status = Annotation(None, 0, 0, SLOT, name, (), (OPTIONAL,))
        return Kept(first, (status,) if is_optional else ())
    if first.name == name:
        return Kept(_made(first, (OPTIONAL,)))
    read = [alternatives_in(each.value) for each in said]
    is_optional = is_optional or any(optional for optional, _ in read)
    return Kept(_made(first, _joined(is_optional, [words for _, each in read for words in each])))


def _made(first: Annotation, value: tuple[Word, ...]) -> Annotation:
    return first._replace(unit=None, start=0, end=0, value=value)


def _joined(is_optional: bool, found: Sequence[Sequence[Word]]) -> tuple[Word, ...]:
    """The words of a slot with each alternative once."""
    words: list[Word] = [SLASH] if is_optional else []
    for number, alternative in enumerate(_distinct(found)):
        words += [SLASH, *alternative] if number else alternative
    return tuple(words)


def _distinct(found: Sequence[Sequence[Word]]) -> Iterator[Sequence[Word]]:
    known = set[tuple[str, ...]]()
    for alternative in found:
        key = tuple(sorted(map(repr, alternative)))
        if alternative and key not in known:
            known.add(key)
            yield alternative
