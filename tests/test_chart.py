"""Running totals as a drawing."""

import math
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games import chart
from games.chart import DASHES, HEIGHT, LABEL_GAP, RIGHT, WIDTH, Chart
from tests.variants.build import NAMES

MARKS = "abcdefg"
MINUS = "\N{MINUS SIGN}"


def _drawn(*totals: Sequence[int], target: int | None = None) -> Chart:
    """Draw teams whose totals after each round are these, all begun at 0."""
    running = [[0, *own] for own in totals]
    return chart.draw(NAMES[: len(totals)], MARKS, running, target)


def _points(line: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (point.split(",") for point in line.split())]


def _heights(drawn: Chart) -> list[float]:
    heights = [y for line in drawn.lines for _x, y in _points(line.points)]
    heights += [y for y, _label in drawn.grid] + [drawn.base_y]
    heights += [line.end_y for line in drawn.lines]
    return heights + ([] if drawn.target_y is None else [drawn.target_y])


def _is_sane(drawn: Chart, teams: int, rounds: int) -> None:
    """See that all that is drawn stands inside the drawing, and no label on another."""
    assert (drawn.width, drawn.height) == (WIDTH, HEIGHT)
    assert len(drawn.lines) == teams
    for line in drawn.lines:
        points = _points(line.points)
        assert len(points) == rounds + 1
        assert points[0][0] == 0
        assert [x for x, _y in points] == sorted(x for x, _y in points)
        assert line.end_x == points[-1][0] == WIDTH - RIGHT
        assert set(line.dots) <= set(points)
        assert 1 <= len(line.value) <= 7
    assert all(math.isfinite(y) and 0 < y < HEIGHT for y in _heights(drawn))
    ends = sorted(line.end_y for line in drawn.lines)
    assert all(below - above >= LABEL_GAP - 0.2 for above, below in pairwise(ends))
    labels = sorted([y for y, _label in drawn.grid])
    if drawn.target_y is not None:
        labels = sorted([*labels, drawn.target_y])
    assert all(below - above >= 12 for above, below in pairwise(labels))
    assert len(drawn.labels_x) <= 12
    assert all(right - left >= 15 for (left, _), (right, _) in pairwise(drawn.labels_x))
    assert all(0 < x <= WIDTH - RIGHT for x, _number in drawn.labels_x)


totals_of = st.integers(2, 7).flatmap(
    lambda teams: st.integers(1, 40).flatmap(
        lambda rounds: st.lists(
            st.lists(
                st.integers(-30_000, 30_000) | st.sampled_from([0, 1, -1, 10**6, -(10**9), 10**12]),
                min_size=rounds,
                max_size=rounds,
            ),
            min_size=teams,
            max_size=teams,
        )
    )
)


@given(totals_of, st.none() | st.integers(1, 10**6))
@example([[0], [0]], None)
@example([[0] * 200] * 7, 20_000)
@example([[-5] * 3] * 7, 1)
@example([[5] * 16, [5] * 16], 20_000)
@example([[1], [1]], 20)
@example([[10**15], [-(10**15)]], 1)
def test_whatever_the_totals_the_drawing_is_sane(
    totals: list[list[int]], target: int | None
) -> None:
    _is_sane(_drawn(*totals, target=target), len(totals), len(totals[0]))


@pytest.mark.parametrize("rounds", [1, 2, 3, 12, 13, 16, 17, 40, 200])
@pytest.mark.parametrize("teams", [2, 7])
def test_however_many_rounds(rounds: int, teams: int) -> None:
    totals = [[500 * number * (team + 1) for number in range(rounds)] for team in range(teams)]
    _is_sane(_drawn(*totals, target=20_000), teams, rounds)


def test_a_higher_total_stands_higher() -> None:
    drawn = _drawn([1000, 3000], [500, -500])
    (up, down) = (_points(line.points) for line in drawn.lines)
    assert up[0] == down[0] == (0, drawn.base_y)
    assert up[2][1] < up[1][1] < drawn.base_y < down[2][1]
    assert drawn.lines[0].end_y < drawn.lines[1].end_y


def test_the_lines_carry_their_marks_and_values() -> None:
    drawn = _drawn([1000], [-500], [1000])
    assert [line.mark for line in drawn.lines] == ["a", "b", "c"]
    assert [line.value for line in drawn.lines] == ["1,000", f"{MINUS}500", "1,000"]
    assert [line.dash for line in drawn.lines] == list(DASHES[:3])
    assert len(set(DASHES)) == len(MARKS)


@pytest.mark.parametrize(
    ("total", "value"),
    [
        (999_999, "999,999"),
        (-99_999, f"{MINUS}99,999"),
        (-123_456, f"{MINUS}123k"),
        (1_000_000, "1,000k"),
        (1_249_600, "1,250k"),
        (-1_249_600, f"{MINUS}1,250k"),
        (123_456_789, "123M"),
        (12_345_678_901, "12,346M"),
        (10**17, "100P"),
    ],
)
def test_a_total_too_long_for_its_room_is_shortened(total: int, value: str) -> None:
    assert _drawn([total], [0]).lines[0].value == value


def test_equal_totals_end_apart_in_their_order() -> None:
    drawn = _drawn(*[[500]] * 7)
    ends = [line.end_y for line in drawn.lines]
    assert len(set(ends)) == 7
    assert max(ends) <= HEIGHT - chart.FLOOR
    assert {_points(line.points)[-1] for line in drawn.lines} == {(WIDTH - RIGHT, chart.TOP)}


