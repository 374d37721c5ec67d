"""Which scheme labels tell: one faulty label does not hide that of the others."""

import pytest

from keytally.families.columns.labels import infer_scheme
from keytally.families.columns.model import Scheme


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
        ("E-P", Scheme.IOE2),
        ("B-P E-P O S-P O E-Q", Scheme.IOBES),
        ("I-P E-P E-P O I-Q E-Q", Scheme.IOE2),
        ("I-P E-P E-Q O I-Q O", Scheme.IOE2),
        ("I-P E-P I-P O I-Q O", Scheme.IOE1),
        ("I-P O I-P O E-P O I-Q", Scheme.IO),
        ("B-P M-P E-P O S-P", Scheme.BMES),
        ("B-P M-P M-P E-P O B-P I-P E-P", Scheme.BMES),
        ("B-P M-P E-P O W-P O W-Q", Scheme.BMEWO),
        ("O O x", None),
    ],
)
def test_most_labels_tell_the_scheme(labels: str, scheme: Scheme | None) -> None:
    assert infer_scheme([labels.split()]) is scheme
    assert infer_scheme([labels.split()] * 3) is scheme
