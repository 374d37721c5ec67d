"""Rules for the objects of one document: unique names, existing targets, and adjacent records."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.muc.formats.templates.headers import BLANKS, Header
from keytally.evaluations.muc.formats.templates.scanner import COMMENT_MARKS
from keytally.evaluations.muc.formats.templates.unit import Name, Pointer, TemplateUnit
from keytally.findings.finding import Edit, Finding, Related
from keytally.findings.spelling import shown
from keytally.findings.table import templates as table
from keytally.text.lines import LINE_END, line_starts

Units = Sequence[TemplateUnit]
Apart = Mapping[TemplateUnit, TemplateUnit]

_COMMENT = re.compile(rf"[{BLANKS}]*(?:{'|'.join(COMMENT_MARKS)})")


def compare_units(units: Units, apart: Apart) -> list[Sequence[Finding]]:
    """For each unit of a document, in file order, the findings that need the others.

    `apart` holds the units that another document separates from earlier ones, each with the unit right before
    it.
    """
    known: dict[Name, TemplateUnit] = {}
    vague: set[str] = set()
    found: list[Sequence[Finding]] = []
    judgements = [unit.judgement for unit in units]
    for unit, judgement in zip(units, judgements, strict=True):
        repeated: Sequence[Finding] = ()
        for place, name in enumerate(judgement.names):
            if name in known:
                repeated = [*repeated, _duplicate(_whole(unit)[place], known[name], name)]
            else:
                known[name] = unit
        if judgement.vague:
            vague |= judgement.vague
        found.append(repeated)
    for index, (unit, judgement) in enumerate(zip(units, judgements, strict=True)):
        if judgement.pointed and (lacking := dangling(unit, known, vague)):
            found[index] = [*found[index], *lacking] if found[index] else lacking
    if apart:
        for index, unit in enumerate(units):
            if unit in apart:
                found[index] = [*found[index], _scattered(units, index, apart)]
    return found


def _duplicate(header: Header, home: TemplateUnit, name: Name) -> Finding:
    first = next(each for each in _whole(home) if each.identity.key == name)
    related = Related(home, first.start, first.end, "the first object of that name")
    return table.DUPLICATE_OBJECT.finding(
        header.start, header.end, {"identifier": shown(str(header.identity))}, related=(related,)
    )


def _whole(unit: TemplateUnit) -> list[Header]:
    """The headers of a unit that have all their pieces."""
    return [header for header in unit.headers if header.identity.is_whole]


class _Lacking(NamedTuple):
    """The names in a unit's pointers that its document lacks, and the classes of malformed headers there."""

    names: Collection[Name]
    vague: frozenset[str]


def dangling(unit: TemplateUnit, known: Collection[Name], vague: Collection[str]) -> Sequence[Finding]:
    """The findings on a unit's pointers to names that are not known.

    `vague` are the classes of malformed headers in the document.
    """
    missing = unit.judgement.pointed.difference(known)
    return unit.kept(_Lacking(missing, frozenset(vague)), _dangling) if missing else ()


def _dangling(unit: TemplateUnit, lacking: _Lacking) -> Sequence[Finding]:
    """Pointers to nothing, except those that may mean an object with a malformed header."""
    return [
        table.DANGLING_POINTER.finding(
            pointer.start,
            pointer.end,
            {"document": unit.document or "", "pointer": shown(f"<{pointer.identity}>")},
        )
        for pointer in unit.pointers
        if pointer.identity.key in lacking.names and not lacking.vague.intersection(_classes(pointer))
    ]


def _classes(pointer: Pointer) -> tuple[str, str]:
    return pointer.identity.class_name.lower(), ""


def _scattered(units: Units, index: int, apart: Apart) -> Finding:
    """The finding at the first of some separated units; its fix moves them after the first ones."""
    unit = units[index]
    last = index + 1
    while last < len(units) and units[last] not in apart:
        last += 1
    home = next(at for at, each in enumerate(units) if at == index or (each in apart)) - 1
    edits = _moved(units[index:last], units[home], apart[unit]) if 0 <= home < index else ()
    header, first = unit.headers[0], units[0].headers[0]
    related = Related(units[0], first.start, first.end, "the document begins here")
    return table.SCATTERED_DOCUMENT.finding(
        header.start, header.end, {"document": unit.document or ""}, edits, (related,)
    )


def _moved(strays: Units, home: TemplateUnit, before: TemplateUnit) -> tuple[Edit, ...]:
    """Edits that move records with their comments, including comments at the end of the previous unit."""
    place, above = _end_of_own(home), _end_of_own(before)
    ends = [*(len(stray.text) for stray in strays[:-1]), _end_of_own(strays[-1])]
    moved = (stray.text[:end] for stray, end in zip(strays, ends, strict=True))
    text = "".join((before.text[above:], *moved))
    line_end = LINE_END.search(home.text)
    lacking = "" if text.endswith(("\n", "\r")) or line_end is None else line_end.group()
    return (
        *([Edit(above, len(before.text), "", before)] if above < len(before.text) else ()),
        *(Edit(0, end, "", stray) for stray, end in zip(strays, ends, strict=True)),
        Edit(place, place, text + lacking, home),
    )


def _end_of_own(unit: TemplateUnit) -> int:
    """The end of what belongs to a unit's record: comments right above the next header belong to that."""
    last, place = max((record.end for record in unit.records), default=0), len(unit.text)
    for start in reversed(line_starts(unit.text)):
        if start <= last or (start < len(unit.text) and not _COMMENT.match(unit.text, start)):
            break
        place = start
    return place
