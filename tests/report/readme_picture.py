"""Draw the README's picture, the first screen of the gallery's first page: see `make gallery`."""

import io
import re
import tempfile
from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from tests.conftest import ROOT
from tests.report.browser import browser

PAGE = ROOT / "reports" / "gallery" / "first-game" / "index.html"
PICTURE = ROOT / "docs" / "images" / "first-game.png"
TITLE = "Title"  # of what is drawn, in the file of the picture
_COLOURS = 128


def title_of(page: Path) -> str:
    """Return the title of a report, as HTML has it."""
    found = re.search("<h1>(.*?)</h1>", page.read_text(encoding="utf-8"))
    assert found
    return found[1]


def main() -> None:
    """Open the page and write the picture."""
    with tempfile.TemporaryDirectory() as place, browser(Path(place)) as tab:
        tab.open(PAGE, width=1280, height=800)
        drawn = Image.open(io.BytesIO(tab.picture()))
    about = PngInfo()
    about.add_text(TITLE, title_of(PAGE))
    drawn.convert("RGB").quantize(_COLOURS).save(PICTURE, optimize=True, pnginfo=about)
    print(f"{PICTURE.relative_to(ROOT)}: {PICTURE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
