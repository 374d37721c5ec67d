"""JSON as plain values, or as a tree with places; reading the tree never fails."""

import json
import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

from keytally.findings.finding import Edit

DEEPEST = 64
"""The maximum nesting depth of objects and lists; the text of a deeper object or list counts as a single
value.
"""

LONGEST_EXPONENT = 6
"""The maximum number of exponent digits in a number; Python cannot compare larger numbers by value."""

Plain = Any
"""A value: a dict, a list, a string, a `Decimal`, a bool or None."""


class NotPlainError(ValueError):
    """The error for text that is not plain JSON: it has a syntax error, a repeated name or an unusual
    number.
    """


def _number(text: str) -> Decimal:
    """Return the value of a number. Raises NotPlainError for a number that cannot be compared by value."""
    try:
        value = Decimal(text)
    except InvalidOperation:
        raise NotPlainError from None
    if not value.is_finite() or len(str(abs(value.adjusted()))) > LONGEST_EXPONENT:
        raise NotPlainError
    return value


def _members(pairs: list[tuple[str, Plain]]) -> dict[str, Plain]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotPlainError
    return found


def _constant(name: str) -> Plain:
    raise NotPlainError(name)


_DECODER = json.JSONDecoder(
    parse_float=_number, parse_int=_number, parse_constant=_constant, object_pairs_hook=_members
)


def plain_value(text: str, start: int = 0) -> tuple[Plain, int]:
    """Return the value that starts at an offset, and the offset at which it ends.

    Raises NotPlainError if the value contains anything that requires a finding; deep nesting is not checked.
    """
    try:
        return _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        raise NotPlainError from None


class Node:
    """A value from `start` to `end`: an object with `members`, a list with `items`, or a scalar with
    `value`.
    """

    __slots__ = ("end", "items", "members", "start", "value")

    def __init__(
        self,
        start: int,
        end: int,
        value: Plain = None,
        members: "list[Member] | None" = None,
        items: "list[Node] | None" = None,
    ) -> None:
        self.start = start
        self.end = end
        self.value = value
        self.members = members
        self.items = items

    @property
    def is_object(self) -> bool:
        """Return whether the value is an object."""
        return self.members is not None

    def member(self, name: str) -> "Member | None":
        """Return the last member with a name, because programs also use the last of several; None if there
        is none.
        """
        return next((each for each in reversed(self.members or ()) if each.name == name), None)

    def plain(self) -> Plain:
        """Return the value without places."""
        if self.members is not None:
            return {member.name: member.node.plain() for member in self.members}
        return self.value if self.items is None else [item.plain() for item in self.items]

    def walk(self) -> "Iterator[Node]":
        """Yield the value and all values in it, in text order."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.items or ())
            waiting += (member.node for member in reversed(node.members or ()))


class Member(NamedTuple):
    """A member of an object: its name, the place of the name, and the value."""

    name: str
    start: int
    end: int
    node: Node


class Problem(NamedTuple):
    """A JSON syntax error from `start` to `end`: a description, and the edits that fix it."""

    start: int
    end: int
    message: str
    edits: tuple[Edit, ...] = ()


_STRING, _SINGLE, _MARK, _WORD, _END = "string", "single", "mark", "word", "end"
_TOKEN = re.compile(
    r"""(?P<string>"(?:[^"\\\r\n]+|\\.)*"?)|(?P<mark>[{}\[\]:,])"""
    r"""|(?P<single>'[^'\\\r\n]*(?:\\[^\r\n][^'\\\r\n]*)*'(?=[ \t]*(?:[\r\n}\]:,]|\Z)))"""
    r"""|(?P<word>[^\s{}\[\]:,"]+(?:[ \t]+[^\s{}\[\]:,"]+)*)"""
)
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?", re.ASCII)
_CONTINUED = re.compile(r'(?:[^"\\]|\\.)*"(?=\s*[,}\]:])', re.S)
_NEXT_NAME = re.compile(r'"\s*:')
_ESCAPE = re.compile(r"\\(?:u([\da-fA-F]{4})|(.))", re.S)
_MEANT = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
_CONSTANTS = {"true": True, "false": False, "null": None}
_PYTHON = {"True": "true", "False": "false", "None": "null"}
_NO_VALUES = ("NaN", "nan", "Infinity", "-Infinity", "inf", "-inf", "undefined", "nil", "NULL", "Null", "NA")
_CLOSING = {"{": "}", "[": "]"}


class _Token(NamedTuple):
    kind: str
    start: int
    end: int
    text: str


