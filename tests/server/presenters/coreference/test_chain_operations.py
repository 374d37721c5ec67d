"""Cutting and joining chains, as pictures of the text before and after."""

import pytest

from keytally.findings.table.sgml import DANGLING_REF
from keytally_server.requests.code_actions import code_actions
from tests.server.chain_desk import classes, key, response, shortened, titles
from tests.server.desk import Desk, document

TWO_CHAINS = "[1 Orrin] met [2 Ms. Vale] and [3>1 he] saw that [4>2 she‸] liked [5>3 him] and [6>4 her].\n"


def check(desk: Desk, title: str, after: str) -> None:
    assert shortened(desk.after(title)) == after


def test_a_merge_ties_the_first_of_a_chain_to_the_other() -> None:
    check(
        response(TWO_CHAINS),
        'Merge this chain with the chain of "Orrin" (ID 1, 3 mentions)',
        "[1 Orrin] met [2>1 Ms. Vale] and [3>1 he] saw that [4>2 she] liked [5>3 him] and [6>4 her].\n",
    )


def test_a_split_begins_a_chain_at_the_mention() -> None:
    check(
        response(TWO_CHAINS.replace("she‸", "she").replace("him", "him‸")),
        'Split the chain: start a new one at "him"',
        "[1 Orrin] met [2 Ms. Vale] and [3>1 he] saw that [4>2 she] liked [5 him] and [6>4 her].\n",
    )


def test_a_split_ties_what_pointed_over_the_cut_to_its_own_side() -> None:
    check(
        response("[1 A] [2>1 b‸] [3>1 c] [4>2 d]\n"),
        'Split the chain: start a new one at "b"',
        "[1 A] [2 b] [3>2 c] [4>2 d]\n",
    )


def test_a_move_ties_what_pointed_to_the_mention_to_its_chain() -> None:
    check(
        response(TWO_CHAINS),
        'Move "she" to the chain of "Orrin" (ID 1, 3 mentions)',
        "[1 Orrin] met [2 Ms. Vale] and [3>1 he] saw that [4>3 she] liked [5>3 him] and [6>2 her].\n",
    )


def test_a_mention_can_be_parted_from_its_chain() -> None:
    check(
        response("[1 A] [2>1 b‸] [3>2 c]\n"),
        'Move "b" to a new chain',
        "[1 A] [2 b] [3>1 c]\n",
    )


def test_a_mention_can_be_made_the_first_of_its_chain() -> None:
    check(
        response("[1>3 He] left. [2>1 His] friend saw [3 Orrin‸] go; [4>2 he] ran.\n"),
        'Split the chain: start a new one at "Orrin"',
        "[1 He] left. [2>1 His] friend saw [3 Orrin] go; [4>3 he] ran.\n",
    )
    check(
        response("[1 He] left. [2>1 His] friend saw [3>2 Orrin‸] go; [4>3 he] ran.\n"),
        'Make "Orrin" the first of its chain',
        "[1>3 He] left. [2>1 His] friend saw [3 Orrin] go; [4>3 he] ran.\n",
    )
    assert titles(response("[1 Orrin‸] [2>1 he]\n"), "makeFirst") == []


def test_a_mention_that_goes_leaves_its_chain_whole() -> None:
    check(
        response("[1 A] [2>1 b‸] [3>2 c]\n"),
        'Remove the mention "b" and relink its chain',
        "[1 A] b [3>1 c]\n",
    )
    check(response("[1 A‸] [2>1 b]\n"), 'Remove the mention "A"', "A [2 b]\n")


BEHIND = "\n</TXT>\n<SO> {} </SO>\n<TXT>\nIt rained.\n"


def left_dangling(desk: Desk, title: str) -> list[str]:
    """What the document's REFs to nothing say once an action is done."""
    unit = desk.snapshot.reading.language.read(document(desk.after(title)))
    return [str(each.arguments["reference"]) for each in unit.findings if each.rule is DANGLING_REF]


def check_removal(picture: str, title: str, after: str) -> None:
    check(response(picture), title, after)
    assert left_dangling(response(picture), title) == []


def test_a_mention_that_goes_leaves_refs_from_outside_the_sections_to_the_rest() -> None:
    """IDs are of the whole document; what stands outside the scored sections is in no chain."""
    check_removal(
        "[1 A] [2>1 b‸]" + BEHIND.format("[3>2 c] [4>2 d] [5>1 e]"),
        'Remove the mention "b" and relink its chain',
        "[1 A] b" + BEHIND.format("[3>1 c] [4>1 d] [5>1 e]"),
    )
    check_removal(
        "[1 A‸] [ b]" + BEHIND.format("[3>1 c]"),
        'Remove the mention "A"',
        "A [ b]" + BEHIND.format("[3 c]"),
    )
    check_removal(
        "[1 A‸] [2>1 b]" + BEHIND.format("[3>1 c]"),
        'Remove the mention "A" and relink its chain',
        "A [2 b]" + BEHIND.format("[3>2 c]"),
    )


