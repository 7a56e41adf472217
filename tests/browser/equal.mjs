// Whether the module answers what the program answers: `node equal.mjs MODULE FOLDER`.
//
// The folder has calls as tests/it/play.rs keeps them: NAME-NUMBER.json is what was asked, NAME-NUMBER.answer what the
// program said to it. A packet is another each time, so that of a `seal` only whether it came about is compared.
import { readFileSync, readdirSync } from "node:fs";
import { webcrypto } from "node:crypto";

const [, , file, folder] = process.argv;
const { instance } = await WebAssembly.instantiate(readFileSync(file), {
  page: { entropy: (at, length) => webcrypto.getRandomValues(bytes(at, length)) },
});
const { memory, room, call, done } = instance.exports;

function bytes(at, length) {
  return new Uint8Array(memory.buffer, at, length);
}

function put(document) {
  const at = room(document.length);
  bytes(at, document.length).set(document);
  return [at, document.length];
}

function answer(name, document) {
  const packed = BigInt.asUintN(64, call(...put(new TextEncoder().encode(name)), ...put(document)));
  const [at, length] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
  const said = Buffer.from(bytes(at, length));
  done(at, length);
  return said;
}

const cameAbout = (said) => (JSON.parse(said).problem ? "refused" : "sealed");
const calls = readdirSync(folder).filter((path) => path.endsWith(".json"));
const took = new Map();
let differ = 0;
for (const path of calls.sort()) {
  const name = path.split("-")[0];
  const asked = readFileSync(`${folder}/${path}`);
  const expected = readFileSync(`${folder}/${path.replace(/json$/, "answer")}`);
  const begun = performance.now();
  const said = answer(name, asked);
  const times = took.get(name) ?? [];
  took.set(name, [...times, performance.now() - begun]);
  const same = name === "seal" ? cameAbout(said) === cameAbout(expected) : said.equals(expected);
  if (!same) {
    differ += 1;
    console.error(`${path}: the module says\n  ${said}\nand the program\n  ${expected}`);
  }
}
for (const [name, times] of took) {
  times.sort((a, b) => a - b);
  const shown = [times[times.length >> 1], times.at(-1)].map((time) => time.toFixed(1));
  console.log(`${name.padEnd(9)} ${times.length} calls, median ${shown[0]} ms, at most ${shown[1]} ms`);
}
if (calls.length === 0) {
  console.error(`${folder} has no calls`);
}
process.exit(differ > 0 || calls.length === 0 ? 1 : 0);
