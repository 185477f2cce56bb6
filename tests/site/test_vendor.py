"""Third-party files in the browser are what their README says, unchanged."""

import hashlib
import re
from pathlib import Path

VENDOR = Path(__file__).resolve().parents[2] / "static" / "vendor"


def test_htmx():
    folder = VENDOR / "htmx-2.0.11"
    script = (folder / "htmx.min.js").read_bytes()
    readme = (folder / "README.md").read_text()
    assert re.findall(r"[0-9a-f]{64}", readme) == [hashlib.sha256(script).hexdigest()]
    assert b'version:"2.0.11"' in script
    assert (folder / "LICENSE").exists()
