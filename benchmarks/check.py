"""What `keytally check` costs: of template files with a BNF, and of SGML responses with their texts.

Design target: so many MB/s and more on one core (`TARGET`); the start of the process counts in. A file of
10 MB with a defect in a hundred slots has thousands of findings; one in ten is more than a file has that
anyone still works on. Texts are read besides the file that is checked; MB counts that file only.
"""

import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.corpora import coreference, named_entity, templates
from benchmarks.process import Run, run
from benchmarks.throughput import SIZES, header, line, median_run

TARGET = 2.0
FOUND = 1
"""The exit status of a check that has found something."""

_TAG = re.compile(r"</?(?:ENAMEX|TIMEX|NUMEX|COREF)\b[^>]*>")


class Checked(NamedTuple):
    """A file to check: its name in the table, its text, its role, and the option that names its companion."""

    name: str
    text: str
    role: str
    option: str
    companion: str


TEMPLATES = {"template_element": templates.elements, "scenario_template": templates.scenarios}
SGML = {"named_entity": named_entity.named_entities, "coreference": coreference.chains}


def template_files(task: str, size: int) -> Iterator[Checked]:
    """A key, a response, one with findings, and one that is full of them."""
    texts = TEMPLATES[task](size)
    yield Checked("key", texts.key, "key", "--bnf", templates.BNF)
    yield Checked("response", texts.response, "response", "--bnf", templates.BNF)
    for name, often in (("with findings", 0.01), ("full of findings", templates.FAULTY)):
        yield Checked(name, templates.faulty(texts.response, often), "response", "--bnf", templates.BNF)


def sgml_files(task: str, size: int) -> Iterator[Checked]:
    """A response with the texts that it annotates, and with others."""
    response = SGML[task](size).response
    texts = _TAG.sub("", response)
    yield Checked("with texts", response, "response", "--texts", texts)
    yield Checked("with altered texts", response, "response", "--texts", texts.replace("harbour", "haven"))


def measure(checked: Checked, task: str) -> tuple[int, Run]:
    """The file's size in bytes, and the median run over it."""
    with tempfile.TemporaryDirectory() as name:
        file, companion = Path(name) / "checked", Path(name) / "companion"
        file.write_text(checked.text, encoding="utf-8")
        companion.write_text(checked.companion, encoding="utf-8")
        command = [sys.executable, "-m", "keytally", "check", "--format", "concise", "--role", checked.role]
        command += ["--task", task, checked.option, str(companion), str(file)]
        return file.stat().st_size, median_run(lambda: run(command, may_end_with=(FOUND,)))


def report() -> Iterator[str]:
    """A line a task, a kind of file and a size."""
    yield header("check")
    for tasks, files_of in ((TEMPLATES, template_files), (SGML, sgml_files)):
        for task in tasks:
            for size in SIZES:
                for checked in files_of(task, size):
                    name = f"{task.replace('_', ' ')}, {checked.name}"
                    yield line(name, *measure(checked, task), TARGET)


if __name__ == "__main__":
    for each in report():
        print(each, flush=True)
