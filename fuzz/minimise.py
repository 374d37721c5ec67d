"""Makes a failing case small: fewer steps, fewer files, shorter texts, as long as it fails alike."""

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from fuzz.case import Case, Step

T = TypeVar("T")
Fails = Callable[[Case], bool]

_LINE = re.compile(r"[^\n]*\n|[^\n]+")


def minimised(case: Case, fails: Fails) -> Case:
    """The smallest case found that `fails`, as `case` does; `fails` may give up by answering False."""
    size = _size(case) + 1
    while _size(case) < size:
        size = _size(case)
        case = _fewer_steps(case, fails)
        case = _fewer_files(case, fails)
        for name in sorted(case.files):
            case = _shorter_file(case, name, fails)
        case = _shorter_steps(case, fails)
    return case


def _size(case: Case) -> int:
    texts = sum(len(text) + 1 for text in case.files.values())
    return texts + sum(len(step.text) + step.length + 10 for step in case.steps)


def shortest(parts: Sequence[T], fails: Callable[[Sequence[T]], bool]) -> Sequence[T]:
    """Parts without those that a failure does not need (delta debugging)."""
    size = max(len(parts) // 2, 1)
    while parts:
        at = 0
        removed = False
        while at < len(parts):
            fewer = [*parts[:at], *parts[at + size :]]
            if fails(fewer):
                parts, removed = fewer, True
            else:
                at += size
        if size == 1 and not removed:
            break
        size = max(size // 2, 1)
    return parts


def _fewer_steps(case: Case, fails: Fails) -> Case:
    return case.with_steps(shortest(case.steps, lambda steps: fails(case.with_steps(steps))))


def _fewer_files(case: Case, fails: Fails) -> Case:
    names = shortest(sorted(case.files), lambda names: fails(_with_names(case, names)))
    return _with_names(case, names)


def _with_names(case: Case, names: Sequence[str]) -> Case:
    return case.with_files({name: case.files[name] for name in names})


def _shorter_file(case: Case, name: str, fails: Fails) -> Case:
    """Fewer lines, then fewer characters."""

    def with_parts(parts: Sequence[str]) -> Case:
        return case.with_files({**case.files, name: "".join(parts)})

    for cut in (_LINE.findall, list):
        parts = shortest(cut(case.files[name]), lambda parts: fails(with_parts(parts)))
        case = with_parts(parts)
    return case


def _shorter_steps(case: Case, fails: Fails) -> Case:
    for at, step in enumerate(case.steps):
        case = _shorter_text(case, at, fails)
        for length in range(min(step.length, 2)):
            if fails(shorter := _with_step(case, at, case.steps[at]._replace(length=length))):
                case = shorter
                break
    return case


def _shorter_text(case: Case, at: int, fails: Fails) -> Case:
    def with_text(text: Sequence[str]) -> Case:
        return _with_step(case, at, case.steps[at]._replace(text="".join(text)))

    return with_text(shortest(list(case.steps[at].text), lambda text: fails(with_text(text))))


def _with_step(case: Case, at: int, step: Step) -> Case:
    return case.with_steps([*case.steps[:at], step, *case.steps[at + 1 :]])
