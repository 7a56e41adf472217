"""Holds results of the differential test against the Python package `diplomacy`.

judge.py FILE [AGAIN]: each line of FILE is a position with its orders, what came of it here, the retreats
after it, and what came of those. Where that package reads an order otherwise, it is noted in AGAIN how, and the
position is left to a second run in which our game is given the order as that package reads it. Every
other difference has a reading here, or the run ends with 1. README.md tells of the readings.
"""

import collections
import json
import os
import sys
import time

from diplomacy import Game

POWERS = ["AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"]


def unit(text):
    """`France A Par` as ("FRANCE", "A PAR")."""
    power, rest = text.split(" ", 1)
    return power.upper(), rest.upper()


def head(text):
    """The unit of an order: `A PAR`."""
    return " ".join(text.split(" ", 2)[:2]).split("-")[0].upper()


def way(text):
    """Where a move goes from and to, and whether by sea in words; None if it is none."""
    words = text.split(" ")
    if len(words) > 2 and words[2] != "via":
        return None
    start, goal = words[1].split("-")
    return start.upper(), goal.upper(), len(words) > 2


class Judge:
    """A game of that package, used for one position after another."""

    def __init__(self):
        self.game = Game()
        self.spent = 0.0

    def line(self, text, orders):
        """An order as that package reads it: whoever is carried where nobody walks says so."""
        go = way(text)
        if go is None:
            rest = text.split(" ", 2)[2]
            return f"{head(text)} {rest.upper().replace('-', ' - ', 1)}"
        start, goal, via = go
        on_foot = self.game._abuts(text[0], start, "-", goal)
        wanted = f" C A {start}-{goal}"
        carried = any(wanted in other.upper() for _, other in orders)
        by_sea = via or (text[0] == "A" and carried and not on_foot)
        return f"{head(text)} - {goal}" + (" VIA" if by_sea else "")

    def judged(self, case):
        """What comes of a position, and the orders that are read otherwise, each with what is read."""
        game, orders = self.game, case["orders"]
        game.clear_units()
        game.clear_orders()
        game.set_current_phase("S1901M")
        for power in POWERS:
            own = [head(text) for whose, text in orders if whose.upper() == power]
            game.set_units(power, own, reset=True)
        again = {}
        taken = set()
        for power in POWERS:
            own = {self.line(text, orders): text for whose, text in orders if whose.upper() == power}
            game.set_orders(power, list(own))
            taken.update(game.get_orders(power))
            again.update({text: "H" for line, text in own.items() if line not in taken})
        for _, text in orders:
            go = way(text)
            if go is None or not go[2] or text in again:
                continue
            start, goal, _ = go
            wanted = f" C A {start} - {goal}"
            fleets = [line[: -len(wanted)] for line in taken if line.endswith(wanted)]
            if not game._get_convoy_paths("A", start, goal, True, fleets):
                again[text] = "walks" if game._abuts("A", start, "-", goal) else "H"
        again = {text: what for text, what in again.items() if not (what == "H" and text[-2:] == " H")}
        begun = time.process_time()
        game.process()
        self.spent += time.process_time() - begun
        state = game.get_state()
        beaten = {
            f"{power} {name}": sorted(ways)
            for power in POWERS
            for name, ways in state["retreats"][power].items()
            if ways
        }
        after = sorted(
            f"{power} {name}" for power in POWERS for name in state["units"][power] if name[0] != "*"
        )
        if game.phase_type == "R":
            for power in POWERS:
                go = [(unit(name), goal) for name, goal in case["retreats"].items()]
                own = [f"{name} R {goal.upper()}" for (whose, name), goal in go if whose == power]
                game.set_orders(power, own)
            game.process()
        last = game.get_state()["units"]
        last = sorted(f"{power} {name}" for power in POWERS for name in last[power])
        return (after, beaten, last), again


def reading(case, ours, theirs):
    """The reading that explains a difference, or None."""
    moves = [(whose.upper(), way(text)) for whose, text in case["orders"] if way(text)]
    carried = {text.split(" C A ")[1].upper() for _, text in case["orders"] if " C A " in text}
    by_sea = {(start, goal) for _, (start, goal, _) in moves if f"{start}-{goal}" in carried}
    goals = {goal[:3] for _, goal in by_sea}
    if ours[0] == theirs[0]:
        differ = {name for name in {**ours[1], **theirs[1]} if ours[1].get(name) != theirs[1].get(name)}
        more = all(set(ours[1].get(name, [])) <= set(theirs[1].get(name, [])) for name in differ)
        if more and all(name.split(" ")[2][:3] in goals for name in differ):
            return "whoever is dislodged by sea retreats anywhere"
    at = {head(text)[2:5]: whose.upper() for whose, text in case["orders"]}
    carriers = {head(text)[2:5] for _, text in case["orders"] if " C A " in text}
    on_foot = {(start[:3], goal[:3]) for _, (start, goal, _) in moves if (start, goal) not in by_sea}
    for whose, text in case["orders"]:
        if " S " not in text or "-" not in text.split(" S ")[1]:
            continue
        start, goal = text.split(" S ")[1][2:].upper().split("-")
        if at.get(goal[:3]) != whose.upper():
            continue
        if (start, goal) in by_sea:
            return "support dislodges a unit of its own power, if the attack comes by sea"
        if goal[:3] in carriers:
            return "support stops a convoy of its own power, though it dislodges no fleet"
        if {(start[:3], goal[:3]), (goal[:3], start[:3])} <= on_foot:
            return "support against a unit of its own power does not defend head to head"
    return None


def main():
    judge, told, unread, count = Judge(), collections.Counter(), [], 0
    other = open(sys.argv[2], "w", encoding="utf-8") if len(sys.argv) > 2 else None
    with open(sys.argv[1], encoding="utf-8") as file:
        for text in file:
            case = json.loads(text)
            count += 1
            ours = (
                sorted(" ".join(unit(name)) for name in case["units"]),
                {" ".join(unit(k)): sorted(v.upper() for v in w) for k, w in case["beaten"].items()},
                sorted(" ".join(unit(name)) for name in case["last"]),
            )
            theirs, again = judge.judged(case)
            if ours == theirs:
                continue
            if again and other:
                told["orders are read otherwise"] += 1
                for line, what in again.items():
                    other.write(f"{case['number']}|{line}|{what}\n")
                continue
            why = reading(case, ours, theirs)
            if why:
                told[why] += 1
            else:
                unread.append((case, ours, theirs, again))
    spent = judge.spent * 1e6 / max(count, 1)
    print(f"{count} positions, {spent:.0f} microseconds for each movement phase; differing:")
    for why, number in sorted(told.items()):
        print(f"{number:6}  {why}")
    print(f"{len(unread):6}  not explained")
    for case, ours, theirs, again in unread[: int(os.environ.get("DIPLOMACY_SHOW", 5))]:
        print(case["number"], again)
        for power, text in case["orders"]:
            print(f"  {power}: {text}")
        for who, own, others in (("ours", ours, theirs), ("theirs", theirs, ours)):
            print(f"  {who}:", [[x for x in own[n] if x not in others[n]] for n in (0, 2)], own[1])
    sys.exit(bool(unread))


main()
