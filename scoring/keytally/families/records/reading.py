"""Files of records as units: each record of a file is a document."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple

from keytally.families.contract import ORDINAL, WHOLE_TEXT, Language, Mark, Role
from keytally.families.presentation import Heading, Piece, PieceKind, PresentedUnit, Proposal
from keytally.families.records.fields import Field
from keytally.families.records.json_tree import (
    DEEPEST,
    Member,
    Node,
    NotPlainError,
    Parser,
    Plain,
    Problem,
    plain_value,
)
from keytally.families.records.layout import (
    BLANK,
    MALFORMED,
    SCHEMA,
    Facts,
    Form,
    Layout,
    facts_of,
    form_of,
    id_and_envelope,
    id_text,
    leading,
    starts_of,
    stem_of,
)
from keytally.findings.finding import Edit, Finding, Related
from keytally.findings.spelling import short_text
from keytally.findings.table.records import (
    RECORDS_DUPLICATE_FIELD,
    RECORDS_DUPLICATE_ID,
    RECORDS_NO_RECORD,
    RECORDS_SYNTAX,
    RECORDS_WRAPPED,
)

_FENCE = re.compile(r"```[\w-]*[ \t]*(?:\r\n?|\n)?")
_FENCE_LINE = re.compile(r"[\s\ufeff]*```[\w-]*[\s,\]\[]*\Z")
_OPENING = re.compile(r"[{\[]")
_ESCAPED = re.compile(r"\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\.", re.S)
_BRACKETS = re.compile(r"[{}\[\]]")
_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"', re.S)
_KEYED = re.compile(r'[\s\ufeff,]*(?="(?:[^"\\]|\\.)*"\s*:)', re.S)
_leading = lru_cache(leading)
_TREES = 4
"""The number of trees that are cached for later requests."""

_SEPARATORS = f"{BLANK},[]"
_ENDS: Mapping[Form, str] = {
    Form.LINES: f"{BLANK},",
    Form.LIST: f"{BLANK},]",
    Form.MAPPING: f"{BLANK},}}",
    Form.ONE: BLANK,
}


class TreeOfUnit(NamedTuple):
    """The value of a unit with places, and the syntax problems in its text; `name` is its name in an
    object.
    """

    root: Node | None
    name: Member | None
    problems: Sequence[Problem] = ()
    wrapped: Sequence[Problem] = ()


class Judge:
    """The rules for the content of records; this base class has none."""

    def findings_of(self, unit: "RecordUnit") -> Iterable[Finding]:
        """Return the findings on the fields and values of a record."""
        return ()

    def field_of(self, unit: "RecordUnit") -> Field | None:
        """Return the field for whole records in the document of a unit."""
        return None

    def proposal_of(self, unit: "RecordUnit", mark: Mark) -> Proposal | None:
        """Return a proposal that applies the key's value at a mark of a record."""
        return None


NO_JUDGE = Judge()


