"""The names of an element's two tags are edited together."""

import pytest

from keytally_server.requests.ranges import linked_editing_ranges
from tests.pictures import normal
from tests.server.desk import Desk, alone, config
from tests.server.template_desk import in_no_pair


def linked(desk: Desk) -> list[str]:
    return [desk.text[start:end] for start, end in linked_editing_ranges(desk.snapshot, desk.offset)]


@pytest.mark.parametrize("cursor", ["<‸ENAMEX", "<ENA‸MEX", "<ENAMEX‸", "</‸ENAMEX", "</ENAMEX‸"])
def test_the_names_of_both_tags_are_linked(cursor: str) -> None:
    text = 'met <ENAMEX TYPE="PERSON">Ann</ENAMEX> and <ENAMEX TYPE="PERSON">Bo</ENAMEX>\n'
    desk = alone(text.replace(cursor.replace("‸", ""), cursor, 1))
    spans = linked_editing_ranges(desk.snapshot, desk.offset)
    assert desk.drawn((*span, "") for span in spans) == normal(
        """
        met <ENAMEX TYPE="PERSON">Ann</ENAMEX> and <ENAMEX TYPE="PERSON">Bo</ENAMEX>
             ^^^^^^
                                       ^^^^^^
        """
    )


def test_of_nested_tags_the_one_at_the_cursor_is_linked() -> None:
    picture = '<ENAMEX TYPE="PERSON"><TI‸MEX TYPE="DATE">May</TIMEX> Ann</ENAMEX>\n'
    assert linked(alone(picture)) == ["TIMEX", "TIMEX"]
    assert linked(alone(picture.replace("‸", "").replace("</ENAMEX", "</EN‸AMEX"))) == ["ENAMEX", "ENAMEX"]
    assert linked(alone(picture.replace("‸", "").replace("<TIMEX", "‸<TIMEX"))) == []


UNLINKED = [
    '<ENAMEX TYPE="PER‸SON">Ann</ENAMEX>\n',
    '<ENAMEX TYPE="PERSON">A‸nn</ENAMEX>\n',
    '<en‸amex TYPE="PERSON">Ann</ENAMEX>\n',
    '<EN‸AMEX TYPE="PERSON">Ann\n',
    "Ann</EN‸AMEX>\n",
    "a‸nd\n",
]


@pytest.mark.parametrize("picture", UNLINKED)
def test_nothing_else_is_linked(picture: str) -> None:
    """Names that are spelled differently are not, since an editor would make them alike."""
    assert linked(alone(picture)) == []


def test_other_formats_link_nothing() -> None:
    assert linked(config(":key_file ‸a\n")) == []
    assert linked(in_no_pair("<PERSON‸-1-1> :=\n")) == []
