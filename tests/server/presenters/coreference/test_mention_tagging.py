"""New mentions, as pictures: selections, words that read the same, and what the key has."""

import pytest

from keytally_server.answers import CodeAction, CodeActionKind
from keytally_server.requests.code_actions import code_actions
from tests.server.chain_desk import classes, key, response, shortened, titles
from tests.server.desk import Desk, applied


def check(desk: Desk, title: str, after: str) -> None:
    assert shortened(desk.after(title)) == after


def identical(desk: Desk) -> CodeAction | None:
    found = [
        each
        for each in code_actions(desk.snapshot, desk.start, desk.end)
        if each.kind is CodeActionKind.TAG_IDENTICAL
    ]
    return found[0] if found else None


def test_a_selection_becomes_a_mention_of_a_chain_or_of_a_new_one() -> None:
    desk = response("[1 Orrin] met [2 Vale]; «the old man» sat.\n")
    assert titles(desk, "wrapMention") == [
        "Tag as the first mention of a new chain",
        'Tag as a mention of the chain of "Vale" (ID 2, 1 mention)',
        'Tag as a mention of the chain of "Orrin" (ID 1, 1 mention)',
    ]
    check(
        desk,
        'Tag as a mention of the chain of "Orrin" (ID 1, 1 mention)',
        "[1 Orrin] met [2 Vale]; [3>1 the old man] sat.\n",
    )
    check(
        desk,
        "Tag as the first mention of a new chain",
        "[1 Orrin] met [2 Vale]; [3 the old man] sat.\n",
    )


def wrapping(desk: Desk) -> list[str]:
    """The chains of the kinds of actions that make a mention."""
    found = code_actions(desk.snapshot, desk.start, desk.end)
    return [each.type for each in found if each.kind is CodeActionKind.WRAP_MENTION]


def test_a_chain_keeps_its_kind_as_it_grows() -> None:
    before = wrapping(response("[2 Vale] met [1 Orrin]; «the old man» sat.\n"))
    new, orrin, vale = before
    assert len({*before}) == 3
    assert [each.rpartition("-")[2] for each in before] == ["3", "1", "2"]
    after = wrapping(response("[2 Vale] met [1 Orrin]; [3 the old man] sat, «he» said.\n"))
    assert after[1:] == [new, orrin, vale]
    grown = wrapping(response("[3>2 She], [2 Vale], met [1 Orrin]; «the old man» sat.\n"))
    assert grown[1:] == [orrin, vale]


def test_a_chain_without_identifiers_has_no_kind_of_its_own() -> None:
    assert wrapping(response("[ Vale] met «Orrin».\n"))[1:] == [""]


def test_the_nearest_chain_that_reads_the_same_comes_first() -> None:
    desk = response("[1 Orrin\nBay] met [2 Vale] and [3 Orrin bay]; [4 she] saw «orrin  Bay».\n")
    assert titles(desk, "wrapMention") == [
        'Tag as a mention of the chain of "Orrin bay" (ID 3, 1 mention)',
        "Tag as the first mention of a new chain",
        'Tag as a mention of the chain of "she" (ID 4, 1 mention)',
        'Tag as a mention of the chain of "Vale" (ID 2, 1 mention)',
        'Tag as a mention of the chain of "Orrin Bay" (ID 1, 1 mention)',
    ]


def test_a_new_mention_points_to_the_nearest_one_before_it() -> None:
    desk = response("[1 Orrin] and [2>1 he]; ‸him; [3>1 his]\n")
    check(
        desk,
        'Tag as a mention of the chain of "Orrin" (ID 1, 3 mentions)',
        "[1 Orrin] and [2>1 he]; [4>2 him]; [3>1 his]\n",
    )


def test_a_new_mention_before_all_others_points_forward() -> None:
    desk = response("«He» said that [1 Orrin] left.\n")
    check(
        desk,
        'Tag as a mention of the chain of "Orrin" (ID 1, 1 mention)',
        "[2>1 He] said that [1 Orrin] left.\n",
    )


def test_a_mention_may_stand_around_others() -> None:
    desk = response("«the board of [1 its owner]» met.\n")
    check(
        desk,
        "Tag as the first mention of a new chain",
        "[2 the board of [1 its owner]] met.\n",
    )


def test_what_is_a_mention_already_is_not_tagged_again() -> None:
    assert titles(response("[1 «Orrin»] left.\n"), "wrapMention") == []
    assert titles(response("«[1 Orrin]» left.\n"), "wrapMention") == []


