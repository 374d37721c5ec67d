"""Scores one pair of files, for the command and the Python API."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from keytally.batch.annotated import annotated
from keytally.batch.errors import KeytallyError, readable_settings
from keytally.batch.files import filled_text, read_text
from keytally.batch.files import shown as shown_path
from keytally.batch.items import check_items, check_response
from keytally.batch.order import check_order
from keytally.batch.settings import (
    FilePath,
    OptionValues,
    Overrides,
    as_overrides,
    check_options,
    check_task,
    companion_texts,
    configuration_at,
    configuration_warnings,
    configured_task,
    source_of,
    task_for,
)
from keytally.batch.stated import options_over, stated_pair
from keytally.batch.writing import write_reports
from keytally.engine.engine import Engine
from keytally.engine.joined_readings import JoinedReadings
from keytally.engine.live_pair import LivePair
from keytally.evaluations import registry
from keytally.evaluations.abilities import PrintsAsProgram, Remarks
from keytally.evaluations.interface import ReportError, Role
from keytally.evaluations.settings import Settings
from keytally.project.folder_pairs import with_files
from keytally.project.pair import Pair
from keytally.text.paths import absolute
from keytally.text.plural import quantity

_ROLES = (Role.KEY, Role.RESPONSE)


class ScoreResult:
    """The score of a response against its key.

    All counts and ratios stand in `values`, the JSON document that `keytally score --format json`
    prints; the other attributes are its parts. Percentages are unrounded, from 0 to 100.
    """

    def __init__(
        self, live: LivePair, warnings: Sequence[str] = (), base: str = "", shown: Sequence[Path] = ()
    ) -> None:
        self._live = live
        self._base = base
        self._shown = shown
        self.warnings = (*warnings, *self._remarks())

    def __repr__(self) -> str:
        return f"<ScoreResult {self.task} {self.headline_name} {self.headline:.2f}>"

    @property
    def pair(self) -> Pair:
        """The scored pair with its settings."""
        return self._live.pair

    @property
    def task(self) -> str:
        """The task's name."""
        return self._live.evaluation.task

    @property
    def signature(self) -> str:
        """Name and version, the task, and every option that is not at its default."""
        return self._live.evaluation.signature

    @property
    def headline(self) -> float:
        """The number that stands for the whole result, in percent; its measure is `headline_name`."""
        return self._live.headline()

    @property
    def headline_name(self) -> str:
        """The name of the headline's measure: `P&R` (F with equal weight), `F`, `R` (recall), `F_0.5`, …"""
        return self._live.evaluation.headline_name

    @cached_property
    def values(self) -> dict[str, Any]:
        """The whole result as plain values."""
        return self._live.evaluation.report_json(self._scores)

    @property
    def totals(self) -> dict[str, Any]:
        """The tallies over all documents; for a task without tallies its scores."""
        totals: dict[str, Any] = self.values["totals" if "totals" in self.values else "scores"]
        return totals

    @property
    def documents(self) -> dict[str, dict[str, Any]]:
        """The tallies of each document, by its number; for other tasks the result of each item."""
        documents: dict[str, dict[str, Any]] = self.values[
            "documents" if "documents" in self.values else "items"
        ]
        return documents

    def text(self, *, verbose: int = 0) -> str:
        """The page of totals; with `verbose` each document's page too, and with 2 a task's details."""
        printed = self._program_output(verbose)
        return printed or self._live.evaluation.report_text(self._scores, verbose)

    def _remarks(self) -> Sequence[str]:
        """The evaluation's remarks on the score."""
        evaluation = self._live.evaluation
        if not isinstance(evaluation, Remarks):
            return ()
        return evaluation.remarks(self._scores, self._live.response.units)

    @cached_property
    def _scores(self) -> list[Any]:
        """The scores of all documents."""
        return self._live.scores()

    def _program_output(self, verbose: int) -> str | None:
        """The output in another program's format, if the options ask for it."""
        live, pair = self._live, self.pair
        if not isinstance(live.evaluation, PrintsAsProgram):
            return None
        key, response = self._shown or (pair.key, pair.response)
        return live.evaluation.program_output(
            self._scores, live.key.units, live.response.units, (str(key), str(response)), verbose
        )

    @property
    def is_marked(self) -> bool:
        """Whether users read the task as verdicts beside each piece of the response."""
        return registry.task_named(self.task).marked

    def marked(self, *, colour: bool = False) -> str:
        """The response with a verdict around each tag, and with the missing ones, for a terminal."""
        pair = self.pair
        texts = [self._marked_file(path, colour) for path in pair.responses]
        if pair.response_files is None:
            return texts[0]
        return "\n".join(f"{path.name}\n{text}" for path, text in zip(pair.responses, texts, strict=True))

    def _marked_file(self, path: Path, colour: bool) -> str:
        text = "".join(unit.text for unit in self._live.reading(path).units)
        return annotated(text, self._live.marks(Role.RESPONSE, 0, len(text), path), colour)

    @cached_property
    def reports(self) -> Mapping[str, str]:
        """The text of each report that the configuration asks for, by its configured name."""
        return self._live.report_files()

    def write_reports(self, folder: FilePath) -> list[Path]:
        """Write the reports below `folder`, and return their paths.

        Raises KeytallyError for a report outside of `folder` or over a file that was read.
        """
        return self._write(Path(folder), "")

    def write_configured_reports(self) -> list[Path]:
        """Write the reports to the places that the configuration file names, below its own folder."""
        if not isinstance(self.pair.configuration, Path):
            raise KeytallyError("no configuration file says where reports belong; name a folder")
        return self._write(self.pair.configuration.parent, self._base)

    def _write(self, folder: Path, base: str) -> list[Path]:
        pair = self.pair
        parts = (*pair.keys, *pair.responses, pair.texts, *pair.companions.values(), pair.configuration)
        read = [path for path in parts if isinstance(path, Path)]
        try:
            return write_reports(self.reports, folder, read, base)
        except ReportError as error:
            raise KeytallyError(str(error)) from error

    @property
    def live(self) -> LivePair:
        """The engine's pair, with the verdicts on each fill."""
        return self._live


