"""Check files or texts, and apply safe fixes."""

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from keytally.engine.comparison import compare_with_reference
from keytally.engine.findings import Located
from keytally.engine.reading import Reading
from keytally.families import registry
from keytally.families.contract import Language, Role
from keytally.findings.finding import CheckedFile, Edit, LocatedFinding, Severity, apply_edits
from keytally.findings.selection import selection_of
from keytally.project.adjudications import DECISIONS
from keytally.project.discovery import read_stated_project
from keytally.project.reach import Reach, has_section, is_project_file, section_of
from keytally.runs.check_plans import CheckOptions, Plan, Planner, Reference
from keytally.runs.files import (
    NO_SECTION,
    KeytallyError,
    Target,
    beginning_of,
    contain_errors,
    encoded_text,
    read_text,
    shown_path,
    targets_of,
)
from keytally.runs.located_findings import Home, Lines, located
from keytally.runs.settings import as_folders
from keytally.text.files import HEAD, Decoded, Within, is_stdin

MOST_ROUNDS = 50
"""The maximum number of rounds, in case fixes undo each other."""

Findings = Callable[[str], Sequence[Located]]


Fix = list[Edit]
"""The edits of a fix, in order; offsets are counted from the start of the file."""


class FixedText(NamedTuple):
    """A text after its fixes, and the number of fixes applied."""

    text: str
    fixes: int


def apply_fixes(text: str, findings: Findings) -> FixedText:
    """Apply the fixes of `findings(text)`, and of the findings in the new text, until there are none.

    The function stops when a text recurs, which means that fixes undo each other. A fix is left to the user
    if it would make an item repeat another item, so that one of the two might no longer count.
    """
    count, seen, found = 0, {text}, findings(text)
    for _ in range(MOST_ROUNDS):
        fixes = compatible_fixes(found)
        after = _fixed(text, fixes)
        found_after = findings(after) if fixes else found
        if len(_repeats(found_after)) > len(_repeats(found)):
            fixes = _without_new_repeats(text, fixes, findings)
            after = _fixed(text, fixes)
            found_after = findings(after)
        if not fixes:
            break
        text, found = after, found_after
        count += len(fixes)
        if text in seen:
            break
        seen.add(text)
    return FixedText(text, count)


def _fixed(text: str, fixes: Sequence[Fix]) -> str:
    return apply_edits(text, [edit for fix in fixes for edit in fix])


def _repeats(found: Iterable[Located]) -> list[Any]:
    """Return the units that are left out because of another unit."""
    return [
        each.unit for each in found if each.finding.leaves_out and each.finding.is_about_others(each.unit)
    ]


def _without_new_repeats(text: str, fixes: Sequence[Fix], findings: Findings) -> list[Fix]:
    """Return the fixes in order, without those that create repeated items."""
    most = len(_repeats(findings(text)))
    kept: list[Fix] = []
    waiting = [list(fixes)]
    while waiting:
        some = waiting.pop()
        if len(_repeats(findings(_fixed(text, [*kept, *some])))) <= most:
            kept += some
        elif len(some) > 1:
            middle = len(some) // 2
            waiting += [some[middle:], some[:middle]]
    return kept


def compatible_fixes(found: Iterable[Located]) -> list[Fix]:
    """Return the fixes that can be applied together, in file order; offsets are counted from the file's
    start.

    A fix is applied as a whole or not at all; a fix that touches an earlier fix waits for the next round.
    Fixes that copy the key's answer into a response, or that are guesses, are left to the user. A fix that
    makes a skipped item readable is also left to the user if this item repeats another item, because it might
    count instead of that item.
    """
    found = list(found)
    repeating = set(map(id, _repeats(found)))
    chosen: list[Fix] = []
    taken: list[tuple[int, int]] = []
    for each in found:
        is_repeated = each.finding.leaves_out and id(each.unit) in repeating
        edits = [] if is_repeated else _edits(each)
        if edits and not any(_touches(edit, taken) for edit in edits):
            chosen.append(edits)
            for edit in edits:
                insort(taken, (edit.start, edit.end))
    return chosen


def _edits(found: Located) -> Fix:
    if not found.finding.has_safe_fix:
        return []
    at = found.offset
    edits = (Edit(at + edit.start, at + edit.end, edit.text) for edit in found.finding.edits)
    return sorted(edits, key=lambda edit: (edit.start, edit.end))


def _touches(edit: Edit, taken: Sequence[tuple[int, int]]) -> bool:
    """Return whether an edit overlaps or touches an accepted edit; accepted edits are disjoint and sorted."""
    index = bisect_left(taken, (edit.start, edit.end))
    before, after = taken[max(index - 1, 0) : index], taken[index : index + 1]
    return any(end >= edit.start for _, end in before) or any(start <= edit.end for start, _ in after)


