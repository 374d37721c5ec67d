"""F in the JSON of a score, whatever stands between the part and its tallies."""

from keytally.tallies.tally import f_by_name, f_of, mean_f_by_name, score_part

TALLY = {"pos": 2, "act": 2, "f": {"p&r": 50.0, "2p&r": 40.0}}
NOTHING = {"pos": 0, "act": 0, "f": {"p&r": 0.0}}
CHAINS = {"recall": [1, 2], "precision": [1, 2], "f": 50.0}

NONE_OF_CHAINS = {"recall": [0, 0], "precision": [0, 0], "f": 0.0}
MEASURES = {"one": CHAINS, "other": {"recall": [1, 1], "precision": [0, 2], "f": 0.0}, "mean": 25.0}


def test_f_of_several_measures_is_the_headline_of_all() -> None:
    assert f_of(MEASURES) == 25
    assert f_by_name({"7": MEASURES, "8": {**MEASURES, "mean": 30.0}}) == {"7": 25.0, "8": 30.0}
    assert mean_f_by_name({"7": MEASURES}, {"7": {**MEASURES, "mean": 30.0}}) == {"7": 27.5}
    assert f_of({**MEASURES, "one": NONE_OF_CHAINS}) is None
    assert f_of({**MEASURES, "further": 30.0}) is None
    assert f_of({"mean": 30.0}) is None


def test_f_of_tallies_and_of_chains() -> None:
    assert [f_of(TALLY), f_of(CHAINS), f_of({"f": 30.0})] == [50.0, 50.0, 30.0]


def test_where_neither_side_has_anything_there_is_no_f() -> None:
    assert f_of(NOTHING) is None
    assert f_of({"recall": [0, 0], "precision": [0, 0], "f": 0.0}) is None


def test_leaves_are_named_by_the_way_to_them() -> None:
    tree = {"enamex": {"type": {"person": TALLY, "date": NOTHING}}, "item": {"credit": 1}, "timex": {}}
    assert f_by_name(tree) == {"enamex type person": 50.0}


def test_a_part_has_one_of_several_names() -> None:
    assert score_part({"items": {"1": TALLY}}, "document") == {"1": TALLY}
    assert score_part({"documents": {"1": TALLY}}, "document") == {"1": TALLY}
    assert score_part({}, "slot") == {}
