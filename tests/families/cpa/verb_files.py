"""Files of verbs for tests: written short, read and scored by the engine as pairs."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from keytally.engine.engine import Engine
from keytally.engine.live_pair import LivePair
from keytally.families.contract import Role, Settings
from keytally.families.cpa.reading import FORMATS
from keytally.families.registry import evaluation
from keytally.project.pair import Pair

KEY, RESPONSE = Path("/key"), Path("/response")
Texts = Mapping[str, str]


def rows(*lines: str) -> str:
    """The text of a file whose columns are written with `|` between them; "" is a blank line."""
    return "".join("\t".join(cell.strip() for cell in line.split("|")) + "\n" for line in lines)


def settings(**options: str) -> Settings:
    """Settings with these options."""
    return Settings(options=tuple((name, (value,)) for name, value in options.items()))


def opened(task: str, key: Texts, response: Texts, **options: str) -> tuple[Engine, LivePair]:
    """An engine with a pair of folders that have these texts by verb."""
    engine, extension = Engine(), FORMATS[task].extension
    sides = []
    for folder, texts in ((KEY, key), (RESPONSE, response)):
        paths = tuple(folder / f"{verb}{extension}" for verb in sorted(texts))
        for path in paths:
            engine.open(path, texts[path.stem])
        sides.append(paths)
    pair = Pair(task, KEY, RESPONSE, key_files=sides[0], response_files=sides[1])
    return engine, engine.add_pair(pair, evaluation(task, settings(**options)))


def scored(task: str, key: Texts | str, response: Texts | str, **options: str) -> LivePair:
    """A pair that is scored; a text by itself is that of the verb `go`."""
    sides = ({"go": side} if isinstance(side, str) else side for side in (key, response))
    _, live = opened(task, *sides, **options)
    live.work()
    return live


def score_of(task: str, key: Texts | str, response: Texts | str, **options: str) -> float:
    """The score of a pair, from 0 to 1."""
    return scored(task, key, response, **options).headline() / 100


def item(task: str, key: Texts | str, response: Texts | str, **options: str) -> dict[str, Any]:
    """The entry of the verb `go` in the JSON output."""
    live = scored(task, key, response, **options)
    entry: dict[str, Any] = live.evaluation.report_json(live.scores())["items"]["go"]
    return entry


def marks(live: LivePair, role: Role, verb: str = "go") -> list[tuple[str, str]]:
    """The marks of a verb's file: the text that each stands on, and its label."""
    side = live.side(role)
    path = next(
        path for path in (*live.pair.keys, *live.pair.responses) if path in side and path.stem == verb
    )
    text = "".join(unit.text for unit in live.reading(path).units)
    return [(text[each.start : each.end], each.mark.label) for each in live.marks(role, 0, len(text), path)]


def patterns(*lines: Iterable[str]) -> str:
    """The text of a `.pat` file; what lacks of nine cells is empty."""
    return "".join("\t".join([*line, *[""] * (9 - len(list(line)))]) + "\n" for line in lines)
