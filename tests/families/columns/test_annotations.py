"""What a file of columns says of a sentence, which entities pair, and the labels that changes write."""

from typing import Any

import pytest

from keytally.families.annotations import Annotation, Change
from keytally.families.columns.annotations import NOT_READ, OTHER_WORDS, SHARED
from keytally.families.columns.evaluation import evaluation
from keytally.families.contract import Role, Settings
from tests.families.annotating import rewritten, taking_all, units_of

TASK = evaluation(Settings())
LANGUAGE = TASK.language(Role.KEY)
WORDS = ("Ann", "Lee", "left", "Port", "Anselm", ".")


def sentence(*labels: str, words: tuple[str, ...] = WORDS, between: str = "\t") -> list[Any]:
    return units_of(LANGUAGE, "".join(f"{w}{between}{x}\n" for w, x in zip(words, labels, strict=True)))


ANNA = sentence("B-PER", "I-PER", "O", "B-LOC", "I-LOC", "O")
BARE = sentence(*["O"] * 6)


def labels_after(gold: list[Any], *changes: Change) -> str:
    made = TASK.annotator.rewriting(gold, changes)
    assert not made.refused
    return " ".join(units_of(LANGUAGE, "".join(rewritten(gold, made)))[0].labels())


def said(units: list[Any]) -> list[tuple[str, object]]:
    return [(each.name, each.value) for each in TASK.annotator.annotations(units)]


def made(name: str, tokens: tuple[int, int], kind: str) -> Annotation:
    return Annotation(None, 0, 0, "entity", name, (0, *tokens), (kind,))


def test_the_task_has_the_abilities() -> None:
    assert TASK.can_merge and TASK.annotator.exclude is not None
    assert TASK.annotator.tokens is not None


def test_entities_are_annotations_with_places_in_lines_and_extents_in_the_bare_text() -> None:
    found, [bare] = TASK.annotator.annotations(ANNA), TASK.annotator.bare(ANNA)
    text = ANNA[0].text
    assert [(each.name, each.place, each.value) for each in found] == [
        ("Ann Lee", (0, 0, 2), ("PER",)),
        ("Port Anselm", (0, 3, 5), ("LOC",)),
    ]
    assert [text[each.start : each.end] for each in found] == [
        "Ann\tB-PER\nLee\tI-PER",
        "Port\tB-LOC\nAnselm\tI-LOC",
    ]
    assert [bare[slice(*each.extent)] for each in found if each.extent] == ["Ann\tO\nLee", "Port\tO\nAnselm"]
    assert [bare[slice(*each)] for each in TASK.annotator.tokens.tokens(ANNA)] == list(WORDS)


def test_the_bare_text_keeps_comments_and_other_columns() -> None:
    text = "\n# id 7\r\nAnn\tNNP\tB-PER\r\nleft\r\n"
    assert TASK.annotator.bare([LANGUAGE.read(text)]) == ["\n# id 7\r\nAnn\tNNP\tO\r\nleft\tO\r\n"]


def test_entities_pair_by_the_largest_share() -> None:
    ben = sentence("B-PER", "B-ORG", "I-ORG", "I-ORG", "I-ORG", "O")
    first, second = TASK.annotator.annotations(ANNA), TASK.annotator.annotations(ben)
    assert TASK.annotator.counterparts(first, second) == [(0, 0), (1, 1)]
    assert [TASK.annotator.exclude(first[0], each) for each in second] == [True, True]
    assert not TASK.annotator.exclude(first[1], second[0])


@pytest.mark.parametrize(
    "labels",
    [
        "B-PER I-PER O B-LOC I-LOC O",
        "I-PER I-PER O I-LOC I-LOC O",
        "B-PER E-PER O B-LOC E-LOC S-X",
        "B-PER L-PER O U-LOC U-LOC O",
        "I-PER B-PER O I-LOC I-LOC O",
        "I-PER O I-PER B-LOC E-LOC O",
    ],
)
def test_an_empty_gold_gets_the_labels_as_an_annotator_writes_them(labels: str) -> None:
    units = sentence(*labels.split())
    assert labels_after(BARE, *taking_all(TASK, BARE, units)) == labels


def test_labels_are_written_in_the_scheme_of_the_gold() -> None:
    gold = sentence("B-PER", "E-PER", "O", "O", "O", "O")
    [_, place] = TASK.annotator.annotations(ANNA)
    assert labels_after(gold, Change(None, place)) == "B-PER E-PER O B-LOC E-LOC O"


def test_a_change_of_type_or_extent_replaces_labels() -> None:
    gold = sentence("B-PER", "I-PER", "I-PER", "B-ORG", "I-ORG", "O")
    present, wanted = TASK.annotator.annotations(gold), TASK.annotator.annotations(ANNA)
    changes = [Change(present[0], wanted[0]), Change(present[1], wanted[1])]
    assert labels_after(gold, *changes) == "B-PER I-PER O B-LOC I-LOC O"
    assert labels_after(gold, Change(present[0], None)) == "O O O B-ORG I-ORG O"


def test_an_entity_without_a_file_is_written_by_its_value() -> None:
    assert labels_after(ANNA, Change(None, made(".", (5, 6), "X"))) == "B-PER I-PER O B-LOC I-LOC B-X"


def test_what_cannot_be_written_is_refused() -> None:
    other = sentence("B-PER", "I-PER", "O", "O", "O", "O", words=("Una", *WORDS[1:]))
    wanted = TASK.annotator.annotations(ANNA)
    assert TASK.annotator.rewriting(other, [Change(None, wanted[1])]).refused == {0: OTHER_WORDS}
    assert TASK.annotator.rewriting(other, [Change(None, made("Ann", (0, 1), "X"))]).refused == {
        0: OTHER_WORDS
    }
    gold = sentence("O", "B-ORG", "I-ORG", "O", "O", "O")
    refused = TASK.annotator.rewriting(gold, [Change(None, wanted[0]), Change(None, wanted[1])])
    assert refused.refused == {0: SHARED}
    assert "".join(rewritten(gold, refused)).endswith("Port\tB-LOC\nAnselm\tI-LOC\n.\tO\n")
    blank = sentence(*["O"] * 6, between=" ")
    assert TASK.annotator.rewriting(blank, [Change(None, made("Ann", (0, 1), "two words"))]).refused == {
        0: NOT_READ
    }
    assert TASK.annotator.rewriting([], [Change(None, wanted[0])]).refused == {0: OTHER_WORDS}
