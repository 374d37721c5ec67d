"""Documents, docstrings and messages use no more discouraged words than the table permits."""

import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.house import prose
from tests.house.tracked import CHECKOUT

TABLE = tomllib.loads(prose.TABLE.read_text(encoding="utf-8"))
ONE_WORD = {"kind": "tell", "pattern": r"\btells?\b", "instead": "report", "limits": {"documents": 1}}
SMALL: dict[str, Any] = {"sentence": {"longest": 5, "limit": 0}, "word": [ONE_WORD], "allowed": []}

EXAMPLES = {
    "tell": "The rule tells it.",
    "say": "The file says it.",
    "mend": "It can be mended.",
    "behind": "The text behind the tag.",
    "anew": "Read it anew.",
    "blank": "A single blank.",
    "besides": "It is besides a key.",
    "is-no": "This is no number.",
    "else": "The first, else nothing.",
    "stand": "The tag stands here.",
    "of-which": "A file of which the lines differ.",
    "headless-what": "Return what is annotated.",
    "folder": "A folder of files.",
    "american": "The color of a mark.",
    "opening": "Whether a tag is open.",
}
CONVENTIONAL = [
    "There is no key.",
    "A blank line.",
    "It stands for a name.",
    "The workspace folder.",
    "It explains what to do.",
    "A warning says so.",
]


def passages(*texts: str) -> Iterator[prose.Passage]:
    """Yield documents with these texts."""
    for text in texts:
        yield prose.Passage("page.md", 1, "documents", prose.plain_markdown(text))


def found(text: str, table: dict[str, Any] = SMALL) -> list[prose.Problem]:
    """Return the problems of one page."""
    return list(prose.problems(table, passages(text)))


def test_the_repository_is_within_its_limits() -> None:
    assert prose.excess(TABLE, list(prose.problems(TABLE, prose.passages()))) == []


def test_the_spelling_is_correct() -> None:
    pages = sorted(path.name for path in CHECKOUT.glob("*.md"))
    command = [sys.executable, "-m", "codespell_lib", *pages, "docs", "scoring", "server"]
    result = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (0, "")


@pytest.mark.parametrize("word", TABLE["word"], ids=lambda word: word["kind"])
def test_a_pattern_finds_its_word(word: dict[str, Any]) -> None:
    assert re.search(word["pattern"], EXAMPLES[word["kind"]])


@pytest.mark.parametrize("text", CONVENTIONAL)
def test_conventional_phrases_are_permitted(text: str) -> None:
    assert [word["kind"] for word in TABLE["word"] if re.search(word["pattern"], text)] == []


def test_a_problem_has_an_address_and_a_replacement() -> None:
    (problem,) = found("# Page\n\nIt tells it.\n")
    assert (problem.where, problem.advice) == ("page.md:3", 'write report instead of "tells"')


@pytest.mark.parametrize("text", ["`tells`", "```\ntells\n```\n", "<!-- tells -->", "[a](tells.md)"])
def test_code_and_addresses_are_not_prose(text: str) -> None:
    assert found(text) == []


def test_a_long_sentence_is_a_problem_in_a_document() -> None:
    assert [
        problem.kind for problem in found("One two three. Four five six.\n\n* One two.\n* Three four.")
    ] == []
    (problem,) = found("A short one.\n\nOne two three\nfour five six.")
    assert (problem.kind, problem.where) == ("long-sentence", "page.md:3")


def test_more_problems_than_the_limit_are_reported() -> None:
    assert prose.excess(SMALL, found("It tells.")) == []
    assert prose.excess(SMALL, found("It tells.\n\nIt tells."))[-1] == "tell: 2 in documents, limit 1"


def test_an_exception_permits_its_text_as_often_as_it_is_counted() -> None:
    table = SMALL | {"allowed": [{"file": "page.md", "text": "It tells", "count": 1}]}
    assert found("It tells.", table) == []
    assert [problem.kind for problem in found("It tells.\n\nIt tells.", table)] == ["exception"]
    assert [problem.kind for problem in found("Nothing.", table)] == ["exception"]
    assert prose.excess(table, found("Nothing.", table)) != []


@pytest.mark.parametrize(("count", "limit"), [(0, 0), (1, 1), (2, 1)])
def test_limits_are_lowered_and_never_raised(count: int, limit: int) -> None:
    text = 'limit = 3\nkind = "tell"\nlimits = { documents = 1 }\n'
    counts = Counter({("tell", "documents"): count, ("long-sentence", "documents"): 2})
    expected = f'limit = 2\nkind = "tell"\nlimits = {{ documents = {limit} }}\n'
    assert prose.lowered(text, counts) == expected


def test_docstrings_messages_and_comments_are_separate_in_code() -> None:
    source = '"""Return it."""\n# A comment.\nname = "key"\nprint(f"the file {name} is empty")\n'
    passages = [(each.place, each.line, each.text) for each in prose.code_passages("a.py", source)]
    assert passages == [
        ("docstrings", 1, "Return it."),
        ("messages", 4, "the file CODE is empty"),
        ("comments", 2, "A comment."),
    ]
