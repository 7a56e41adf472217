"""A whole phase as a process: this program's `resolve` beside the Python package `diplomacy`.

process.py PROGRAM: seven players send the same opening orders to both. This program reads packets, checks and
judges, records every event with its rule and audience, and leaves signed and encrypted reports and a ledger; the
package reads its own saved game, judges, and saves it again. Prints the median of 15 runs of each, and the most memory.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ORDERS = {
    "austria": ["A Vie-Gal", "A Bud-Ser", "F Tri-Alb"],
    "england": ["F Lon-Nth", "F Edi-Nwg", "A Lvp-Yor"],
    "france": ["A Par-Bur", "A Mar S A Par-Bur", "F Bre-Mao"],
    "germany": ["A Mun-Bur", "A Ber-Kie", "F Kie-Den"],
    "italy": ["A Ven-Tyr", "A Rom-Ven", "F Nap-Ion"],
    "russia": ["A War-Gal", "A Mos-Ukr", "F Sev-Bla", "F Stp/sc-Bot"],
    "turkey": ["A Con-Bul", "A Smy-Con", "F Ank-Bla"],
}
RUNS = 15

PHASE = """
import sys
from diplomacy.utils.export import load_saved_games_from_disk, to_saved_game_format
import json
game = load_saved_games_from_disk(sys.argv[1])[0]
for power, orders in json.load(open(sys.argv[2])).items():
    game.set_orders(power, orders)
game.process()
with open(sys.argv[3], "w") as file:
    file.write(json.dumps(to_saved_game_format(game)))
"""


def run(*words, cwd):
    subprocess.run(words, cwd=cwd, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def measured(words, cwd):
    """Wall time and processor time in ms and the most memory in MB of one process."""
    begun = time.perf_counter()
    child = subprocess.Popen(
        words, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, used = os.wait4(child.pid, 0)
    wall = (time.perf_counter() - begun) * 1000
    assert status == 0, words
    return wall, (used.ru_utime + used.ru_stime) * 1000, used.ru_maxrss / 1024


def told(name, runs):
    wall, cpu, memory = (statistics.median(column) for column in zip(*runs))
    print(f"{wall:9.1f} ms {cpu:9.1f} ms of processor {memory:7.1f} MB  {name}")


def ours(program, place):
    run(program, "new", "table", cwd=place)
    for seat in ORDERS:
        run(program, "-C", "table", "keygen", seat, cwd=place)
        run(program, "-C", "table", "enroll", seat, f"{seat}.pub", cwd=place)
    run(program, "-C", "table", "open", cwd=place)
    for seat, orders in ORDERS.items():
        key = ["--key", f"{seat}.key"]
        run(program, "-C", "table", "template", *key, "-o", f"{seat}.yaml", cwd=place)
        path = os.path.join(place, f"{seat}.yaml")
        with open(path, encoding="utf-8") as file:
            head = file.read().split("\norders:")[0]
        with open(path, "w", encoding="utf-8") as file:
            file.write(head + "\norders:\n" + "".join(f"  - {order}\n" for order in orders))
        run(program, "-C", "table", "seal", f"{seat}.yaml", *key, "-o", f"{seat}.age", cwd=place)
        run(program, "-C", "table", "receive", f"{seat}.age", cwd=place)
    runs = []
    for number in range(RUNS):
        shutil.copytree(f"{place}/table", f"{place}/copy{number}/table")
        shutil.copytree(f"{place}/table.keys", f"{place}/copy{number}/table.keys")
        runs.append(measured([program, "-C", "table", "resolve"], f"{place}/copy{number}"))
    told("a phase by this program: packets in, reports and ledger out", runs)


def theirs(place):
    from diplomacy import Game
    from diplomacy.utils.export import to_saved_game_format

    with open(f"{place}/game.json", "w", encoding="utf-8") as file:
        file.write(json.dumps(to_saved_game_format(Game())))
    there = {
        seat.upper(): [order.upper().replace("-", " - ") for order in orders]
        for seat, orders in ORDERS.items()
    }
    with open(f"{place}/orders.json", "w", encoding="utf-8") as file:
        json.dump(there, file)
    words = [sys.executable, "-c", PHASE, "game.json", "orders.json", "after.json"]
    told("a phase by the Python package: its saved game in and out", [
        measured(words, place) for _ in range(RUNS)
    ])
    words = [sys.executable, "-c", "import diplomacy"]
    told("the same, only loaded", [measured(words, place) for _ in range(RUNS)])


with tempfile.TemporaryDirectory() as folder:
    ours(os.path.abspath(sys.argv[1]), folder)
    theirs(folder)
