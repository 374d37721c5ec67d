"""What holds of every merge, whatever the family: equal files give the file, and the order plays no part."""

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fuzz.grammar import GENERATORS
from keytally.runs.files import KeytallyError
from keytally.runs.merge import MergeResult, merge
from tests.families.muc.sgml_files import document

STRATEGIES = st.sampled_from(["unanimous", "majority", "votes=2", "union"])
KINDS = {
    "sgml": "named_entity",
    "coreference": "coreference",
    "templates": "template_element",
    "m2": "m2",
    "columns": "entities",
    "conll": "conll-coreference",
    "corefud": "conll-coreference",
}
"""The task of the files of each generator."""

NAMES = ("anna", "ben", "cleo")


def merged(folder: str, texts: dict[str, str], task: str, strategy: str) -> MergeResult:
    """The merge of texts by the names of annotators, in that order."""
    paths = {name: Path(folder, name) for name in texts}
    for name, text in texts.items():
        paths[name].write_bytes(text.encode())
    return merge(task, paths, strategy=strategy)


COREFERENCE = document(
    'The <COREF ID="4" MIN="dog">big dog</COREF> saw <COREF ID="9" TYPE="IDENT" REF="4">its</COREF> tail. '
    '<COREF ID="2" REF="4" TYPE="IDENT">It</COREF> and <COREF ID="30">a <coref id="1">cat</coref></COREF> '
    "ran."
)
M2 = """S The cat sat at mat .
A 3 4|||Prep|||on||in|||REQUIRED|||why|||0
A 4 4|||ArtOrDet|||the|||REQUIRED|||-NONE-|||0
A 3 4|||Prep|||in|||REQUIRED|||-NONE-|||1

S It sat .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 1 2|||Vt|||sits|||REQUIRED|||-NONE-|||1

S All is well .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

"""
TEMPLATES = """<ORGANIZATION-2603050001-1> :=
\tORG_NAME: "Lund Bakery"
\tORG_ALIAS: "Lund"
\t\t\t"the bakery"
\tORG_TYPE: COMPANY

<PERSON-2603050001-1> :=
\tPER_NAME: "Wat Pellow"
\t\t\t/ "W. Pellow"
"""
COLUMNS = """-DOCSTART- O

# sent 1
Ida NNP S-PER
Wren NNP S-PER
left VBD O
Port NNP B-LOC
Anselm NNP E-LOC

in IN O
May NNP S-DATE
"""
CONLL = """#begin document (a); part 000
a 0 0 Ida (12|(3)
a 0 1 Wren 12)
a 0 2 saw _

a 0 0 her (12)

#end document
#begin document (a); part 001
a 1 0 It (1

a 1 0 ran 1)
#end document
"""
COREFUD = """# newdoc id = a
# global.Entity = eid-etype-head-other
1\tIda\tIda\t_\t_\t_\t2\tflat\t_\tEntity=(e7-person-2-new(e9[1/2]--1-)|SpaceAfter=No
2\tWren\tWren\t_\t_\t_\t0\troot\t_\tEntity=e7)
3\tsaw\tsee\t_\t_\t_\t2\tdep\t_\tBridge=e7<e9|Entity=(e9[2/2]--1-)
3.1\t_\t_\t_\t_\t_\t_\t_\t3:obj\tEntity=(e7-person-1-)
"""


@pytest.mark.parametrize("strategy", ["unanimous", "majority", "union"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("task", "text"),
    [
        ("coreference", COREFERENCE),
        ("m2", M2),
        ("template_element", TEMPLATES),
        ("entities", COLUMNS),
        ("conll-coreference", CONLL),
        ("conll-coreference", COREFUD),
    ],
)
def test_equal_files_give_the_file(
    tmp_path: Path, task: str, text: str, line_end: str, strategy: str
) -> None:
    text = text.replace("\n", line_end)
    result = merged(str(tmp_path), dict.fromkeys(NAMES, text), task, strategy)
    assert (result.text, result.open) == (text, [])


MENTIONS = st.lists(
    st.tuples(st.sampled_from(["ID", "id"]), st.integers(-1, 7), st.booleans(), st.booleans()),
    min_size=1,
    max_size=8,
)


@given(MENTIONS, st.permutations(range(8)), STRATEGIES)
def test_equal_files_of_chains_give_the_file(
    mentions: list[tuple[str, int, bool, bool]], numbers: list[int], strategy: str
) -> None:
    """Whatever the IDs, and whichever mention before it a REF names."""
    words = []
    for at, (name, back, has_minimum, is_optional) in enumerate(mentions):
        reference = f' TYPE="IDENT" REF="{numbers[back]}"' if 0 <= back < at else ""
        given = ' MIN="dog"' * has_minimum + ' STATUS="OPT"' * is_optional
        words.append(f'<COREF {name}="{numbers[at]}"{reference}{given}>the dog</COREF> ran')
    text = document(", ".join(words))
    with TemporaryDirectory() as folder:
        assert merged(folder, dict.fromkeys(NAMES, text), "coreference", strategy).text == text


def outcome(folder: str, texts: dict[str, str], task: str, strategy: str) -> object:
    try:
        result = merged(folder, texts, task, strategy)
    except KeytallyError as error:
        return sorted(error.problems)
    return result.text, list(result.open), result.added, sorted(result.left_out)


def annotated(kind: str, seed: int) -> Iterator[str]:
    """Texts of annotators, which mostly have the same documents."""
    files = GENERATORS[kind](Random(seed))
    names = sorted(name for name in files if not name.endswith((".toml", ".config", ".bnf")))
    return (files[Random(f"{seed} {number}").choice(names)] for number in range(len(NAMES)))


@pytest.mark.long
@settings(max_examples=25)
@pytest.mark.parametrize("kind", KINDS)
@given(seed=st.integers(0, 10**9), strategy=STRATEGIES)
@example(seed=11681, strategy="unanimous")
@example(seed=181652, strategy="unanimous")
def test_a_merge_does_not_depend_on_the_order_of_files(kind: str, seed: int, strategy: str) -> None:
    texts = dict(zip(NAMES, annotated(kind, seed), strict=True))
    with TemporaryDirectory() as folder:
        expected = outcome(folder, texts, KINDS[kind], strategy)
        for order in permutations(NAMES):
            assert outcome(folder, {name: texts[name] for name in order}, KINDS[kind], strategy) == expected


@pytest.mark.long
@settings(max_examples=25)
@pytest.mark.parametrize("kind", KINDS)
@given(seed=st.integers(0, 10**9), strategy=STRATEGIES)
def test_a_second_merge_changes_nothing(kind: str, seed: int, strategy: str) -> None:
    texts = dict(zip(NAMES, annotated(kind, seed), strict=True))
    with TemporaryDirectory() as folder:
        try:
            first = merged(folder, texts, KINDS[kind], strategy)
        except KeytallyError:
            return
        Path(folder, "gold").write_bytes(first.text.encode())
        paths = {name: Path(folder, name) for name in texts}
        again = merge(KINDS[kind], paths, gold=Path(folder, "gold"), strategy=strategy, force=True)
        assert (again.text, again.added) == (first.text, 0)


def test_a_document_that_cannot_stand_behind_others_is_left_out(tmp_path: Path) -> None:
    """A file of CorefUD without `# newdoc` is a document by itself only."""
    ben = COREFUD.replace("# newdoc id = a\n", "")
    result = merged(str(tmp_path), {"anna": COREFUD, "ben": ben}, "conll-coreference", "union")
    assert result.text == COREFUD
    assert [item.document for item in result.open] == ["document without a name"] * 3
