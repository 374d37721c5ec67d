"""A pair that is scored in ranges of its files gives what `keytally.score` gives, or no result."""

import pickle
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import keytally
from keytally.batch.apart_pair import apart_pair
from keytally.batch.documents import shares_in_all
from keytally.batch.ranges import PairInRanges, ScoredRange, in_ranges
from keytally.batch.request import Request, requested
from keytally.batch.score import scored as score_once
from keytally.batch.score_result import ScoreResult
from keytally.cli.main import main
from keytally.project.pair import Pair

SGML = """<DOC>
<DOCNO> {number} </DOCNO>
<TXT>
{content}
</TXT>
</DOC>
"""
RECORDS = """<ORGANIZATION-{number}-1> :=
    ORG_NAME: "{name}"
    ORG_TYPE: COMPANY
"""
TAGGED = '<ENAMEX TYPE="{type}">Ann {name}</ENAMEX> met Ben.'
UNCLOSED = '<ENAMEX TYPE="PERSON">Ann met {name}.'


def entities(numbers: Sequence[object], random: Random) -> str:
    """A document for each number; some tags are not closed, and are left out of a key."""
    return "".join(
        SGML.format(
            number=number,
            content="\n".join(
                random.choice((TAGGED, TAGGED, TAGGED, UNCLOSED)).format(
                    type=random.choice(("PERSON", "ORGANIZATION")), name="x" * random.randint(1, 9)
                )
                for _ in range(random.randint(0, 4))
            ),
        )
        for number in numbers
    )


def records(numbers: Sequence[object], random: Random) -> str:
    """A record for each number, after a comment."""
    found = (RECORDS.format(number=number, name="x" * random.randint(1, 9)) for number in numbers)
    return "; all of them\n" + "\n".join(found)


def chains(numbers: Sequence[object], random: Random) -> str:
    """A document for each number; some brackets are not closed, and are left out of a key."""
    cells = ("-", "(1)", "(2)", "(1", "1)", "(1)")
    return "".join(
        f"#begin document (d{number}); part 000\n"
        + "".join(f"d{number} 0 {at} word {random.choice(cells)}\n" for at in range(random.randint(0, 5)))
        + "\n#end document\n"
        for number in numbers
    )


def filled(numbers: Sequence[object], random: Random) -> str:
    """A record of JSON for each number; some mentions are none, and are left out of a key."""
    mentions = ('["Ann"]', '["Ben", "him"]', "[7]")
    return "".join(
        f'{{"docid": "d{number}", "templates": [{{"incident_type": "attack", '
        f'"Victim": [{", ".join(random.choices(mentions, k=random.randint(0, 3)))}]}}]}}\n'
        for number in numbers
    )


MAKERS = (entities, records, chains, filled)
_TASKS = {"<DOC>": "named_entity", "#begin": "conll-coreference", "docid": "template-filling"}


def task_of(key: Path) -> str:
    """The task of a kind of file, which a key without annotations would not tell."""
    text = key.read_text(encoding="utf-8")
    return next((task for sign, task in _TASKS.items() if sign in text), "template_element")


def in_parts(
    files: Sequence[Path], options: dict[str, str] | None = None, task: str | None = None
) -> PairInRanges:
    request = requested(
        *files,
        task=task or task_of(files[0]),
        config=None,
        texts=None,
        options=options,
        encoding=None,
        strict=False,
        allow=(),
    )
    apart = apart_pair(request)
    assert apart is not None
    pair = in_ranges(apart)
    assert pair is not None
    return pair


def equal(number: int) -> list[float]:
    """The cuts between so many parts of one length."""
    return [each / number for each in range(1, number)]


def scored(
    files: Sequence[Path], number: int, options: dict[str, str] | None = None, task: str | None = None
) -> ScoreResult | None:
    """The result of so many ranges, each of which is sent to a process and back."""
    pair = in_parts(files, options, task)
    return pair.scored(as_sent(as_sent(part).score()) for part in pair.parts(equal(number)))


def as_sent(value: ScoredRange) -> ScoredRange:
    sent: ScoredRange = pickle.loads(pickle.dumps(value))
    return sent


def told(result: ScoreResult) -> list[object]:
    pages = [result.text(verbose=verbose) for verbose in (0, 1)]
    return [result.values, result.headline, result.warnings, *pages, result.reports]


