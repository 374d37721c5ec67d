"""Record what the two score.pl print, for tests that run where neither they nor Perl are at hand.

    python -m tests.families.lexsub.recording TRIAL/score.pl FINAL/score.pl

writes `recorded.json` anew. Each record is the output of `perl score.pl answers gold -t TYPE [-v]`.
"""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from tests.families.lexsub.files import PROGRAMS, TASKS, program_run

RECORDED = Path(__file__).with_name("recorded.json")


class Case(NamedTuple):
    """A gold standard and answers; `{}` stands for the colons of the task."""

    name: str
    gold: str
    answers: str


HAPPY = "happy.a 9 :: glad 3;merry 2;cheerful 1;jovial 1;\n"
TWO = "bright.a 1 :: intelligent 3;clever 2;smart 1;\nbright.a 2 :: light 2;luminous 1;\n"

CASES = (
    Case("the document's example", HAPPY, "happy.a 9 {} glad;cheerful\n"),
    Case("all right", TWO, "bright.a 1 {} intelligent\nbright.a 2 {} light\n"),
    Case("one not attempted", TWO, "bright.a 1 {} clever;intelligent;dim\n"),
    Case("carriage returns", TWO, "bright.a 1 {} clever;intelligent\r\nbright.a 2 {} light\r\n"),
    Case("carriage returns in the gold standard", TWO.replace("\n", "\r\n"), "bright.a 1 {} clever\n"),
    Case("a blank behind ;", TWO, "bright.a 1 {} clever; intelligent\nbright.a 2 {} dim; light; \n"),
    Case("a trailing blank", TWO, "bright.a 1 {} intelligent \nbright.a 2 {} light\n"),
    Case("an empty place", TWO, "bright.a 1 {} clever;;intelligent\nbright.a 2 {} ;light;;\n"),
    Case("case", TWO, "bright.a 1 {} Intelligent\nbright.a 2 {} light\n"),
    Case("no blank behind the colons", TWO, "bright.a 1 {}intelligent\nbright.a 2 {} light\n"),
    Case("a tab", TWO, "bright.a\t1 {} intelligent\nbright.a 2 {} light\n"),
    Case("another lexelt", TWO, "dark.n 1 {} intelligent\nbright.a 2 {} light\n"),
    Case("an unknown id", TWO, "bright.a 7 {} intelligent\nbright.a 2 {} light\n"),
    Case("two lines for an id", TWO, "bright.a 2 {} dim\nbright.a 2 {} light\n"),
    Case("duplicates", TWO, "bright.a 1 {} clever;clever\nbright.a 2 {} light;light;light\n"),
    Case(
        "a blank answer after one",
        TWO + "wild.a 3 :: light 4;mad 1;\n",
        "bright.a 2 {} light\nwild.a 3 {} \nbright.a 1 {}  \n",
    ),
    Case("a blank answer first", TWO, "bright.a 1 {} \nbright.a 2 {} light\n"),
    Case("nothing but ;", TWO, "bright.a 1 {} ;;\nbright.a 2 {} light\n"),
    Case(
        "hyphens of the gold standard",
        "odd.a 4 :: self-aware 3;x-ray 1;\nodd.a 5 :: out of control 2;wild 1;\n",
        "odd.a 4 {} self aware;x ray\nodd.a 5 {} out-of-control;wild\n",
    ),
    Case(
        "hyphens of both",
        "odd.a 4 :: self-aware 3;x-ray 1;\nodd.a 5 :: non-stop 2;nonstop 1;\n",
        "odd.a 4 {} self-aware;x-ray\nodd.a 5 {} non-stop;non stop;nonstop\n",
    ),
    Case(
        "apostrophes",
        "o.n 6 :: o'clock 3;ne'er-do-well's 1;\nlet.v 7 :: don't 2;leave 1;\n",
        "o.n 6 {} o'clock;ne'er-do-well's\nlet.v 7 {} dont\n",
    ),
    Case(
        "words that are lost",
        "abc.n 8 :: a 3;b 1;\nabc.n 9 :: é 2;caffé x 1;\nabc.n 10 :: e.g. 3;11.27 kg 1;\n",
        "abc.n 8 {} a\nabc.n 9 {} é;x\nabc.n 10 {} e.g.;27 kg\n",
    ),
    Case(
        "proper names",
        "pound.n 11 :: pn 2;sterling 1;\nodd.a 12 :: hypnotic 4;strange 1;\nodd.a 13 :: NIL 2;pn;\n",
        "pound.n 11 {} sterling\nodd.a 12 {} hypnotic;strange\nodd.a 13 {} NIL\n",
    ),
    Case(
        "a number left over",
        "a.n 14 :: light 3;\nb.n 15 :: é 1;\nc.n 16 :: \nd.n 17 :: light 1;\ne.n 18 :: \n",
        "a.n 14 {} light\nb.n 15 {} é\nc.n 16 {} x\nd.n 17 {} light\n",
    ),
    Case(
        "a mode that is not the most frequent",
        "a.n 19 :: red 1;blue 3;\nb.n 20 :: red 2;green 1;blue 2;\nc.n 21 :: red 2;red  2;\n",
        "a.n 19 {} blue\nb.n 20 {} red\nc.n 21 {} red\n",
    ),
    Case(
        "two lines for an id in the gold standard",
        "a.n 22 :: red 3;blue 1;\na.n 22 :: green 2;red 1;\nb.n 23 :: light 2;\n",
        "a.n 22 {} red;green\nb.n 23 {} light\n",
    ),
    Case(
        "more than ten",
        TWO,
        "bright.a 1 {} a;b;c;d;e;f;g;h;i;clever;intelligent\nbright.a 2 {} a;b;c;d;e;f;g;h;i;j;light;j\n",
    ),
    Case("American spellings", "a.n 24 :: colour 3;organise 1;\n", "a.n 24 {} color;organize\n"),
    Case("words of zeros", "a.n 25 :: 0' 3;00 2;\nb.n 26 :: red 2;\n", "a.n 25 {} 0';00\nb.n 26 {} red\n"),
    Case("odd lines", "junk\n\n" + TWO, "junk\n\n  \nbright.a 1 {} clever\nx bright.a 2 {} light\nb 1:: x\n"),
    Case("no end to the last line", TWO.rstrip("\n"), "bright.a 1 {} clever\nbright.a 2 {} light"),
    Case(
        "multiwords",
        "take.v 29 :: take place 5;\ncross.n 59 :: cross section 4;cross cut 1;\nrun.v 60 :: run out 1;\n"
        "get.v 61 :: get up 2;get on 2;\nsit.v 62 :: sit-in 3;\nlet.v 63 :: don't let on 2;\n",
        "take.v 29 {} take place\ncross.n 59 {} cross section;\nrun.v 60 {} run out\nget.v 61 {} get up\n"
        "sit.v 62 {} sit in\nlet.v 63 {} don't let on\nrun.v 70 {} run on \nrun.v 71 {} \n",
    ),
    Case(
        "multiwords nearly right",
        "take.v 29  :: take place 5;\ncross.n 59:: cross section 4;\nrun.v x :: run out 2;\n",
        "take.v  29 {} take place \ncross.n 59{} cross section\r\nrun.v x {} run out\n",
    ),
    Case("nothing found", "take.v 29 :: take place 5;\n", "take.v 30 {} \n"),
    Case("frequencies of zero", "a.n 27 :: red 0;blue 0;\n" + TWO, "bright.a 1 {} clever\na.n 27 {} red\n"),
    Case("no answers", TWO, "\n"),
    Case("no mode", "a.n 28 :: red 2;blue 2;\n", "a.n 28 {} red\n"),
)


def answers_of(case: Case, task: str) -> str:
    """The answers of a case with the colons of a task."""
    return case.answers.replace("{}", ":::" if task == "lexsub-oot" else "::")


def main(programs: list[str]) -> None:
    """Run both programs on all cases and write what they print."""
    records: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            for task in TASKS:
                for name, path in zip(PROGRAMS, programs, strict=True):
                    for verbose in (False, True):
                        files = case.gold, answers_of(case, task)
                        run = program_run(Path(path).absolute(), task, files, Path(folder), verbose)
                        what = {"case": case.name, "task": task, "program": name, "verbose": verbose}
                        records.append({**what, "died": run.died, "output": run.output})
    RECORDED.write_text(json.dumps(records, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
