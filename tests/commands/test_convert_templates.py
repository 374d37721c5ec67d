"""`keytally convert` of templates: what is told, mappings, and what is refused."""

import json
from pathlib import Path

import pytest

import keytally
from keytally.commands.main import CANNOT_RUN, main

KEY = """; by hand
<TEMPLATE-7-1> :=
	DOC_NR: "7"
	CONTENT: <INCIDENT-7-1>

<INCIDENT-7-1> :=
	INC_TYPE: ATTACK
			/BOMBING
	INC_STAGE: /ACCOMPLISHED
	INC_PERP: <PERP-7-1>

<PERP-7-1> :=
	PERP_ID: "two men" ##1#8#texts
			/"they"
	CERTAINTY: SURE
"""
RECORD = {
    "docid": "7",
    "templates": [{"incident_type": "attack / bombing", "PERP_ID": [["two men", "they"]]}],
}
MAPPED = {
    "docid": "7",
    "templates": [{"incident_type": "attack / bombing", "PerpInd": [["two men", "they"]]}],
}
MAPPING = '{"roles": {"PerpInd": "INC_PERP.PERP.PERP_ID"}}'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "key.tmpl").write_text(KEY)
    (tmp_path / "key.jsonl").write_text(f"{json.dumps(RECORD)}\n")
    (tmp_path / "mapping.json").write_text(MAPPING)
    (tmp_path / "a.bio").write_text("Ann\tB-PER\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_an_object_without_fills_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is part of two templates and optional, but no entity comes of it, which is all there is to say."""
    incident = "<INCIDENT-7-{}> :=\n\tINC_TYPE: ATTACK\n\tINC_PERP: <PERP-7-1>\n\n"
    (folder / "bare.tmpl").write_text(
        "<TEMPLATE-7-1> :=\n\tCONTENT: <INCIDENT-7-1>\n\t\t<INCIDENT-7-2>\n\n"
        f"{incident.format(1)}{incident.format(2)}<PERP-7-1> :=\n\tOBJ_STATUS: OPTIONAL\n"
    )
    assert main(["convert", "bare.tmpl", "--to", "template-json", "--strict"]) == 1
    line, _ = capsys.readouterr().err.splitlines()
    assert line == "keytally: bare.tmpl:13: PERP-7-1 has no fills and is left out"


def test_every_loss_is_told_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "key.tmpl", "--to", "template-json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out) == RECORD
    assert captured.err.splitlines() == [
        "keytally: key.tmpl:1: the comment is left out: ; by hand",
        "keytally: key.tmpl:9: INC_STAGE ACCOMPLISHED is left out",
        "keytally: key.tmpl:12: the grouping of strings by PERP-7-1 is left out",
        "keytally: key.tmpl:13: the link ##1#8#texts of PERP_ID two men is left out",
        "keytally: key.tmpl:15: CERTAINTY SURE is left out",
    ]


def test_an_optional_slot_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "opt.tmpl").write_text(
        KEY.replace("PERP_ID: ", "PERP_ID: /").replace("CERTAINTY", "OBJ_STATUS")
    )
    main(["convert", "opt.tmpl", "--to", "template-json"])
    assert "opt.tmpl:13: the optional mark of PERP_ID is left out" in capsys.readouterr().err