def test_ends_with_room_of_their_own_are_not_moved() -> None:
    drawn = _drawn([20_000], [0])
    for line in drawn.lines:
        assert line.end_y == _points(line.points)[-1][1]


def test_the_target_is_drawn_once_it_is_in_sight() -> None:
    near = _drawn([1500], [0], target=20_000)
    assert (near.target_label, near.target_y) == ("20,000", chart.TOP)
    far = _drawn([1000], [0], target=20_000)
    assert (far.target_label, far.target_y) == ("", None)
    none = _drawn([1500], [0])
    assert (none.target_label, none.target_y) == ("", None)
    passed = _drawn([25_000], [0], target=20_000)
    assert passed.target_y is not None
    assert passed.target_y > chart.TOP


def test_no_line_of_the_grid_stands_on_the_target_or_on_0() -> None:
    drawn = _drawn([20_500], [0], target=20_000)
    assert "20,000" not in [label for _y, label in drawn.grid]
    assert "0" not in [label for _y, label in drawn.grid]
    assert [label for _y, label in drawn.grid] == ["5,000", "10,000", "15,000"]


def test_the_grid_goes_below_0() -> None:
    drawn = _drawn([300], [-300])
    assert [label for _y, label in drawn.grid] == [
        f"{MINUS}300",
        f"{MINUS}200",
        f"{MINUS}100",
        "100",
        "200",
        "300",
    ]


def test_dots_while_they_can_be_told_apart() -> None:
    assert len(_drawn([100] * 16, [0] * 16).lines[0].dots) == 16
    assert _drawn([100] * 17, [0] * 17).lines[0].dots == []


def test_rounds_are_numbered_as_there_is_room() -> None:
    assert [number for _x, number in _drawn([1] * 3, [0] * 3).labels_x] == [1, 2, 3]
    numbers = [number for _x, number in _drawn([1] * 200, [0] * 200).labels_x]
    assert numbers[0] == numbers[1] - numbers[0]
    assert numbers[-1] <= 200


def test_the_title_says_all_totals_in_words() -> None:
    assert _drawn([1000, 1500], [-500, 0]).title == (
        f"Running totals. Ana 1,000, 1,500; Ben {MINUS}500, 0."
    )


def test_totals_carried_on_from_paper_are_where_the_lines_begin() -> None:
    drawn = chart.draw(("Ana", "Ben"), MARKS, [[5000, 5100], [-100, 0]], None)
    begun = [_points(line.points)[0][1] for line in drawn.lines]
    assert begun[0] < drawn.base_y < begun[1]
    assert drawn.title == "Running totals. Ana 5,100; Ben 0."


# ---- who led


@pytest.mark.parametrize(
    ("running", "changes"),
    [
        ([[0, 100, 200], [0, 50, 300]], [2]),
        # Being level is no change, whoever leads afterwards.
        ([[0, 100, 100, 150], [0, 50, 100, 100]], []),
        ([[0, 100, 100, 100], [0, 50, 100, 150]], [3]),
        # Who carried a lead on from paper led before the first round.
        ([[500, 500], [0, 600]], [1]),
        ([[0, 0], [0, 0]], []),
        ([[0, 1, 1, 3], [0, 0, 2, 2], [0, 0, 0, 0]], [2, 3]),
        # Who led and is no longer among the first has lost the lead, to two at once as well.
        ([[0, 2, 2, 5], [0, 1, 3, 3], [0, 0, 0, 5]], [2, 3]),
        # Of two who took the lead together, neither takes it from the other.
        ([[0, 2, 5, 6], [0, 0, 5, 7], [0, 3, 3, 3]], [2]),
        ([[0, 2, 2], [0, 2, 2], [0, 0, 3]], [2]),
    ],
)
def test_rounds_in_which_the_lead_changed(running: list[list[int]], changes: list[int]) -> None:
    assert chart.lead_changes(running) == changes


@given(
    st.integers(2, 7).flatmap(
        lambda teams: st.lists(
            st.lists(st.integers(-9, 9), min_size=teams, max_size=teams), min_size=1, max_size=30
        )
    )
)
def test_between_two_changes_one_team_is_never_behind(rows: list[list[int]]) -> None:
    running = [list(team) for team in zip(*rows, strict=True)]
    changes = chart.lead_changes(running)
    assert changes == sorted(set(changes))
    for begin, end in zip([0, *changes], [*changes, len(rows)], strict=True):
        assert _always_first(rows[begin:end])
        assert end == len(rows) or not _always_first(rows[begin : end + 1])


def _always_first(rows: list[list[int]]) -> set[int]:
    """Return the teams that nobody was before in any of these rounds."""
    return set[int].intersection(
        *({team for team, total in enumerate(row) if total == max(row)} for row in rows)
    )


def test_the_new_leaders_points_are_ringed() -> None:
    drawn = _drawn([100, 100, 500], [50, 300, 350])
    (first, second) = (_points(line.points) for line in drawn.lines)
    assert drawn.turns == [second[2], first[3]]


@pytest.mark.parametrize(
    ("totals", "words"),
    [
        ([[100], [50]], ""),
        ([[100, 200], [50, 60]], "The lead has never changed."),
        ([[100, 100], [50, 300]], "The lead changed once, in round 2."),
        ([[100, 100, 500], [50, 300, 350]], "The lead changed 2 times, in rounds 2 and 3."),
        ([list(range(1, 11)), [*[0, 5, 0, 9, 0, 9, 0, 9, 0], 99]], "The lead changed 9 times."),
    ],
)
def test_how_often_the_lead_changed_is_said(totals: list[list[int]], words: str) -> None:
    assert _drawn(*totals).turns_told == words
