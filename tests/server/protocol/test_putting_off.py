"""How often edits put off the reading of long files."""

from keytally_server.protocol.scores import MOST, IdleGate


def test_an_edit_puts_the_reading_off_once() -> None:
    putting_off = IdleGate()
    putting_off.edit()
    assert [putting_off.puts_off() for _ in range(3)] == [True, False, False]


def test_edits_without_an_end_do_not_put_it_off_for_ever() -> None:
    putting_off = IdleGate()
    found = []
    for _ in range(2 * (MOST + 1)):
        putting_off.edit()
        found.append(putting_off.puts_off())
    assert found == [*[True] * MOST, False] * 2


def test_what_has_nothing_left_to_read_is_not_put_off_later() -> None:
    putting_off = IdleGate()
    putting_off.edit()
    putting_off.end()
    assert not putting_off.puts_off()
