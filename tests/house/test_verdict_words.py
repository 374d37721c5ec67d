"""Command, reports, both editors and the documentation have one word for each verdict."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from keytally.tallies.status import VERDICT_WORDS, Status
from keytally_server.wording import verdict
from tests.house.tracked import CHECKOUT, name_of, tracked

WORDS = {status.value: word for status, word in VERDICT_WORDS.items()}
SCORED = {code.upper(): WORDS[code] for code in ("par", "inc", "mis", "spu")}
UNLABELLED = WORDS["cor"], WORDS["uns"]
OTHER_WORDS = re.compile(r"\b(?:(?:partly|partially) right|partly correct)\b", re.I)


def text_of(name: str) -> str:
    return (CHECKOUT / name).read_text(encoding="utf-8")


def test_every_verdict_has_a_word_of_its_own() -> None:
    assert set(VERDICT_WORDS) == set(Status)
    assert len(set(WORDS.values())) == len(WORDS)


def test_hovers_of_the_server_say_it() -> None:
    for status, word in VERDICT_WORDS.items():
        assert verdict(status).removeprefix(f"**{status.value.upper()}** ").split(",")[0] == word


def test_the_plugin_for_neovim_says_it() -> None:
    table = text_of("editors/nvim/lua/keytally/status.lua")
    said = dict(re.findall(r"^  (\w{3}) = \{\s*name = '([^']*)'", table, re.M))
    assert said == WORDS


def test_the_help_of_neovim_says_it() -> None:
    for code, word in WORDS.items():
        assert re.search(
            rf"^    (?:\[{code}\]|\(none\)) +(?:{code}, )?{word}",
            text_of("editors/nvim/doc/keytally.txt"),
            re.M,
        )


def classes_of_vscode() -> Iterator[tuple[str, str]]:
    """Each status of the scorer, with the word of its class."""
    source = text_of("editors/vscode/src/markClasses.ts")
    for word, statuses in re.findall(r'word: \(\) => t\("([^"]*)"\),\s*statuses: \[([^\]]*)\]', source):
        for status in re.findall(r"\w+", statuses):
            yield status, word


def test_the_extension_for_vs_code_says_it() -> None:
    said = dict(classes_of_vscode())
    one_class = {"non", "opt", "uns", "rem"}
    assert said == {code: WORDS["uns"] if code in one_class else word for code, word in WORDS.items()}


def test_the_settings_of_vs_code_say_it() -> None:
    said = json.loads(text_of("editors/vscode/package.nls.json"))
    assert ", ".join(WORDS[code] for code in ("cor", "par", "inc", "mis")) in said["setting.marks.enabled"]
    assert f" {WORDS['par']}." in said["color.partial"]


def test_the_legend_of_the_report_says_it() -> None:
    template = text_of("scoring/keytally/report_page/templates/documents.html")
    shown = re.findall(r'<i class="(\w+)">(?:<a>(\w+)</a>)?\{\{ words\.(\w+) \}\}</i>', template)
    assert shown == [
        (code, code.upper() * (code.upper() in SCORED), code)
        for code in ("cor", "par", "inc", "mis", "spu", "uns")
    ]


@pytest.mark.parametrize("page", ["docs/guide/marks.md", "editors/vscode/walkthrough/marks.md"])
def test_the_tables_of_marks_say_it(page: str) -> None:
    rows = re.findall(
        r"^\| *(\w*) *\|[^|\n]*\| *([^|\n]*?) *\|$", text_of(page).replace("| none |", "| |"), re.M
    )
    labelled = {label: meaning for label, meaning in rows if label in SCORED}
    assert labelled.keys() == SCORED.keys()
    assert all(meaning.startswith(SCORED[label]) for label, meaning in labelled.items())
    assert [meaning for label, meaning in rows if not label] == list(UNLABELLED)


def test_nobody_has_another_word_for_partially_correct() -> None:
    spoken = {".md", ".ts", ".lua", ".json", ".html", ".py"}
    paths = [
        path for path in tracked() if path.suffix in spoken and path.parts[-2:] != Path(__file__).parts[-2:]
    ]
    assert [name_of(path) for path in paths if OTHER_WORDS.search(path.read_text(encoding="utf-8"))] == []
