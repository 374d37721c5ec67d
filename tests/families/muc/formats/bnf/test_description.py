"""What `keytally bnf` tells of a BNF."""

from keytally.families.muc.bnf import bnf_of
from keytally.families.muc.bnf_configurations import bnf_description, bnf_values

BNF = """
<TEMPLATE> :=
    DOC_NR:   "NUMBER"^
    CONTENT:  <scenario-specific-object>*
<CLUB> :=
    HEAD:     <PERSON> | <CLUB> -
    PLACE:    LOCALE-STRING {{LOC}} *
    ROOM:     {BACK ROOM, FRONT ROOM}+
    ODD:      {{NONE}}^
    EMPTY:
<PERSON> :=
LOC :: {CITY, UNK}
"""

TOLD = """
3 classes, 7 slots, 1 named set

TEMPLATE
  DOC_NR   string   exactly one fill     any text ("NUMBER")
  CONTENT  pointer  any number of fills  any object (scenario-specific-object)

CLUB
  HEAD   pointer  at most one fill     an object of PERSON, or an object of CLUB
  PLACE  string   any number of fills  any text (LOCALE-STRING) and one of CITY, UNK (LOC)
  ROOM   set      at least one fill    one of BACK ROOM, FRONT ROOM
  ODD    set      exactly one fill     any text, as the set is not defined (NONE)
  EMPTY  string   any number of fills  nothing that could be parsed

PERSON

LOC is one of CITY, UNK
"""


def test_lines_for_a_person() -> None:
    assert list(bnf_description(bnf_of(BNF))) == TOLD.strip("\n").split("\n")


def test_values_for_a_program() -> None:
    values = bnf_values(bnf_of(BNF))
    assert [each["name"] for each in values["classes"]] == ["TEMPLATE", "CLUB", "PERSON"]
    assert values["sets"] == {"LOC": ["CITY", "UNK"]}
    template, club, _ = values["classes"]
    assert template["slots"][1]["targets"] is None
    assert club["slots"][0] == {
        "name": "HEAD",
        "kind": "pointer",
        "least": 0,
        "most": 1,
        "choices": [
            [{"kind": "pointer", "name": "PERSON", "values": []}],
            [{"kind": "pointer", "name": "CLUB", "values": []}],
        ],
        "targets": ["person", "club"],
        "written": "HEAD: <PERSON> | <CLUB> -",
    }
    assert club["slots"][1]["choices"] == [
        [
            {"kind": "word", "name": "LOCALE-STRING", "values": []},
            {"kind": "set", "name": "LOC", "values": ["CITY", "UNK"]},
        ]
    ]
