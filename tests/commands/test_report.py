"""`keytally report`: a page of one response or several."""

import sys
from pathlib import Path

import pytest

from keytally.commands.main import CANNOT_RUN, main
from keytally.families import registry
from tests.report_page.opened_page import OpenedPage

DOCUMENT = "<DOC>\n<DOCNO> {} </DOCNO>\n<TXT>\n{} met {} staff\n</TXT>\n</DOC>\n"
ANN, MUSEUM = '<ENAMEX TYPE="PERSON">Ann</ENAMEX>', '<ENAMEX TYPE="ORGANIZATION">Orrin Museum</ENAMEX>'
SYSTEMS = {
    "key": [(ANN, MUSEUM)] * 3,
    "good": [(ANN, MUSEUM), (ANN, MUSEUM), (ANN, "Orrin Museum")],
    "poor": [("Ann", MUSEUM)] * 3,
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, documents in SYSTEMS.items():
        pages = (DOCUMENT.format(number, *tags) for number, tags in enumerate(documents, 1))
        (tmp_path / name).write_text("".join(pages))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["report", *arguments]) == CANNOT_RUN
    return capsys.readouterr().err


def test_a_page_is_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "--task", "named_entity", "key", "good", "-o", "page.html"]) == 0
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == (f"wrote {folder / 'page.html'}\n", "")
    page = OpenedPage((folder / "page.html").read_text(encoding="utf-8"))
    assert "Orrin Museum" in page.text
    assert [each for each in page.addresses if each.startswith("vscode:")]


def test_the_same_files_give_the_same_page(folder: Path) -> None:
    for name in ("one.html", "two.html"):
        assert main(["report", "--task", "named_entity", "key", "good", "poor", "-o", name]) == 0
    assert (folder / "one.html").read_bytes() == (folder / "two.html").read_bytes()


def test_only_differences(folder: Path) -> None:
    files = ["--task", "named_entity", "key", "good", "-o", "page.html"]
    assert main(["report", *files, "--only-differences", "--links", "none"]) == 0
    page = OpenedPage((folder / "page.html").read_text(encoding="utf-8"))
    assert "2 documents: omitted because no response differs from the key." in page.text
    assert all(address.startswith("#") for address in page.addresses)


def test_a_hostile_name_of_a_file_is_text(folder: Path) -> None:
    name = "<img src=x onerror=alert(1)>&\"'.sgml"
    (folder / "good").rename(folder / name)
    assert main(["report", "--task", "named_entity", "key", name, "-o", "page.html"]) == 0
    page = OpenedPage((folder / "page.html").read_text(encoding="utf-8"))
    assert page.named("img") == []
    assert name in page.text


def test_configurations_are_shown_by_their_responses(folder: Path) -> None:
    built_in = registry.configurations_of("named_entity")
    assert built_in is not None
    for name in ("good", "poor"):
        files = f":scoring_task named_entity\n:key_file key\n:response_file {name}\n"
        (folder / f"{name}.config").write_text(files + built_in.text_of("muc6-ne"))
    assert main(["report", "good.config", "poor.config", "-o", "page.html"]) == 0
    text = OpenedPage((folder / "page.html").read_text(encoding="utf-8")).text
    assert "good and 1 more" in text
    assert ".config" not in text
    (folder / "other.config").write_text((folder / "good.config").read_text())
    assert main(["report", "good.config", "other.config", "-o", "page.html"]) == 0
    text = OpenedPage((folder / "page.html").read_text(encoding="utf-8")).text
    assert "good.config" in text
    assert "other.config" in text


def test_what_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert "the following arguments are required: -o/--output" in said(capsys, "key", "good")
    assert "specify a key and at least one response" in said(capsys, "key", "-o", "page.html")
    assert "key: the report" not in said(capsys, "key", "gone", "-o", "page.html")
    line = said(capsys, "--task", "named_entity", "key", "good", "-o", "good")
    assert (
        line.startswith("keytally: good: this is an input file; specify another output file")
        and line.count("\n") == 1
    )


def test_without_jinja_a_line_says_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "keytally.report_page.rendering", raising=False)
    monkeypatch.setitem(sys.modules, "jinja2", None)
    line = said(capsys, "--task", "named_entity", "key", "good", "-o", "page.html")
    assert line == "keytally: reports require Jinja2: pip install jinja2\n"


PAIR = '[[pair]]\ntask = "named_entity"\nkey = "{}"\nresponses = {}\n'


def test_without_files_the_page_is_about_the_responses_of_the_project(folder: Path) -> None:
    (folder / "keytally.toml").write_text(PAIR.format("key", '["poor", "good"]'))
    assert main(["report", "-o", "project.html"]) == 0
    assert main(["report", "--task", "named_entity", "key", "good", "poor", "-o", "named.html"]) == 0
    assert (folder / "project.html").read_bytes() == (folder / "named.html").read_bytes()


def test_a_project_with_several_keys_asks_for_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "key-2").write_text((folder / "key").read_text())
    pairs = PAIR.format("key", '["poor", "good"]'), PAIR.format("key-2", '["good"]')
    (folder / "keytally.toml").write_text("".join(pairs))
    assert said(capsys, "-o", "page.html") == (
        "keytally: a report covers the responses to one key, but the project has key, key-2; "
        "specify one of them and its responses\n"
    )


def test_responses_that_are_scored_in_several_ways_are_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = "options = { ne_overlap = 'closed' }\n"
    pairs = PAIR.format("key", '["poor"]'), PAIR.format("key", '["good"]') + options
    (folder / "keytally.toml").write_text("".join(pairs))
    assert said(capsys, "-o", "page.html") == (
        "keytally: good and poor have different settings; specify the key and the responses of one report\n"
    )


def test_a_faulty_project_has_no_page(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "keytally.toml").write_text(PAIR.format("key", '["gone"]'))
    assert "gone" in said(capsys, "-o", "page.html")
    assert not (folder / "page.html").exists()


def test_the_page_of_a_project_takes_no_task(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "keytally.toml").write_text(PAIR.format("key", '["good"]'))
    told = said(capsys, "--task", "named_entity", "-o", "page.html")
    assert told == "keytally: --task applies to a single key; specify the key and its responses\n"
