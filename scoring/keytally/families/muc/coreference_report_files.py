"""Report files of the coreference task: mentions as objects, summary, and partitions."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from keytally.families.contract import Role
from keytally.families.muc.coreference_reports import coreference_scores, measures_table
from keytally.families.muc.model import Configuration, Fill, MucObject, Slot, SlotDefinition
from keytally.families.muc.report_files import Render, Starts, extraction_summary, map_history, named_reports
from keytally.families.muc.scoring.coreference import ChainSide, CoreferenceScore
from keytally.families.muc.scoring.fills import StringComparison
from keytally.families.muc.scoring.results import DocumentScore, FillPair, FillPlace, ObjectPair, SlotPair
from keytally.families.muc.sgml.chains import Chains
from keytally.families.muc.sgml.syntax import SgmlSyntax
from keytally.families.muc.sgml.unit import element_objects
from keytally.tallies.status import Status
from keytally.tallies.tally import TOTAL, Row, Tally

# Mentions as pairs of objects with slots, for the reports that show single fills.
#
# They do not affect the score. Aligned mentions are correct, and so are their texts, because MIN replaces
# them. A REF is a pointer (manual, "Map History Files"): it is correct if its two targets are aligned with
# each other. An optional mention without a partner is `opt`.


_ONLY_ONE = FillPlace(0, 0)
_COUNTED = {Status.CORRECT: "cor", Status.PARTIAL: "par", Status.INCORRECT: "inc"} | {
    Status.MISSING: "mis",
    Status.SPURIOUS: "spu",
}


class MentionObjects:
    """Converts scores to object pairs for one configuration."""

    def __init__(self, configuration: Configuration, syntax: SgmlSyntax) -> None:
        self._configuration = configuration
        self._syntax = syntax
        self._strings = StringComparison(configuration)
        self._response_role = Role.KEY if configuration.scoring_method == "key2key" else Role.RESPONSE

    def document(self, score: CoreferenceScore) -> DocumentScore:
        """Return a document's mentions as object pairs by class: those of the key in order, then spurious
        ones.
        """
        keys = self._objects(score.key.chains, Role.KEY)
        responses = self._objects(score.response.chains, self._response_role)
        classes: dict[str, list[ObjectPair]] = {each.name: [] for each in self._configuration.classes}
        for mention, obj in enumerate(keys):
            partner = score.key.partners[mention]
            pair = self._pair(score, mention, obj, None if partner is None else responses[partner])
            classes[obj.class_name].append(pair)
        for mention, obj in enumerate(responses):
            if score.response.partners[mention] is None:
                classes[obj.class_name].append(self._spurious(score, mention, obj))
        named = {name: pairs for name, pairs in classes.items() if pairs}
        return DocumentScore(score.document, named, _tabulation(named))

    def _objects(self, chains: Chains, role: Role) -> list[MucObject]:
        """Return a side's mentions as objects, with their IDs as identifiers."""
        if chains.unit is None:
            return []
        found = element_objects(chains.unit, self._syntax, role)
        return [
            obj.with_slots(chains.attributes[mention].identifier or obj.one_up, self._slots(obj))
            for mention, obj in enumerate(found)
        ]

    def _slots(self, obj: MucObject) -> Mapping[str, Slot]:
        """Return an object's slots, with the REF as a pointer, as in templates."""
        slots = dict(obj.slots)
        reference = slots.get(self._syntax.reference)
        if reference is not None:
            [[fill]] = reference.alternatives
            pointer = f"<{obj.class_name.upper()}-{obj.document}-{fill.text}>"
            slots[self._syntax.reference] = Slot(((Fill(pointer, fill.start, fill.end),),))
        return slots

    def _pair(
        self, score: CoreferenceScore, mention: int, key: MucObject, response: MucObject | None
    ) -> ObjectPair:
        if response is None:
            status = score.status(mention, key_side=True)
            return ObjectPair(status, key, None, dict(self._unpaired_slots(key, status, key_side=True)))
        slots = {
            definition.name: self._slot_pair(definition, score, mention, key, response)
            for definition in self._filled(key, response)
        }
        return ObjectPair(Status.CORRECT, key, response, slots)

    def _spurious(self, score: CoreferenceScore, mention: int, obj: MucObject) -> ObjectPair:
        status = score.status(mention, key_side=False)
        return ObjectPair(status, None, obj, dict(self._unpaired_slots(obj, status, key_side=False)))

    def _filled(self, *sides: MucObject) -> Iterator[SlotDefinition]:
        """Yield the definitions of the slots that have a fill on either side."""
        for definition in self._configuration.slots_of(sides[0].class_name):
            if any(definition.name in side.slots for side in sides):
                yield definition

    def _unpaired_slots(
        self, obj: MucObject, status: Status, key_side: bool
    ) -> Iterator[tuple[str, SlotPair]]:
        for definition in self._filled(obj):
            verdict = status if definition.scored else Status.UNSCORED
            yield definition.name, _one_sided(verdict, key_side)

    def _slot_pair(
        self,
        definition: SlotDefinition,
        score: CoreferenceScore,
        mention: int,
        key: MucObject,
        response: MucObject,
    ) -> SlotPair:
        mine, other = key.slots.get(definition.name), response.slots.get(definition.name)
        if mine is None or other is None:
            status = Status.MISSING if other is None else Status.SPURIOUS
            return _one_sided(status if definition.scored else Status.UNSCORED, other is None)
        verdict = Status.UNSCORED
        if definition.scored:
            verdict = self._compared(definition, score, mention, (mine, other))
        return SlotPair(_tally(verdict), (FillPair(verdict, _ONLY_ONE, _ONLY_ONE),), 0, 0)

    def _compared(
        self, definition: SlotDefinition, score: CoreferenceScore, mention: int, slots: tuple[Slot, Slot]
    ) -> Status:
        """Return the verdict for two fills of aligned mentions."""
        if definition.name == self._syntax.reference:
            return _pointed(score, mention)
        if definition.name == self._syntax.text:
            return Status.CORRECT
        mine, other = (slot.alternatives[0][0].text for slot in slots)
        if definition.kind == "string":
            return self._strings.status(mine, other)
        return Status.CORRECT if mine.lower() == other.lower() else Status.INCORRECT