class _Frame:
    """An open object or list, the name that still lacks its value, and the last punctuation mark."""

    __slots__ = ("after", "closing", "name", "node")

    def __init__(self, node: Node, closing: str) -> None:
        self.node = node
        self.closing = closing
        self.name: tuple[str, int, int] | None = None
        self.after = ""


class Parser:
    """Reads one value of a text without recursion; `problems` contains the syntax errors."""

    def __init__(self, text: str, start: int = 0) -> None:
        self.problems: list[Problem] = []
        self.end = start
        self._text = text
        self._frames: list[_Frame] = []
        self._comma: _Token | None = None
        self._open_end = -1
        """The end of the last string without a closing quote, or of a skipped value that is not closed."""

    def value(self) -> Node | None:
        """Return the value at the start; None if there is none. `end` is the offset after it."""
        first = self._next()
        if first.kind == _END or first.text in tuple("}]:,"):
            return None
        root = self._scalar(first) if first.text not in _CLOSING or first.kind != _MARK else self._open(first)
        while self._frames:
            self._step(self._next())
        return root

    def _next(self) -> _Token:
        text = self._text
        found = _TOKEN.search(text, self.end)
        if found is None:
            return _Token(_END, len(text), len(text), "")
        end, kind = found.end(), str(found.lastgroup)
        if kind == _STRING and not _is_closed(found[0]):
            end = self._string_end(found.start(), end)
        self.end = end
        return _Token(kind, found.start(), end, text[found.start() : end])

    def _string_end(self, start: int, end: int) -> int:
        """Return the end of a string that is not closed on its line: a later quote, or the end of the
        line.
        """
        longer = _CONTINUED.match(self._text, start + 1)
        if longer is None or _NEXT_NAME.search(self._text, end, longer.end() + 2):
            return end
        return longer.end()

    def _step(self, token: _Token) -> None:
        """Process one token in the innermost open object or list."""
        frame = self._frames[-1]
        if token.kind == _END:
            self._cut_off(token)
        elif token.kind == _MARK and token.text in "}]":
            self._close(token, frame)
        elif token.kind == _MARK and token.text == ",":
            self._separate(token, frame)
        elif token.kind == _MARK and token.text == ":":
            if frame.name is None or frame.after == ":":
                self._problem(token, "unexpected colon", Edit(token.start, token.end, ""))
            else:
                frame.after = ":"
        else:
            self._item(token, frame)

    def _item(self, token: _Token, frame: _Frame) -> None:
        """Process a name or a value."""
        if frame.after == "value":
            self._problem(token, "missing comma before this item", Edit(token.start, token.start, ", "))
        is_opening = token.kind == _MARK
        if frame.node.members is not None and frame.name is None:
            if not is_opening:
                frame.name, frame.after = (self._name(token), token.start, token.end), "name"
                return
            self._problem(token, "missing name before this value")
            frame.name = ("", token.start, token.start)
        elif frame.name is not None and frame.after != ":":
            self._problem(token, "missing colon before this value", Edit(token.start, token.start, ": "))
        self._open(token) if is_opening else self._attach(self._scalar(token))

    def _name(self, token: _Token) -> str:
        content = self._content(token)
        if token.kind != _STRING:
            edit = Edit(token.start, token.end, json.dumps(content, ensure_ascii=False))
            self._problem(token, "a name must be in double quotes", edit)
        return content

    def _attach(self, node: Node) -> None:
        if not self._frames:
            return
        frame = self._frames[-1]
        if frame.node.members is not None:
            name = frame.name or ("", node.start, node.start)
            frame.node.members.append(Member(*name, node))
        else:
            assert frame.node.items is not None
            frame.node.items.append(node)
        frame.name, frame.after = None, "value"

    def _open(self, token: _Token) -> Node:
        if len(self._frames) >= DEEPEST:
            return self._skip(token)
        is_object = token.text == "{"
        node = Node(token.start, token.end, None, [] if is_object else None, None if is_object else [])
        self._attach(node)
        self._frames.append(_Frame(node, _CLOSING[token.text]))
        return node

    def _skip(self, opening: _Token) -> Node:
        """Skip an object or a list that is nested too deeply; its text is one value."""
        depth, end = 1, opening.end
        while depth:
            token = self._next()
            if token.kind == _END:
                self._open_end = token.end
                break
            end = token.end
            if token.kind == _MARK:
                depth += (token.text in "{[") - (token.text in "}]")
        self._problem(opening, f"nested more than {DEEPEST} levels deep; its text counts as one value")
        node = Node(opening.start, end, self._text[opening.start : end])
        self._attach(node)
        return node

    def _close(self, token: _Token, frame: _Frame) -> None:
        """Process a closing bracket, which closes the innermost object or list or an outer one."""
        while frame.closing != token.text:
            if all(each.closing != token.text for each in self._frames):
                closes_nothing = f"{token.text} has no matching opening bracket"
                self._problem(token, closes_nothing, Edit(token.start, token.end, ""))
                return
            self._end(frame, token.start)
            opening = "{" if frame.closing == "}" else "["
            wrong, edit = f"{opening} is not closed", Edit(token.start, token.start, frame.closing)
            self.problems.append(Problem(frame.node.start, frame.node.start + 1, wrong, (edit,)))
            frame = self._frames[-1]
        if frame.after == "," and self._comma is not None:
            self._problem(
                self._comma, "comma after the last item", Edit(self._comma.start, self._comma.end, "")
            )
        self._end(frame, token.end)

    def _end(self, frame: _Frame, end: int) -> None:
        if frame.name is not None:
            self.problems.append(Problem(*frame.name[1:], "this name has no value"))
            self._attach(Node(frame.name[2], frame.name[2]))
        frame.node.end = end
        self._frames.pop()

    def _separate(self, token: _Token, frame: _Frame) -> None:
        if frame.name is not None:
            self.problems.append(Problem(*frame.name[1:], "this name has no value"))
            self._attach(Node(frame.name[2], frame.name[2]))
        elif frame.after != "value":
            self._problem(token, "missing value before this comma", Edit(token.start, token.end, ""))
        frame.after, self._comma = ",", token

    def _cut_off(self, token: _Token) -> None:
        """Close everything at the end of a truncated text."""
        end = len(self._text.rstrip())
        missing = "".join(frame.closing for frame in reversed(self._frames))
        opening = self._frames[0].node
        is_complete = self._frames[-1].after == "value" and self._open_end < end
        edits = (Edit(end, end, missing),) if is_complete else ()
        self.problems.append(
            Problem(opening.start, opening.start + 1, "the text ends before this bracket is closed", edits)
        )
        while self._frames:
            self._end(self._frames[-1], end)

    def _scalar(self, token: _Token) -> Node:
        return Node(token.start, token.end, self._scalar_value(token))

    def _scalar_value(self, token: _Token) -> Plain:
        if token.kind == _WORD:
            return self._word(token)
        content = self._content(token)
        if token.kind == _SINGLE:
            self._quoted(token, content, "a string must be in double quotes")
        return content

    def _word(self, token: _Token) -> Plain:
        """Return the value of a number or a word, such as a JSON or Python constant."""
        word = token.text
        if _NUMBER.fullmatch(word):
            try:
                return _number(word)
            except NotPlainError:
                self._problem(token, "this number is too large or too small; it is compared as text")
                return word
        if word not in _CONSTANTS:
            written = _PYTHON.get(word) or ("null" if word in _NO_VALUES else "")
            if not written:
                self._quoted(token, word, "a string must be in double quotes")
                return word
            self._problem(token, f"write {written} in JSON", Edit(token.start, token.end, written))
            word = written
        return _CONSTANTS[word]

    def _quoted(self, token: _Token, content: str, message: str) -> None:
        edit = Edit(token.start, token.end, json.dumps(content, ensure_ascii=False))
        self._problem(token, message, edit)

    def _content(self, token: _Token) -> str:
        written = token.text
        if token.kind == _WORD:
            return written
        if token.kind == _STRING and not _is_closed(written):
            end = self._open_end = token.end
            self._problem(token, "this string has no closing quote", Edit(end, end, '"'))
            return _unescaped(written[1:])
        if "\\" not in written and written.isprintable():
            return written[1:-1]
        try:
            return str(json.loads(written))
        except ValueError:
            content = _unescaped(written[1:-1])
        if token.kind == _STRING:
            edit = Edit(token.start, token.end, json.dumps(content, ensure_ascii=False))
            self._problem(token, "this string has a character that must be escaped", edit)
        return content

    def _problem(self, token: _Token, message: str, *edits: Edit) -> None:
        self.problems.append(Problem(token.start, token.end, message, edits))


def _is_closed(written: str) -> bool:
    """Return whether the last quote of a string ends it, that is, an even number of backslashes precedes
    it.
    """
    body = written[1:-1]
    return len(written) > 1 and written.endswith('"') and (len(body) - len(body.rstrip("\\"))) % 2 == 0


def _unescaped(written: str) -> str:
    """Return the content of a string with its escapes resolved; an unknown escape stands for its
    character.
    """
    return _ESCAPE.sub(
        lambda found: chr(int(found[1], 16)) if found[1] else _MEANT.get(found[2], found[2]), written
    )
