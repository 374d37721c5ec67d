"""Analyses the errors of a response, for the command and the Python API."""

from collections.abc import Collection, Sequence

from keytally.batch.errors import KeytallyError
from keytally.batch.errors_result import EXAMPLES, ErrorsResult
from keytally.batch.score import score, score_configuration
from keytally.batch.score_result import ScoreResult
from keytally.batch.settings import FilePath, OptionValues
from keytally.error_analysis.analysis import FIRST, analysed
from keytally.evaluations.classified import ClassifiesDifferences
from keytally.findings.suggestion import did_you_mean


def errors(  # noqa: PLR0913 -- each is a choice of the command line
    key: FilePath,
    response: FilePath,
    *,
    task: str | None = None,
    config: FilePath | None = None,
    options: OptionValues | None = None,
    encoding: str | None = None,
    allow: Sequence[FilePath] = (),
    top: int = FIRST,
    classes: Collection[str] = (),
) -> ErrorsResult:
    """The differences of a response in classes, what each gains, and the `top` repairs to make first.

    The other arguments are those of `keytally.score`. `classes` narrows the list of differences and the
    repairs to these classes; the first words of a name stand for each class that begins so. Raises
    KeytallyError where the pair cannot be scored, for an unknown class, and for a task without classes.
    """
    result = score(key, response, task=task, config=config, options=options, encoding=encoding, allow=allow)
    return errors_of(result, top, classes)


def errors_configuration(
    config: FilePath,
    *,
    options: OptionValues | None = None,
    allow: Sequence[FilePath] = (),
    top: int = FIRST,
    classes: Collection[str] = (),
) -> ErrorsResult:
    """The same for the pair that a configuration file names; see `errors`."""
    return errors_of(score_configuration(config, options=options, allow=allow), top, classes)


def errors_of(result: ScoreResult, top: int = FIRST, classes: Collection[str] = ()) -> ErrorsResult:
    """The differences of a scored pair; see `errors`."""
    evaluation = result.live.evaluation
    if not isinstance(evaluation, ClassifiesDifferences):
        raise KeytallyError(f"{result.task} has no classes of differences")
    if not evaluation.difference_classes:
        raise KeytallyError(f"{result.signature} has no classes of differences: the order of the file counts")
    if top < 0:
        raise KeytallyError(f"{top} is no number of repairs; give 0 or more")
    names = {name for wanted in classes for name in _named(wanted, evaluation.difference_classes)}
    return ErrorsResult(result, analysed(result.live, top, names), None if names else EXAMPLES)


def _named(wanted: str, names: Sequence[str]) -> Sequence[str]:
    """The class of that name, else the classes that begin with these words."""
    asked = " ".join(wanted.lower().split())
    found = [name for name in names if name == asked] or [
        name for name in names if name.startswith(f"{asked} ")
    ]
    if not found:
        known = ", ".join(names)
        raise KeytallyError(f"there is no class {wanted!r}{did_you_mean(asked, names)}; there are: {known}")
    return found
