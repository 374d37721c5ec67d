"""What the tests of coreference share: classes written as letters, files made of them, and scoring."""

from collections.abc import Iterable, Mapping, Sequence

from keytally.families.contract import Role
from keytally.families.muc.configuration.resolution import load_configuration
from keytally.families.muc.evaluation.coreference import Coreference
from keytally.families.muc.model import Configuration
from keytally.families.muc.scoring.coreference import CoreferenceScore
from keytally.families.muc.sgml.unit import SgmlUnit

Links = Sequence[tuple[str, str]]
"""Pairs of mentions, each a letter; the first one's REF names the second."""


def coreference(name: str = "muc6-co", **options: str) -> Coreference:
    """The task under a built-in configuration, with some options changed."""
    return Coreference(configuration(name, **options))


def configuration(name: str = "muc6-co", **options: str) -> Configuration:
    """A built-in configuration, with some options changed."""
    return load_configuration(name, [(option, (value,)) for option, value in options.items()])


def document(body: str, number: str = "1") -> str:
    """A document of that number whose TXT section holds `body`."""
    return f"<DOC>\n<DOCNO> {number} </DOCNO>\n<TXT>\n{body}\n</TXT>\n</DOC>\n"


def linked(
    alphabet: str, mentions: str, links: Links, attributes: Mapping[str, str] | None = None, prefix: str = ""
) -> str:
    """A document whose text is the alphabet, a letter a word; `mentions` are tagged and linked.

    The ID of a mention is its letter behind `prefix`. `attributes` are more of what tags say, by letter.
    """
    antecedents = dict(links)
    words = []
    for letter in alphabet:
        if letter not in mentions:
            words.append(letter)
            continue
        said = f' ID="{prefix}{letter}"'
        if letter in antecedents:
            said += f' TYPE="IDENT" REF="{prefix}{antecedents[letter]}"'
        said += (attributes or {}).get(letter, "")
        words.append(f"<COREF{said}>{letter}</COREF>")
    return document(" ".join(words))


def classes(written: str) -> list[str]:
    """`AB CD` as the classes AB and CD."""
    return written.split()


def links_of(written: str) -> list[tuple[str, str]]:
    """The links of classes, each mention to the one before it."""
    return [(members[i], members[i - 1]) for members in classes(written) for i in range(1, len(members))]


def in_classes(
    written: str, alphabet: str = "ABCDEFGHIJKL", attributes: Mapping[str, str] | None = None
) -> str:
    """A document whose mentions are those of the classes, each linked to the one before it."""
    return linked(alphabet, "".join(classes(written)), links_of(written), attributes)


def unit_of(task: Coreference, text: str, role: Role = Role.KEY) -> SgmlUnit:
    """The one document of a text."""
    return task.language(role).read(text)


def scored(key: str, response: str, task: Coreference | None = None) -> CoreferenceScore:
    """The score of one document, from the texts of both sides."""
    task = task or coreference()
    sides = [unit_of(task, key)], [unit_of(task, response, Role.RESPONSE)]
    [result] = task.score("1", *sides)
    return task.detail(result)


def fractions(score: CoreferenceScore) -> tuple[tuple[int, int], tuple[int, int]]:
    """Recall and precision as they are written."""
    counts = score.counts
    return (counts.recall_above, counts.recall_below), (counts.precision_above, counts.precision_below)


def chains(score: CoreferenceScore, key_side: bool) -> list[str]:
    """The chains of a side as texts of their mentions, in order."""
    found = score.side(key_side).chains
    return ["".join(found.text(mention) for mention in members) for members in found.members]


def joined(groups: Iterable[Iterable[str]]) -> str:
    """Groups of letters as `AB CD`."""
    return " ".join("".join(group) for group in groups)
