"""Decide how each file of a check is read: its language, its role, and its reference file."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from keytally.engine.reading import Reading, language_in
from keytally.families import registry
from keytally.families.contract import Evaluation, Language, Role, Settings
from keytally.findings.selection import Selection
from keytally.project.adjudications import Adjudication
from keytally.project.conventions import configuration_of, language_of, role_of, task_by_name, task_of
from keytally.project.discovery import Discovery, discover_around
from keytally.project.pair import Pair
from keytally.project.pair_entries import naming_files
from keytally.project.reach import Reach, is_project_file
from keytally.runs.files import (
    KeytallyError,
    Target,
    folders_of,
    line_of,
    readable_settings,
    shown_path,
    workspace_of,
)
from keytally.runs.located_findings import Home
from keytally.runs.settings import check_task, companion_of, companion_texts, configured_task, source_of
from keytally.text.files import Within, absolute, is_file, is_there

Options = tuple[tuple[str, tuple[str, ...]], ...]
Texts = tuple[tuple[str, str], ...]
"""The texts of companion files by kind."""


ReadHome = Callable[[Path, Language], Home]
"""A function that reads a file in a language. Raises KeytallyError if the file cannot be read."""


class Adjudicating(NamedTuple):
    """An adjudication with a gold to check, its evaluation, and the language of the annotators' files."""

    adjudication: Adjudication
    evaluation: Evaluation
    language: Language


class CheckOptions(NamedTuple):
    """The user's settings for all files of a check; a setting that is None is taken from each file's pair."""

    task: str | None = None
    config: str | None = None
    texts: str | None = None
    role: Role | None = None
    select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()
    companions: Mapping[str, str] = {}
    allow: tuple[Path, ...] = ()


class Reference(NamedTuple):
    """The file that another file is compared with, its language, and the evaluation that compares them.

    `is_texts` is set for a texts file. `within` returns whether a path may be read.
    """

    path: Path
    shown: str
    language: Language
    evaluation: Evaluation
    is_texts: bool
    within: Within | None = None


class Plan(NamedTuple):
    """The plan for checking one file."""

    language: Language
    encoding: str | None = None
    reference: Reference | None = None
    adjudicating: "Adjudicating | None" = None


