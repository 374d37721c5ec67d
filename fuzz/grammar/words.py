"""What generators share: words, and choices that are mostly usual."""

from collections.abc import Callable, Sequence
from random import Random

WORDS = (
    *(
        "Ann",
        "Bob",
        "Oxmoor",
        "the",
        "a",
        "Saint Orrin",
        "Ltd.",
        "bank",
        "boats",
        "12%",
        "$5",
        "1987",
        "said",
    ),
    *("Rope & Cable", "caf\u00e9", "\u0130stanbul", "na\u00efve", "\U0001f600", "e-mail", "-", "O'Hara", "x"),
)


def words(chance: Random, most: int = 6) -> str:
    """Some words with blanks between them."""
    return " ".join(chance.choices(WORDS, k=chance.randint(1, most)))


def mostly(chance: Random, usual: Sequence[str], odd: Sequence[str], share: float = 0.08) -> str:
    """One of the usual values; seldom an odd one."""
    return chance.choice(odd if chance.random() < share else usual)


def several(chance: Random, most: int, make: Callable[[], str], between: str = "") -> str:
    """None to `most` of what `make` gives, joined."""
    return between.join(make() for _ in range(chance.randint(0, most)))


def line_end(chance: Random) -> str:
    """How the lines of a file end."""
    return mostly(chance, ("\n",), ("\r\n", "\r"), 0.15)


def pair(task: str, key: str, response: str, chance: Random, **others: str) -> str:
    """One `[[pair]]` of keytally.toml."""
    lines = ["[[pair]]", f'task = "{task}"', f'key = "{key}"', f'responses = ["{response}"]']
    lines += [f'{name} = "{value}"' for name, value in others.items()]
    if chance.random() < 0.1:
        lines.append(f'encoding = "{chance.choice(("latin-1", "cp1252", "utf-8", "utf-16", "none"))}"')
    return "\n".join(lines) + "\n\n"
