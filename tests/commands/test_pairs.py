"""`keytally pairs`: every pair, its parts and the rule that made it."""

from pathlib import Path

import pytest

from keytally.commands.main import main


def test_each_pair_with_its_parts_and_the_rule_that_made_it(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (workspace / "keytally.toml").write_text(
        '[[pair]]\ntask = "named_entity"\nkey = "key"\nresponses = "response"\nconfig = "muc6-ne"\n'
        'encoding = "latin-1"\noptions = { ne_overlap = "exact" }\n'
    )
    (workspace / "ne.config").write_text(
        ":scoring_task named_entity\n:key_file key\n:response_file response\n"
    )
    assert main(["pairs"]) == 0
    out, errors = capsys.readouterr()
    assert errors == ""
    assert out.splitlines() == [
        "named_entity",
        "  key       key",
        "  response  response",
        "  config    muc6-ne (built in)",
        "  encoding  latin-1",
        "  option    ne_overlap = exact",
        "  found by  keytally.toml, line 1",
        "",
        "named_entity (alternative to the pair above)",
        "  key       key",
        "  response  response",
        "  texts     texts",
        "  config    ne.config",
        "  found by  configuration file ne.config",
    ]


def test_a_folder_without_pairs_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pairs", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"No pairs in {tmp_path}\n"


def test_what_kept_pairs_from_being_found_goes_to_standard_error(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (workspace / "ne.config").write_text(":scoring_task named_entity\n:response_file gone\n:key_file key\n")
    (workspace / "keytally.toml").write_text("[[pair]]\n")
    assert main(["pairs", "."]) == 1
    out, errors = capsys.readouterr()
    assert "found by  file names" in out
    assert "response_file" in errors and "keytally.toml:1:3: this pair has no key\n" in errors


def test_a_wrong_value_of_an_option_is_told_with_its_line(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (workspace / "keytally.toml").write_text(
        '[[pair]]\ntask = "m2"\nkey = "key"\nresponses = "response"\noptions = { compatible = "3.3" }\n'
    )
    assert main(["pairs"]) == 1
    out, errors = capsys.readouterr()
    assert out.startswith("m2\n  key       key\n  response  response\n  found by  keytally.toml, line 1\n")
    assert errors == "keytally: keytally.toml:5:26: compatible=3.3: it must be one of document, 3.2, head\n"


@pytest.mark.parametrize(("name", "problem"), [("gone", "no such directory"), ("key", "not a directory")])
def test_what_is_no_folder_is_status_2(
    workspace: Path, capsys: pytest.CaptureFixture[str], name: str, problem: str
) -> None:
    assert main(["pairs", name]) == 2
    out, errors = capsys.readouterr()
    assert out == "" and errors == f"keytally: {name}: {problem}; specify the directory of a workspace\n"


def test_a_name_with_control_characters_does_not_reach_the_terminal_as_it_is(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = "a\x1b[2Jb\nc"
    for kind in ("key", "response"):
        (workspace / kind).rename(workspace / f"{odd}.{kind}.sgml")
    assert main(["pairs"]) == 0
    out, _ = capsys.readouterr()
    assert "\x1b" not in out
    assert out.splitlines()[1] == r"  key       a\x1b[2Jb\nc.key.sgml"


def test_each_adjudication_with_its_annotators(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (workspace / "texts").rename(workspace / "raw")
    (workspace / "keytally.toml").write_text(
        '[[adjudication]]\ntask = "named_entity"\ngold = "gold"\ntexts = "raw"\nencoding = "latin-1"\n'
        'annotators = { anna = "key", ben = "other" }\ndone = { ben = ["1", "2"] }\n'
    )
    (workspace / "response").rename(workspace / "other")
    assert main(["pairs"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "named_entity (adjudication)",
        "  gold      gold (does not exist yet)",
        "  annotator anna: key",
        "  annotator ben: other",
        "  finished  ben: 1, 2",
        "  texts     raw",
        "  encoding  latin-1",
        "  found by  keytally.toml, line 1",
    ]
