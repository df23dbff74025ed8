"""Kill the server while phones write to it, again and again, and look for what was lost.

Nothing that was acknowledged may be missing or be there twice, and nothing may be half written.
"""

import argparse
import secrets
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from .server import use


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="make torture", description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="how often the server is killed")
    parser.add_argument("--seed", help="what all chance follows from; drawn if not given")
    asked = parser.parse_args(arguments)
    seed = asked.seed or secrets.token_hex(4)
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-torture-"))
    use(folder)
    from .ordeal import Ordeal  # It needs Django to be ready.

    say(f"Seed {seed}, {asked.kills} kills.")
    began = time.monotonic()
    ordeal = Ordeal(folder, seed)
    ordeal.run(asked.kills, say)
    taken = time.monotonic() - began
    faults = ordeal.faults
    for name, figure in ordeal.table():
        say(f"{name:20}{figure}")
    say(f"{'time':20}{taken:.0f} s, {taken / max(ordeal.kills, 1):.1f} s a kill")
    say(f"{'faults':20}{len(faults)}")
    for fault in faults[:50]:
        say(fault)
    if faults:
        say(f"What the server kept stands in {folder}.")
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
