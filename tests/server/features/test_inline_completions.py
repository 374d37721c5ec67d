"""The tag that the key has at the cursor is shown there, to be accepted whole."""

import pytest

from keytally_server.requests.completion import inline_completions
from tests.server import chain_desk
from tests.server.desk import Desk, key, response, spelled
from tests.server.template_desk import in_response

IN_KEY = "the <P Ann Kory> fund on <D May 3>\n"


def shown(desk: Desk) -> list[str]:
    """The body after each inline completion."""
    return [
        (desk.text[: each.start] + each.text + desk.text[each.end :])[desk.shift :].partition("</TXT>")[0]
        for each in inline_completions(desk.snapshot, desk.offset)
    ]


def test_a_missing_tag_is_shown_where_it_begins() -> None:
    desk = response("the ‸Ann Kory fund on May 3\n", key=IN_KEY)
    assert shown(desk) == [spelled("the <P Ann Kory> fund on May 3\n")]
    desk = response("the <P Ann Kory> fund on ‸May 3\n", key=IN_KEY)
    assert shown(desk) == [spelled(IN_KEY)]


def test_the_text_of_the_range_stays_within_the_completion() -> None:
    desk = response("the ‸Ann Kory fund\n", key="the <P Ann Kory> fund\n")
    (found,) = inline_completions(desk.snapshot, desk.offset)
    assert desk.text[found.start : found.end] == "Ann Kory"
    assert found.text == '<ENAMEX TYPE="PERSON">Ann Kory</ENAMEX>'


def test_of_several_that_begin_there_the_narrowest_comes_first() -> None:
    nested = '<ENAMEX TYPE="ORGANIZATION"><ENAMEX TYPE="PERSON">Ann</ENAMEX> fund</ENAMEX>\n'
    desk = response("‸Ann fund\n", key=nested)
    assert [each.text for each in inline_completions(desk.snapshot, desk.offset)] == [
        '<ENAMEX TYPE="PERSON">Ann</ENAMEX>',
        '<ENAMEX TYPE="ORGANIZATION">Ann fund</ENAMEX>',
    ]


@pytest.mark.parametrize(
    "picture",
    [
        "the A‸nn Kory fund on May 3\n",
        "‸the Ann Kory fund on May 3\n",
        "the ‸<P Ann Kory> fund on <D May 3>\n",
        "the ‸Ann\nKory fund on May 3\n",
    ],
)
def test_elsewhere_nothing_is_shown(picture: str) -> None:
    """Nor is a tag over several lines: editors show completions of one line."""
    assert shown(response(picture, key=IN_KEY)) == []


def test_a_key_and_other_formats_show_nothing() -> None:
    assert shown(key("the ‸Ann fund\n", "the <P Ann> fund\n")) == []
    assert shown(chain_desk.response("‸Ann and she\n", "[1 Ann] and [2>1 she]\n")) == []
    assert shown(in_response("‸<PERSON-1-1> :=\n", "<PERSON-1-1> :=\n    PER_NAME: x\n")) == []
