"""The documents that an annotator is said to have done, in keytally.toml or in comments of the file."""

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from keytally.evaluations import registry


def unknown_done(
    task: str, annotator: str, shown: Path | str, stated: Iterable[str], present: Collection[str]
) -> Iterator[str]:
    """A line for each document that is stated as done and that no file has.

    `stated` has the names as they are written, `present` those of all files; both may have several spellings
    of a document, which is told once. `shown` is the annotator's file in messages.
    """
    document_of = registry.task_named(task).document_of
    known = set(map(document_of, present))
    for document, name in {document_of(name): name for name in stated}.items():
        if document not in known:
            yield f"{shown}: {annotator} is said to have done {name}, and there is no such document"