class RecordUnit(PresentedUnit):
    """A document's record; `document` is None for text between records."""

    __slots__ = ("_findings", "_is_sound", "document", "is_value", "judge", "layout", "text", "title")

    def __init__(
        self, text: str, layout: Layout, stem: str = "", by_line: bool = False, judge: Judge = NO_JUDGE
    ) -> None:
        self.text = text
        self.layout = layout
        self.judge = judge
        self._findings: tuple[Finding, ...] | None = None
        self._is_sound: bool | None = None
        self.title: str | None = None
        self.document: str | None = None
        self.is_value = not self._is_separator()
        if not self.is_value:
            return
        self.title = self._title(stem)
        numbered = by_line or (layout.id is None and layout.form in (Form.LINES, Form.LIST))
        self.document = ORDINAL if numbered else self.title

    def _is_separator(self) -> bool:
        if not self.text.strip(_SEPARATORS if self.layout.form is not Form.ONE else BLANK):
            return True
        if self.layout.form is Form.MAPPING:
            return _KEYED.match(self.text) is None
        return self.layout.form is not Form.ONE and _FENCE_LINE.match(self.text) is not None

    def _title(self, stem: str) -> str | None:
        """Return the name of the document as given in the file; None if it is known by its number."""
        if self.layout.form is Form.ONE:
            return stem
        if self.layout.form is Form.MAPPING:
            name = self._member_name()
            return None if name is None else name.name
        if self.layout.id is None:
            return None
        lead = _leading(self.layout.id, None)
        found = None if lead is None else lead.match(self.text)
        if found is not None:
            return found[1].strip('"').strip()
        value = self.value()
        return id_text(value.get(self.layout.id)) if isinstance(value, dict) else None

    def _member_name(self) -> Member | None:
        keyed = _KEYED.match(self.text)
        if keyed is None:
            return None
        try:
            name, end = plain_value(self.text, keyed.end())
        except NotPlainError:
            return None
        return Member(name, keyed.end(), end, Node(keyed.end(), end, name))

    def value(self) -> Plain:
        """Return the unit's whole value without places, including the id and the envelope."""
        start = self._start()
        if self.text[start : start + 1] == "{":
            try:
                value, end = plain_value(self.text, start)
            except NotPlainError:
                pass
            else:
                if not self.text[end:].strip(_ENDS[self.layout.form]):
                    inner = value if self.layout.envelope is None else value.get(self.layout.envelope)
                    self._is_sound = isinstance(inner, dict) and not _is_deep(self.text)
                    if not _is_deep(self.text):
                        return value
        root = self.tree().root
        return None if root is None else root.plain()

    def _start(self) -> int:
        """Return the offset at which the unit's value starts."""
        text = self.text
        if self.layout.form is Form.MAPPING and (name := self._member_name()):
            return len(text) - len(text[name.end :].lstrip(f"{BLANK}:"))
        if text[:1] == "{":
            return 0
        skipped = BLANK if self.layout.form is Form.ONE else f"{BLANK},"
        return len(text) - len(text.lstrip(skipped))

    def record(self) -> Plain:
        """Return the record without places, without its id and its envelope."""
        value = self.value()
        if not isinstance(value, dict):
            return value
        layout = self.layout
        if layout.envelope is not None:
            inner = value.get(layout.envelope)
            if isinstance(inner, str):
                read = _inner_record(inner)
                return None if read is None else read.plain()
            return inner
        dropped = {name for name in (layout.id, SCHEMA) if name is not None and self._is_beside(name, value)}
        return {name: each for name, each in value.items() if name not in dropped} if dropped else value

    def _is_beside(self, name: str, value: Plain) -> bool:
        if name == self.layout.id:
            return name in value
        inner = value.get(name)
        return isinstance(inner, dict) and ("properties" in inner or "$ref" in inner or "anyOf" in inner)

    def schema(self) -> Plain:
        """Return the schema that accompanies the record's content; None if there is none."""
        value = self.value() if f'"{SCHEMA}"' in self.text else None
        return value[SCHEMA] if isinstance(value, dict) and self._is_beside(SCHEMA, value) else None

    def tree(self) -> TreeOfUnit:
        """Return the unit's value with places, read as far as possible."""
        return _tree_of_unit(self)

    def read_tree(self) -> TreeOfUnit:
        """Read the unit again, and return the same as `tree`."""
        name = self._member_name() if self.layout.form is Form.MAPPING else None
        return _tree_of(self.text, self._start(), name, _ENDS[self.layout.form])

    def record_node(self, tree: TreeOfUnit | None = None) -> Node | None:
        """Return the record with places, without its id and its envelope."""
        root = (tree or self.tree()).root
        if root is None or root.members is None:
            return root
        layout = self.layout
        if layout.envelope is not None:
            member = root.member(layout.envelope)
            inner = None if member is None else member.node
            if inner is not None and isinstance(inner.value, str):
                return _inner_tree(self.text, inner)[0]
            return inner
        value = root.plain()
        kept = [
            member
            for member in root.members
            if not (member.name in (layout.id, SCHEMA) and self._is_beside(member.name, value))
        ]
        return Node(root.start, root.end, None, kept)

    def with_text(self, text: str) -> "RecordUnit":
        """Return a unit of the same document with another text."""
        unit = RecordUnit(text, self.layout, judge=self.judge)
        unit.title, unit.document = self.title, self.document
        return unit

    def facts(self, stated: str) -> Facts | None:
        """Return the names at the top of the record that may contain an id or a record (`facts_of`)."""
        if not self.is_value:
            return None
        value = self.value()
        tree = None if self._is_sound else self.tree()
        is_malformed = tree is not None and bool(tree.problems or tree.wrapped)
        return facts_of(value, stated, is_malformed=is_malformed)

    @property
    def is_plain(self) -> bool:
        """Return whether the unit is a record without problems that affect scoring."""
        if not self.is_value:
            return not self.text.strip(_SEPARATORS + "{}")
        if self._is_sound is None:
            self._is_sound = False
            self.value()
        return self._is_sound

    @property
    def findings(self) -> Sequence[Finding]:
        """Return the findings that need only the record, in text order."""
        if self._findings is None:
            found = [*self._form_findings(), *self.judge.findings_of(self)]
            self._findings = tuple(sorted(found, key=lambda each: (each.start, each.end)))
        return self._findings

    def _form_findings(self) -> Iterator[Finding]:
        if not self.is_value:
            if "`" in self.text:
                start = self.text.find("`")
                yield _wrapped(Problem(start, start + 3, "a Markdown fence"))
            return
        tree = self.tree()
        if tree.root is None:
            start = self._start()
            end = max(len(self.text.rstrip()), start)
            yield RECORDS_NO_RECORD.finding(start, end, {"problem": "this is not a JSON object"})
            return
        yield from map(_wrapped, tree.wrapped)
        yield from map(_syntax, tree.problems)
        yield from self._record_findings(tree)

    def _record_findings(self, tree: TreeOfUnit) -> Iterator[Finding]:
        root, envelope = tree.root, self.layout.envelope
        assert root is not None
        for node in root.walk():
            yield from _duplicates(node, self)
        member = None if envelope is None else root.member(envelope)
        if member is not None and isinstance(member.node.value, str):
            inner, problems, wrapped = _inner_tree(self.text, member.node)
            place = (member.node.start, member.node.end)
            if inner is None:
                shown = short_text(member.node.value)
                yield RECORDS_NO_RECORD.finding(*place, {"problem": f"this is text: {shown}"})
                return
            yield _wrapped(_string_problem(member.node, inner))
            yield from map(_wrapped, wrapped)
            yield from map(_syntax, problems)
            for node in inner.walk():
                yield from _duplicates(node, self)
        record = self.record_node(tree)
        if record is None or (record.members is None and record.items is None):
            start, end = (root.start, root.start + 1) if record is None else (record.start, record.end)
            yield RECORDS_NO_RECORD.finding(start, end, {"problem": "a record must be a JSON object"})

    def pieces(self) -> Iterator[Piece]:
        """Yield the names of fields, and the scalars that do not span several lines."""
        root = self.tree().root
        if root is None:
            return
        for node in root.walk():
            if node.members is None and node.items is None and "\n" not in self.text[node.start : node.end]:
                yield Piece(node.start, node.end, _kind_of_piece(node.value))
            for member in node.members or ():
                if member.end > member.start:
                    yield Piece(member.start, member.end, PieceKind.PROPERTY)

    def outline(self) -> Iterable[Heading]:
        """Return a heading for the document, with the fields of its record that contain other fields."""
        if not self.is_value:
            return ()
        record = self.record_node()
        end = len(self.text.rstrip())
        start = self._start()
        children = tuple(_headings(record)) if record is not None else ()
        return (Heading(self.title or "record", "", start, max(end, start), start, start, children),)

    def folds(self) -> Iterable[tuple[int, int]]:
        """Return the ranges of the non-empty objects and lists that span several lines."""
        root = self.tree().root
        nodes = root.walk() if root is not None else ()
        return [
            (node.start, node.end)
            for node in nodes
            if (node.members or node.items) and "\n" in self.text[node.start : node.end]
        ]

    def proposal(self, mark: Mark) -> Proposal | None:
        """Return a proposal that applies the key's value at a mark."""
        return self.judge.proposal_of(self, mark)