def score(  # noqa: PLR0913 -- each is a choice of the command line
    key: FilePath,
    response: FilePath,
    *,
    task: str | None = None,
    config: FilePath | None = None,
    texts: FilePath | None = None,
    options: OptionValues | None = None,
    encoding: str | None = None,
) -> ScoreResult:
    """Score a response against a key.

    `config` is a configuration file or the name of a built-in one; without it a companion file beside
    the key, such as the BNF of templates, may give one, as `keytally init` does. `task` may be left
    out: it is then the configuration's, else it is told from the key. What is not given is what the nearest
    keytally.toml states of the two, as in the server. `options` are set after the
    configuration's own, as `-O` does: `{"ne_allow_incorrect": "yes"}`. `encoding` is that of files
    that are not UTF-8. `texts` plays no part in the score: a key or a response that departs from
    it gives a line in the result's `warnings`.

    Raises KeytallyError where the pair cannot be scored.
    """
    overrides = as_overrides(options or {})
    given = source_of(config)
    files = absolute(Path(key)), absolute(Path(response))
    wanted = task or (configured_task(given) if given is not None else None)
    stated, warnings = stated_pair(*files, wanted)
    source = given if stated is None or given is not None else stated.configuration
    overridden = options_over(stated, overrides)
    wanted = wanted or (stated.task if stated else None)
    chosen = task_for(wanted, source, overridden, Path(key), Path(response))
    check_options(chosen.task, overrides)
    pair = Pair(
        chosen.task,
        *files,
        texts=absolute(Path(texts)) if texts is not None else stated.texts if stated else None,
        companions=stated.companions if stated else _companions_beside(files[0], chosen.task, source),
        configuration=source,
        encoding=encoding or (stated.encoding if stated else None),
        origin=stated.origin if stated else "command line",
        both_keys=chosen.both_keys,
    )
    return score_pair(with_files(pair), overridden, (Path(key), Path(response)), warnings=warnings)


def _companions_beside(key: Path, task: str, source: Path | str | None) -> dict[str, Path | str]:
    """The companion files in a key's folder, if its task takes any and no configuration is named."""
    known = registry.find_task(task)
    if known is None or not known.companions or source is not None:
        return {}
    from keytally.project.discovery import companions_of_key  # noqa: PLC0415 - few tasks take companion files

    return companions_of_key(key, task)


