"""The reports of the coreference task, against the manual's examples and read back."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from keytally.families.contract import ReportError, Role
from keytally.families.muc.coreference_report_files import (
    KEY_RULE,
    RESPONSE_RULE,
    coreference_summary,
    partitions,
)
from keytally.families.muc.coreference_reports import coreference_scores, coreference_text
from keytally.families.muc.evaluation.coreference import Coreference
from keytally.families.muc.report_files import Starts
from keytally.families.muc.scoring.coreference import NO_COUNTS, CoreferenceCounts
from tests.families.muc.coreference_files import coreference, document, in_classes, scored

Read = Callable[[str], list[dict[str, Any]]]

THIRD_PARTY = re.compile(
    r"TOTALS\:\s+\d+\s+\d+\s+\d+\s+\/\s+\d+\s+(\d+\.\d)\%\s+\d+\s+\/\s+\d+\s+(\d+.\d)\%\s+(\d+\.\d)\%"
)
"""The line of totals as a program reads it that wraps the original scorer."""

ROW = re.compile(r"(\S+) +(\d+) +(\d+) +(\d+) / (\d+) +(\d+\.\d)%? +(\d+) / (\d+) +(\d+\.\d)%? +(\d+\.\d)%?")


def counts_of(match: re.Match[str]) -> CoreferenceCounts:
    """The counts of a row of the manual's table."""
    return CoreferenceCounts(*(int(match[group]) for group in (2, 3, 4, 5, 7, 8)))


class TestScoreReport:
    def test_the_manuals_table(self, manual_page: Callable[[str], str]) -> None:
        """All of its 30 documents and its totals print from their counts as they stand there."""
        expected = manual_page("coreference_table.txt")
        rows = [ROW.fullmatch(line) for line in expected.splitlines()]
        lines = [(match[1], counts_of(match)) for match in rows if match and match[1] != "TOTALS:"]
        assert len(lines) == 30
        assert coreference_scores(lines) == expected

    def test_every_row_of_the_manual_has_one_numerator(self, manual_page: Callable[[str], str]) -> None:
        rows = [ROW.fullmatch(line) for line in manual_page("coreference_table.txt").splitlines()]
        numerators = [(match[4], match[7]) for match in rows if match]
        assert len(numerators) == 31
        assert all(recall == precision for recall, precision in numerators)

    @pytest.mark.parametrize(
        "counts",
        [
            NO_COUNTS,
            CoreferenceCounts(1, 1, 1, 1, 1, 1),
            CoreferenceCounts(10**6, 10**6, 10**7, 10**7, 10**7, 10**7),
        ],
    )
    def test_a_third_partys_reader_finds_the_totals(self, counts: CoreferenceCounts) -> None:
        line = coreference_scores([("1", counts)]).splitlines()[-1]
        match = THIRD_PARTY.fullmatch(line)
        assert match is not None
        assert match.groups() == tuple(
            f"{value:.1f}" for value in (counts.recall, counts.precision, counts.f)
        )

    def test_nothing_over_nothing_prints_0(self) -> None:
        text = coreference_scores([("930119", NO_COUNTS)])
        assert re.search(r"^930119 +0 +0 +0 / 0 +0\.0 +0 / 0 +0\.0 +0\.0$", text, re.M)
        assert re.search(r"^TOTALS: +0 +0 +0 / 0 +0\.0% +0 / 0 +0\.0% +0\.0%$", text, re.M)
        assert "TOTALS: " in coreference_scores([])

    def test_lines_are_78_wide_and_what_does_not_fit_pushes(self) -> None:
        lines = coreference_scores([("930119", CoreferenceCounts(4, 5, 11, 15, 11, 14))]).splitlines()
        assert [len(line) for line in lines if line] == [26, 78, 78, 78]
        long = coreference_scores([("9" * 40, CoreferenceCounts(*[123456789] * 6))]).splitlines()[2]
        assert ROW.fullmatch(long)

    def test_on_the_screen(self) -> None:
        lines = [("1", CoreferenceCounts(1, 1, 1, 1, 1, 1)), ("2", NO_COUNTS)]
        short = coreference_text(lines, "keytally:x").splitlines()
        assert [line.split()[0] for line in short if line.strip()] == ["Key", "Document", "TOTALS:", "2"]
        assert short[-1] == "2 documents  keytally:x"
        assert coreference_text(lines[:1], verbose=True).splitlines()[2].split()[0] == "1"


