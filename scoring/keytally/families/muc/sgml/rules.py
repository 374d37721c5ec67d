"""Rules for SGML units: tag pairs, document numbers, coreference links, and unchanged text."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from operator import attrgetter, eq

from keytally.families.contract import Role
from keytally.families.muc.sgml.attribute_rules import attribute_removal, shortened_text
from keytally.families.muc.sgml.chains import antecedents_of, attributes_reader, first_bearers, linking_names
from keytally.families.muc.sgml.structure import MOST_AROUND, Misnamed, Structure
from keytally.families.muc.sgml.syntax import Attribute, SgmlSyntax, Tag
from keytally.families.muc.sgml.unit import SgmlUnit, alternatives_of, contains_words, normalized_words
from keytally.findings.finding import Edit, Finding, Related
from keytally.findings.table import sgml
from keytally.text.difference import TextDifference, text_differences

# Rules for chains: the IDs and REFs of a document's coreference tags.
#
# All tags of a document share one set of IDs, including those outside the scored sections. A tag whose
# element is broken keeps its ID, so that a lost bracket is reported once and not at every REF to it.


RECENT_STRUCTURES = 8
"""The number of recent units with cached links, for edits between tags."""

MOST_SHOWN = 8
"""The maximum number of mentions of a cycle that a finding names."""


class _Links:
    """The IDs and REFs of a unit's open coreference tags, independent of positions.

    Tags are numbered in order; `tags` contains the number of each tag among all task tags.
    """

    def __init__(self, structure: Structure, syntax: SgmlSyntax, role: Role) -> None:
        linking, shapes = linking_names(syntax), structure.shapes
        self.tags = [tag for tag, shape in enumerate(shapes) if not shape.is_close and shape.name in linking]
        self.shapes = [shapes[tag] for tag in self.tags]
        self.attributes = list(map(attributes_reader(syntax, role).__getitem__, self.shapes))
        self.closes = dict(zip(structure.pairing.opens, structure.pairing.closes, strict=True))
        self.first = first_bearers(self.attributes)
        self.repeating = [] if len(self.first) == len(self.attributes) else list(self._repeating())
        self.antecedents = antecedents_of(self.attributes, self.first)
        self.pointed_to = frozenset(self.antecedents)
        self.to_themselves = [place for place, other in enumerate(self.antecedents) if other == place]
        self.cycles = list(_cycles(self.antecedents))
        self.loses_links = False
        self.dangling = list(self._dangling(syntax.reference))
        self.heads = list(self._heads(syntax.minimum))

    def _repeating(self) -> Iterator[int]:
        """Yield the tags with an ID that an earlier tag also has."""
        for place, attributes in enumerate(self.attributes):
            if attributes.identifier and self.first[attributes.identifier] != place:
                yield place

    def _dangling(self, reference: str) -> Iterator[int]:
        """Yield the tags whose REFs refer to no mention, unless another tag probably lacks that ID."""
        unknown = [place for place, antecedent in enumerate(self.antecedents) if antecedent is None]
        gaps = self._gaps() if any(self.attributes[place].reference for place in unknown) else frozenset()
        for place in unknown:
            attribute, named = self.shapes[place].attribute(reference), self.attributes[place].reference
            is_lost = named.isdecimal() and named in gaps
            self.loses_links |= is_lost
            if attribute is not None and not is_lost and (named or not attribute.flaw):
                yield place

    def _gaps(self) -> frozenset[str]:
        """Return the IDs that are missing from a sequence because a tag lacks its ID or repeats the ID of
        another tag.

        That tag already has a finding.
        """
        nameless = {place for place, attributes in enumerate(self.attributes) if not attributes.identifier}
        gaps = map(self._gap, {*nameless, *self.repeating})
        return frozenset(str(gap) for gap in gaps if gap is not None)

    def _gap(self, place: int) -> int | None:
        """Return the number between the numbers of the previous and the next tag; None if it is not
        unique.
        """
        before, behind = self._number(place - 1), self._number(place + 1)
        if behind is None:
            return None if before is None else before + 1
        return behind - 1 if before in (None, behind - 2) else None

    def _number(self, place: int) -> int | None:
        """Return the ID of a tag as a number, or None if it is not numeric."""
        if not 0 <= place < len(self.attributes):
            return None
        identifier = self.attributes[place].identifier
        return int(identifier) if identifier.isdecimal() and len(identifier) < 10 else None

    def _heads(self, minimum: str) -> Iterator[int]:
        """Yield the tags whose MIN can be compared with their texts."""
        for place, attributes in enumerate(self.attributes):
            if attributes.gives_minimum and self.tags[place] in self.closes:
                attribute = self.shapes[place].attribute(minimum)
                if attribute is not None and (attributes.minimum or not attribute.flaw):
                    yield place


@lru_cache(maxsize=RECENT_STRUCTURES)
def _links_of(structure: Structure, syntax: SgmlSyntax, role: Role) -> _Links:
    return _Links(structure, syntax, role)


def judge_chains(unit: SgmlUnit, syntax: SgmlSyntax, role: Role) -> Iterator[Finding]:
    """Yield all findings about the chains of a unit."""
    if unit.structure.shapes and linking_names(syntax):
        yield from _Judge(unit, syntax, _links_of(unit.structure, syntax, role)).findings()


def loses_links(unit: SgmlUnit, syntax: SgmlSyntax, role: Role) -> bool:
    """Return whether a REF probably refers to a mention that lacks its ID."""
    if not (unit.structure.flawed and linking_names(syntax)):
        return False
    return _links_of(unit.structure, syntax, role).loses_links


def breaks_links(unit: SgmlUnit, syntax: SgmlSyntax, role: Role) -> bool:
    """Return whether a REF refers to a missing mention or to its own tag."""
    shapes, linking = unit.structure.shapes, linking_names(syntax)
    if not (shapes and linking):
        return False
    opened = [shape for shape in shapes if not shape.is_close and shape.name in linking]
    attributes = list(map(attributes_reader(syntax, role).__getitem__, opened))
    identifiers = list(map(attrgetter("identifier"), attributes))
    references = list(map(attrgetter("reference"), attributes))
    return not {*references} <= {*identifiers, ""} or any(map(eq, references, identifiers))


class _Judge:
    """Checks the coreference tags of one unit; tags are numbered in text order."""

    def __init__(self, unit: SgmlUnit, syntax: SgmlSyntax, links: _Links) -> None:
        self._unit = unit
        self._syntax = syntax
        self._links = links

    def findings(self) -> Iterator[Finding]:
        """Yield all findings, rule by rule."""
        yield from self._duplicate_ids()
        yield from self._dangling()
        yield from self._self_references()
        yield from self._cycles()
        yield from self._duplicate_mentions()
        yield from self._heads()

    def _duplicate_ids(self) -> Iterator[Finding]:
        """Yield a finding for each repeated ID. REFs to it point to an earlier mention, so the fix
        replaces it with an unused ID.
        """
        links = self._links
        free = _free_number(links.first) if links.repeating else 0
        for number, place in enumerate(links.repeating):
            identifier = links.attributes[place].identifier
            first = self._attribute(links.first[identifier], self._syntax.identifier)
            related = Related(self._unit, *first, "the first mention with this ID")
            start, end = self._attribute(place, self._syntax.identifier)
            name = str(free + number)
            yield sgml.DUPLICATE_ID.finding(
                start,
                end,
                {"identifier": shortened_text(identifier), "free": name},
                (Edit(start, end, name),),
                (related,),
            )

    def _dangling(self) -> Iterator[Finding]:
        for place in self._links.dangling:
            start, end = self._attribute(place, self._syntax.reference)
            yield sgml.DANGLING_REF.finding(
                start, end, {"reference": shortened_text(self._links.attributes[place].reference)}
            )

    def _self_references(self) -> Iterator[Finding]:
        for place in self._links.to_themselves:
            span, edits = self._idle_reference(place)
            yield sgml.SELF_REF.finding(*span, {"identifier": self._name(place)}, edits)

    def _cycles(self) -> Iterator[Finding]:
        """Yield a finding for each cycle of REFs at its first mention; removing the REF of this mention
        does not change the chain.
        """
        for cycle in self._links.cycles:
            path = _from(cycle, min(cycle))
            names = [self._name(place) for place in path[:MOST_SHOWN]]
            names += ["…"] if len(path) > MOST_SHOWN else []
            related = tuple(
                Related(
                    self._unit,
                    *self._attribute(place, self._syntax.reference),
                    "the next mention in the cycle",
                )
                for place in path[1:MOST_SHOWN]
            )
            span, edits = self._idle_reference(path[0])
            yield sgml.REF_CYCLE.finding(*span, {"cycle": " → ".join([*names, names[0]])}, edits, related)

    def _idle_reference(self, place: int) -> tuple[tuple[int, int], tuple[Edit, ...]]:
        """Return the position of a redundant REF, and the edit that removes it."""
        tag = self._tag(place)
        attribute = tag.attribute(self._syntax.reference)
        edits = (self._removal(tag, attribute),) if attribute is not None else ()
        return self._attribute(place, self._syntax.reference), edits

    def _removal(self, tag: Tag, attribute: Attribute) -> Edit:
        edit = attribute_removal(self._unit.text[tag.start : tag.end], attribute)
        return Edit(tag.start + edit.start, tag.start + edit.end, "")

    def _duplicate_mentions(self) -> Iterator[Finding]:
        """Yield a finding for two mentions of the same text at the same position.

        The fix removes the inner mention if no link is lost.
        """
        if not self._may_be_duplicates():
            return
        stripped, seen = self._unit.places.stripped, dict[tuple[int, int], int]()
        for place, number in enumerate(self._links.tags):
            close = self._links.closes.get(number)
            if close is None or stripped[number] == stripped[close]:
                continue
            first = seen.setdefault((stripped[number], stripped[close]), place)
            if first != place:
                tag, outer = self._tag(place), self._tag(first)
                related = Related(self._unit, outer.start, outer.end, "the other mention")
                edits = _untagging(tag, self._unit.tags[close]) if self._is_idle(place, first) else ()
                yield sgml.DUPLICATE_MENTION.finding(
                    tag.start, tag.end, {"identifier": self._name(first)}, edits, (related,)
                )

    def _may_be_duplicates(self) -> bool:
        """Return whether any two mentions begin at the same offset; comparing adjacent tags is enough,
        because their offsets never decrease.
        """
        starts = list(map(self._unit.places.stripped.__getitem__, self._links.tags))
        return any(map(eq, starts, starts[1:]))

    def _is_idle(self, place: int, first: int) -> bool:
        """Return whether a duplicate mention can be deleted without losing a link."""
        links = self._links
        points_on = links.attributes[place].reference and links.antecedents[place] not in (first, place)
        return not points_on and place not in links.pointed_to

    def _heads(self) -> Iterator[Finding]:
        links, stripped = self._links, self._unit.places.stripped
        text = self._unit.stripped() if links.heads else ""
        for place in links.heads:
            number, minimum = links.tags[place], links.attributes[place].minimum
            tagged = text[stripped[number] : stripped[links.closes[number]]]
            if not minimum or not contains_words(tagged, minimum):
                start, end = self._attribute(place, self._syntax.minimum)
                yield sgml.MIN_NOT_IN_TEXT.finding(start, end, {"value": shortened_text(minimum)})

    def _name(self, place: int) -> str:
        return shortened_text(self._links.attributes[place].identifier)

    def _tag(self, place: int) -> Tag:
        return self._unit.tags[self._links.tags[place]]

    def _attribute(self, place: int, name: str) -> tuple[int, int]:
        """Return the range of an attribute's value, of the whole attribute if the value is empty, or of
        the tag if the attribute is missing.
        """
        tag = self._tag(place)
        attribute = tag.attribute(name)
        if attribute is None:
            return tag.start, tag.end
        value = attribute.value
        start = attribute.value_start + len(value) - len(value.lstrip())
        if not value.strip():
            return tag.start + attribute.start, tag.start + attribute.end
        return tag.start + start, tag.start + start + len(value.strip())


def _untagging(opened: Tag, close: Tag) -> tuple[Edit, ...]:
    return Edit(opened.start, opened.end, ""), Edit(close.start, close.end, "")


def _cycles(antecedents: list[int | None]) -> Iterator[list[int]]:
    """Yield the cycles of at least two mentions, each in link order.

    Each cycle contains a link to a later mention.
    """
    walks = [0] * len(antecedents)
    forward = (place for place, other in enumerate(antecedents) if other is not None and other > place)
    for start in forward:
        place: int | None = start
        path = []
        while place is not None and not walks[place]:
            walks[place] = start + 1
            path.append(place)
            place = antecedents[place]
        if place is not None and path and walks[place] == start + 1:
            cycle = path[path.index(place) :]
            if len(cycle) > 1:
                yield cycle


def _from(cycle: list[int], first: int) -> list[int]:
    """Return a cycle rotated so that it begins at the given mention."""
    start = cycle.index(first)
    return cycle[start:] + cycle[:start]


def _free_number(identifiers: dict[str, int]) -> int:
    """Return the smallest number above all IDs."""
    numbers = (int(name) for name in identifiers if name.isdecimal() and len(name) < 10)
    return max(numbers, default=0) + 1


def judge_unit(unit: SgmlUnit, syntax: SgmlSyntax, role: Role) -> tuple[Finding, ...]:
    """Return all findings about a unit that do not depend on other units, in text order."""
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
    """Return whether scoring may skip a part of a unit: a tag, an attribute or a link."""
    pairing = unit.structure.pairing
    odd = unit.structure.flawed or pairing.unclosed or pairing.unmatched or pairing.nested
    return bool(odd) or breaks_links(unit, syntax, role)


def _without_links(finding: Finding, syntax: SgmlSyntax) -> Finding:
    """Return a finding about a missing ID with a note about lost REFs; other findings are unchanged."""
    attribute = finding.arguments.get("attribute")
    if finding.rule is sgml.MISSING_ATTRIBUTE and attribute == syntax.identifier.upper():
        return finding._replace(wording=sgml.MISSING_IDENTIFIER)
    return finding


def duplicate_numbers(units: Sequence[SgmlUnit]) -> list[tuple[Finding, ...]]:
    """Return the findings for each unit of a file: one finding if an earlier unit has the same document
    number.
    """
    first: dict[str, SgmlUnit] = {}
    found: list[tuple[Finding, ...]] = []
    for unit in units:
        original = first.setdefault(unit.document, unit) if unit.document else unit
        found.append(() if original is unit else (_duplicate(unit, original),))
    return found


def _duplicate(unit: SgmlUnit, original: SgmlUnit) -> Finding:
    start, end = unit.number or (0, 0)
    related = Related(original, *(original.number or (0, 0)), "the first document with this number")
    return sgml.DUPLICATE_DOCNO.finding(start, end, {"number": unit.written_number}, related=(related,))


def _place(finding: Finding) -> tuple[int, int]:
    return finding.start, finding.end


def _number(unit: SgmlUnit, syntax: SgmlSyntax) -> Iterator[Finding]:
    if not unit.document:
        yield sgml.MISSING_DOCNO.finding(0, 1 + len(syntax.doc_gid), {"tag": syntax.number_gids[0]})


def _tags(unit: SgmlUnit, syntax: SgmlSyntax) -> Iterator[Finding]:
    """Yield the findings for individual tags, except for tags that were probably misread."""
    flawed = unit.structure.flawed
    misread: Set[int] = _misread(unit, syntax) if flawed else frozenset()
    for number in flawed:
        if number not in misread:
            tag = unit.tags[number]
            for problem in tag.shape.problems:
                yield _at(tag, problem)


def _misread(unit: SgmlUnit, syntax: SgmlSyntax) -> Set[int]:
    """Return the tags that were most likely intended to be other tags."""
    pairing, shapes = unit.structure.pairing, unit.structure.shapes
    bare = (tag for tag in pairing.unclosed if shapes[tag].is_bare)
    misnamed = (pair.opened for pair in pairing.misnamed if _opened_wrongly(unit, pair, syntax))
    return {*pairing.meant_to_close, *bare, *misnamed}


def _at(tag: Tag, problem: Finding) -> Finding:
    """Return the problem of a tag as a finding in the unit."""
    shift = tag.start
    edits = tuple(Edit(edit.start + shift, edit.end + shift, edit.text) for edit in problem.edits)
    return problem._replace(start=problem.start + shift, end=problem.end + shift, edits=edits)


def _pairs(unit: SgmlUnit, syntax: SgmlSyntax) -> Iterator[Finding]:
    """Yield findings for unpaired tags. A tag without `>` already has a finding."""
    pairing, tags = unit.structure.pairing, unit.tags
    for tag in (tags[number] for number in pairing.unclosed):
        if tag.shape.complete:
            yield sgml.UNCLOSED_TAG.finding(
                tag.start, tag.end, {"tag": _written(unit, tag), "problem": "is never closed", "repair": ""}
            )
    for tag in (tags[number] for number in pairing.meant_to_close):
        yield sgml.UNCLOSED_AND_READ.finding(
            tag.start,
            tag.end,
            {
                "tag": _written(unit, tag),
                "problem": "is never closed; it seems to be a closing tag without its slash",
                "repair": "insert /",
            },
            (_insert(tag.start + 1, "/"),),
        )
    yield from _unmatched(unit, syntax)
    for close, inner in ((tags[close], tags[inner]) for close, inner in pairing.crossings):
        related = Related(unit, inner.start, inner.end, "this element is still open at that closing tag")
        yield sgml.CROSSING_TAGS.finding(
            close.start,
            close.end,
            {"tag": _written(unit, close), "inner": _written(unit, inner)},
            related=(related,),
        )


def _unmatched(unit: SgmlUnit, syntax: SgmlSyntax) -> Iterator[Finding]:
    """Yield findings for unmatched close tags; a close tag that follows an open tag of another name was
    probably meant to close it.
    """
    pairing = unit.structure.pairing
    misnamed = {pair.close: pair for pair in pairing.misnamed}
    for number in pairing.unmatched:
        pair = misnamed.get(number)
        if pair is not None:
            yield _misnamed(unit, pair, syntax)
        else:
            tag = unit.tags[number]
            name = _written(unit, tag)
            yield sgml.UNMATCHED_CLOSE_TAG.finding(
                tag.start, tag.end, {"tag": name, "hint": "", "repair": f"remove </{name}>"}, (_removal(tag),)
            )


def _misnamed(unit: SgmlUnit, pair: Misnamed, syntax: SgmlSyntax) -> Finding:
    """Return a finding for the name that does not fit the type, or for the close tag's name if both fit."""
    opening, closing = unit.tags[pair.opened], unit.tags[pair.close]
    opened, close = _written(unit, opening), _written(unit, closing)
    if _opened_wrongly(unit, pair, syntax):
        start, old, new, repair = opening.start + 1, opened, close, f"change <{opened}> to <{close}>"
    else:
        start, old, new, repair = closing.start + 2, close, opened, f"change it to </{opened}>"
    edits = (Edit(start, start + len(old), new),)
    related = Related(unit, opening.start, opening.end, "this tag is never closed")
    return sgml.MISNAMED_CLOSE_TAG.finding(
        closing.start,
        closing.end,
        {"tag": close, "hint": f"; <{opened}> is open", "repair": repair},
        edits,
        related=(related,),
    )


