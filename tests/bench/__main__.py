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


def main(few: int, many: int) -> None:
    one, other = _measured(few), _measured(many)
    sys.stdout.write(f"| what | {few:,} games | {many:,} games | one to the other | queries |\n")
    sys.stdout.write("| --- | --- | --- | --- | --- |")
    for name, cost in one.items():
        more = other[name]
        growth = more["ratio"] / cost["ratio"]
        queries = {int(cost["queries"]), int(more["queries"])}
        sys.stdout.write(
            f"\n| {name} | {cost['ratio']} ({cost['ms']} ms) | {more['ratio']} ({more['ms']} ms)"
            f" | {growth:.2f} | {' and '.join(map(str, sorted(queries)))} |"
        )
    sys.stdout.write("\n")


if __name__ == "__main__":
    main(*(int(told) for told in sys.argv[1:] or (FEW, MANY)))
