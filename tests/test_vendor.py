"""What came from elsewhere is what its README says."""

import hashlib
import re
from pathlib import Path

import pytest

VENDOR = Path(__file__).resolve().parent.parent / "static" / "vendor"


@pytest.mark.parametrize("folder", sorted(VENDOR.iterdir()), ids=lambda folder: folder.name)
def test_vendored_files_are_unchanged(folder: Path) -> None:
    readme = (folder / "README.md").read_text()
    assert (folder / "LICENSE").read_text().strip()
    sums = set(re.findall(r"\b[0-9a-f]{64}\b", readme))
    for file in folder.iterdir():
        if file.name not in {"README.md", "LICENSE"}:
            assert f"`{file.name}`" in readme
            assert hashlib.sha256(file.read_bytes()).hexdigest() in sums
