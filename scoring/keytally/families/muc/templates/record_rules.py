"""Rules that need only the record itself: headers, lines, slots, missing colons, and marks of keys."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from keytally.families.contract import Role
from keytally.families.muc.templates.scanner import BLANKS, FILLS, Header, TemplateToken, TemplateTokenKind
from keytally.families.muc.templates.unit import Record, SingleFill, SlotEntry, TemplateSyntax, TemplateUnit
from keytally.findings.finding import Edit, Finding, Related
from keytally.findings.spelling import short_text
from keytally.findings.table import templates
from keytally.text.positions import LINE_END, Span, own_line_end

COMMENT_MARKS = ("#", ";")
_QUOTED_PART = re.compile(r"\"[^\"]*\"|'[^']*'")
_QUOTED_LIST = re.compile(rf"(?:{_QUOTED_PART.pattern})(?:,[ \t]*(?:{_QUOTED_PART.pattern}))+")
_LINKS = (TemplateTokenKind.LINK, TemplateTokenKind.BROKEN_LINK)
_LOOSE_LINK = re.compile(r"#+[ \t]*(\d+)[ \t]*#+[ \t]*(\d+)[ \t]*#+[ \t]*([^#\s]+)")


def judge_records(unit: TemplateUnit, role: Role, status: str) -> Iterator[Finding]:
    """Yield the findings about a unit that require neither a configuration, nor a BNF, nor other units.

    `status` is the lower-case name of the slot that makes an object optional.
    """
    for first, last in unit.odd:
        yield from _Line(unit, unit.tokens[first:last]).findings()
    if unit.loose:
        yield from _loose(unit, unit.loose)
    for record in unit.records:
        if record.header and record.header.problem:
            yield _malformed(record.header, record.header.problem)
        if record.stray:
            yield from _stray(unit, record)
        slots = record.slots
        if len(slots) > 1 and len({slot.name for slot in slots}) < len(slots):
            yield from _repeated(unit, slots)
        read = [slot for slot in slots if not slot.passed_over]
        yield from _reversed_links(read)
        if role is Role.RESPONSE:
            yield from _key_only(unit, read, status)


def quoted_parts(text: str) -> Sequence[Span]:
    """Return the fills in a text that consists of several quoted fills separated by commas; empty for any
    other text.
    """
    if not _QUOTED_LIST.fullmatch(text):
        return ()
    return [Span(*part.span()) for part in _QUOTED_PART.finditer(text)]


def is_meant_as_comment(fill: SingleFill) -> bool:
    """Return whether an unquoted fill begins like a comment."""
    return fill.kind is TemplateTokenKind.BARE and fill.text.startswith(COMMENT_MARKS)


class _Line:
    """A line that contains more than a slot's name, a fill and its link, or is unusual in another way."""

    def __init__(self, unit: TemplateUnit, tokens: Sequence[TemplateToken]) -> None:
        self._text = unit.text
        self._tokens = tokens
        self._start = max(unit.text.rfind(mark, 0, tokens[0].start) for mark in "\r\n") + 1

    def findings(self) -> Iterator[Finding]:
        """Yield the findings for the line."""
        yield from self._headers()
        yield from self._slots()
        yield from self._fills()
        for index, token in enumerate(self._tokens):
            if token.kind is TemplateTokenKind.UNCLOSED:
                yield self._unterminated(token)
            elif index == 0 and self._is_comment(token):
                edits = (Edit(self._start, token.start, ""),)
                yield templates.INDENTED_COMMENT.finding(token.start, token.start + 1, {}, edits)
            elif token.kind in _LINKS:
                yield from self._link(index, token)

    def _is_comment(self, token: TemplateToken) -> bool:
        if (
            token.kind not in (TemplateTokenKind.BARE, TemplateTokenKind.BROKEN_LINK)
            or token.start == self._start
        ):
            return False
        beginning = self._text[token.start : token.start + 3]
        return beginning.startswith(COMMENT_MARKS) and not beginning.removeprefix("##")[:1].isdigit()

    def _headers(self) -> Iterator[Finding]:
        for index, token in enumerate(self._tokens):
            if token.kind is not TemplateTokenKind.HEADER:
                continue
            edits = [self._broken(self._tokens[index - 1].end, token.start, "")] if index else []
            after = self._tokens[index + 1 : index + 2]
            if after and after[0].kind is not TemplateTokenKind.HEADER:
                comment = self._text.startswith(COMMENT_MARKS, after[0].start)
                edits.append(self._broken(token.end, after[0].start, "" if comment else "\t"))
            if edits:
                yield templates.HEADER_NOT_ALONE.finding(token.start, token.end, {}, tuple(edits))

    def _slots(self) -> Iterator[Finding]:
        for before, token in zip(self._tokens, self._tokens[1:], strict=False):
            if token.kind is TemplateTokenKind.SLOT and before.kind is not TemplateTokenKind.HEADER:
                safe = before.kind in FILLS or before.kind in _LINKS
                edits = (self._broken(before.end, token.start, self._indent),) if safe else ()
                yield templates.SLOT_NOT_FIRST.finding(
                    token.start,
                    token.end,
                    {"slot": short_text(self._text[token.start : token.end - 1])},
                    edits,
                )

    def _fills(self) -> Iterator[Finding]:
        """Yield findings for several fills between one slot's name and the next."""
        runs: list[list[int]] = [[]]
        for index, token in enumerate(self._tokens):
            if token.kind in (TemplateTokenKind.SLOT, TemplateTokenKind.HEADER):
                runs.append([])
            elif token.kind in FILLS:
                runs[-1].append(index)
        for run in runs:
            if run and not _is_comment_like(self._text, self._tokens[run[0]]):
                yield from self._several(run)

    def _several(self, run: Sequence[int]) -> Iterator[Finding]:
        """Yield the finding for consecutive fills, if there are several."""
        gaps = [gap for index in run for gap in self._gaps(index, index == run[0])]
        if not gaps:
            return
        indent = self._indent + (
            "\t" if self._tokens[0].kind in (TemplateTokenKind.SLOT, TemplateTokenKind.HEADER) else ""
        )
        yield templates.MULTIPLE_FILLS_ON_LINE.finding(
            gaps[0].end,
            self._tokens[run[-1]].end,
            {"count": str(len(gaps) + 1), "hint": "", "repair": "put each fill on its own line"},
            tuple(self._broken(gap.start, gap.end, indent) for gap in gaps),
        )

    def _gaps(self, index: int, is_first: bool) -> Iterator[Span]:
        """Yield the ranges before a fill, unless it is the first, and between its parts."""
        if not is_first:
            at = self._beginning(index)
            yield Span(self._tokens[at - 1].end, self._tokens[at].start)
        _, start, end = self._tokens[index]
        parts = quoted_parts(self._text[start:end])
        for before, part in pairwise(parts):
            yield Span(start + before.end, start + part.start)

    def _beginning(self, index: int) -> int:
        """Return the token at which a fill's line should begin: the slash before it, if there is one."""
        return index - 1 if self._tokens[index - 1].kind is TemplateTokenKind.SLASH else index

    def _unterminated(self, token: TemplateToken) -> Finding:
        quote = self._text[token.start]
        certain = quote not in self._text[token.start + 1 : token.end]
        edits = (Edit(token.end, token.end, quote),) if certain else ()
        return templates.UNTERMINATED_STRING.finding(token.start, token.end, {"quote": quote}, edits)

    def _link(self, index: int, token: TemplateToken) -> Iterator[Finding]:
        """Yield the findings for link information; a header before it has its own finding."""
        before = self._tokens[index - 1].kind if index else None
        if before is TemplateTokenKind.HEADER:
            return
        if before not in FILLS:
            problem = "must follow the fill on its line"
            yield templates.MALFORMED_LINK.finding(
                token.start, token.end, {"problem": problem, "repaired": ""}
            )
        elif token.kind is TemplateTokenKind.BROKEN_LINK:
            meant = _LOOSE_LINK.fullmatch(self._text, token.start, token.end)
            repaired = "##{}#{}#{}".format(*meant.groups()) if meant else ""
            edits = (Edit(token.start, token.end, repaired),) if meant else ()
            yield templates.MALFORMED_LINK.finding(
                token.start,
                token.end,
                {"problem": "must have the form ##START#END#TEXTS", "repaired": repaired},
                edits,
            )

    @property
    def _indent(self) -> str:
        """Return the indentation of the line; after a header, the indentation of a slot."""
        if self._tokens[0].kind is TemplateTokenKind.HEADER:
            return "\t"
        return self._text[self._start : self._tokens[0].start]

    def _broken(self, start: int, end: int, indent: str) -> Edit:
        """Return the edit that breaks the line between two tokens."""
        return Edit(start, end, own_line_end(self._text) + indent)


