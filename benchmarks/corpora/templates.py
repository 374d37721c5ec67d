"""Template pairs of any size, the same at every run: many documents, or one of thousands of objects.

Responses lack some objects, have some of their own, and get some fills wrong, so that every kind of
verdict comes up. One-up numbers differ between the sides: only alignment tells what pointers mean.
"""

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from benchmarks.corpora.texts import Texts

_NAMES = ("Anselm", "Borrow", "Calder", "Dunmore", "Eskdale", "Fenwick", "Galt", "Harrow", "Innis", "Jura")
_TRADES = ("Lines", "Ferries", "Salvage", "Towage", "Shipping", "Freight", "Bunkers", "Holdings")
_FIRST = ("Ada", "Bruno", "Clara", "Dora", "Emil", "Fritz", "Greta", "Hugo", "Ida", "Jonas")
_PLACES = ("Oban CITY", "Fife REGION", "Mull PROVINCE", "Skye COUNTRY")
_POSTS = ("chairman", "harbour master", "chief engineer", "purser", "first mate", "treasurer")

_LOST, _WRONG, _MORE = 0.08, 0.1, 0.08
"""How often a response lacks an object, gets a fill wrong, and has an object more."""

BNF = """\
<TEMPLATE> :=
    DOC_NR: "NUMBER"^
    CONTENT: <SUCCESSION_EVENT>*
<SUCCESSION_EVENT> :=
    SUCCESSION_ORG: <ORGANIZATION>^
    POST: "POSITION TITLE"^
    IN_AND_OUT: <IN_AND_OUT>+
    VACANCY_REASON: {DEPART_WORKFORCE, REASSIGNMENT, NEW_POST_CREATED, OTH_UNK}^
<IN_AND_OUT> :=
    IO_PERSON: <PERSON>^
    NEW_STATUS: {IN, IN_ACTING, OUT, OUT_ACTING}^
    ON_THE_JOB: {YES, NO, UNCLEAR}-
    OTHER_ORG: <ORGANIZATION>-
    REL_OTHER_ORG: {SAME_ORG, RELATED_ORG, OUTSIDE_ORG}-
<ORGANIZATION> :=
    ORG_NAME: "NAME"-
    ORG_ALIAS: "ALIAS"*
    ORG_DESCRIPTOR: "DESCRIPTOR"-
    ORG_TYPE: {GOVERNMENT, COMPANY, OTHER}^
    ORG_LOCALE: LOCALE-STRING {{LOC_TYPE}} *
<PERSON> :=
    PER_NAME: "NAME"^
    PER_ALIAS: "ALIAS"*
    PER_TITLE: "TITLE"*
LOC_TYPE :: {CITY, PROVINCE, COUNTRY, REGION, UNK}
"""
"""What all these objects are written by."""

FAULTY = 0.1
"""How often a slot of a faulty file breaks a rule."""

_REPEATED = 0.05
"""How many of the objects stand twice in a file with repeated ones."""

_SHIFT = 10_000
"""What lies between the one-up numbers of a key and those of its response."""


class Pointer(NamedTuple):
    """A fill that points to an object of its own document and side."""

    class_name: str
    number: int


class Object(NamedTuple):
    """An object with its fills; a slot with several fills has several entries."""

    class_name: str
    number: int
    fills: list[tuple[str, str | Pointer]]


Make = Callable[[random.Random], list[Object]]


def elements(size: int) -> Texts:
    """Organizations and persons, sides of at least `size` characters, a dozen objects a document."""
    return _documents(size, lambda chance: [*_organizations(chance, 6), *_persons(chance, 6)])


def scenarios(size: int) -> Texts:
    """Successions with the persons and organizations that they point to, 22 objects a document."""
    return _documents(size, lambda chance: _successions(chance, 3))


def elements_in_one(objects: int) -> Texts:
    """One document with so many organizations and persons a side."""
    half = objects // 2
    return _in_one(lambda chance: [*_organizations(chance, half), *_persons(chance, objects - half)])


