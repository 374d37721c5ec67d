"""A pair: the files that are scored together, and by what."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Pair:
    """A key and one response, with what they are scored by.

    Paths are absolute. `configuration` is a path, or the name of a built-in configuration, or
    None (the task's default); `bnf` a path, or the name of a built-in BNF, or None. `options` are
    keytally.toml's or `-O`'s, read as lines after the configuration's. `origin` tells the rule that
    made the pair, for `keytally pairs`. `both_keys` is set where `scoring_method` is key2key.
    """

    task: str
    key: Path
    response: Path
    texts: Path | None = None
    bnf: Path | str | None = None
    configuration: Path | str | None = None
    encoding: str | None = None
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    origin: str = ""
    both_keys: bool = False
