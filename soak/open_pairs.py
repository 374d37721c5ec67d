"""What a keystroke costs with one, with 16 and with 64 pairs open."""

import random
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.corpora.named_entity import named_entities
from soak.growth import percentile
from soak.row import Row
from soak.server import Server, last_words, typed

STROKES = 60
RATIO = 1.5


def report(counts: Sequence[int], size: int) -> Iterator[Row]:
    """A row for each count of pairs: the median keystroke, against that with the first count."""
    first = 0.0
    for count in counts:
        cost = _cost(count, size)
        first = first or cost
        yield Row(f"keystroke with {count} pairs open", 1000 * cost, "ms", 16)
        yield Row(f"  against {counts[0]}", cost / first, "", RATIO)


def _cost(count: int, size: int) -> float:
    texts = named_entities(size)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        for number in range(count):
            for side, text in texts._asdict().items():
                path = folder / f"p{number}" / f"a.{side}.sgml"
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
        server = Server(folder)
        files = sorted(folder.rglob("*.sgml"))
        for path in files:
            server.open_file(path)
        chance, places = random.Random(2), last_words(texts.response)
        responses = [path for path in files if "response" in path.name]
        times = [typed(server, chance.choice(responses), chance.choice(places)) for _ in range(STROKES)]
    return percentile([each for both in times for each in both], 0.5)
