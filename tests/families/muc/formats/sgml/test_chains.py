"""Chains: what REFs tie together, and what can be asked about a mention and its chain."""

import pytest

from keytally.families.contract import Role
from keytally.families.muc.sgml.chains import Chains, chains_of
from keytally.families.muc.sgml.syntax import SgmlSyntax
from tests.families.muc.coreference_files import coreference, document, linked, unit_of

TASK = coreference()


def chains(body: str, role: Role = Role.KEY) -> Chains:
    return TASK.chains(unit_of(TASK, document(body), role), role)


def texts(found: Chains) -> list[list[str]]:
    """The chains as texts of their mentions."""
    return [[found.text(mention) for mention in members] for members in found.members]


def test_refs_tie_forward_and_backward_over_any_path() -> None:
    links = [("A", "E"), ("C", "A"), ("B", "D"), ("F", "C")]
    found = TASK.chains(unit_of(TASK, linked("ABCDEF", "ABCDEF", links)), Role.KEY)
    assert texts(found) == [["A", "C", "E", "F"], ["B", "D"]]
    assert found.chain_of == [0, 1, 0, 1, 0, 0]
    assert found.antecedents == [4, 3, 0, None, None, 2]


def test_a_chain_of_any_length_in_any_order() -> None:
    """Ten thousand mentions, each pointing forward to the next."""
    names = range(10000)
    body = "".join(f'<COREF ID="{n}" TYPE="IDENT" REF="{n + 1}">x</COREF> ' for n in names)
    found = chains(body + '<COREF ID="10000">x</COREF>')
    assert len(found.members) == 1
    assert len(found) == 10001


def test_mentions_nest_and_stand_in_the_order_of_their_open_tags() -> None:
    found = chains('<COREF ID="1">the <COREF ID="2"><COREF ID="3">boat</COREF>\n yard</COREF></COREF>')
    assert [found.text(mention) for mention in range(3)] == ["the boat yard", "boat yard", "boat"]
    assert found.spans[0][0] + len("the ") == found.spans[1][0] == found.spans[2][0]


def test_of_equal_ids_the_first_is_meant_and_unknown_ones_tie_nothing() -> None:
    found = chains(
        '<COREF ID="1">a</COREF> <COREF ID="1">b</COREF> <COREF ID="2" REF="1">c</COREF>'
        ' <COREF ID="3" REF="9">d</COREF> <COREF REF="">e</COREF> <COREF>f</COREF>'
    )
    assert texts(found) == [["a", "c"], ["b"], ["d"], ["e"], ["f"]]
    assert found.mention_of("1") == 0


def test_self_references_and_circles_do_no_harm() -> None:
    found = chains(
        '<COREF ID="1" REF="1">a</COREF> <COREF ID="2" REF="3">b</COREF> <COREF ID="3" REF="2">c</COREF>'
    )
    assert texts(found) == [["a"], ["b", "c"]]


def test_what_a_tag_says() -> None:
    found = chains('<COREF ID=" 1" STATUS="opt" MIN="the *old* one">the "old" one</COREF>')
    [mention] = found.mentions
    assert (mention.identifier, mention.reference, mention.minimum) == ("1", "", 'the "old" one')
    assert mention.optional
    assert not chains('<COREF ID="1" STATUS="OPT">a</COREF>', Role.RESPONSE).mentions[0].optional


def test_mentions_outside_the_sections_are_none() -> None:
    text = (
        '<DOC><DOCNO>1</DOCNO><AUTHOR><COREF ID="1">Noor</COREF></AUTHOR>\n'
        '<TXT><COREF ID="2" TYPE="IDENT" REF="1">she</COREF></TXT></DOC>\n'
    )
    found = TASK.chains(unit_of(TASK, text), Role.KEY)
    assert texts(found) == [["she"]]
    assert found.antecedents == [None]


def test_a_configuration_may_name_other_attributes() -> None:
    task = coreference(sgml_ID_slot="NAME", sgml_REF_slot="OF", sgml_MIN_slot="HEAD")
    unit = unit_of(
        task, document('<COREF NAME="1" HEAD="a">a</COREF> <COREF NAME="2" TYPE="IDENT" OF="1">b</COREF>')
    )
    assert not unit.findings
    assert texts(task.chains(unit, Role.KEY)) == [["a", "b"]]


class TestAccessors:
    BODY = (
        '<COREF ID="1">Ms. <COREF ID="2">Noor</COREF></COREF> and <COREF ID="3" REF="1">her</COREF>'
        ' <COREF ID="4" REF="1">boat</COREF>'
    )

    @pytest.fixture
    def found(self) -> Chains:
        return chains(self.BODY)

    @pytest.mark.parametrize(
        ("place", "mention"),
        [
            ("Ms.", 0),
            ("<COREF ID=", 0),
            ('<COREF ID="2"', 1),
            ("Noor", 1),
            (" and", 0),
            ("her", 2),
            ("boat", 3),
        ],
    )
    def test_the_innermost_mention_at_a_place(self, found: Chains, place: str, mention: int) -> None:
        assert found.unit is not None
        assert found.mention_at(found.unit.text.index(place)) == mention

    def test_no_mention(self, found: Chains) -> None:
        assert found.unit is not None
        assert found.mention_at(found.unit.text.index("and")) is None
        assert found.mention_at(0) is None
        assert found.mention_at(len(found.unit.text)) is None

    def test_neighbours(self, found: Chains) -> None:
        assert found.chain(3) == [0, 2, 3]
        assert found.antecedent(2) == 0
        assert found.antecedent(0) is None
        assert found.dependants(0) == [2, 3]
        assert found.dependants(3) == ()
        assert (found.name(0), found.name(1)) == ("Ms. Noor", "Noor")
        assert found.mention_of("4") == 3
        assert found.mention_of("5") is None

    def test_they_are_remembered(self) -> None:
        unit = unit_of(TASK, document(self.BODY))
        assert TASK.chains(unit, Role.KEY) is TASK.chains(unit, Role.KEY)

    def test_without_a_configuration(self) -> None:
        unit = unit_of(TASK, document(self.BODY))
        assert len(chains_of(unit, SgmlSyntax.of(None), Role.UNKNOWN)) == 4

    def test_no_unit_has_no_chains(self) -> None:
        assert not len(TASK.chains(None, Role.KEY))
