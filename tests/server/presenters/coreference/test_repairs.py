"""Likely repairs of REFs to nothing, as pictures of chains."""

from hypothesis import given
from hypothesis import strategies as st

from tests.server.chain_desk import key, response, shortened
from tests.server.desk import Desk
from tests.server.repairs import assert_sound, offered, repaired


def ref_of(picture: str, key_picture: str | None = None) -> Desk:
    """A response whose cursor is in the REF to 9."""
    desk = response(picture, key_picture)
    place = desk.text.index('REF="9"') + 5
    return Desk(desk.snapshot, desk.text, place, place, desk.shift)


def test_the_nearest_mentions_come_first() -> None:
    desk = ref_of("[1 Ann] and [2 Bo] said [3>9 she] and [4 Cy]\n")
    assert offered(desk, "dangling-ref") == [
        'Change it to "2", "Bo"',
        'Change it to "1", "Ann"',
        'Change it to "4", "Cy"',
        "Remove REF",
    ]
    assert shortened(repaired(desk, 'Change it to "1", "Ann"')) == (
        "[1 Ann] and [2 Bo] said [3>1 she] and [4 Cy]\n"
    )
    assert shortened(repaired(desk, "Remove REF")) == "[1 Ann] and [2 Bo] said [3 she] and [4 Cy]\n"


def test_equal_words_come_before_nearer_ones() -> None:
    desk = ref_of("[1 Ann] and [2 Bo] said [3>9 ann]\n")
    assert offered(desk, "dangling-ref")[0] == 'Change it to "1", "Ann"'


def test_the_chain_of_the_key_comes_first() -> None:
    desk = ref_of("[1 Ann] and [2 Bo] said [3>9 she]\n", "[1 Ann] and [2 Bo] said [3>1 she]\n")
    assert offered(desk, "dangling-ref")[0].startswith('Change it to "1", "Ann"')


MENTIONS = st.lists(st.sampled_from(["[1 Ann]", "[2 Bo]", "[3>9 she]", "[>9 he]", "[4>1 her]", "said"]))


@given(MENTIONS)
def test_each_repair_mends_its_finding_and_breaks_nothing(mentions: list[str]) -> None:
    desk = key(" ".join(mentions) + "\n")
    for unit, offset in desk.snapshot.reading.units.between(0, len(desk.text)):
        for finding in unit.findings:
            place = offset + finding.start
            if finding.rule.name == "dangling-ref":
                assert_sound(Desk(desk.snapshot, desk.text, place, place, desk.shift), "dangling-ref")
