"""Check the English of documents, docstrings and messages. `make lint` runs `python -m tests.house.prose`.

`prose.toml` lists the discouraged words, their replacements, the exceptions, and a limit for each place.
`--lower` writes the present counts where they are below the limits. Limits are never raised.
"""

import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.house.tracked import CHECKOUT, name_of, sources, tracked

TABLE = CHECKOUT / "tests" / "house" / "prose.toml"
FENCE = re.compile(r"^ *(```+|~~~+)[^\n]*\n.*?^ *\1 *$", re.M | re.S)
COMMENT = re.compile(r"<!--.*?-->", re.S)
CODE = re.compile(r"(`+)(?:(?!\1).)+\1", re.S)
LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^)]*\)")
TAG = re.compile(r"</?\w[^>]*>|https?://\S+")
BLOCK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+|>#]|\d+\.) ?)|\|")
SENTENCE = re.compile(r"(?<=[.!?])[)\"”*]*\s+(?=[\"“(*]*(?:[A-Z`]|keytally\b))")
WORD = re.compile(r"\S*\w\S*")
FIELD = re.compile(r"\{[^{}\n]*\}")
SPOKEN = re.compile(r"[A-Za-z]{2,}[,;:]? [A-Za-z]")
LIMIT = re.compile(r"(\w+) = (\d+)")
HASH = re.compile(r"^ *# (.*)$|  # (.*)$", re.M)


class Passage(NamedTuple):
    """A piece of prose: its file and line, the place it belongs to, and its text without code."""

    file: str
    line: int
    place: str
    text: str

    def at(self, offset: int) -> str:
        """Return the address of a character in the passage as `file:line`."""
        return f"{self.file}:{self.line + self.text.count(chr(10), 0, offset)}"


class Problem(NamedTuple):
    """A use of a discouraged word, or a long sentence."""

    kind: str
    place: str
    where: str
    advice: str


def without_code(text: str) -> str:
    """Replace inline code by a word of the same number of lines."""
    return CODE.sub(lambda match: "CODE" + "\n" * match[0].count("\n"), text)


def plain_markdown(text: str) -> str:
    """Return the prose of a Markdown file; lines keep their numbers."""
    for pattern in (FENCE, COMMENT):
        text = pattern.sub(lambda match: "\n" * match[0].count("\n"), text)
    text = LINK.sub(r"\1", without_code(text))
    return TAG.sub(" ", text)


def documents() -> Iterator[Passage]:
    """Yield the prose of each Markdown file outside the tests."""
    for path in tracked():
        if path.suffix == ".md" and CHECKOUT / "tests" not in path.parents:
            yield Passage(name_of(path), 1, "documents", plain_markdown(path.read_text(encoding="utf-8")))


def is_string(node: ast.AST) -> bool:
    """Return whether a node is a string constant."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def strings(node: ast.AST) -> Iterator[tuple[str, int, str]]:
    """Yield the place, line and text of each string below a node; the fields of f-strings become `CODE`."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr) and is_string(child.value):
            yield "docstrings", child.lineno, child.value.value  # type: ignore[attr-defined]
        elif isinstance(child, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else "CODE" for part in child.values]
            yield "messages", child.lineno, "".join(map(str, parts))
        elif is_string(child):
            yield "messages", child.lineno, child.value  # type: ignore[attr-defined]
        else:
            yield from strings(child)


def code_passages(name: str, source: str) -> Iterator[Passage]:
    """Yield the docstrings, messages and comments of a Python file."""
    for place, line, text in strings(ast.parse(source)):
        if place == "docstrings" or SPOKEN.search(text):
            yield Passage(name, line, place, without_code(FIELD.sub("CODE", text)))
    for comment in HASH.finditer(source):
        line = source.count("\n", 0, comment.start()) + 1
        yield Passage(name, line, "comments", without_code(comment[1] or comment[2]))


def passages() -> Iterator[Passage]:
    """Yield all prose that is checked."""
    yield from documents()
    for path in sources("scoring", "server"):
        yield from code_passages(name_of(path), path.read_text(encoding="utf-8"))


