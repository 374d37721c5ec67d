"""The template tasks as evaluations: template files in; scores, marks and reports out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from keytally.evaluations.interface import Language, Mark, Role
from keytally.evaluations.muc.configuration import Configuration
from keytally.evaluations.muc.formats.bnf.language import bnf_of
from keytally.evaluations.muc.formats.bnf.model import Bnf
from keytally.evaluations.muc.formats.sgml.language import language as sgml_language
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.formats.templates.language import TemplateLanguage
from keytally.evaluations.muc.formats.templates.objects import objects
from keytally.evaluations.muc.formats.templates.syntax import TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.evaluations.muc.model import MucObject
from keytally.evaluations.muc.reports.files import report_files
from keytally.evaluations.muc.rules.templates_links import judge_links
from keytally.evaluations.muc.scoring.explanation import Explanation
from keytally.evaluations.muc.scoring.result import DocumentScore, ObjectPair
from keytally.evaluations.muc.scoring.templates import TemplateScoring
from keytally.evaluations.muc.scoring.verdicts import Verdict, Verdicts
from keytally.evaluations.muc.tallying import TallyingTask, configuration_for
from keytally.evaluations.muc.texts_file import TextsFile
from keytally.evaluations.settings import Settings
from keytally.findings.finding import Finding
from keytally.tallies.tabulation import Tabulation

Units = Sequence[TemplateUnit]


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """A document's rows, and the units that they compare."""

    document: str
    tabulation: Tabulation
    key: Units
    response: Units


class Placement:
    """Where the objects of one side of a document stand, and which pairs are shown in which unit.

    `units` are those of this side in file order, `others` the objects of the other side in theirs. What a
    side lacks is shown behind the partner of what stands before it there; without such behind the last
    object of its class, else behind the last one.
    """

    def __init__(self, units: Mapping[MucObject, TemplateUnit], others: Iterable[MucObject]) -> None:
        self.units = units
        self._others = others
        self._anchors: dict[MucObject, MucObject] = {}
        self._last: dict[str | None, MucObject] = {}
        self._shown: dict[TemplateUnit, list[ObjectPair]] | None = None

    def anchor(self, lacked: MucObject) -> MucObject | None:
        """The object behind which one that this side lacks would stand; None where it has none at all."""
        return self._anchors.get(lacked) or self._last.get(lacked.class_name) or self._last.get(None)

    def pairs_in(self, unit: TemplateUnit, score: DocumentScore, key_side: bool) -> Sequence[ObjectPair]:
        """The pairs of this document's score that are shown in a unit."""
        if self._shown is None:
            pairs = [pair for pairs in score.classes.values() for pair in pairs]
            sides = [(pair.key, pair.response)[:: 1 if key_side else -1] for pair in pairs]
            self._set_anchors(
                {other: mine for mine, other in sides if mine is not None and other is not None}
            )
            self._shown = {}
            for pair, (mine, other) in zip(pairs, sides, strict=True):
                shown = mine or (self.anchor(other) if other is not None else None)
                if shown is not None:
                    self._shown.setdefault(self.units[shown], []).append(pair)
        return self._shown.get(unit, ())

    def _set_anchors(self, partners: Mapping[MucObject, MucObject]) -> None:
        """Find what the other side's objects without partners would stand behind."""
        for single in self.units:
            self._last[single.class_name] = self._last[None] = single
        before: MucObject | None = None
        for other in self._others:
            before = partners.get(other, before)
            if before is not None:
                self._anchors[other] = before


@dataclass(frozen=True, slots=True, eq=False)
class PlacedScore(DocumentScore):
    """The score of one document with the places of its objects: the key's and the response's."""

    key: Placement
    response: Placement


class Explained(NamedTuple):
    """Why an object is aligned as it is, and in which units the objects of the other side stand."""

    why: Explanation
    units: Mapping[MucObject, TemplateUnit]


