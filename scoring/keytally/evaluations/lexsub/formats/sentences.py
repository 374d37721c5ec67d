"""The sentences of the task's input: an XML file of lexelts, instances and contexts (document, 2.1)."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from keytally.evaluations.settings import SettingsError
from keytally.text.markdown import prose
from keytally.text.regular import Within, reason_of, regular_bytes

LONGEST_SENTENCE = 2000
"""How many characters of a sentence are kept for a hover."""


class Sentence(NamedTuple):
    """A sentence, with the word to substitute."""

    before: str
    head: str
    after: str

    @property
    def markdown(self) -> str:
        """The sentence with its word in bold, with white space normalised."""
        before, head, after = map(prose, (self.before, self.head, self.after))
        return " ".join(part for part in (before, f"**{head}**" if head else "", after) if part)


def sentences_of(data: bytes) -> dict[str, Sentence]:
    """The sentence of each instance, by its id.

    Entities are not expanded, and only XML's own are needed. Raises ValueError, with one line that names the
    place, for text that is not XML or has an encoding that there is not.
    """
    reader = _Reader()
    parser = expat.ParserCreate()
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.EntityDeclHandler = _refuse_entity
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise ValueError(f"line {error.lineno}: {expat.ErrorString(error.code)}") from error
    except LookupError as error:
        raise ValueError(f"line 1: {error}") from error
    return reader.sentences


def read_sentences(path: Path | None, within: Within | None = None) -> Mapping[str, Sentence]:
    """The sentences of an input file; none without a file. Raises SettingsError for an unusable one."""
    if path is None:
        return {}
    try:
        return sentences_of(regular_bytes(path, within=within))
    except OSError as error:
        advice = "; give a path that exists" if isinstance(error, FileNotFoundError) else ""
        raise SettingsError([f"input={path}: {reason_of(error)}{advice}"]) from error
    except ValueError as error:
        raise SettingsError([f"input={path}: no XML of the task: {error}"]) from error


def problem_in(path: Path, within: Within | None = None) -> str | None:
    """Why an input file cannot be used, in one line; None if it can."""
    try:
        read_sentences(path, within)
    except SettingsError as error:
        return error.problems[0].removeprefix(f"input={path}: ")
    return None


class _Reader:
    """Collects the text of each `context`: before, in and after its `head`."""

    def __init__(self) -> None:
        self.sentences: dict[str, Sentence] = {}
        self._id: str | None = None
        self._parts: list[list[str]] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        if name == "instance":
            self._id = attributes.get("id")
        elif name == "context":
            self._parts = [[]]
        elif name == "head" and self._parts:
            self._parts.append([])

    def end(self, name: str) -> None:
        """An element ends."""
        if name == "head" and self._parts:
            self._parts.append([])
        elif name == "context" and self._parts:
            if self._id is not None:
                self.sentences.setdefault(self._id, _sentence(["".join(part) for part in self._parts]))
            self._parts = []

    def text(self, characters: str) -> None:
        """Characters between tags."""
        if self._parts:
            self._parts[-1].append(characters)


def _sentence(parts: list[str]) -> Sentence:
    """A sentence from the text before, in and after its head; a second head is plain text."""
    before, head = parts[0], parts[1] if len(parts) > 1 else ""
    after = "".join(parts[2:])
    return Sentence(before[-LONGEST_SENTENCE:], head[:LONGEST_SENTENCE], after[:LONGEST_SENTENCE])


def _refuse_entity(*declaration: object) -> None:
    raise ValueError("it declares entities, which are not read")
