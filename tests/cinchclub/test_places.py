"""The secret that a laptop makes for itself, and the path of the socket."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from cinchclub.places import LONGEST_SOCKET_PATH, kept_secret, socket_path


def test_a_secret_is_made_once_and_only_its_owner_may_read_it(tmp_path):
    path = tmp_path / "var" / "secret-key"
    first = kept_secret(path)
    assert len(first) >= 50
    assert kept_secret(path) == first != kept_secret(tmp_path / "another-club")
    assert path.stat().st_mode & 0o777 == 0o600
    assert [child.name for child in path.parent.iterdir()] == ["secret-key"]


def test_those_who_start_together_agree_on_one_secret(tmp_path):
    together = Barrier(4)

    def ask(path: Path) -> str:
        together.wait()
        return kept_secret(path)

    with ThreadPoolExecutor(4) as threads:
        assert len(set(threads.map(ask, [tmp_path / "secret-key"] * 4))) == 1


def test_a_folder_that_cannot_be_written_still_gives_a_secret(tmp_path):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder")
    assert len(kept_secret(in_the_way / "secret-key")) >= 50


@pytest.mark.parametrize("depth", [1, 12])
def test_the_sockets_address_is_short_enough_however_deep_the_folder(tmp_path, depth):
    folder = tmp_path.joinpath(*["a-folder-name"] * depth)
    assert len(os.fsencode(socket_path(folder))) <= LONGEST_SOCKET_PATH
    assert socket_path(folder) == socket_path(folder)
    assert socket_path(folder) != socket_path(folder / "other")
