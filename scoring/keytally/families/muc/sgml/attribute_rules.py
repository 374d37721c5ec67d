"""Rules that need only the task tag itself: its attributes, their values and quotes."""

from collections.abc import Callable, Iterator, Sequence, Set

from keytally.families.contract import Role
from keytally.families.muc.sgml.syntax import Attribute, SgmlSyntax, TagShape, TaskTag
from keytally.families.muc.sgml.unit import alternatives_of
from keytally.findings.finding import Edit, Finding, Message, TypedRule
from keytally.findings.spelling import is_clear
from keytally.findings.table import sgml

SHOWN = 40
_SHORTEST_CLEAR = 5  # characters of a misspelt value: there are few, and like no other words
MOST_KINDS = 1024

_Kind = tuple[str, ...]
BadValue = TypedRule[sgml.AttributeValue] | Message[sgml.AttributeValue]


def attribute_judge(syntax: SgmlSyntax, role: Role) -> Callable[[TagShape, str], tuple[Finding, ...]]:
    """Return a function that returns the problems of a tag, given its shape and text.

    Tags that differ only in values that no rule checks, such as IDs, are checked once if they have no
    problems.
    """
    watched = {tag.name: {syntax.type, *(name for name, _ in tag.allowed)} for tag in syntax.tags}
    sound: set[_Kind] = set()

    def judge(shape: TagShape, written: str) -> tuple[Finding, ...]:
        if role is Role.TEXTS:
            return ()
        kind = _kind(shape, watched[shape.name])
        if kind in sound:
            return ()
        problems = tuple(_TagJudge(syntax, role, shape, written).problems())
        if kind is not None and not problems and len(sound) < MOST_KINDS:
            sound.add(kind)
        return problems

    return judge


def _kind(shape: TagShape, watched: Set[str]) -> _Kind | None:
    """Return the properties of a well-formed open tag that the rules check; None for other tags.

    For an attribute that accepts any value, the property is whether the value is non-empty.
    """
    if shape.is_close or not shape.complete:
        return None
    kind = [shape.name]
    for name, value, _, _, _, _, flaw, bare in shape.attributes:
        if flaw or bare:
            return None
        kind += (name, value if name in watched or not value or value.isspace() else "*")
    return tuple(kind)


def shortened_text(text: str) -> str:
    """Return a text for a message: on one line and shortened."""
    line = text[: SHOWN + 1].replace("\r", "\\r").replace("\n", "\\n").replace("\t", "\\t")
    return line if len(line) <= SHOWN else f"{line[: SHOWN - 1]}…"


def attribute_removal(written: str, attribute: Attribute) -> Edit:
    """Return the edit that removes an attribute from a tag's text, with the space before it."""
    start = attribute.start
    while written[start - 1].isspace():
        start -= 1
    return Edit(start, attribute.end, "")


