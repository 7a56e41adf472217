// A campaign that the program runs, for a browser to play in, and what stock tools say of its packets.
import { createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const GAMES = ["age-of-imperialism", "company-commander", "company-war", "mechad", "parabellum"];

/// Runs a command; what it says, if it ends well.
export function run(command, args, options = {}) {
  const done = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 28, ...options });
  if (done.error) throw done.error;
  if (done.status !== 0 && !options.status?.includes(done.status)) {
    throw new Error(`${command} ${args.join(" ")}: ${done.status}\n${done.stdout}${done.stderr}`);
  }
  return done.stdout;
}

export class Campaign {
  /// Founded, with a key for each seat, and open; without `begin` only founded. `more` are options of `new`.
  constructor(program, home, game, { more = [], names = {}, begin = true } = {}) {
    Object.assign(this, { program, home, game, names });
    mkdirSync(home, { recursive: true });
    this.adjutant("new", "war", "--game", game, ...more);
    this.seats = this.status().seats.map((line) => line.seat);
    if (begin) this.begin();
  }

  /// Enrolls a player for each seat, with their files or with new ones, and opens the first cycle. What is said of those
  /// who have files.
  begin(players = {}) {
    const told = [];
    for (const seat of this.seats) {
      const { pub } = players[seat] ?? {};
      const named = this.names[seat] ? ["--name", this.names[seat]] : [];
      if (!pub) this.adjutant("-C", "war", "keygen", seat, ...named);
      const said = this.adjutant("-C", "war", "enroll", seat, pub ?? `${seat}.pub`);
      if (pub) told.push(said);
    }
    this.adjutant("-C", "war", "open", "--deadline", "+30d");
    return told.join("");
  }

  /// The campaign card.
  get card() {
    const card = this.written ?? /^card +(.*)$/m.exec(this.adjutant("-C", "war", "card"))[1];
    this.written = card;
    return this.path(card);
  }

  path(name) {
    return join(this.home, name);
  }

  adjutant(...args) {
    const env = { ...process.env, NO_COLOR: "1", SOURCE_DATE_EPOCH: "1767225600", XDG_CACHE_HOME: this.path("cache") };
    return run(this.program, args, { cwd: this.home, env });
  }

  status() {
    return JSON.parse(this.adjutant("-C", "war", "--json", "status"));
  }

  /// A sentence on where the campaign stands.
  stage() {
    return this.status().stage;
  }

  /// The number of the cycle that is open, and which seats still owe orders; `null` when the game is over.
  due() {
    const { cycle, seats, stage } = this.status();
    if (stage?.startsWith("over") || cycle === null || cycle === undefined) return null;
    return { cycle, seats: seats.filter((line) => line.orders === "due").map((line) => line.seat) };
  }

  /// The sealed report of a cycle, as it goes out by mail.
  report(seat, cycle) {
    return this.path(`war/cycles/${String(cycle).padStart(4, "0")}/reports/${seat}.age`);
  }

  key(seat) {
    return this.path(`${seat}.key`);
  }

  /// The orders of a plain computer player, as a player would send them.
  staff(seat) {
    return this.adjutant("-C", "war", "template", "--staff", "--key", `${seat}.key`);
  }

  /// Has the staff order for a seat.
  staffSends(seat) {
    const key = ["--key", `${seat}.key`];
    this.adjutant("-C", "war", "template", "--staff", ...key, "-o", "staff.yaml", "--force");
    this.adjutant("-C", "war", "seal", "staff.yaml", ...key, "--anyway", "-o", "staff.age", "--force");
    this.adjutant("-C", "war", "receive", "staff.age");
  }

  /// Takes in a packet.
  receive(packet) {
    writeFileSync(this.path("packet.age"), packet);
    return this.adjutant("-C", "war", "receive", "packet.age");
  }

  /// Resolves the cycle, whoever has not sent orders.
  resolve() {
    return this.adjutant("-C", "war", "resolve", "--early", "--reason", "the test goes on", "--open", "--deadline", "+30d");
  }

  /// A packet of a seat, opened and verified by `age` and `ssh-keygen` alone: the order file in it.
  opened(seat, cycle, packet, pub = this.path(`${seat}.pub`)) {
    const identity = this.path("cycle.identity");
    writeFileSync(identity, `${this.identity(cycle)}\n`);
    const plain = run("age", ["-d", "-i", identity], { input: packet });
    const at = plain.indexOf("-----BEGIN SSH SIGNATURE-----");
    const orders = plain.slice(0, at);
    writeFileSync(this.path("orders.sig"), plain.slice(at));
    const key = /ssh-ed25519 \S+/.exec(readFileSync(pub, "utf8"))[0];
    writeFileSync(this.path("allowed"), `${seat} ${key}\n`);
    run("ssh-keygen", ["-Y", "verify", "-f", this.path("allowed"), "-I", seat, "-n", "orders-v1@adjutant",
      "-s", this.path("orders.sig")], { input: orders });
    return orders;
  }

  /// What opens the packets of a cycle: docs/formats/seed.md.
  identity(cycle) {
    const read = (name) => readFileSync(this.path(name));
    const founding = /^secret: *(\S+)$/m.exec(read("war.keys/campaign.secret").toString())[1];
    const entry = read("war/ledger/000000.yaml");
    const said = (field) => new RegExp(`^ +${field}: *"?([^"\n]+)"?$`, "m").exec(entry.toString())[1];
    const digest = (bytes) => createHash("sha256").update(bytes).digest();
    const birth = tagged("adjutant/birth/v1", Buffer.from(said("name")), digest(read("war/format.yaml")),
      digest(read("war/scenario.yaml")), Buffer.from(said("salt"), "hex"));
    const secret = tagged("adjutant/campaign-secret/v1", decoded(founding), birth);
    const genesis = digest(entry);
    const number = Buffer.alloc(4);
    number.writeUInt32BE(cycle);
    return bech32("age-secret-key-", tagged("adjutant/cycle-identity/v1", secret, genesis, number))
      .toUpperCase();
  }
}

/// 32 bytes, in hexadecimal digits or in base64.
function decoded(text) {
  return Buffer.from(text, /^[0-9a-f]{64}$/.test(text) ? "hex" : "base64");
}

function tagged(tag, ...fields) {
  const hash = createHash("sha256").update(tag);
  for (const field of fields) {
    const length = Buffer.alloc(8);
    length.writeBigUInt64BE(BigInt(field.length));
    hash.update(length).update(field);
  }
  return hash.digest();
}

/// BIP 173.
function bech32(prefix, bytes) {
  const letters = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
  const five = [];
  let [held, bits] = [0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      five.push((held >> bits) & 31);
    }
    held &= (1 << bits) - 1;
  }
  if (bits > 0) five.push((held << (5 - bits)) & 31);
  const step = (sum, value) => {
    const top = sum >>> 25;
    const more = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3].filter((_, n) => (top >> n) & 1);
    return more.reduce((all, own) => all ^ own, ((sum & 0x1ffffff) << 5) ^ value);
  };
  const spread = [...prefix].map((c) => c.charCodeAt(0));
  const values = [...spread.map((c) => c >> 5), 0, ...spread.map((c) => c & 31), ...five];
  const sum = [...values, 0, 0, 0, 0, 0, 0].reduce(step, 1) ^ 1;
  const check = [0, 1, 2, 3, 4, 5].map((n) => (sum >> (5 * (5 - n))) & 31);
  return `${prefix}1${[...five, ...check].map((n) => letters[n]).join("")}`;
}
