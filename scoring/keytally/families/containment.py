"""Guards that confine errors in a family of another distribution to that family's files.

Functions that are called for any file return an empty result if they fail, and the failure is reported in one
line. Functions that are called only for the family's own files raise SettingsError with that line. While the
environment variable KEYTALLY_DEBUG is set, errors are not caught, so that an author sees the traceback.
"""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, TypeVar

from keytally.families.contract import Evaluation, Language, Role, Settings, SettingsError
from keytally.families.family import Companion, Family, LanguageReader, Naming, Options
from keytally.families.interchange import AnyFormat

T = TypeVar("T")
Tell = Callable[[str], None]

_LANGUAGE = ("name", "lookahead", "boundaries", "read", "compare_duplicates")
_UNIT = ("text", "document", "findings")
_EVALUATION = tuple(name for name in vars(Evaluation) if not name.startswith("_"))


class UnusableError(Exception):
    """The error for an unusable return value of a family's function."""


def fault(name: str, error: BaseException, package: str = "") -> str:
    """Return a line about an error in the named family, including the last code position in its package."""
    what = str(error) if isinstance(error, UnusableError) else f"{type(error).__name__}: {error}"
    place = _last_place(error.__traceback__, package) if package else ""
    return " ".join(f"the family {name} failed: {what}{f' ({place})' if place else ''}".split())


def is_at_fault(package: str, error: BaseException) -> bool:
    """Return whether a package's code was running when an error was raised."""
    return bool(_last_place(error.__traceback__, package))


def _last_place(traceback: TracebackType | None, package: str) -> str:
    """Return the position of the last call in a package, such as `file.py, line 3`; "" if there is none."""
    place = ""
    while traceback is not None:
        frame = traceback.tb_frame
        if f"{frame.f_globals.get('__name__', '')}.".startswith(f"{package}."):
            place = f"{Path(frame.f_code.co_filename).name}, line {traceback.tb_lineno}"
        traceback = traceback.tb_next
    return place


def contained(family: Family, package: str, tell: Tell) -> Family:
    """Return a family whose errors do not affect other families.

    `package` contains its code; `tell` is called with a line for each error. Raises UnusableError, or any
    error caused by malformed facts.
    """
    _check_patterns(family)
    guard = _Guard(family, package, tell)
    return family._replace(
        tasks=tuple(
            task._replace(texts_named_in=guard.answering(task.texts_named_in, str)) for task in family.tasks
        ),
        languages=tuple(facts._replace(reader=guard.reader(facts.reader)) for facts in family.languages),
        evaluation=guard.evaluation,
        options=guard.options,
        companions=tuple(map(guard.companion, family.companions)),
        naming=guard.naming,
        conversions=guard.conversions,
    )


def _check_patterns(family: Family) -> None:
    for facts in family.languages:
        try:
            re.compile(facts.first_line)
        except re.error as error:
            raise UnusableError(
                f"the pattern first_line of {facts.id} is not a valid regular expression: {error}"
            ) from error


class _Answer(NamedTuple):
    """The permitted type of a return value, and a function that tests whether a value is usable."""

    type: type[Any]
    usable: Callable[[Any], bool] = lambda value: True


