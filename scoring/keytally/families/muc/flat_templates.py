"""Flat templates of MUC-4: their lines and values, read as objects that point to each other."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from typing import NamedTuple

from keytally.families.interchange import (
    Fault,
    FaultKind,
    FillKind,
    Loss,
    ObjectDocument,
    ObjectFill,
    ObjectSlot,
    Place,
    ReadTemplates,
    SourceText,
    TemplateObject,
)
from keytally.text.positions import LINE_END

SET, STRING = FillKind.SET, FillKind.STRING


class FlatSlot(NamedTuple):
    """A slot of a flat template: its label, the slot of an object that it is converted to, and the kind of
    its fills.

    `group` is the pointer slot of the incident and the class of the object, or "" for the incident itself;
    `names` is true if the fills name the objects of the group. If `quoted` is true, fills are in quotes in
    the file.
    """

    label: str
    slot: str = ""
    kind: FillKind = SET
    group: str = ""
    names: bool = False
    quoted: bool = False


INSTRUMENT, PERPETRATOR, PHYSICAL, HUMAN = "INSTRUMENT", "PERPETRATOR", "PHYS_TGT", "HUM_TGT"
MESSAGE, TEMPLATE = 0, 1

SLOTS = (
    FlatSlot("MESSAGE: ID"),
    FlatSlot("MESSAGE: TEMPLATE"),
    FlatSlot("INCIDENT: DATE", "INC_DATE", STRING),
    FlatSlot("INCIDENT: LOCATION", "INC_LOCATION", STRING),
    FlatSlot("INCIDENT: TYPE", "INC_TYPE"),
    FlatSlot("INCIDENT: STAGE OF EXECUTION", "INC_STAGE"),
    FlatSlot("INCIDENT: INSTRUMENT ID", "INSTR_ID", STRING, INSTRUMENT, names=True, quoted=True),
    FlatSlot("INCIDENT: INSTRUMENT TYPE", "INSTR_TYPE", SET, INSTRUMENT),
    FlatSlot("PERP: INCIDENT CATEGORY", "INC_CATEGORY"),
    FlatSlot("PERP: INDIVIDUAL ID", "PERP_INDIVIDUAL", STRING, PERPETRATOR, names=True, quoted=True),
    FlatSlot("PERP: ORGANIZATION ID", "PERP_ORGANIZATION", STRING, PERPETRATOR, names=True, quoted=True),
    FlatSlot("PERP: ORGANIZATION CONFIDENCE", "PERP_CONFIDENCE", SET, PERPETRATOR),
    FlatSlot("PHYS TGT: ID", "PHYS_ID", STRING, PHYSICAL, names=True, quoted=True),
    FlatSlot("PHYS TGT: TYPE", "PHYS_TYPE", SET, PHYSICAL),
    FlatSlot("PHYS TGT: NUMBER", "PHYS_NUMBER", STRING, PHYSICAL),
    FlatSlot("PHYS TGT: FOREIGN NATION", "PHYS_NATION", SET, PHYSICAL),
    FlatSlot("PHYS TGT: EFFECT OF INCIDENT", "PHYS_EFFECT", SET, PHYSICAL),
    FlatSlot("PHYS TGT: TOTAL NUMBER", "PHYS_TOTAL", STRING),
    FlatSlot("HUM TGT: NAME", "HUM_NAME", STRING, HUMAN, names=True, quoted=True),
    FlatSlot("HUM TGT: DESCRIPTION", "HUM_DESCRIPTION", STRING, HUMAN, names=True, quoted=True),
    FlatSlot("HUM TGT: TYPE", "HUM_TYPE", SET, HUMAN),
    FlatSlot("HUM TGT: NUMBER", "HUM_NUMBER", STRING, HUMAN),
    FlatSlot("HUM TGT: FOREIGN NATION", "HUM_NATION", SET, HUMAN),
    FlatSlot("HUM TGT: EFFECT OF INCIDENT", "HUM_EFFECT", SET, HUMAN),
    FlatSlot("HUM TGT: TOTAL NUMBER", "HUM_TOTAL", STRING),
)
"""All slots, indexed by their numbers."""

FREE = (2, 3)
"""Free-text slots, in which colons and brackets are part of the fill."""


_SLOT = re.compile(r"[ \t]*(\d{1,9})[ \t]*\.[ \t]*(.*)", re.ASCII)
_BLANKS = re.compile(r"[ \t]+")
_UNFINISHED = ("/", ":")


class FlatValue(NamedTuple):
    """A value of a slot, which may span several lines, and the line on which it begins."""

    text: str
    place: Place


@dataclass
class FlatTemplate:
    """A template as written: the values of its slots, by slot number."""

    place: Place
    values: dict[int, list[FlatValue]] = field(default_factory=dict)


class ReadLines(NamedTuple):
    """The templates of a file, and its content outside their slots."""

    templates: list[FlatTemplate]
    losses: list[Loss]


def read_lines(source: SourceText) -> ReadLines:
    """Return the templates of a file; never fails."""
    reader = _LineReader()
    for number, line in enumerate(LINE_END.split(source.text), 1):
        reader.line(line, Place(source.shown, number))
    return ReadLines(reader.templates, reader.losses)


class _LineReader:
    def __init__(self) -> None:
        self.templates: list[FlatTemplate] = []
        self.losses: list[Loss] = []
        self._values: list[FlatValue] | None = None

    def line(self, line: str, place: Place) -> None:
        """Read the next line."""
        text = line.strip()
        if text.startswith(";"):
            self.losses.append(Loss(place, f"the comment {text} is left out"))
        elif (slot := _SLOT.match(line)) is not None:
            self._slot(int(slot[1]), slot[2], place)
        elif text and line[0] in " \t" and self._values is not None:
            self._go_on(text, place)
        elif text:
            self._wrong(place, "a line must be a numbered slot, or an indented continuation of a slot", text)

    def _slot(self, number: int, rest: str, place: Place) -> None:
        self._values = None
        if number >= len(SLOTS):
            self._wrong(place, f"there is no slot {number}; the last slot is {len(SLOTS) - 1}", rest)
            return
        value = _behind(SLOTS[number].label, rest)
        if value is None:
            self._wrong(place, f"slot {number} must be called {SLOTS[number].label}", rest)
            return
        if number == MESSAGE or not self.templates:
            self.templates.append(FlatTemplate(place))
            if number != MESSAGE:
                self._wrong(place, f"a template must begin with slot {MESSAGE}, {SLOTS[MESSAGE].label}", "")
        values = self.templates[-1].values
        if number in values:
            self._wrong(place, f"slot {number} occurs twice in a template", "")
        self._values = values.setdefault(number, [])
        if value:
            self._go_on(value, place)

    def _go_on(self, text: str, place: Place) -> None:
        """Add another value, or the rest of a value that continues on the next line."""
        values = self._values if self._values is not None else []
        if values and (text.startswith(_UNFINISHED) or values[-1].text.endswith(_UNFINISHED)):
            values[-1] = values[-1]._replace(text=f"{values[-1].text} {text}")
        else:
            values.append(FlatValue(text, place))

    def _wrong(self, place: Place, why: str, lost: str) -> None:
        what = f"{why}: {lost.strip()} is left out" if lost.strip() else why
        self.losses.append(Loss(place, what, Fault(FaultKind.LINE, why)))


def _behind(label: str, rest: str) -> str | None:
    """Return the text after a label, ignoring whitespace within the label; None if the line has another
    label.
    """
    words = map(re.escape, label.split())
    found = re.match(rf"{_BLANKS.pattern.join(words)}(?![^ \t])(.*)", rest, re.IGNORECASE)
    return found[1].strip() if found else None


NOTHING = ("-", "*")
"""The values that represent an empty or inapplicable slot."""

_TOKEN = re.compile(
    r'"(?P<string>(?:[^"\\]|\\.)*)(?P<end>"?)|(?P<mark>/|:(?=[ \t]*["(])|[()])|(?P<word>[^\s"/:()]+|:)'
)
_ESCAPED = re.compile(r"\\(.)")
_FREE_ALTERNATIVE = re.compile(r"[ \t]+/[ \t]*|[ \t]*/[ \t]+")

Tell = Callable[[str], None]
"""A function that reports a problem with a value."""


class FlatFill(NamedTuple):
    """The alternatives of a fill, and the strings in other slots that it refers to."""

    texts: Sequence[str]
    references: Sequence[str] = ()
    optional: bool = False


def free_fill(text: str) -> FlatFill | None:
    """Return a fill of a free-text slot, or None if it is empty."""
    optional = text.startswith("?")
    parts = [part.strip().strip('"') for part in _FREE_ALTERNATIVE.split(text.removeprefix("?").strip())]
    kept = [part for part in parts if part and part not in NOTHING]
    return FlatFill(kept, (), optional or len(kept) < len(parts)) if kept else None


def fill_of(text: str, slot: FlatSlot, known: Callable[[str], bool], tell: Tell) -> FlatFill | None:
    """Return a fill with the strings that it refers to, or None if there is none.

    `known` returns whether a string names an object; after a reference, such a string refers to another
    object. Unquoted and unclosed strings are reported and read as far as possible.
    """
    texts, references, missing = list[str](), list[str](), False
    for part in _parts(text.removeprefix("?"), tell):
        references += part.behind
        if part.is_string and references and not part.behind and (not slot.quoted or known(part.fill)):
            references.append(part.fill)
        elif not part.is_string and part.fill in ("", *NOTHING):
            missing = missing or bool(part.fill)
        else:
            if slot.quoted and not part.is_string:
                tell(f"the string {part.fill} has no quotes")
            texts.append(part.fill)
    return FlatFill(texts, references, text.startswith("?") or missing) if texts or references else None


def _parts(text: str, tell: Tell) -> list["_Part"]:
    """Return the alternatives of a value."""
    parts = [_Part(tell)]
    for token in _TOKEN.finditer(text):
        if token["mark"] == "/":
            parts.append(_Part(tell))
        else:
            parts[-1].take(token)
    return parts


class _Part:
    """An alternative: the words of its fill, whether they form a string, and the strings after its colon."""

    def __init__(self, tell: Tell) -> None:
        self.is_string = False
        self.behind: list[str] = []
        self._words: list[str] = []
        self._is_behind = False
        self._tell = tell

    @property
    def fill(self) -> str:
        """Return the fill, or "" if there is none."""
        return " ".join(self._words)

    def take(self, token: re.Match[str]) -> None:
        """Add the next token; brackets are ignored."""
        if token["mark"] == ":":
            self._is_behind = True
        elif token["string"] is not None:
            self._string(_ESCAPED.sub(r"\1", token["string"]).strip(), has_end=bool(token["end"]))
        elif token["word"]:
            self._word(token["word"])

    def _string(self, text: str, *, has_end: bool) -> None:
        if not has_end:
            self._tell(f"the string {text} has no closing quote")
        if self._words and not self._is_behind:
            self._tell(f"no separator between {self._words[-1]} and {text}")
        if self._is_behind or self._words:
            if text not in NOTHING:
                self.behind.append(text)
        else:
            self._words, self.is_string = [text], True

    def _word(self, text: str) -> None:
        if not self._is_behind:
            if self.is_string:
                self._tell(f"no separator between {self._words[-1]} and {text}")
            self._words.append(text)
        elif text not in NOTHING:
            self._tell(f"the string {text} has no quotes")
            self.behind.append(text)


_CLASS = "INCIDENT"
_MOST = 32
"""The maximum number of alternatives that are written."""


@dataclass(eq=False)
class _Object:
    """An object under construction: the fills of its slots, and its number within its group."""

    class_name: str
    place: Place
    fills: dict[str, list[tuple[FlatSlot, FlatFill, Place]]] = field(default_factory=dict)
    number: int = 0
    optional: FlatFill | None = None
    """The fill that makes the object optional, if there is one."""


class IncidentReader:
    """Reads one template as an incident with its objects."""

    def __init__(self, template: FlatTemplate) -> None:
        self.losses: list[Loss] = []
        self._incident = _Object(_CLASS, template.place)
        self._groups: dict[str, list[_Object]] = {slot.group: [] for slot in SLOTS if slot.group}
        self._numbers: dict[tuple[str, str], int] = {}
        self._nameless: dict[str, _Object] = {}
        for number in sorted(template.values):
            if number not in (MESSAGE, TEMPLATE):
                self._read(number, template)

    def objects(self, first: int, *, optional: bool) -> list[TemplateObject]:
        """Return the objects, the incident first; `first` is the index of the incident."""
        others = [each for group in self._groups.values() for each in group]
        indices = {id(each): first + number for number, each in enumerate(others, 1)}
        incident = TemplateObject(
            _CLASS, tuple(self._incident_slots(indices)), optional, _CLASS, self._incident.place
        )
        return [
            incident,
            *(
                TemplateObject(
                    other.class_name, tuple(self._slots(other)), False, other.class_name, other.place
                )
                for other in others
            ),
        ]

    def _read(self, number: int, template: FlatTemplate) -> None:
        slot = SLOTS[number]
        for text, place in template.values[number]:

            def tell(what: str, place: Place = place) -> None:
                self.losses.append(Loss(place, what, Fault(FaultKind.LINE, what)))

            fill = (
                free_fill(text)
                if number in FREE
                else fill_of(text, slot, lambda name: self._named(slot.group, [name]) is not None, tell)
            )
            if fill is None:
                continue
            home = self._home(slot, fill, place)
            if home is None:
                wrong = f"{slot.label} refers to {' / '.join(fill.references)}, which no slot contains"
                what = f"{wrong}; {' / '.join(fill.texts) or '-'} is left out"
                self.losses.append(Loss(place, what, Fault(FaultKind.REFERENCE, wrong, fill.references[0])))
            elif fill.texts:
                home.fills.setdefault(slot.slot, []).append((slot, fill, place))
                self._name(slot, fill, home)

    def _home(self, slot: FlatSlot, fill: FlatFill, place: Place) -> _Object | None:
        """Return the object that a fill belongs to; None if the fill refers to a missing object.

        A fill of a naming slot begins a new object; other fills without a reference belong to one object of
        the group that the text does not name.
        """
        if not slot.group:
            return self._incident
        group = self._groups[slot.group]
        if fill.references:
            return self._named(slot.group, fill.references)
        if slot.names:
            group.append(
                _Object(slot.group, place, number=len(group), optional=fill if fill.optional else None)
            )
            return group[-1]
        if slot.group not in self._nameless:
            self._nameless[slot.group] = _Object(slot.group, place, number=len(group))
            group.append(self._nameless[slot.group])
        return self._nameless[slot.group]

    def _name(self, slot: FlatSlot, fill: FlatFill, obj: _Object) -> None:
        """Assign the strings of a naming slot as the name of an object; if two objects share a name, it
        belongs to the first object.
        """
        for name in fill.texts if slot.names else ():
            key = slot.group, name
            self._numbers[key] = min(self._numbers.get(key, obj.number), obj.number)

    def _named(self, group: str, names: Sequence[str]) -> _Object | None:
        """Return the first object that has one of the given names."""
        numbers = [self._numbers[group, name] for name in names if (group, name) in self._numbers]
        return self._groups[group][min(numbers)] if numbers else None

    def _incident_slots(self, indices: dict[int, int]) -> Iterator[ObjectSlot]:
        """Yield the incident's own slots and its pointers, in the order of slot numbers."""
        seen: set[str] = set()
        for slot in SLOTS[TEMPLATE + 1 :]:
            if not slot.group:
                yield from self._slot(slot.slot, self._incident)
            elif slot.group not in seen:
                seen.add(slot.group)
                yield from self._pointers(slot.group, indices)

    def _slots(self, obj: _Object) -> Iterator[ObjectSlot]:
        for slot in SLOTS:
            if slot.group == obj.class_name:
                yield from self._slot(slot.slot, obj)

    def _slot(self, name: str, obj: _Object) -> Iterator[ObjectSlot]:
        if name in obj.fills:
            choices = [
                [
                    *(ObjectFill(slot.kind, text, place=place) for text in fill.texts),
                    *([None] if fill.optional and fill is not obj.optional else []),
                ]
                for slot, fill, place in obj.fills[name]
            ]
            yield self._made(name, choices, obj.fills[name][0][2])

    def _pointers(self, group: str, indices: dict[int, int]) -> Iterator[ObjectSlot]:
        found = self._groups[group]
        choices = [
            [
                ObjectFill(FillKind.POINTER, target=indices[id(each)], place=each.place),
                *([None] if each.optional is not None else []),
            ]
            for each in found
        ]
        if choices:
            yield self._made(f"INC_{group}", choices, found[0].place)

    def _made(self, name: str, choices: Sequence[Sequence[ObjectFill | None]], place: Place) -> ObjectSlot:
        """Return a slot with an alternative for each choice of fills; an empty choice makes the slot
        optional.
        """
        chosen = [*islice(product(*choices), _MOST + 1)]
        if len(chosen) > _MOST:
            what = f"{name} has more than {_MOST} alternatives; the others are left out"
            self.losses.append(Loss(place, what))
        kept = [tuple(fill for fill in some if fill is not None) for some in chosen[:_MOST]]
        alternatives = tuple(dict.fromkeys(filter(None, kept)))
        optional = all(None in some for some in choices)
        return ObjectSlot(name, alternatives, optional, place)


