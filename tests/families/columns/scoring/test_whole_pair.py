"""Two files are summed up as a whole to what their sentences add up to, or not at all."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.families.columns.evaluation import evaluation
from keytally.families.columns.fast_total import PART
from keytally.families.columns.model import TASK
from keytally.families.contract import Settings
from tests.families.columns.whole import summed, summed_one_by_one
from tests.families.columns.written import pairs, written

MODES = ("document", "seqeval", "seqeval-strict", "nervaluate", "conlleval")
KEY = "Anna\tB-PER\nSmith\tI-PER\nleft\tO\nRome\tB-LOC\n\nShe\tO\nsaw\tO\nBonn\tB-LOC\n"
RESPONSE = "Anna\tB-PER\nSmith\tO\nleft\tO\nRome\tB-ORG\n\nShe\tO\nsaw\tO\nBonn\tB-LOC\n"

LINES = st.sampled_from(
    ["a\tO\n"] * 4
    + [
        "a\tB-PER\n",
        "a\tI-PER\n",
        "b\tB-PER\n",
        "a\tB-LOC\n",
        "a\tI-LOC\n",
        "a\tS-LOC\n",
        "a\tE-LOC\n",
        "a\tL-LOC\n",
    ]
    + ["\n"] * 2
    + [
        "\t\n",
        " \n",
        "a\n",
        "\tO\n",
        "#\tO\n",
        "# a\n",
        "# O\n",
        "a\tX\n",
        "a\to\n",
        "a b\tO\n",
        "a b\tB-PER\n",
        "#\tB-PER\n",
        "# a\tB-PER\n",
        "a\tO\r\n",
        "a \tO\n",
    ]
    + [
        "a\tb\tO\n",
        "a\t\tB-PER\n",
        "a O\n",
        "a B-PER\n",
        "a\tB-PER \n",
        "a\tB-PER\x0b\n",
        "a\u2028\tO\n",
        "a\tB-\n",
    ]
    + ["-DOCSTART-\tO\n", "-DOCSTART- -X- O\n", "-DOCSTART-\n", "-DOCSTART-x\tO\n", "a-DOCSTART-\tO\n"]
)
TEXTS = st.lists(LINES, max_size=9).map("".join)


@pytest.mark.parametrize("mode", MODES[:4])
def test_a_plain_pair_is_summed_up(mode: str) -> None:
    assert summed(KEY, RESPONSE, mode) == summed_one_by_one(KEY, RESPONSE, mode)


@pytest.mark.parametrize("mode", MODES)
@given(sides=pairs("IB"))
@settings(deadline=None)
def test_as_its_sentences(mode: str, sides: list[tuple[list[str], list[str]]]) -> None:
    key, response = (written([each[at] for each in sides]) for at in (0, 1))
    assert summed(key, response, mode) in (None, summed_one_by_one(key, response, mode))


@given(sides=pairs(), mode=st.sampled_from(MODES))
@settings(deadline=None)
def test_as_its_sentences_in_every_scheme(sides: list[tuple[list[str], list[str]]], mode: str) -> None:
    key, response = (written([each[at] for each in sides]) for at in (0, 1))
    assert summed(key, response, mode) in (None, summed_one_by_one(key, response, mode))


@given(sides=pairs("IB"), renamed=st.sets(st.sampled_from([f"w{at}" for at in range(7)])))
@settings(deadline=None)
def test_cells_between_play_no_part_and_other_tokens_are_read_one_by_one(
    sides: list[tuple[list[str], list[str]]], renamed: set[str]
) -> None:
    key, response = (written([each[at] for each in sides]) for at in (0, 1))
    tagged = renamed_to = response
    for token in sorted(renamed):
        tagged = tagged.replace(f"{token}\t", f"{token}\tNN\t")
        renamed_to = renamed_to.replace(f"{token}\t", f"{token}x\t")
    assert summed(key, tagged) == summed(key, response)
    assert summed(key, renamed_to) == (summed(key, response) if renamed_to == response else None)


@pytest.mark.long
@given(key=TEXTS, response=TEXTS, mode=st.sampled_from(MODES))
@settings(deadline=None, max_examples=500)
def test_any_lines_as_their_sentences(key: str, response: str, mode: str) -> None:
    for other in (response, key, response + key, key + response):
        found = summed(key, other, mode)
        assert found is None or found == summed_one_by_one(key, other, mode)


@pytest.mark.parametrize("mode", MODES[:4])
def test_more_than_is_looked_at_at_once(mode: str) -> None:
    chance = random.Random(7)
    labels = ["O", "O", "O", "B-PER", "B-LOC"]
    sides = [[[chance.choice(labels) for _ in range(5)] for _ in range(2000)] for _ in range(2)]
    key, response = map(written, sides)
    assert len(key) > PART
    found = summed(key, response, mode)
    assert found is not None
    assert found == summed_one_by_one(key, response, mode)


@pytest.mark.parametrize(
    ("labels", "modes"),
    [
        ("B-PER I-PER I-PER O B-LOC B-LOC", MODES[:4]),
        ("B-PER I-PER E-PER S-LOC O S-LOC", MODES[:4]),
        ("B-PER I-PER L-PER U-LOC O U-LOC", ("document", "seqeval-strict", "nervaluate")),
        ("B-PER M-PER E-PER S-LOC O S-LOC", ("document", "seqeval-strict", "nervaluate")),
        ("B-PER M-PER E-PER W-LOC O W-LOC", ("document", "seqeval-strict", "nervaluate")),
        ("I-PER E-PER E-PER O I-LOC O", MODES[:4]),
        ("I-PER I-PER B-PER O I-LOC O", MODES[:4]),
        ("B-PER E-PER I-PER O O O", MODES[:4]),
        ("B-PER U-LOC S-LOC O O O", ("document", "seqeval-strict", "nervaluate")),
    ],
)
def test_keys_that_are_summed_up(labels: str, modes: tuple[str, ...]) -> None:
    """Labels of any scheme, or of none, but those that seqeval does not know."""
    key, response = written([labels.split()]), written([["O"] * 6])
    found = {mode: summed(key, response, mode) for mode in MODES}
    assert [mode for mode in MODES if found[mode] is not None] == list(modes)
    assert all(found[mode] == summed_one_by_one(key, response, mode) for mode in modes)


@given(illegal=st.sets(st.integers(0, 400), max_size=3), mode=st.sampled_from(MODES[:4]))
@settings(deadline=None, max_examples=20)
def test_sentences_of_no_scheme_are_read_with_those_around(illegal: set[int], mode: str) -> None:
    chance = random.Random(7)
    choices = [["O", "O"], ["B-PER", "I-PER"], ["B-LOC", "O"], ["O", "B-ORG"]]
    key = [[*chance.choice(choices), *chance.choice(choices)] for _ in range(PART // 50)]
    response = [chance.choice([each, each, each, ["O"] * 4]) for each in key]
    for at in illegal:
        key[at] = ["O", "I-PER", "E-LOC", "O"]
    found = summed(written(key), written(response), mode)
    assert found == summed_one_by_one(written(key), written(response), mode) is not None


@pytest.mark.parametrize("token", ["#", "#1", "1 1/2", "a b c"])
@pytest.mark.parametrize("mode", MODES[:4])
def test_tokens_of_any_kind(token: str, mode: str) -> None:
    key, response = KEY.replace("saw", token), RESPONSE.replace("saw", token)
    assert summed(key, response, mode) == summed_one_by_one(key, response, mode) is not None
    response = response.replace(f"{token}\tO", f"{token}\tB-LOC")
    assert summed(key, response, mode) == summed_one_by_one(key, response, mode) is not None


@pytest.mark.parametrize(
    "line", ["# a\tO", "#\tNN\tO", "#\t\tO", " a\tO", "a \tO", "a\t O", "a\tO ", "# a", "a O"]
)
@pytest.mark.parametrize("at", [0, 1], ids=["key", "response"])
def test_lines_that_may_be_cut_in_another_way(line: str, at: int) -> None:
    texts = [KEY, RESPONSE]
    texts[at] = texts[at].replace("saw\tO", line)
    assert summed(*texts) is None


@pytest.mark.parametrize("line", ["#\tO", "#\tB-PER", "# a\tB-PER"])
def test_a_sentence_of_hashes_alone_is_a_comment(line: str) -> None:
    text = f"{line}\n\n{KEY}"
    assert summed(text, text) is None
    text = f"{KEY}\n{line}\n"
    assert summed(text, text) is None


@pytest.mark.parametrize("sides", [(KEY, RESPONSE), (KEY.replace("\n", "\r\n"), RESPONSE)])
def test_lines_may_end_in_a_return_and_a_feed(sides: tuple[str, str]) -> None:
    key, response = sides
    found = summed(key, response.replace("\n", "\r\n"))
    assert found == summed_one_by_one(KEY, RESPONSE) is not None


def test_seqeval_ends_no_entity_at_a_label_it_does_not_know() -> None:
    """It takes U for no beginning and no end, so that what stands behind is not apart from it."""
    key, response = written([["B-PER", "B-PER", "O"]]), written([["U-PER", "B-PER", "O"]])
    assert summed(key, response, "seqeval") is None
    assert summed(key, response, "nervaluate") == summed_one_by_one(key, response, "nervaluate") is not None


@pytest.mark.parametrize("mode", MODES[:4])
def test_entities_that_touch_are_compared_apart(mode: str) -> None:
    key = written([["B-PER", "I-PER", "B-LOC", "B-ORG", "I-ORG", "B-PER"]])
    response = written([["B-PER", "B-PER", "B-LOC", "B-ORG", "O", "I-PER"]])
    found = summed(key, response, mode)
    assert found == summed_one_by_one(key, response, mode) is not None


@pytest.mark.parametrize(
    "text", ["", "\n", "\n\n", KEY.rstrip("\n"), f"\n{KEY}", f"{KEY}\n", f"\n\n{KEY}\n\n\n"]
)
def test_empty_lines_at_either_end_play_no_part(text: str) -> None:
    assert summed(text, text) == summed(text.strip("\n"), text.strip("\n"))


@pytest.mark.parametrize("more", ["\n\0", "\0" * 300, "\n" + "\0" * 300])
@pytest.mark.parametrize("at", [0, 1], ids=["key", "response"])
def test_a_text_that_goes_on_in_zeros_is_longer(more: str, at: int) -> None:
    texts = [KEY, KEY]
    texts[at] += f"{more}\tO\n"
    assert summed(*texts) is None


@pytest.mark.parametrize("label", ["B-\u00a0", "B-a\u2028", "O\u00a0", "b-PER"])
@pytest.mark.parametrize("at", [0, 1], ids=["key", "response"])
def test_blanks_of_any_script_are_in_no_label(label: str, at: int) -> None:
    texts = [KEY, RESPONSE]
    texts[at] = texts[at].replace("saw\tO", f"saw\t{label}")
    assert summed(*texts) is None


@pytest.mark.parametrize("mode", MODES[:4])
@pytest.mark.parametrize("token", ["é", "è", "日本", "語", "\U0001f64f", "\ud800"])
def test_scripts_of_any_width(token: str, mode: str) -> None:
    key, response = (text.replace("Smith", token).replace("PER", "Å") for text in (KEY, RESPONSE))
    assert summed(key, response, mode) == summed_one_by_one(key, response, mode) is not None
    other = response.replace(token, "ê")
    assert summed(key, other, mode) is None


@pytest.mark.parametrize("start", ["\tO\n", "#\tNN\tO\n", "#\n"])
def test_a_first_line_without_a_token_is_read_with_its_sentence(start: str) -> None:
    assert summed(start + KEY, start + KEY) is None


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("She\tO\n", "She\n"), "a token without a label"),
        (("She\tO\n", "She\to\n"), "no label"),
        (("She\tO\n", "# a comment\nShe\tO\n"), "a comment"),
        (("She\tO\n", "She\tO\r"), "an end of a line of another kind"),
        (("\n\n", "\n\n\n\n"), "several empty lines"),
        (("She\tO\n", ""), "another number of tokens"),
        (("\n\n", "\n"), "another number of sentences"),
        (("She", "-DOCSTART-x"), "perhaps a document"),
    ],
)
@pytest.mark.parametrize("at", [0, 1], ids=["key", "response"])
def test_what_is_read_sentence_by_sentence(change: tuple[str, str], why: str, at: int) -> None:
    texts = [KEY, RESPONSE]
    texts[at] = texts[at].replace(*change)
    assert texts[at] not in (KEY, RESPONSE)
    assert summed(*texts) is None, why


@pytest.mark.parametrize("options", [{"column": "2"}, {"layout": "together"}])
def test_other_columns_are_read_sentence_by_sentence(options: dict[str, str]) -> None:
    given_options = tuple((name, (value,)) for name, value in options.items())
    assert (
        evaluation(Settings(None, options=given_options), TASK).sum_of(KEY.encode(), RESPONSE.encode())
        is None
    )


def test_cells_may_be_parted_by_blanks() -> None:
    key = KEY.replace("\t", " ")
    assert summed(key, RESPONSE) == summed(KEY, RESPONSE)


def test_documents_may_begin() -> None:
    start = "-DOCSTART- -X- O O\n\n"
    key, response = (f"{start}{text}\n{start}{text}".replace("\t", " ") for text in (KEY, RESPONSE))
    found = summed(key, response)
    assert found is not None
    assert found == summed_one_by_one(key, response)


def test_sentences_of_documents_may_be_parted_by_several_empty_lines() -> None:
    start = "-DOCSTART-\tO\n\n"
    key, response = (start + text.replace("\n\n", "\n\n\n\n") for text in (KEY, RESPONSE))
    assert "\n\n\n\n" in key
    found = summed(key, response)
    assert found is not None and found == summed_one_by_one(key, response)


def test_cells_between_token_and_label_play_no_part() -> None:
    key = KEY.replace("\t", "\tNN\tx\t")
    assert summed(key, RESPONSE) == summed(KEY, RESPONSE)
