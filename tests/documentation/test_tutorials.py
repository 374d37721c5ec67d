"""The tutorials are followed to the letter: commands print, and code actions score, what they say."""

import shutil
from pathlib import Path

import pytest

from tests.documentation.pages import Command, Gesture, WrittenFile, steps
from tests.documentation.reader import Reader, contents_of, is_as_told
from tests.house.tracked import CHECKOUT

TUTORIALS = sorted(path for path in (CHECKOUT / "docs" / "tutorials").glob("*.md") if path.name != "index.md")


@pytest.mark.long
@pytest.mark.parametrize("page", TUTORIALS, ids=lambda path: path.stem)
def test_a_tutorial_does_what_it_says(page: Path, tmp_path: Path) -> None:
    shutil.copytree(CHECKOUT / "examples", tmp_path / "examples")
    reader = Reader(tmp_path)
    done = list(steps(page.read_text(encoding="utf-8")))
    assert len(done) > 5
    for step in done:
        seen = reader.does(step)
        if isinstance(step, Command):
            assert is_as_told(seen, step.printed), f"$ {step.line}\n{seen}"
        elif isinstance(step, Gesture):
            assert seen == step.figure, step
    assert contents_of(tmp_path / "examples") == contents_of(CHECKOUT / "examples")


LINKS_ONLY = {"coming-from", "faq"}
"""Pages that lead to other pages, and show no commands with their output."""

QUESTIONS = [
    page for page in sorted((CHECKOUT / "docs" / "questions").glob("*.md")) if page.stem not in LINKS_ONLY
]


@pytest.mark.long
@pytest.mark.parametrize("page", QUESTIONS, ids=lambda path: path.stem)
def test_the_commands_of_an_answer_print_what_it_shows(page: Path, tmp_path: Path) -> None:
    shutil.copytree(CHECKOUT / "examples", tmp_path / "examples")
    reader = Reader(tmp_path)
    shown = list(steps(page.read_text(encoding="utf-8")))
    assert len(shown) > 1
    for step in shown:
        seen = reader.does(step)
        if isinstance(step, Command):
            assert is_as_told(seen, step.printed), f"$ {step.line}\n{seen}"
    assert contents_of(tmp_path / "examples") == contents_of(CHECKOUT / "examples")


PAGE = """\
`a/b.txt`

```text
one
```

```console
$ cat a/b.txt
one
$ false
[exit status 1]
```

| in `response.sgml` | code action | P&R |
| --- | --- | --- |
| `Ann Lee` | *Tag as ENAMEX PERSON* | 50.00 |
| at second `Ann` | *Untag* | 0.00 |
"""


def test_the_steps_of_a_page() -> None:
    assert list(steps(PAGE)) == [
        WrittenFile("a/b.txt", "one\n"),
        Command("cat a/b.txt", "one\n"),
        Command("false", "[exit status 1]\n"),
        Gesture("response.sgml", "Ann Lee", 0, True, "Tag as ENAMEX PERSON", "P&R", "50.00"),
        Gesture("response.sgml", "Ann", 1, False, "Untag", "P&R", "0.00"),
    ]


def test_a_reader_sees_what_a_command_prints_and_its_status(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    assert [reader.does(step) for step in list(steps(PAGE))[:3]] == ["", "one\n", "[exit status 1]\n"]


@pytest.mark.parametrize(
    ("seen", "told", "is_so"),
    [
        ("a\nb\nc\n", "a\n...\nc\n", True),
        ("a\nc\n", "a\n...\nc\n", True),
        ("a\nb\n", "a\n...\n", True),
        ("a\nb\nc\n", "a\nb\n", False),
        ("a\nx\n", "a\n...\nc\n", False),
        ("a.c\n", "a.c\n", True),
        ("abc\n", "a.c\n", False),
    ],
)
def test_dots_stand_for_any_lines(seen: str, told: str, is_so: bool) -> None:
    assert is_as_told(seen, told) is is_so
