"""Writes the vectors in this directory, without Adjutant: `python3 make.py`.

Needs the package `cryptography` for the one Ed25519 signature. The key is 32 bytes of 7.
"""

import base64
import hashlib
import json
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

HERE = Path(__file__).parent


def sha(data):
    return hashlib.sha256(data).digest()


def leaf(data):
    return sha(b"\0" + data)


def root(hashes):
    """The root by pairing neighbours level by level; an odd one out moves up as it is."""
    if not hashes:
        return sha(b"")
    while len(hashes) > 1:
        pairs = [hashes[i : i + 2] for i in range(0, len(hashes), 2)]
        hashes = [sha(b"\1" + p[0] + p[1]) if len(p) == 2 else p[0] for p in pairs]
    return hashes[0]


def path(hashes, index):
    """The siblings on the way up."""
    out = []
    while len(hashes) > 1:
        if index ^ 1 < len(hashes):
            out.append(hashes[index ^ 1])
        pairs = [hashes[i : i + 2] for i in range(0, len(hashes), 2)]
        hashes = [sha(b"\1" + p[0] + p[1]) if len(p) == 2 else p[0] for p in pairs]
        index //= 2
    return out


def dump(name, value):
    (HERE / name).write_text(json.dumps(value, indent=2) + "\n")


# The inputs that Certificate Transparency's own tests use.
inputs = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657",
          "606162636465666768696a6b6c6d6e6f"]
leaves = [leaf(bytes.fromhex(i)) for i in inputs]
roots = [root(leaves[:n]).hex() for n in range(len(leaves) + 1)]
assert roots[8] == "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"
paths = [{"index": i, "size": n, "path": [p.hex() for p in path(leaves[:n], i)]}
         for n in range(1, 9) for i in range(n)]
dump("tree.json", {"leaves": inputs, "roots": roots, "paths": paths})

seats = ["mazianni", "union", "pell’s merchants"]
reports = [f"The report of {s}.\n" for s in seats]
salts = [sha(f"salt {n}".encode()) for n in range(3)]
report_leaves = []
for seat, report, salt in zip(seats, reports, salts):
    name = seat.encode()
    framed = len(name).to_bytes(8, "big") + name
    report_leaves.append(leaf(b"adjutant/report/v1" + framed + salt + sha(report.encode())))
dump("reports.json", {
    "root": root(report_leaves).hex(),
    "reports": [{"seat": seats[n], "salt": salts[n].hex(), "report": reports[n],
                 "leaf": report_leaves[n].hex(),
                 "path": [p.hex() for p in path(report_leaves, n)]} for n in range(3)]})

# A ledger of three entries and its checkpoint.
genesis = f"""\
seq: 0
prev: "{'0' * 64}"
time: "2026-07-01T18:00:00Z"
body:
  genesis:
    name: pell-1
    salt: {sha(b'salt').hex()}
    game: company-war
    edition: 1
    engine: "0.1.0"
    format: {sha(b'format').hex()}
    scenario: "2352"
    scenario-digest: {sha(b'scenario').hex()}
    options:
      fog: "yes"
    seats:
    - mazianni
    - union
    moderator: ssh-ed25519 AAAA moderator
    recipient: age1example
    tip: {sha(b'tip').hex()}
    chain-length: 200
    level: 0
    beacon: none
"""
enroll = f"""\
seq: 1
prev: {sha(genesis.encode()).hex()}
time: "2026-07-01T18:00:00Z"
body:
  enroll:
    seat: union
    name: Ada
    signing: ssh-ed25519 AAAA ada
    recipient: age1ada
"""
opening = f"""\
seq: 2
prev: {sha(enroll.encode()).hex()}
time: "2026-07-02T06:30:00Z"
cycle: 1
body:
  open:
    due:
      mazianni: false
      union: true
    phase: movement
    recipient: age1cycle
    beacon: none
"""
entries = [genesis.encode(), enroll.encode(), opening.encode()]
for n, entry in enumerate(entries):
    (HERE / f"{n:06}.yaml").write_bytes(entry)

key = Ed25519PrivateKey.from_private_bytes(bytes([7] * 32))
public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
origin = "adjutant/pell-1/" + sha(genesis.encode()).hex()[:8]
size = len(entries)
body = f"{origin}\n{size}\n{base64.b64encode(root([leaf(e) for e in entries])).decode()}\n"
key_id = sha(origin.encode() + b"\n\x01" + public)[:4]
signature = base64.b64encode(key_id + key.sign(body.encode())).decode()
(HERE / "checkpoint").write_bytes(f"{body}\n— {origin} {signature}\n".encode())
