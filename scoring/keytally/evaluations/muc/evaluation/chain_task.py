"""What the coreference task does with chains: compares them, tells their differences, and repairs them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.evaluation.scored_chains import ScoredChains
from keytally.evaluations.muc.evaluation.task import MucTask
from keytally.evaluations.muc.formats.sgml.chains import NO_CHAINS, Chains, chains_of
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.language.sgml import SgmlLanguage
from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.scoring.coreference.score import CoreferenceScore, CoreferenceScoring

if TYPE_CHECKING:
    from keytally.evaluations.annotated import Rewriting
    from keytally.evaluations.classified import Difference
    from keytally.evaluations.muc.differences.chains.repairs import ChainRepairs

# What a score does not need is imported where it is used: a command starts sooner.
# ruff: noqa: PLC0415


class ChainTask(MucTask[ScoredChains, CoreferenceScore]):
    """Compares the chains of documents, and tells and repairs their differences.

    (keytally.evaluations.classified.ClassifiesDifferences)
    """

    def __init__(self, task: str, configuration: Configuration) -> None:
        super().__init__(task, configuration)
        self.syntax = SgmlSyntax.of(configuration)
        self._scoring = CoreferenceScoring(configuration)
        self._both_keys = configuration.scoring_method == "key2key"

    def language(self, role: Role) -> SgmlLanguage:
        """The language of files in that role; in key2key a response is read as a key."""
        return SgmlLanguage(self.syntax, self._role(role))

    def _role(self, role: Role) -> Role:
        return Role.KEY if role is Role.RESPONSE and self._both_keys else role

    def chains(self, unit: SgmlUnit | None, role: Role) -> Chains:
        """The chains of a unit in a file of that role; empty without a unit."""
        return NO_CHAINS if unit is None else chains_of(unit, self.syntax, self._role(role))

    def compare(self, scored: ScoredChains) -> CoreferenceScore:
        """Compare the units of a document again."""
        return self._compare(scored.document, scored.key, scored.response)

    def _compare(self, document: str, key: SgmlUnit | None, response: SgmlUnit | None) -> CoreferenceScore:
        return self._scoring.score(document, self.chains(key, Role.KEY), self.chains(response, Role.RESPONSE))

    @property
    def difference_classes(self) -> Sequence[str]:
        """The classes of differences between chains."""
        from keytally.measures.chains.differences import CLASSES

        return CLASSES

    def differences(self, scores: Sequence[ScoredChains]) -> "Sequence[Difference]":
        """The differences of a document in the order of the response."""
        from keytally.evaluations.muc.differences.chains.classes import chain_differences

        return [each for scored in scores for each in chain_differences(self.detail(scored))]

    def difference_counts(self, scores: Sequence[ScoredChains]) -> Mapping[str, int]:
        """The links that recall and precision lack."""
        from keytally.evaluations.muc.differences.chains.classes import lost_links

        lost = Counter[str]()
        for scored in scores:
            lost.update(lost_links(scored.counts))
        return lost

    def repair(
        self, key: Sequence[SgmlUnit], response: Sequence[SgmlUnit], differences: "Sequence[Difference]"
    ) -> "Rewriting":
        """The edits of the response's tags that repair differences."""
        return self._repairs.repair(response, differences)

    @cached_property
    def _repairs(self) -> "ChainRepairs":
        from keytally.evaluations.muc.differences.chains.repairs import ChainRepairs

        return ChainRepairs(self.language(Role.RESPONSE), lambda *units: self._compare("", *units))
