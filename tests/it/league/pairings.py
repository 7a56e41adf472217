"""Pairs the next round of each tournament in a directory (*.trf) by py4swiss, and prints the pairs."""

import multiprocessing
import pathlib
import sys

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import TrfParser


def paired(path):
    try:
        pairs = DutchEngine.generate_pairings(TrfParser.parse(path))
    except PairingError:
        return f"{path.stem}: none"
    return f"{path.stem}: " + " ".join(f"{pair.white}-{pair.black}" for pair in pairs)


if __name__ == "__main__":
    with multiprocessing.Pool() as pool:
        for line in pool.imap(paired, sorted(pathlib.Path(sys.argv[1]).glob("*.trf")), 16):
            print(line)