@lru_cache(_TREES)
def _tree_of_unit(unit: RecordUnit) -> TreeOfUnit:
    """Return the tree of a unit; cached, because marks, repairs and successive requests use the same unit."""
    return unit.read_tree()


def _is_deep(text: str) -> bool:
    """Return whether a text is nested more deeply than the parser reads."""
    if text.count("{") + text.count("[") <= DEEPEST:
        return False
    depth = deepest = 0
    for bracket in _BRACKETS.finditer(_STRINGS.sub("", text)):
        depth += 1 if bracket[0] in "{[" else -1
        deepest = max(deepest, depth)
    return deepest > DEEPEST


def _kind_of_piece(value: Plain) -> PieceKind:
    if isinstance(value, str):
        return PieceKind.STRING
    return PieceKind.KEYWORD if value is None or isinstance(value, bool) else PieceKind.NUMBER


def _headings(node: Node) -> Iterator[Heading]:
    """Yield a heading for each field of an object that is an object or a list, and for the items of lists."""
    for member in node.members or ():
        inner = member.node
        if inner.members is None and inner.items is None:
            continue
        items = [item for item in inner.items or () if item.members is not None]
        children = tuple(
            Heading(f"{member.name} {number}", _label(item), item.start, item.end, item.start, item.start + 1)
            for number, item in enumerate(items, 1)
        )
        detail = str(len(inner.items)) if inner.items is not None else ""
        yield Heading(
            member.name or "-",
            detail,
            member.start,
            max(inner.end, member.end),
            member.start,
            member.end,
            children or tuple(_headings(inner)),
        )