class Planner:
    """Makes plans from the user's settings, or from the pair of a file.

    `notes` collects the reasons why a pair's own settings were not used; `problems` collects the reasons why
    a keytally.toml could not be read.
    """

    def __init__(self, choices: CheckOptions) -> None:
        self._choices = choices
        self.reach = cache(lambda folder: Reach(folders_of(folder, choices.allow)))
        self._around = cache(self._discovered)
        self._evaluation = cache(_evaluation)
        self.notes: dict[str, None] = {}
        self.problems: dict[str, None] = {}

    def selection(self, path: Path) -> Selection:
        """Return the rules selected for a file."""
        return self._discovery(path).selection(path).narrowed(self._choices.select, self._choices.ignore)

    def plan(self, target: Target, beginning: str) -> Plan | None:
        """Return the plan for a file with this beginning; None if its language is unknown."""
        pair = self._pair(target.path)
        task = self._task(target)
        name = self._language_name(target, beginning, pair, task)
        if name is None:
            return None
        role = self._choices.role or role_of(target.path, [pair] if pair else [])
        scoring = self._scoring(name, target.path, pair, beginning, task)
        encoding = pair.encoding if pair else None
        if scoring is None:
            texts = self._companion_texts(name, target.path)
            language = registry.language(name, role, texts, target.path.name)
            return Plan(naming_files(language, target.path, self.reach(target.path.parent)), encoding)
        reference = self._reference(target.path, role, pair, scoring)
        # A gold has the form of a key; read as a response, it is not compared with its annotators.
        as_response = self._choices.role is Role.RESPONSE
        adjudicating = None if as_response else self._adjudicating(target.path, scoring)
        return Plan(_language(pair, scoring, role, target.path), encoding, reference, adjudicating)

    def can_be_imported(self, target: Target) -> bool:
        """Return whether a file could come from another program: neither the user nor a pair assigns it a
        task with its own languages.
        """
        pair = self._pair(target.path)
        task = self._choices.task or (pair.task if pair is not None else None)
        if task is None:
            return True

        known = registry.find_task(task)
        forms = registry.family_of(known.name).conversions() if known is not None else ()
        return any(form.kind == "entities and chains" and form.is_checked for form in forms)

    def plan_of_decisions(self, path: Path) -> Plan:
        """Return the plan for a decisions file; the adjudication's task determines document names."""
        from keytally.adjudication.decisions import DecisionsLanguage  # noqa: PLC0415 - only decisions pay for it

        found = next(iter(self._discovery(path).adjudications_of(path)), None)
        return Plan(
            DecisionsLanguage() if found is None else DecisionsLanguage(document_of=found.document_of)
        )

    def _adjudicating(self, path: Path, scoring: Evaluation) -> "Adjudicating | None":
        """Return the adjudication that has this file as its gold, or None."""
        if not scoring.can_merge:
            return None
        found = (each for each in self._discovery(path).adjudications if each.gold == path)
        adjudication = next((each for each in found if each.task == scoring.task), None)
        if adjudication is None:
            return None

        return Adjudicating(adjudication, scoring, scoring.language(Role.KEY))

    def _discovered(self, folder: Path) -> Discovery:
        found = discover_around(folder, workspace_of(folder), self.reach(folder))
        unread = (note for note in found.notes if is_project_file(note.path))
        self.problems.update(
            dict.fromkeys(line_of(note._replace(path=shown_path(note.path))) for note in unread)
        )
        return found

    def _discovery(self, path: Path) -> Discovery:
        """Return the pairs around a file; empty for a text that does not come from a file."""
        return self._around(path.parent) if path.is_absolute() else Discovery(path)

    def _pair(self, path: Path) -> Pair | None:
        """Return the first live pair of a file, or the pair that an annotator's file forms with its gold;
        None if there is neither.
        """
        found = self._discovery(path)
        holding = (pair for pair in found.live if path in (*pair.keys, *pair.responses, pair.texts))
        return next(chain(holding, found.coming_pairs(path)), None)

    def _task(self, target: Target) -> str | None:
        """Return the user's task, or None; in a directory, a task determined by the file name takes
        precedence.
        """
        task = self._choices.task
        known = registry.find_task(task) if task is not None else None
        by_name = registry.family_of(known.name).naming().task_by_name if known else None
        return by_name(target.path.name) if target.searched and by_name else task

    def _language_name(
        self, target: Target, beginning: str, pair: Pair | None, task: str | None
    ) -> str | None:
        """Return the language of a file, by default the language to which the user's companion files
        belong; None if the language is unknown.
        """
        name = language_of(target.path, beginning, [pair] if pair else [])
        if task is not None and (name is None or registry.languages()[name].scored):
            check_task(task)
            return registry.task_named(task).language
        return self._described_language() if name is None and not target.searched else name

    def _described_language(self) -> str | None:
        """Return the first language that takes one of the companion files that the user names; None if
        there is no such language.
        """
        known = registry.languages().values()
        taking = (each for each in known if each.scored and {*self._choices.companions} & {*each.companions})
        return next((each.id for each in taking), None)

    def _scoring(
        self, name: str, path: Path, pair: Pair | None, beginning: str, task: str | None
    ) -> Evaluation | None:
        """Return the evaluation that reads a file; None if a language alone is enough."""
        choices = self._choices
        if not registry.languages()[name].scored:
            return None
        texts = tuple(self._companion_texts(name, path).items())
        if task is None and choices.config is None and choices.texts is None:
            return self._scoring_of(pair, texts) if pair else None
        source = source_of(choices.config)
        task = task or (configured_task(source) if source else None) or (pair.task if pair else None)
        task = task or task_by_name(path.name) or task_of(beginning) or _first_task_of(name)
        if pair is None or pair.task != task or source is not None:
            return self._evaluation(task, source or configuration_of(task, beginning), (), texts)
        options = tuple(pair.options.items())
        return self._evaluation(task, pair.configuration, options, texts, pair.settings_within)

    def _companion_texts(self, name: str, path: Path) -> dict[str, str]:
        """Return the texts of the companion files for a file of that language."""
        taken = registry.languages()[name].companions
        if not taken:
            return {}
        found = self._discovery(path).companions_of(path) if path.is_absolute() else {}
        named = {kind: companion_of(kind, file) for kind, file in self._choices.companions.items()}
        found = {kind: source for kind, source in found.items() if kind in taken and kind not in named}
        named = {kind: source for kind, source in named.items() if kind in taken}
        return companion_texts(found, self._within(path)) | companion_texts(named)

    def _within(self, path: Path) -> Within:
        """Return the predicate for readable paths, from the pair of a file or from its directory."""
        pair = self._pair(path)
        within = pair.settings_within if pair is not None else None
        return within or self.reach(path.parent).holds

    def _scoring_of(self, pair: Pair, texts: Texts) -> Evaluation | None:
        """Return the evaluation of a pair; None, with a note, if its settings cannot be used."""
        try:
            settings = (pair.configuration, tuple(pair.options.items()), texts, pair.settings_within)
            return self._evaluation(pair.task, *settings)
        except KeytallyError as error:
            self.notes.update(dict.fromkeys(error.problems))
            return None

    def _reference(self, path: Path, role: Role, pair: Pair | None, scoring: Evaluation) -> Reference | None:
        """Return the texts file, or the key for a response, or None; the key is not used for tasks whose
        files only link into the texts.
        """
        if role is Role.TEXTS:
            return None
        if self._choices.texts is not None:
            texts = Path(self._choices.texts)
            language = registry.named(scoring.language(Role.TEXTS), texts.name)
            return Reference(absolute(texts), str(texts), language, scoring, True)
        if pair is not None and pair.texts is not None:
            language = language_in(pair, scoring, pair.texts)
            return Reference(
                pair.texts, str(shown_path(pair.texts)), language, scoring, True, pair.settings_within
            )
        compared = pair is not None and path in pair.responses and scoring.links is None
        key = pair.other(path) if pair is not None and compared else None
        if key is not None and pair is not None and is_there(key):
            language = _language(pair, scoring, Role.KEY, key)
            return Reference(key, str(shown_path(key)), language, scoring, False, pair.settings_within)
        return None