class _TagJudge:
    """Checks one tag."""

    def __init__(self, syntax: SgmlSyntax, role: Role, shape: TagShape, written: str) -> None:
        self._syntax = syntax
        self._is_response = role is Role.RESPONSE
        self._shape = shape
        self._written = written
        self._definition = syntax.tag(shape.name)
        self._first: dict[str, Attribute] = {}
        for attribute in shape.attributes:
            self._first.setdefault(attribute.name, attribute)
        self._absent = [name for name in self._demanded(role) if name not in self._first]
        self._name = written[2 if shape.is_close else 1 :][: len(shape.name)]

    def _demanded(self, role: Role) -> tuple[str, ...]:
        """Return the attributes that the tag requires; in a key, some attributes require others."""
        beside = self._definition.required_beside if role is Role.KEY else ()
        return (*self._definition.required, *(name for name, other in beside if other in self._first))

    def problems(self) -> Iterator[Finding]:
        """Yield every problem of the tag, in the order of its attributes."""
        if not self._shape.complete:
            yield self._cut_short()
        for attribute in self._shape.attributes:
            yield from self._attribute(attribute)
        if not self._shape.is_close and self._shape.complete:
            yield from self._missing()

    def _cut_short(self) -> Finding:
        tag, end = ("/" if self._shape.is_close else "") + self._name, len(self._written)
        mending = self._shape.mending
        return sgml.UNCLOSED_AND_READ.finding(
            0,
            end,
            {"tag": tag, "problem": 'has no closing ">"', "repair": f"insert {mending}"},
            (Edit(end, end, mending),),
        )

    def _attribute(self, attribute: Attribute) -> Iterator[Finding]:
        if attribute.name not in self._definition.attributes or self._shape.is_close:
            yield self._unknown(attribute)
        elif self._first[attribute.name] is not attribute:
            yield self._duplicate(attribute)
        elif self._shape.complete or attribute.flaw is None:
            yield from self._flaw(attribute)
            yield from self._value(attribute)

    def _unknown(self, attribute: Attribute) -> Finding:
        known = ", ".join(name.upper() for name in self._definition.attributes) or "none"
        if self._shape.is_close:
            known = "none"
        word = self._written[attribute.start : attribute.end]
        name = word if attribute.bare else word[: len(attribute.name)]
        tag = f"/{self._name}" if self._shape.is_close else self._name
        end = attribute.end if attribute.bare else attribute.start + len(attribute.name)
        meant = next(self._stands_for(attribute), "").upper()
        if meant and attribute.bare:
            edit = Edit(attribute.start, end, f'{meant}="{word}"')
        elif meant:
            edit = Edit(attribute.start, end, meant)
        else:
            edit = self._removal(attribute)
        repair = f"change it to {edit.text}" if meant else f"remove {shortened_text(name)}"
        message = sgml.MISSPELT_ATTRIBUTE if meant else sgml.UNKNOWN_ATTRIBUTE
        return message.finding(
            attribute.start,
            end,
            {"tag": tag, "attribute": shortened_text(name), "known": known, "repair": repair},
            (edit,),
        )

    def _duplicate(self, attribute: Attribute) -> Finding:
        edits = (self._removal(attribute),)
        return sgml.DUPLICATE_ATTRIBUTE.finding(
            attribute.start, attribute.end, {"attribute": attribute.name.upper()}, edits
        )

    def _removal(self, attribute: Attribute) -> Edit:
        return attribute_removal(self._written, attribute)

    def _flaw(self, attribute: Attribute) -> Iterator[Finding]:
        problem, edits = attribute.flaw or ("is missing" if attribute.bare else "", ())
        if problem:
            empty = attribute.bare or attribute.value_start == attribute.value_end
            start = attribute.start if empty else attribute.value_start
            end = attribute.end if empty else attribute.value_end
            yield sgml.UNQUOTED_ATTRIBUTE.finding(
                start, end, {"attribute": attribute.name.upper(), "problem": problem}, edits
            )

    def _value(self, attribute: Attribute) -> Iterator[Finding]:
        """Yield a finding for an invalid value; an attribute that only keys may have is reported
        regardless of its value.
        """
        if self._is_response and attribute.name in (self._syntax.status, self._syntax.alt):
            yield self._key_only_mark(attribute)
        elif self._is_alternatives(attribute) and self._is_response:
            yield self._key_only_alternatives(attribute)
        elif not attribute.bare and not (attribute.flaw and not attribute.value):
            yield from self._values(attribute)

    def _is_alternatives(self, attribute: Attribute) -> bool:
        return attribute.name == self._syntax.type and self._syntax.separator in attribute.value

    def _key_only_mark(self, attribute: Attribute) -> Finding:
        name = attribute.name.upper()
        edits = (self._removal(attribute),)
        return sgml.KEY_ONLY_ATTRIBUTE.finding(
            attribute.start, attribute.end, {"what": name, "repair": f"remove {name}"}, edits
        )

    def _key_only_alternatives(self, attribute: Attribute) -> Finding:
        start, end = attribute.value_start, attribute.value_end
        what = f'{attribute.name.upper()}="{shortened_text(attribute.value)}"'
        first = next((value.strip() for value, _ in alternatives_of(attribute, self._syntax.separator)), "")
        edits = (Edit(start, end, first),) if first else ()
        return sgml.KEY_ONLY_ATTRIBUTE.finding(
            start, end, {"what": what, "repair": f"keep {shortened_text(first)}"}, edits
        )

    def _values(self, attribute: Attribute) -> Iterator[Finding]:
        allowed = self._definition.values(attribute.name)
        if allowed is None:
            if not attribute.value.strip() and attribute.name in self._definition.required:
                yield self._lacking(attribute.name, attribute.start, attribute.end)
            return
        pieces = [(attribute.value, attribute.value_start)]
        if self._is_alternatives(attribute):
            pieces = alternatives_of(attribute, self._syntax.separator) or pieces
        for piece, start in pieces:
            if piece.strip().upper() not in allowed:
                is_mark = attribute.name == self._syntax.status
                wording: BadValue = sgml.UNKNOWN_STATUS if is_mark else sgml.ATTRIBUTE_VALUE
                yield _bad_value(wording, attribute, piece, start, allowed)

    def _missing(self) -> Iterator[Finding]:
        """Yield a finding for each missing required attribute, unless an unknown attribute seems to
        replace it.
        """
        unknown = [each for each in self._shape.attributes if each.name not in self._definition.attributes]
        meant = {name for attribute in unknown for name in self._stands_for(attribute)}
        for name in self._absent:
            if name not in meant:
                yield self._lacking(name, 0, len(self._written))

    def _lacking(self, name: str, start: int, end: int) -> Finding:
        """Return a finding for a missing attribute; its fix inserts the value if only one value is
        possible.
        """
        known = self._definition.values(name) or ()
        value = known[0] if len(known) == 1 else ""
        place = 1 + len(self._name)
        edits = (Edit(place, place, f' {name.upper()}="{value}"'),) if value else ()
        return sgml.MISSING_ATTRIBUTE.finding(
            start, end, {"tag": self._name, "attribute": name.upper(), "value": value}, edits
        )

    def _stands_for(self, attribute: Attribute) -> Iterator[str]:
        """Yield each missing required attribute that an unknown attribute may have been intended to be."""
        if not self._shape.is_close:
            yield from (name for name in self._absent if _stands_for(attribute, name, self._definition))


def _stands_for(attribute: Attribute, name: str, definition: TaskTag) -> bool:
    allowed = definition.values(name) or ()
    written = {attribute.value.strip().upper(), attribute.name.upper()}
    return bool(written & set(allowed)) or bool(_nearest_edit(attribute.name, [name]))


def _bad_value(
    message: BadValue, attribute: Attribute, piece: str, start: int, allowed: tuple[str, ...]
) -> Finding:
    value = piece.strip()
    first = start + (len(piece) - len(piece.lstrip()) if value else 0)
    end = first + len(value)
    nearest = next(iter(_nearest_edit(value.upper(), allowed)), "")
    edits = (Edit(first, end, nearest),) if nearest else ()
    guessed = not is_clear(value, nearest, allowed, _SHORTEST_CLEAR)
    if first == end:
        first, end = attribute.start, attribute.end
    return message.finding(
        first,
        end,
        {
            "attribute": attribute.name.upper(),
            "value": shortened_text(value),
            "allowed": ", ".join(allowed),
            "nearest": nearest,
        },
        edits,
        guessed=guessed,
    )


def _nearest_edit(word: str, names: Sequence[str]) -> list[str]:
    """Return the names that are similar to a word, nearest first."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a wrong word pays for it

    return get_close_matches(word, names)
