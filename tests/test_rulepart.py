"""One part of a rules page, cut out of it."""

from games.rulepart import cut

PAGE = """
<p>Before.</p>
<h2 id="cards" data-topic="Cards">The <em>cards</em></h2>
<p>Four packs.</p>
<h3 id="wild-cards">Wild cards</h3><p>Twos.</p>
<h2 id="scoring">Scoring</h2>
<h3 id="hands">Hands</h3><p>Take off.</p>
<h3 id="last">Last</h3><p>The end.</p>
<h2 id="checks">Checks</h2>
"""


def test_a_part_goes_to_the_next_heading() -> None:
    assert cut(PAGE, "cards") == "<h2>The <em>cards</em></h2>\n<p>Four packs.</p>\n"
    assert cut(PAGE, "wild-cards") == "<h2>Wild cards</h2><p>Twos.</p>\n"


def test_where_nothing_stands_beneath_it_its_own_parts_come_with_it() -> None:
    part = cut(PAGE, "scoring")
    assert part is not None
    assert part.startswith("<h2>Scoring</h2>\n<h3")
    assert part.endswith("<p>The end.</p>\n")


def test_the_last_part_goes_to_the_end() -> None:
    assert cut(PAGE, "checks") == "<h2>Checks</h2>\n"


def test_there_is_no_part_without_its_heading() -> None:
    for anchor in ("card", "", "Cards", 'cards"', "."):
        assert cut(PAGE, anchor) is None