class _Guard:
    """The functions of one family, each wrapped to contain its failures."""

    def __init__(self, family: Family, package: str, tell: Tell) -> None:
        self._family = family
        self._package = package
        self._tell = tell
        self._tasks = {task.name for task in family.tasks}

    def evaluation(self, task: str, settings: Settings) -> Evaluation:
        """Call `Family.evaluation`, and check that the result has all members of an evaluation."""

        def make() -> Evaluation:
            made = self._family.evaluation(task, settings)
            _check(made, _EVALUATION, "an evaluation")
            for role in (Role.KEY, Role.RESPONSE):
                _check_language(made.language(role))
            return made

        return self._or_settings_error(make)

    def reader(self, reader: LanguageReader) -> LanguageReader:
        """Wrap a language's reader, and check that its results have all members of a language."""

        def read(role: Role, companions: Mapping[str, str]) -> Language:
            def make() -> Language:
                language = reader(role, companions)
                _check_language(language)
                return language

            return self._or_settings_error(make)

        return read

    def options(self, task: str) -> Options:
        """Call `Family.options`; return no options if it fails."""
        found: Options | None = self._answer(lambda: self._family.options(task), _Answer(Options))
        if found is None:
            return Options({}, lambda name, values: None)

        def value_problem(name: str, values: Sequence[str]) -> str | None:
            try:
                return found.value_problem(name, values)
            except Exception as error:
                return self._line(error)

        return Options(found.table, value_problem)

    def naming(self) -> Naming:
        """Call `Family.naming`; return only the common names if it fails."""
        naming: Naming = self._answer(self._family.naming, _Answer(Naming, _has_pattern)) or Naming()
        task = _Answer(str, self._tasks.__contains__)
        names = _Answer(Sequence, lambda found: all(isinstance(name, str) for name in found))
        return naming._replace(
            task_of=self._answering(naming.task_of, task),
            task_by_name=self._answering(naming.task_by_name, task),
            task_with=self._answering(naming.task_with, task),
            responses_to=self._answering(naming.responses_to, names),
            configuration_of=self._answering(naming.configuration_of, _Answer(str)),
            in_one=self._answering(naming.in_one, _Answer(str)),
        )

    def conversions(self) -> Sequence[AnyFormat]:
        """Call `Family.conversions`; return none if it fails."""
        formats = _Answer(Sequence, lambda found: all(isinstance(each, AnyFormat) for each in found))
        return self._answer(self._family.conversions, formats) or ()

    def companion(self, companion: Companion) -> Companion:
        """Return a companion; it has no built-in files if the family's function fails."""

        def built_in() -> Sequence[str]:
            return self._answer(companion.built_in, _Answer(Sequence)) or ()

        def text_of(name: str) -> str:
            try:
                return companion.text_of(name)
            except KeyError:
                raise
            except Exception as error:
                raise SettingsError([self._line(error)]) from error

        return companion._replace(built_in=built_in, text_of=text_of)

    def answering(self, function: Callable[..., Any] | None, wanted: type[Any]) -> Callable[..., Any] | None:
        """Wrap a function to return None if it fails, or if its result has another type."""
        return self._answering(function, _Answer(wanted))

    def _answering(self, function: Callable[..., Any] | None, wanted: _Answer) -> Callable[..., Any] | None:
        if function is None:
            return None
        return lambda *arguments: self._answer(lambda: function(*arguments), wanted)

    def _answer(self, ask: Callable[[], Any], wanted: _Answer) -> Any:
        """Return a usable result; otherwise report a line and return None."""
        try:
            found = ask()
            if found is not None and not (isinstance(found, wanted.type) and wanted.usable(found)):
                raise UnusableError(f"{found!r} is not a usable result")
        except Exception as error:
            self._tell(self._line(error))
            return None
        return found

    def _or_settings_error(self, make: Callable[[], T]) -> T:
        try:
            return make()
        except SettingsError:
            raise
        except Exception as error:
            raise SettingsError([self._line(error)]) from error

    def _line(self, error: Exception) -> str:
        if is_debugging():
            raise error
        return fault(self._family.name, error, self._package)


def is_debugging() -> bool:
    """Return whether errors should be raised unchanged."""
    return bool(os.environ.get("KEYTALLY_DEBUG"))


def _has_pattern(naming: Naming) -> bool:
    try:
        return bool(re.compile(naming.key_name))
    except re.error:
        return False


def _check_language(language: Language) -> None:
    _check(language, _LANGUAGE, "a language")
    hash(language)
    unit = language.read("")
    _check(unit, _UNIT, "a unit")
    if not isinstance(unit.findings, Sequence):
        raise UnusableError(f"{unit.findings!r} is not a sequence of findings")


def _check(value: object, members: Sequence[str], what: str) -> None:
    """Raise UnusableError if a value lacks members of the required protocol."""
    lacking = [name for name in members if not hasattr(value, name)]
    if lacking:
        raise UnusableError(f"{type(value).__name__} is not {what}: it has no {', '.join(lacking)}")
