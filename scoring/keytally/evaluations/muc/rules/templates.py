"""Rules for records by themselves: headers, lines, slots, and the marks that only keys may use."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.templates.headers import BLANKS, Header
from keytally.evaluations.muc.formats.templates.scanner import FILLS, TemplateToken, TemplateTokenKind
from keytally.evaluations.muc.formats.templates.unit import Record, SingleFill, SlotEntry, TemplateUnit
from keytally.findings.finding import Edit, Finding, Related
from keytally.findings.spelling import shown
from keytally.findings.table import templates as table
from keytally.text.lines import LINE_END, own_line_end
from keytally.text.span import Span

COMMENT_MARKS = ("#", ";")
_QUOTED_PART = re.compile(r"\"[^\"]*\"|'[^']*'")
_QUOTED_LIST = re.compile(rf"(?:{_QUOTED_PART.pattern})(?:,[ \t]*(?:{_QUOTED_PART.pattern}))+")
_LINKS = (TemplateTokenKind.LINK, TemplateTokenKind.BROKEN_LINK)
_LOOSE_LINK = re.compile(r"#+[ \t]*(\d+)[ \t]*#+[ \t]*(\d+)[ \t]*#+[ \t]*([^#\s]+)")


def judge_records(unit: TemplateUnit, role: Role, status: str) -> Iterator[Finding]:
    """The findings about a unit that need neither a configuration nor a BNF nor other units.

    `status` is the slot that makes an object optional, in lower case.
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
    """The fills in a text of several quoted ones with commas between them; none for any other text."""
    if not _QUOTED_LIST.fullmatch(text):
        return ()
    return [Span(*part.span()) for part in _QUOTED_PART.finditer(text)]


def is_meant_as_comment(fill: SingleFill) -> bool:
    """Whether a bare fill begins like a comment."""
    return fill.kind is TemplateTokenKind.BARE and fill.text.startswith(COMMENT_MARKS)


class _Line:
    """A line with more than a slot's name, a fill and its link, or with another oddity."""

    def __init__(self, unit: TemplateUnit, tokens: Sequence[TemplateToken]) -> None:
        self._text = unit.text
        self._tokens = tokens
        self._start = max(unit.text.rfind(mark, 0, tokens[0].start) for mark in "\r\n") + 1

    def findings(self) -> Iterator[Finding]:
        """The findings on the line."""
        yield from self._headers()
        yield from self._slots()
        yield from self._fills()
        for index, token in enumerate(self._tokens):
            if token.kind is TemplateTokenKind.UNCLOSED:
                yield self._unterminated(token)
            elif index == 0 and self._is_comment(token):
                edits = (Edit(self._start, token.start, ""),)
                yield table.INDENTED_COMMENT.finding(token.start, token.start + 1, {}, edits)
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
                yield table.HEADER_NOT_ALONE.finding(token.start, token.end, {}, tuple(edits))

    def _slots(self) -> Iterator[Finding]:
        for before, token in zip(self._tokens, self._tokens[1:], strict=False):
            if token.kind is TemplateTokenKind.SLOT and before.kind is not TemplateTokenKind.HEADER:
                safe = before.kind in FILLS or before.kind in _LINKS
                edits = (self._broken(before.end, token.start, self._indent),) if safe else ()
                yield table.SLOT_NOT_FIRST.finding(
                    token.start, token.end, {"slot": shown(self._text[token.start : token.end - 1])}, edits
                )

    def _fills(self) -> Iterator[Finding]:
        """Several fills between one slot's name and the next."""
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
        """The finding on fills that follow one another, if there are several."""
        gaps = [gap for index in run for gap in self._gaps(index, index == run[0])]
        if not gaps:
            return
        indent = self._indent + (
            "\t" if self._tokens[0].kind in (TemplateTokenKind.SLOT, TemplateTokenKind.HEADER) else ""
        )
        yield table.MULTIPLE_FILLS_ON_LINE.finding(
            gaps[0].end,
            self._tokens[run[-1]].end,
            {"count": str(len(gaps) + 1), "hint": "", "repair": "put each fill on its own line"},
            tuple(self._broken(gap.start, gap.end, indent) for gap in gaps),
        )

    def _gaps(self, index: int, is_first: bool) -> Iterator[Span]:
        """What stands before a fill, if it is not the first one, and between its parts."""
        if not is_first:
            at = self._beginning(index)
            yield Span(self._tokens[at - 1].end, self._tokens[at].start)
        _, start, end = self._tokens[index]
        parts = quoted_parts(self._text[start:end])
        for before, part in pairwise(parts):
            yield Span(start + before.end, start + part.start)

    def _beginning(self, index: int) -> int:
        """The token that begins a fill's line: the slash before it, if there is one."""
        return index - 1 if self._tokens[index - 1].kind is TemplateTokenKind.SLASH else index

    def _unterminated(self, token: TemplateToken) -> Finding:
        quote = self._text[token.start]
        certain = quote not in self._text[token.start + 1 : token.end]
        edits = (Edit(token.end, token.end, quote),) if certain else ()
        return table.UNTERMINATED_STRING.finding(token.start, token.end, {"quote": quote}, edits)

    def _link(self, index: int, token: TemplateToken) -> Iterator[Finding]:
        """The findings on link information; a header before it has a finding of its own."""
        before = self._tokens[index - 1].kind if index else None
        if before is TemplateTokenKind.HEADER:
            return
        if before not in FILLS:
            problem = "stands behind the fill on its line"
            yield table.MALFORMED_LINK.finding(token.start, token.end, {"problem": problem, "repaired": ""})
        elif token.kind is TemplateTokenKind.BROKEN_LINK:
            meant = _LOOSE_LINK.fullmatch(self._text, token.start, token.end)
            repaired = "##{}#{}#{}".format(*meant.groups()) if meant else ""
            edits = (Edit(token.start, token.end, repaired),) if meant else ()
            yield table.MALFORMED_LINK.finding(
                token.start,
                token.end,
                {"problem": "is written ##START#END#TEXTS", "repaired": repaired},
                edits,
            )

    @property
    def _indent(self) -> str:
        """The blanks at the start of the line; after a header those of a slot."""
        if self._tokens[0].kind is TemplateTokenKind.HEADER:
            return "\t"
        return self._text[self._start : self._tokens[0].start]

    def _broken(self, start: int, end: int, indent: str) -> Edit:
        """Break the line between two tokens."""
        return Edit(start, end, own_line_end(self._text) + indent)