class TestSummary:
    def test_the_manuals_four_verdicts(self) -> None:
        """Correct, then missing, then spurious, then optional, as in the manual's example."""
        key = document(
            '<COREF ID="1" STATUS="OPT">the Clinton\n camp</COREF> met <COREF ID="2">Clinton</COREF> of'
            ' <COREF ID="3" MIN="White House">the White House</COREF> and <COREF ID="4">securities</COREF>'
        )
        response = document(
            'the Clinton\n camp met <COREF ID="1">Clinton</COREF> of'
            ' the <COREF ID="2">White House</COREF> <COREF ID="3">and</COREF> securities'
        )
        assert coreference_summary([scored(key, response)]).splitlines() == [
            "Document 1",
            'COR  "Clinton"                                 "Clinton"',
            'COR  "the White House"                         "White House"',
            'MIS  "securities"                              ""',
            'SPU  ""                                        "and"',
            'OPT  "the Clinton camp"                        ""',
        ]

    def test_documents_stand_apart(self) -> None:
        score = scored(in_classes("AB"), in_classes(""))
        assert coreference_summary([score, score]).count("\n\nDocument") == 1
        assert coreference_summary([]) == ""


WASHINGTON = [
    (88, "Washington, an Exchange Ally,", "1", "", "108"),
    (581, "Ms. Washington, 44 years old,", "4", "0", "39"),
    (741, "Ms. Washington", "8", "4", "40"),
    (828, "her", "9", "8", "43"),
    (916, "She", "12", "9", "42"),
    (961, "Ms. Washington", "15", "12", "41"),
    (1124, "A graduate of Harvard Law School, Ms. Washington", "20", "15", "48"),
    (1257, "She", "22", "20", "49"),
    (376, "Consuela Washington, an expert in securities laws,", "0", "1", ""),
]
"""The manual's example: start, phrase, ID and REF in the key, ID in the response ("" for missing)."""