def _label(item: Node) -> str:
    """Return the first text in an object."""
    values = (member.node.value for member in item.members or ())
    return next((short_text(value) for value in values if isinstance(value, str) and value), "")


def _syntax(problem: Problem) -> Finding:
    return RECORDS_SYNTAX.finding(problem.start, problem.end, {"problem": problem.message}, problem.edits)


def _wrapped(problem: Problem) -> Finding:
    return RECORDS_WRAPPED.finding(problem.start, problem.end, {"problem": problem.message}, problem.edits)


def _duplicates(node: Node, unit: RecordUnit) -> Iterator[Finding]:
    """Yield a finding on each name in an object that a later member repeats."""
    members = node.members
    if members is None or len({member.name for member in members}) == len(members):
        return
    first: dict[str, Member] = {}
    for member in members:
        if member.name in first:
            other = first[member.name]
            related = (Related(unit, other.start, other.end, "the first field with this name"),)
            name = short_text(member.name)
            yield RECORDS_DUPLICATE_FIELD.finding(member.start, member.end, {"name": name}, related=related)
        first.setdefault(member.name, member)


def _string_problem(node: Node, inner: Node) -> Problem:
    written = json.dumps(_for_json(inner.plain()), ensure_ascii=False)
    return Problem(
        node.start,
        node.end,
        "the record is a string that contains JSON",
        (Edit(node.start, node.end, written),),
    )


