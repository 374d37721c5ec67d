"""`keytally errors`: what it prints."""

import json
from pathlib import Path

import pytest

from keytally.commands.main import CANNOT_RUN, main

PAGE = "<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n{}\n</TXT>\n</DOC>\n"
KEY = '<ENAMEX TYPE="PERSON">Ann</ENAMEX> met <ENAMEX TYPE="ORGANIZATION">Orrin Museum</ENAMEX> staff'
RESPONSE = '<ENAMEX TYPE="LOCATION">Ann</ENAMEX> met Orrin Museum staff'

TEXT = """2 differences; P&R 33.33, 100.00 with all fixed

class   count     %  INC  MIS    gain
type        1  50.0    1    0  +33.33
missed      1  50.0    0    2  +41.67

Fix these 2 first

#  place          class   key                          response          gain     P&R
1  response:4:42  missed  ORGANIZATION "Orrin Museum"                  +41.67   75.00
2  response:4:1   type    PERSON "Ann"                 LOCATION "Ann"  +25.00  100.00

Examples

place          class   key                          response          gain
response:4:1   type    PERSON "Ann"                 LOCATION "Ann"  +33.33
response:4:42  missed  ORGANIZATION "Orrin Museum"                  +41.67

Confusions

key     response  count
PERSON  LOCATION      1
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("key").write_text(PAGE.format(KEY), encoding="utf-8")
    Path("response").write_text(PAGE.format(RESPONSE), encoding="utf-8")


def test_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["errors", "--task", "named_entity", "key", "response"]) == 0
    assert capsys.readouterr().out == TEXT


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["errors", "key", "response", "--top", "1", "--format", "json"]) == 0
    values = json.loads(capsys.readouterr().out)
    assert list(values) == [
        *("task", "measure", "headline", "repaired", "classes", "confusions", "differences", "first"),
    ]
    assert values["classes"]["missed"]["count"] == 1
    assert [each["class"] for each in values["differences"]] == ["missed", "type"]
    assert values["first"] == [{"difference": 0, "headline": 75.0}]


def test_csv_and_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["errors", "key", "response", "--class", "type", "--format", "csv"]) == 0
    told = capsys.readouterr().out.split("\n\n")
    assert told[0] == "class,count,%,INC,MIS,gain\ntype,1,50.0,1,0,+33.33\nmissed,1,50.0,0,2,+41.67"
    assert told[1].startswith("#,place,class,key,response,gain,P&R\n1,response:4:1,type,")
    assert main(["errors", "key", "response", "--format", "markdown"]) == 0
    assert "| class | count | % | INC | MIS | gain |\n| --- | ---: |" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["key"], "key: not a configuration"),
        (["key", "response", "other"], "specify one configuration, or a key and a response"),
        (["key", "absent"], "absent: "),
        (["key", "response", "--class", "mised"], "unknown class 'mised'; did you mean missed?"),
        (["key", "response", "--top", "-3"], "invalid number of fixes -3"),
        (["key", "response", "-O", "nonsense=1"], "named_entity has no option 'nonsense'"),
        (["ne.config", "--task", "named_entity"], "a configuration specifies its own task"),
    ],
)
def test_what_cannot_run_is_told_in_one_line(
    arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("ne.config").write_text(":key_file key\n", encoding="utf-8")
    assert main(["errors", *arguments]) == CANNOT_RUN
    told = capsys.readouterr()
    assert told.out == ""
    assert problem in told.err
    assert "Traceback" not in told.err


def test_alternative_types_of_a_key_are_alternatives(
    examples: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key = str(examples / "named_entity" / "key.sgml")
    assert main(["errors", key, key]) == 0
    out, errors = capsys.readouterr()
    assert 'ORGANIZATION or LOCATION "Orrin Museum"  ORGANIZATION|LOCATION "Orrin Museum"' in out
    assert errors.startswith("keytally: note: a key is scored as a response")
    assert "use -O scoring_method=key2key" in errors
    assert main(["errors", key, key, "-O", "scoring_method=key2key"]) == 0
    assert capsys.readouterr().err == ""
