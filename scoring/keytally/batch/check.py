"""Checks files one after another, and applies safe fixes."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from keytally.batch.errors import KeytallyError, contained
from keytally.batch.files import beginning_of, read_text, shown, write_text
from keytally.batch.fixing import fixed
from keytally.batch.located import Home, Lines, located
from keytally.batch.plans import CheckOptions, Plan, Planner, Reference
from keytally.batch.targets import Target
from keytally.engine.comparison import compare
from keytally.engine.findings import Located
from keytally.engine.reading import Reading
from keytally.evaluations.abilities import ReadsByContent
from keytally.evaluations.interface import Language
from keytally.findings.located import CheckedFile
from keytally.project import toml_file
from keytally.project.adjudications import DECISIONS
from keytally.project.reach import Reach
from keytally.project.stated import stated_in
from keytally.text.beginning import HEAD
from keytally.text.decoding import Decoded
from keytally.text.regular import Within

OF_OTHERS = (".ann", ".tsv", ".jsonl", ".json")
"""The extensions of files of other programs, which tell by their text that they are."""


class CheckedText(NamedTuple):
    """The findings of one text, and the files of their units, its own first."""

    found: Sequence[Located]
    homes: Sequence[Home] = ()


Judge = Callable[[str], CheckedText]


class FixedFile(NamedTuple):
    """A checked file, its text after all safe fixes, and the number of fixes applied."""

    checked: CheckedFile
    text: str
    fixes: int


class Checker:
    """Checks files one after another; reads a file that several are compared with only once.

    After a file has been fixed, others are compared with its new text. `argument` is the name of the argument
    that states a task, for the message that asks for one.
    """

    def __init__(self, choices: CheckOptions, argument: str = "--task") -> None:
        self._planner = Planner(choices)
        self._argument = argument
        self._files: dict[Path, Decoded] = {}
        self._texts: dict[Path, str] = {}
        self._references: dict[tuple[Path, Language], Home] = {}

    @property
    def notes(self) -> list[str]:
        """A line for each reason why the settings of a pair could not be used."""
        return list(self._planner.notes)

    @property
    def problems(self) -> list[str]:
        """A line for each keytally.toml that could not be read."""
        return list(self._planner.problems)

    def check(self, target: Target) -> CheckedFile | None:
        """A file's findings; None for a file that was found by search and has no known language.

        Raises KeytallyError for a file that cannot be read or whose language is unknown.
        """
        judge = self._judge(target)
        return None if judge is None else self._checked(target, judge)

    def fix(self, target: Target) -> FixedFile | None:
        """A file's findings, and its text after all safe fixes; writes nothing. See `check` for errors."""
        judge = self._judge(target)
        if judge is None:
            return None
        checked = self._checked(target, judge)
        text, fixes = fixed(checked.text, lambda text: list(self._selected(target, judge(text))))
        self._take(target.path, text)
        return FixedFile(checked, text, fixes)

    def write(self, target: Target) -> None:
        """Write a fixed file with its original encoding and line ends. Raises KeytallyError."""
        write_text(Path(target.shown), self._files[target.path], self._texts[target.path])

    def check_text(self, target: Target, text: str) -> CheckedFile:
        """The findings of a text without a file."""
        self._files[target.path] = Decoded(text, "utf-8", bom=False)
        self._take(target.path, text)
        checked = self.check(target)
        if checked is None:
            raise self._unknown(target)
        return checked

    def _take(self, path: Path, text: str) -> None:
        """Replace the text of a file."""
        self._texts[path] = text
        for key in [key for key in self._references if key[0] == path]:
            del self._references[key]

    def _text(self, path: Path, shown: str, encoding: str | None, within: Within | None) -> str:
        if path not in self._texts:
            self._files[path] = read_text(Path(shown), encoding, within)
            self._texts[path] = self._files[path].text
        return self._texts[path]

    def _judge(self, target: Target) -> Judge | None:
        """The function that finds the findings of a file's text."""
        if target.path.name == toml_file.NAME:
            self._text(target.path, target.shown, None, target.within)
            return partial(_judge_project, target.path, self._planner.reach(target.path.parent))
        if target.path.name.endswith(DECISIONS):
            self._text(target.path, target.shown, None, target.within)
            return partial(self._judge_by, self._planner.plan_of_decisions(target.path), target.shown)
        beginning = self._beginning(target)
        with contained(target.shown):
            plan = (
                self._imported(target)
                or self._planner.plan(target, beginning)
                or _converted(target, beginning)
            )
        if plan is not None:
            self._text(target.path, target.shown, plan.encoding, target.within)
            return partial(self._judge_by, plan, target.shown)
        if target.searched:
            return None
        raise self._unknown(target)

    def _imported(self, target: Target) -> Plan | None:
        """How a file of another program is judged, unless a pair or the user says what it is."""
        if target.path.suffix not in OF_OTHERS or self._planner.is_stated(target):
            return None
        from keytally.batch.imported import import_language  # noqa: PLC0415 - few files are of other programs

        def read(path: Path) -> str:
            return self._text(path, str(Path(target.shown).with_name(path.name)), None, target.within)

        try:
            language = import_language(target.path, read)
        except KeytallyError:
            if target.searched:
                return None
            raise
        return None if language is None else Plan(language)

    def _unknown(self, target: Target) -> KeytallyError:
        """The error for a file or a text of unknown language."""
        what = "file" if target.path.is_absolute() else "text"
        return KeytallyError(
            f"{target.shown}: nothing tells what kind of {what} this is; give {self._argument}"
        )

    def _beginning(self, target: Target) -> str:
        if target.path in self._texts:
            return self._texts[target.path][:HEAD]
        return beginning_of(Path(target.shown), within=target.within)

    def _judge_by(self, plan: Plan, shown: str, text: str) -> CheckedText:
        with contained(shown, plan.language.name):
            return self._judged(plan, shown, text)

    def _judged(self, plan: Plan, shown: str, text: str) -> CheckedText:
        reading = Reading(_told(plan.language, text), text)
        homes = [Home(shown, Lines(text), reading)]
        if plan.reference is not None:
            home = self._reference(plan.reference, plan.encoding)
            texts = plan.reference.path.name if plan.reference.is_texts else None
            compare(reading, home.reading, plan.reference.evaluation, texts)
            homes.append(home)
        if plan.adjudicating is not None:
            from keytally.batch.adjudicated import judge_gold  # noqa: PLC0415 - only a gold pays for it

            within = plan.adjudicating.adjudication.within
            read = partial(self._home, encoding=plan.encoding, within=within)
            homes += judge_gold(reading, plan.adjudicating, read)
        return CheckedText(list(reading.findings), homes)

    def _reference(self, reference: Reference, encoding: str | None) -> Home:
        return self._home(
            reference.path, reference.language, encoding, reference.shown, within=reference.within
        )

    def _home(
        self,
        path: Path,
        language: Language,
        encoding: str | None = None,
        name: str | None = None,
        within: Within | None = None,
    ) -> Home:
        """A file that another one is held against; it is read once."""
        key, name = (path, language), name or str(shown(path))
        if key not in self._references:
            text = self._text(path, name, encoding, within)
            self._references[key] = Home(name, Lines(text), Reading(language, text))
        return self._references[key]

    def _checked(self, target: Target, judge: Judge) -> CheckedFile:
        text = self._texts[target.path]
        judged = judge(text)
        lines = judged.homes[0].lines if judged.homes else Lines(text)
        selection = self._planner.selection(target.path)
        findings = []
        for found in judged.found:
            rule = selection.graded(found.finding.rule)
            if rule is not None:
                findings.append(located(found, rule, target.shown, lines, judged.homes))
        return CheckedFile(target.shown, text, findings)

    def _selected(self, target: Target, judged: CheckedText) -> Iterator[Located]:
        selection = self._planner.selection(target.path)
        return (found for found in judged.found if selection.graded(found.finding.rule) is not None)


def _converted(target: Target, beginning: str) -> Plan | None:
    """How a file is judged that no language but a conversion reads."""
    from keytally.batch.imported import converted_language  # noqa: PLC0415 - few files have no language of ours

    language = converted_language(target.path.name, beginning)
    return None if language is None else Plan(language)


def _told(language: Language, text: str) -> Language:
    """The language with what the beginning of a text tells of it."""
    return language.of_text(text[: language.telling]) if isinstance(language, ReadsByContent) else language


def _judge_project(path: Path, reach: Reach, text: str) -> CheckedText:
    """The findings of a keytally.toml, including those on missing files."""
    findings = stated_in(path, text, path.name, reach).findings
    return CheckedText([Located(finding, None, 0, 0) for finding in findings])
