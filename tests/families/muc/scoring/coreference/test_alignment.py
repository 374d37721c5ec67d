"""Which mentions are aligned: the same text at the same place, else by the head that MIN gives."""

import pytest

from keytally.families.contract import Role
from keytally.tallies.status import Status
from tests.families.muc.coreference_files import coreference, document, scored


def aligned(key: str, response: str, **options: str) -> list[int | None]:
    """The partner of each mention of the key, from bodies with tags as `tagged` reads them."""
    return scored(tagged(key), tagged(response), coreference(**options)).key.partners


def tagged(body: str) -> str:
    """A document with `<1 MIN="x">` for `<COREF ID="1" MIN="x">` and `</>` for a close tag."""
    pieces = body.replace("</>", "</COREF>").split("<")
    return document(
        "<".join(f'COREF ID="{piece[0]}"{piece[1:]}' if piece[:1].isdigit() else piece for piece in pieces)
    )


@pytest.mark.parametrize(
    ("key", "response", "partners"),
    [
        ("<1>the boat</>", "<1>the boat</>", [0]),
        ("<1>the boat</>", "the <1>boat</>", [None]),
        ("<1>boat</> boat", "boat <1>boat</>", [None]),
        # "it equals the key's span or MIN, or contains MIN and lies within the key's span".
        ('<1 MIN="boat">the old boat</>', "the old <1>boat</>", [0]),
        ('<1 MIN="boat">the old boat</>', "the <1>old boat</>", [0]),
        ('<1 MIN="boat">the old boat</>', "<1>the old</> boat", [None]),
        ('<1 MIN="boat">the old boat</> yard', "the <1>old boat yard</>", [None]),
        ('<1 MIN="boat">the old boat</> yard', "<1>the old boat yard</>", [None]),
        # Compared without case and with white space squashed.
        ('<1 MIN="old  BOAT">the old\n boat of Noor</>', "the <1>old\n boat</> of Noor", [0]),
        ('<1 MIN="*old* boat">the "old" boat</>', 'the <1>"old" boat</>', [0]),
        # Nested tags are no part of a text.
        ('<1 MIN="old boat">the old boat</>', "the <1>old <2>boat</></>", [0]),
        # Whole texts first, then heads in the key's order; of several the response's first.
        ('<1 MIN="boat">the <2>boat</></>', "the <1>boat</>", [None, 0]),
        ('<1 MIN="boat">the <2 MIN="boat">old boat</></>', "the old <1>boat</>", [0, None]),
        ('<1 MIN="boat">the old boat</>', "the <1>old <2>boat</></>", [0]),
        ('<1 MIN="boat">the old <2 MIN="boat">boat</> yard</>', "the <1>old <2>boat</></> yard", [0, 1]),
        ("<1><2>boat</></>", "<1><2>boat</></>", [0, 1]),
        ("<1><2>boat</></>", "<1>boat</>", [0, None]),
    ],
)
def test_one_to_one(key: str, response: str, partners: list[int | None]) -> None:
    assert aligned(key, response) == partners


def test_with_co_exact_only_whole_texts_count() -> None:
    files = '<1 MIN="boat">the boat</> <2>it</>', "the <1>boat</> <2>it</>"
    assert aligned(*files) == [0, 1]
    assert aligned(*files, co_exact="yes") == [None, 1]


def test_a_min_of_the_response_plays_no_part() -> None:
    assert aligned("the <1>boat</>", '<1 MIN="boat">the boat</>') == [None]


class TestOptionalMentions:
    KEY = document(
        '<COREF ID="1">a</COREF> <COREF ID="2" TYPE="IDENT" REF="1" STATUS="OPT">b</COREF>'
        ' <COREF ID="3" TYPE="IDENT" REF="2">c</COREF>'
    )

    def test_one_without_a_partner_drops_out_and_its_links_stay(self) -> None:
        response = document('<COREF ID="1">a</COREF> b <COREF ID="3" REF="1">c</COREF>')
        score = scored(self.KEY, response)
        assert score.counts == (1, 1, 1, 1, 1, 1)
        assert [score.status(mention, True) for mention in range(3)] == [
            Status.CORRECT,
            Status.OPTIONAL,
            Status.CORRECT,
        ]

    def test_one_with_a_partner_is_scored_as_any_other(self) -> None:
        response = document('<COREF ID="1">a</COREF> <COREF ID="2">b</COREF> <COREF ID="3" REF="1">c</COREF>')
        assert scored(self.KEY, response).counts == (1, 1, 1, 2, 1, 1)

    def test_a_class_of_one_that_is_left_is_not_counted(self) -> None:
        key = document('<COREF ID="1">a</COREF> <COREF ID="2" TYPE="IDENT" REF="1" STATUS="OPT">b</COREF>')
        assert scored(key, document("a b")).counts == (0, 0, 0, 0, 0, 0)

    def test_those_of_a_response_count_only_between_two_keys(self) -> None:
        key = document('<COREF ID="1">a</COREF> b')
        assert scored(key, self.KEY).counts == (0, 1, 0, 0, 0, 2)
        both = coreference(scoring_method="key2key")
        assert scored(key, self.KEY, both).counts == (0, 1, 0, 0, 0, 1)
        one_sided = coreference(scoring_method="key2key", key2key_symmetric="no")
        assert scored(key, self.KEY, one_sided).counts == (0, 1, 0, 0, 0, 2)


def test_the_same_number_twice_pairs_first_with_first() -> None:
    task = coreference()
    unit = task.language(Role.KEY).read(document('<COREF ID="1">a</COREF>'))
    assert len(task.score("1", [unit, unit], [unit])) == 2