def _pointed(score: CoreferenceScore, mention: int) -> Status:
    """Return the verdict for the REFs of an aligned mention and its partner: whether they lead to aligned
    mentions.
    """
    partner = score.key.partners[mention]
    mine = score.key.chains.antecedent(mention)
    other = None if partner is None else score.response.chains.antecedent(partner)
    if mine is None or other is None:
        return Status.INCORRECT
    return Status.CORRECT if score.key.partners[mine] == other else Status.INCORRECT


def _one_sided(status: Status, key_side: bool) -> SlotPair:
    """Return a slot pair with a fill on only one side."""
    place, nowhere = _ONLY_ONE, None
    fill = FillPair(status, place if key_side else nowhere, nowhere if key_side else place)
    return SlotPair(_tally(status), (fill,), 0 if key_side else None, None if key_side else 0)


def _tally(status: Status) -> Tally:
    """Return the counts of a single fill; unscored and optional fills are noncommittal."""
    return Tally(**{_COUNTED.get(status, "non"): 1})


def _tabulation(classes: Mapping[str, Sequence[ObjectPair]]) -> dict[Row, Tally]:
    """Return the counts of single fills by slot, and their total."""
    sums: dict[Row, Tally] = {}
    for class_name, pairs in classes.items():
        for pair in pairs:
            for slot, compared in pair.slots.items():
                for row in (Row("slot", (class_name, slot)), TOTAL):
                    sums[row] = sums.get(row, Tally()).plus(compared.tally)
    return sums


# The partition file: each class of one side, divided into cells by the classes of the other.
#
# After the manual's example ("Coreference "Partition" Files"). The key's classes are between lines of stars,
# the response's between lines of equal signs; blank lines separate the cells. A line has C or M (correct or
# missing), start and end of the phrase, ID, REF or NULL, of correct ones the other side's ID, and the phrase.
# Offsets count from the beginning of the file without its task tags, the end included. As in the example,
# cells that the other side has come first, in the order of the text; then those that it lacks. Classes of one
# mention have no partition and are omitted. The line `Document N` is keytally's.


WIDTH = 52
KEY_RULE = "*" * WIDTH
RESPONSE_RULE = "=" * WIDTH


def partitions(scores: Sequence[CoreferenceScore], starts: Sequence[Starts] = ()) -> str:
    """Return the partitions of all documents, in the given order.

    `starts` has one entry for each score; if it is missing, offsets count from the start of each document.
    """
    placed = zip(scores, starts or [Starts()] * len(scores), strict=True)
    return "\n".join(document_partitions(score, start) for score, start in placed)


