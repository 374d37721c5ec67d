"""What must hold of any documents: the naive definition, swapped roles, sums, and every fill told once."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.contract import Level
from keytally.families.muc.model import ClassDefinition, Configuration, MucObject
from keytally.families.muc.scoring import named_entity
from keytally.families.muc.scoring.alignment import ClassComparison, ComparedObjects, class_comparisons
from keytally.families.muc.scoring.named_entity import NamedEntityScoring, fully_agreeing, tags_overlap
from keytally.families.muc.scoring.results import DocumentScore, ObjectVerdicts, SlotPair, tally_of
from keytally.tallies.tally import TOTAL, Row, Tabulation, Tally, total_of

Configure = Callable[..., Configuration]
Tag = Callable[..., MucObject]


class Drawn(NamedTuple):
    """What a tag is made of."""

    kind: str | None
    text: str
    start: int
    end: int
    optional: bool
    alt: list[str]
    section: str
    class_name: str


Documents = list[tuple[list[Drawn], list[Drawn]]]


class Options(NamedTuple):
    """The options of keytally's own that alignment depends on, and the method."""

    ne_overlap: str
    ne_allow_incorrect: bool
    scoring_method: str
    stringfill_partial_comparison: str
    threshold: int


TEXTS = st.sampled_from(["Kory", "kory", "The Kory", "Kory Inc.", "Stamper", "", "Kory  Stamper"])
SPAN = st.tuples(st.integers(0, 15), st.integers(0, 5))


def drawn(marked: bool, most: int = 6) -> st.SearchStrategy[list[Drawn]]:
    """Tags of a side; `marked` ones may have alternatives and be optional."""
    kinds = ["PERSON", "LOCATION", None, *(["LOCATION|PERSON"] if marked else [])]
    one = st.builds(
        lambda kind, text, span, *rest: Drawn(kind, text, span[0], span[0] + span[1], *rest),
        st.sampled_from(kinds),
        TEXTS,
        SPAN,
        st.booleans() if marked else st.just(False),
        st.lists(TEXTS, max_size=1) if marked else st.just([]),
        st.sampled_from(["HL", "TXT"]),
        st.sampled_from(["enamex", "enamex", "timex"]),
    )
    return st.lists(one, max_size=most)


OPTIONS = st.builds(
    Options,
    st.sampled_from(["half_open", "closed", "exact"]),
    st.booleans(),
    st.sampled_from(["key2response", "key2key"]),
    st.sampled_from(["NONE", "CLEAN"]),
    st.sampled_from([0, 400, 600]),
)


@pytest.fixture(scope="session")
def made(tag: Tag) -> Callable[[list[Drawn]], list[MucObject]]:
    def objects(tags: list[Drawn]) -> list[MucObject]:
        return [tag(*one[:3], **dict(zip(Drawn._fields[3:], one[3:], strict=True))) for one in tags]

    return objects


@pytest.fixture(scope="session")
def scoring(configure: Configure) -> Callable[[Options], NamedEntityScoring]:
    made: dict[Options, NamedEntityScoring] = {}

    def under(options: Options) -> NamedEntityScoring:
        if options not in made:
            changes = options._asdict()
            threshold = changes.pop("threshold")
            classes = tuple(ClassDefinition(name, name, True, threshold) for name in ("enamex", "timex"))
            rule = "CLEAN" if options.stringfill_partial_comparison == "NONE" else "ORIG"
            configuration = configure(classes=classes, stringfill_correct_comparison=rule, **changes)
            made[options] = NamedEntityScoring(configuration)
        return made[options]

    return under


Made = Callable[[list[Drawn]], list[MucObject]]
Under = Callable[[Options], NamedEntityScoring]


@given(drawn(True), drawn(False), OPTIONS)
def test_scores_are_those_of_the_naive_definition(
    made: Made, scoring: Under, key: list[Drawn], response: list[Drawn], options: Options
) -> None:
    under = scoring(options)
    mine, other = made(key), made(response)
    score = under.score("1", mine, other)
    naive = NaiveScoring(under.configuration)
    pairs, rows = naive.score(mine, other)
    assert [(pair.key, pair.response) for found in score.classes.values() for pair in found] == pairs
    assert score.tabulation == rows


@given(drawn(True, 12), drawn(False, 12), OPTIONS)
def test_taking_perfect_pairs_first_changes_nothing(
    made: Made, scoring: Under, key: list[Drawn], response: list[Drawn], options: Options
) -> None:
    mine, other = made(key), made(response)
    score = scoring(options).score("1", mine, other)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(named_entity, "MANY_TAGS", 0)
        crowded = scoring(options).score("1", mine, other)
    assert pairs_of(crowded) == pairs_of(score)
    assert crowded.tabulation == score.tabulation