def scenarios_in_one(objects: int) -> Texts:
    """One document with so many objects a side, or a few less."""
    return _in_one(lambda chance: _successions(chance, (objects - 1) // 7))


def faulty(text: str, often: float = FAULTY) -> str:
    """A file with a defect in some of its slots: in the name, in the value, or in the number of fills.

    `often` is the part of the slots that have one.
    """
    chance = random.Random(1996)
    return "\n".join(
        _faulty_line(chance, line) if line.startswith("\t") and chance.random() < often else line
        for line in text.split("\n")
    )


def repeated(text: str) -> str:
    """A file some of whose objects stand in it twice."""
    chance = random.Random(1997)
    records = text.split("\n\n")
    return "\n\n".join(f"{each}\n\n{each}" if chance.random() < _REPEATED else each for each in records)


def _faulty_line(chance: random.Random, line: str) -> str:
    slot, colon, fill = line.partition(": ")
    if not colon:
        return line
    defects = (
        f"{slot}S: {fill}",
        f"{slot}: {fill[:-1]}X{fill[-1:]}",
        f'{line} "{chance.choice(_NAMES)}"',
        f"{slot}: <PERSON-1-{chance.randrange(_SHIFT)}>",
        f'{line}\n\t\t/ "{chance.choice(_NAMES)}"',
    )
    return chance.choice(defects)


def _documents(size: int, make: Make) -> Texts:
    chance = random.Random(1995)
    documents: list[Texts] = []
    length = 0
    while length < size:
        documents.append(_document(chance, len(documents) + 1, make(chance)))
        length += min(map(len, documents[-1]))
    return Texts(*map("".join, zip(*documents, strict=True)))


def _in_one(make: Make) -> Texts:
    chance = random.Random(1995)
    return _document(chance, 1, make(chance))


def _document(chance: random.Random, number: int, objects: list[Object]) -> Texts:
    name = f"95{number:06}"
    key = (_record(single, name, 0) for single in objects)
    response = (_record(single, name, _SHIFT) for single in _answer(chance, objects))
    return Texts("".join(key), "".join(response))


def _record(single: Object, document: str, shift: int) -> str:
    lines = [f"<{single.class_name}-{document}-{single.number + shift}> :="]
    before = ""
    for slot, fill in single.fills:
        lines.append(("\t\t" if slot == before else f"\t{slot}: ") + _text(fill, document, shift))
        before = slot
    return "\n".join(lines) + "\n\n"


def _text(fill: str | Pointer, document: str, shift: int) -> str:
    if isinstance(fill, str):
        return fill
    return f"<{fill.class_name}-{document}-{fill.number + shift}>"


def _answer(chance: random.Random, objects: list[Object]) -> Iterator[Object]:
    """What a response makes of a key's objects."""
    for single in objects:
        if single.class_name == "TEMPLATE" or chance.random() >= _LOST:
            fills = [(slot, _given(chance, slot, fill, objects)) for slot, fill in single.fills]
            yield single._replace(fills=fills)
        if single.class_name != "TEMPLATE" and chance.random() < _MORE:
            yield single._replace(number=single.number + _SHIFT)


def _given(chance: random.Random, slot: str, fill: str | Pointer, objects: list[Object]) -> str | Pointer:
    """A fill as a response gives it: now and then that of another object."""
    if chance.random() >= _WRONG:
        return fill
    near = objects[chance.randrange(len(objects))]
    return next((other for name, other in near.fills if name == slot), fill)


def _organizations(chance: random.Random, count: int) -> Iterator[Object]:
    for number in range(1, count + 1):
        name = f"{chance.choice(_NAMES)} {chance.choice(_TRADES)}"
        fills = [("ORG_NAME", f'"{name} {chance.randrange(count * 9)} Inc."'), ("ORG_ALIAS", f'"{name}"')]
        if chance.random() < 0.4:
            fills.append(("ORG_DESCRIPTOR", f'"the {chance.choice(_TRADES).lower()} board"'))
        fills.append(("ORG_TYPE", chance.choice(("COMPANY", "GOVERNMENT", "OTHER"))))
        if chance.random() < 0.5:
            fills.append(("ORG_LOCALE", chance.choice(_PLACES)))
        yield Object("ORGANIZATION", number, [*fills])


def _persons(chance: random.Random, count: int) -> Iterator[Object]:
    for number in range(1, count + 1):
        name = f"{chance.choice(_NAMES)}{chance.randrange(count * 9)}"
        fills = [("PER_NAME", f'"{chance.choice(_FIRST)} {name}"'), ("PER_ALIAS", f'"{name}"')]
        if chance.random() < 0.3:
            fills.append(("PER_TITLE", chance.choice(('"Mr."', '"Capt."'))))
        yield Object("PERSON", number, [*fills])


def _successions(chance: random.Random, count: int) -> list[Object]:
    """So many events, each with a post that one leaves and another takes, under one template."""
    content = [("CONTENT", Pointer("SUCCESSION_EVENT", number)) for number in range(1, count + 1)]
    objects = [Object("TEMPLATE", 1, [("DOC_NR", '"95"'), *content])]
    for number in range(1, count + 1):
        objects += _succession(chance, number)
    return [*objects, *_organizations(chance, 2 * count), *_persons(chance, 2 * count)]


def _succession(chance: random.Random, number: int) -> Iterator[Object]:
    moves = (2 * number - 1, 2 * number)
    fills: list[tuple[str, str | Pointer]] = [
        ("SUCCESSION_ORG", Pointer("ORGANIZATION", moves[0])),
        ("POST", f'"{chance.choice(_POSTS)}"'),
        *(("IN_AND_OUT", Pointer("IN_AND_OUT", move)) for move in moves),
        ("VACANCY_REASON", chance.choice(("REASSIGNMENT", "DEPART_WORKFORCE", "OTH_UNK"))),
    ]
    yield Object("SUCCESSION_EVENT", number, fills)
    for move, status in zip(moves, ("OUT", "IN"), strict=True):
        fills = [("IO_PERSON", Pointer("PERSON", move)), ("NEW_STATUS", status)]
        fills.append(("ON_THE_JOB", chance.choice(("YES", "NO", "UNCLEAR"))))
        if status == "IN":
            fills.append(("OTHER_ORG", Pointer("ORGANIZATION", moves[1])))
            fills.append(("REL_OTHER_ORG", chance.choice(("SAME_ORG", "RELATED_ORG", "OUTSIDE_ORG"))))
        yield Object("IN_AND_OUT", move, fills)
