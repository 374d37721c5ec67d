"""The page of scored files: its values, for every task."""

import shutil
import sys
from pathlib import Path

import pytest

import keytally
from keytally.report_page.values import Document, Page, Side
from keytally.runs.files import KeytallyError

CONFIG = "named_entity/ne.config"
EXAMPLES = Path(__file__).parents[2] / "examples"
TASKS = {
    "named_entity": ("named_entity", "key.sgml", "response.sgml"),
    "coreference": ("coreference", "key.sgml", "response.sgml"),
    "template_element": ("template_element", "key.tmpl", "response.tmpl"),
    "template_relation": ("template_relation", "key.tmpl", "response.tmpl"),
    "scenario_template": ("scenario_template", "key.tmpl", "response.tmpl"),
    "lexsub-best": ("lexical_substitution", "gold", "response.best"),
    "lexsub-oot": ("lexical_substitution", "gold", "response.oot"),
    "lexsub-mw": ("lexical_substitution", "mwgold", "response.mw"),
    "m2": ("m2", "gold.m2", "response.txt"),
    "cpa-parsing": ("cpa", "key", "response"),
    "cpa-clustering": ("cpa", "key", "response"),
    "cpa-slots": ("cpa", "key", "response"),
    "entities": ("columns", "key.bio", "response.bio"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    monkeypatch.chdir(tmp_path / "examples")
    return tmp_path / "examples"


def paths(task: str) -> tuple[Path, Path]:
    where, key, response = TASKS[task]
    return Path(where, key), Path(where, response)


def document(page: Page, title: str) -> Document:
    return next(each for each in page.documents if each.title == title)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("task", TASKS)
def test_a_page_says_what_the_score_says(task: str) -> None:
    key, response = paths(task)
    result, page = keytally.score(key, response, task=task), keytally.report(key, [response], task=task).page
    (system,) = page.systems
    assert system.value == result.headline
    assert system.low is not None and system.high is not None
    assert system.low <= system.high
    assert [document.title for document in page.documents] != []
    for each in page.documents:
        for view in each.views:
            for side, files in (("key", key), ("response", response)):
                sources = sorted(files.rglob("*.*")) if files.is_dir() else [files]
                read = "".join(path.read_bytes().decode("utf-8-sig") for path in sources)
                sides = [getattr(row, side) for row in view.rows]
                for shown in filter(None, sides):
                    assert "".join(piece.text for piece in shown.pieces) in read


@pytest.mark.usefixtures("folder")
def test_named_entities_side_by_side() -> None:
    page = keytally.report(*_files("named_entity"), links="none").page
    assert [(each.title, each.standings[0].differences) for each in page.documents] == [
        ("260112-0001", 2),
        ("260113-0002", 4),
        ("260114-0003", 2),
    ]
    (view,) = document(page, "260112-0001").views
    words = [
        [piece.opened.words for piece in side.pieces if piece.opened and piece.opened.words]
        for row in view.rows
        for side in (row.key, row.response)
        if side
    ]
    assert words == [["INC", "MIS"], ["INC", "SPU", 'MIS DATE "1987"']]


def _files(task: str) -> tuple[Path, list[Path]]:
    key, response = paths(task)
    return key, [response]


@pytest.mark.usefixtures("folder")
def test_types_that_were_taken_for_others() -> None:
    (system,) = keytally.report(*_files("named_entity")).page.systems
    (confusion,) = system.confusions
    assert confusion.title == "TYPE"
    assert confusion.columns[-1] == "nothing"
    location = next(row for row in confusion.rows if row.value == "LOCATION")
    counts = dict(zip(confusion.columns, location.counts, strict=True))
    assert (counts["LOCATION"], counts["PERSON"]) == (9, 1)
    assert location.same is not None and confusion.columns[location.same] == "LOCATION"


@pytest.mark.usefixtures("folder")
def test_the_parts_of_a_score() -> None:
    (system,) = keytally.report(*_files("named_entity")).page.systems
    assert [part.title for part in system.parts] == ["Classes", "Slots", "Types", "Sections"]
    enamex = system.parts[0].rows[0]
    assert (enamex.name, [figure.text for figure in enamex.figures][:2]) == ("enamex", ["22", "22"])


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("task", [task for task in TASKS if task != "entities"])
def test_the_classes_of_errors_are_those_of_keytally_errors(task: str) -> None:
    key, response = paths(task)
    (system,) = keytally.report(key, [response], task=task).page.systems
    found = keytally.errors(key, response, task=task).analysis.classes
    assert [tuple(each) for each in system.error_classes] == [
        (each.name, each.number, each.gain) for each in found
    ]
    assert found


def test_a_report_of_what_depends_on_the_order_of_a_file_has_no_classes_of_errors(folder: Path) -> None:
    options = {"compatible": "3.2"}
    page = keytally.report(*_files("m2"), task="m2", options=options).page
    assert page.systems[0].error_classes == []


def header(side: Side | None) -> str:
    return "".join(piece.text for piece in side.pieces).split(" ")[0] if side else ""


@pytest.mark.usefixtures("folder")
def test_records_stand_beside_those_they_are_aligned_with() -> None:
    page = keytally.report(*_files("template_element")).page
    rows = document(page, "2602050002").views[0].rows
    headers = [(header(row.key), header(row.response)) for row in rows]
    assert headers == [
        ("<ORGANIZATION-2602050002-1>", "<ORGANIZATION-2602050002-1>"),
        ("<ORGANIZATION-2602050002-2>", "<ORGANIZATION-2602050002-1A>"),
        ("<PERSON-2602050002-1>", "<PERSON-2602050002-1>"),
        ("<PERSON-2602050002-2>", ""),
    ]


@pytest.mark.usefixtures("folder")
def test_links_lead_to_lines_and_columns(folder: Path) -> None:
    page = keytally.report(*_files("named_entity")).page
    (row,) = document(page, "260112-0001").views[0].rows
    assert row.response is not None
    base = f"vscode://file{folder.as_posix()}/named_entity/response.sgml:"
    assert (row.response.base, row.response.href) == (base, f"{base}1:1")
    marked = [piece.opened for piece in row.response.pieces if piece.opened]
    at = next(opened.at for opened in marked if opened.words == "SPU")
    line, column = map(int, at.split(":"))
    lines = (folder / "named_entity" / "response.sgml").read_text().splitlines()
    assert lines[line - 1][column - 1 :].startswith('<ENAMEX TYPE="ORGANIZATION">Vale Shipyards')


@pytest.mark.usefixtures("folder")
def test_several_responses_stand_in_the_order_of_their_score() -> None:
    key, response = paths("named_entity")
    shutil.copy(key, "best.sgml")
    page = keytally.report(key, [response, "best.sgml"], config=CONFIG).page
    assert [system.name for system in page.systems] == ["best.sgml", "response.sgml"]
    assert len(page.grids) == 2
    assert [system.differences for system in page.systems] == [1, 8]
    first = page.documents[0]
    assert [standing.differences for standing in first.standings] == [0, 2]
    assert [view.system for view in first.views] == [0, 1]


@pytest.mark.usefixtures("folder")
def test_names_keep_their_folders_where_these_tell_them_apart() -> None:
    key, response = paths("named_entity")
    Path("other").mkdir()
    shutil.copy(response, "other/response.sgml")
    page = keytally.report(key, [response, "other/response.sgml"], config=CONFIG).page
    assert [system.name for system in page.systems] == ["named_entity/response.sgml", "other/response.sgml"]


@pytest.mark.usefixtures("folder")
def test_without_numpy_there_are_no_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("keytally.comparison")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    key, response = paths("named_entity")
    shutil.copy(key, "best.sgml")
    result = keytally.score(key, response, config=CONFIG)
    page = keytally.report(key, [response, "best.sgml"], config=CONFIG).page
    assert [system.name for system in page.systems] == ["best.sgml", "response.sgml"]
    assert (page.systems[0].low, page.systems[0].high) == (None, None)
    assert (page.systems[1].recall, page.systems[1].precision) == (result.totals["rec"], result.totals["pre"])
    assert "numpy" in page.notes[0]


@pytest.mark.usefixtures("folder")
def test_a_score_that_does_not_sum_has_no_interval() -> None:
    page = keytally.report(*_files("m2"), task="m2", options={"compatible": "3.2"}).page
    assert page.systems[0].low is None
    assert page.notes[0] == "No confidence intervals: the score is not computed from sums over sentences."


@pytest.mark.usefixtures("folder")
def test_what_cannot_be_reported() -> None:
    key, response = paths("named_entity")
    with pytest.raises(KeytallyError, match="unknown link type 'vim'; expected one of: vscode, file, none"):
        keytally.report(key, [response], links="vim")
    with pytest.raises(KeytallyError, match="is specified twice"):
        keytally.report(key, [response, response])
    with pytest.raises(KeytallyError, match="at least one response"):
        keytally.report(key, [])


@pytest.mark.usefixtures("folder")
def test_a_page_is_written_over_an_older_one_only(tmp_path: Path) -> None:
    result = keytally.report(*_files("named_entity"))
    target = tmp_path / "page.html"
    assert result.write(target) == target
    assert result.write(target).read_text(encoding="utf-8") == result.html
    other = tmp_path / "other.html"
    other.write_text("<!doctype html>\n<p>mine\n")
    with pytest.raises(KeytallyError, match="this file already exists and is not a report"):
        result.write(other)
    with pytest.raises(KeytallyError, match="this is an input file"):
        result.write("named_entity/key.sgml")


def test_a_response_that_the_project_does_not_name_is_scored_like_the_one_that_it_names(folder: Path) -> None:
    key, response = paths("named_entity")
    other = response.with_name("earlier.sgml")
    shutil.copy(response, other)
    stated = keytally.score(key, response)
    assert keytally.score(key, other).signature != stated.signature
    page = keytally.report(key, [other, response]).page
    assert page.signature == stated.signature
    assert [system.value for system in page.systems] == pytest.approx([stated.headline] * 2)