@given(drawn(False), drawn(False), OPTIONS)
def test_swapped_roles_swap_recall_and_precision(
    made: Made, scoring: Under, key: list[Drawn], response: list[Drawn], options: Options
) -> None:
    under = scoring(options)
    one = under.score("1", made(key), made(response)).tabulation.get(TOTAL, Tally())
    other = under.score("1", made(response), made(key)).tabulation.get(TOTAL, Tally())
    assert one == other._replace(mis=other.spu, spu=other.mis)
    assert (one.rec, one.pre) == (other.pre, other.rec)


@given(st.lists(st.tuples(drawn(True), drawn(False)), max_size=4), OPTIONS, st.randoms())
def test_totals_are_sums_over_documents_in_any_order(
    made: Made,
    scoring: Under,
    documents: list[tuple[list[Drawn], list[Drawn]]],
    options: Options,
    random: Random,
) -> None:
    scores = [scoring(options).score(str(n), made(k), made(r)) for n, (k, r) in enumerate(documents)]
    total = total_of(score.tabulation for score in scores)
    for row, tally in total.items():
        assert tally == added([score.tabulation.get(row, Tally()) for score in scores])
    assert set(total) == {row for score in scores for row in score.tabulation}
    random.shuffle(scores)
    assert total_of(score.tabulation for score in scores) == total


@given(drawn(True), drawn(False), OPTIONS, st.randoms())
def test_the_order_of_objects_only_breaks_ties(
    made: Made, scoring: Under, key: list[Drawn], response: list[Drawn], options: Options, random: Random
) -> None:
    under = scoring(options)
    mine, other = made(key), made(response)
    score = under.score("1", mine, other)
    if NaiveScoring(under.configuration).has_ties(mine, other):
        return
    random.shuffle(mine)
    random.shuffle(other)
    shuffled = under.score("1", mine, other)
    assert shuffled.tabulation == score.tabulation
    assert set(pairs_of(shuffled)) == set(pairs_of(score))


@given(drawn(True), drawn(False), OPTIONS)
def test_rows_agree_with_each_other(
    made: Made, scoring: Under, key: list[Drawn], response: list[Drawn], options: Options
) -> None:
    rows = scoring(options).score("1", made(key), made(response)).tabulation
    assert added(part(rows, "slot")) == added(part(rows, "section")) == rows.get(TOTAL, Tally())
    assert all(any(tally) for tally in rows.values())


@given(drawn(True), drawn(True), OPTIONS, st.booleans())
def test_every_fill_has_one_verdict(
    made: Made, scoring: Under, key: list[Drawn], response: list[Drawn], options: Options, key_side: bool
) -> None:
    under = scoring(options._replace(scoring_method="key2key"))
    mine, other = made(key), made(response)
    score = under.score("1", mine, other)
    side = mine if key_side else other
    told = [verdict for verdict in ObjectVerdicts(under.configuration).of(score, key_side) if verdict.owner]
    fills = Counter((id(v.owner), v.start, v.end) for v in told if v.level is Level.FILL and v.start < v.end)
    expected = Counter(
        (id(single), fill.start, fill.end)
        for single in side
        for slot in single.slots.values()
        for multi_fill in slot.alternatives
        for fill in multi_fill
        if fill.text
    )
    assert fills == expected
    assert Counter(id(v.owner) for v in told if v.level is Level.OBJECT) == Counter(map(id, side))


@given(drawn(True, 8), drawn(False, 8))
def test_pairs_that_fully_agree_are_what_the_definition_takes_first(
    made: Made, configure: Configure, key: list[Drawn], response: list[Drawn]
) -> None:
    mine, other = dict(enumerate(made(key))), dict(enumerate(made(response)))
    configuration = configure()
    alignment = class_comparisons(configuration)[configuration.classes[0].name]

    def reach(one: MucObject, two: MucObject) -> bool:
        return tags_overlap(one.extent, two.extent, "closed")

    def accepts(comparison: ComparedObjects) -> bool:
        return comparison.similar

    found = [(k, r) for k, r, _ in fully_agreeing(alignment, mine, other, reach, accepts)]
    assert found == naive_perfect(alignment, mine, other, reach)


def naive_perfect(
    alignment: ClassComparison,
    key: dict[int, MucObject],
    response: dict[int, MucObject],
    reach: Callable[[MucObject, MucObject], bool],
) -> list[tuple[int, int]]:
    free, found = dict(response), []
    for k, one in key.items():
        for r, two in free.items():
            if reach(one, two) and alignment.compare(one, two).f == 1:
                found.append((k, r))
                del free[r]
                break
    return found