def written(folder: Path, *texts: str) -> list[Path]:
    files = [folder / "a.key", folder / "a.response"]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text, encoding="utf-8", newline="")
    return files


@settings(max_examples=80)
@given(
    seed=st.integers(0, 10**6),
    make=st.sampled_from(MAKERS),
    count=st.integers(1, 30),
    number=st.integers(2, 9),
    symmetric=st.booleans(),
    disorder=st.integers(0, 3),
)
def test_ranges_give_what_one_process_gives_or_nothing(
    tmp_path_factory: pytest.TempPathFactory,
    seed: int,
    make: object,
    count: int,
    number: int,
    symmetric: bool,
    disorder: int,
) -> None:
    """Sides lack documents of each other, and some stand elsewhere, or in two places."""
    random = Random(seed)
    sides = []
    for _ in range(2):
        numbers = [each for each in range(1, count + 1) if random.random() < 0.9] or [1]
        for _ in range(disorder):
            numbers.insert(random.randint(0, len(numbers)), random.choice(numbers))
        sides.append(make(numbers, random))  # type: ignore[operator]
    files = written(tmp_path_factory.mktemp("pair"), *sides)
    options = {"scoring_method": "key2key"} if symmetric and make in (entities, records) else None
    result = scored(files, number, options)
    if result is not None:
        assert told(result) == told(keytally.score(*files, task=task_of(files[0]), options=options))


@pytest.mark.parametrize("make", MAKERS)
def test_files_in_the_same_order_are_cut_into_as_many_ranges_as_asked(tmp_path: Path, make: object) -> None:
    numbers = range(1, 200)
    sides = (make(numbers, Random(side)) for side in (1, 2))  # type: ignore[operator]
    files = written(tmp_path, *sides)
    assert len(list(in_parts(files).parts(equal(6)))) == 6
    assert scored(files, 6) is not None


def test_what_is_left_out_of_a_key_that_is_compared_with_itself_is_told_once(tmp_path: Path) -> None:
    key = written(tmp_path, entities(range(1, 40), Random(1)), "")[0]
    options = {"scoring_method": "key2key"}
    alone = keytally.score(key, key, task="named_entity", options=options)
    assert any("left out of the key" in line for line in alone.warnings)
    in_ranges = scored((key, key), 4, options)
    assert in_ranges is not None and in_ranges.warnings == alone.warnings
    shares = keytally.documents(key, key, task="named_entity", options=options, shares=4)
    assert keytally.fold(share.score() for share in shares).warnings == alone.warnings


def test_folders_of_a_task_whose_files_are_read_alike_are_scored_document_by_document(tmp_path: Path) -> None:
    sides = []
    for side in ("gold", "run"):
        (tmp_path / side).mkdir()
        for name, numbers in (("a", range(1, 9)), ("b", range(9, 20))):
            (tmp_path / side / name).write_text(entities(numbers, Random(side + name)))
        sides.append(tuple(tmp_path / side / name for name in ("a", "b")))
    pair = Pair(
        "named_entity",
        tmp_path / "gold",
        tmp_path / "run",
        key_files=sides[0],
        response_files=sides[1],
        is_given=True,
    )
    request = Request(pair, (), (pair.key, pair.response))
    alone = score_once(request)
    assert any("run" not in line and "left out of the key" in line for line in alone.warnings)
    apart = apart_pair(request)
    assert apart is not None and in_ranges(apart) is None
    found = keytally.fold(share.score() for share in shares_in_all(apart, 4))
    assert (found.values, found.warnings) == (alone.values, alone.warnings)


def test_files_in_another_order_are_not_cut_at_all(tmp_path: Path) -> None:
    numbers = range(1, 200)
    files = written(tmp_path, entities(numbers, Random(1)), entities(numbers[::-1], Random(2)))
    assert not list(in_parts(files).parts(equal(6)))
    assert scored(files, 6) is None


def test_a_document_in_two_ranges_ends_the_run_at_once(tmp_path: Path) -> None:
    files = written(tmp_path, *(entities([*range(1, 40), 2, *range(40, 80)], Random(1)) for _ in "ab"))
    pair = in_parts(files)
    asked = []

    def parts() -> object:
        for part in pair.parts(equal(9)):
            asked.append(part)
            yield part.score()

    assert pair.scored(parts()) is None  # type: ignore[arg-type]
    assert 1 < len(asked) < 9


