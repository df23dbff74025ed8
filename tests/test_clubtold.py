"""What an archive tells of a club, and what a club takes over of it."""

from datetime import UTC, date, datetime
from typing import Any
from uuid import uuid4

import pytest

from games.clubtold import ClubTold, PlayerTold, SeasonTold, There, take_over
from games.models import Club, User
from tests.formats.test_archive import RESULT

pytestmark = pytest.mark.django_db

CLOSED_AT = datetime(2026, 3, 1, tzinfo=UTC)


def season(name: str, **told: Any) -> SeasonTold:
    fields: dict[str, Any] = {
        "starts_on": None,
        "ends_on": None,
        "variants": (),
        "reckoning": "wins",
        "place_points": (3, 1, 0),
        "least_games": 0,
    }
    return SeasonTold(name, **(fields | told))


def players(*names: str) -> tuple[PlayerTold, ...]:
    return tuple(PlayerTold(name) for name in names)


def named(told: tuple[Any, ...]) -> list[str]:
    return [one.name for one in told]


def test_a_club_that_is_still_to_be_made_takes_all() -> None:
    everything = season("", everything=True)
    told = ClubTold("Us", "UTC", players("Ana"), (season("Winter"), everything))
    plan = There(None).plan(told)
    assert plan.takes_itself
    assert (named(plan.players), plan.seasons) == (["Ana"], (season("Winter"), everything))
    assert (plan.known_players, plan.known_seasons) == ((), ())


def test_what_is_there_stays_as_it_is() -> None:
    club = Club.objects.create(name="Us", time_zone="UTC")
    club.player_named("ana")
    told = ClubTold(
        "Others",
        "Asia/Tokyo",
        (PlayerTold("Ana", "d", is_guest=True, aliases=("Annie",)), PlayerTold("Ben")),
        (season("Winter"), season("", everything=True, reckoning="share")),
    )
    plan = There(club).plan(told)
    assert not plan.takes_itself
    assert (named(plan.players), named(plan.known_players)) == (["Ben"], ["Ana"])
    assert [one.everything for one in (*plan.seasons, *plan.known_seasons)] == [False, True]
    assert len(take_over(club, told)) == 1
    assert There(club).plan(told).seasons == ()
    club.refresh_from_db()
    assert (club.name, club.time_zone) == ("Us", "UTC")
    assert list(club.players.order_by("pk").values_list("name", "is_guest")) == [
        ("ana", False),
        ("Ben", False),
    ]


def test_a_name_that_somebody_has_is_no_other_name() -> None:
    club = Club.objects.create()
    told = ClubTold(
        "",
        "UTC",
        (PlayerTold("Ana", aliases=("Ben", "Annie")), PlayerTold("Ben", aliases=("ANNIE", "Bob"))),
    )
    assert There(club).plan(told).aliases == {"Annie": "Ana", "Bob": "Ben"}
    take_over(club, told)
    assert {one.name: str(one.merged_into) for one in club.players.exclude(merged_into=None)} == {
        "Annie": "Ana",
        "Bob": "Ben",
    }


def test_of_two_seasons_of_one_name_and_span_as_many_come_as_are_not_there() -> None:
    club = Club.objects.create()
    twice = ClubTold("Us", "UTC", (), (season("Winter"), season(" winter")))
    take_over(club, ClubTold("Us", "UTC", (), (season("Winter"),)))
    there = There(club)
    plans = [there.plan(twice) for _time in range(2)]
    assert [len(plan.seasons) for plan in plans] == [1, 0]
    other = ClubTold("", "UTC", (), (season("Winter", starts_on=date(2026, 1, 1)),))
    assert len(there.plan(other).seasons) == 1


@pytest.mark.parametrize(("there", "is_closed"), [(("Ana", "Ben"), True), (("Ana",), False)])
def test_a_season_is_closed_only_with_all_of_its_result(
    there: tuple[str, ...], is_closed: bool
) -> None:
    club = Club.objects.create()
    closed = season("Winter", closed_at=CLOSED_AT, result=RESULT)
    told = ClubTold("", "UTC", players(*there), (closed,))
    (planned,) = There(club).plan(told).seasons
    (made,) = take_over(club, told)
    assert (planned.closed_at is not None, made.closed_at is not None) == (is_closed, is_closed)


def test_a_club_in_which_something_was_done_keeps_its_name() -> None:
    club = User.objects.make_silently().home_club()
    told = ClubTold("Us", "Asia/Tokyo")
    assert There(club).plan(told).takes_itself
    club.player_named("Ana").hide(by=None, submission=uuid4())
    assert not There(club).plan(told).takes_itself
