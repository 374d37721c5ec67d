"""The rules about the objects of one document: told apart, pointed to, and standing together."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from keytally.evaluations.muc.formats.templates.headers import Header
from keytally.evaluations.muc.formats.templates.unit import Name, Pointer, TemplateUnit
from keytally.evaluations.muc.rules.spelling import shown
from keytally.findings.finding import Edit, Finding, Related
from keytally.findings.table import templates as table
from keytally.text.lines import LINE_END

Units = Sequence[TemplateUnit]


def compare_units(units: Units, apart: Collection[TemplateUnit]) -> list[Sequence[Finding]]:
    """For each unit of a document, in file order, the findings that need the others.

    `apart` holds the units that another document parts from those before.
    """
    known: dict[Name, tuple[TemplateUnit, Header]] = {}
    vague: set[str] = set()
    found: list[Sequence[Finding]] = []
    judgements = [unit.judgement for unit in units]
    for unit, judgement in zip(units, judgements, strict=True):
        repeated: Sequence[Finding] = ()
        for name, header in judgement.names:
            if name in known:
                repeated = [*repeated, _duplicate(header, *known[name])]
            else:
                known[name] = unit, header
        if judgement.vague:
            vague |= judgement.vague
        found.append(repeated)
    for index, (unit, judgement) in enumerate(zip(units, judgements, strict=True)):
        if judgement.pointed and (missing := judgement.pointed.difference(known)):
            dangling = unit.kept(_Lacking(missing, frozenset(vague)), _dangling)
            found[index] = [*found[index], *dangling] if found[index] else dangling
    if apart:
        for index, unit in enumerate(units):
            if unit in apart:
                found[index] = [*found[index], _scattered(units, index, apart)]
    return found


def _duplicate(header: Header, home: TemplateUnit, first: Header) -> Finding:
    arguments = {"identifier": shown(str(header.identity))}
    related = Related(home, first.start, first.end, "the first object of that name")
    return Finding(table.DUPLICATE_OBJECT, header.start, header.end, arguments, related=(related,))


class _Lacking(NamedTuple):
    """What a unit's pointers name and its document lacks, and the classes of malformed headers there."""

    names: Collection[Name]
    vague: frozenset[str]


def _dangling(unit: TemplateUnit, lacking: _Lacking) -> Sequence[Finding]:
    """Pointers to nothing; those that may mean an object with a malformed header have the benefit of it."""
    return [
        Finding(
            table.DANGLING_POINTER,
            pointer.start,
            pointer.end,
            {"document": unit.document or "", "pointer": shown(f"<{pointer.identity}>")},
        )
        for pointer in unit.pointers
        if pointer.identity.key in lacking.names and not lacking.vague.intersection(_classes(pointer))
    ]


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
