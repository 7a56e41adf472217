"""Writes formats.yaml, without Adjutant: `python3 formats.py > formats.yaml`.

Uses hashlib and hmac; ChaCha20 is written out below (RFC 8439 core, 64-bit block counter and
64-bit stream number, both from zero), and what proves dice in vrf.py.
"""

import base64
import hashlib
import hmac
import json
import struct

import vrf


def sha(data):
    return hashlib.sha256(data).digest()


def frame(field):
    return struct.pack(">Q", len(field)) + field


def tagged(tag, *fields):
    return sha(tag.encode() + b"".join(map(frame, fields)))


def rotate(value, by):
    return (value << by | value >> (32 - by)) & 0xFFFFFFFF


def quarter(s, a, b, c, d):
    for x, y, z, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        s[x] = (s[x] + s[y]) & 0xFFFFFFFF
        s[z] = rotate(s[z] ^ s[x], by)


def block(key, counter):
    start = list(struct.unpack("<4I", b"expand 32-byte k")) + list(struct.unpack("<8I", key))
    start += [counter & 0xFFFFFFFF, counter >> 32, 0, 0]
    s = start[:]
    for _ in range(10):
        quarter(s, 0, 4, 8, 12), quarter(s, 1, 5, 9, 13)
        quarter(s, 2, 6, 10, 14), quarter(s, 3, 7, 11, 15)
        quarter(s, 0, 5, 10, 15), quarter(s, 1, 6, 11, 12)
        quarter(s, 2, 7, 8, 13), quarter(s, 3, 4, 9, 14)
    return struct.pack("<16I", *((x + y) & 0xFFFFFFFF for x, y in zip(s, start)))


class Draw:
    def __init__(self, seed, labels):
        message = b"".join(frame(label.encode()) for label in labels)
        self.begin(hmac.new(seed, message, hashlib.sha256).digest())

    def begin(self, key):
        self.key = key
        self.bytes, self.counter = b"", 0

    def word(self):
        if not self.bytes:
            self.bytes, self.counter = block(self.key, self.counter), self.counter + 1
        word, self.bytes = struct.unpack("<Q", self.bytes[:8])[0], self.bytes[8:]
        return word

    def below(self, bound):
        whole = 2**64 // bound * bound
        while True:
            word = self.word()
            if word < whole:
                return word % bound

    def shuffle(self, items):
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items


def drawn(name, *labels):
    seed = sha(name.encode())
    bounds = [6, 2, 13, 1, 1000, 2**63 + 1, 2**64 - 1, 6]
    draw = Draw(seed, labels)
    print(f"- seed: '{seed.hex()}'")
    print(f"  labels: {json.dumps(labels)}")
    print(f"  bounds: {bounds}")
    print(f"  below: {[draw.below(bound) for bound in bounds]}")
    draw = Draw(seed, labels)
    print(f"  dice: {[1 + draw.below(6) for _ in range(10)]}")
    print(f"  shuffled: {Draw(seed, labels).shuffle(list(range(10)))}")


def chain(secret, genesis, length=1024):
    links = [tagged("adjutant/chain-end/v1", secret, genesis)]
    for cycle in range(length - 1, -1, -1):
        links.append(tagged("adjutant/chain/v1", genesis, struct.pack(">I", cycle), links[-1]))
    return links[::-1]


def salt(secret, genesis, purpose, *fields):
    message = b"adjutant/salt/v1" + b"".join(map(frame, (genesis, purpose.encode(), *fields)))
    return hmac.new(secret, message, hashlib.sha256).digest()


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def show(name, value):
    print(f"{name}: '{value.hex()}'")


print("# Written by formats.py. Seeds and secrets are SHA-256 of a name.")
print("draws:")
drawn("seed one", "combat", "jp-21", "round-2", "Europe")
drawn("seed one", "combat", "jp-21", "round-2", "Norway")
drawn("seed two", "initiative")
drawn("seed two", "Wyatt’s")
print("tagged:")
for tag, fields in [("t", []), ("t", [b""]), ("t", [b"ab", b"c"]), ("t", [b"a", b"bc"])]:
    print(f"- {{tag: {tag}, fields: {json.dumps([f.hex() for f in fields])}, "
          f"digest: '{tagged(tag, *fields).hex()}'}}")
print("canonical:")
for source in [
    '{ "b": [ { "z": 1, "a": -2 } ], "a": "é\\n", "B": null, "": true }',
    '[18446744073709551615, -9223372036854775808, 0, "\\u0001\\"\\\\/\\u007f’"]',
]:
    text = canonical(json.loads(source))
    print(f"- json: {json.dumps(source)}")
    print(f"  text: {json.dumps(text)}")
    print(f"  digest: '{sha(text.encode()).hex()}'")
