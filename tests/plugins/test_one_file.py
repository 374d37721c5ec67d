"""A family whose files hold key and response, with options, a companion and a presenter of its own."""

import re
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from tests.plugins import gloss_presenter, glosses
from tests.plugins.conftest import PAGE, listing, offer
from tests.plugins.test_keywords import keytally
from tests.server.conftest import Start
from tests.server.editor import Editor

PYTHON = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)
TEXT = "@gloss 1\nchat\tcat\tCat\nchien\tdog\thound\npain\tbread \tbread\n"
PAIR = '[[pair]]\ntask = "glosses"\nkey = "a"\nresponses = ["a"]\n'


def snippets() -> list[str]:
    """The Python that the page shows besides the files of its listing."""
    files = set(listing().values())
    return [text for text in PYTHON.findall(PAGE.read_text(encoding="utf-8")) if text not in files]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file of glosses and a lexicon, where the family is installed."""
    entries = {
        "keytally.families": "tests.plugins.glosses:FAMILY",
        "keytally_server.presenters": "tests.plugins.gloss_presenter:GlossPresenter",
    }
    offer(tmp_path / "installed", "glosses", entries, monkeypatch)
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "a").write_text(TEXT)
    (folder / "lexicon").write_text("cat dog bread")
    return folder


@pytest.mark.parametrize("snippet", snippets(), ids=lambda text: text.split("\n")[0])
def test_the_snippets_of_the_page_are_of_this_family(snippet: str) -> None:
    assert any(
        snippet in Path(module.__file__ or "").read_text(encoding="utf-8")
        for module in (glosses, gloss_presenter)
    )


def outcome(folder: Path, *arguments: str) -> tuple[int, list[str], list[str]]:
    done = keytally(folder, *arguments)
    return done.returncode, done.stdout.splitlines(), done.stderr.splitlines()


def test_the_file_is_its_own_response_and_tells_its_task(folder: Path) -> None:
    assert outcome(folder, "score", "a", "a")[1] == [
        "Precision 33.33  Recall 33.33  F 33.33",
        "F 33.3  1 correct of 3 proposed, 3 gold",
        "keytally:0.1.0|task:glosses",
    ]
    folded = outcome(folder, "score", "a", "a", "-O", "case=FOLD")
    assert folded[1][2] == "keytally:0.1.0|task:glosses|case:Fold"


def test_options_are_checked(folder: Path) -> None:
    assert outcome(folder, "score", "a", "a", "-O", "case=up") == (
        2,
        [],
        ["keytally: case=up: it must be one of Exact, Fold"],
    )
    (folder / "keytally.toml").write_text(f'{PAIR}options = {{ case = "up" }}\n')
    assert outcome(folder, "check", "keytally.toml", "--format", "concise")[1] == [
        "keytally.toml:5:20: error[bad-project-value] case=up: it must be one of Exact, Fold"
    ]


def test_keytally_toml_pairs_a_file_with_itself(folder: Path) -> None:
    (folder / "keytally.toml").write_text(f'{PAIR}lexicon = "lexicon"\noptions = {{ case = "fold" }}\n')
    assert outcome(folder, "pairs") == (
        0,
        [
            "glosses",
            "  key       a",
            "  response  a",
            "  lexicon   lexicon",
            "  option    case = fold",
            "  found by  keytally.toml, line 1",
        ],
        [],
    )
    assert outcome(folder, "check", ".", "--format", "concise")[1] == [
        "a:2:10: warning[glosses-unknown] Cat is not in the lexicon",
        "a:3:11: warning[glosses-unknown] hound is not in the lexicon",
        "a:4:6: warning[glosses-blank] 'bread ' has blanks around it",
    ]


def test_its_name_pairs_a_file_with_itself(folder: Path) -> None:
    (folder / "a").rename(folder / "a.gl")
    assert outcome(folder, "pairs")[1][:3] == ["glosses", "  key       a.gl", "  response  a.gl"]


def test_only_a_rule_with_a_page_has_a_link(folder: Path) -> None:
    lines = outcome(folder, "check", "a")[1]
    assert [line.strip() for line in lines if line.startswith("  = ")] == [
        "= https://example.org/glosses-unknown",
        "= https://example.org/glosses-unknown",
        "= fix: remove the blanks",
    ]


async def opened(start: Start, folder: Path) -> tuple[Editor, str]:
    (folder / "keytally.toml").write_text(PAIR)
    editor = await start(folder)
    return editor, editor.open(folder / "a", language="glosses")


@pytest.mark.asyncio
async def test_the_file_shows_its_score_as_it_is_edited(start: Start, folder: Path) -> None:
    editor, uri = await opened(start, folder)
    assert (await editor.scored(uri))["headline"]["value"] == pytest.approx(100 / 3)
    marks = (await editor.marks(uri))["marks"]
    assert [(mark["status"], editor.text_at(uri, mark["range"])) for mark in marks] == [
        ("inc", "Cat"),
        ("inc", "hound"),
        ("cor", "bread"),
    ]
    editor.replace(uri, "hound", "dog")
    assert (await editor.scored(uri))["headline"]["value"] == pytest.approx(200 / 3)
    editor.replace(uri, "\tcat", "\tCat")
    assert (await editor.scored(uri))["headline"]["value"] == pytest.approx(100)


@pytest.mark.asyncio
async def test_its_presenter_completes(start: Start, folder: Path) -> None:
    (folder / "a").rename(folder / "a.gl")
    editor = await start(folder)
    uri = editor.open(folder / "a.gl", language="glosses")
    await editor.scored(uri)
    document = types.TextDocumentIdentifier(uri)
    answer: Any = await editor.text_document_completion_async(
        types.CompletionParams(document, editor.place(uri, "hound", 1))
    )
    items = answer.items if isinstance(answer, types.CompletionList) else answer
    assert [item.label for item in items] == ["bread", "cat", "dog"]