def _opened_wrongly(unit: SgmlUnit, pair: Misnamed, syntax: SgmlSyntax) -> bool:
    """Return whether the open tag's type belongs to the close tag's name rather than its own."""
    opened, close = (unit.structure.shapes[number] for number in pair)
    attribute = opened.attribute(syntax.type)
    types = {
        value.strip().upper() for value in (attribute.value.split(syntax.separator) if attribute else ())
    }
    mine, other = (syntax.tag(shape.name).values(syntax.type) or () for shape in (opened, close))
    return bool(types) and types <= set(other) and not types & set(mine)


def _written(unit: SgmlUnit, tag: Tag) -> str:
    """Return the tag's name as written."""
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
        yield sgml.TAG_OUTSIDE_SECTION.finding(
            tag.start, tag.end, {"tag": _written(unit, tag), "sections": syntax.outside}
        )


def _nested(unit: SgmlUnit) -> Iterator[Finding]:
    """Yield one finding, at the first element, for all elements that are nested too deeply."""
    nested = unit.structure.pairing.nested
    if nested:
        tag, others = unit.tags[nested[0]], len(nested) - 1
        more = (
            f", nor {'is' if others == 1 else 'are'} {others:,} other{'' if others == 1 else 's'}"
            if others
            else ""
        )
        yield sgml.TAG_NESTED.finding(
            tag.start, tag.end, {"tag": _written(unit, tag), "most": MOST_AROUND, "others": more}
        )