OF_OTHERS = (".ann", ".tsv", ".jsonl", ".json", ".xmi")
"""The extensions of files from other programs, which are recognised by their content."""


class CheckedText(NamedTuple):
    """The findings of one text, and the files that contain their units, beginning with its own file."""

    found: Sequence[Located]
    homes: Sequence[Home] = ()


Judge = Callable[[str], CheckedText]


class FixedFile(NamedTuple):
    """A checked file, its text after all safe fixes, and the number of fixes applied."""

    checked: CheckedFile
    text: str
    fixes: int


class Checker:
    """Checks files one after the other; a file that is compared with several others is read only once.

    After a fix, other files are compared with the new text. `argument` is the name that messages use for the
    argument that specifies a task.
    """

    def __init__(self, choices: CheckOptions, argument: str = "--task") -> None:
        self._planner = Planner(choices)
        self._argument = argument
        self._files: dict[Path, Decoded] = {}
        self._texts: dict[Path, str] = {}
        self._references: dict[tuple[Path, Language], Home] = {}

    @property
    def notes(self) -> list[str]:
        """Return a line for each reason why the settings of a pair could not be used."""
        return list(self._planner.notes)

    @property
    def problems(self) -> list[str]:
        """Return a line for each keytally.toml that could not be read."""
        return list(self._planner.problems)

    def check(self, target: Target) -> CheckedFile | None:
        """Return the findings of a file; None if a search found the file and its language is unknown.

        Raises KeytallyError if the file cannot be read or if the language of a file that was named is
        unknown.
        """
        judge = self._judge(target)
        return None if judge is None else self._checked(target, judge)

    def fix(self, target: Target) -> FixedFile | None:
        """Return a file's findings and its text after all safe fixes, without writing it; None as in `check`.

        See `check` for errors.
        """
        judge = self._judge(target)
        if judge is None:
            return None
        checked = self._checked(target, judge)
        text, fixes = apply_fixes(checked.text, lambda text: list(self._selected(target, judge(text))))
        self._take(target.path, text)
        return FixedFile(checked, text, fixes)

    def write(self, target: Target) -> None:
        """Write a fixed file with its original encoding and line ends. Raises KeytallyError."""
        from keytally.runs.outputs import output_file, write_files  # noqa: PLC0415 - a check writes nothing

        before = self._files[target.path].encode()
        output = output_file(Path(target.shown), target.reach)._replace(before=before)
        write_files([(output, self.fixed_data(target))])

    def fixed_data(self, target: Target) -> bytes:
        """Encode a fixed file. Raises KeytallyError for a character that its encoding cannot represent."""
        return encoded_text(Path(target.shown), self._files[target.path], self._texts[target.path])

    def check_text(self, target: Target, text: str) -> CheckedFile:
        """Return the findings of a text that does not come from a file."""
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
        """Return the function that computes the findings of a file's text; None if a search found the file
        and its type is unknown.
        """
        if is_project_file(target.path):
            text = self._text(target.path, target.shown, None, target.within)
            if section_of(target.path) and not has_section(text):
                if target.searched:
                    return None
                raise KeytallyError(f"{target.shown}: {NO_SECTION}")
            return partial(_judge_project, target.path, self._planner.reach(target.path.parent))
        if target.path.name.endswith(DECISIONS):
            self._text(target.path, target.shown, None, target.within)
            return partial(self._judge_by, self._planner.plan_of_decisions(target.path), target.shown)
        beginning = self._beginning(target)
        with contain_errors(target.shown):
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
        """Return the plan for a file from another program; None for any other file, and if a pair or the
        user determines the language.
        """
        is_possible = target.path.suffix in {*OF_OTHERS, *registry.binary_files()} or is_stdin(target.path)
        if not is_possible or not self._planner.can_be_imported(target):
            return None
        from keytally.runs.convert import import_language  # noqa: PLC0415 - few files are of other programs

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
        """Return the error for a file or a text of unknown language."""
        what = "file" if target.path.is_absolute() else "text"
        return KeytallyError(
            f"{target.shown}: cannot determine the type of this {what}; specify {self._argument}"
        )

    def _beginning(self, target: Target) -> str:
        if target.path in self._texts:
            return self._texts[target.path][:HEAD]
        return beginning_of(Path(target.shown), within=target.within)

    def _judge_by(self, plan: Plan, shown: str, text: str) -> CheckedText:
        with contain_errors(shown, plan.language.name):
            return self._judged(plan, shown, text)

    def _judged(self, plan: Plan, shown: str, text: str) -> CheckedText:
        reading = Reading(_with_contents(plan.language, text), text)
        homes = [Home(shown, Lines(text), reading)]
        if plan.reference is not None:
            home = self._reference(plan.reference, plan.encoding)
            texts = plan.reference.path.name if plan.reference.is_texts else None
            compare_with_reference(reading, home.reading, plan.reference.evaluation, texts)
            homes.append(home)
        if plan.adjudicating is not None:
            from keytally.runs.check_plans import judge_gold  # noqa: PLC0415 - only a gold pays for it

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
        """Load a file with which others are compared; it is read only once."""
        key, name = (path, language), name or str(shown_path(path))
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
    """Return the plan for a file that can only be read for conversion; None for any other file."""
    from keytally.runs.convert import converted_language  # noqa: PLC0415 - few files have no language of ours

    language = converted_language(target.path.name, beginning)
    return None if language is None else Plan(language)


