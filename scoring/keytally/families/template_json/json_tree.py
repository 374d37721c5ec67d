"""JSON as a tree with places, which is parsed without ever failing and edited in the layout of the text."""

import json
import re
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import Any, NamedTuple

from keytally.findings.finding import Edit


class Kind(Enum):
    """The kind of a value; MISSING if a value is expected but absent."""

    OBJECT = "an object"
    ARRAY = "a list"
    STRING = "a string"
    NUMBER = "a number"
    WORD = "a word"
    MISSING = "nothing"


class Value(NamedTuple):
    """A value from `start` to `end`, with the content of a string or the text of a number or word.

    `items` contains the values of a list, and `members` the names and values of an object, in text order.
    """

    kind: Kind
    start: int
    end: int
    text: str = ""
    items: Sequence["Value"] = ()
    members: Sequence["Member"] = ()

    def member(self, *names: str) -> "Member | None":
        """Return the last member with one of the names, because programs also use the last of repeated
        names; None if there is none.
        """
        return next((member for member in reversed(self.members) if member.name.text in names), None)


class Member(NamedTuple):
    """A name in an object, and its value."""

    name: Value
    value: Value


class Fault(Enum):
    """The kinds of syntax errors that can cause or result from other errors, and `ALONE`, for all other
    syntax errors.
    """

    ALONE = "nothing"
    BRACKET = "brackets that do not match"
    LEFTOVER = "text after the end"
    BARE = "a word without quotes"
    NO_END = "an unterminated string"


class Problem(NamedTuple):
    """A JSON syntax error from `start` to `end`: a description, and the edits that fix it.

    Up to `reach`, the following text may have been intended differently.
    """

    start: int
    end: int
    message: str
    edits: tuple[Edit, ...] = ()
    fault: Fault = Fault.ALONE
    reach: int = 0


def content_of(written: str) -> str | None:
    """Return the content of a string written with quotes; None if it is not a JSON string."""
    if "\\" not in written and written.isprintable():
        return written[1:-1]
    try:
        return str(json.loads(written))
    except ValueError:
        return None


_TOKEN = re.compile(
    r"""(?P<string>"(?:[^"\\\r\n]+|\\[^\r\n])*"?)|(?P<mark>[{}\[\]:,])"""
    r"""|(?P<single>'[^'\\\r\n]*(?:\\[^\r\n][^'\\\r\n]*)*'(?=[ \t]*(?:[\r\n}\]:,]|\Z)))"""
    r"""|(?P<word>[^\s{}\[\]:,"]+|[^ \t\r\n])"""
)
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?", re.ASCII)
SINGLE = "'"
"""The quotation mark of strings as printed by Python, which JSON does not permit."""

NULL = "null"
WORDS = ("true", "false", NULL)

NO_VALUES = ("None", "NaN", "undefined", "nil", "Null", "NULL", "NA")
"""Words from programming languages that correspond to JSON's null."""

_CODE = r"x([\da-f]{2})|u((?!d[89a-f])[\da-f]{4})|U(000[\da-f]{5}|0010[\da-f]{4})"
_ESCAPED = re.compile(rf"\\(?:(['\"\\nrt])|{_CODE})", re.ASCII)
_MEANT = {"n": "\n", "r": "\r", "t": "\t"}

STRING, MARK, WORD, END = "string", "mark", "word", "end"
_KINDS: Mapping[str | None, str] = {STRING: STRING, MARK: MARK}


