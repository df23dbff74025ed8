"""`make bench`: what pages cost in a club of a hundred games, and in one of ten thousand.

Each is measured in a database and a process of its own, against a view that does nothing.
"""

import json
import subprocess
import sys

FEW, MANY = 100, 10_000

type Costs = dict[str, dict[str, float]]


def _measured(games: int) -> Costs:
    told = subprocess.run(
        (sys.executable, "-m", "tests.bench.measure", str(games)),
        check=True,
        capture_output=True,
        text=True,
    )
    costs: Costs = json.loads(told.stdout)
    return costs


def _both(one: dict[str, float], other: dict[str, float], what: str) -> str:
    told = dict.fromkeys((int(one[what]), int(other[what])))
    return " and ".join(str(number) for number in told if number or len(told) > 1)


def main(few: int, many: int) -> None:
    one, other = _measured(few), _measured(many)
    head = ("what", "games listed", "queries", f"{few:,} games", f"{many:,} games", "growth")
    sys.stdout.write(f"| {' | '.join(head)} |\n")
    sys.stdout.write("| --- | --- | --- | --- | --- | --- |")
    for name, cost in one.items():
        more = other[name]
        growth = more["ratio"] / cost["ratio"]
        sys.stdout.write(
            f"\n| {name} | {_both(cost, more, 'lines')} | {_both(cost, more, 'queries')}"
            f" | {cost['ratio']} ({cost['ms']} ms) | {more['ratio']} ({more['ms']} ms)"
            f" | {growth:.2f} |"
        )
    sys.stdout.write("\n")


if __name__ == "__main__":
    main(*(int(told) for told in sys.argv[1:] or (FEW, MANY)))
