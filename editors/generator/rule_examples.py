"""The examples on the rule pages: their files, their check, and its output."""

import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from keytally.commands.main import main
from keytally.findings.finding import Rule

_BLOCK = re.compile(r"(?:^`([\w./]+)`\n\n)?^```\w+\n(.*?)^```$", re.M | re.S)
_CARRIAGE_RETURN = "\N{SYMBOL FOR CARRIAGE RETURN}"
_MORE_LINES = re.compile(r"^(.+\n)\N{HORIZONTAL ELLIPSIS} (\d+) more\n", re.M)
_LINK = re.compile(r"^ *= file:.*\n", re.M)
_TOTALS = re.compile(r"\n+.+\.\n\Z")
_DEFAULT_FILE = {
    "sgml": "response.sgml",
    "config": "ne.config",
    "templates": "response",
    "bnf": "task.bnf",
    "project": "keytally.toml",
    "adjudication": "gold.sgml.decisions",
}
"""The name of an example's file that states none, by the group of its rule."""


def files_of(rule: Rule, page: str, heading: str) -> dict[str, str]:
    """The files that a section of a rule's page shows, by name; a few words of SGML in a whole document."""
    return {
        name or _DEFAULT_FILE[rule.family]: _document_of(text) if rule.family == "sgml" else text
        for name, text in ((name, _written_out(text)) for name, text in _shown(page, heading))
    }


def has_whole_files(rule: Rule, page: str, heading: str) -> bool:
    """Whether the files of a section are shown from their first line on, as findings count lines."""
    return rule.family != "sgml" or any("<DOC>" in text for _, text in _shown(page, heading))


def _shown(page: str, heading: str) -> list[tuple[str, str]]:
    """The blocks of a section, each with the name that it states or ""."""
    _, _, behind = page.partition(f"\n## {heading}\n")
    return _BLOCK.findall(behind.partition("\n## ")[0])


def laid_out(rule: Rule, files: Mapping[str, str], folder: Path) -> list[str]:
    """Write the files of an example into a folder; the arguments of `keytally check` for it, from there."""
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8", newline="")
    if rule.family == "project":
        for name in ("key.sgml", "response.sgml", "texts.sgml"):
            text = _document_of("The light is out.\n")
            (folder / name).write_text(text, encoding="utf-8", newline="")
    return ["check", *_arguments(rule, files)]


def _arguments(rule: Rule, files: Mapping[str, str]) -> list[str]:
    target = next(name for name in reversed([*files]) if name != "texts.sgml")
    arguments = [target]
    if rule.family == "sgml":
        arguments += ["--task", "coreference" if "<COREF" in files[target] else "named_entity"]
    if "texts.sgml" in files:
        arguments += ["--texts", "texts.sgml"]
    if "task.bnf" in files and target != "task.bnf":
        arguments += ["--bnf", "task.bnf"]
    return arguments


def said_of(rule: Rule, files: Mapping[str, str]) -> str:
    """Return the output of `keytally check` for an example, without links and totals."""
    with tempfile.TemporaryDirectory(prefix="keytally-example-") as name:
        text = _printed_in(Path(name), laid_out(rule, files, Path(name)))
    for file in files:
        text = text.replace(str(Path(file)), file)
    return _TOTALS.sub("", _LINK.sub("", text))


def _printed_in(folder: Path, arguments: Sequence[str]) -> str:
    """What the command prints where the folder is the current one."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        with redirect_stdout(StringIO()) as printed:
            main([*arguments])
    finally:
        os.chdir(before)
    return printed.getvalue()


def _written_out(text: str) -> str:
    """Return a text with its carriage returns, and with expanded ellipses."""
    text = _MORE_LINES.sub(lambda match: match[1] * (int(match[2]) + 1), text)
    return text.replace(_CARRIAGE_RETURN, "\r")


def _document_of(text: str) -> str:
    """A whole document for a few words of one."""
    if "<DOC>" in text:
        return text
    return f"<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n{text}</TXT>\n</DOC>\n"
