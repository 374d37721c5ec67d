"""The rules about SGML units: how tags pair, where they stand, and the document's number."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.sgml.elements import Element, Matcher, Misnamed
from keytally.evaluations.muc.formats.sgml.objects import alternatives_of
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.tags import Problem, Tag
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.formats.sgml.words import squashed
from keytally.evaluations.muc.rules.coreference import judge_chains
from keytally.evaluations.muc.rules.sgml_attributes import shown
from keytally.findings.finding import Edit, Finding, Related
from keytally.findings.table import sgml as table


def judge_unit(unit: SgmlUnit, matcher: Matcher, syntax: SgmlSyntax, role: Role) -> tuple[Finding, ...]:
    """Every finding about a unit that needs no other unit, in the order of their places."""
    findings = [] if unit.document is None else list(_number(unit, syntax))
    if role is not Role.TEXTS:
        findings += _tags(unit, matcher, syntax)
        findings += _pairs(unit, matcher, syntax)
        findings += _places(unit, syntax)
        findings += judge_chains(unit, syntax, role)
        if role is not Role.RESPONSE:
            findings += _alternatives(unit, syntax)
    findings.sort(key=_place)
    return tuple(findings)


def duplicate_numbers(units: Sequence[SgmlUnit]) -> list[tuple[Finding, ...]]:
    """For each unit of a file: a finding where an earlier unit has the same document number."""
    first: dict[str, SgmlUnit] = {}
    found: list[tuple[Finding, ...]] = []
    for unit in units:
        original = first.setdefault(unit.document, unit) if unit.document else unit
        found.append(() if original is unit else (_duplicate(unit, original),))
    return found


def _duplicate(unit: SgmlUnit, original: SgmlUnit) -> Finding:
    start, end = unit.number or (0, 0)
    related = Related(original, *(original.number or (0, 0)), "the first document of that number")
    arguments = {"number": unit.document or ""}
    return Finding(table.DUPLICATE_DOCNO, start, end, arguments, related=(related,))


def _place(finding: Finding) -> tuple[int, int]:
    return finding.start, finding.end


def _number(unit: SgmlUnit, syntax: SgmlSyntax) -> Iterator[Finding]:
    if not unit.document:
        arguments = {"tag": syntax.number_gids[0]}
        yield Finding(table.MISSING_DOCNO, 0, 1 + len(syntax.doc_gid), arguments)


def _tags(unit: SgmlUnit, matcher: Matcher, syntax: SgmlSyntax) -> Iterator[Finding]:
    """The problems of the tags by themselves; a tag that is misread as bare or as another has none."""
    misread = {tag.start for tag in matcher.meant_to_close}
    misread.update(tag.start for tag in matcher.unclosed if tag.is_bare)
    misread.update(pair.opened.start for pair in matcher.misnamed if _opened_wrongly(pair, syntax))
    for tag in unit.tags:
        if tag.shape.problems and tag.start not in misread:
            for problem in tag.shape.problems:
                yield _at(tag, problem)


def _at(tag: Tag, problem: Problem) -> Finding:
    """The finding of a tag's problem, in the unit that the tag stands in."""
    rule, start, end, arguments, edits = problem
    shift = tag.start
    moved = tuple(Edit(edit.start + shift, edit.end + shift, edit.text) for edit in edits)
    return Finding(rule, start + shift, end + shift, arguments, moved)


def _pairs(unit: SgmlUnit, matcher: Matcher, syntax: SgmlSyntax) -> Iterator[Finding]:
    """Tags that do not pair. A tag that is cut short has its finding already."""
    for tag in matcher.unclosed:
        if tag.shape.complete:
            arguments = {"tag": _written(unit, tag), "problem": "is never closed", "repair": ""}
            yield Finding(table.UNCLOSED_TAG, tag.start, tag.end, arguments)
    for tag in matcher.meant_to_close:
        arguments = {
            "tag": _written(unit, tag),
            "problem": "is never closed; it seems to be a close tag that lost its slash",
            "repair": "insert /",
        }
        yield Finding(table.UNCLOSED_TAG, tag.start, tag.end, arguments, (_insert(tag.start + 1, "/"),))
    yield from _unmatched(unit, matcher, syntax)
    for close, inner in matcher.crossings:
        arguments = {"tag": _written(unit, close), "inner": _written(unit, inner)}
        related = Related(unit, inner.start, inner.end, "this element is still open there")
        yield Finding(table.CROSSING_TAGS, close.start, close.end, arguments, related=(related,))


