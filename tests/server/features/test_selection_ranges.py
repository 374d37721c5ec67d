"""What a growing selection takes in, step by step, in each format."""

from itertools import pairwise

import pytest

from keytally_server.requests.ranges import selection_ranges
from tests.server.answer_lines import answers
from tests.server.desk import Desk, alone, config, unpaired
from tests.server.template_desk import in_no_pair


def steps(desk: Desk) -> list[str]:
    """The texts that a selection at the cursor grows to."""
    return [desk.text[start:end] for start, end in selection_ranges(desk.snapshot, desk.offset)]


def test_a_word_grows_to_its_tags_and_on_to_the_document() -> None:
    desk = alone('met <ENAMEX TYPE="ORGANIZATION">the <P Ann Co‸rry> fund</ENAMEX> then\n')
    text = desk.text
    person = '<ENAMEX TYPE="PERSON">Ann Corry</ENAMEX>'
    organization = f'<ENAMEX TYPE="ORGANIZATION">the {person} fund</ENAMEX>'
    assert steps(desk) == [
        "Corry",
        "Ann Corry",
        person,
        f"the {person} fund",
        organization,
        text[text.index("<TXT>") : text.index("</TXT>") + len("</TXT>")],
        text.rstrip(),
        text,
    ]


def test_within_a_tag_first_comes_the_value() -> None:
    desk = alone('met <ENAMEX TYPE="PER‸SON|LOCATION">Ann</ENAMEX>\n')
    assert steps(desk)[:5] == [
        "PERSON",
        "PERSON|LOCATION",
        'TYPE="PERSON|LOCATION"',
        '<ENAMEX TYPE="PERSON|LOCATION">',
        '<ENAMEX TYPE="PERSON|LOCATION">Ann</ENAMEX>',
    ]


def test_other_documents_are_taken_in_with_the_file_only() -> None:
    first, second = "<DOC>\n<DOCNO> 1 </DOCNO>\n</DOC>\n", "<DOC>\n<DOCNO> 2 </DOCNO>\n</DOC>\n"
    desk = Desk(unpaired(alone("").snapshot.path, first + second, "muc-sgml"), first + second, 40, 40, 0)
    assert steps(desk)[-2:] == [second.rstrip(), first + second]


def test_a_fill_grows_to_its_slot_its_record_and_the_records_of_its_document() -> None:
    text = """
    <PERSON-1-1> :=
        NAME: "Marla Tove‸nik" ##1#2#texts
              "M. T."
        POST: <POST-1-1>
    <POST-1-1> :=
        TITLE: "chair"
    <POST-2-1> :=
        TITLE: "clerk"
    """
    desk = in_no_pair(text)
    slot = desk.text[desk.text.index("NAME") : desk.text.index('"M. T."') + len('"M. T."')]
    record = desk.text[: desk.text.index("<POST-1-1> :=")].rstrip()
    assert steps(desk) == [
        "Tovenik",
        '"Marla Tovenik"',
        '"Marla Tovenik" ##1#2#texts',
        slot,
        record,
        desk.text[: desk.text.index("<POST-2-1>")].rstrip(),
        desk.text,
    ]


def test_a_value_grows_to_its_option() -> None:
    desk = config(":key_file a\n:class_defs en‸amex timex\n")
    assert steps(desk) == ["enamex", ":class_defs enamex timex", desk.text.rstrip(), desk.text]


def test_a_set_grows_to_its_slot_and_its_class() -> None:
    desk = in_no_pair('<PERSON> :=\n    KIND: {FI‸RST, SECOND}\n    NAME: "STRING"\n<POST> :=\n', "muc-bnf")
    found = steps(desk)
    assert found[0] == "FIRST"
    assert "KIND: {FIRST, SECOND}" in [each.strip() for each in found]
    assert desk.text[: desk.text.index("<POST>")].rstrip() in [each.rstrip() for each in found]
    assert found[-1] == desk.text


def test_a_word_of_a_line_grows_to_the_line_and_to_its_unit() -> None:
    desk = answers("one = red bl‸ue \\\n  green\ntwo = red\n", "one = red\n")
    assert steps(desk) == ["blue", "one = red blue \\", "one = red blue \\\n  green", desk.text]


LANGUAGES = ["muc-sgml", "muc-template", "muc-bnf", "muc-config", "m2", "lexsub"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "text", ["", "\n", "x", "<DOC>\n\n</DOC>\n", "<A-1-1> :=\n\tB: c\n\n", "S a\nA 0|||"]
)
def test_each_step_holds_the_place_and_the_step_before(language: str, text: str) -> None:
    snapshot = unpaired(alone("").snapshot.path, text, language)
    for offset in range(len(text) + 1):
        found = selection_ranges(snapshot, offset)
        assert found[-1] == (0, len(text))
        assert all(start <= offset <= end for start, end in found)
        for inner, outer in pairwise(found):
            assert outer.start <= inner.start <= inner.end <= outer.end
            assert inner != outer