class TestPartitions:
    def test_the_manuals_example(self) -> None:
        """Its key class prints as it stands there. M's end is another there."""
        key, response = self._files()
        text = partitions([scored(key, response)], [Starts(-len("<DOC><DOCNO>1</DOCNO><TXT>"), 0)])
        stars = text.split(KEY_RULE)
        assert len(stars) == 3
        assert stars[1].splitlines()[1:] == [
            'C 88 116 1 NULL 108 "Washington, an Exchange Ally,"',
            'C 581 609 4 0 39 "Ms. Washington, 44 years old,"',
            'C 741 754 8 4 40 "Ms. Washington"',
            'C 828 830 9 8 43 "her"',
            'C 916 918 12 9 42 "She"',
            'C 961 974 15 12 41 "Ms. Washington"',
            'C 1124 1171 20 15 48 "A graduate of Harvard Law School, Ms. Washington"',
            'C 1257 1259 22 20 49 "She"',
            "",
            'M 376 425 0 1 "Consuela Washington, an expert in securities laws,"',
        ]

    @staticmethod
    def _files() -> tuple[str, str]:
        """Both files of the example; the phrases stand at the manual's offsets from the TXT tag on."""
        sides = []
        for in_key in (True, False):
            body, cursor = [], 0
            antecedent = ""
            for start, phrase, identifier, reference, partner in sorted(WASHINGTON):
                body.append("." * (start - cursor))
                cursor = start + len(phrase)
                link = f' REF="{reference}"' if in_key and reference else ""
                if not in_key:
                    link = f' REF="{antecedent}"' if antecedent and partner else ""
                    antecedent = partner or antecedent
                name = identifier if in_key else partner
                body.append(f'<COREF ID="{name}"{link}>{phrase}</COREF>' if name else phrase)
            sides.append(f"<DOC><DOCNO>1</DOCNO><TXT>{''.join(body)}</TXT></DOC>\n")
        return sides[0], sides[1]

    def test_both_sides_and_their_cells(self) -> None:
        text = partitions([scored(in_classes("ABCD EF G"), in_classes("AB CDE"))])
        pieces = [line.split(" ", 3)[-1] if line[:2] in ("C ", "M ") else line for line in text.splitlines()]
        assert [piece.replace('"', "") for piece in pieces] == [
            "Document 1",
            KEY_RULE,
            *("A NULL A A", "B A B B", "", "C B C C", "D C D D"),
            *(KEY_RULE, KEY_RULE),
            *("E NULL E E", "", "F E F"),
            *(KEY_RULE, RESPONSE_RULE),
            *("A NULL A A", "B A B B"),
            *(RESPONSE_RULE, RESPONSE_RULE),
            *("C NULL C C", "D C D D", "", "E D E E"),
            RESPONSE_RULE,
        ]

    def test_breaks_are_the_recall_error(self) -> None:
        """The manual: "These breaks are what are counted to get the recall error." """
        score = scored(in_classes("ABCD EFGH I"), in_classes("AB EF CGI"))
        text = partitions([score])
        counts = score.counts
        breaks = [
            sum(part.count("\n\n") for part in text.split(rule)[1::2]) for rule in (KEY_RULE, RESPONSE_RULE)
        ]
        assert breaks == [
            counts.recall_below - counts.recall_above,
            counts.precision_below - counts.precision_above,
        ]

    def test_rules_are_52_wide(self) -> None:
        assert (KEY_RULE, RESPONSE_RULE) == ("*" * 52, "=" * 52)

    def test_what_lacks_an_id_is_null(self) -> None:
        key = document('<COREF ID="1">a</COREF> <COREF REF="1">b</COREF>')
        assert '1 1 "b"' not in partitions([scored(key, in_classes(""))])
        assert ' NULL 1 "b"' in partitions([scored(key, in_classes(""))])


def files_of(task: Coreference, key: str, response: str) -> dict[str, str]:
    """The reports on two files of one document each."""
    units = task.language(Role.KEY).read(key), task.language(Role.RESPONSE).read(response)
    scores = task.score("1", [units[0]], [units[1]])
    return dict(task.report_files(scores, [units[0]], [units[1]]))