class Token(NamedTuple):
    """A token: a string with its quotes, one of the marks `{}[]:,`, or a word, which includes numbers.

    Text in single quotes, up to the end of a value, is also a word.
    """

    kind: str
    text: str
    start: int
    end: int

    def is_mark(self, marks: str) -> bool:
        """Return whether the token is one of the given marks."""
        return self.kind == MARK and self.text in marks


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of a text, followed by an empty token that marks its end."""
    found = (each for each in _TOKEN.finditer(text))
    tokens = [Token(_KINDS.get(each.lastgroup, WORD), each[0], each.start(), each.end()) for each in found]
    end = tokens[-1].end if tokens else 0
    return [*tokens, Token(END, "", end, end)]


def is_number(text: str) -> bool:
    """Return whether a word is a JSON number."""
    return _NUMBER.fullmatch(text) is not None


def in_single_quotes(text: str) -> bool:
    """Return whether a word is in single quotes."""
    return len(text) >= 2 and text[0] == text[-1] == SINGLE


def unescaped(text: str) -> str:
    """Return the content of a word in single quotes, with its escapes resolved.

    These are the escapes that Python prints; an unpaired surrogate, which no text can contain, is unchanged.
    """
    return _ESCAPED.sub(_meant, text[1:-1])


def _meant(escaped: re.Match[str]) -> str:
    """Return the character that an escape represents."""
    name, *codes = escaped.groups()
    return chr(int(next(filter(None, codes)), 16)) if name is None else _MEANT.get(name, name)


DEEPEST = 40
"""The maximum nesting depth of objects and lists; more deeply nested objects and lists are skipped."""


class Parser:
    """Reads successive values from the tokens of a text."""

    def __init__(self, text: str) -> None:
        self.problems: list[Problem] = []
        self._tokens = tokens_of(text)
        self._at = 0
        self._open: list[str] = []
        self._unclosed_at = -1
        self._lost_end = -1

    @property
    def next(self) -> Token:
        """Return the next token without skipping it; the last token marks the end of the text."""
        return self._tokens[self._at]

    def take(self) -> Token:
        """Return the next token and skip it."""
        token = self.next
        if token.kind != END:
            self._at += 1
        return token

    def value(self) -> Value:
        """Parse the next value; return MISSING if there is none."""
        token = self.next
        if token.is_mark("{["):
            return self._passed_over() if len(self._open) >= DEEPEST else self._collection(token)
        if token.kind == STRING:
            return self._string()
        if token.kind == WORD:
            return self._word()
        self._problem(token, "missing value")
        return Value(Kind.MISSING, token.start, token.start)

    def member(self) -> Member:
        """Parse a name, a colon and a value; the next token must be a name."""
        name = self._string() if self.next.kind == STRING else self._bare_name()
        if self.next.is_mark(":"):
            self.take()
        elif name.end == self._lost_end:
            return Member(name, Value(Kind.MISSING, name.end, name.end))
        else:
            edits = (Edit(name.end, name.end, ":"),)
            self.problems.append(Problem(name.start, name.end, "missing colon after this name", edits))
        return Member(name, self.value())

    def separator(self, closing: str) -> None:
        """Skip the comma after an item; a missing or extra comma is reported as a problem."""
        before, token = self._tokens[self._at - 1], self.next
        if token.is_mark(","):
            self.take()
            if self.next.is_mark(closing):
                self._problem(token, "trailing comma", Edit(token.start, token.end, ""))
        elif not token.is_mark("}]") and token.kind != END and not self._is_parted(before):
            self._problem(token, "missing comma before this item", Edit(before.end, before.end, ","))

    def _is_parted(self, before: Token) -> bool:
        """Return whether no comma is missing after a token: it is a comma, an opening bracket, or a string
        without an end, which may contain the comma.
        """
        return before.is_mark(",[") or before.end == self._lost_end

    def item_start(self) -> None:
        """Skip the bracket or the comma before an item of a list."""
        if self.next.is_mark("[,"):
            self.take()

    def item_end(self) -> bool:
        """Skip the comma or the bracket after an item of a list, and return whether the list ends."""
        if self.next.is_mark(","):
            self.separator("]")
        if not self.next.is_mark("]"):
            return False
        self.take()
        return True

    def leftover(self) -> None:
        """Report the text after the end of the document as one problem."""
        token = self.next
        if token.kind != END:
            self._problem(token, "unexpected text after the end of the object", fault=Fault.LEFTOVER)
            self._at = len(self._tokens) - 1

    def _collection(self, opening: Token) -> Value:
        """Parse an object or a list, including its content."""
        self.take()
        is_object = opening.text == "{"
        closing = "}" if is_object else "]"
        items, members = list[Value](), list[Member]()
        self._open.append(closing)
        while not self._closed(opening, closing):
            if self.next.is_mark(",:"):
                token = self.take()
                mark = "comma" if token.is_mark(",") else "colon"
                self._problem(token, f"missing item before this {mark}", Edit(token.start, token.end, ""))
            elif not is_object:
                items.append(self.value())
                self.separator(closing)
            elif self.next.kind in (STRING, WORD):
                members.append(self.member())
                self.separator(closing)
            else:
                self._problem(self.next, "missing name before this value")
                self.value()
                self.separator(closing)
        self._open.pop()
        end = self._tokens[self._at - 1].end
        kind = Kind.OBJECT if is_object else Kind.ARRAY
        return Value(kind, opening.start, end, "", tuple(items), tuple(members))

    def _closed(self, opening: Token, closing: str) -> bool:
        """Return whether a collection ends here; skip its closing bracket, and closing brackets without an
        opening one.
        """
        while self.next.is_mark("}]"):
            if self.next.text == closing:
                self.take()
                return True
            if self.next.text in self._open[:-1]:
                break
            token = self.take()
            closes_nothing = f"{token.text} has no matching opening bracket"
            self._problem(token, closes_nothing, Edit(token.start, token.end, ""), fault=Fault.BRACKET)
        if self.next.kind == END or self.next.is_mark("}]") or self._goes_on_outside(closing):
            if self._unclosed_at != self._at:
                self._not_closed(opening)
            self._unclosed_at = self._at
            return True
        return False

    def _goes_on_outside(self, closing: str) -> bool:
        """Return whether a list is followed by a member of the enclosing object."""
        if closing != "]" or "}" not in self._open or self.next.kind != STRING:
            return False
        return self._tokens[self._at + 1].is_mark(":")

    def _not_closed(self, opening: Token) -> None:
        """Report an unclosed bracket; the content of a list may belong elsewhere."""
        reach = self.next.start if opening.text == "[" else opening.start
        message = f"{opening.text} is not closed"
        self.problems.append(Problem(opening.start, opening.end, message, (), Fault.BRACKET, reach))

    def _passed_over(self) -> Value:
        """Skip a collection that is nested too deeply, up to its last bracket, and return its value."""
        first, depth = self.take(), 1
        while depth and self.next.kind != END:
            token = self.take()
            depth += token.is_mark("{[") - token.is_mark("}]")
        self._problem(first, f"this value is nested more than {DEEPEST} levels deep and is not read")
        return Value(Kind.MISSING, first.start, self._tokens[self._at - 1].end)

    def _string(self) -> Value:
        token = self.take()
        if len(token.text) < 2 or not _is_ended(token.text):
            end = Edit(token.end, token.end, '"')
            wrong, self._lost_end = "this string has no closing quote", token.end
            self.problems.append(Problem(token.start, token.end, wrong, (end,), Fault.NO_END))
            content = content_of(f'{token.text}"')
        else:
            content = content_of(token.text)
            if content is None:
                self._problem(token, "this string has a character that must be escaped with \\")
        return Value(
            Kind.STRING, token.start, token.end, token.text.strip('"') if content is None else content
        )

    def _word(self) -> Value:
        token = self.take()
        if is_number(token.text):
            return Value(Kind.NUMBER, token.start, token.end, token.text)
        if in_single_quotes(token.text):
            return self._single(token, "a string must be in double quotes")
        if token.text in NO_VALUES:
            self._problem(
                token, "a missing value must be written as null", Edit(token.start, token.end, NULL)
            )
            return Value(Kind.WORD, token.start, token.end, NULL)
        if token.text not in WORDS:
            self._problem(token, "a string must be in quotes", fault=Fault.BARE)
            return Value(Kind.STRING, token.start, token.end, token.text)
        return Value(Kind.WORD, token.start, token.end, token.text)

    def _bare_name(self) -> Value:
        token = self.take()
        if in_single_quotes(token.text):
            return self._single(token, "a name must be in double quotes")
        edits = (Edit(token.start, token.start, '"'), Edit(token.end, token.end, '"'))
        self._problem(token, "a name must be in quotes", *edits, fault=Fault.BARE)
        return Value(Kind.STRING, token.start, token.end, token.text)

    def _single(self, token: Token, message: str) -> Value:
        """Return the value of a string in single quotes, as printed by Python."""
        content = unescaped(token.text)
        written = json.dumps(content, ensure_ascii=False)
        self._problem(token, message, Edit(token.start, token.end, written))
        return Value(Kind.STRING, token.start, token.end, content)

    def _problem(self, token: Token, message: str, *edits: Edit, fault: Fault = Fault.ALONE) -> None:
        self.problems.append(Problem(token.start, token.end, message, edits, fault))


def _is_ended(written: str) -> bool:
    """Return whether the last quote of a string ends it, that is, an even number of backslashes precedes
    it.
    """
    body = written[1:-1]
    return written.endswith('"') and (len(body) - len(body.rstrip("\\"))) % 2 == 0


_LINE_ENDS = "\r\n"

Stretch = tuple[int, int]


def primary_problems(text: str, problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems of a text, except those that result from other problems."""
    if not any(problem.fault in (Fault.NO_END, Fault.BRACKET) for problem in problems):
        return [*problems]
    ends = [problem for problem in problems if problem.fault is Fault.NO_END]
    bare = sorted(
        (problem for problem in problems if problem.fault is Fault.BARE), key=lambda each: each.start
    )
    firsts = [_first_bare(text, bare, end) or end for end in ends]
    behind = merged((first.start, end.end + 1) for first, end in zip(firsts, ends, strict=True))
    follow = (Fault.NO_END, Fault.BRACKET, Fault.LEFTOVER) if ends else (Fault.LEFTOVER,)
    left = [
        problem
        for problem in problems
        if problem.fault not in follow and not is_within(behind, problem.start)
    ]
    left += [_quote_missing(first, end) for first, end in zip(firsts, ends, strict=True)]
    return sorted(left, key=lambda each: (each.start, each.end))