def _unmatched(unit: SgmlUnit, matcher: Matcher, syntax: SgmlSyntax) -> Iterator[Finding]:
    """Close tags that close nothing; one behind an open tag of another name is meant to close it."""
    misnamed = {pair.close.start: pair for pair in matcher.misnamed}
    for tag in matcher.unmatched:
        pair = misnamed.get(tag.start)
        if pair is not None:
            yield _misnamed(unit, pair, syntax)
        else:
            name = _written(unit, tag)
            arguments = {"tag": name, "hint": "", "repair": f"remove </{name}>"}
            yield Finding(table.UNMATCHED_CLOSE_TAG, tag.start, tag.end, arguments, (_removal(tag),))


def _misnamed(unit: SgmlUnit, pair: Misnamed, syntax: SgmlSyntax) -> Finding:
    """One of the two names is wrong: the one that its type does not go with, else the close tag's."""
    opened, close = _written(unit, pair.opened), _written(unit, pair.close)
    if _opened_wrongly(pair, syntax):
        start, old, new, repair = pair.opened.start + 1, opened, close, f"change <{opened}> to <{close}>"
    else:
        start, old, new, repair = pair.close.start + 2, close, opened, f"change it to </{opened}>"
    arguments = {"tag": close, "hint": f"; <{opened}> is open", "repair": repair}
    edits = (Edit(start, start + len(old), new),)
    related = Related(unit, pair.opened.start, pair.opened.end, "this tag is never closed")
    return Finding(
        table.UNMATCHED_CLOSE_TAG, pair.close.start, pair.close.end, arguments, edits, related=(related,)
    )


def _opened_wrongly(pair: Misnamed, syntax: SgmlSyntax) -> bool:
    """Whether the open tag's type is one of those of the close tag's name, and none of its own."""
    attribute = pair.opened.attribute(syntax.type)
    types = {
        value.strip().upper() for value in (attribute.value.split(syntax.separator) if attribute else ())
    }
    mine, other = (syntax.tag(tag.name).values(syntax.type) or () for tag in pair)
    return bool(types) and types <= set(other) and not types & set(mine)


def _written(unit: SgmlUnit, tag: Tag) -> str:
    """The tag's name as it is written."""
    start = tag.start + (2 if tag.is_close else 1)
    return unit.text[start : start + len(tag.name)]


def _insert(place: int, text: str) -> Edit:
    return Edit(place, place, text)


def _removal(tag: Tag) -> Edit:
    return Edit(tag.start, tag.end, "")


def _places(unit: SgmlUnit, syntax: SgmlSyntax) -> Iterator[Finding]:
    for element in unit.elements:
        if element.section is None:
            arguments = {"tag": _written(unit, element.open), "sections": syntax.outside}
            yield Finding(table.TAG_OUTSIDE_SECTION, element.open.start, element.open.end, arguments)


def _alternatives(unit: SgmlUnit, syntax: SgmlSyntax) -> Iterator[Finding]:
    """Alternatives of the text that are no part of it."""
    stripped = ""
    for element in unit.elements:
        attribute = element.open.attribute(syntax.alt)
        if attribute is not None and syntax.alt in syntax.tag(element.name).attributes:
            stripped = stripped or unit.stripped()
            text = stripped[element.stripped_start : element.stripped_end]
            yield from _not_in_text(element, alternatives_of(attribute, syntax.separator), text, syntax)


def _not_in_text(
    element: Element, alternatives: list[tuple[str, int]], text: str, syntax: SgmlSyntax
) -> Iterator[Finding]:
    whole = squashed(text)
    for value, start in alternatives:
        wanted = squashed(value)
        if wanted not in whole and wanted.replace(syntax.quote_char, '"') not in whole:
            first = element.open.start + start + len(value) - len(value.lstrip())
            arguments = {"value": shown(value.strip())}
            yield Finding(table.ALT_NOT_IN_TEXT, first, first + len(value.strip()), arguments)
