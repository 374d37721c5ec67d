"""Standard input on a thread of its own."""

import asyncio
import os

from keytally_server.protocol.transports import StandardInput


def test_it_tells_that_bytes_have_come_before_they_are_taken() -> None:
    """The loop is at work and does not get to them: whoever works can stop for them."""
    out, into = os.pipe()

    async def read() -> None:
        given = StandardInput(out)
        reading = asyncio.ensure_future(given.read(10))
        await asyncio.sleep(0)
        assert not given.has_arrived
        os.write(into, b"abc")
        while not given.has_arrived:
            pass
        assert not reading.done()
        assert await reading == b"abc"
        further = asyncio.ensure_future(given.read(10))
        await asyncio.sleep(0)
        assert not given.has_arrived
        os.close(into)
        assert await further == b""

    asyncio.run(read())
    os.close(out)
