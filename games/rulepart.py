"""One part cut out of a rules page, to be read by itself."""

import re

HEADING = re.compile(
    r'<h(?P<level>[23]) id="(?P<anchor>[\w-]+)"[^>]*>(?P<title>.*?)</h[23]>', re.DOTALL
)


def cut(html: str, anchor: str) -> str | None:
    """Return a heading of a rules page and the text beneath it, up to the next heading.

    Where nothing stands beneath it but parts of its own, they come with it. None if there is no
    such heading. The heading becomes a plain h2.
    """
    headings = list(HEADING.finditer(html))
    found = next((one for one in headings if one["anchor"] == anchor), None)
    if found is None:
        return None
    after = headings[headings.index(found) + 1 :]
    text = html[found.end() : after[0].start() if after else None]
    if not text.strip():
        next_one = next((one for one in after if one["level"] <= found["level"]), None)
        text = html[found.end() : next_one.start() if next_one else None]
    return f"<h2>{found['title']}</h2>{text}"