def _with_contents(language: Language, text: str) -> Language:
    """Return the language, with settings that depend on the beginning of a text."""
    return language if language.of_text is None else language.of_text(text[: language.telling])


def _judge_project(path: Path, reach: Reach, text: str) -> CheckedText:
    """Return the findings of a keytally.toml, including those on missing files."""
    findings = read_stated_project(path, text, path.name, reach).findings
    return CheckedText([Located(finding, None, 0, 0) for finding in findings])


FilePath = str | PathLike[str]

_GRAVE = (Severity.ERROR, Severity.WARNING)

TEXT = Target(Path("<text>"), "<text>")


def check(  # noqa: PLR0913 -- each is a choice of the command line
    *paths: FilePath,
    text: str | None = None,
    task: str | None = None,
    config: FilePath | None = None,
    texts: FilePath | None = None,
    role: str | None = None,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    allow: Iterable[FilePath] = (),
    **companions: FilePath | None,
) -> list[LocatedFinding]:
    """Return the findings of files, of all recognised files in directories, or of `text`, in file order.

    `task`, `config`, `texts` and companion files by kind, such as `bnf`, override the settings of the file's
    pair; `role` (`key`, `response` or `texts`) overrides its role. `select` and `ignore` list rules. `allow`
    lists directories outside the workspace that contain files to which project files may refer. A text needs
    a `task` unless its language can be inferred from its first line; it does not belong to any directory or
    pair.

    Raises KeytallyError if a file cannot be checked.
    """
    choices = check_options_of(
        task=task,
        config=config,
        texts=texts,
        role=role,
        select=select,
        ignore=ignore,
        allow=allow,
        companions={kind: file for kind, file in companions.items() if file is not None},
    )
    checker = Checker(choices, "task=")
    targets, problems = targets_of(Path(path) for path in paths)
    if problems:
        raise KeytallyError(*problems)
    files = [checker.check(target) for target in targets]
    if text is not None:
        files.append(checker.check_text(TEXT, text))
    return [finding for file in files if file is not None for finding in file.findings]


def check_options_of(  # noqa: PLR0913 -- each is a choice of the command line
    *,
    task: str | None,
    config: FilePath | None,
    texts: FilePath | None,
    role: str | None,
    select: Iterable[str],
    ignore: Iterable[str],
    companions: Mapping[str, FilePath],
    allow: Iterable[FilePath] = (),
) -> CheckOptions:
    """Return the options of a check from plain values.

    Raises KeytallyError for unknown names of rules and roles, and TypeError for unknown kinds of companion
    files.
    """
    for kind in companions:
        if kind not in registry.companions():
            raise TypeError(f"check() got an unexpected keyword argument {kind!r}")
    registry.families()  # their rules can be named
    selection, problems = selection_of(_names(select), _names(ignore))
    roles = {known.value: known for known in (Role.KEY, Role.RESPONSE, Role.TEXTS)}
    if role is not None and role not in roles:
        problems.append(f"unknown role {role!r}; expected one of: {', '.join(roles)}")
    if problems:
        raise KeytallyError(*problems)
    return CheckOptions(
        task,
        str(config) if config is not None else None,
        str(texts) if texts is not None else None,
        roles[role] if role is not None else None,
        selection.select,
        selection.ignore,
        {kind: str(file) for kind, file in companions.items()},
        tuple(as_folders(allow)),
    )


def _names(given: Iterable[str]) -> Iterable[str]:
    """Return names of rules; a single string is one name."""
    return (given,) if isinstance(given, str) else given


def has_warnings(files: Iterable[CheckedFile]) -> bool:
    """Return whether there is a finding with severity warning or above."""
    return any(finding.severity in _GRAVE for file in files for finding in file.findings)