genesis, founding, player = sha(b"genesis"), sha(b"founding secret"), sha(b"player secret")
birth = tagged("adjutant/birth/v1", b"pell-1", sha(b"format"), sha(b"scenario"), sha(b"salt"))
secret = tagged("adjutant/campaign-secret/v1", founding, birth)
moderator = chain(tagged("adjutant/moderator-chain/v1", secret), birth)
union = chain(player, genesis)
show("genesis", genesis)
show("founding_secret", founding)
show("campaign_secret", secret)
show("birth", birth)
show("moderator_tip", moderator[0])
show("player_secret", player)
print("links:")
for cycle in (0, 1, 7, 1024):
    print(f"  {cycle}: '{union[cycle].hex()}'")
seven = struct.pack(">I", 7)
seed = tagged("adjutant/seed/v1", genesis, seven, moderator[7], b"union", union[7], b"")
show("seed_cycle_7", seed)
show("seed_cycle_7_moderator_only", tagged("adjutant/seed/v1", genesis, seven, moderator[7], b""))
show("setup_seed", tagged("adjutant/setup/v1", genesis, moderator[1], b"union", union[0]))
show("seed_commitment", tagged("adjutant/seed-commitment/v1", seed))
labels = ("combat", "jp-21")
dice_secret = tagged("adjutant/dice-key/v1", secret, birth)
name = tagged("adjutant/draw/v1", genesis, seven, seed, *(label.encode() for label in labels))
dice_key, proof, output = vrf.prove(dice_secret, name)
proven = Draw(seed, labels)
proven.begin(output[:32])
show("dice_key", dice_key)
print(f"proven_draw: {'/'.join(labels)}")
print(f"proven_proof: {base64.b64encode(proof).decode()}")
print(f"proven_dice: {[1 + proven.below(6) for _ in range(10)]}")
cycle_keys = chain(tagged("adjutant/cycle-keys/v1", secret), birth, 1026)
key = cycle_keys[8]
show("cycle_keys_tip", cycle_keys[0])
show("cycle_key_7", key)
show("cycle_key_7_salt", salt(key, genesis, "state", seven))
show("cycle_key_7_dice", vrf.prove(tagged("adjutant/opened-dice/v1", key, birth), b"")[0])
show("cycle_key_7_identity", tagged("adjutant/opened-identity/v1", key, genesis))
show("cycle_key_7_house", tagged("adjutant/opened-house/v1", key, genesis))
packet = sha(b"order file")
show("packet_id", packet)
show("packet_salt", salt(secret, genesis, "packet", seven, packet))
show("packet_commitment",
     tagged("adjutant/packet/v1", salt(secret, genesis, "packet", seven, packet), packet))
commitment = tagged("adjutant/packet/v1", salt(secret, genesis, "packet", seven, packet), packet)
with_packet = tagged("adjutant/lock-blind/v1", salt(secret, genesis, "packet", seven, packet))
without = salt(secret, genesis, "lock", seven, b"mazianni")
show("lock_blind", with_packet)
show("lock_of_packet",
     tagged("adjutant/lock/v1", genesis, seven, b"union", commitment, with_packet))
show("lock_blind_of_nothing", without)
show("lock_of_nothing", tagged("adjutant/lock/v1", genesis, seven, b"mazianni", b"", without))
text = canonical({"turn": 7})
print(f"salted_text: {json.dumps(text)}")
show("salted_state",
     tagged("adjutant/salted/v1", salt(secret, genesis, "state", seven), sha(text.encode())))
reports = {seat: f"The report of {seat}.\n" for seat in ("blue", "mazianni", "union")}
salts = {seat: salt(secret, genesis, "report", seven, seat.encode()) for seat in reports}
leaves = {
    seat: sha(b"\0adjutant/report/v1" + frame(seat.encode()) + salts[seat] + sha(text.encode()))
    for seat, text in reports.items()
}
print("report_salts:")
for seat in reports:
    print(f"  {seat}: '{salts[seat].hex()}'")
print("report_texts:")
for seat, text in reports.items():
    print(f"  {seat}: {json.dumps(text)}")
print("report_leaves:")
for seat in reports:
    print(f"  {seat}: '{leaves[seat].hex()}'")
one, two, three = leaves.values()
show("report_root", sha(b"\1" + sha(b"\1" + one + two) + three))