def _is_comment_like(text: str, token: TemplateToken) -> bool:
    """Return whether an unquoted fill begins like a comment."""
    return token.kind is TemplateTokenKind.BARE and text.startswith(COMMENT_MARKS, token.start)


def _malformed(header: Header, problem: str) -> Finding:
    edits = (Edit(header.start, header.end, header.repaired),) if header.repaired else ()
    is_read = header.identity.class_name and header.identity.document
    message = templates.MALFORMED_HEADER if is_read else templates.LOST_HEADER
    return message.finding(
        header.start, header.end, {"problem": problem, "repaired": header.repaired or ""}, edits
    )


def _loose(unit: TemplateUnit, loose: Record) -> Iterator[Finding]:
    """Yield a single finding for all text before the first header."""
    places = [(slot.start, slot.end, True) for slot in loose.slots]
    places += [(fill.start, fill.end, False) for fill in loose.stray if not is_meant_as_comment(fill)]
    if places:
        start, end, is_slot = min(places)
        what = f"the {'slot' if is_slot else 'fill'} {short_text(unit.text[start:end])}"
        yield templates.FILL_WITHOUT_SLOT.finding(start, end, {"what": what, "holder": "object"})


def _stray(unit: TemplateUnit, record: Record) -> Iterator[Finding]:
    """Yield findings for fills before the first slot; a fill on the header's line already has a finding."""
    header = record.header
    stray = [fill for fill in record.stray if not is_meant_as_comment(fill)]
    if header and stray and LINE_END.search(unit.text, header.end, stray[0].start) is None:
        stray = []
    if stray:
        what = f"the fill {short_text(unit.text[stray[0].start : stray[0].end])}"
        yield templates.FILL_WITHOUT_SLOT.finding(
            stray[0].start, stray[0].end, {"what": what, "holder": "slot of its object"}
        )