def _for_json(value: Plain) -> Any:
    if isinstance(value, dict):
        return {name: _for_json(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_for_json(each) for each in value]
    if value is None or isinstance(value, str | bool):
        return value
    return int(value) if value == value.to_integral_value() and abs(value.adjusted()) < 300 else float(value)


def _tree_of(text: str, start: int, name: Member | None, ends: str) -> TreeOfUnit:
    """Read a value from a text as far as possible; it may be in a Markdown fence or surrounded by other
    text.
    """
    wrapped = list[Problem]()
    at = start
    if text[at : at + 1] == '"':
        parser = Parser(text, at)
        root = parser.value()
        if root is not None and isinstance(root.value, str) and not text[parser.end :].strip(ends):
            inner, problems, around = _inner_tree(text, root)
            if inner is None:
                return TreeOfUnit(None, name)
            return TreeOfUnit(inner, name, problems, [_string_problem(root, inner), *around])
    if text[at : at + 1] not in ("{", "["):
        at = _opening_in(text, start)
        if at < 0:
            return TreeOfUnit(None, name)
        wrapped.append(_around(text, start, at, "before"))
    parser = Parser(text, at)
    root = parser.value()
    end = len(text.rstrip(ends))
    if root is not None and text[parser.end :].strip(ends):
        first = parser.end + len(text[parser.end :]) - len(text[parser.end :].lstrip(ends))
        if parser.end < end:
            wrapped.append(_around(text, first, end, "after"))
    return TreeOfUnit(root, name, parser.problems, wrapped)


def _opening_in(text: str, start: int) -> int:
    """Return the offset of the bracket that opens the record of a text; -1 if there is none."""
    fence = _FENCE.search(text, start)
    if fence is not None and (opening := _OPENING.search(text, fence.end())):
        return opening.start()
    brace = text.find("{", start)
    return brace if brace >= 0 else text.find("[{", start)


def _around(text: str, start: int, end: int, side: str) -> Problem:
    words = text[start:end].strip(BLANK)
    what = (
        "a Markdown fence"
        if words.startswith("```")
        else f'the text "{short_text(words)}" is {side} the record'
    )
    return Problem(start, max(end, start), what, (Edit(start, end, ""),))


def _inner_record(text: str) -> Node | None:
    """Return the record in the content of a string; None if there is none."""
    return _tree_of(text, len(text) - len(text.lstrip(BLANK)), None, BLANK).root if text.strip() else None


def _inner_tree(text: str, node: Node) -> tuple[Node | None, Sequence[Problem], Sequence[Problem]]:
    """Return the record in a string of a text and its problems, with places in the text."""
    found = _tree_of(node.value, len(node.value) - len(node.value.lstrip(BLANK)), None, BLANK)
    if found.root is None:
        return None, (), ()
    places = _places_in(text[node.start : node.end], node.start, len(node.value))

    def moved(problem: Problem) -> Problem:
        return Problem(places[problem.start], places[problem.end], problem.message)

    return _moved(found.root, places), list(map(moved, found.problems)), list(map(moved, found.wrapped))


def _places_in(written: str, start: int, length: int) -> list[int]:
    """Return the offset in a file of each character in the content of a string, and of the string's end."""
    places, at = list[int](), 1
    while len(places) < length and at < len(written):
        escaped = _ESCAPED.match(written, at) if written[at] == "\\" else None
        places.append(start + at)
        at = escaped.end() if escaped else at + 1
    return [*places, *([start + at] * (length + 1 - len(places)))]


def _moved(node: Node, places: Sequence[int]) -> Node:
    members, items = node.members, node.items
    return Node(
        places[node.start],
        places[node.end],
        node.value,
        None
        if members is None
        else [
            Member(each.name, places[each.start], places[each.end], _moved(each.node, places))
            for each in members
        ],
        None if items is None else [_moved(item, places) for item in items],
    )


@dataclass(frozen=True, slots=True)
class RecordsLanguage(Language):
    """The language of a file of records; it depends on the whole file (`of_whole`).

    `file` is the name of the file. `id_name` is the name of the id field; "" to detect it. `defined` are the
    fields that the schema defines. `layout` is None until a file has been read.
    """

    role: Role = Role.UNKNOWN
    file: str = ""
    id_name: str = ""
    by_order: bool = False
    defined: frozenset[str] = frozenset()
    judge: Judge = NO_JUDGE
    layout: Layout | None = None
    name: str = "records"

    @property
    def lookahead(self) -> int:
        """Return 1 for one record per line; in other forms, any edit may affect the whole file."""
        return 1 if self.layout is not None and self.layout.form is Form.LINES else WHOLE_TEXT

    def of_file(self, name: str, absent: Sequence[str] = ()) -> "RecordsLanguage":
        """Return the language of the file with that name."""
        return replace(self, file=name)

    def of_whole(self, text: str) -> "RecordsLanguage":
        """Return the language for reading a whole text."""
        form = form_of(text, self.file, self.defined)
        if form in (Form.ONE, Form.MAPPING):
            records = [] if form is Form.ONE else self._facts(text, form, "")
            return replace(self, layout=Layout(form, None, id_and_envelope(records, self.defined, "")[1]))
        return replace(self, layout=Layout(form, *self._names_in(text, form)))

    @property
    def variant(self) -> Layout | None:
        """Return the layout of the file."""
        return self.layout

    def of_variant(self, variant: Layout) -> "RecordsLanguage":
        """Return the language for files with a given layout."""
        return replace(self, layout=variant)

    def _names_in(self, text: str, form: Form) -> tuple[str | None, str | None]:
        """Return the names of the id and the envelope, which most records show at their beginning."""
        starts = [0, *starts_of(text, form)]
        first = next(
            (
                facts
                for start, end in zip(starts, [*starts[1:], len(text)], strict=True)
                if (facts := self._facts(text[start:end], Form.LINES, self.id_name))
                and facts[0] is not None
                and MALFORMED not in facts[0]
            ),
            [],
        )
        names = id_and_envelope(first, self.defined, self.id_name)
        lead = leading(*names)
        blank = f"{BLANK},[]"
        ends = [*starts[1:], len(text)]
        if lead is not None and all(
            lead.match(text, start) or not text[start:end].strip(blank)
            for start, end in zip(starts, ends, strict=True)
        ):
            return names
        return id_and_envelope(self._facts(text, form, self.id_name), self.defined, self.id_name)

    def _facts(self, text: str, form: Form, stated: str) -> list[Facts | None]:
        layout = Layout(form)
        starts = [0, *starts_of(text, form), len(text)]
        units = (RecordUnit(text[a:b], layout) for a, b in pairwise(starts))
        return [unit.facts(stated) for unit in units if unit.is_value]

    def keeps(self, old: Sequence[Any], new: Sequence[Any], units: Iterable[Any], *, is_first: bool) -> bool:
        """Return whether replacing units leaves the rest of the file unaffected."""
        if self.layout is None or self.layout.form is not Form.LINES or is_first:
            return False
        before, after = ({unit.facts(self.id_name) for unit in side} for side in (old, new))
        changed = (before ^ after) - {None}
        if not changed:
            return True
        # A malformed record does not count next to a sound one, and a sound one adds nothing to its equals.
        wanted = {each for each in changed if each is not None and MALFORMED not in each}
        fresh, is_decided = set(new), False
        for unit in units:
            facts = None if unit in fresh else unit.facts(self.id_name)
            if facts is not None and MALFORMED not in facts:
                wanted.discard(facts)
                is_decided = True
            if is_decided and not wanted:
                return True
        return False

    def boundaries(self, text: str) -> list[int]:
        """Return the offsets at which records start."""
        layout = self.layout or self.of_whole(text).layout
        return starts_of(text, layout.form if layout else Form.ONE)

    def read(self, text: str) -> RecordUnit:
        """Return the unit with that text; never fails."""
        layout = self.layout or self.of_whole(text).layout
        assert layout is not None
        return RecordUnit(text, layout, stem_of(self.file), self.by_order, self.judge)

    def compare_duplicates(
        self, units: Sequence[RecordUnit], apart: Mapping[Any, Any] = MappingProxyType({})
    ) -> Sequence[Sequence[Finding]]:
        """Return a finding for each record of a document after the first."""
        return [(_repeated(unit, units[0]),) if number else () for number, unit in enumerate(units)]

    @property
    def loses_repeated(self) -> bool:
        """Return True, because only the first of several records of a document is scored."""
        return True

    def suspects(self, units: Sequence[RecordUnit]) -> Sequence[RecordUnit]:
        """Return the units that are not plain records."""
        return [unit for unit in units if not unit.is_plain]


def _repeated(unit: RecordUnit, first: RecordUnit) -> Finding:
    place, other = id_place(unit), id_place(first)
    related = (Related(first, *other, "the first record of the document"),)
    return RECORDS_DUPLICATE_ID.finding(*place, {"name": unit.title or ""}, related=related)


def id_place(unit: RecordUnit) -> tuple[int, int]:
    """Return the place of a record's id; if there is none, of its first character."""
    tree = unit.tree()
    if tree.name is not None:
        return tree.name.start, tree.name.end
    member = tree.root.member(unit.layout.id) if tree.root is not None and unit.layout.id else None
    if member is not None:
        return member.node.start, member.node.end
    start = tree.root.start if tree.root is not None else 0
    return start, min(start + 1, len(unit.text))
