"""A pair whose documents are scored apart: what is known of it before any of them is read."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from keytally.batch.errors import readable_settings
from keytally.batch.file_texts import FileTexts
from keytally.batch.items import check_response
from keytally.batch.oddities import lines_on_texts
from keytally.batch.pair_files import files_of, texts_of
from keytally.batch.request import Request
from keytally.batch.score import evaluation_of, settings_of
from keytally.batch.score_result import ScoreResult
from keytally.batch.scored_sum import sum_of
from keytally.evaluations import registry
from keytally.evaluations.abilities import Remarks
from keytally.evaluations.apart import NamesFiles, RemarksApart, ScoresApart
from keytally.evaluations.interface import Evaluation
from keytally.evaluations.settings import Settings


class ApartPair(NamedTuple):
    """A pair, its evaluation, the warnings about its configuration, and the texts of its two files."""

    request: Request
    evaluation: Evaluation
    told: Sequence[str]
    texts: FileTexts

    def settings(self) -> Settings:
        """The settings with the texts of the files that they name, which another machine need not have."""
        pair = self.request.pair
        settings = settings_of(pair, self.request.options)
        if isinstance(self.evaluation, NamesFiles):
            settings = self.evaluation.without_files(settings)
        configurations = registry.configurations_of(pair.task)
        if configurations is None or not isinstance(settings.source, Path):
            return settings
        with readable_settings():
            return settings._replace(text=configurations.text_of(settings.source))

    def in_short(self) -> ScoreResult | None:
        """The result in short from the texts of its files alone; None where documents are to be read."""
        request, evaluation, told, texts = self
        total = sum_of(request.pair, evaluation, texts)
        if total is None:
            return None
        order = lines_on_texts(request.pair, texts, request.shown)
        return ScoreResult(total, [*request.warnings, *told, *order], request.base, request.shown)


def apart_pair(request: Request) -> ApartPair | None:
    """The pair that is asked for; None where its documents are not scored apart.

    That is so for tasks whose scores need what is read, and for files that are compared with their texts.
    Raises KeytallyError where it cannot be scored.
    """
    pair, options, shown = request.pair, request.options, request.shown
    evaluation, told = evaluation_of(pair, options)
    if pair.texts is not None or not is_scored_apart(evaluation):
        return None
    check_response(evaluation, pair, shown[0])
    return ApartPair(request, evaluation, told, texts_of(pair, evaluation, dict(files_of(pair, shown))))


def is_scored_apart(evaluation: Evaluation) -> bool:
    """Whether documents of an evaluation can be scored by themselves, and all be told from these scores."""
    can_be = isinstance(evaluation, ScoresApart) and evaluation.can_be_apart
    return can_be and (not isinstance(evaluation, Remarks) or isinstance(evaluation, RemarksApart))