def _repeated(unit: TemplateUnit, slots: Sequence[SlotEntry]) -> Iterator[Finding]:
    """Yield a finding for each repetition of a slot name."""
    seen: dict[str, SlotEntry] = {}
    for slot in slots:
        first = seen.setdefault(slot.name, slot)
        if first is not slot:
            related = Related(unit, first.start, first.end, "the first slot with this name")
            yield templates.DUPLICATE_SLOT.finding(
                slot.start, slot.end, {"slot": slot.name.upper()}, related=(related,)
            )


def _reversed_links(slots: Iterable[SlotEntry]) -> Iterator[Finding]:
    """Yield findings for link information that ends before it starts, in parsed slots."""
    for slot in slots:
        for fill in slot.fills:
            if fill.link and fill.link.last < fill.link.first:
                yield templates.MALFORMED_LINK.finding(
                    fill.link.start, fill.link.end, {"problem": "ends before it starts", "repaired": ""}
                )


def _key_only(unit: TemplateUnit, slots: Iterable[SlotEntry], status: str) -> Iterator[Finding]:
    """Yield findings for marks that only keys may have, in parsed slots; a skipped slot in a response has
    none.
    """
    for slot in slots:
        if slot.name == status:
            edits = (_without(unit, slot),)
            yield templates.OPTIONAL_IN_RESPONSE.finding(
                slot.start, slot.end, {"what": "objects", "repair": f"remove {slot.name.upper()}"}, edits
            )
            continue
        if slot.slash is not None:
            edits = (_without_slash(unit, slot.slash),)
            yield templates.OPTIONAL_IN_RESPONSE.finding(
                slot.slash, slot.slash + 1, {"what": "slots", "repair": "remove the slash"}, edits
            )
        for alternative in slot.alternatives:
            if alternative.slash is not None:
                place = alternative.slash
                edits = (_without_slash(unit, place),)
                yield templates.ALTERNATIVE_IN_RESPONSE.finding(place, place + 1, {}, edits)


def _without_slash(unit: TemplateUnit, place: int) -> Edit:
    """Return the edit that removes a slash and the whitespace after it."""
    end = place + 1
    while end < len(unit.text) and unit.text[end] in BLANKS:
        end += 1
    return Edit(place, end, "")


def _without(unit: TemplateUnit, slot: SlotEntry) -> Edit:
    """Return the edit that removes a slot, including lines that contain nothing else."""
    text = unit.text
    last = max((fill.link.end if fill.link else fill.end for fill in slot.fills), default=slot.end + 1)
    start = max(text.rfind(mark, 0, slot.start) for mark in "\r\n") + 1
    line_end = LINE_END.search(text, last)
    end = line_end.end() if line_end else len(text)
    alone = not text[start : slot.start].strip() and not text[last:end].strip()
    return Edit(start, end, "") if alone else Edit(slot.start, last, "")


_NAME = re.compile(r"([^\W\d][\w-]*)([ \t\f\v]*[:;=]+(?!//)|(?=[ \t\f\v\"'<]|\Z))")
_BEFORE_FILL = re.compile(r"[ \t\f\v]*[:=]+|[ \t\f\v]*[\"'</]")
_REFUSED = (templates.FILL_TYPE, templates.SET_FILL_VALUE)
_ECHOES = (*_REFUSED, templates.POINTER_CLASS, templates.CARDINALITY, templates.FILL_WITHOUT_SLOT)


class _Lost(NamedTuple):
    """A slot that is read as a fill: its lower-case name, and the finding about it.

    `owner` is the start of its record; its fills extend to `end`.
    """

    owner: int
    name: str
    start: int
    end: int
    finding: Finding


