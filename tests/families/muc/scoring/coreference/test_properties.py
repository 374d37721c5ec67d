"""What holds of every score: counts agree, links do not matter, nor documents' order, nor roles."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from keytally.families.contract import Level, Role
from keytally.tallies.status import Status
from tests.families.muc.coreference_files import coreference, fractions, linked, scored, unit_of

ALPHABET = "ABCDEFGH"
TASK = coreference()
Partition = dict[str, int]

partitions = st.dictionaries(st.sampled_from(ALPHABET), st.integers(0, 3))
"""Classes: each mention with the number of its class."""


def groups(partition: Partition) -> list[str]:
    """The classes of a partition, mentions in alphabetical order."""
    found: dict[int, str] = {}
    for letter in sorted(partition):
        found[partition[letter]] = found.get(partition[letter], "") + letter
    return list(found.values())


@st.composite
def files(draw: st.DrawFn, partition: Partition) -> str:
    """A document of these classes; each is tied together by a tree that is drawn, REFs forward or back."""
    links = []
    for members in groups(partition):
        order = draw(st.permutations(members))
        links += [(order[n], order[draw(st.integers(0, n - 1))]) for n in range(1, len(order))]
    return linked(ALPHABET, "".join(partition), links)


def by_definition(mine: Partition, other: Partition) -> tuple[int, int]:
    """Recall as the paper writes it, from sets."""
    above = below = 0
    for members in groups(mine):
        cells = {("class", other[letter]) if letter in other else ("alone", letter) for letter in members}
        above += len(members) - len(cells)
        below += len(members) - 1
    return above, below


@given(st.data(), partitions, partitions)
def test_the_fractions_are_those_of_the_definition(
    data: st.DataObject, key: Partition, response: Partition
) -> None:
    score = scored(data.draw(files(key)), data.draw(files(response)), TASK)
    assert fractions(score) == (by_definition(key, response), by_definition(response, key))


@given(st.data(), partitions, partitions)
def test_the_numerators_are_equal(data: st.DataObject, key: Partition, response: Partition) -> None:
    """All 31 rows of the manual's table have equal numerators."""
    counts = scored(data.draw(files(key)), data.draw(files(response)), TASK).counts
    assert counts.recall_above == counts.precision_above


@given(st.data(), partitions, partitions)
def test_the_links_chosen_do_not_matter(data: st.DataObject, key: Partition, response: Partition) -> None:
    some = scored(data.draw(files(key)), data.draw(files(response)), TASK)
    other = scored(data.draw(files(key)), data.draw(files(response)), TASK)
    assert some.counts == other.counts
    for key_side in (True, False):
        assert [some.status(n, key_side) for n in range(len(some.side(key_side).chains))] == [
            other.status(n, key_side) for n in range(len(other.side(key_side).chains))
        ]


@given(st.data(), partitions, partitions)
def test_swapped_roles_swap_recall_and_precision(
    data: st.DataObject, key: Partition, response: Partition
) -> None:
    """There is no MIN and no STATUS here."""
    texts = data.draw(files(key)), data.draw(files(response))
    counts, turned = scored(*texts, TASK).counts, scored(*texts[::-1], TASK).counts
    assert counts[:2] == turned[1::-1]
    assert (counts[2:4], counts[4:6]) == (turned[4:6], turned[2:4])
    assert counts.f == turned.f


@given(st.data(), partitions, partitions)
def test_marks_count_what_the_fractions_lack(
    data: st.DataObject, key: Partition, response: Partition
) -> None:
    """A link is `mis` for each link that recall lacks, and `spu` for each that precision does."""
    sides = unit_of(TASK, data.draw(files(key))), unit_of(TASK, data.draw(files(response)), Role.RESPONSE)
    [result] = TASK.score("1", [sides[0]], [sides[1]])
    counts = result.counts
    lost = counts.recall_below - counts.recall_above, counts.precision_below - counts.precision_above
    for side, unit, expected in ((Role.KEY, sides[0], (lost[0], 0)), (Role.RESPONSE, sides[1], lost)):
        links = [mark.status for mark in TASK.marks(result, side, unit) if mark.level is Level.LINK]
        assert (links.count(Status.MISSING), links.count(Status.SPURIOUS)) == expected
        assert len(links) == sum(expected)


@given(st.data(), st.lists(st.tuples(partitions, partitions), max_size=5))
def test_the_order_of_documents_does_not_matter(
    data: st.DataObject, pairs: list[tuple[Partition, Partition]]
) -> None:
    texts = [(data.draw(files(key)), data.draw(files(response))) for key, response in pairs]
    scores = [
        TASK.score(str(n), [unit_of(TASK, key)], [unit_of(TASK, response, Role.RESPONSE)])[0]
        for n, (key, response) in enumerate(texts)
    ]
    shuffled = data.draw(st.permutations(scores))
    assert TASK.report_json(scores)["totals"] == TASK.report_json(shuffled)["totals"]
    fold = TASK.fold()
    for score in (*shuffled, *scores):
        fold.put(score)
    for score in scores:
        fold.drop(score)
    assert fold.totals() == TASK.report_json(scores)["totals"]


@given(st.data(), partitions)
def test_equal_classes_score_all(data: st.DataObject, key: Partition) -> None:
    counts = scored(data.draw(files(key)), data.draw(files(key)), TASK).counts
    assert counts.recall_above == counts.recall_below
    if counts.recall_below:
        assert Fraction(counts.f).limit_denominator() == 100
