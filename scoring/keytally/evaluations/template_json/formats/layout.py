"""Edits of lists and objects that keep the layout of what stands in them."""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from keytally.evaluations.template_json.formats.parsing import Parser
from keytally.evaluations.template_json.formats.tree import Kind
from keytally.findings.finding import Edit

_LINE_ENDS = "\r\n"


class _Layout(NamedTuple):
    """What stands before each item, and the blanks by which what is within an item is indented further."""

    gap: str = " "
    indent: str = ""

    def written(self, value: Any) -> str:
        """A value as JSON, over several lines where items stand on lines of their own."""
        if not self.indent:
            return json_text(value)
        return json_text(value, self.indent).replace("\n", self.gap)


def json_text(value: Any, indent: str | None = None) -> str:
    """A value as JSON; characters stand for themselves, but for those that no file can hold."""
    written = json.dumps(value, ensure_ascii=False, indent=indent)
    has_surrogates = any("\ud800" <= each <= "\udfff" for each in written)
    return json.dumps(value, indent=indent) if has_surrogates else written


def list_edits(
    text: str, start: int, end: int, replaced: Mapping[int, Any | None], added: Sequence[Any]
) -> list[Edit]:
    """The edits of a list by which items become other values, or nothing for None, and others follow.

    `replaced` goes by the offset of each item. A value that is no list counts as one with that item alone.
    """
    value = Parser(text[start:end]).value()
    if value.kind is not Kind.ARRAY:
        kept = [[value.text]] if value.kind is Kind.STRING and start not in replaced else []
        changed = [each for each in replaced.values() if each is not None]
        return [Edit(start, end, json_text([*kept, *changed, *added]))]
    items = [(start + each.start, start + each.end) for each in value.items]
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
    """The edit by which an object has further members at its end."""
    value = Parser(text[start:end]).value()
    if value.kind is not Kind.OBJECT or not added:
        return []
    members = [(start + each.name.start, start + each.value.end) for each in value.members]
    layout = _layout_of(text, start, end, members)
    written = [f"{layout.gap}{json_text(name)}: {layout.written(each)}" for name, each in added.items()]
    return _rest(text, (start, end), members, (), written)


def _rest(
    text: str,
    place: tuple[int, int],
    items: Sequence[tuple[int, int]],
    dropped: Collection[tuple[int, int]],
    added: Sequence[str],
) -> list[Edit]:
    """The edits that take items away with their commas, and put others behind the last one."""
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
    behind = max([last, *(each.end for each in edits if each.start == last)])
    edits = _joined([each for each in edits if each.start != last])
    new = "".join(f",{each}" for each in added)
    return [*edits, Edit(last, behind, new)] if new or behind > last else edits


def _joined(edits: Sequence[Edit]) -> list[Edit]:
    """Deletions, of which those that touch or overlap are one."""
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
    """The edit by which a list without items that stay has new ones, or none."""
    start, end = place[0] + 1, items[-1][1] if items else place[0] + 1
    if added and items:
        return [Edit(items[0][0], end, ",".join(added).lstrip())]
    closes = text[place[1] - 1] in "]}" and place[1] - 1 >= end
    if closes and not text[end : place[1] - 1].strip(" \t\r\n,"):
        end = place[1] - 1
    return [Edit(start, end, ",".join(added).lstrip())]


def _layout_of(text: str, start: int, end: int, items: Sequence[tuple[int, int]]) -> _Layout:
    """How the items of a list stand: on lines of their own, or behind a comma and perhaps a blank."""
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
    """The number of characters behind the last line end."""
    return len(blanks) - 1 - max(blanks.rfind(each) for each in _LINE_ENDS)
