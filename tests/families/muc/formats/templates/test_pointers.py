"""What pointers name, sound ones and others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.muc.templates.scanner import pointed_name, pointer_identity


@pytest.mark.parametrize("compound", [(), ("a-b",)])
@given(
    pointer=st.one_of(
        st.text(alphabet="<>-aB1 \t\u2003", max_size=12),
        st.from_regex(r"<[aB1 ]{1,2}-[1 -]{1,3}-[aB1<>-]{1,3}>", fullmatch=True),
    )
)
def test_a_pointer_names_what_its_identity_says(compound: tuple[str, ...], pointer: str) -> None:
    assert pointed_name(pointer, compound) == pointer_identity(pointer, compound).key