class TestMapHistory:
    KEY = document(
        '<COREF ID="1">Ms. Washington</COREF> said'
        ' <COREF ID="2" TYPE="IDENT" REF="1" MIN="she">she</COREF> and'
        ' <COREF ID="3" TYPE="IDENT" REF="2" STATUS="OPT">he</COREF>'
    )
    RESPONSE = document(
        '<COREF ID="7">Ms. Washington</COREF> said <COREF ID="8" REF="7">she</COREF>'
        ' <COREF ID="9" REF="8">and</COREF> he'
    )

    @pytest.fixture
    def pairs(self, read_map_history: Read) -> list[dict[str, Any]]:
        """The object pairs of a small document, read by Tcl."""
        text = files_of(coreference(dump_map_history="yes"), self.KEY, self.RESPONSE)["map_history"]
        [read] = read_map_history(text)
        [of_class] = read["-class_pairs"]
        assert of_class["-class_name"] == "COREF"
        return list(of_class["-obj_pairs"])

    def test_objects(self, pairs: list[dict[str, Any]]) -> None:
        assert [(pair["-obj_pair_status"], pair.get("-key_obj_id")) for pair in pairs] == [
            ("COR", "COREF-1-1"),
            ("COR", "COREF-1-2"),
            ("OPT", "COREF-1-3"),
            ("SPU", None),
        ]
        assert [pair.get("-rsp_obj_id") for pair in pairs] == ["COREF-1-7", "COREF-1-8", None, "COREF-1-9"]
        assert pairs[2]["-key_obj_optional"] is True
        assert [pair["-doc_section"] for pair in pairs] == ["TXT"] * 4

    def test_a_ref_is_a_pointer(self, pairs: list[dict[str, Any]]) -> None:
        """`fill`: "this is how the REF attribute would look if it were written as a template object
        pointer"."""
        [reference] = [slot for slot in pairs[1]["-slot_pairs"] if slot["-slot_name"] == "REF"]
        [fill] = reference["-multi-fill_pairs"][0]["-single_fill_pairs"]
        assert fill["-single_fill_pair_status"] == "cor"
        for side, pointer in (("key", "<COREF-1-1>"), ("rsp", "<COREF-1-7>")):
            assert fill[f"-{side}_single_fill"] == {
                "-type": "pointer",
                "-fill": pointer,
                "-clean_fill": pointer,
            }

    def test_unscored_slots_and_optional_mentions_are_noncommittal(self, pairs: list[dict[str, Any]]) -> None:
        verdicts = {
            slot["-slot_name"]: slot["-multi-fill_pairs"][0]["-single_fill_pairs"][0][
                "-single_fill_pair_status"
            ]
            for slot in pairs[1]["-slot_pairs"]
        }
        assert verdicts == {"TEXT": "cor", "ID": "uns", "REF": "cor", "TYPE": "uns", "MIN": "uns"}
        assert pairs[2]["-obj_pair_tallies"] == "0 0 0 0 0 0 0 5"
        assert pairs[3]["-obj_pair_tallies"] == "0 2 0 0 0 0 2 1"


class TestFiles:
    def test_a_configuration_names_each(self) -> None:
        task = coreference(score_report_file="s", report_summary_file="r", partition_file="p")
        assert list(files_of(task, in_classes("AB"), in_classes("AB"))) == ["s", "r", "p"]
        dumping = coreference(dump_map_history="yes")
        assert list(files_of(dumping, in_classes("AB"), in_classes("AB"))) == [
            "scores",
            "report_summary",
            "partitions",
            "map_history",
        ]

    def test_the_long_summary_on_request(self) -> None:
        task = coreference(use_IE_report_summary="yes")
        text = files_of(task, in_classes("AB"), in_classes("AB"))["report_summary"]
        assert re.search(r"^cor +\| REF: +\| <COREF-1-A> +\| <COREF-1-A>$", text, re.M)

    def test_two_reports_of_one_name_are_refused(self) -> None:
        with pytest.raises(
            ReportError, match=("score_report_file and partition_file specify the same file: 'x'")
        ):
            files_of(coreference(score_report_file="x", partition_file="x"), in_classes("A"), in_classes("A"))

    def test_a_document_that_one_side_lacks(self) -> None:
        task = coreference(dump_map_history="yes")
        unit = task.language(Role.KEY).read(in_classes("AB"))
        for sides in (([unit], []), ([], [unit])):
            reports = task.report_files(task.score("1", *sides), *sides)
            assert all(reports.values())


SMALLEST = 3
"""The response whose map history Tcl reads whole: each of them is as good, and takes a while."""


@pytest.mark.long
@pytest.mark.corpora
@pytest.mark.parametrize("number", [1, 2, 3])
def test_on_the_corpora_all_reports_are_written_and_read(
    number: int, corpora: Path, tmp_path: Path, read_map_history: Read
) -> None:
    from keytally.runs.score import score_configuration  # noqa: PLC0415

    result = score_configuration(corpora / "co" / f"config{number}", options={"dump_map_history": "yes"})
    names = {path.name for path in result.write_reports(tmp_path)}
    assert names == {f"{name}{number}" for name in ("scores", "report_summary", "partitions", "map_history")}
    totals = (tmp_path / f"scores{number}").read_text().splitlines()[-1]
    assert THIRD_PARTY.fullmatch(totals)
    history = (tmp_path / f"map_history{number}").read_text()
    if number == SMALLEST:
        assert len(read_map_history(history)) == 48
    assert history.count("{-docnum ") == 48
