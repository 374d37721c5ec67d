"""Gold standards and systems' answers of lexical substitution."""

from random import Random

from fuzz.folders import examples
from fuzz.grammar.words import line_end, mostly, pair, several

_LEXELTS = ("bright.a", "steer.v", "calm.n", "roughly.r", "e commerce.n", "x", "bright", "café.n")
_SUBSTITUTES = (
    "clear",
    "stay clear",
    "keep away",
    "self-possession",
    "Guide",
    "a b c",
    "",
    " ",
    "~",
    "x;",
    "é",
    "0",
)


def workspace(chance: Random) -> dict[str, str]:
    """A gold standard with answers for best, out-of-ten and multiwords."""
    items = [f"{mostly(chance, _LEXELTS[:4], _LEXELTS[4:])} {at}" for at in range(1, chance.randint(2, 10))]
    end = line_end(chance)
    sides = {
        "gold": (" :: ", True),
        "mwgold": (" :: ", True),
        "response.best": (" :: ", False),
        "response.oot": (" ::: ", False),
        "response.mw": (" :: ", False),
    }
    files = {name: _lines(chance, items, *form).replace("\n", end) for name, form in sides.items()}
    project = "".join(
        pair(f"lexsub-{task}", gold, f"response.{task}", chance, input="sentences.xml")
        for task, gold in (("best", "gold"), ("oot", "gold"), ("mw", "mwgold"))
    )
    return {
        "keytally.toml": project,
        **files,
        "sentences.xml": examples()["lexical_substitution"]["sentences.xml"],
    }


def _lines(chance: Random, items: list[str], mark: str, counted: bool) -> str:
    kept = [item for item in items if chance.random() < 0.9]
    if chance.random() < 0.2:
        chance.shuffle(kept)
    return "".join(_line(chance, item, mark, counted) for item in kept)


def _line(chance: Random, item: str, mark: str, counted: bool) -> str:
    shown = mostly(
        chance, (item,), (" ".join(reversed(item.split(" "))), item.replace(" ", ""), f"{item} x", ""), 0.04
    )
    between = mostly(chance, (mark,), (" ::: ", " :: ", "::", " : ", " "), 0.06)
    guesses = several(
        chance, 11, lambda: _guess(chance, counted), mostly(chance, (";",), (",", "; ", ";;"), 0.06)
    )
    end = mostly(chance, ("\n",), (" \n", "\n\n", ""), 0.06)
    return f"{shown}{between}{guesses}{chance.choice((';', ''))}{end}"


def _guess(chance: Random, counted: bool) -> str:
    substitute = chance.choice(_SUBSTITUTES)
    return (
        f"{substitute} {mostly(chance, '1234', ('', '0', '-1', '1.5', 'x', '9' * 20))}"
        if counted
        else substitute
    )
