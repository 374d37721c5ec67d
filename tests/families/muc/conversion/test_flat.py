"""MUC-4's flat templates: objects by cross references, alternatives, and what is told of lines."""

from pathlib import Path

import pytest

import keytally
from keytally.commands.main import main
from keytally.conversion.converting import formats
from keytally.conversion.templates import convert_templates
from keytally.families.interchange import SourceText, TemplateFormat

FLAT = """\
0.  MESSAGE: ID                     TST3-MUC4-0001
1.  MESSAGE: TEMPLATE               1
2.  INCIDENT: DATE                  - 07 JAN 89 / 08 JAN 89
3.  INCIDENT: LOCATION              HONDURAS: TEGUCIGALPA (CITY) / HONDURAS
4.  INCIDENT: TYPE                  ATTACK / BOMBING
5.  INCIDENT: STAGE OF EXECUTION    ACCOMPLISHED
6.  INCIDENT: INSTRUMENT ID         "RIFLE" / "GUN"
7.  INCIDENT: INSTRUMENT TYPE       RIFLE: "GUN"
8.  PERP: INCIDENT CATEGORY         ? TERRORIST ACT
9.  PERP: INDIVIDUAL ID             "TWO MEN"
10. PERP: ORGANIZATION ID           "THE REDS"
                                    ? "THE \\"LEAGUE\\""
11. PERP: ORGANIZATION CONFIDENCE   REPORTED AS FACT: "THE REDS"
12. PHYS TGT: ID                    -
17. PHYS TGT: TOTAL NUMBER          2
18. HUM TGT: NAME                   "ANN LIND"
19. HUM TGT: DESCRIPTION            "MAYOR" / "THE MAYOR": "ANN LIND"
                                    "HER DRIVERS"
20. HUM TGT: TYPE                   GOVERNMENT OFFICIAL: "ANN LIND"
                                    CIVILIAN: "HER DRIVERS"
22. HUM TGT: FOREIGN NATION         -: "ANN LIND"
24. HUM TGT: TOTAL NUMBER           *

0.  MESSAGE: ID                     TST3-MUC4-0002
1.  MESSAGE: TEMPLATE               *
2.  INCIDENT: DATE                  *

0.  MESSAGE: ID                     TST3-MUC4-0001
1.  MESSAGE: TEMPLATE               2 (OPTIONAL)
4.  INCIDENT: TYPE                  ARSON
7.  INCIDENT: INSTRUMENT TYPE       FIRE
"""
OBJECTS = """\
<TEMPLATE-30001-1> :=
	DOC_NR: "TST3-MUC4-0001"
	CONTENT: <INCIDENT-30001-1>
			<INCIDENT-30001-2>

<INCIDENT-30001-1> :=
	INC_DATE: "- 07 JAN 89"
			/"08 JAN 89"
	INC_LOCATION: "HONDURAS: TEGUCIGALPA (CITY)"
			/"HONDURAS"
	INC_TYPE: ATTACK
			/BOMBING
	INC_STAGE: ACCOMPLISHED
	INC_INSTRUMENT: <INSTRUMENT-30001-1>
	INC_CATEGORY: /TERRORIST ACT
	INC_PERPETRATOR: <PERPETRATOR-30001-1>
			<PERPETRATOR-30001-2>
			<PERPETRATOR-30001-3>
			/<PERPETRATOR-30001-1>
			<PERPETRATOR-30001-2>
	PHYS_TOTAL: "2"
	INC_HUM_TGT: <HUM_TGT-30001-1>
			<HUM_TGT-30001-2>

<INSTRUMENT-30001-1> :=
	INSTR_ID: "RIFLE"
			/"GUN"
	INSTR_TYPE: RIFLE

<PERPETRATOR-30001-1> :=
	PERP_INDIVIDUAL: "TWO MEN"

<PERPETRATOR-30001-2> :=
	PERP_ORGANIZATION: "THE REDS"
	PERP_CONFIDENCE: REPORTED AS FACT

<PERPETRATOR-30001-3> :=
	PERP_ORGANIZATION: 'THE "LEAGUE"'

<HUM_TGT-30001-1> :=
	HUM_NAME: "ANN LIND"
	HUM_DESCRIPTION: "MAYOR"
			/"THE MAYOR"
	HUM_TYPE: GOVERNMENT OFFICIAL

<HUM_TGT-30001-2> :=
	HUM_DESCRIPTION: "HER DRIVERS"
	HUM_TYPE: CIVILIAN

<INCIDENT-30001-2> :=
	INC_TYPE: ARSON
	INC_INSTRUMENT: <INSTRUMENT-30001-2>
	OBJ_STATUS: OPTIONAL

<INSTRUMENT-30001-2> :=
	INSTR_TYPE: FIRE

<TEMPLATE-30002-1> :=
	DOC_NR: "TST3-MUC4-0002"
"""
START = "0. MESSAGE: ID  TST3-MUC4-0001\n1. MESSAGE: TEMPLATE  1\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def converted(text: str) -> tuple[str, list[str]]:
    """The template file that a flat one becomes, and what is told."""
    flat, target = formats()["muc4-flat"], formats()["muc-templates"]
    assert isinstance(flat, TemplateFormat)
    assert isinstance(target, TemplateFormat)
    read = flat.read([SourceText("a", text)])
    found = convert_templates(read.documents, target)
    losses = [f"{loss.place.line}: {loss.what}" for loss in (*read.losses, *found.losses)]
    return found.outputs[0].texts[0], losses