def _alternatives(unit: SgmlUnit, syntax: SgmlSyntax) -> Iterator[Finding]:
    """Yield findings for alternatives that are not part of the tagged text."""
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
    """Yield a finding for each alternative of the tag at `start` that does not occur in its text."""
    whole = normalized_words(text)
    for value, place in alternatives:
        wanted = normalized_words(value)
        if wanted not in whole and wanted.replace(syntax.quote_char, '"') not in whole:
            first = start + place + len(value) - len(value.lstrip())
            yield sgml.ALT_NOT_IN_TEXT.finding(
                first, first + len(value.strip()), {"value": shortened_text(value.strip())}
            )


_LIKE_A_TAG = re.compile(r"<?\s*([/\\\\]?)\s*([A-Za-z]+)(?:\s[^<>]*)?>?")
_LONGEST = 300  # characters of a tag
_MOST_COMMON = 2  # characters of a tag that the text before it may end with


class MisspeltTags:
    """The unpaired tags of a unit; each can explain one misspelt tag."""

    def __init__(self, unit: SgmlUnit) -> None:
        self._unclosed = _Partners(unit, sgml.UNCLOSED_TAG.name)
        self._unmatched = _Partners(unit, sgml.UNMATCHED_CLOSE_TAG.name)

    def explain(self, text: str, start: int, end: int, place: int) -> bool:
        """Return whether the text inserted from `start` to `end` is a misspelt tag.

        `place` is the position of the insertion in the unit. If the preceding text ends like the insertion,
        the two are indistinguishable, so the tag may begin slightly earlier.
        """
        if end - start > _LONGEST or not (self._unclosed or self._unmatched):
            return False
        for shift in range(min(_MOST_COMMON, start) + 1):
            written = text[start - shift : end - shift]
            match = _LIKE_A_TAG.fullmatch(written)
            if match and ("<" in written or ">" in written):
                return self._explained(match[2].lower(), bool(match[1]), place)
        return False

    def _explained(self, name: str, is_close: bool, place: int) -> bool:
        """Return whether an earlier tag was never closed or a later one never opened; each tag is used
        once.
        """
        if is_close:
            return self._unclosed.take(name, 0, place)
        return self._unmatched.take(name, place)


