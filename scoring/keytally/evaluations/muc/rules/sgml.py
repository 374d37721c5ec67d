"""Rules for SGML units: the pairing and place of tags, and the document's number."""

from collections.abc import Iterator, Sequence, Set

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.sgml.objects import alternatives_of
from keytally.evaluations.muc.formats.sgml.pairing import MOST_AROUND, Misnamed
from keytally.evaluations.muc.formats.sgml.quoted_words import normalized
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.tags import Tag
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.rules.coreference import breaks_links, judge_chains, loses_links
from keytally.evaluations.muc.rules.sgml_attributes import shown
from keytally.findings.finding import Edit, Finding, Related
from keytally.findings.table import sgml as table


def judge_unit(unit: SgmlUnit, syntax: SgmlSyntax, role: Role) -> tuple[Finding, ...]:
    """Every finding about a unit that needs no other unit, in the order of their places."""
    findings = [] if unit.document is None else list(_number(unit, syntax))
    if role is not Role.TEXTS:
        findings += _tags(unit, syntax)
        if loses_links(unit, syntax, role):
            findings = [_without_links(finding, syntax) for finding in findings]
        findings += _pairs(unit, syntax)
        findings += _places(unit, syntax)
        findings += _nested(unit)
        findings += judge_chains(unit, syntax, role)
        if role is not Role.RESPONSE:
            findings += _alternatives(unit, syntax)
    findings.sort(key=_place)
    return tuple(findings)


def may_lose(unit: SgmlUnit, syntax: SgmlSyntax, role: Role) -> bool:
    """Whether scoring may leave out a part of a unit: a tag, an attribute or a link."""
    pairing = unit.structure.pairing
    odd = unit.structure.flawed or pairing.unclosed or pairing.unmatched or pairing.nested
    return bool(odd) or breaks_links(unit, syntax, role)


def _without_links(finding: Finding, syntax: SgmlSyntax) -> Finding:
    """The finding that says of a mention without an ID that REFs to it are lost; any other as it is."""
    attribute = finding.arguments.get("attribute")
    if finding.rule is table.MISSING_ATTRIBUTE and attribute == syntax.identifier.upper():
        return finding._replace(wording=table.MISSING_IDENTIFIER)
    return finding


def duplicate_numbers(units: Sequence[SgmlUnit]) -> list[tuple[Finding, ...]]:
    """For each unit of a file: a finding if an earlier unit has the same document number."""
    first: dict[str, SgmlUnit] = {}
    found: list[tuple[Finding, ...]] = []
    for unit in units:
        original = first.setdefault(unit.document, unit) if unit.document else unit
        found.append(() if original is unit else (_duplicate(unit, original),))
    return found


def _duplicate(unit: SgmlUnit, original: SgmlUnit) -> Finding:
    start, end = unit.number or (0, 0)
    related = Related(original, *(original.number or (0, 0)), "the first document of that number")
    return table.DUPLICATE_DOCNO.finding(start, end, {"number": unit.written_number}, related=(related,))


def _place(finding: Finding) -> tuple[int, int]:
    return finding.start, finding.end


def _number(unit: SgmlUnit, syntax: SgmlSyntax) -> Iterator[Finding]:
    if not unit.document:
        yield table.MISSING_DOCNO.finding(0, 1 + len(syntax.doc_gid), {"tag": syntax.number_gids[0]})


def _tags(unit: SgmlUnit, syntax: SgmlSyntax) -> Iterator[Finding]:
    """The problems of the tags by themselves; a tag that is misread as bare or as another has none."""
    flawed = unit.structure.flawed
    misread: Set[int] = _misread(unit, syntax) if flawed else frozenset()
    for number in flawed:
        if number not in misread:
            tag = unit.tags[number]
            for problem in tag.shape.problems:
                yield _at(tag, problem)


def _misread(unit: SgmlUnit, syntax: SgmlSyntax) -> Set[int]:
    """The tags that were most likely meant to be others."""
    pairing, shapes = unit.structure.pairing, unit.structure.shapes
    bare = (tag for tag in pairing.unclosed if shapes[tag].is_bare)
    misnamed = (pair.opened for pair in pairing.misnamed if _opened_wrongly(unit, pair, syntax))
    return {*pairing.meant_to_close, *bare, *misnamed}


def _at(tag: Tag, problem: Finding) -> Finding:
    """The finding of a tag's problem, in the tag's unit."""
    shift = tag.start
    edits = tuple(Edit(edit.start + shift, edit.end + shift, edit.text) for edit in problem.edits)
    return problem._replace(start=problem.start + shift, end=problem.end + shift, edits=edits)


def _pairs(unit: SgmlUnit, syntax: SgmlSyntax) -> Iterator[Finding]:
    """Tags that do not pair. A tag without its `>` has its finding already."""
    pairing, tags = unit.structure.pairing, unit.tags
    for tag in (tags[number] for number in pairing.unclosed):
        if tag.shape.complete:
            yield table.UNCLOSED_TAG.finding(
                tag.start, tag.end, {"tag": _written(unit, tag), "problem": "is never closed", "repair": ""}
            )
    for tag in (tags[number] for number in pairing.meant_to_close):
        yield table.UNCLOSED_AND_READ.finding(
            tag.start,
            tag.end,
            {
                "tag": _written(unit, tag),
                "problem": "is never closed; it seems to be a close tag that lost its slash",
                "repair": "insert /",
            },
            (_insert(tag.start + 1, "/"),),
        )
    yield from _unmatched(unit, syntax)
    for close, inner in ((tags[close], tags[inner]) for close, inner in pairing.crossings):
        related = Related(unit, inner.start, inner.end, "this element is still open there")
        yield table.CROSSING_TAGS.finding(
            close.start,
            close.end,
            {"tag": _written(unit, close), "inner": _written(unit, inner)},
            related=(related,),
        )