def judge_colons(unit: TemplateUnit, syntax: TemplateSyntax, found: Sequence[Finding]) -> list[Finding]:
    """Return the findings for a unit; a slot without a colon is reported once, instead of its consequences.

    Slot names come from a configuration or a BNF. A fill that begins with a slot name is not a slot if the
    slot that contains it accepts the fill.
    """
    if (syntax.classes is None and syntax.bnf is None) or not _bare_behind_others(unit):
        return [*found]
    refused = sorted(each.start for each in found if each.rule in _REFUSED)
    lost = [each for record in unit.records for each in _Colons(unit, record, syntax, refused).lost()]
    if not lost:
        return [*found]
    return [*_without_echoes(found, lost), *(each.finding for each in lost)]


def _bare_behind_others(unit: TemplateUnit) -> list[TemplateToken]:
    """Return the unquoted fills that do not follow a slot's name; most records have none."""
    pairs = pairwise(unit.tokens)
    return [
        each
        for before, each in pairs
        if each.kind is TemplateTokenKind.BARE and before.kind is not TemplateTokenKind.SLOT
    ]


def _without_echoes(found: Sequence[Finding], lost: Sequence[_Lost]) -> Iterator[Finding]:
    """Yield the findings that would remain if these slots had colons, as far as known."""
    starts = [each.start for each in lost]
    absent = {(each.owner, each.name) for each in lost}
    for finding in found:
        before = bisect_right(starts, finding.start)
        follows = before > 0 and finding.start < lost[before - 1].end
        slot = finding.arguments.get("slot", "").lower()
        if finding.rule not in _ECHOES or not (follows or (finding.start, slot) in absent):
            yield finding


class _Colons:
    """The fills of a record that begin with the name of a slot of its class."""

    def __init__(
        self, unit: TemplateUnit, record: Record, syntax: TemplateSyntax, refused: Sequence[int]
    ) -> None:
        self._text = unit.text
        self._record = record
        self._class = record.header.identity.class_name if record.header else ""
        self._syntax = syntax
        self._refused = refused

    def lost(self) -> Iterator[_Lost]:
        """Yield the slots that are read as fills."""
        if not self._class:
            return
        slots = self._record.slots
        ends = [*(slot.start for slot in slots), self._record.end]
        for holder, fills, end in zip(
            (None, *slots), (self._record.stray, *(slot.fills for slot in slots)), ends, strict=True
        ):
            for fill in fills:
                if fill.kind is TemplateTokenKind.BARE:
                    yield from self._judge(fill, holder, end)

    def _judge(self, fill: SingleFill, holder: SlotEntry | None, end: int) -> Iterator[_Lost]:
        name = _NAME.match(fill.text)
        if name is None or not self._is_slot(name[1].lower()):
            return
        if self._is_first(fill) and not self._may_be_fill(fill, name, holder):
            place = fill.start + name.end(1)
            edits = (Edit(place, fill.start + name.end(), ":"),)
            finding = templates.SLOT_WITHOUT_COLON.finding(
                fill.start, place, {"slot": short_text(name[1])}, edits
            )
            yield _Lost(self._record.start, name[1].lower(), fill.start, max(end, fill.end), finding)

    def _is_slot(self, name: str) -> bool:
        """Return whether the record's class has a slot with that name; most words are not slot names of
        any class.
        """
        return name in self._syntax.all_slots and self._syntax.knows_slot(self._class, name)

    def _is_first(self, fill: SingleFill) -> bool:
        """Return whether a fill is the first token on its line."""
        place = fill.start
        while place and self._text[place - 1] in BLANKS:
            place -= 1
        return self._text[place - 1 : place] in ("\n", "\r")

    def _is_refused(self, fill: SingleFill) -> bool:
        """Return whether the slot that contains a fill rejects it, according to the BNF."""
        place = bisect_left(self._refused, fill.start)
        return place < len(self._refused) and self._refused[place] < fill.end

    def _may_be_fill(self, fill: SingleFill, name: re.Match[str], holder: SlotEntry | None) -> bool:
        """Return whether the slot that contains a fill accepts it unchanged.

        In a slot that accepts any text, only a fill spelled exactly like a slot's name is treated as a slot.
        """
        if holder is None or self._is_refused(fill):
            return False
        defined = self._syntax.bnf.of_class(self._class) if self._syntax.bnf else None
        slot = defined.slot(holder.name) if defined else None
        if slot is not None and not slot.takes_text:
            return True
        declared = self._syntax.declared(self._class)
        if slot is None and declared is not None and declared.kind(holder.name) == "pointer":
            return False
        if "_" in name[1]:
            return False
        return not name[1].isupper() or _BEFORE_FILL.match(fill.text, name.end(1)) is None
