"""Keys and responses made from a real key by chance, so that every option of scoring has work to do.

The text stays what it is; tags move, touch, nest, change their type, get alternatives and optional
marks, and stand in both date sections of a document.
"""

import re
from pathlib import Path
from random import Random
from typing import NamedTuple

TASK_TAG = re.compile(r'<(/?)(ENAMEX|TIMEX|NUMEX)(?: TYPE="([A-Z|]+)")?[^>]*>')
WORD = re.compile(r"<[^>]*>|[^\s<>]+")
TYPES = {
    "ENAMEX": ("ORGANIZATION", "PERSON", "LOCATION", "OTHER"),
    "TIMEX": ("DATE", "TIME", "other"),
    "NUMEX": ("MONEY", "PERCENT", "CARDINAL"),
}


class Mark(NamedTuple):
    """A tag at its place in a document without task tags."""

    start: int
    end: int
    name: str
    type: str


def read_marks(document: str) -> tuple[str, list[Mark]]:
    """A document of a well-formed key without task tags, and its tags."""
    text, place = "", 0
    opened: list[tuple[int, str]] = []
    marks = []
    for tag in TASK_TAG.finditer(document):
        text += document[place : tag.start()]
        place = tag.end()
        if tag[1]:
            start, kind = opened.pop()
            marks.append(Mark(start, len(text), tag[2], kind))
        else:
            opened.append((len(text), tag[3].partition("|")[0]))
    return text + document[place:], marks


def disturbed(text: str, marks: list[Mark], random: Random) -> list[Mark]:
    """The marks, some of them elsewhere, some twice, some not at all, and others between them."""
    words = [word.span() for word in WORD.finditer(text) if "<" not in word[0]]
    found = [_moved(mark, words, random) for mark in marks if random.random() < 0.9]
    for _ in range(len(marks) // 3):
        start, end = random.choice(words)
        name = random.choice([*TYPES])
        found.append(Mark(start, end, name, random.choice(TYPES[name])))
    found += [_moved(random.choice(marks), words, random) for _ in range(len(marks) // 4)]
    for section in re.finditer(r"<DD>\D*(\d+)\D*</DD>", text):
        if random.random() < 0.5:
            found.append(Mark(*section.span(1), "TIMEX", random.choice(TYPES["TIMEX"])))
    return found


def _moved(mark: Mark, words: list[tuple[int, int]], random: Random) -> Mark:
    """The mark, in a third of cases with other ends or of another type."""
    start, end, name, kind = mark
    if random.random() < 0.2:
        start = random.choice([start + 1, start - 1, *(a for a, _ in words if abs(a - start) < 12)])
    if random.random() < 0.2:
        end = random.choice([end + 1, end - 1, *(b for _, b in words if abs(b - end) < 12)])
    if random.random() < 0.1:
        middle = (start + end) // 2
        start, end = random.choice([(start, middle), (middle, end)])
    if random.random() < 0.2:
        kind = random.choice(TYPES[name])
    return Mark(start, end, name, kind)


def written(text: str, marks: list[Mark], random: Random, *, key: bool) -> str:
    """The text with the marks that neither cross another nor hold a tag of the text."""
    pieces, place = "", 0
    opened: list[Mark] = []
    for mark in sorted(marks, key=lambda mark: (mark.start, -mark.end)):
        while opened and opened[-1].end <= mark.start:
            pieces, place = _closed(pieces, text, place, opened.pop())
        crosses = bool(opened) and opened[-1].end < mark.end
        if crosses or mark.start >= mark.end or re.search("[<>]", text[mark.start - 1 : mark.end]):
            continue
        pieces += text[place : mark.start] + f"<{mark.name}{_attributes(text, mark, random, key)}>"
        place = mark.start
        opened.append(mark)
    while opened:
        pieces, place = _closed(pieces, text, place, opened.pop())
    return pieces + text[place:]


def _closed(pieces: str, text: str, place: int, mark: Mark) -> tuple[str, int]:
    return pieces + text[place : mark.end] + f"</{mark.name}>", mark.end


def _attributes(text: str, mark: Mark, random: Random, key: bool) -> str:
    kinds = [mark.type]
    if key and random.random() < 0.2:
        kinds.append(random.choice([each for each in TYPES[mark.name] if each != mark.type]))
    said = f' TYPE="{"|".join(kinds)}"'
    tagged = text[mark.start : mark.end].replace("\n", " ").replace('"', "*")
    if key and random.random() < 0.3 and "|" not in tagged and "*" not in text[mark.start : mark.end]:
        alternatives = random.sample(
            [*tagged.split(), *tagged.upper().split(), tagged.lower(), tagged[:-1] or tagged], 2
        )
        if all(each.strip() == each for each in alternatives):
            said += f' ALT="{"|".join(alternatives)}"'
    if key and random.random() < 0.15:
        said += f' STATUS="{random.choice(["OPT", "optional"])}"'
    return said


def write_pair(corpus: Path, folder: Path, seed: int, documents: int = 12) -> None:
    """Write `key`, `response` and `other_key`, made from a corpus's key, into a folder."""
    random = Random(seed)
    files = {"key": "", "response": "", "other_key": ""}
    found = re.findall(r"<DOC>.*?</DOC>\n?", (corpus / "key").read_text(encoding="utf-8"), re.DOTALL)
    for document in random.sample(found, documents):
        text, marks = read_marks(document)
        for name in files:
            mine = disturbed(text, marks, random) if marks else []
            files[name] += written(text, mine, random, key=name != "response")
    for name, content in files.items():
        (folder / name).write_bytes(content.encode())