class TemplateTask(TallyingTask[Scored, PlacedScore]):
    """A template task under one configuration (keytally.evaluations.interface.Evaluation)."""

    def __init__(self, task: str, configuration: Configuration, bnf: Bnf | None = None) -> None:
        super().__init__(task, configuration)
        self._syntax = TemplateSyntax.of(configuration, bnf)
        self._scoring = TemplateScoring(configuration)
        self._verdicts = Verdicts(configuration)
        both_keys = configuration.scoring_method.lower() == "key2key"
        self._roles = {Role.RESPONSE: Role.KEY} if both_keys else {}

    def language(self, role: Role) -> Language:
        """How files of that role are read: texts are SGML; in key2key a response is read as a key."""
        if role is Role.TEXTS:
            return sgml_language(role)
        return TemplateLanguage(self._syntax, self._roles.get(role, role))

    def score(self, document: str, key: Units, response: Units) -> Sequence[Scored]:
        """The score of one document, from its units on both sides."""
        score = self._compare(document, key, response)
        scored = Scored(document, score.tabulation, key, response)
        self.remember(scored, score)
        return [scored]

    def compare(self, scored: Scored) -> PlacedScore:
        """Score again what a document's rows were made from."""
        return self._compare(scored.document, scored.key, scored.response)

    def _compare(self, document: str, key: Units, response: Units) -> PlacedScore:
        mine, other = self._objects(key, Role.KEY), self._objects(response, Role.RESPONSE)
        score = self._scoring.score(document, list(mine), list(other))
        places = Placement(mine, other), Placement(other, mine)
        return PlacedScore(document, score.classes, score.tabulation, *places, twins=score.twins)

    def _objects(self, units: Units, role: Role) -> dict[MucObject, TemplateUnit]:
        """The objects of units in file order, each with its unit."""
        role = self._roles.get(role, role)
        return {single: unit for unit in units for single in objects(unit, self._syntax, role)}

    def compare_texts(self, unit: TemplateUnit, reference: TemplateUnit | None) -> Sequence[Finding]:
        """Nothing: a template file holds no copy of the texts."""
        return ()

    def texts_of(self, units: Iterable[SgmlUnit]) -> TextsFile:
        """The texts as links count in them."""
        return TextsFile(units)

    def compare_links(self, unit: TemplateUnit, name: str, texts: TextsFile) -> Sequence[Finding]:
        """The links of a unit that lead to something else than their fill."""
        return tuple(judge_links(unit, name, texts, self._syntax))

    def marks(self, score: Scored, side: Role, unit: TemplateUnit) -> Iterator[Mark]:
        """The verdicts of a document that stand in one unit of a side."""
        detail, key_side = self.detail(score), side is Role.KEY
        mine, other = (detail.key, detail.response) if key_side else (detail.response, detail.key)
        for pair in mine.pairs_in(unit, detail, key_side):
            for verdict in self._verdicts.of_pair(pair, key_side):
                mark = _mark(verdict, mine, other)
                if mark is not None:
                    yield mark

    def pairs_in_file_order(self, class_name: str) -> bool:
        """Whether objects of a class (lower case) pair first with first, whatever they hold."""
        return self._scoring.pairs_in_file_order(class_name)

    def explain(self, scored: Scored, side: Role, unit: TemplateUnit) -> Sequence[Explained]:
        """Why the objects of a unit are aligned as they are, in the order in which they stand there."""
        detail = self.detail(scored)
        own = detail.key if side is Role.KEY else detail.response
        other = detail.response if side is Role.KEY else detail.key
        found = (
            self._scoring.explain(detail, list(detail.key.units), list(detail.response.units), single)
            for single, home in own.units.items()
            if home is unit
        )
        return [Explained(why, other.units) for why in found if why is not None]

    def report_files(self, scores: Sequence[Scored], key: Units, response: Units) -> Mapping[str, str]:
        """The reports that the configuration asks for, by the name that it gives each."""
        return report_files([self.detail(scored) for scored in scores], self.configuration)


def evaluation(settings: Settings, task: str) -> TemplateTask:
    """The task under these settings. Raises SettingsError for a configuration that has errors."""
    bnf = None if settings.bnf is None else bnf_of(settings.bnf)
    return TemplateTask(task, configuration_for(settings, task), bnf)


def _mark(verdict: Verdict, mine: Placement, other: Placement) -> Mark | None:
    """A verdict where it stands; None where a side has nothing that it could stand behind."""
    owner, start, end, status, level, label, partner = verdict
    counterpart = None if partner is None else (other.units[partner.owner], partner.start, partner.end)
    if owner is None and partner is not None:
        owner = mine.anchor(partner.owner)
        start = end = owner.end if owner is not None else 0
    if owner is None:
        return None
    return Mark(mine.units[owner], start, end, status, level, label, counterpart)