def _language(pair: Pair | None, scoring: Evaluation, role: Role, path: Path) -> Language:
    """Return the language of a file: the language of its pair, unless the user specifies another task or
    role.
    """
    if pair is not None and pair.task == scoring.task and pair.role_of(path) is role:
        return language_in(pair, scoring, path)
    return registry.named(scoring.language(role), path.name)


def _first_task_of(language: str) -> str:
    """Return the default task for a file of a language."""
    return next(task.name for task in registry.tasks().values() if task.language == language)


def _evaluation(
    task: str, source: Path | str | None, options: Options, texts: Texts, within: Within | None = None
) -> Evaluation:
    check_task(task)
    with readable_settings():
        return registry.evaluation(task, Settings(shown_path(source), None, options, dict(texts), within))


def judge_gold(gold: Reading, by: Adjudicating, read: ReadHome) -> Sequence[Home]:
    """Add the findings of an adjudication to its gold; return the files to which they refer."""
    from keytally.adjudication.decisions import DecisionsLanguage  # noqa: PLC0415 - only golds pay for it
    from keytally.adjudication.gold_findings import GoldFindings  # noqa: PLC0415
    from keytally.adjudication.states import LiveAdjudication  # noqa: PLC0415

    adjudication = by.adjudication
    homes = {name: read(path, by.language) for name, path in adjudication.annotators.items()}
    decisions = adjudication.decisions
    language = DecisionsLanguage(document_of=adjudication.document_of)
    decided = read(decisions, language) if decisions is not None and is_file(decisions) else None
    live = LiveAdjudication(
        by.evaluation,
        {name: home.reading for name, home in homes.items()},
        gold,
        decided and decided.reading,
        adjudication.has_finished,
    )
    live.update()
    GoldFindings(live, gold)
    return list(homes.values())
