"""What older versions of the bots left on the disk goes away."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from games.bots import jit, warm

if TYPE_CHECKING:
    import pytest


def test_only_the_code_of_these_sources_is_kept(tmp_path: Path) -> None:
    current, other = tmp_path / "compiled-2", tmp_path / "something else"
    for folder in (tmp_path / "compiled-1", current, tmp_path / "compiled-3", other):
        folder.mkdir()
        (folder / "code.nbc").touch()
    # However many processes start at once.
    with ThreadPoolExecutor(4) as pool:
        for _ in pool.map(warm.delete_old_code, [str(current)] * 8):
            pass
    assert sorted(tmp_path.iterdir()) == [current, other]
    assert (current / "code.nbc").exists()
    warm.delete_old_code("")


def test_warming_up_deletes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Path(jit.CACHE_DIRECTORY).match("compiled-*")
    (tmp_path / "compiled-1").mkdir()
    monkeypatch.setattr(warm, "LEVELS", ())
    monkeypatch.setattr(warm, "CACHE_DIRECTORY", str(tmp_path / "compiled-2"))
    warm.warm()
    assert not list(tmp_path.iterdir())
