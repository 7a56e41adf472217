"""Judges positions with the package `diplomacy`: one JSON document a line in, one out."""

import json
import sys

from diplomacy import Game

game = Game()
for line in sys.stdin:
    asked = json.loads(line)
    game.clear_units()
    game.clear_cache()
    game.set_current_phase("S1901M")
    for power, units in asked["units"].items():
        game.set_units(power, units)
    for power, orders in asked["orders"].items():
        game.set_orders(power, orders)
    game.process()
    results = game.result_history.last_value()
    failed = {unit: [str(result) for result in all if str(result)] for unit, all in results.items()}
    print(json.dumps(failed), flush=True)
