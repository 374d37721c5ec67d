"""Labels of entities: their forms, schemes and transitions, read as entities and written from them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from keytally.families.columns.model import (
    CLOSING,
    FORMS,
    LETTERS,
    NO_TYPE,
    OUTSIDE,
    SCHEMES,
    WITHIN,
    Entity,
    LabelForm,
    Role,
    Scheme,
    SchemeLetters,
)

# Labels: a letter for the place of a token in its entity, and the entity's type, in one of several forms.
#
# The form `prefix`, as in `B-PER`, is also the one in which labels are compared: `read_label` and
# `written_label` convert the others from and to it.


PREFIXES = "".join(LETTERS)

KEPT = 1024
"""The number of labels that are cached after reading: most files repeat a small set."""

_ALONE = "I"
_ANY_TYPE = r"\S+"
_TYPE = {LabelForm.TYPE: r"[^\W\d_]\S+"}
_CERTAIN = (LabelForm.PREFIX, LabelForm.SUFFIX, LabelForm.LETTER)
"""The forms with a letter; words that are not labels do not match them."""


class Label(NamedTuple):
    """A prefix and a type; for an outside token, `O` and ""."""

    prefix: str
    type: str


NO_ENTITY = Label(OUTSIDE, "")


class LabelParts(NamedTuple):
    """The positions of the letter and the type in a label; None for a part that the form lacks."""

    letter: tuple[int, int] | None
    type: tuple[int, int] | None


def _pattern(form: LabelForm, *, loosely: bool = False) -> re.Pattern[str]:
    """Return a pattern for the labels of a form; if `loosely` is true, it also matches other cases and
    separators.
    """
    letter = f"(?i:[{PREFIXES}])" if loosely else f"[{PREFIXES}]"
    text = FORMS[form].replace("-", "[-_:]" if loosely else "-")
    text = text.replace("{letter}", f"(?P<letter>{letter})")
    return re.compile(text.replace("{type}", f"(?P<type>{_TYPE.get(form, _ANY_TYPE)})"))


_LABELS = {form: _pattern(form) for form in LabelForm}
_LOOSE = {form: _pattern(form, loosely=True) for form in LabelForm}


@lru_cache(KEPT)
def is_label(text: str, form: LabelForm = LabelForm.PREFIX) -> bool:
    """Return whether a text is `O` or a valid label of the form."""
    return text == OUTSIDE or _LABELS[form].fullmatch(text) is not None


@lru_cache(KEPT)
def label_of(text: str) -> Label:
    """Return the label in a text; an invalid label counts as outside any entity."""
    return Label(text[0], text[2:]) if text != OUTSIDE and is_label(text) else NO_ENTITY


@lru_cache(KEPT)
def read_label(text: str, form: LabelForm) -> str:
    """Return a label of a form as a prefix and a type, such as `B-PER`; "" for an invalid label."""
    if text == OUTSIDE:
        return text
    found = _LABELS[form].fullmatch(text)
    return _prefixed(found) if found else ""


@lru_cache(KEPT)
def written_label(label: str, form: LabelForm) -> str | None:
    """Return the text of a label in a form; None if the form cannot represent its letter or its type."""
    if label == OUTSIDE:
        return label
    prefix, type_ = label_of(label)
    text = FORMS[form].format(letter=prefix, type=type_)
    return text if read_label(text, form) == label else None


def likely_label(text: str, form: LabelForm) -> str | None:
    """Return the label that a text was probably meant to be, with the letter in upper case, a hyphen, and
    `O` for a zero; None for any other text.
    """
    if text in ("o", "0"):
        return OUTSIDE
    found = _LOOSE[form].fullmatch(text)
    if found is None:
        return None
    parts = found.groupdict()
    return FORMS[form].format(**{**parts, "letter": parts.get("letter", "").upper()})


def label_parts(text: str, form: LabelForm) -> LabelParts | None:
    """Return the positions of the parts of a label; None for `O` and for an invalid label."""
    found = _LABELS[form].fullmatch(text) if text != OUTSIDE else None
    if found is None:
        return None
    letter, type_ = (found.span(name) if name in found.re.groupindex else None for name in ("letter", "type"))
    return LabelParts(letter, type_)


def may_mark_token(text: str, form: LabelForm) -> bool:
    """Return whether a line with this last cell contains a token; a type without a letter does not count,
    because it may end a comment.
    """
    return is_label(text, form if form in _CERTAIN else LabelForm.PREFIX)


def infer_form(texts: Iterable[str], forms: Iterable[LabelForm] = LabelForm) -> LabelForm:
    """Return the first form that at least half of the labels have, or PREFIX; types without letters also
    require an `O`.
    """
    counts = Counter(texts)
    outside = counts.pop(OUTSIDE, 0)
    for form in forms:
        read = sum(count for text, count in counts.items() if likely_label(text, form) is not None)
        if read and 2 * read >= counts.total() and (outside or form in _CERTAIN):
            return form
    return LabelForm.PREFIX


def _prefixed(found: re.Match[str]) -> str:
    parts = found.groupdict()
    return f"{parts.get('letter', _ALONE)}-{parts.get('type', NO_TYPE)}"


SAME, OTHER, ANY = "same", "other", "any"

_EVERY = f"{PREFIXES}{OUTSIDE}"


class Step(NamedTuple):
    """The prefixes of two adjacent labels, and whether their types are the same."""

    before: str
    prefix: str
    types: str = ANY

    def is_taken(self, before: Label, label: Label) -> bool:
        """Return whether two labels make this step."""
        if before.prefix not in self.before or label.prefix not in self.prefix:
            return False
        return self.types == ANY or (before.type == label.type) is (self.types == SAME)


class Grammar(NamedTuple):
    """The steps that start, continue and end an entity; `prefixes` are all prefixes of the scheme."""

    prefixes: str
    starts: tuple[Step, ...]
    stays: tuple[Step, ...]
    ends: tuple[Step, ...]


def _closed(scheme: Scheme) -> Grammar:
    """Return the grammar of a scheme with separate letters for the first and last tokens of every entity."""
    first, inner, last, only, *_ = SCHEMES[scheme]
    return Grammar(
        f"{first}{inner}{last}{only}{OUTSIDE}",
        (Step(_EVERY, first + only),),
        (Step(first + inner, inner + last, SAME),),
        (Step(last + only, _EVERY),),
    )


GRAMMARS = {
    Scheme.IOB1: Grammar(
        "IOB",
        (Step("OB", "I"), Step("I", "I", OTHER), Step("IB", "B", SAME)),
        (Step("BI", "I", SAME),),
        (Step("BI", "I", OTHER), Step("BI", "O"), Step("I", "B"), Step("B", "B", SAME)),
    ),
    Scheme.IOB2: Grammar(
        "IOB",
        (Step(_EVERY, "B"),),
        (Step("BI", "I", SAME),),
        (Step("BI", "OB"), Step("BI", "I", OTHER)),
    ),
    Scheme.IOE1: Grammar(
        "IOE",
        (Step("OE", "I"), Step("I", "I", OTHER), Step("E", "E", SAME)),
        (Step("I", "IE", SAME),),
        (Step("I", "IE", OTHER), Step("I", "O"), Step("E", "IE", SAME)),
    ),
    Scheme.IOE2: Grammar(
        "IOE",
        (Step("OE", "IE"), Step("I", "IE", OTHER)),
        (Step("I", "IE", SAME),),
        (Step("E", _EVERY),),
    ),
    **{each: _closed(each) for each in (Scheme.IOBES, Scheme.BILOU, Scheme.BMES, Scheme.BMEWO)},
}
"""The definitions of seqeval for `mode=strict`: in IOB1 no entity begins with B after O, and in IOE1 none
ends with E before O. BMES and BMEWO, which seqeval lacks, follow IOBES.
"""


def well_formed(labels: Sequence[Label], scheme: Scheme) -> Iterator[Entity]:
    """Yield the entities that start, continue and end according to the scheme."""
    grammar, at = GRAMMARS[scheme], 0
    known = [label if label.prefix in grammar.prefixes else NO_ENTITY for label in labels]
    known.append(NO_ENTITY)
    while at < len(labels):
        before = known[at - 1] if at else NO_ENTITY
        if not _is_any(grammar.starts, before, known[at]):
            at += 1
            continue
        start, at = at, at + 1
        while _is_any(grammar.stays, known[at - 1], known[at]):
            at += 1
        if _is_any(grammar.ends, known[at - 1], known[at]):
            yield Entity(start, at, known[start].type)


def _is_any(steps: Sequence[Step], before: Label, label: Label) -> bool:
    return any(step.is_taken(before, label) for step in steps)


def entities(labels: Sequence[str]) -> tuple[Entity, ...]:
    """Return the entities in labels of any scheme; invalid labels do not cause entities to be lost.

    An entity starts at a begin or single letter, after an end or single letter, and at any other letter that
    follows an outside token or another type. An I after O therefore starts an entity. For IOB1, IOB2 and IO,
    this is how conlleval (CoNLL-2000) reads labels; an invalid label counts as outside.
    """
    return tuple(_entities(labels)) if labels.count(OUTSIDE) < len(labels) else ()


def _entities(labels: Sequence[str]) -> Iterator[Entity]:
    start, type_, is_over = -1, "", False
    for number, text in enumerate(labels):
        if start < 0 and text == OUTSIDE:
            continue
        prefix, next_type = label_of(text)
        if start >= 0 and (is_over or prefix not in WITHIN or next_type != type_):
            yield Entity(start, number, type_)
            start = -1
        if start < 0 and prefix != OUTSIDE:
            start, type_ = number, next_type
        is_over = prefix in CLOSING
    if start >= 0:
        yield Entity(start, len(labels), type_)


def strict_entities(labels: Sequence[str], scheme: Scheme) -> tuple[Entity, ...]:
    """Return the entities that are well formed in a scheme; labels outside such entities are ignored.

    This is `mode=strict` of seqeval. Every entity is well formed in IO.
    """
    if scheme is Scheme.IO:
        return entities(labels)
    return tuple(well_formed([label_of(text) for text in labels], scheme))


def labels_in(scheme: Scheme, entities: Sequence[Entity], count: int) -> list[str]:
    """Return the labels of `count` tokens with these entities, which are sorted and do not overlap."""
    labels = [OUTSIDE] * count
    for number, entity in enumerate(entities):
        before = number > 0 and _touch(entities[number - 1], entity)
        after = number + 1 < len(entities) and _touch(entity, entities[number + 1])
        prefixes = _prefixes(SCHEMES[scheme], entity.end - entity.start, before=before, after=after)
        for at, prefix in zip(range(entity.start, min(entity.end, count)), prefixes, strict=False):
            labels[at] = f"{prefix}-{entity.type}"
    return labels


def _touch(entity: Entity, after: Entity) -> bool:
    """Return whether an entity of the same type starts where another one ends."""
    return entity.end == after.start and entity.type == after.type


def _prefixes(letters: SchemeLetters, length: int, *, before: bool, after: bool) -> str:
    """Return the prefix of each token of an entity; `before` and `after` show whether an adjacent entity
    has the same type.
    """
    found = letters.only if length == 1 else f"{letters.first}{letters.inner * (length - 2)}{letters.last}"
    if before and letters.first_beside:
        found = letters.first_beside + found[1:]
    if after and letters.last_beside:
        found = found[:-1] + letters.last_beside
    return found


_FROM_B_TO_END = [scheme for scheme, letters in SCHEMES.items() if letters.is_closed and letters.first == "B"]
_END = SCHEMES[Scheme.IOE2].last


class _Place(NamedTuple):
    """A letter, and whether the previous and the next token have labels of the same type."""

    letter: str
    follows: bool
    precedes: bool


def infer_scheme(sentences: Iterable[Sequence[str]]) -> Scheme | None:
    """Return the labelling scheme of sentences, ignoring a few invalid labels; None if there are no entities.

    In IOBES and related schemes, at least half of the entities end with an end or single letter. In IOE2, few
    entities begin with B; of those not followed by an adjacent entity of their type, more end with E than
    with I. Otherwise, the scheme is IO if there is no B. In IOB2, of the entities not preceded by an adjacent
    entity of their type, more begin with B than with I.
    """
    seen = Counter(place for labels in sentences for place in _places(labels))
    if not seen:
        return None
    return _of_ends(seen) or _from_b_to_end(seen) or _of_beginnings(seen)


def _of_ends(seen: Counter[_Place]) -> Scheme | None:
    """Return IOE2 or IOE1 if more entities begin with I or E than with a letter for beginnings; otherwise,
    or if too few entities end with E, return None.
    """
    begun = _count(seen, Role.INSIDE, follows=False) + _count(seen, Role.END, follows=False)
    if begun <= _count(seen, Role.BEGIN) + _count(seen, Role.SINGLE):
        return None
    ends = ((_Place(_END, False, each), _Place(_END, True, each)) for each in (False, True))
    free, beside = (seen[only] + seen[last] for only, last in ends)
    if free > _count(seen, Role.INSIDE, precedes=False):
        return Scheme.IOE2
    return Scheme.IOE1 if beside > free else None


def _from_b_to_end(seen: Counter[_Place]) -> Scheme | None:
    """Return the most likely scheme related to IOBES if at least half of the entities have its endings;
    otherwise None.
    """
    letters = Counter[str]()
    for place, count in seen.items():
        letters[place.letter] += count
    closed = {each: letters[SCHEMES[each].last] + letters[SCHEMES[each].only] for each in _FROM_B_TO_END}
    likely = max(closed, key=lambda each: (closed[each], letters[SCHEMES[each].inner]))
    begun = _count(seen, Role.INSIDE, follows=False) + _count(seen, Role.BEGIN) + _count(seen, Role.SINGLE)
    return likely if 2 * closed[likely] >= max(begun, 1) else None


def _of_beginnings(seen: Counter[_Place]) -> Scheme:
    """Return IO, IOB1 or IOB2, depending on the letters of first tokens."""
    if not _count(seen, Role.BEGIN):
        return Scheme.IO
    with_b, with_i = _count(seen, Role.BEGIN, follows=False), _count(seen, Role.INSIDE, follows=False)
    return Scheme.IOB2 if with_b > with_i or not with_i else Scheme.IOB1


def _count(
    seen: Counter[_Place], role: Role, *, follows: bool | None = None, precedes: bool | None = None
) -> int:
    """Return the number of letters with a role, optionally only those in the given places."""
    return sum(
        count
        for place, count in seen.items()
        if LETTERS[place.letter] is role
        and follows in (None, place.follows)
        and precedes in (None, place.precedes)
    )


def _places(labels: Sequence[str]) -> Iterator[_Place]:
    """Yield the letters of a sentence with their places."""
    read = [NO_ENTITY, *map(label_of, labels), NO_ENTITY]
    for before, label, after in zip(read, read[1:], read[2:], strict=False):
        if label.prefix != OUTSIDE:
            yield _Place(label.prefix, before.type == label.type, after.type == label.type)