def document_partitions(score: CoreferenceScore, start: Starts) -> str:
    """Return a document's heading, followed by the classes of the key and of the response."""
    lines = [f"Document {score.document}"]
    for side, rule, begin in (
        (score.key, KEY_RULE, start.key),
        (score.response, RESPONSE_RULE, start.response),
    ):
        for chain, members in enumerate(side.classes):
            if len(members) > 1:
                lines += [rule, *_class(side, chain, begin), rule]
    return "".join(f"{line}\n" for line in lines)


def _class(side: ChainSide, chain: int, begin: int) -> Iterator[str]:
    """Yield the lines of a class, with a blank line between its cells (see `ChainSide.cells`)."""
    cells = sorted(side.cells(chain), key=lambda cell: side.partners[cell[0]] is None)
    for number, cell in enumerate(cells):
        if number:
            yield ""
        for mention in cell:
            yield _partition_line(side, mention, begin)


def _partition_line(side: ChainSide, mention: int, begin: int) -> str:
    attributes, (start, end) = side.chains.attributes[mention], side.chains.spans[mention]
    partner = side.partners[mention]
    fields = [
        "M" if partner is None else "C",
        str(begin + start),
        str(begin + end - 1),
        attributes.identifier or "NULL",
        attributes.reference or "NULL",
    ]
    if partner is not None:
        fields.append(side.other.attributes[partner].identifier or "NULL")
    return " ".join([*fields, f'"{side.chains.text(mention)}"'])


# The report summary of the coreference task: a line a pair of mentions, in three columns.
#
# It follows the manual's example ("Coreference Report Summaries"): verdict, text of the key, text of the
# response, both in quotes; first correct, then missing, then spurious, then optional mentions, each in the
# order of the text. An aligned mention is correct here; the partition file judges its class. The widths of
# the columns are keytally's.


KEY_WIDTH = 40


def coreference_summary(scores: Sequence[CoreferenceScore]) -> str:
    """Return the summaries of all documents, in the given order."""
    return "\n".join(document_summary(score) for score in scores)


def document_summary(score: CoreferenceScore) -> str:
    """Return a document's heading, followed by a line for each pair of mentions."""
    lines = [f"Document {score.document}", *_correct(score)]
    for status in (Status.MISSING, Status.SPURIOUS, Status.OPTIONAL):
        lines += [_summary_line(status, text, "") for text in _alone(score, status, key_side=True)]
        lines += [_summary_line(status, "", text) for text in _alone(score, status, key_side=False)]
    return "".join(f"{line}\n" for line in lines)


def _correct(score: CoreferenceScore) -> Iterator[str]:
    for mention, partner in enumerate(score.key.partners):
        if partner is not None:
            texts = score.key.chains.text(mention), score.response.chains.text(partner)
            yield _summary_line(Status.CORRECT, *texts)


def _alone(score: CoreferenceScore, status: Status, key_side: bool) -> Iterator[str]:
    """Yield the texts of one side's unaligned mentions with the given verdict."""
    side: ChainSide = score.side(key_side)
    for mention, partner in enumerate(side.partners):
        if partner is None and score.status(mention, key_side) is status:
            yield side.chains.text(mention)


def _summary_line(status: Status, key: str, response: str) -> str:
    quoted = f'"{key}"'
    return f'{status.value.upper()}  {quoted:{KEY_WIDTH}}  "{response}"'


def coreference_files(
    scores: Sequence[CoreferenceScore], configuration: Configuration, starts: Sequence[Starts]
) -> dict[str, str]:
    """Return the text of each report in the configuration, by configured name.

    `starts` has one entry for each score. Raises ReportError if two reports have the same name.
    """
    turned = MentionObjects(configuration, SgmlSyntax.of(configuration))
    objects = [turned.document(score) for score in scores] if _shows_fills(configuration) else []
    renders: dict[str, Render] = {
        "score_report_file": partial(_score_report, scores, configuration),
        "report_summary_file": partial(coreference_summary, scores),
        "partition_file": partial(partitions, scores, starts),
    }
    if configuration.use_ie_report_summary:
        renders["report_summary_file"] = partial(extraction_summary, objects, configuration)
    if configuration.dump_map_history:
        renders["map_history_file"] = partial(map_history, objects, configuration, starts=starts)
    return named_reports(configuration, renders)


def _score_report(scores: Sequence[CoreferenceScore], configuration: Configuration) -> str:
    """Return the manual's table, followed by the requested measures."""
    table = coreference_scores([(score.document, score.counts) for score in scores])
    measures = measures_table(scores, configuration.co_metrics, configuration.compatible)
    return f"{table}\n{measures}" if measures else table


def _shows_fills(configuration: Configuration) -> bool:
    return configuration.use_ie_report_summary or configuration.dump_map_history