def pairs_of(score: DocumentScore) -> list[tuple[MucObject | None, MucObject | None]]:
    return [(pair.key, pair.response) for pairs in score.classes.values() for pair in pairs]


def part(rows: Tabulation, name: str) -> list[Tally]:
    return [tally for row, tally in rows.items() if row.part == name]


def added(tallies: Iterable[Tally]) -> Tally:
    return reduce(Tally.plus, tallies, Tally())


class NaiveScoring:
    """All pairs, by the book: the reference that the scoring is held against."""

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self.alignments = class_comparisons(configuration)

    def candidates(
        self, alignment: ClassComparison, key: Sequence[MucObject], response: Sequence[MucObject]
    ) -> list[tuple[float, int, int, ComparedObjects]]:
        found = []
        for k, one in enumerate(key):
            for r, two in enumerate(response):
                comparison = alignment.compare(one, two)
                if tags_overlap(one.extent, two.extent, self.configuration.ne_overlap) and (
                    comparison.similar or self.configuration.ne_allow_incorrect
                ):
                    found.append((-comparison.f, k, r, comparison))
        return sorted(found, key=lambda candidate: candidate[:3])

    def has_ties(self, key: Sequence[MucObject], response: Sequence[MucObject]) -> bool:
        for name, alignment in self.alignments.items():
            mine = [each for each in key if each.class_name == name]
            other = [each for each in response if each.class_name == name]
            ranks: Counter[tuple[object, ...]] = Counter()
            for f, k, r, _ in self.candidates(alignment, mine, other):
                ranks.update([(f, "key", k), (f, "response", r)])
            if any(count > 1 for count in ranks.values()):
                return True
        return False

    def score(
        self, key: Sequence[MucObject], response: Sequence[MucObject]
    ) -> tuple[list[tuple[MucObject | None, MucObject | None]], dict[Row, Tally]]:
        pairs: list[tuple[MucObject | None, MucObject | None]] = []
        rows: defaultdict[Row, Tally] = defaultdict(Tally)
        for name, alignment in self.alignments.items():
            mine = [each for each in key if each.class_name == name]
            other = [each for each in response if each.class_name == name]
            pairs += self.pairs(alignment, mine, other)
        for one, two in pairs:
            self.count(one, two, rows)
        return pairs, {row: tally for row, tally in rows.items() if any(tally)}

    def pairs(
        self, alignment: ClassComparison, key: Sequence[MucObject], response: Sequence[MucObject]
    ) -> list[tuple[MucObject | None, MucObject | None]]:
        partners: dict[int, int] = {}
        for _, k, r, _ in self.candidates(alignment, key, response):
            if k not in partners and r not in partners.values():
                partners[k] = r
        held = [(one, response[partners[k]] if k in partners else None) for k, one in enumerate(key)]
        return held + [(None, two) for r, two in enumerate(response) if r not in partners.values()]

    def count(self, one: MucObject | None, two: MucObject | None, rows: defaultdict[Row, Tally]) -> None:
        single = one or two
        assert single is not None
        assert single.extent is not None
        name = single.class_name
        alignment = self.alignments[name]
        if one is not None and two is not None:
            slots, outcome = alignment.compare(one, two).slots, Tally(cor=1)
        else:
            slots = alignment.alone(single, one is not None).slots
            optional = single.optional and (one is not None or self.configuration.scoring_method == "key2key")
            outcome = Tally(non=1) if optional else Tally(mis=1) if one is not None else Tally(spu=1)
        additions = [(Row("object", (name,)), outcome)]
        for slot, pair in slots.items():
            section = Row("section", (single.extent.section,))
            additions += [(row, pair.tally) for row in (TOTAL, Row("slot", (name, slot)), section)]
        for row, tally in (*additions, *self.subtasks(one, two, slots)):
            rows[row] = rows[row].plus(tally)

    def subtasks(
        self, one: MucObject | None, two: MucObject | None, slots: Mapping[str, SlotPair]
    ) -> Iterator[tuple[Row, Tally]]:
        """What the TYPE fills add, each under the key's value or else the response's."""
        for fill in slots["type"].fills if "type" in slots else ():
            single, place = (one, fill.key) if fill.key else (two, fill.response)
            assert single is not None
            assert place is not None
            value = single.slots["type"].alternatives[place.alternative][place.fill].text.lower()
            if value in ("person", "location") and single.class_name == "enamex":
                yield Row("subtask", ("enamex", "type", value)), tally_of((fill,))