class _Partners:
    """Unpaired tags: the lower-case name of each, and the positions of each name."""

    def __init__(self, unit: SgmlUnit, rule: str) -> None:
        self._starts: dict[str, list[int]] = {}
        for finding in unit.findings:
            if finding.rule.name == rule:
                self._starts.setdefault(finding.arguments["tag"].lower(), []).append(finding.start)

    def __bool__(self) -> bool:
        return any(self._starts.values())

    def take(self, name: str, start: int, end: int | None = None) -> bool:
        """Return whether there is a tag with a similar name between two positions; remove the first such
        tag.
        """
        found: list[tuple[int, list[int]]] = []
        for starts in (starts for own, starts in self._starts.items() if is_misspelling(name, own)):
            index = bisect_left(starts, start)
            if index < len(starts) and (end is None or starts[index] < end):
                found.append((index, starts))
        if found:
            index, starts = min(found, key=lambda each: each[1][each[0]])
            del starts[index]
        return bool(found)


@lru_cache(maxsize=256)
def is_misspelling(name: str, other: str) -> bool:
    """Return whether a name is most likely a misspelling of another."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a wrong name pays for it

    return bool(get_close_matches(name, [other], cutoff=0.75))


_CARRIAGE_RETURN = re.compile(r"\r\n?")
_LINE_END = re.compile(r"\r\n?|\n")
_NAMES = {"\n": "LF", "\r\n": "CRLF", "\r": "CR"}


def compare_texts(unit: SgmlUnit, reference: SgmlUnit | None) -> list[Finding]:
    """Return `text-altered` findings for each range in which the unit's text differs from the reference.

    Task tags are ignored on both sides. Lost text has a range of zero width. If there is no reference, there
    is one finding, at the document's number. Different line ends are reported once for the whole document, in
    addition to other differences.
    """
    if reference is None:
        return [_no_such_document(unit)]
    mine, original = unit.stripped(), reference.stripped()
    return [] if mine == original else list(_Comparison(unit, mine, original).findings())


def _no_such_document(unit: SgmlUnit) -> Finding:
    start, end = unit.number or (0, min(4, len(unit.text)))
    number = unit.written_number or "without a number"
    return sgml.NO_SUCH_DOCUMENT.finding(start, end, {"number": number})


class _Comparison:
    """A unit's stripped text and the original text, with line ends made uniform."""

    def __init__(self, unit: SgmlUnit, mine: str, original: str) -> None:
        self._unit = unit
        self._mine = mine
        self._original = original
        self._line_ends = ("\r" in mine or "\r" in original) and _line_end_kinds(mine) != _line_end_kinds(
            original
        )
        crlf = enumerate(re.finditer("\r\n", mine)) if self._line_ends else ()
        self._shortened = [match.start() - before for before, match in crlf]

    def findings(self) -> Iterator[Finding]:
        """Yield one finding for the line ends, and one for each other difference."""
        mine, original = self._mine, self._original
        if self._line_ends:
            yield self._other_line_ends()
            mine, original = _CARRIAGE_RETURN.sub("\n", mine), _CARRIAGE_RETURN.sub("\n", original)
        misspelt = MisspeltTags(self._unit)
        for stretch in text_differences(mine, original):
            place = self._unit.source_offset(self._exact(stretch.start))
            if stretch.original or not misspelt.explain(mine, stretch.start, stretch.end, place):
                yield self._altered(stretch, mine[stretch.start : stretch.end])

    def _other_line_ends(self) -> Finding:
        """Return a finding at the first line end that differs."""
        ends = zip(_LINE_END.finditer(self._mine), _LINE_END.finditer(self._original), strict=False)
        pairs = ((mine, original) for mine, original in ends if mine[0] != original[0])
        mine, original = next(pairs, (None, None))
        if mine is None or original is None:
            return sgml.OTHER_LINE_ENDS.finding(0, 0, {})
        start = self._unit.source_offset(mine.start(), after_tags=True)
        end = self._unit.source_offset(mine.end())
        return sgml.LINE_ENDS_ALTERED.finding(
            start, max(start, end), {"written": _NAMES[mine[0]], "original": _NAMES[original[0]]}
        )

    def _altered(self, stretch: TextDifference, written: str) -> Finding:
        first, last = self._exact(stretch.start), self._exact(stretch.end)
        if first == last:
            return self._lost(first, stretch.original)
        start, end = self._unit.source_offset(first, after_tags=True), self._unit.source_offset(last)
        tagged = bool(self._unit.tags_within(start, end))
        edits = () if tagged else (Edit(start, end, stretch.original),)
        if not stretch.original:
            return sgml.TEXT_INSERTED.finding(start, end, {"written": shortened_text(written)}, edits)
        return sgml.TEXT_ALTERED.finding(
            start,
            end,
            {"original": shortened_text(stretch.original), "written": shortened_text(written)},
            edits,
        )

    def _lost(self, stripped: int, original: str) -> Finding:
        """Return a finding for lost text; it has a fix, unless the text contains more than whitespace and
        was lost next to a task tag.
        """
        start = self._unit.source_offset(stripped)
        end = self._unit.source_offset(stripped, after_tags=True)
        place = self._outermost(start, end)
        safe = start == end or not original.strip()
        edits = (Edit(place, place, original),) if safe else ()
        return sgml.TEXT_LOST.finding(place, place, {"original": shortened_text(original)}, edits)

    def _outermost(self, start: int, end: int) -> int:
        """Return the position between adjacent tags at which the fewest elements are open."""
        place, depth, least = start, 0, 0
        for tag in self._unit.tags_within(start, end):
            depth += -1 if tag.is_close else 1
            if depth < least:
                place, least = tag.end, depth
        return place

    def _exact(self, offset: int) -> int:
        """Return the stripped offset that corresponds to an offset in the text with uniform line ends."""
        return offset + bisect_left(self._shortened, offset)


def _line_end_kinds(text: str) -> set[str]:
    return set(_LINE_END.findall(text))
