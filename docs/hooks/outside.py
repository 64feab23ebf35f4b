"""Add pages from outside `docs/` to the site, and convert links between files of the checkout.

The README, the change log, rules and findings are also read on a code host, so their links are
relative to the checkout.  This hook converts each into a link of the site and copies any other
linked file beside the pages.
"""

import re
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "LICENSE": "licence.md",
    "NOTICE": "notice.md",
    "balance/games/valeria/RULES.md": "rules/valeria.md",
    "balance/games/king_of_the_valley/RULES.md": "rules/king-of-the-valley.md",
    "balance/games/king_of_the_valley/bots/RECIPES.md": "rules/king-of-the-valley-bots.md",
    "balance/games/dominion/RULES.md": "rules/dominion.md",
    "reports/findings/described-games.md": "findings/described-games.md",
    "reports/findings/dominion.md": "findings/dominion.md",
    "reports/findings/greedy.md": "findings/greedy.md",
    "reports/findings/king-of-the-valley.md": "findings/king-of-the-valley.md",
    "reports/findings/ladder.md": "findings/ladder.md",
    "reports/findings/performance.md": "findings/performance.md",
    "reports/findings/tests.md": "findings/tests.md",
}
COPIES = "files"
_LINK = re.compile(r"(\]\()(?![a-z]+:|#|/)([^)#\s]+)")


def site_path(path: str) -> str | None:
    """Return the path of a file in the site; None if the checkout has no such file."""
    if path in PAGES:
        return PAGES[path]
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return f"{COPIES}/{path}" if (ROOT / path).is_file() else None


def checkout_path(page: str) -> str:
    """Return the path of a page of the site in the checkout."""
    return next((path for path, place in PAGES.items() if place == page), f"docs/{page}")


def relinked(markdown: str, page: str) -> tuple[str, set[str]]:
    """Return a page with links of the site, and the other files that it links to.

    Parameters
    ----------
    markdown : str
        The page, with links of the checkout.
    page : str
        Path of the page in the site.
    """
    folder = PurePosixPath(checkout_path(page)).parent
    wanted: set[str] = set()

    def change(found: re.Match[str]) -> str:
        path = normpath(folder / found[2])
        place = site_path(path)
        if place is None:
            return found[0]  # mkdocs reports the broken link
        if place.startswith(f"{COPIES}/"):
            wanted.add(path)
        return found[1] + relpath(place, PurePosixPath(page).parent)

    return _LINK.sub(change, markdown), wanted


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages from outside `docs/`."""
    for path, place in PAGES.items():
        files.append(File.generated(config, place, abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Convert the links of a page, and copy the files that they lead to."""
    text, wanted = relinked(markdown, page.file.src_uri)
    for path in sorted(wanted):
        place = f"{COPIES}/{path}"
        if files.get_file_from_path(place) is None:
            files.append(File.generated(config, place, abs_src_path=str(ROOT / path)))
    return text