def uncertain_stretches(problems: Iterable[Problem]) -> list[Stretch]:
    """Return the ranges in which only syntax errors are reported, because the content is uncertain."""
    return merged((problem.start, problem.reach) for problem in problems if problem.reach > problem.start)


def merged(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Return ranges in order, with overlapping ranges merged."""
    found = list[Stretch]()
    for start, end in sorted(stretches):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def is_within(stretches: Sequence[Stretch], place: int) -> bool:
    """Return whether a place is in one of the merged ranges."""
    at = bisect_right(stretches, (place, sys.maxsize)) - 1
    return at >= 0 and place < stretches[at][1]


def _quote_missing(first: Problem, end: Problem) -> Problem:
    """Return a problem for a line with a missing quote, at its first unquoted word if there is one."""
    if first is end:
        return end
    return Problem(first.start, first.end, "missing quote here or earlier", (), Fault.NO_END, end.end)


def _first_bare(text: str, bare: Sequence[Problem], end: Problem) -> Problem | None:
    """Return the problem at the first unquoted word on the line of an unterminated string; None if there
    is none.
    """
    line = 1 + max(text.rfind(each, 0, end.start) for each in _LINE_ENDS)
    at = bisect_left(bare, line, key=lambda each: each.start)
    return bare[at] if at < len(bare) and bare[at].start < end.start else None


class _Layout(NamedTuple):
    """The text before each item, and the additional indentation within an item."""

    gap: str = " "
    indent: str = ""

    def written(self, value: Any) -> str:
        """Return a value as JSON, on several lines if its items are on separate lines."""
        if not self.indent:
            return json_text(value)
        return json_text(value, self.indent).replace("\n", self.gap)


def json_text(value: Any, indent: str | None = None) -> str:
    """Return a value as JSON, without escapes except for characters that no file can contain."""
    written = json.dumps(value, ensure_ascii=False, indent=indent)
    has_surrogates = any("\ud800" <= each <= "\udfff" for each in written)
    return json.dumps(value, indent=indent) if has_surrogates else written


def list_edits(
    text: str, start: int, end: int, replaced: Mapping[int, Any | None], added: Sequence[Any]
) -> list[Edit]:
    """Return the edits of a list that replace items, delete items whose replacement is None, and append
    others.

    The keys of `replaced` are the offsets of items. A string is treated as a list that contains only that
    string; any other value that is not a list is discarded.
    """
    value = _value_of(text[start:end])
    if value.kind is not Kind.ARRAY:
        kept = [[value.text]] if value.kind is Kind.STRING and start not in replaced else []
        changed = [each for each in replaced.values() if each is not None]
        return [Edit(start, end, json_text([*kept, *changed, *added]))]
    items = [(start + item.start, start + item.end) for item in value.items]
    layout = _layout_of(text, start, end, items)
    edits = [
        Edit(*place, layout.written(replaced[place[0]]))
        for place in items
        if replaced.get(place[0]) is not None
    ]
    dropped = {place for place in items if replaced.get(place[0], ...) is None}
    return [
        *edits,
        *_rest(text, (start, end), items, dropped, [layout.gap + layout.written(each) for each in added]),
    ]


def member_edits(text: str, start: int, end: int, added: Mapping[str, Any]) -> list[Edit]:
    """Return the edit that adds members at the end of an object."""
    if not added:
        return []
    value = _value_of(text[start:end])
    if value.kind is not Kind.OBJECT:
        return []
    members = [(start + member.name.start, start + member.value.end) for member in value.members]
    layout = _layout_of(text, start, end, members)
    written = [f"{layout.gap}{json_text(name)}: {layout.written(each)}" for name, each in added.items()]
    return _rest(text, (start, end), members, (), written)


@lru_cache(maxsize=4)
def _value_of(text: str) -> Value:
    """Return the value with that text.

    The value is cached because repairs of one record that are tried one by one parse the same list.
    """
    return Parser(text).value()


def _rest(
    text: str,
    place: tuple[int, int],
    items: Sequence[tuple[int, int]],
    dropped: Collection[tuple[int, int]],
    added: Sequence[str],
) -> list[Edit]:
    """Return the edits that delete items with their commas, and add new items after the last item."""
    kept = [item for item in items if item not in dropped]
    if not kept:
        return _all_anew(text, place, items, added) if dropped or added else []
    edits = [
        Edit(item[0], min(each for each, _ in kept if each > item[0]), "")
        if item[0] < kept[0][0]
        else Edit(max(each for _, each in kept if each <= item[0]), item[1], "")
        for item in dropped
    ]
    last = kept[-1][1]
    behind = max([last, *(edit.end for edit in edits if edit.start == last)])
    edits = _joined([edit for edit in edits if edit.start != last])
    new = "".join(f",{each}" for each in added)
    return [*edits, Edit(last, behind, new)] if new or behind > last else edits


def _joined(edits: Sequence[Edit]) -> list[Edit]:
    """Return deletions; adjacent and overlapping deletions are merged."""
    found = list[Edit]()
    for edit in sorted(edits, key=lambda each: (each.start, each.end)):
        if found and edit.start <= found[-1].end:
            found[-1] = Edit(found[-1].start, max(found[-1].end, edit.end), "")
        else:
            found.append(edit)
    return found


def _all_anew(
    text: str, place: tuple[int, int], items: Sequence[tuple[int, int]], added: Sequence[str]
) -> list[Edit]:
    """Return the edit that rewrites a list in which no items remain, with new items or none."""
    start, end = place[0] + 1, items[-1][1] if items else place[0] + 1
    if added and items:
        return [Edit(items[0][0], end, ",".join(added).lstrip())]
    closes = text[place[1] - 1] in "]}" and place[1] - 1 >= end
    if closes and not text[end : place[1] - 1].strip(" \t\r\n,"):
        end = place[1] - 1
    return [Edit(start, end, ",".join(added).lstrip())]


def _layout_of(text: str, start: int, end: int, items: Sequence[tuple[int, int]]) -> _Layout:
    """Return the layout of a list's items: on separate lines, or after a comma and an optional space."""
    if not items:
        return _Layout()
    before = text[start + 1 : items[0][0]]
    if before.isspace() and any(each in before for each in _LINE_ENDS):
        behind = text[items[-1][1] : end - 1]
        closing = behind[-_indentation(behind) :] if _indentation(behind) else ""
        own = before[-_indentation(before) :] if _indentation(before) else ""
        return _Layout(before, own[len(closing) :] or " ")
    if len(items) > 1 and text[items[0][1] : items[1][0]] == ",":
        return _Layout("")
    return _Layout()


def _indentation(blanks: str) -> int:
    """Return the number of characters after the last line end."""
    return len(blanks) - 1 - max(blanks.rfind(each) for each in _LINE_ENDS)