def slots(lines: str) -> list[str]:
    """The lines of the incident and its objects for some lines of a template without a loss."""
    text, losses = converted(START + lines)
    assert losses == []
    return [
        line.strip() for line in text.partition("<INCIDENT-30001-1> :=\n")[2].splitlines() if line.strip()
    ]


def test_cross_references_hold_objects_together(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "key").write_text(FLAT)
    assert main(["convert", "key", "--to", "muc-templates", "--strict"]) == 0
    assert capsys.readouterr() == (OBJECTS, "")
    (folder / "key.tmpl").write_text(OBJECTS)
    assert keytally.check("key", "key.tmpl") == []


def test_flat_templates_become_json_as_well(folder: Path) -> None:
    (folder / "key").write_text(FLAT)
    made = keytally.convert(["key"], "template-json")
    assert '"incident_type": "attack / bombing"' in made.text
    assert '"PERP_ORGANIZATION": [["THE REDS"], ["THE \\"LEAGUE\\""]]' in made.text


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ('9. PERP: INDIVIDUAL ID  "A" /\n   "B"\n', ['PERP_INDIVIDUAL: "A"', '/"B"']),
        ('9. PERP: INDIVIDUAL ID  "A"\n   / "B"\n', ['PERP_INDIVIDUAL: "A"', '/"B"']),
        ('9. PERP: INDIVIDUAL ID  ("A" / "B")\n', ['PERP_INDIVIDUAL: "A"', '/"B"']),
        ('9. PERP: INDIVIDUAL ID  "A" / -\n', ['PERP_INDIVIDUAL: "A"']),
        ("5. INCIDENT: STAGE OF EXECUTION  A / -\n", ["INC_STAGE: /A"]),
        ('20. HUM TGT: TYPE  CIVILIAN: "-"\n', ["HUM_TYPE: CIVILIAN"]),
        ('20. HUM TGT: TYPE  CIVILIAN: "*" / GUARD: "-"\n', ["HUM_TYPE: CIVILIAN", "/GUARD"]),
        ("8. perp:  incident   category \t X\n", ["INC_CATEGORY: X"]),
        (
            '18. HUM TGT: NAME  "N" / "M"\n19. HUM TGT: DESCRIPTION  "D": "N" / "M"\n',
            ['HUM_NAME: "N"', '/"M"', 'HUM_DESCRIPTION: "D"'],
        ),
        (
            '18. HUM TGT: NAME  "N"\n20. HUM TGT: TYPE  A: "N" / B: "N"\n',
            ['HUM_NAME: "N"', "HUM_TYPE: A", "/B"],
        ),
        ('18. HUM TGT: NAME  "N"\n23. HUM TGT: EFFECT OF INCIDENT  A\n', ['HUM_NAME: "N"', "HUM_EFFECT: A"]),
        (
            '18. HUM TGT: NAME  "N"\n23. HUM TGT: EFFECT OF INCIDENT  A: "N"\n  ? B: "N"\n',
            ['HUM_NAME: "N"', "HUM_EFFECT: A", "B", "/A"],
        ),
    ],
)
def test_values(lines: str, expected: list[str]) -> None:
    found = slots(lines)
    assert [line for line in found if not line.startswith(("INC_PERP", "INC_HUM", "<"))] == expected


def test_a_fill_without_a_reference_is_of_something_that_is_not_named() -> None:
    found = slots(
        '6. INCIDENT: INSTRUMENT ID  "RIFLE"\n7. INCIDENT: INSTRUMENT TYPE  RIFLE: "RIFLE"\n  BOMB\n  FIRE\n'
    )
    assert found[-3:] == ["<INSTRUMENT-30001-2> :=", "INSTR_TYPE: BOMB", "FIRE"]


def test_an_optional_name_makes_an_object_that_may_be_missing() -> None:
    assert "INC_PERPETRATOR: /<PERPETRATOR-30001-1>" in slots('9. PERP: INDIVIDUAL ID  ? "A"\n')
    assert "INC_PERPETRATOR: /<PERPETRATOR-30001-1>" in slots('9. PERP: INDIVIDUAL ID  "A" / -\n')