def _is_comment_like(text: str, token: TemplateToken) -> bool:
    """Whether a bare fill begins like a comment."""
    return token.kind is TemplateTokenKind.BARE and text.startswith(COMMENT_MARKS, token.start)


def _malformed(header: Header, problem: str) -> Finding:
    edits = (Edit(header.start, header.end, header.repaired),) if header.repaired else ()
    is_read = header.identity.class_name and header.identity.document
    message = table.MALFORMED_HEADER if is_read else table.LOST_HEADER
    return message.finding(
        header.start, header.end, {"problem": problem, "repaired": header.repaired or ""}, edits
    )


def _loose(unit: TemplateUnit, loose: Record) -> Iterator[Finding]:
    """One finding for all text before the first header."""
    places = [(slot.start, slot.end, True) for slot in loose.slots]
    places += [(fill.start, fill.end, False) for fill in loose.stray if not is_meant_as_comment(fill)]
    if places:
        start, end, is_slot = min(places)
        what = f"the {'slot' if is_slot else 'fill'} {shown(unit.text[start:end])} stands"
        yield table.FILL_WITHOUT_SLOT.finding(start, end, {"what": what, "holder": "object"})


def _stray(unit: TemplateUnit, record: Record) -> Iterator[Finding]:
    """Fills before the first slot; one that follows the header on its line has a finding already."""
    header = record.header
    stray = [fill for fill in record.stray if not is_meant_as_comment(fill)]
    if header and stray and LINE_END.search(unit.text, header.end, stray[0].start) is None:
        stray = []
    if stray:
        what = f"the fill {shown(unit.text[stray[0].start : stray[0].end])} stands"
        yield table.FILL_WITHOUT_SLOT.finding(
            stray[0].start, stray[0].end, {"what": what, "holder": "slot of its object"}
        )


def _repeated(unit: TemplateUnit, slots: Sequence[SlotEntry]) -> Iterator[Finding]:
    """Slots of one name, but for the first of them."""
    seen: dict[str, SlotEntry] = {}
    for slot in slots:
        first = seen.setdefault(slot.name, slot)
        if first is not slot:
            related = Related(unit, first.start, first.end, "the first slot of that name")
            yield table.DUPLICATE_SLOT.finding(
                slot.start, slot.end, {"slot": slot.name.upper()}, related=(related,)
            )


def _reversed_links(slots: Iterable[SlotEntry]) -> Iterator[Finding]:
    """Link information that ends before it starts, in slots that were read."""
    for slot in slots:
        for fill in slot.fills:
            if fill.link and fill.link.last < fill.link.first:
                yield table.MALFORMED_LINK.finding(
                    fill.link.start, fill.link.end, {"problem": "ends before it starts", "repaired": ""}
                )


def _key_only(unit: TemplateUnit, slots: Iterable[SlotEntry], status: str) -> Iterator[Finding]:
    """Marks of a key in slots that were read; a slot that is passed over in a response has none."""
    for slot in slots:
        if slot.name == status:
            edits = (_without(unit, slot),)
            yield table.OPTIONAL_IN_RESPONSE.finding(
                slot.start, slot.end, {"what": "objects", "repair": f"remove {slot.name.upper()}"}, edits
            )
            continue
        if slot.slash is not None:
            edits = (_without_slash(unit, slot.slash),)
            yield table.OPTIONAL_IN_RESPONSE.finding(
                slot.slash, slot.slash + 1, {"what": "slots", "repair": "drop the slash"}, edits
            )
        for alternative in slot.alternatives:
            if alternative.slash is not None:
                place = alternative.slash
                edits = (_without_slash(unit, place),)
                yield table.ALTERNATIVE_IN_RESPONSE.finding(place, place + 1, {}, edits)


def _without_slash(unit: TemplateUnit, place: int) -> Edit:
    """The edit that removes a slash, and the blanks after it."""
    end = place + 1
    while end < len(unit.text) and unit.text[end] in BLANKS:
        end += 1
    return Edit(place, end, "")


def _without(unit: TemplateUnit, slot: SlotEntry) -> Edit:
    """The edit that removes a slot with those of its lines that hold nothing else."""
    text = unit.text
    last = max((fill.link.end if fill.link else fill.end for fill in slot.fills), default=slot.end + 1)
    start = max(text.rfind(mark, 0, slot.start) for mark in "\r\n") + 1
    line_end = LINE_END.search(text, last)
    end = line_end.end() if line_end else len(text)
    alone = not text[start : slot.start].strip() and not text[last:end].strip()
    return Edit(start, end, "") if alone else Edit(slot.start, last, "")
