"""Command lines over the examples and the corpora, and what they print and write."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

PROJECT_COMMANDS = (
    "score",
    "score -vv",
    "score --format json",
    "score --strict",
    "check",
    "check --format json",
    "check --format sarif",
    "check --format github",
    "check --format gitlab",
    "check --diff",
    "errors",
    "errors --format json",
    "errors --format csv",
    "report -o page.html",
    "pairs",
)
ADJUDICATION_COMMANDS = (
    "agreement -v",
    "agreement --format json",
    "agreement --format csv",
    "merge",
    "merge --format json",
    "merge --strategy union",
)
COMPARE_COMMANDS = (
    "compare KEY RESPONSE KEY --resamples 200",
    "compare KEY RESPONSE KEY --resamples 200 --format json",
    "compare KEY RESPONSE KEY --resamples 200 --format markdown",
)
OTHER_COMMANDS = (
    "bnf muc6-te",
    "bnf muc7-st --format json",
    "init --bnf muc6-te",
    "schema",
    "schema keytally.toml",
    "completion bash",
)
COMMANDS = (
    "score",
    "check",
    "compare",
    "errors",
    "report",
    "agreement",
    "merge",
    "convert",
    "pairs",
    "bnf",
    "init",
    "schema",
    "completion",
)
FORMATS = (
    "muc-sgml",
    "brat",
    "webanno",
    "spacy",
    "prodigy",
    "doccano",
    "label-studio",
    "conll",
    "columns",
    "muc-templates",
    "gtt-json",
    "json",
)
SOURCES = {
    "named_entity/key.sgml": FORMATS,
    "coreference/key.sgml": FORMATS,
    "columns/key.bio": FORMATS,
    "conll/key.conll": FORMATS,
    "corefud/key.conllu": FORMATS,
    "template_element/key.tmpl": FORMATS,
    "scenario_template/key.tmpl": FORMATS,
    "template_json/key.jsonl": FORMATS,
}


def run(program: Path, words: str, folder: Path) -> str:
    """Return the exit status, both outputs of a command, and the files that it wrote."""
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    environment = {**os.environ, "COLUMNS": "100", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
    done = subprocess.run(
        [program, *words.split()],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    parts = [
        f"exit status {done.returncode}",
        _text(done.stdout, folder),
        "--- stderr",
        _text(done.stderr, folder),
    ]
    for path in sorted(folder.rglob("*")):
        if path.is_file() and before.get(path) != path.read_bytes():
            parts += [f"--- {path.relative_to(folder)}", _text(path.read_bytes(), folder)]
    return "\n".join(parts) + "\n"


def _text(data: bytes, folder: Path) -> str:
    text = data.decode("utf-8", "backslashreplace").replace(str(folder), "FOLDER")
    return re.sub(r"(?i)(run date:|date: ).*", r"\1 DATE", text)


def example_cases(examples: Path, program: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the outcome of every command over a fresh copy of each example."""
    for example in sorted(path for path in examples.iterdir() if (path / "keytally.toml").exists()):
        commands = ADJUDICATION_COMMANDS if example.name.startswith("adjudication") else PROJECT_COMMANDS
        for words in (*commands, *_comparisons(example)):
            with tempfile.TemporaryDirectory() as made:
                folder = Path(shutil.copytree(example, Path(made) / example.name)).resolve()
                yield f"{example.name} {words}", run(program, words, folder)
    for source, formats in SOURCES.items():
        for name in formats:
            with tempfile.TemporaryDirectory() as made:
                folder = Path(
                    shutil.copytree(examples / Path(source).parent, Path(made) / "example")
                ).resolve()
                words = f"convert {Path(source).name} --to {name} -o made"
                yield f"{source} {words}", run(program, words, folder)
    with tempfile.TemporaryDirectory() as made:
        for words in (*OTHER_COMMANDS, "--help", *(f"{name} --help" for name in COMMANDS)):
            yield words, run(program, words, Path(made).resolve())


def _comparisons(example: Path) -> list[str]:
    keys, responses = sorted(example.glob("key.*")), sorted(example.glob("response.*"))
    if not keys or not responses:
        return []
    return [
        words.replace("KEY", keys[0].name).replace("RESPONSE", responses[0].name)
        for words in COMPARE_COMMANDS
    ]


def corpus_cases(corpora: Path, program: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the outcome of scoring and checking each corpus with its configurations."""
    for corpus in sorted(path for path in corpora.iterdir() if path.is_dir()):
        for words in _corpus_commands(corpus):
            with tempfile.TemporaryDirectory() as made:
                folder = Path(shutil.copytree(corpus, Path(made) / corpus.name)).resolve()
                yield f"corpus {corpus.name} {words}", run(program, words, folder)


def _corpus_commands(corpus: Path) -> Iterator[str]:
    yield "check --format json"
    for configuration in sorted(corpus.glob("config*")):
        yield f"score {configuration.name} --format json"
    for configuration in sorted(corpus.glob("config1")):
        yield f"errors {configuration.name} --format json"
    for key in sorted(corpus.rglob("*.key.*")):
        response = key.with_name(key.name.replace(".key.", ".response."))
        if response.exists():
            yield f"score {key.relative_to(corpus)} {response.relative_to(corpus)} --format json"
