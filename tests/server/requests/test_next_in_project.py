"""`keytally/next` goes on from the last difference of a pair to the other pairs of its project, and back."""

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from keytally_server.protocol.client import path_in
from tests.server.wire import Wire, on

CANCELLED = -32800
RIGHT = '<ENAMEX TYPE="PERSON">Ann</ENAMEX>'
MISSED = "Ann"


def document(name: str, tagged: str) -> str:
    return f"<DOC>\n<DOCNO> {name} </DOCNO>\n<TXT>\n{tagged} sat.\n</TXT>\n</DOC>\n"


def stated(folder: Path, responses: Mapping[str, str]) -> str:
    """An entry of keytally.toml for each key, whose files are written; the response holds what is given."""
    entries = []
    for name, tagged in responses.items():
        key, response = folder / f"{name}.key", folder / f"{name}.out"
        key.parent.mkdir(exist_ok=True)
        key.write_text(document(key.stem, RIGHT), "utf-8")
        response.write_text(document(key.stem, tagged), "utf-8")
        entries.append(f'[[pair]]\ntask = "named_entity"\nkey = "{name}.key"\nresponses = ["{name}.out*"]\n')
    return "\n".join(entries)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Four keys in two folders, of which `two` agrees with its response; `three` has a second response."""
    said = {"one": MISSED, "two": RIGHT, "sub/three": MISSED, "sub/four": MISSED}
    (tmp_path / "keytally.toml").write_text(stated(tmp_path, said), "utf-8")
    shutil.copy(tmp_path / "sub" / "three.out", tmp_path / "sub" / "three.out2")
    return tmp_path


@pytest.fixture
def wire(project: Path) -> Iterator[Wire]:
    wire = on(project)
    wire.open(project / "one.out", language="muc-sgml")
    wire.settle()
    yield wire


def go(wire: Wire, path: Path, line: int = 0, **options: Any) -> tuple[Path, int]:
    """The file and the line of the next difference; the file is opened if it is not, as editors do."""
    found = wire.about("keytally/next", path, position={"line": line, "character": 0}, **options)
    shown = Path(path_in(found["uri"]))
    if shown not in wire.server.session.open_files:
        wire.open(shown)
    return shown, found["range"]["start"]["line"]


def way(wire: Wire, path: Path, steps: int, **options: Any) -> list[str]:
    """The names of the files that so many steps lead to."""
    names, line = [], 0
    for _ in range(steps):
        path, line = go(wire, path, line, **options)
        names.append(path.name)
    return names


def test_after_the_last_difference_comes_that_of_the_next_pair_and_at_last_the_first(
    wire: Wire, project: Path
) -> None:
    names = way(wire, project / "one.out", 5)
    assert names == ["one.out", "four.out", "three.out", "one.out", "four.out"]


def test_the_way_back_leads_through_the_pairs_from_the_last_to_the_first(wire: Wire, project: Path) -> None:
    names = way(wire, project / "one.out", 4, direction="previous")
    assert names == ["three.out", "four.out", "one.out", "three.out"]


def test_from_a_key_the_way_leads_to_the_next_key(wire: Wire, project: Path) -> None:
    wire.open(project / "one.key")
    names = way(wire, project / "one.key", 4)
    assert names == ["one.key", "four.key", "three.key", "one.key"]


def test_an_open_response_is_the_one_that_stands_for_its_key(wire: Wire, project: Path) -> None:
    wire.open(project / "sub" / "three.out2")
    assert way(wire, project / "one.out", 4) == ["one.out", "four.out", "three.out2", "one.out"]


def test_pairs_on_the_way_are_let_go(wire: Wire, project: Path) -> None:
    session = wire.server.session
    stop, _ = go(wire, project / "one.out", 3)
    assert stop.name == "four.out"
    assert {live.pair.response.name for live in session.live_pairs} == {"one.out", "four.out"}
    for name in ("four.out", "three.out"):
        file = project / "sub" / name
        file.write_text(file.read_text("utf-8").replace(MISSED, RIGHT), "utf-8")
    wire.close_file(stop.as_uri())
    wire.replace(project / "one.out", MISSED, RIGHT)
    wire.settle()
    position = {"line": 0, "character": 0}
    assert wire.about("keytally/next", project / "one.out", position=position) is None
    assert [live.pair.response.name for live in session.live_pairs] == ["one.out"]


def test_a_pair_whose_files_cannot_be_read_is_passed_over(wire: Wire, project: Path) -> None:
    (project / "sub" / "four.out").write_bytes(b"")
    (project / "sub" / "four.key").unlink()
    assert go(wire, project / "one.out", 3)[0].name == "three.out"


def test_two_searches_at_once_pass_over_nothing(wire: Wire, project: Path) -> None:
    """They go to different pairs: one to the next, one to the last."""
    asked = {"textDocument": {"uri": (project / "one.out").as_uri()}, "position": {"line": 3, "character": 0}}
    back = {**asked, "position": {"line": 0, "character": 0}, "direction": "previous"}
    numbers = [wire.send("keytally/next", each) for each in (asked, back, asked, back)]
    wire.loop.run_until_complete(wire.until(lambda: all(map(wire.answers, numbers))))
    found = [Path(path_in(wire.answers(number)[0]["result"]["uri"])).name for number in numbers]
    assert found == ["four.out", "three.out"] * 2


def test_a_search_goes_on_when_one_before_it_is_cancelled(wire: Wire, project: Path) -> None:
    asked = {"textDocument": {"uri": (project / "one.out").as_uri()}, "position": {"line": 3, "character": 0}}
    first, second, third = (wire.send("keytally/next", asked) for _ in range(3))
    for number in (first, second):
        wire.notify("$/cancelRequest", {"id": number})
    wire.loop.run_until_complete(wire.until(lambda: wire.answers(third)))
    assert Path(path_in(wire.answers(third)[0]["result"]["uri"])).name == "four.out"


def test_a_pair_that_keytally_toml_states_no_longer_is_let_go(wire: Wire, project: Path) -> None:
    session, stated_in = wire.server.session, project / "keytally.toml"
    wire.about("keytally/next", project / "one.out", position={"line": 3, "character": 0})
    assert {live.pair.response.name for live in session.live_pairs} == {"one.out", "four.out"}
    text = stated_in.read_text("utf-8")
    stated_in.write_text(
        text.replace('"sub/four.key"\n', '"sub/four.key"\ntexts = "sub/four.key"\n'), "utf-8"
    )
    session.disk_changed([stated_in])
    assert [live.pair.texts for live in session.live_pairs] == [None, project / "sub" / "four.key"]
    stated_in.write_text(text.replace("sub/four", "sub/none"), "utf-8")
    session.disk_changed([stated_in])
    assert [live.pair.response.name for live in session.live_pairs] == ["one.out"]


def test_a_cancelled_search_ends_and_lets_go(project: Path) -> None:
    many = stated(project, {f"rest/{number}": RIGHT for number in range(30)})
    with (project / "keytally.toml").open("a", encoding="utf-8") as file:
        file.write(many)
    wire = on(project, capabilities={"window": {"workDoneProgress": True}})
    wire.open(project / "one.out")
    wire.settle()
    number = wire.send(
        "keytally/next",
        {"textDocument": {"uri": (project / "one.out").as_uri()}, "position": {"line": 3, "character": 0}},
    )
    wire.loop.run_until_complete(wire.until(lambda: wire.of("window/workDoneProgress/create")))
    wire.notify("$/cancelRequest", {"id": number})
    wire.loop.run_until_complete(wire.until(lambda: wire.answers(number)))
    assert wire.answers(number)[0]["error"]["code"] == CANCELLED
    assert [live.pair.response.name for live in wire.server.session.live_pairs] == ["one.out"]


def test_pairs_by_names_have_no_part_in_what_keytally_toml_states(wire: Wire, project: Path) -> None:
    names = "a", "b"
    for name in names:
        (project / "sub" / f"{name}.key.sgml").write_text(document(name, RIGHT), "utf-8")
        (project / "sub" / f"{name}.response.sgml").write_text(document(name, MISSED), "utf-8")
    first = project / "sub" / "a.response.sgml"
    wire.open(first)
    assert way(wire, first, 3) == ["a.response.sgml", "b.response.sgml", "a.response.sgml"]
    assert way(wire, project / "one.out", 4) == ["one.out", "four.out", "three.out", "one.out"]
