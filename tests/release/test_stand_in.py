"""The registry of this machine takes what is published, in one piece or in chunks."""

from collections.abc import Iterator
from http.client import HTTPConnection

import pytest

from release.checks import publishing
from release.failed import Failed
from release.stand_in import Published, registry


def in_chunks() -> Iterator[bytes]:
    yield from (b"one", b"two")


def test_what_is_published_is_kept_with_its_path() -> None:
    with registry() as (address, published):
        connection = HTTPConnection(address.removeprefix("http://"), timeout=30)
        for body in (b"onetwo", in_chunks()):
            connection.request("POST", "/publish", body)
            assert connection.getresponse().read().startswith(b'{"success"')
        connection.close()
    assert published == [Published("/publish", b"onetwo")] * 2


def test_a_file_that_did_not_arrive_whole_is_told() -> None:
    with pytest.raises(Failed, match=r"a\.whl did not arrive"):
        publishing._expect_arrived(b"onetwo", "a.whl", [Published("/publish", b"onetw")])
