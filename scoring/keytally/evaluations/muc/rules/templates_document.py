"""The rules about the objects of one document: told apart, pointed to, and standing together."""

from collections.abc import Collection, Iterator, Sequence

from keytally.evaluations.muc.formats.templates.headers import Identity
from keytally.evaluations.muc.formats.templates.unit import Pointer, TemplateUnit
from keytally.evaluations.muc.rules.spelling import shown
from keytally.findings.finding import Edit, Finding, Related
from keytally.findings.table import templates as table
from keytally.text.lines import LINE_END

Units = Sequence[TemplateUnit]


def compare_units(units: Units, apart: Collection[TemplateUnit]) -> list[Sequence[Finding]]:
    """For each unit of a document, in file order, the findings that need the others.

    `apart` holds the units that another document parts from those before.
    """
    known: dict[tuple[str, str, str], tuple[TemplateUnit, int, int]] = {}
    vague: set[str] = set()
    found: list[Sequence[Finding]] = []
    for unit in units:
        repeated: list[Finding] = []
        for header in unit.headers:
            if not header.identity.is_whole:
                vague.add(header.identity.class_name.lower())
                continue
            place = (unit, header.start, header.end)
            first = known.setdefault(header.identity.key, place)
            if first is not place:
                repeated.append(_duplicate(header.identity, place, first))
        found.append(repeated or ())
    for index, unit in enumerate(units):
        if not unit.pointed <= known.keys():
            found[index] = [*found[index], *_dangling(unit, known.keys(), vague)]
    if apart:
        for index, unit in enumerate(units):
            if unit in apart:
                found[index] = [*found[index], _scattered(units, index, apart)]
    return found


def _duplicate(
    identity: Identity, place: tuple[TemplateUnit, int, int], first: tuple[TemplateUnit, int, int]
) -> Finding:
    arguments = {"identifier": shown(str(identity))}
    related = Related(*first, "the first object of that name")
    return Finding(table.DUPLICATE_OBJECT, place[1], place[2], arguments, related=(related,))


def _dangling(
    unit: TemplateUnit, known: Collection[tuple[str, str, str]], vague: set[str]
) -> Iterator[Finding]:
    """Pointers to nothing; those that may mean an object with a malformed header have the benefit of it."""
    for pointer in unit.pointers:
        if pointer.identity.key not in known and not vague.intersection(_classes(pointer)):
            arguments = {"document": unit.document or "", "pointer": shown(f"<{pointer.identity}>")}
            yield Finding(table.DANGLING_POINTER, pointer.start, pointer.end, arguments)


def _classes(pointer: Pointer) -> tuple[str, str]:
    return pointer.identity.class_name.lower(), ""


def _scattered(units: Units, index: int, apart: Collection[TemplateUnit]) -> Finding:
    """The finding at the first of some units that stand apart, which the fix moves behind the first ones."""
    unit = units[index]
    last = index + 1
    while last < len(units) and units[last] not in apart:
        last += 1
    home = next(at for at, each in enumerate(units) if at == index or (each in apart)) - 1
    edits = _moved(units[index:last], units[home]) if 0 <= home < index else ()
    header = unit.headers[0]
    arguments = {"document": unit.document or ""}
    return Finding(table.SCATTERED_DOCUMENT, header.start, header.end, arguments, edits)


def _moved(strays: Units, home: TemplateUnit) -> tuple[Edit, ...]:
    """Edits that put records behind another one; comments behind a record stay where they are."""
    place = _end_of_record(home)
    text = "".join(_with_line_end(stray.text[: _end_of_record(stray)]) for stray in strays)
    if not home.text[:place].endswith(("\n", "\r")):
        text = "\n" + text
    return (
        *(Edit(0, _end_of_record(stray), "", stray) for stray in strays),
        Edit(place, place, text, home),
    )


def _end_of_record(unit: TemplateUnit) -> int:
    """Where a unit's record ends, with the blank lines behind it."""
    end = max((record.end for record in unit.records), default=0)
    while (line_end := LINE_END.search(unit.text, end)) and not unit.text[end : line_end.start()].strip():
        end = line_end.end()
    return end


def _with_line_end(text: str) -> str:
    return text if text.endswith(("\n", "\r")) else text + "\n"
