"""Gold files and outputs of the M2 scorer, and pairs of M2 files."""

from random import Random

from fuzz.grammar.words import line_end, mostly, pair, several, words

_TYPES = ("SVA", "Vt", "ArtOrDet", "noop", "Um", "")
_ODD = (
    "A 0 1",
    "A x y|||T|||z|||REQUIRED|||-NONE-|||0",
    "S",
    "A",
    "T x",
    "A 0 1|||T|||z|||REQUIRED|||0",
    "",
    "  ",
)


def workspace(chance: Random) -> dict[str, str]:
    """A gold file and an output of about as many sentences."""
    sentences = [words(chance, 8).split(" ") for _ in range(chance.randint(1, 7))]
    gold = "".join(_block(chance, sentence) for sentence in sentences)
    output = "".join(f"{' '.join(_corrected(chance, sentence))}\n" for sentence in sentences)
    if chance.random() < 0.1:
        output += mostly(chance, ("\n", "one more\n"), ("", " "))
    end = line_end(chance)
    return {
        "keytally.toml": pair("m2", "gold.m2", "response.txt", chance),
        "gold.m2": gold.replace("\n", end),
        "response.txt": output.replace("\n", end),
    }


def edits_workspace(chance: Random) -> dict[str, str]:
    """A key and a response in M2 of about as many sentences."""
    sentences = [words(chance, 8).split(" ") for _ in range(chance.randint(1, 7))]
    key = "".join(_block(chance, sentence) for sentence in sentences)
    response = "".join(_block(chance, sentence) for sentence in sentences)
    if chance.random() < 0.5:
        response = key.replace("|||0\n", mostly(chance, ("|||0\n",), ("|||1\n",)), 3)
    if chance.random() < 0.1:
        response += _block(chance, ["one", "more"])
    end = line_end(chance)
    return {
        "keytally.toml": pair("m2-edits", "key.m2", "response.m2", chance),
        "key.m2": key.replace("\n", end),
        "response.m2": response.replace("\n", end),
    }


def _block(chance: Random, sentence: list[str]) -> str:
    edits = several(chance, 5, lambda: f"{_edit(chance, len(sentence))}\n")
    return f"S {' '.join(sentence)}\n{edits}{mostly(chance, (chr(10),), ('', chr(10) * 3), 0.05)}"


def _edit(chance: Random, length: int) -> str:
    if chance.random() < 0.05:
        return chance.choice(_ODD)
    start = chance.randint(-1, length)
    end = mostly(
        chance, [str(start), str(start + 1), str(min(start + 2, length))], (str(length + 5), "-1", "x")
    )
    correction = mostly(
        chance, (words(chance, 2), "-NONE-", ""), (f"{words(chance, 1)}||{words(chance, 1)}", "|||")
    )
    annotator = mostly(chance, "0012", ("", "x", "-1", "9" * 20))
    return f"A {start} {end}|||{chance.choice(_TYPES)}|||{correction}|||REQUIRED|||-NONE-|||{annotator}"


def _corrected(chance: Random, sentence: list[str]) -> list[str]:
    """A sentence with some words changed, lost or added."""
    kept = [words(chance, 1) if chance.random() < 0.2 else word for word in sentence if chance.random() < 0.9]
    return kept if chance.random() < 0.8 else [*kept, words(chance, 2)]