@pytest.mark.parametrize("picture", ["Or‸rin", "«Orrin Vale»", "‸Orrin", "<COREF>Or‸rin</COREF>"])
def test_outside_the_sections_that_the_task_reads_nothing_is_tagged(picture: str) -> None:
    """The mention would not be scored, and the rule tag-outside-section would say so."""
    desk = response(f"[1 Orrin] left.\n</TXT>\n<SO> {picture} Vale </SO>\n<TXT>\nHe sat.\n")
    assert titles(desk, "wrapMention") == []


def test_the_number_of_a_document_is_not_tagged() -> None:
    desk = response("[1 Orrin] left.\n")
    number = desk.text.index("1")
    for end in (number, number + 1):
        assert CodeActionKind.WRAP_MENTION not in {
            each.kind for each in code_actions(desk.snapshot, number, end)
        }


def test_between_sections_nothing_is_tagged_and_behind_them_it_is() -> None:
    between = response("[1 Orrin] left.\n</TXT>\nO‸rrin\n<TXT>\nHe sat.\n")
    assert titles(between, "wrapMention") == []
    behind = response("[1 Orrin] left.\n</TXT>\n<SO> Orrin </SO>\n<TXT>\nH‸e sat.\n")
    assert len(titles(behind, "wrapMention")) == 2


def test_words_outside_the_sections_are_not_tagged_with_those_that_read_the_same() -> None:
    found = identical(response("[1 Orrin‸] left. Orrin's hat.\n</TXT>\n<SO> Orrin </SO>\n<TXT>\nHe sat.\n"))
    assert found is not None
    assert found.title == 'Tag the other occurrence of "Orrin" as a mention of this chain'


def test_one_other_that_reads_the_same_is_spoken_of_as_one() -> None:
    found = identical(response("[1 Orrin‸] left. Orrin's hat.\n"))
    assert found is not None
    assert found.title == 'Tag the other occurrence of "Orrin" as a mention of this chain'


def test_words_that_read_the_same_are_choices_of_one_action() -> None:
    desk = response("[1 Orrin‸] left. Orrin's hat, [2 Orrin] and\nOrrinson; Orrin.\n")
    found = identical(desk)
    assert found is not None
    assert found.title == 'Tag 2 other occurrences of "Orrin" as mentions of this chain'
    assert [choice.label for choice in found.choices] == [
        "… Orrin left. «Orrin»'s hat, Orrin and Orrinson; Or…",
        "…in's hat, Orrin and Orrinson; «Orrin». …",
    ]
    after = desk.after(found.title)
    assert shortened(after) == "[1 Orrin] left. [3>1 Orrin]'s hat, [2 Orrin] and\nOrrinson; [4>1 Orrin].\n"


def test_each_choice_holds_by_itself() -> None:
    desk = response("[1 Orrin‸] left. Orrin and Orrin.\n")
    found = identical(desk)
    assert found is not None
    text = applied(desk.text, [*found.edits, *found.choices[1].edits])
    assert shortened(text[desk.shift :]).startswith("[1 Orrin] left. Orrin and [3>1 Orrin].\n")


def test_words_may_stand_on_two_lines() -> None:
    found = identical(response("[1 Ann Vale‸] left. Ann\nVale sat.\n"))
    assert found is not None
    assert len(found.choices) == 1


def test_without_others_nothing_is_offered() -> None:
    assert identical(response("[1 Orrin‸] left.\n")) is None


def test_a_missing_mention_is_accepted_into_the_chain_of_the_key() -> None:
    desk = response("[1 Orrin] saw that he‸ left.\n", "[1 Orrin] saw that [2>1 he] left.\n")
    check(
        desk,
        'Accept the key\'s mention "he" into the chain of "Orrin" (ID 1, 1 mention)',
        "[1 Orrin] saw that [2>1 he] left.\n",
    )


def test_a_missing_mention_of_a_class_that_is_wholly_missing_begins_a_chain() -> None:
    desk = response("Orrin‸ saw that he left.\n", "[1 Orrin] saw that [2>1 he] left.\n")
    check(desk, 'Accept the key\'s mention "Orrin" into a new chain', "[1 Orrin] saw that he left.\n")


def test_the_classes_are_those_of_the_key_once_all_is_accepted() -> None:
    wanted = "[1 Orrin] saw that [2>1 he] left.\n"
    desk = response("Orrin‸ saw that he left.\n", wanted)
    first = shortened(desk.after('Accept the key\'s mention "Orrin" into a new chain'))
    again = response(first.replace("he ", "he‸ "), wanted)
    [title] = titles(again, "acceptFromKey")
    assert classes(again.snapshot, again.after(title)) == [["Orrin", "he"]]


def test_the_key_accepts_nothing() -> None:
    assert titles(key("Orrin‸ left.\n", "[1 Orrin] left.\n"), "acceptFromKey") == []