def test_a_mapping_gives_roles_objects_of_their_own(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bare = KEY.replace(" ##1#8#texts", "").replace("\tCERTAINTY: SURE\n", "")
    bare = bare.replace("; by hand\n", "").replace("\tINC_STAGE: /ACCOMPLISHED\n", "")
    (folder / "bare.tmpl").write_text(bare)
    mapped = ["--mapping", "mapping.json", "--strict"]
    assert main(["convert", "bare.tmpl", "--to", "template-json", "-o", "made.jsonl", *mapped]) == 0
    assert json.loads((folder / "made.jsonl").read_text()) == MAPPED
    assert main(["convert", "made.jsonl", "--to", "muc-templates", "-o", "back.tmpl", *mapped]) == 0
    assert (folder / "back.tmpl").read_text() == bare
    assert capsys.readouterr().err == ""


def test_a_strict_run_writes_nothing_where_something_is_lost(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", "key.tmpl", "--to", "template-json", "-o", "x.jsonl", "--strict"]) == 1
    assert capsys.readouterr().err.splitlines()[-1] == "keytally: 5 losses; nothing was written"
    assert not (folder / "x.jsonl").exists()


def test_what_roles_have_and_objects_have_not_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    template = {"incident_type": "Attack", "my role": [[["a", 3]]], "Weapon": []}
    record = {"docid": "x-1", "doctext": "a", "source": 1, "templates": [template]}
    (folder / "odd.jsonl").write_text(json.dumps({**record, "extracts": {"Victim": [["Ann"]]}}))
    assert main(["convert", "odd.jsonl", "--to", "muc-templates"]) == 0
    captured = capsys.readouterr()
    assert '<TEMPLATE-x1-1> :=\n\tDOC_NR: "x-1"\n' in captured.out
    assert captured.err.replace("keytally: odd.jsonl:1: ", "").splitlines() == [
        "the member source is left out",
        "the role my role is written as my_role",
        "the role Weapon, which no template fills, is left out",
        "the role Victim, which no template fills, is left out",
        "the type Attack becomes attack",
        'the offsets of my role "a" are left out',
        "the text of the document is left out",
        'Victim "Ann", which belongs to the whole document, is left out',
    ]


def test_strings_that_no_quotes_hold_are_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = ['say "no"', "it's", "a\" b' c", "two\nlines"]
    template = {"incident_type": "x", "A": [[each] for each in texts]}
    (folder / "odd.jsonl").write_text(json.dumps({"docid": "7", "templates": [template]}))
    assert main(["convert", "odd.jsonl", "--to", "muc-templates"]) == 0
    captured = capsys.readouterr()
    assert captured.out.split("\tA: ")[1].split("\n\t\t\t") == [
        "'say \"no\"'",
        '"it\'s"',
        "\"a' b' c\"",
        '"two lines"\n',
    ]
    assert len(captured.err.splitlines()) == 2


def test_a_line_end_in_a_mention_is_told_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An alternative repeats the first mention of an entity that has no further one."""
    template = {"incident_type": "x", "A": [["z\nq"], ["b", "c"]]}
    (folder / "ends.jsonl").write_text(json.dumps({"docid": "7", "templates": [template]}))
    assert main(["convert", "ends.jsonl", "--to", "muc-templates"]) == 0
    captured = capsys.readouterr()
    assert captured.out.count('"z q"') == 2
    assert captured.err == 'keytally: ends.jsonl:1: the line break in A "z q" becomes a space\n'
    quotes = {"incident_type": "x", "A": [["a\" b' c"], ["b", "c"]]}
    (folder / "quotes.jsonl").write_text(json.dumps({"docid": "7", "templates": [quotes]}))
    assert main(["convert", "quotes.jsonl", "--to", "muc-templates"]) == 0
    assert capsys.readouterr().err == "keytally: quotes.jsonl:1: a\" b' c is written as a' b' c\n"


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            ("a.bio", "--to", "template-json"),
            (
                "a.bio: cannot convert token columns, IOB2 (BIO) to templates "
                "as JSON: entities and chains cannot"
            ),
        ),
        (
            ("key.tmpl", "--to", "brat"),
            "key.tmpl: cannot convert MUC templates to brat standoff: templates cannot be represented as",
        ),
        (
            ("a.bio", "--to", "brat", "--mapping", "mapping.json"),
            "mapping.json: a mapping applies only to templates, which brat",
        ),
        (("key.tmpl", "--to", "template-json", "--mapping", "none"), "none: no such file"),
        (("key.tmpl", "--to", "template-json", "--mapping", "a.bio"), "a.bio: the mapping is not valid JSON"),
    ],
)
def test_what_does_not_fit_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], line: str
) -> None:
    assert main(["convert", *arguments]) == CANNOT_RUN
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"keytally: {line}")
    assert captured.err.count("\n") == 1


WRONG = ("[]", "{}", '{"x": 1}', '{"class": 3}', '{"class": ""}', '{"roles": {}}', '{"roles": {"A": "a b"}}')
WRONG_ROLES = (
    '{"roles": {"A": "S.C"}}',
    '{"roles": {"A": ["S.C.T", "T"]}}',
    '{"roles": {"A": [1]}}',
    "[[[" * 9999,
)


@pytest.mark.parametrize("text", [*WRONG, *WRONG_ROLES])
def test_a_mapping_that_is_none_is_one_line(
    folder: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "wrong.json").write_text(text)
    assert main(["convert", "key.tmpl", "--to", "template-json", "--mapping", "wrong.json"]) == CANNOT_RUN
    err = capsys.readouterr().err
    assert err.startswith("keytally: wrong.json: ")
    assert err.count("\n") == 1


def test_from_python() -> None:
    result = keytally.convert(["key.jsonl"], "muc-templates", mapping="mapping.json")
    assert list(result.files) == ["key.tmpl"]
    assert result.losses == [
        "key.jsonl:1: the role PERP_ID is not in the mapping and is written to the slot PERP_ID"
    ]


def test_what_is_no_record_is_no_document(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "chat.jsonl").write_text(f"Here it is:\n{json.dumps(RECORD)}\n")
    assert main(["convert", "chat.jsonl", "--from", "template-json", "--to", "template-json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out) == RECORD
    assert captured.err.startswith("keytally: chat.jsonl:1: malformed: ")
    assert main(["convert", "key.tmpl", "--from", "template-json", "--to", "template-json"]) == CANNOT_RUN
