"""The arguments of `keytally convert`."""

import argparse

SUMMARY = "write annotations in another format"
DESCRIPTION = (
    "Convert documents with entities and chains, or with templates, between the formats of annotation "
    "tools, scorers and programs. Whatever the new format has no place for is told, place by place, on "
    "standard error."
)


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.usage = (
        "keytally convert FILE... --to FORMAT [--from FORMAT] [-o FILE|DIR] [--mapping FILE] [--strict] "
        "[--force]"
    )
    command.add_argument("files", nargs="+", metavar="FILE", help="a file with annotation")
    command.add_argument("--to", dest="target", required=True, metavar="FORMAT", help=_formats())
    command.add_argument(
        "--from",
        dest="source",
        metavar="FORMAT",
        help="the format of the files; else each tells its own",
    )
    command.add_argument(
        "-o",
        "--output",
        metavar="FILE|DIR",
        help="the file to write, or a folder for one file an input or a document; else it is printed",
    )
    command.add_argument(
        "--mapping",
        metavar="FILE",
        help="for templates: a file that says which slots of objects are types and roles",
    )
    command.add_argument(
        "--strict", action="store_true", help="write nothing where anything is lost, and exit with status 1"
    )
    command.add_argument(
        "--force", action="store_true", help="write over existing files; never over an input"
    )


def _formats() -> str:
    """What `--help` says of the formats."""
    return (
        "the format to write: muc-sgml, brat, webanno, spacy, prodigy, doccano, label-studio, "
        "iob2, iob, iobes, bilou or conll; of templates muc-templates or template-json; "
        "muc4-flat is only read"
    )