def test_of_a_mention_that_has_others_outside_the_sections_only_those_stay_tied() -> None:
    check_removal(
        "[1 A‸]" + BEHIND.format("[2>1 b] [3>1 c] [4>3 d]"),
        'Remove the mention "A" and relink its chain',
        "A" + BEHIND.format("[2 b] [3>2 c] [4>3 d]"),
    )
    check_removal(
        "[1 A‸]" + BEHIND.format("[>1 b] [3>1 c]"),
        'Remove the mention "A"',
        "A" + BEHIND.format("[ b] [3 c]"),
    )


def test_a_mention_that_goes_leaves_the_ref_of_a_tag_without_its_end_to_the_rest() -> None:
    check_removal(
        '[1 A] [2>1 b‸] <COREF ID="3" REF="2">c\n',
        'Remove the mention "b" and relink its chain',
        "[1 A] b [3>1 c\n",
    )


def test_a_mention_stays_where_a_ref_to_it_is_broken() -> None:
    outside = BEHIND.format('<COREF ID="3" REF=2>c</COREF>')
    assert titles(response("[1 A] [2>1 b‸]" + outside), "removeMention") == []


def test_the_innermost_mention_is_meant() -> None:
    desk = response("[1 the board of [2 its‸ owner]] and [3>1 it]\n")
    assert titles(desk, "removeMention") == ['Remove the mention "its owner"']


def test_a_mention_without_an_identifier_gets_a_new_one_when_it_is_pointed_to() -> None:
    check(
        response("[ Orrin] and [7 Vale] saw [8 him‸]\n"),
        'Merge this chain with the chain of "Orrin" (1 mention)',
        "[9 Orrin] and [7 Vale] saw [8>9 him]\n",
    )


def test_of_two_mentions_with_one_identifier_the_second_gets_another_when_it_is_pointed_to() -> None:
    check(
        response("[1 Orrin] and [1 Vale] saw [2 her‸]\n"),
        'Merge this chain with the chain of "Vale" (ID 1, 1 mention)',
        "[1 Orrin] and [3 Vale] saw [2>3 her]\n",
    )


def test_links_in_a_circle_are_opened() -> None:
    desk = response("[1>2 A] [2>1 b‸] [3 C]\n")
    assert classes(desk.snapshot, desk.after('Merge this chain with the chain of "C" (ID 3, 1 mention)')) == [
        ["A", "b", "C"]
    ]


def test_a_reference_comes_with_its_type_and_goes_with_it() -> None:
    desk = response("[1 Orrin] saw [2 him‸]\n")
    merged = desk.after('Merge this chain with the chain of "Orrin" (ID 1, 1 mention)')
    assert '<COREF ID="2" TYPE="IDENT" REF="1">him</COREF>' in merged
    split = response("[1 Orrin] saw [2>1 him‸]\n").after('Split the chain: start a new one at "him"')
    assert '<COREF ID="2">him</COREF>' in split


def test_a_tag_that_is_broken_is_left_alone() -> None:
    desk = response('[1 Orrin] saw <COREF ID="2 TYPE="IDENT">him‸</COREF>\n')
    assert titles(desk, "mergeChains") == []


def test_the_key_is_cut_and_joined_like_a_response() -> None:
    check(
        key("[1 Orrin] saw [2 him‸]\n"),
        'Merge this chain with the chain of "Orrin" (ID 1, 1 mention)',
        "[1 Orrin] saw [2>1 him]\n",
    )


def test_the_chain_that_the_key_speaks_for_comes_first() -> None:
    desk = response(
        "[1 Orrin] met [2 Vale]. [3 Quill] came. [4>3 He‸] left.\n",
        "[1 Orrin] met [2 Vale]. [3 Quill] came. [4>1 He] left.\n",
    )
    assert titles(desk, "moveMention")[0] == 'Move "He" to the chain of "Orrin" (ID 1, 1 mention)'
    assert titles(desk, "mergeChains")[0] == 'Merge this chain with the chain of "Vale" (ID 2, 1 mention)'
    accepted = 'Accept the key\'s link: "He" to the chain of "Orrin" (ID 1, 1 mention)'
    check(desk, accepted, "[1 Orrin] met [2 Vale]. [3 Quill] came. [4>1 He] left.\n")
    check(
        desk,
        f"{accepted}, with its whole chain",
        "[1 Orrin] met [2 Vale]. [3>1 Quill] came. [4>3 He] left.\n",
    )


def test_without_a_word_from_the_key_the_nearest_chain_comes_first() -> None:
    desk = response("[1 Orrin] met [2 Vale]. [3 Quill‸] came before [4 Hob].\n")
    assert titles(desk, "mergeChains") == [
        'Merge this chain with the chain of "Vale" (ID 2, 1 mention)',
        'Merge this chain with the chain of "Orrin" (ID 1, 1 mention)',
        'Merge this chain with the chain of "Hob" (ID 4, 1 mention)',
    ]


@pytest.mark.parametrize(("most", "count"), [(2, 2), (None, 8)])
def test_of_many_chains_the_likeliest_are_offered_unless_all_are_asked_for(
    most: int | None, count: int
) -> None:
    body = " ".join(f"[{number} name{number}]" for number in range(8))
    desk = response(f"{body} and [9 it‸]\n")
    offered = code_actions(desk.snapshot, desk.start, desk.end, most)
    assert sum(action.kind.value == "mergeChains" for action in offered) == count