_NUMBER = re.compile(r"(\d+)[ \t]*(\(OPTIONAL\))?", re.ASCII | re.IGNORECASE)
_REMARK = re.compile(r"[ \t]*\(.*")


def read_flat_templates(source: SourceText) -> ReadTemplates:
    """Return the documents of a file in the order of their first templates."""
    templates, losses = read_lines(source)
    by_name: dict[str, list[FlatTemplate]] = {}
    for template in templates:
        by_name.setdefault(_name(template, losses), []).append(template)
    documents = [_document(name, some, losses) for name, some in by_name.items()]
    return ReadTemplates(documents, sorted(losses, key=lambda loss: loss.place.line))


def _document(name: str, templates: list[FlatTemplate], losses: list[Loss]) -> ObjectDocument:
    objects: list[TemplateObject] = []
    roots: list[int] = []
    for template in templates:
        number = _only(template, TEMPLATE, losses)
        found = _NUMBER.fullmatch(number)
        reader = IncidentReader(template)
        if found is not None:
            roots.append(len(objects))
            objects += reader.objects(len(objects), optional=found[2] is not None)
        losses += reader.losses
        if found is not None:
            continue
        if number not in NOTHING:
            what = f"{SLOTS[TEMPLATE].label} must be a number, a number with (OPTIONAL), or *"
            losses.append(Loss(template.place, what, Fault(FaultKind.LINE, what)))
        losses += [
            Loss(value.place, f"{SLOTS[slot].label} {value.text} of a document without templates is left out")
            for slot, values in template.values.items()
            for value in values
            if slot > TEMPLATE and value.text not in NOTHING
        ]
    return ObjectDocument(name, tuple(objects), tuple(roots), templates[0].place)


def _name(template: FlatTemplate, losses: list[Loss]) -> str:
    """Return the document name of a template, without trailing text in brackets."""
    written = _only(template, MESSAGE, losses)
    name = _REMARK.sub("", written)
    if name != written:
        losses.append(Loss(template.place, f"the text after the name in {written} is left out"))
    if not name:
        what = f"{SLOTS[MESSAGE].label} does not name a document"
        losses.append(Loss(template.place, what, Fault(FaultKind.LINE, what)))
    return name


def _only(template: FlatTemplate, number: int, losses: list[Loss]) -> str:
    """Return the only value of a slot, and report further values."""
    values = template.values.get(number, [])
    for value in values[1:]:
        what = f"{SLOTS[number].label} takes one value"
        losses.append(Loss(value.place, f"{what}; {value.text} is left out", Fault(FaultKind.LINE, what)))
    return values[0].text if values else ""
