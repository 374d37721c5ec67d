"""How each file of a check is to be read: its language, its role, and the text it was made from."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from keytally.batch.errors import KeytallyError, readable_settings
from keytally.batch.files import shown
from keytally.batch.settings import bnf_source_of, bnf_text, check_task, source_of, task_named_by
from keytally.batch.targets import Target, workspace_of
from keytally.engine.languages import language_in
from keytally.evaluations.interface import Evaluation, Language, Role
from keytally.evaluations.registry import JUDGED_BY_BNF, TASKS, TEMPLATES, evaluation, language, named
from keytally.evaluations.settings import Settings
from keytally.findings.selection import Selection
from keytally.project.configurations import absolute
from keytally.project.conventions import task_by_extension, task_of
from keytally.project.discovery import Discovery, discover_around
from keytally.project.languages import language_of, role_in, role_of
from keytally.project.pair import Pair
from keytally.project.tasks import CPA_TASKS, format_of

DEFAULT_SGML_TASK = "named_entity"
_SCORED_BY = ("muc-config", "muc-bnf")
"""The languages of files that say how others are scored."""

Options = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Choices:
    """What the person says of all files of a check; None leaves it to each file's pair."""

    task: str | None = None
    config: str | None = None
    texts: str | None = None
    role: Role | None = None
    select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()
    bnf: str | None = None


class Reference(NamedTuple):
    """The file that another is compared with, how it is read, and whose rules they are compared by.

    `is_texts` is set where it is a texts file.
    """

    path: Path
    shown: str
    language: Language
    evaluation: Evaluation
    is_texts: bool


class Plan(NamedTuple):
    """How one file is checked."""

    language: Language
    encoding: str | None = None
    reference: Reference | None = None


class Planner:
    """Makes plans by the person's choices, else by the pair that a file belongs to.

    `notes` gathers what kept a pair's own settings from being used.
    """

    def __init__(self, choices: Choices) -> None:
        self._choices = choices
        self._around = cache(lambda folder: discover_around(folder, workspace_of(folder)))
        self._evaluation = cache(_evaluation)
        self.notes: dict[str, None] = {}

    def selection(self, path: Path) -> Selection:
        """The rules that count in a file."""
        return self._discovery(path).selection(path).narrowed(self._choices.select, self._choices.ignore)

    def plan(self, target: Target, beginning: str) -> Plan | None:
        """How to check a file that begins so; None for a file of no language that is known."""
        pair = self._pair(target.path)
        task = self._task(target)
        name = self._language_name(target, beginning, pair, task)
        if name is None:
            return None
        role = self._choices.role or role_of(target.path, [pair] if pair else [])
        scoring = self._scoring(name, target.path, pair, beginning, task)
        encoding = pair.encoding if pair else None
        if scoring is None:
            return Plan(language(name, role, self._bnf(name, target.path), target.path.name), encoding)
        reference = self._reference(target.path, role, pair, scoring)
        return Plan(_language(pair, scoring, role, target.path), encoding, reference)

    def _discovery(self, path: Path) -> Discovery:
        """What belongs together around a file; nothing around a text that stands in none."""
        return self._around(path.parent) if path.is_absolute() else Discovery(path)

    def _pair(self, path: Path) -> Pair | None:
        """The first live pair of a file."""
        live = self._discovery(path).live
        return next((pair for pair in live if path in (*pair.keys, *pair.responses, pair.texts)), None)

    def _task(self, target: Target) -> str | None:
        """The task that the person names; in a folder, files of corpus patterns go by their extensions."""
        task = self._choices.task
        return task_by_extension(target.path.name) if target.searched and task in CPA_TASKS else task

    def _language_name(
        self, target: Target, beginning: str, pair: Pair | None, task: str | None
    ) -> str | None:
        """A file's language; a file that is named with a BNF and of no other language is of templates."""
        name = language_of(target.path, beginning, [pair] if pair else [])
        if task is not None and name not in _SCORED_BY:
            check_task(task)
            return format_of(task)
        is_described = self._choices.bnf is not None and not target.searched
        return TEMPLATES if name is None and is_described else name

    def _scoring(
        self, name: str, path: Path, pair: Pair | None, beginning: str, task: str | None
    ) -> Evaluation | None:
        """The evaluation that says how a file is read; None where a language is enough."""
        choices = self._choices
        if name in _SCORED_BY:
            return None
        bnf = self._bnf(name, path)
        if task is None and choices.config is None and choices.texts is None:
            return self._scoring_of(pair, bnf) if pair else None
        source = source_of(choices.config)
        task = task or (task_named_by(source) if source else None) or (pair.task if pair else None)
        task = task or task_of(beginning) or DEFAULT_SGML_TASK
        if pair is None or pair.task != task or source is not None:
            return self._evaluation(task, source, (), bnf)
        return self._evaluation(task, pair.configuration, tuple(pair.options.items()), bnf)

    def _bnf(self, name: str, path: Path) -> str | None:
        """The text of the BNF that a file is judged by."""
        if name not in JUDGED_BY_BNF:
            return None
        chosen = bnf_source_of(self._choices.bnf)
        if chosen is None and path.is_absolute():
            chosen = self._discovery(path).bnf_of(path)
        return None if chosen is None else bnf_text(chosen)

    def _scoring_of(self, pair: Pair, bnf: str | None) -> Evaluation | None:
        """The evaluation of a pair; None, with a note, where its settings are of no use."""
        if pair.task not in TASKS:
            return None
        try:
            return self._evaluation(pair.task, pair.configuration, tuple(pair.options.items()), bnf)
        except KeytallyError as error:
            self.notes.update(dict.fromkeys(error.problems))
            return None

    def _reference(self, path: Path, role: Role, pair: Pair | None, scoring: Evaluation) -> Reference | None:
        """The texts, else the key for a response."""
        if role is Role.TEXTS:
            return None
        if self._choices.texts is not None:
            texts = Path(self._choices.texts)
            return Reference(absolute(texts), str(texts), scoring.language(Role.TEXTS), scoring, True)
        if pair is not None and pair.texts is not None:
            language = scoring.language(Role.TEXTS)
            return Reference(pair.texts, str(shown(pair.texts)), language, scoring, True)
        key = pair.other(path) if pair is not None and path in pair.responses else None
        if key is not None and pair is not None:
            language = _language(pair, scoring, Role.KEY, key)
            return Reference(key, str(shown(key)), language, scoring, False)
        return None


def _language(pair: Pair | None, scoring: Evaluation, role: Role, path: Path) -> Language:
    """How a file is read: as its pair says, unless the person says that it is something else."""
    if pair is not None and pair.task == scoring.task and role_in(pair, path) is role:
        return language_in(pair, scoring, path)
    return named(scoring.language(role), path.name)


def _evaluation(task: str, source: Path | str | None, options: Options, bnf: str | None) -> Evaluation:
    check_task(task)
    with readable_settings():
        return evaluation(task, Settings(shown(source), options=options, bnf=bnf))
