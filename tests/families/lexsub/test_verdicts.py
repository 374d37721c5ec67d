"""The verdicts on items, guesses and words of the gold standard, at their places in both files."""

from keytally.families.contract import Role
from tests.families.lexsub.files import live_pair

GOLD = "bright.a 5 :: clever 3;smart 1;self-taught 1;\nwild.a 6 :: mad 1;\nwarm.a 7 :: hot 2;cosy 1;\n"


def told(task: str, gold: str, answers: str, role: Role, mode: str = "document") -> list[tuple[str, ...]]:
    """The marks of a side: the text marked, its status, level and label, and the text of its partner."""
    _, live = live_pair(task, gold, answers, mode)
    text = gold if role is Role.KEY else answers
    return [
        (
            text[placed.start : placed.end],
            placed.mark.status.value,
            placed.mark.level.value,
            placed.mark.label,
            _partner(placed.mark.partner),
        )
        for placed in live.marks(role, 0, len(text))
    ]


def _partner(partner: object) -> str:
    if not isinstance(partner, tuple):
        return ""
    unit, start, end = partner
    piece: str = unit.text[start:end]
    return piece


def test_guesses_of_best() -> None:
    answers = "bright.a 5 :: smart;dim;self taught\n"
    assert told("lexsub-best", GOLD, answers, Role.RESPONSE) == [
        ("5", "par", "object", "credit 13.33 %", "5"),
        ("smart", "cor", "item", "1 of 5", "smart"),
        ("dim", "spu", "item", "not in the key", ""),
        ("self taught", "cor", "item", "1 of 5", "self-taught"),
        ("", "mis", "item", 'MIS "clever" 3 of 5', "clever"),
    ]


def test_the_words_of_the_key_in_best() -> None:
    """Only the mode is missing: each further guess thins the credit out."""
    answers = "bright.a 5 :: smart\nwild.a 6 :: mad\n"
    assert told("lexsub-best", GOLD, answers, Role.KEY) == [
        ("5", "par", "object", "credit 20.00 %", "5"),
        ("clever", "mis", "item", "3 of 5", ""),
        ("smart", "cor", "item", "1 of 5", "smart"),
        ("self-taught", "opt", "item", "1 of 5", ""),
        ("6", "uns", "object", "not scored", "6"),
        ("mad", "uns", "item", "1 of 1", "mad"),
        ("7", "mis", "object", "not attempted", ""),
        ("hot", "mis", "item", "2 of 3", ""),
        ("cosy", "opt", "item", "1 of 3", ""),
    ]


def test_oot_lacks_every_word_that_is_not_guessed() -> None:
    answers = "bright.a 5 ::: clever;dim\n"
    assert [mark[:2] for mark in told("lexsub-oot", GOLD, answers, Role.RESPONSE)] == [
        ("5", "cor"),
        ("clever", "cor"),
        ("dim", "spu"),
        ("", "mis"),
        ("", "mis"),
    ]
    assert [mark[1] for mark in told("lexsub-oot", GOLD, answers, Role.KEY)[:4]] == [
        "cor",
        "cor",
        "mis",
        "mis",
    ]


def test_multiwords() -> None:
    gold = "take.v 29 :: take place 5;\ncross.n 59 :: cross section 4;\n"
    answers = "take.v 29 :: take place\ncross.n 59 :: cross cut\nrun.v 60 :: run on\n"
    assert told("lexsub-mw", gold, answers, Role.RESPONSE) == [
        ("29", "cor", "object", "identified", "29"),
        ("take place", "cor", "item", "5 of 5", "take place"),
        ("59", "inc", "object", "not identified", "59"),
        ("cross cut", "spu", "item", "not in the key", ""),
        ("", "mis", "item", 'MIS "cross section" 4 of 4', "cross section"),
        ("60", "spu", "object", "not identified", ""),
        ("run on", "spu", "item", "not in the key", ""),
    ]


def test_only_the_line_that_counts_has_marks() -> None:
    answers = "bright.a 5 ::: dim\nbright.a 5 :: clever\nbright.a 5 :: smart\n"
    assert [mark[0] for mark in told("lexsub-best", GOLD, answers, Role.RESPONSE)] == ["5", "clever"]


def test_the_final_release_s_guesses_are_marked_by_its_own_reading() -> None:
    answers = "bright.a 5 :: self-taught; clever\n"
    assert [mark[:2] for mark in told("lexsub-best", GOLD, answers, Role.RESPONSE, "final")] == [
        ("5", "par"),
        ("self-taught", "cor"),
        ("clever", "spu"),
        ("", "mis"),
    ]


def test_windows_lines_are_spurious_for_score_pl() -> None:
    answers = "bright.a 5 :: smart;clever\r\n"
    marks = told("lexsub-best", GOLD, answers, Role.RESPONSE, "trial")
    assert [mark[1] for mark in marks] == ["par", "cor", "spu", "mis"]
