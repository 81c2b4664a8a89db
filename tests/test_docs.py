"""What the pages show must run: every Python block of a page, top to bottom, in one fresh namespace a page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    path for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")) if "```python" in path.read_text("utf-8")
)
LINK = re.compile(r"\]\((?!https?://|#)([^)#]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_blocks_run(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    assert blocks
    namespace: dict[str, object] = {"__name__": "page"}
    for block in blocks:
        exec(compile(block, str(page), "exec"), namespace)
    capsys.readouterr()


@pytest.mark.parametrize(
    "page",
    [ROOT / "README.md", ROOT / "README.ru.md", *sorted((ROOT / "docs").glob("*.md"))],
    ids=lambda page: page.name,
)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text("utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"
