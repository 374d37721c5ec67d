"""The arithmetic of tallies, against every row of the manual's tables."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.tallies.tally import Tally, rounded

NAMED_ENTITY_PAGE = """
organizatio   443   444| 405    0   18|  20   21   18|  91   91    5    5    4   13
person        373   371| 364    0    2|   7    5    0|  98   98    2    1    1    4
location      110   122| 109    0    0|   1   13    3|  99   89    1   11    0   11
other           0     0|   0    0    0|   0    0    0|   0    0    0    0    0    0
date          111   112| 107    0    0|   4    5    6|  96   96    4    4    0    8
time            0     0|   0    0    0|   0    0    0|   0    0    0    0    0    0
money          76    76|  73    0    0|   3    3    0|  96   96    4    4    0    8
percent        17    25|  17    0    0|   0    8    0| 100   68    0   32    0   32
Header        244   256| 233    0    9|   2   14    8|  95   91    1    5    4   10
Body         2016  2044|1906    0   42|  68   96   95|  95   93    3    5    2   10
enamex        926   937| 898    0    0|  28   39   21|  97   96    3    4    0    7
timex         111   112| 107    0    0|   4    5    6|  96   96    4    4    0    8
numex          93   101|  90    0    0|   3   11    0|  97   89    3   11    0   13
enamex.type   926   937| 878    0   20|  28   39   21|  95   94    3    4    2    9
enamex.text   926   937| 876    0   22|  28   39   21|  95   93    3    4    2    9
enamex.status   0     0|   0    0    0|   0    0   38|   0    0    0    0    0    0
enamex.alt      0     0|   0    0    0|   0    0    0|   0    0    0    0    0    0
timex.type    111   112| 107    0    0|   4    5    6|  96   96    4    4    0    8
timex.text    111   112|  98    0    9|   4    5   11|  88   88    4    4    8   16
timex.status    0     0|   0    0    0|   0    0    6|   0    0    0    0    0    0
timex.alt       0     0|   0    0    0|   0    0    0|   0    0    0    0    0    0
numex.type     93   101|  90    0    0|   3   11    0|  97   89    3   11    0   13
numex.text     93   101|  90    0    0|   3   11    0|  97   89    3   11    0   13
numex.status    0     0|   0    0    0|   0    0    0|   0    0    0    0    0    0
numex.alt       0     0|   0    0    0|   0    0    0|   0    0    0    0    0    0
ALL_SLOTS    2260  2300|2139    0   51|  70  110  103|  95   93    3    5    2   10
"""

SCENARIO_TEMPLATE_PAGE = """
TEXT_FILTERI  100   100|  86    0   14|   0    0    0|  86   86    0    0   14   14
template        0     0|   0    0    0|   0    0  100|   0    0    0    0    0    0
succession_e  195   197| 131    0    6|  58   60   13|  67   66   30   30    4   49
in_and_out    256   310| 164    0    6|  86  140   20|  64   53   34   45    4   59
organization  110    72|  51    0    1|  58   20   10|  46   71   53   28    2   61
person        130   138|  90    0    5|  35   43    7|  69   65   27   31    5   48
T.doc-nr        0     0|   0    0    0|   0    0  100|   0    0    0    0    0    0
T.content     195   197| 131    0    6|  58   60   51|  67   66   30   30    4   49
T.comment       0     0|   0    0    0|   0    0   15|   0    0    0    0    0    0
S.success_org 193   128|  69    0   26|  98   33   15|  36   54   51   26   27   69
S.post        195   170|  65    0   51|  79   54   35|  33   38   41   32   44   74
S.in_and_out  251   191|  55    0   25| 171  111   26|  22   29   68   58   31   85
S.vac_reason  195   197|  63    0   74|  58   60   36|  32   32   30   30   54   75
S.comment       0     0|   0    0    0|   0    0  273|   0    0    0    0    0    0
I.io_person   254   304| 126    0   39|  89  139   22|  50   41   35   46   24   68
I.new_status  256   304| 138    0   32|  86  134   20|  54   45   34   44   19   65
I.on_the_job  256   310| 107    0   63|  86  140   73|  42   35   34   45   37   73
I.other_org   168     5|   3    0    2| 163    0   47|   2   60   97    0   40   98
I.rel_oth_org 172     5|   3    0    2| 167    0   34|   2   60   97    0   40   98
I.comment       0     0|   0    0    0|   0    0  399|   0    0    0    0    0    0
O.name        108    69|  28    0   21|  59   20   10|  26   41   55   29   43   78
O.alias        65    42|  12    0    4|  49   26   16|  18   29   75   62   25   87
O.descriptor   64     2|   0    0    2|  62    0   50|   0    0   97    0  100  100
O.type        110    69|  50    0    1|  59   18   12|  45   72   54   26    2   61
O.locale       41     7|   4    0    3|  34    0    8|  10   57   83    0   43   90
O.country      41     7|   6    0    1|  34    0    5|  15   86   83    0   14   85
O.comment       0     0|   0    0    0|   0    0   15|   0    0    0    0    0    0
P.name        130   138|  82    0   13|  35   43    7|  63   59   27   31   14   53
P.alias        83    79|  56    0    3|  24   20    5|  67   71   29   25    5   46
P.title        79    78|  60    0    0|  19   18    5|  76   77   24   23    0   38
P.comment       0     0|   0    0    0|   0    0    1|   0    0    0    0    0    0
ALL_SLOTS    2856  2307|1058    0  368|1430  881 1280|  37   46   50   38   26   72
"""


def rows(page: str) -> dict[str, list[int]]:
    """The numbers of each row: POS ACT COR PAR INC MIS SPU NON REC PRE UND OVG SUB ERR."""
    lines = (line.replace("|", " ").split() for line in page.strip().splitlines())
    return {name: list(map(int, numbers)) for name, *numbers in lines}


COUNTS = st.builds(Tally, *[st.integers(0, 500)] * 6)


def tally_of(numbers: list[int]) -> Tally:
    return Tally(*numbers[2:8])


@pytest.mark.parametrize(
    "page", [NAMED_ENTITY_PAGE, SCENARIO_TEMPLATE_PAGE], ids=["named entity", "scenario"]
)
def test_every_row_of_the_manual_follows_from_its_counts(page: str) -> None:
    for name, numbers in rows(page).items():
        tally = tally_of(numbers)
        ratios = (tally.rec, tally.pre, tally.und, tally.ovg, tally.sub, tally.err)
        assert [tally.pos, tally.act, *tally, *map(rounded, ratios)] == numbers, name


def test_the_named_entity_page_adds_up() -> None:
    page = {name: tally_of(numbers) for name, numbers in rows(NAMED_ENTITY_PAGE).items()}
    slots = [tally for name, tally in page.items() if "." in name]
    assert added(slots) == page["ALL_SLOTS"]
    assert added([page["Header"], page["Body"]]) == page["ALL_SLOTS"]
    assert added([page["organizatio"], page["person"], page["location"]]) == page["enamex.type"]
    assert page["enamex.type"].pos == 443 + 373 + 110 == 926
    assert page["ALL_SLOTS"].pos == 244 + 2016 == 2260


def test_the_scenario_page_adds_up_but_for_its_spurious_total() -> None:
    page = {name: tally_of(numbers) for name, numbers in rows(SCENARIO_TEMPLATE_PAGE).items()}
    total = added([tally for name, tally in page.items() if "." in name])
    assert total._replace(spu=881) == page["ALL_SLOTS"]
    assert (total.spu, total.act) == (876, 2302)


@pytest.mark.parametrize(
    ("page", "printed"),
    [(NAMED_ENTITY_PAGE, ("93.82", "93.32", "94.31")), (SCENARIO_TEMPLATE_PAGE, ("40.98", "43.78", "38.53"))],
    ids=["named entity", "scenario"],
)
def test_f_measures_of_the_manual(page: str, printed: tuple[str, ...]) -> None:
    total = tally_of(rows(page)["ALL_SLOTS"])
    assert tuple(f"{total.f(beta):.2f}" for beta in (1.0, 0.5, 2.0)) == printed


def test_percentages_round_up_from_one_half() -> None:
    assert [rounded(value) for value in (0.0, 0.49, 0.5, 1.5, 2.5, 99.5)] == [0, 0, 1, 2, 3, 100]


def test_partial_credit_is_one_half() -> None:
    tally = Tally(cor=1, par=2, inc=1)
    assert (tally.rec, tally.pre, tally.sub, tally.err) == (50.0, 50.0, 50.0, 50.0)


def test_nothing_over_nothing_is_zero() -> None:
    nothing = Tally(non=3)
    assert (nothing.rec, nothing.pre, nothing.und, nothing.ovg, nothing.sub, nothing.err) == (0.0,) * 6
    assert nothing.f(1.0) == 0.0
    assert nothing.f_exact() == 0


@given(COUNTS)
def test_exact_f_is_the_balanced_measure(tally: Tally) -> None:
    assert float(100 * tally.f_exact()) == pytest.approx(tally.f(1.0))


@given(COUNTS)
def test_exact_f_is_zero_where_a_side_is_empty(tally: Tally) -> None:
    assert tally._replace(cor=0, par=0, inc=0, mis=0).f_exact() == Fraction(0)
    assert tally._replace(cor=0, par=0, inc=0, spu=0).f_exact() == Fraction(0)


@given(COUNTS, COUNTS)
def test_taking_away_undoes_adding(one: Tally, other: Tally) -> None:
    assert one.plus(other).minus(other) == one
    assert one.plus(other) == Tally(*(a + b for a, b in zip(one, other, strict=True)))


def added(tallies: list[Tally]) -> Tally:
    total = Tally()
    for tally in tallies:
        total = total.plus(tally)
    return total