WRONG = [
    ("x\n", "import-line", 3, "a line must be a numbered slot, or an indented continuation of a slot"),
    ("25. NO SLOT  -\n", "import-line", 3, "there is no slot 25; the last slot is 24"),
    ("4. INCIDENT: DATE  -\n", "import-line", 3, "slot 4 must be called INCIDENT: TYPE"),
    ("1. MESSAGE: TEMPLATE  2\n", "import-line", 3, "slot 1 occurs twice in a template"),
    ("6. INCIDENT: INSTRUMENT ID  BOMB\n", "import-line", 3, "the string BOMB has no quotes"),
    ('6. INCIDENT: INSTRUMENT ID  "BOMB\n', "import-line", 3, "the string BOMB has no closing quote"),
    ('4. INCIDENT: TYPE  A\n7. INCIDENT: INSTRUMENT TYPE  B: "C"\n', "import-reference", 4, "refers to C"),
]


@pytest.mark.parametrize(("lines", "rule", "line", "message"), WRONG)
def test_wrong_lines_are_told_and_found(folder: Path, lines: str, rule: str, line: int, message: str) -> None:
    (folder / "key").write_text(START + lines)
    found = keytally.check("key")
    assert found[0].rule.name == rule
    assert found[0].start.line == line
    assert message in found[0].message
    _, losses = converted(START + lines)
    assert any(each.startswith(f"{line}: ") and message in each for each in losses)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "1. MESSAGE: TEMPLATE  1\n0. MESSAGE: ID  a\n1. MESSAGE: TEMPLATE  x\n",
            "must be a number, a number with",
        ),
        ("1. MESSAGE: TEMPLATE  1\n0. MESSAGE: ID  a\n", "a template must begin with slot 0"),
        ("0. MESSAGE: ID\n1. MESSAGE: TEMPLATE  1\n", "MESSAGE: ID does not name a document"),
    ],
)
def test_templates_without_a_name_or_a_number(folder: Path, text: str, message: str) -> None:
    (folder / "key").write_text(text)
    assert any(message in each.message for each in keytally.check("key"))


def test_what_is_no_error_and_not_kept_is_told_only(folder: Path) -> None:
    text = START.replace("0001", "0001 (NOSC)") + "; by hand\n"
    text += "0. MESSAGE: ID  B\n1. MESSAGE: TEMPLATE  *\n4. INCIDENT: TYPE  ATTACK\n"
    assert converted(text)[1] == [
        "1: the text after the name in TST3-MUC4-0001 (NOSC) is left out",
        "3: the comment ; by hand is left out",
        "6: INCIDENT: TYPE ATTACK of a document without templates is left out",
    ]
    (folder / "key").write_text(text)
    assert keytally.check("key") == []


def test_many_alternatives_end() -> None:
    lines = "4. INCIDENT: TYPE  A / B\n" + "  A / B\n" * 9
    text, losses = converted(START + lines)
    assert losses == ["3: INC_TYPE has more than 32 alternatives; the others are left out"]
    assert text.count("/A") + text.count("/B") == 31


def test_what_becomes_of_objects_is_told_with_their_class(folder: Path) -> None:
    (folder / "key").write_text(START + '18. HUM TGT: NAME  "N"\n19. HUM TGT: DESCRIPTION  "D": "N"\n')
    told = keytally.convert(["key"], "template-json").losses
    assert told == ["key:3: the grouping of strings by HUM_TGT is left out"]


def test_strings_that_nothing_parts_are_told_one_by_one() -> None:
    _, losses = converted(START + '4. INCIDENT: TYPE  "A" B C "D"\n')
    assert losses[:3] == [
        "3: no separator between A and B",
        "3: no separator between B and C",
        "3: no separator between C and D",
    ]


def test_what_is_told_of_a_line_grows_as_the_line() -> None:
    texts = [START + "4. INCIDENT: TYPE  " + '"A" B ' * count + "\n" for count in (50, 500)]
    short, long = (sum(map(len, converted(text)[1])) for text in texts)
    assert long < 11 * short


def test_of_two_objects_with_one_name_the_first_is_meant() -> None:
    found = slots(
        '18. HUM TGT: NAME  "N"\n  "M"\n19. HUM TGT: DESCRIPTION  "D": "M"\n  "D": "N"\n'
        '20. HUM TGT: TYPE  A: "D"\n'
    )
    assert found[-6:] == [
        'HUM_NAME: "N"',
        'HUM_DESCRIPTION: "D"',
        "HUM_TYPE: A",
        "<HUM_TGT-30001-2> :=",
        'HUM_NAME: "M"',
        'HUM_DESCRIPTION: "D"',
    ]


def test_flat_templates_are_only_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "key").write_text(FLAT)
    assert main(["convert", "key", "--to", "muc4-flat"]) == 2
    assert capsys.readouterr().err == (
        "keytally: flat templates of MUC-4 can only be read; specify another target format\n"
    )