def score_configuration(config: FilePath, *, options: OptionValues | None = None) -> ScoreResult:
    """Score the pair that a configuration file names, as `keytally score CONFIG` does.

    Raises KeytallyError where the pair cannot be scored.
    """
    path, overrides = Path(config), as_overrides(options or {})
    with readable_settings():
        named, shown = configuration_at(path).checked_pair(path, overrides)
    check_options(named.task, overrides)
    pair = Pair(
        named.task,
        named.key,
        named.response,
        configuration=absolute(path),
        origin=f"configuration file {path}",
        both_keys=named.both_keys,
    )
    try:
        return score_pair(pair, overrides, shown, named.base)
    except KeytallyError as error:
        with readable_settings():
            odd = configuration_warnings(pair, overrides)
        raise KeytallyError(*error.problems, *(f"warning: {line}" for line in odd)) from error


def score_pair(
    pair: Pair, overrides: Overrides, shown: Sequence[Path], base: str = "", warnings: Sequence[str] = ()
) -> ScoreResult:
    """Score a pair; `shown` are the names of its key and its response in messages.

    `base` is put before the configured names of written reports. `warnings` are those known before.
    """
    check_task(pair.task)
    texts = companion_texts(pair.companions)
    settings = Settings(shown_path(pair.configuration), options=overrides, companions=texts)
    with readable_settings():
        scoring = registry.evaluation(pair.task, settings)
        warnings = [*warnings, *configuration_warnings(pair, overrides)]
    check_response(scoring, pair, shown[0])
    engine = Engine(compares_texts=pair.texts is not None, judges=False)
    for path, name in _files(pair, shown):
        engine.open(path, _text(path, name, pair))
    if pair.texts is not None:
        engine.open(pair.texts, _text(pair.texts, pair.texts, pair))
    live = engine.add_pair(pair, scoring)
    task = registry.task_named(pair.task)
    if pair.texts is not None and not task.texts_language:
        warnings.append(f"{pair.task} compares no texts: {pair.texts.name} plays no part")
    warnings += [f"{shown[1]}: there is no file {name} here; it counts as 0" for name in pair.absent]
    for side, name, role in zip((live.key, live.response), shown, _ROLES, strict=True):
        if pair.key_files is None:
            warnings += check_items(scoring, side, name, role)
        warnings += _unnumbered(side, name)
        if pair.texts is not None:
            warnings += _alterations(side, name, task.texts_rule)
    check_order(live, shown[1])
    live.work()
    return ScoreResult(live, warnings, base, shown)


def _files(pair: Pair, shown: Sequence[Path]) -> Iterator[tuple[Path, Path]]:
    """The files of both sides, and their names in messages. Raises KeytallyError for unpaired folders."""
    if registry.task_named(pair.task).folder and pair.key.is_dir() != pair.response.is_dir():
        file = shown[0] if pair.response.is_dir() else shown[1]
        problem = "this is a file and the other a folder" if file.exists() else "there is no such folder"
        raise KeytallyError(f"{file}: {problem}; give two folders or two files")
    if not pair.keys:
        raise KeytallyError(f"{shown[0]}: no file of the task {pair.task} in this folder; is it the key's?")
    for name, side, paths in zip(shown, (pair.key, pair.response), (pair.keys, pair.responses), strict=True):
        for path in paths:
            yield path, name if path == side else name / path.relative_to(side)


def _unnumbered(side: JoinedReadings, name: Path) -> list[str]:
    """A warning for each file whose documents only their order identifies."""
    count = len(side.documents.units_of(""))
    what = f"{quantity(count, 'document')} {'has' if count == 1 else 'have'}"
    return [f"{name}: {what} no number; such documents are compared in their order"] if count else []


def _alterations(side: JoinedReadings, name: Path, rule: str) -> list[str]:
    """A warning for each file whose text differs from the texts, since that affects the alignment."""
    count = sum(found.finding.rule.name == rule for found in side.findings)
    where = f"{name}: the text departs from the texts in {quantity(count, 'place')}"
    return [f"{where}; see keytally check"] if count else []


def _text(path: Path, name: Path, pair: Pair) -> str:
    """The text of a file that messages call `name`.

    A file in a folder may be empty, and so may a response: a system may have found nothing.
    """
    may_be_empty = pair.key_files is not None or path not in (*pair.keys, pair.texts)
    return read_text(name, pair.encoding).text if may_be_empty else filled_text(name, pair.encoding)
