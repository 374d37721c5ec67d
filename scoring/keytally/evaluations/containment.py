"""What fails in a family of another distribution stays with the files of that family.

Functions that are asked about any file answer nothing where they fail, and a line tells of it; those that
are asked about the family's own files raise SettingsError with that line. While the environment has
KEYTALLY_DEBUG set nothing is contained, so that an author sees where it fails.
"""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, TypeVar

from keytally.evaluations.converted_templates import AnyFormat
from keytally.evaluations.family import Companion, Family, LanguageReader, Naming, Options
from keytally.evaluations.interface import Evaluation, Language, Role
from keytally.evaluations.settings import Settings, SettingsError

T = TypeVar("T")
Tell = Callable[[str], None]

_LANGUAGE = ("name", "lookahead", "boundaries", "read", "compare_duplicates")
_UNIT = ("text", "document", "findings")
_EVALUATION = tuple(name for name in vars(Evaluation) if not name.startswith("_"))


class UnusableError(Exception):
    """What a function of a family has answered cannot be used."""


def fault(name: str, error: BaseException, package: str = "") -> str:
    """One line on what failed in the family of that name, with the last place in its package."""
    what = str(error) if isinstance(error, UnusableError) else f"{type(error).__name__}: {error}"
    place = _last_place(error.__traceback__, package) if package else ""
    return " ".join(f"the family {name} failed: {what}{f' ({place})' if place else ''}".split())


def is_at_fault(package: str, error: BaseException) -> bool:
    """Whether code of a package was running when an error was raised."""
    return bool(_last_place(error.__traceback__, package))


def _last_place(traceback: TracebackType | None, package: str) -> str:
    """`file.py, line 3` of the last call in a package; "" where it has none."""
    place = ""
    while traceback is not None:
        frame = traceback.tb_frame
        if f"{frame.f_globals.get('__name__', '')}.".startswith(f"{package}."):
            place = f"{Path(frame.f_code.co_filename).name}, line {traceback.tb_lineno}"
        traceback = traceback.tb_next
    return place


def contained(family: Family, package: str, tell: Tell) -> Family:
    """A family whose functions fail without harm to others.

    `package` is where its code stands; `tell` is called with a line for each failure.
    Raises UnusableError, or whatever comes of facts that are of another form.
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
            raise UnusableError(f"the first line of {facts.id} is no regular expression: {error}") from error


class _Answer(NamedTuple):
    """What may be answered: of which type, and whether a value of it can be used."""

    type: type[Any]
    usable: Callable[[Any], bool] = lambda value: True


class _Guard:
    """The functions of one family, each in a form that contains its failures."""

    def __init__(self, family: Family, package: str, tell: Tell) -> None:
        self._family = family
        self._package = package
        self._tell = tell
        self._tasks = {task.name for task in family.tasks}

    def evaluation(self, task: str, settings: Settings) -> Evaluation:
        """`Family.evaluation`, whose answer has all that evaluations must have."""

        def make() -> Evaluation:
            made = self._family.evaluation(task, settings)
            _check(made, _EVALUATION, "an evaluation")
            for role in (Role.KEY, Role.RESPONSE):
                _check_language(made.language(role))
            return made

        return self._or_settings_error(make)

    def reader(self, reader: LanguageReader) -> LanguageReader:
        """A language's reader, whose answer has all that languages must have."""

        def read(role: Role, companions: Mapping[str, str]) -> Language:
            def make() -> Language:
                language = reader(role, companions)
                _check_language(language)
                return language

            return self._or_settings_error(make)

        return read

    def options(self, task: str) -> Options:
        """`Family.options`; no options where it fails."""
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
        """`Family.naming`; the common names alone where it fails."""
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
        """`Family.conversions`; none where it fails."""
        formats = _Answer(Sequence, lambda found: all(isinstance(each, AnyFormat) for each in found))
        return self._answer(self._family.conversions, formats) or ()

    def companion(self, companion: Companion) -> Companion:
        """A companion, none of which are built in where it cannot say so."""

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
        """A function that answers None where it fails, or where its answer is of another type."""
        return self._answering(function, _Answer(wanted))

    def _answering(self, function: Callable[..., Any] | None, wanted: _Answer) -> Callable[..., Any] | None:
        if function is None:
            return None
        return lambda *arguments: self._answer(lambda: function(*arguments), wanted)

    def _answer(self, ask: Callable[[], Any], wanted: _Answer) -> Any:
        """An answer that can be used; else None, and a line for the person."""
        try:
            found = ask()
            if found is not None and not (isinstance(found, wanted.type) and wanted.usable(found)):
                raise UnusableError(f"{found!r} is no answer that can be used")
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
    """Whether failures are to be seen as they are."""
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
        raise UnusableError(f"{unit.findings!r} are no findings")


def _check(value: object, members: Sequence[str], what: str) -> None:
    """Raises UnusableError where a value has not all members of what it is to be."""
    lacking = [name for name in members if not hasattr(value, name)]
    if lacking:
        raise UnusableError(f"{type(value).__name__} is not {what}: it has no {', '.join(lacking)}")