@pytest.mark.parametrize(
    ("key", "response"),
    [
        (entities(["", *range(9)], Random(1)), entities(["", *range(9)], Random(2))),
        (entities(range(9), Random(1)), ""),
        (entities(range(9), Random(1)), "no document\n"),
    ],
    ids=["without a number", "empty", "without a document"],
)
def test_what_is_odd_is_left_to_the_run_that_tells_of_it(tmp_path: Path, key: str, response: str) -> None:
    assert scored(written(tmp_path, key, response), 3) is None


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("scattered", [False, True])
def test_the_command_prints_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], make: object, scattered: bool
) -> None:
    numbers = [*range(1, 60), *([3] if scattered else [])]
    sides = (make(numbers, Random(side)) for side in (1, 2))  # type: ignore[operator]
    files = list(map(str, written(tmp_path, *sides)))
    outputs = set()
    for processes in ("1", "2", "3"):
        assert main(["score", *files, "--format", "json", "-j", processes]) == 0
        outputs.add(capsys.readouterr())
    assert len(outputs) == 1


def sentences(lengths: Sequence[int], random: Random, end: str) -> str:
    """A sentence for each length, of that many tokens; some labels are none."""
    labels = ("O", "O", "O", "B-PER", "I-PER", "B-LOC", "strange")
    lines = ("".join(f"word{at}\t{random.choice(labels)}{end}" for at in range(length)) for length in lengths)
    return "".join(f"{sentence}{random.choice((end, end, end * 2))}" for sentence in lines)


@settings(max_examples=120)
@given(
    seed=st.integers(0, 10**6),
    lengths=st.lists(st.integers(0, 6), min_size=1, max_size=40),
    number=st.integers(2, 9),
    ends=st.tuples(*[st.sampled_from(["\n", "\n", "\r\n", "\r"])] * 2),
    mode=st.sampled_from(["document", "conlleval", "seqeval", "nervaluate"]),
    disorder=st.integers(0, 1),
)
def test_sentences_in_ranges_give_what_one_process_gives_or_nothing(
    tmp_path_factory: pytest.TempPathFactory,
    seed: int,
    lengths: list[int],
    number: int,
    ends: tuple[str, str],
    mode: str,
    disorder: int,
) -> None:
    """Sides have the same sentences, or one sentence is moved; lines end in some way on each."""
    other = [*lengths[disorder:], *lengths[:disorder]]
    texts = (
        f"Ann\tO{ends[at]}{sentences(side, Random(seed + at), ends[at])}"
        for at, side in enumerate((lengths, other))
    )
    files = written(tmp_path_factory.mktemp("pair"), *texts)
    options = {"compatible": mode}
    result = scored(files, number, options, "entities")
    if result is not None:
        assert told(result) == told(keytally.score(*files, task="entities", options=options))


def test_sentences_on_the_same_lines_are_cut_into_as_many_ranges_as_asked(tmp_path: Path) -> None:
    text = "Ann\tB-PER\nmet\tO\n\n" * 2000
    files = written(tmp_path, text, text.replace("B-PER", "B-LOC", 700).replace("O\n", "B-PER\r\n", 300))
    assert len(list(in_parts(files, task="entities").parts(equal(6)))) == 6
    assert scored(files, 6, task="entities") is not None


def test_other_numbers_of_sentences_are_left_to_the_run_that_tells_of_it(tmp_path: Path) -> None:
    text = "Ann\tB-PER\nmet\tO\n\n" * 2000
    files = written(tmp_path, text, text + text[:17])
    assert scored(files, 6, task="entities") is None


@pytest.mark.parametrize("output", ["json", "text"])
@pytest.mark.parametrize("last", ["", "Ben\todd\n"])
def test_the_command_prints_the_same_of_sentences(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], output: str, last: str
) -> None:
    """Also where a label is none, and files are not summed up without a look at each sentence."""
    text = f"Ann\tB-PER\nmet\tO\n\n{last}" * 500
    files = list(map(str, written(tmp_path, text, text.replace("B-PER", "B-LOC", 70))))
    outputs = set()
    for processes in ("1", "2", "3"):
        assert main(["score", *files, "--task", "entities", "--format", output, "-j", processes]) == 0
        outputs.add(capsys.readouterr())
    assert len(outputs) == 1