def long_sentences(passage: Passage, longest: int) -> Iterator[Problem]:
    """Yield the sentences of a Markdown file that have too many words."""
    offset = 0
    for block in BLOCK.split(passage.text):
        offset = passage.text.index(block, offset)
        for sentence in SENTENCE.split(block):
            words = len(WORD.findall(sentence))
            if words > longest:
                where = passage.at(passage.text.index(sentence, offset))
                start = " ".join(sentence.split())[:60]
                advice = f"{words} words in a sentence; write at most {longest}: {start}…"
                yield Problem("long-sentence", passage.place, where, advice)


def discouraged(passage: Passage, word: dict[str, Any]) -> Iterator[Problem]:
    """Yield the uses of a discouraged word in a passage."""
    for match in re.finditer(word["pattern"], passage.text):
        advice = f'write {word["instead"]} instead of "{match[0]}"'
        yield Problem(word["kind"], passage.place, passage.at(match.start()), advice)


def without_exceptions(passage: Passage, allowed: list[dict[str, Any]], used: Counter[int]) -> Passage:
    """Remove the allowed texts of a file from a passage, and count them in `used`."""
    text = passage.text
    for number, exception in enumerate(allowed):
        if exception["file"] == passage.file and exception["text"] in text:
            used[number] += text.count(exception["text"])
            text = text.replace(exception["text"], "ALLOWED")
    return passage._replace(text=text)


def problems(table: dict[str, Any], prose: Iterator[Passage]) -> Iterator[Problem]:
    """Yield all problems, and the exceptions whose count differs from the table."""
    used: Counter[int] = Counter()
    for original in prose:
        passage = without_exceptions(original, table["allowed"], used)
        for word in table["word"]:
            if passage.place in word["limits"]:
                yield from discouraged(passage, word)
        if passage.place == "documents":
            yield from long_sentences(passage, table["sentence"]["longest"])
    for number, exception in enumerate(table["allowed"]):
        if used[number] != exception["count"]:
            advice = f'"{exception["text"]}" occurs {used[number]} times, not {exception["count"]}'
            yield Problem("exception", "documents", f"{exception['file']}", advice)


def limits(table: dict[str, Any]) -> dict[tuple[str, str], int]:
    """Return the permitted number of problems by kind and place."""
    rows = {(word["kind"], place): count for word in table["word"] for place, count in word["limits"].items()}
    return rows | {("long-sentence", "documents"): table["sentence"]["limit"]}


def excess(table: dict[str, Any], found: list[Problem]) -> list[str]:
    """Return a line for each problem of a kind and place with more problems than its limit."""
    permitted = limits(table)
    counts = Counter((problem.kind, problem.place) for problem in found)
    lines = []
    for (kind, place), count in sorted(counts.items()):
        limit = permitted.get((kind, place), 0)
        if count > limit:
            lines += [f"{p.where}: {p.advice}" for p in found if (p.kind, p.place) == (kind, place)]
            lines.append(f"{kind}: {count} in {place}, limit {limit}")
    return lines


def lowered(text: str, counts: Counter[tuple[str, str]]) -> str:
    """Return the table's text with the limits that are above the present counts lowered to them."""
    kind = "long-sentence"

    def lower(match: re.Match[str]) -> str:
        place = "documents" if match[1] == "limit" else match[1]
        return f"{match[1]} = {min(counts[kind, place], int(match[2]))}"

    lines = []
    for line in text.splitlines(keepends=True):
        if named := re.match(r'kind = "(.*)"', line):
            kind = named[1]
        lines.append(LIMIT.sub(lower, line) if line.startswith("limit") else line)
    return "".join(lines)


def main(arguments: list[str]) -> int:
    """Print the problems above the limits, all problems with `--all`, or lower the limits with `--lower`."""
    text = TABLE.read_text(encoding="utf-8")
    table = tomllib.loads(text)
    found = list(problems(table, passages()))
    counts = Counter((problem.kind, problem.place) for problem in found)
    if "--lower" in arguments:
        Path(TABLE).write_text(lowered(text, counts), encoding="utf-8")
    if "--all" in arguments:
        print("\n".join(f"{p.where}: {p.kind}: {p.advice}" for p in found))
    lines = excess(table, found)
    print("\n".join(lines) or "English: no problems above the limits")
    stale = [
        f"{kind} in {place}" for (kind, place), limit in limits(table).items() if counts[kind, place] < limit
    ]
    if stale and "--lower" not in arguments:
        print(f"Run python -m tests.house.prose --lower to lower the limits of: {', '.join(stale)}")
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
