"""Likely repairs of task tags that do not pair: tags that are never closed, and tags that cross."""

from bisect import bisect_left
from collections.abc import Iterator

from keytally.evaluations.muc.formats.sgml.objects import one_line
from keytally.evaluations.muc.formats.sgml.tags import Tag
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.findings.finding import Edit, Finding
from keytally.text.lines import BLANK_LINE
from keytally_server.answers.quick_fix import Repair
from keytally_server.cursor import word_boundaries
from keytally_server.cursor.marks import marks_near
from keytally_server.formats.sgml.missing_tags import missing_tags_around
from keytally_server.formats.sgml.tag_edits import plain_text_end
from keytally_server.session.snapshot import Snapshot

LONGEST_SHOWN = 40


def closings(snapshot: Snapshot, unit: SgmlUnit, tag: Tag) -> Iterator[Repair]:
    """Close a tag where the key's ends, behind the next word, or before the next tag; or remove it."""
    name = _written(unit, tag)
    in_key = _end_in_key(snapshot, unit, tag)
    if in_key is not None:
        title = f"close it behind {_shown(unit, tag.end, in_key)}, as the key does"
        yield Repair(title, (Edit(in_key, in_key, f"</{name}>"),), is_preferred=True)
    for place in _ends(unit, tag):
        if place != in_key:
            title = f"close it behind {_shown(unit, tag.end, place)}"
            yield Repair(title, (Edit(place, place, f"</{name}>"),))
    yield Repair(f"remove <{name}>", (Edit(tag.start, tag.end, ""),))


def begins_missing(unit: SgmlUnit, name: str, start: int) -> bool:
    """Whether a tag of this name that is never closed stands right before the text at a place."""
    at = bisect_left(unit.tags, start, key=lambda tag: tag.end)
    before = unit.tags[at] if at < len(unit.tags) else None
    unclosed = unit.structure.pairing.unclosed
    return before is not None and before.end == start and before.name == name and at in unclosed


def uncrossed(unit: SgmlUnit, finding: Finding) -> Iterator[Repair]:
    """Let one of two crossing elements hold the other, or end the inner one before the outer one."""
    found = _crossing(unit, finding)
    if found is None:
        return
    close, other = found
    texts = unit.text[close.start : close.end], unit.text[other.start : other.end]
    swapped = Edit(close.start, close.end, texts[1]), Edit(other.start, other.end, texts[0])
    yield Repair(f"close {texts[1]} here and {texts[0]} behind it", swapped)
    before = Edit(close.start, close.start, texts[1]), Edit(other.start, other.end, "")
    yield Repair(f"move {texts[1]} before {texts[0]}", before)
    behind = Edit(close.start, close.end, ""), Edit(other.end, other.end, texts[0])
    yield Repair(f"move {texts[0]} behind {texts[1]}", behind)


def _crossing(unit: SgmlUnit, finding: Finding) -> tuple[Tag, Tag] | None:
    """The close tag of a finding, and that of the element that it crosses; None if there is none."""
    pairing, tags = unit.structure.pairing, unit.tags
    for close, inner in pairing.crossings:
        if tags[close].start == finding.start:
            pairs = zip(pairing.opens, pairing.closes, strict=True)
            other = next((end for begin, end in pairs if begin == inner), None)
            return None if other is None else (tags[close], tags[other])
    return None


def _end_in_key(snapshot: Snapshot, unit: SgmlUnit, tag: Tag) -> int | None:
    """The end of the key's tag of this name at this place, where the text is the same."""
    begins = unit.stripped_offset(tag.end)
    marks = marks_near(snapshot, unit, tag.start, tag.end)
    for missing in missing_tags_around(unit, marks, tag.start, tag.end):
        if missing.element.name == tag.name and missing.stripped.start == begins:
            return missing.end if missing.end > tag.end else None
    return None


def _ends(unit: SgmlUnit, tag: Tag) -> Iterator[int]:
    """The end of the next word, and the end of the text before the next markup or blank line."""
    text = unit.text
    blank_line = BLANK_LINE.search(text, tag.end)
    stop = plain_text_end(unit, tag.end)
    limit = min(stop, blank_line.start()) if blank_line else stop
    word = word_boundaries.after_next(text, tag.end, limit)
    if word is not None:
        yield word_boundaries.word_at(text, word)[1]
    last = tag.end + len(text[tag.end : limit].rstrip())
    if last > tag.end:
        yield last


def _shown(unit: SgmlUnit, start: int, end: int) -> str:
    text = one_line(unit.stripped(start, end))
    return (
        f'"{text}"'
        if len(text) <= LONGEST_SHOWN
        else f'"{text[: LONGEST_SHOWN // 2].rstrip("… ")}…{text[-LONGEST_SHOWN // 2 :].lstrip("… ")}"'
    )


def _written(unit: SgmlUnit, tag: Tag) -> str:
    return unit.text[tag.start + 1 : tag.start + 1 + len(tag.name)]
