"""How a round ended and who went out: asked and judged alike in every game that shares it."""

import pytest

from games.variants import ending
from games.variants.entry import Kind, Question, questions
from tests.variants.build import BAIN, BANAKIL, BGA, PENNIES, Play

every_play = pytest.mark.parametrize(
    "play", [BAIN, PENNIES, BGA, BANAKIL], ids=lambda play: play.key
)


@every_play
def test_a_round_ends_by_going_out_or_with_the_stock_and_in_some_games_otherwise(
    play: Play,
) -> None:
    how, who = questions(play.variant.round_questions)[:2]
    assert (how.name, who.name) == ("ended_by", "went_out")
    assert how.required
    assert not who.required
    assert [key for key, _label in how.choices][:2] == ["going_out", "stock_out"]


def test_how_it_ended_is_asked_of_every_round_and_who_went_out_of_some() -> None:
    how, who = ending.how((("rain", "It rained"),)), ending.who()
    assert (how.default, who.default) == (None, None)
    assert how.metadata["question"] == Question(
        Kind.CHOICE, "How did it end?", "end", choices=(("rain", "It rained"),), required=True
    )
    assert who.metadata["question"] == Question(Kind.COLUMN, "Who went out?", "going-out")
    assert dict(ending.how().metadata["question"].choices).keys() == {"going_out", "stock_out"}


@every_play
def test_who_went_out_is_named_if_and_only_if_somebody_did(play: Play) -> None:
    missing = ("error", "went_out_missing", "went_out", None)
    present = ("error", "went_out_present", "went_out", None)
    assert missing in play.found(ended_by="going_out")
    assert missing not in play.found(ended_by="going_out", went_out=0)
    assert present in play.found(ended_by="stock_out", went_out=0)
    assert play.found(ended_by="stock_out") == []


@every_play
def test_nobody_is_asked_for_while_it_is_not_said_how_the_round_ended(play: Play) -> None:
    for out in (None, 0):
        assert play.found(ended_by=None, went_out=out) == [("error", "required", "ended_by", None)]
