"""Edits of `done` in an `[[adjudication]]` table of keytally.toml: what an annotator has finished."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from keytally.findings.edits import Edits, apply_edits
from keytally.findings.finding import Edit
from keytally.project.toml_places import EntryPath, TomlPlace, places
from keytally.project.toml_text import TomlProblem, load_toml

Places = Mapping[EntryPath, TomlPlace]

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def stating_done(text: str, table: int, annotator: str, document: str) -> Edits | None:
    """The edits that add a document to those that an annotator has done; None where they cannot be made.

    `text` is that of a keytally.toml, `table` the number of the adjudication, from 0.
    """
    before = _stated(text, table, annotator)
    if before is None or document in before:
        return None
    edits = tuple(_adding(text, places(text), ("adjudication", table), annotator, document))
    return edits if _stated(apply_edits(text, edits), table, annotator) == [*before, document] else None


def stating_undone(
    text: str, table: int, annotator: str, document: str, document_of: Callable[[str], str] = str
) -> Edits | None:
    """The edits that take a document out of these; None where they cannot be made.

    `document_of` gives the name by which a document is known from one that people write.
    """
    before, known = _stated(text, table, annotator), document_of(document)
    kept = [each for each in before or () if document_of(each) != known]
    if before is None or kept == before:
        return None
    path = ("adjudication", table, "done", annotator)
    edits = tuple(_taking(text, places(text), path, [document_of(each) != known for each in before]))
    return edits if _stated(apply_edits(text, edits), table, annotator) == kept else None


def _stated(text: str, table: int, annotator: str) -> list[str] | None:
    """What is stated as done; None where the text has mistakes there."""
    values = load_toml(text)
    if isinstance(values, TomlProblem):
        return None
    found: Any = values
    for name, otherwise in (("adjudication", []), (table, {}), ("done", {}), (annotator, [])):
        if isinstance(found, dict):
            found = found.get(name, otherwise)
        elif isinstance(found, list) and isinstance(name, int) and name < len(found):
            found = found[name]
        else:
            return None
    found = [found] if isinstance(found, str) else found
    return found if isinstance(found, list) and all(isinstance(each, str) for each in found) else None


def _adding(text: str, at: Places, table: EntryPath, annotator: str, document: str) -> Sequence[Edit]:
    done, own = (*table, "done"), (*table, "done", annotator)
    entry = f"{_key(annotator)} = [{_quoted(document)}]"
    if own in at:
        return [_into_list(text, at, own, document)]
    if done in at and at[done].key != at[done].value:
        return [_into_braces(at, done, entry)]
    if done in at:
        return [_after_line(text, at[done].value.end, entry)]
    lines = [place.value.end for path, place in at.items() if path[:3] == done and len(path) == len(own)]
    if lines:
        return [_after_line(text, max(lines), f"done.{entry}")]
    keys = ((*table, name) for name in ("annotators", "gold", "task"))
    behind = next((at[path] for path in keys if _is_line(at, path)), None)
    return [] if behind is None else [_after_line(text, behind.value.end, f"done = {{ {entry} }}")]


def _is_line(at: Places, path: EntryPath) -> bool:
    """Whether an entry is a key with its value, and no table with a header."""
    return path in at and at[path].key != at[path].value


def _into_list(text: str, at: Places, own: EntryPath, document: str) -> Edit:
    """Puts a document behind the last one of a list, or makes a list of a single text."""
    value, added = at[own].value, _quoted(document)
    if text[value.start] != "[":
        return Edit(value.start, value.end, f"[{text[value.start : value.end]}, {added}]")
    ends = [place.value.end for path, place in at.items() if path[:-1] == own]
    return Edit(max(ends), max(ends), f", {added}") if ends else Edit(value.start + 1, value.start + 1, added)


def _into_braces(at: Places, done: EntryPath, entry: str) -> Edit:
    """Puts an entry behind the last one of an inline table."""
    value = at[done].value
    ends = [place.value.end for path, place in at.items() if path[:-1] == done]
    return (
        Edit(max(ends), max(ends), f", {entry}") if ends else Edit(value.start, value.end, f"{{ {entry} }}")
    )


def _after_line(text: str, place: int, added: str) -> Edit:
    """Puts a line behind the one that holds a place, before the end of that line."""
    ends = [end for end in (text.find("\r\n", place), text.find("\n", place)) if end >= 0]
    end = min(ends, default=len(text))
    line_end = "\r\n" if text.startswith("\r\n", end) else "\n"
    return Edit(end, end, line_end + added)


def _taking(text: str, at: Places, own: EntryPath, kept: Sequence[bool]) -> Sequence[Edit]:
    """Takes elements out of a list, each with the comma before it, the first ones with that behind."""
    value = at[own].value
    if text[value.start] != "[":
        return [Edit(value.start, value.end, "[]")]
    paths = [(*own, number) for number in range(len(kept))]
    elements = [at[path].value for path in paths]
    edits: list[Edit] = []
    first = kept.index(True) if True in kept else len(kept)
    if first:
        end = elements[first].start if first < len(kept) else elements[-1].end
        edits.append(Edit(elements[0].start, end, ""))
    for number in range(first + 1, len(kept)):
        if not kept[number]:
            edits.append(Edit(elements[number - 1].end, elements[number].end, ""))
    return edits


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _quoted(name)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
