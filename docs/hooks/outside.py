"""Pages of the site that lie outside `docs/`, and links from one to another.

The README, the change log and the rules of the games are read where they lie, on a code host too,
so their links are those of the checkout.  Here each becomes the link of the site; any other file
that is linked to is copied beside the pages.
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
    "balance/games/dominion/RULES.md": "rules/dominion.md",
}
COPIES = "files"
_LINK = re.compile(r"(\]\()(?![a-z]+:|#|/)([^)#\s]+)")


def site_path(path: str) -> str | None:
    """Return where a file of the checkout lies in the site, or None for no file of the checkout."""
    if path in PAGES:
        return PAGES[path]
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return f"{COPIES}/{path}" if (ROOT / path).is_file() else None


def checkout_path(page: str) -> str:
    """Return where a page of the site lies in the checkout."""
    return next((path for path, place in PAGES.items() if place == page), f"docs/{page}")


def relinked(markdown: str, page: str) -> tuple[str, set[str]]:
    """Return a page's text with the links of the site, and the files that it links to.

    Parameters
    ----------
    markdown : str
        The text, with links as they are in the checkout.
    page : str
        The page's place in the site.
    """
    folder = PurePosixPath(checkout_path(page)).parent
    wanted: set[str] = set()

    def change(found: re.Match[str]) -> str:
        path = normpath(folder / found[2])
        place = site_path(path)
        if place is None:
            return found[0]  # mkdocs says that it leads nowhere
        if place.startswith(f"{COPIES}/"):
            wanted.add(path)
        return found[1] + relpath(place, PurePosixPath(page).parent)

    return _LINK.sub(change, markdown), wanted


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that lie outside."""
    for path, place in PAGES.items():
        files.append(File.generated(config, place, abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Write the links of the site, and copy what they lead to."""
    text, wanted = relinked(markdown, page.file.src_uri)
    for path in sorted(wanted):
        place = f"{COPIES}/{path}"
        if files.get_file_from_path(place) is None:
            files.append(File.generated(config, place, abs_src_path=str(ROOT / path)))
    return text
