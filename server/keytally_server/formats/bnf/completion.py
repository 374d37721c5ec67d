"""Completions in a BNF: classes that pointers refer to, named sets, and cardinality marks."""

import re
from collections.abc import Iterator

from keytally.evaluations.muc.formats.bnf.model import CARDINALITIES
from keytally.evaluations.muc.formats.bnf.unit import BnfUnit
from keytally_server.answers.completion import Completion, CompletionKind
from keytally_server.cursor.lines import CursorLine, line_around

_POINTER = re.compile(r"<([^<>\s]*)\Z")
_NAMED_SET = re.compile(r"\{\{\s*([^{}\s,]*)\Z")
_DEFINED = re.compile(r"[ \t]+[^\W\d][\w-]*:[ \t]*\S.*?([ \t]*)\Z")
_WHOLE = re.compile(r"[}>\"\w][ \t]*\Z")
_OPEN = re.compile(r"[{<][^}>]*\Z|\"[^\"]*\Z")
_REST_OF_POINTER = re.compile(r"[^<>\s]*>?")
_REST_OF_SET = re.compile(r"[^{}\s,]*(?:\s*\}\})?")


def bnf_completions(unit: BnfUnit, place: int) -> Iterator[Completion]:
    """The completions at a place of a BNF."""
    if any(piece.kind == "COMMENT" and piece.start < place < piece.end for piece in unit.pieces):
        return
    line = line_around(unit.text, place)
    before = line.before
    if match := _POINTER.search(before):
        if before[: match.start()].strip():
            yield from _classes(unit, place - len(match[1]) - 1, place)
    elif match := _NAMED_SET.search(before):
        yield from _sets(unit, place - len(match.group()), place)
    elif (match := _DEFINED.match(before)) and _takes_mark(line):
        yield from _marks(place, has_blank=bool(match[1]) or not before[-1:].isalnum())


def _classes(unit: BnfUnit, start: int, place: int) -> Iterator[Completion]:
    rest = _REST_OF_POINTER.match(unit.text, place)
    for each in unit.bnf.classes:
        name = f"<{each.name}>"
        yield Completion(name, CompletionKind.CLASS, name, start, rest.end() if rest else place)


def _sets(unit: BnfUnit, start: int, place: int) -> Iterator[Completion]:
    rest = _REST_OF_SET.match(unit.text, place)
    for name, values in unit.bnf.sets:
        text = f"{{{{{name}}}}}"
        end = rest.end() if rest else place
        yield Completion(text, CompletionKind.VALUE, text, start, end, detail=", ".join(values))


def _takes_mark(line: CursorLine) -> bool:
    """Whether a slot's definition on a line is complete except for its cardinality."""
    is_whole = _WHOLE.search(line.before) and not _OPEN.search(_without_whole(line.before))
    return bool(is_whole) and not line.behind.strip()


def _without_whole(before: str) -> str:
    return re.sub(r"\{[^{}]*\}|<[^<>]*>|\"[^\"]*\"", "", before)


def _marks(place: int, *, has_blank: bool) -> Iterator[Completion]:
    for mark, cardinality in CARDINALITIES.items():
        text = mark if has_blank else f" {mark}"
        yield Completion(mark, CompletionKind.MARK, text, place, place, detail=str(cardinality))