def _unmatched(unit: SgmlUnit, syntax: SgmlSyntax) -> Iterator[Finding]:
    """Close tags that close nothing; one after an open tag of another name is meant to close it."""
    pairing = unit.structure.pairing
    misnamed = {pair.close: pair for pair in pairing.misnamed}
    for number in pairing.unmatched:
        pair = misnamed.get(number)
        if pair is not None:
            yield _misnamed(unit, pair, syntax)
        else:
            tag = unit.tags[number]
            name = _written(unit, tag)
            yield table.UNMATCHED_CLOSE_TAG.finding(
                tag.start, tag.end, {"tag": name, "hint": "", "repair": f"remove </{name}>"}, (_removal(tag),)
            )


def _misnamed(unit: SgmlUnit, pair: Misnamed, syntax: SgmlSyntax) -> Finding:
    """One of the two names is wrong: the one that does not fit the type, else the close tag's."""
    opening, closing = unit.tags[pair.opened], unit.tags[pair.close]
    opened, close = _written(unit, opening), _written(unit, closing)
    if _opened_wrongly(unit, pair, syntax):
        start, old, new, repair = opening.start + 1, opened, close, f"change <{opened}> to <{close}>"
    else:
        start, old, new, repair = closing.start + 2, close, opened, f"change it to </{opened}>"
    edits = (Edit(start, start + len(old), new),)
    related = Related(unit, opening.start, opening.end, "this tag is never closed")
    return table.MISNAMED_CLOSE_TAG.finding(
        closing.start,
        closing.end,
        {"tag": close, "hint": f"; <{opened}> is open", "repair": repair},
        edits,
        related=(related,),
    )


def _opened_wrongly(unit: SgmlUnit, pair: Misnamed, syntax: SgmlSyntax) -> bool:
    """Whether the open tag's type belongs to the close tag's name, and not to its own."""
    opened, close = (unit.structure.shapes[number] for number in pair)
    attribute = opened.attribute(syntax.type)
    types = {
        value.strip().upper() for value in (attribute.value.split(syntax.separator) if attribute else ())
    }
    mine, other = (syntax.tag(shape.name).values(syntax.type) or () for shape in (opened, close))
    return bool(types) and types <= set(other) and not types & set(mine)


def _written(unit: SgmlUnit, tag: Tag) -> str:
    """The tag's name as written."""
    start = tag.start + (2 if tag.is_close else 1)
    return unit.text[start : start + len(tag.name)]


def _insert(place: int, text: str) -> Edit:
    return Edit(place, place, text)


def _removal(tag: Tag) -> Edit:
    return Edit(tag.start, tag.end, "")


def _places(unit: SgmlUnit, syntax: SgmlSyntax) -> Iterator[Finding]:
    pairing = unit.structure.pairing
    outside = [] if None not in pairing.sections else zip(pairing.opens, pairing.sections, strict=True)
    for tag in (unit.tags[number] for number, section in outside if section is None):
        yield table.TAG_OUTSIDE_SECTION.finding(
            tag.start, tag.end, {"tag": _written(unit, tag), "sections": syntax.outside}
        )


def _nested(unit: SgmlUnit) -> Iterator[Finding]:
    """One finding for all elements that lie within too many others, at the first."""
    nested = unit.structure.pairing.nested
    if nested:
        tag, others = unit.tags[nested[0]], len(nested) - 1
        more = f", nor are {others:,} others" if others else ""
        yield table.TAG_NESTED.finding(
            tag.start, tag.end, {"tag": _written(unit, tag), "most": MOST_AROUND, "others": more}
        )


def _alternatives(unit: SgmlUnit, syntax: SgmlSyntax) -> Iterator[Finding]:
    """Alternatives of the text that are no part of it."""
    having = {tag.name for tag in syntax.tags if syntax.alt in tag.attributes}
    structure, places = unit.structure, unit.places
    for opened, close in (
        zip(structure.pairing.opens, structure.pairing.closes, strict=True) if having else ()
    ):
        shape = structure.shapes[opened]
        attribute = shape.attribute(syntax.alt)
        if attribute is not None and shape.name in having:
            text = unit.stripped()[places.stripped[opened] : places.stripped[close]]
            alternatives = alternatives_of(attribute, syntax.separator)
            yield from _not_in_text(places.starts[opened], alternatives, text, syntax)


def _not_in_text(
    start: int, alternatives: list[tuple[str, int]], text: str, syntax: SgmlSyntax
) -> Iterator[Finding]:
    """Those of the alternatives of a tag at `start` that its text does not have."""
    whole = normalized(text)
    for value, place in alternatives:
        wanted = normalized(value)
        if wanted not in whole and wanted.replace(syntax.quote_char, '"') not in whole:
            first = start + place + len(value) - len(value.lstrip())
            yield table.ALT_NOT_IN_TEXT.finding(
                first, first + len(value.strip()), {"value": shown(value.strip())}
            )
