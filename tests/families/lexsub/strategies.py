"""Gold standards and answers as people and programs write them, odd ones included."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

PATIENT = settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
"""How tests are run whose time depends on what else the machine does."""

WORDS = (
    "glad", "merry", "jovial", "self-aware", "non-x", "don't", "cant", "a", "é", "caffé x", "NIL", "pn",
    "hypnotic", "color", "colour", "0'", "team ", "glad  ", "x y z", "- b", "o'c 2 d", "take place",
)  # fmt: skip
ANSWERS = (*WORDS, "self aware", "non x", "Glad", "dont")
ODD_LINES = ("junk", "", "  ", "side.n 3", "side.n\t4 :: a 2;", "side.n 5 : glad", "side.n 6 ::glad")

_IDS = st.sampled_from("12345678")
_LEXELTS = st.sampled_from(("side.n", "x.a.n", "ä.n", "my-word.v"))
_ENDS = st.sampled_from(("", "", "", "  ", ";", "; "))


def colons(task: str) -> str:
    """The colons of a task's answers."""
    return ":::" if task == "lexsub-oot" else "::"


def gold_lines(zeros: bool = False) -> st.SearchStrategy[str]:
    """A line of a gold standard; with `zeros` a frequency may be 0."""
    counts = st.integers(0 if zeros else 1, 3)
    pieces = st.lists(st.tuples(st.sampled_from(WORDS), counts), max_size=4, unique_by=lambda piece: piece[0])
    lists = pieces.map(lambda found: "".join(f"{word} {count};" for word, count in found))
    lines = st.builds("{} {} :: {}{}".format, _LEXELTS, _IDS, lists, _ENDS)
    return st.one_of(lines, lines, lines, lines, lines, st.sampled_from(ODD_LINES))


def answer_lines(task: str) -> st.SearchStrategy[str]:
    """A line of a system's output."""
    found = st.sampled_from((colons(task),) * 9 + ("::::",))
    guesses = st.lists(st.sampled_from(ANSWERS), max_size=12)
    lists = st.builds(lambda joint, found: joint.join(found), st.sampled_from((";", ";", "; ")), guesses)
    lines = st.builds("{} {} {} {}{}".format, _LEXELTS, _IDS, found, lists, _ENDS)
    return st.one_of(lines, lines, lines, lines, lines, st.sampled_from(ODD_LINES))


def texts(lines: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """A file of such lines, its line ends those of Unix or of Windows."""
    ends = st.sampled_from(("\n", "\n", "\n", "\r\n"))
    last = st.booleans()
    return st.builds(
        lambda found, end, has_last: end.join(found) + (end if has_last else ""),
        st.lists(lines, max_size=9),
        ends,
        last,
    )
