"""Makes a tree of a text: brackets are matched as well as they can be, and values never stop the reading."""

import json

from keytally.evaluations.template_json.formats.tokens import (
    END,
    STRING,
    WORD,
    WORDS,
    Token,
    in_single_quotes,
    is_number,
    tokens_of,
    unescaped,
)
from keytally.evaluations.template_json.formats.tree import Fault, Kind, Member, Problem, Value, content_of
from keytally.findings.finding import Edit

DEEPEST = 40
"""Objects and lists within each other beyond this number are passed over."""


class Parser:
    """Reads values from the tokens of a text, one after the other."""

    def __init__(self, text: str) -> None:
        self.problems: list[Problem] = []
        self._tokens = tokens_of(text)
        self._at = 0
        self._open: list[str] = []
        self._unclosed_at = -1
        self._lost_end = -1

    @property
    def next(self) -> Token:
        """The token that is read next; the last one ends the text."""
        return self._tokens[self._at]

    def take(self) -> Token:
        """The next token, which is passed over."""
        token = self.next
        if token.kind != END:
            self._at += 1
        return token

    def value(self) -> Value:
        """The value that stands next; MISSING where none does."""
        token = self.next
        if token.is_mark("{["):
            return self._passed_over() if len(self._open) >= DEEPEST else self._collection(token)
        if token.kind == STRING:
            return self._string()
        if token.kind == WORD:
            return self._word()
        self._problem(token, "a value is missing here")
        return Value(Kind.MISSING, token.start, token.start)

    def member(self) -> Member:
        """The name, the colon and the value that stand next; a name is there."""
        name = self._string() if self.next.kind == STRING else self._bare_name()
        if self.next.is_mark(":"):
            self.take()
        elif name.end == self._lost_end:
            return Member(name, Value(Kind.MISSING, name.end, name.end))
        else:
            edits = (Edit(name.end, name.end, ":"),)
            self.problems.append(Problem(name.start, name.end, "a colon is missing behind this name", edits))
        return Member(name, self.value())

    def separator(self, closing: str) -> None:
        """Pass over the comma behind an item; one that is missing or too much is a problem."""
        before, token = self._tokens[self._at - 1], self.next
        if token.is_mark(","):
            self.take()
            if self.next.is_mark(closing):
                self._problem(token, "no item stands behind this comma", Edit(token.start, token.end, ""))
        elif not token.is_mark("}]") and token.kind != END and not self._is_parted(before):
            self._problem(token, "a comma is missing before this", Edit(before.end, before.end, ","))

    def _is_parted(self, before: Token) -> bool:
        """Whether a comma is read, or lost with the end of a string, or a list ends at its first bracket."""
        return before.is_mark(",[") or before.end == self._lost_end

    def leftover(self) -> None:
        """Report what stands behind all that was read, as one problem."""
        token = self.next
        if token.kind != END:
            self._problem(token, "nothing may stand behind the end of the object", fault=Fault.LEFTOVER)
            self._at = len(self._tokens) - 1

    def _collection(self, opening: Token) -> Value:
        """An object or a list with all that stands in it."""
        self.take()
        is_object = opening.text == "{"
        closing = "}" if is_object else "]"
        items, members = list[Value](), list[Member]()
        self._open.append(closing)
        while not self._closed(opening, closing):
            if self.next.is_mark(",:"):
                token = self.take()
                self._problem(token, "an item is missing before this", Edit(token.start, token.end, ""))
            elif not is_object:
                items.append(self.value())
                self.separator(closing)
            elif self.next.kind in (STRING, WORD):
                members.append(self.member())
                self.separator(closing)
            else:
                self._problem(self.next, "a name is missing before this")
                self.value()
                self.separator(closing)
        self._open.pop()
        end = self._tokens[self._at - 1].end
        kind = Kind.OBJECT if is_object else Kind.ARRAY
        return Value(kind, opening.start, end, "", tuple(items), tuple(members))

    def _closed(self, opening: Token, closing: str) -> bool:
        """Whether a collection ends here; its closing bracket is passed over, wrong ones as well."""
        while self.next.is_mark("}]"):
            if self.next.text == closing:
                self.take()
                return True
            if self.next.text in self._open[:-1]:
                break
            token = self.take()
            closes_nothing = f"{token.text} closes nothing"
            self._problem(token, closes_nothing, Edit(token.start, token.end, ""), fault=Fault.BRACKET)
        if self.next.kind == END or self.next.is_mark("}]") or self._goes_on_outside(closing):
            if self._unclosed_at != self._at:
                self._not_closed(opening)
            self._unclosed_at = self._at
            return True
        return False

    def _goes_on_outside(self, closing: str) -> bool:
        """Whether a list is followed by a member of the object in which it stands."""
        if closing != "]" or "}" not in self._open or self.next.kind != STRING:
            return False
        return self._tokens[self._at + 1].is_mark(":")

    def _not_closed(self, opening: Token) -> None:
        """Report a bracket that nothing closes; what a list holds may belong elsewhere."""
        reach = self.next.start if opening.text == "[" else opening.start
        message = f"{opening.text} is not closed"
        self.problems.append(Problem(opening.start, opening.end, message, (), Fault.BRACKET, reach))

    def _passed_over(self) -> Value:
        """A collection that stands too deep, up to its last bracket."""
        first, depth = self.take(), 1
        while depth and self.next.kind != END:
            token = self.take()
            depth += token.is_mark("{[") - token.is_mark("}]")
        self._problem(first, f"this is nested more than {DEEPEST} deep and is not read")
        return Value(Kind.MISSING, first.start, self._tokens[self._at - 1].end)

    def _string(self) -> Value:
        token = self.take()
        if len(token.text) < 2 or not _is_ended(token.text):
            end = Edit(token.end, token.end, '"')
            wrong, self._lost_end = "this string has no end", token.end
            self.problems.append(Problem(token.start, token.end, wrong, (end,), Fault.NO_END))
            content = content_of(f'{token.text}"')
        else:
            content = content_of(token.text)
            if content is None:
                self._problem(token, "this string has a character that must be written with \\")
        return Value(
            Kind.STRING, token.start, token.end, token.text.strip('"') if content is None else content
        )

    def _word(self) -> Value:
        token = self.take()
        if is_number(token.text):
            return Value(Kind.NUMBER, token.start, token.end, token.text)
        if in_single_quotes(token.text):
            return self._single(token, "a string stands in double quotes")
        if token.text not in WORDS:
            self._problem(token, "a string stands in quotes", fault=Fault.BARE)
            return Value(Kind.STRING, token.start, token.end, token.text)
        return Value(Kind.WORD, token.start, token.end, token.text)

    def _bare_name(self) -> Value:
        token = self.take()
        if in_single_quotes(token.text):
            return self._single(token, "a name stands in double quotes")
        edits = (Edit(token.start, token.start, '"'), Edit(token.end, token.end, '"'))
        self._problem(token, "a name stands in quotes", *edits, fault=Fault.BARE)
        return Value(Kind.STRING, token.start, token.end, token.text)

    def _single(self, token: Token, message: str) -> Value:
        """A string in single quotes, as Python prints it."""
        content = unescaped(token.text)
        written = json.dumps(content, ensure_ascii=False)
        self._problem(token, message, Edit(token.start, token.end, written))
        return Value(Kind.STRING, token.start, token.end, content)

    def _problem(self, token: Token, message: str, *edits: Edit, fault: Fault = Fault.ALONE) -> None:
        self.problems.append(Problem(token.start, token.end, message, edits, fault))


def _is_ended(written: str) -> bool:
    """Whether the last quote of a string ends it: an even number of backslashes stands before it."""
    body = written[1:-1]
    return written.endswith('"') and (len(body) - len(body.rstrip("\\"))) % 2 == 0
