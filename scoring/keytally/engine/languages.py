"""How the files of a pair are read: by their role, and by their name where the language depends on it."""

from pathlib import Path

from keytally.evaluations.abilities import ReadsByName
from keytally.evaluations.interface import Evaluation, Language, Role
from keytally.project.pair import Pair


def language_in(pair: Pair, evaluation: Evaluation, path: Path, side: Role | None = None) -> Language:
    """How a file of a pair is read on one side of it, that of the key or of the response.

    Without `side`, on the side that the file shows: the response's where it is on both. Two files that
    are not in folders are read by the key's name, so that they count as the same document. The first
    response of a folder has the findings about files that the folder lacks.
    """
    language = evaluation.language(_role(pair, path, side))
    if not isinstance(language, ReadsByName):
        return language
    if pair.key_files is None:
        return language.of_file(pair.key.name)
    return language.of_file(path.name, pair.absent if path in pair.responses[:1] else ())


def _role(pair: Pair, path: Path, side: Role | None) -> Role:
    """The role that a file is read in; in key2key both sides are keys."""
    if path not in pair.keys or path not in pair.responses:
        return pair.role_of(path)
    return Role.KEY if side is Role.KEY or pair.both_keys else Role.RESPONSE
