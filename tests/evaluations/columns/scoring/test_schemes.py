"""Which scheme labels tell: one faulty label does not hide that of the others."""

import pytest

from keytally.evaluations.columns.model import Scheme
from keytally.evaluations.columns.scoring.schemes import told_scheme


@pytest.mark.parametrize(
    ("labels", "scheme"),
    [
        ("I-P I-P O I-Q I-P", Scheme.IO),
        ("I-P O I-P B-P", Scheme.IOB1),
        ("B-P I-P B-P", Scheme.IOB2),
        ("B-P I-P O B-Q O I-P", Scheme.IOB2),
        ("I-P O I-Q O B-P", Scheme.IOB1),
        ("B-P O B-Q O S-P O B-P", Scheme.IOB2),
        ("S-P O B-P E-P O B-Q", Scheme.IOBES),
        ("S-P O S-P O U-P", Scheme.IOBES),
        ("U-P O B-P I-P L-P O B-P", Scheme.BILOU),
        ("E-P", Scheme.IOBES),
        ("O O x", None),
    ],
)
def test_most_labels_tell_the_scheme(labels: str, scheme: Scheme | None) -> None:
    assert told_scheme([labels.split()]) is scheme
    assert told_scheme([labels.split()] * 3) is scheme
