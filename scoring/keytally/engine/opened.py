"""A pair that an engine opens for its score alone."""

from collections.abc import Mapping
from pathlib import Path

from keytally.engine.engine import Engine
from keytally.engine.live_pair import LivePair
from keytally.evaluations.interface import Evaluation
from keytally.project.pair import Pair


def opened_pair(pair: Pair, evaluation: Evaluation, texts: Mapping[Path, str]) -> LivePair:
    """A pair to be scored, given the texts of its files; their units are not judged."""
    engine = Engine(compares_texts=pair.texts is not None, judges=False)
    for path, text in texts.items():
        engine.open(path, text)
    return engine.add_pair(pair, evaluation)
