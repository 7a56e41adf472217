// The page that players play in, tried in a real browser: `node play.mjs PROGRAM PAGE [STEP...]`.
//
// Each step has a browser of its own. What goes wrong in one is told, and the others are tried.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Browser, Driver } from "./driver.mjs";
import { Campaign, GAMES } from "./campaign.mjs";
import { aSiteHasItsFiles, nothingGetsInOrOut, start } from "./policy.mjs";

const [, , program, page, ...wanted] = process.argv;
const home = mkdtempSync(join(tmpdir(), "play-"));
const steps = new Map();
const base64 = (path) => readFileSync(path).toString("base64");

steps.set("policy", (browser) => nothingGetsInOrOut(browser, resolve(page)));

steps.set("site", (browser) => {
  const war = new Campaign(resolve(program), join(home, "site"), "company-war");
  war.adjutant("-C", "war", "site", "public", "--play", resolve(page));
  return aSiteHasItsFiles(browser, war.path("public"));
});

/// Cycles of a campaign that are played in the browser; after them the staff plays on to its end.
const CYCLES = 3;

// What the program in the page seals is what the campaign takes, and what stock tools open: for every game, from its first report on.
for (const game of GAMES) {
  steps.set(`packets:${game}`, async (browser) => {
    const war = new Campaign(resolve(program), join(home, game), game);
    await browser.go(pathToFileURL(resolve(page)).href);
    await browser.run(start);
    const kept = Object.fromEntries(war.seats.map((seat) => [seat, {}]));
    let packets = 0;
    for (let due = war.due(); due !== null && due.cycle <= CYCLES; due = war.due()) {
      for (const seat of due.seats) {
        const asked = { report: base64(war.report(seat, due.cycle - 1)), card: base64(war.card),
          key: readFileSync(war.key(seat), "utf8"), public: readFileSync(war.path(`${seat}.pub`), "utf8"),
          ...kept[seat] };
        const blank = await browser.run("return ask('template', arguments[0])", asked);
        const lists = /^(standing|orders|contingent):/m;
        const staff = war.staff(seat);
        asked.orders = blank.orders.slice(0, blank.orders.search(lists)) + staff.slice(staff.search(lists));
        asked.known = blank.known;
        const made = await browser.run("return ask('seal', arguments[0])", asked);
        if (!made.packet) throw new Error(`${seat}: ${JSON.stringify(made)}`);
        kept[seat] = { known: made.known, sealed: made.sealed };
        const orders = war.opened(seat, due.cycle, made.packet);
        if (orders !== made.orders) throw new Error(`${seat}: other orders are in the packet:\n${orders}`);
        war.receive(made.packet);
        packets += 1;
      }
      war.resolve();
    }
    if (packets < 4) throw new Error(`there were ${packets} packets`);
    return `${packets} packets, opened by age and verified by ssh-keygen`;
  });
}

const driver = await Driver.start();
let failed = 0;
try {
  for (const [name, step] of steps) {
    if (wanted.length > 0 && !wanted.some((word) => name.startsWith(word))) continue;
    const begun = Date.now();
    const browser = await Browser.open(driver, step.window);
    try {
      const told = await step(browser);
      console.log(`${name.padEnd(28)} ${((Date.now() - begun) / 1000).toFixed(1)} s${told ? `, ${told}` : ""}`);
    } catch (wrong) {
      failed += 1;
      console.error(`${name.padEnd(28)} FAILED: ${wrong.stack}`);
      mkdirSync("target/look", { recursive: true });
      await browser.picture(`target/look/play-${name.replaceAll(":", "-")}.png`).catch(() => {});
    } finally {
      await browser.close();
    }
  }
} finally {
  driver.stop();
  rmSync(home, { recursive: true, force: true });
}
process.exit(failed > 0 ? 1 : 0);
