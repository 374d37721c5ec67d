"""A case: the files of a workspace and what is done to them, as plain values that can be kept as JSON."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

Files = Mapping[str, str]
"""Texts by name below the folder; bytes that are not UTF-8 stand as lone surrogates."""


class Step(NamedTuple):
    """One thing that is done to a file.

    `kind` is one of `KINDS`. An edit replaces `length` code points from `start` by `text`; both are cut to
    the text at hand, so that a step fits any text.
    """

    kind: str
    file: str = ""
    start: int = 0
    length: int = 0
    text: str = ""


KINDS = ("open", "close", "edit", "save", "disk", "remove", "pause", "settle")
"""Open, close, edit, save in the editor; edit or remove on disk; work for a moment, or until all is done."""

EDITS = ("edit", "disk")
"""The kinds that change a text."""


@dataclass(frozen=True)
class Case:
    """What a target runs: files, steps, and the target's own choices by name."""

    target: str
    files: Files
    steps: Sequence[Step] = ()
    choices: Mapping[str, str] = field(default_factory=dict)

    def with_files(self, files: Files) -> "Case":
        """The case on other files."""
        return replace(self, files=files)

    def with_steps(self, steps: Sequence[Step]) -> "Case":
        """The case with other steps."""
        return replace(self, steps=tuple(steps))

    @property
    def edits(self) -> int:
        """The number of steps that change a text."""
        return sum(step.kind in EDITS for step in self.steps)


def bytes_of(text: str) -> bytes:
    """The bytes of a file of a case."""
    return text.encode("utf-8", "surrogateescape")


def text_of(data: bytes) -> str:
    """A file's bytes as a case keeps them."""
    return data.decode("utf-8", "surrogateescape")


def edited(text: str, step: Step) -> str:
    """A text after an edit."""
    start, end = stretch_of(text, step)
    return text[:start] + step.text + text[end:]


def stretch_of(text: str, step: Step) -> tuple[int, int]:
    """Where an edit begins and ends in a text."""
    start = min(step.start, len(text))
    return start, min(start + step.length, len(text))


def to_json(case: Case) -> str:
    """A case as JSON that a person can read."""
    values = {
        "target": case.target,
        "choices": dict(case.choices),
        "files": dict(case.files),
        "steps": [list(step) for step in case.steps],
    }
    return json.dumps(values, indent=1) + "\n"


def from_json(text: str) -> Case:
    """The case that `to_json` wrote."""
    values: dict[str, Any] = json.loads(text)
    steps = tuple(Step(*step) for step in values["steps"])
    return Case(values["target"], values["files"], steps, values["choices"])
