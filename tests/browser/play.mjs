// The page that players play on, tried in a real browser: `node play.mjs PROGRAM PAGE [STEP...]`.
//
// Each step has a browser of its own. What goes wrong in one is told, and the others are tried.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Browser, Driver, KEYS } from "./driver.mjs";
import { Campaign, GAMES } from "./campaign.mjs";
import { Hands, PHONE } from "./hands.mjs";
import { keySteps, secrets, whereIn } from "./keys.mjs";
import { compose, given, hang, moveAbout, touchMap, tryThem } from "./order.mjs";
import { aSiteHasItsFiles, host, nothingGetsInOrOut, start } from "./policy.mjs";

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

// On the site a player gives their key, and is at their war: on that of one campaign, and of several that share the page.
for (const [name, campaigns] of [["site-key", "war"], ["site-shared", "."]]) {
  steps.set(name, async (browser) => {
    const war = new Campaign(resolve(program), join(home, name), "company-war");
    war.adjutant("-C", campaigns, "site", "public", "--play", resolve(page));
    const folder = campaigns === "." ? readdirSync(war.path("public"), { withFileTypes: true }).find((one) => one.isDirectory()).name : "";
    const site = await host(war.path("public"));
    try {
      const seat = war.due().seats[0];
      const hands = new Hands(browser, resolve(page));
      hands.address = `${site.address}/play.html${folder && `?${folder}`}`;
      await hands.begin();
      await hands.open(war.key(seat), war.path(`${seat}.pub`));
      const due = await browser.text("#due");
      if (!/^Orders for cycle 1 are due \w+, \w+ \d+ at \d/.test(due) || /January 1 /.test(due)) throw new Error(due);
      await hands.touchOrders(1);
      war.opened(seat, 1, await hands.seal());
      await browser.wasQuiet(`${site.address}/`, "blob:");
      // The key is in no request.
      const files = /^\/(play\.html|favicon\.ico|([a-z0-9-]+\/)?(play\.json|reports\/\d{4}-[a-z-]+\.age))$/;
      const asked = site.asked.filter((path) => !files.test(path.replace(`?${folder}`, "")));
      if (asked.length > 0) throw new Error(`the page asks its site for ${asked}`);
    } finally {
      site.stop();
    }
  });
}

/// Cycles of a campaign that are played in a browser; `CYCLES=99` plays each to its end.
const CYCLES = Number(process.env.CYCLES ?? 3);

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

/// Units that are ordered something in each cycle.
const ORDERED = 4;

// From mailed reports to packets: one seat with a finger alone, on a phone, another types, at a desk. The others are the staff's.
for (const game of GAMES) {
  steps.set(`campaign:${game}`, async (browser) => {
    const war = new Campaign(resolve(program), join(home, `played-${game}`), game);
    const desk = await Browser.open(driver);
    const players = [new Hands(browser, resolve(page)), new Hands(desk, resolve(page))];
    const seats = new Map();
    let [packets, ordered, cycles] = [0, 0, 0];
    try {
      for (const hands of players) await hands.begin();
      for (let due = war.due(); due !== null && due.cycle <= CYCLES; due = war.due()) {
        for (const seat of due.seats) {
          // In the first phase of some games nobody has to order, in others one alone.
          if (!seats.has(seat) && seats.size < players.length) seats.set(seat, players[seats.size]);
          const hands = seats.get(seat);
          if (hands === undefined) {
            war.staffSends(seat);
            continue;
          }
          await hands.openReport(war, seat, due.cycle - 1);
          if (hands === players[0]) ordered += await hands.touchOrders(ORDERED);
          else await hands.write(war.staff(seat));
          const packet = await hands.seal(hands === players[0] ? undefined : (css) => desk.click(css));
          war.opened(seat, due.cycle, packet);
          war.receive(packet);
          packets += 1;
        }
        war.resolve();
        cycles += 1;
      }
      for (const hands of players) await hands.browser.wasQuiet(hands.address, "blob:");
    } finally {
      await desk.close();
    }
    if (seats.size === 0) throw new Error("nothing was ordered");
    const wide = await browser.run("return document.documentElement.scrollWidth");
    if (wide > PHONE.width) throw new Error(`the page is ${wide} pixels wide`);
    return `${cycles} cycles (${war.stage()}), ${packets} packets, ${ordered} units ordered by ${browser.touches} touches`;
  });
  steps.get(`campaign:${game}`).window = PHONE;
}

/// A campaign in its first cycle, and the page with the report of the first seat that is due.
async function opened(browser, name, game = "company-war", more = {}) {
  const war = new Campaign(resolve(program), join(home, name), game, more);
  const hands = new Hands(browser, resolve(page));
  // In the first phase of some games nobody has to order.
  const seat = war.due().seats[0] ?? war.seats[0];
  await hands.begin();
  await hands.openReport(war, seat, 0);
  return { war, hands, seat };
}

// By touches alone an order is put together from its blanks, for every game.
for (const game of GAMES) {
  steps.set(`compose:${game}`, async (browser) => {
    const { war, hands, seat } = await opened(browser, `compose-${game}`, game);
    const touches = await compose(hands, "#units > details");
    await hands.checked();
    const orders = await given(browser);
    if (orders.length !== 1) throw new Error(`given: ${orders}`);
    if ((await hands.findings()).some((line) => /refused/.test(line))) throw new Error(`${await hands.findings()}`);
    war.opened(seat, 1, await hands.seal());
    return `${orders[0]}: ${touches} touches`;
  });
  steps.get(`compose:${game}`).window = PHONE;
}

// The map is touched: a unit is chosen there, and where it goes.
steps.set("map", async (browser) => {
  const { hands } = await opened(browser, "map");
  const place = await touchMap(hands, "[data-place]");
  if (place) await browser.until("the place is not told", () => browser.run("return Boolean(document.body.dataset.touched)"));
  await browser.touch("#units > details > summary");
  await browser.find("#units > details [data-verb=deploy]");
  await browser.touch("#units > details [data-verb=deploy]");
  await browser.find("#units > details .line");
  const chosen = await touchMap(hands, ".legal");
  await browser.until("the touch chooses nothing", async () => (await given(browser)).length === 1);
  return `${place} is told, ${chosen} is chosen`;
});

/// The second cycle, in which units stand on the map.
async function second(browser, name, game = "company-war") {
  const war = new Campaign(resolve(program), join(home, name), game);
  for (const due of war.due().seats) war.staffSends(due);
  war.resolve();
  const hands = new Hands(browser, resolve(page));
  const [seat] = war.due().seats;
  await hands.begin();
  await hands.openReport(war, seat, 1);
  return { war, hands, seat };
}

// How long it takes from the files to the report, as fast as it goes and with a quarter of the processor. It judges nothing.
steps.set("speed", async (browser) => {
  const war = new Campaign(resolve(program), join(home, "speed"), "age-of-imperialism");
  const seat = war.due().seats[0] ?? war.seats[0];
  const told = [];
  for (const rate of [1, 4]) {
    await browser.devtools("Emulation.setCPUThrottlingRate", { rate });
    const hands = new Hands(browser, resolve(page));
    const begun = performance.now();
    await hands.begin();
    const empty = performance.now();
    await hands.openReport(war, seat, 0);
    told.push(`${rate === 1 ? "whole" : "a quarter"}: page ${Math.round(empty - begun)} ms, report ${Math.round(performance.now() - empty)} ms`);
  }
  return told.join("; ");
});

// A unit is touched on the map and ordered; where it goes is drawn there.
steps.set("unit-on-map", async (browser) => {
  const { hands } = await second(browser, "unit-on-map");
  const place = await touchMap(hands, "[data-units]");
  await browser.until("the place is not told", () => browser.run("return Boolean(document.body.dataset.touched)"));
  // Where several are, one is chosen from the list of them.
  if ((await browser.all("#touched [data-unit]")).length > 0) await browser.touch("#touched [data-unit]");
  const open = await browser.until("no unit opens", () => browser.run("return document.querySelector('#units > details[open]')?.dataset.subject"));
  await browser.touch("#units > details[open] [data-order]");
  await browser.until("no order is given", async () => (await given(browser)).length === 1);
  const drawn = await browser.run("return document.getElementById('map').shadowRoot.querySelectorAll('.ordered.head').length");
  if (drawn === 0) throw new Error(`no arrow is drawn for ${await given(browser)}`);
  if (process.env.PICTURES) {
    await browser.run("document.getElementById('board').scrollIntoView()");
    await browser.picture(join(process.env.PICTURES, "play-ordered.png"));
  }
  return `${place}: ${open}; ${drawn} arrows`;
});

// An order is made to depend on a condition, touch by touch, and is freed of it.
steps.set("condition", async (browser) => {
  const { war, hands, seat } = await second(browser, "condition", "company-commander");
  await hands.touchOrders(1);
  if (!/cycle 2.*mail says until when/.test(await browser.text("#due"))) throw new Error(await browser.text("#due"));
  const [order] = await given(browser);
  const touches = await hang(hands);
  const [hung] = await given(browser);
  if (!/^if /.test(hung) || !hung.endsWith(order)) throw new Error(`${order} became ${hung}`);
  if ((await hands.findings()).some((line) => /refused/.test(line))) throw new Error(`${await hands.findings()}`);
  if (!/^contingent:/m.test(war.opened(seat, 2, await hands.seal()))) throw new Error("the packet has no condition");
  await browser.touch(".given [data-do=always]");
  await browser.until("it is not freed", async () => (await given(browser))[0] === order);
  return `${hung}: ${touches} touches`;
});
steps.get("condition").window = PHONE;

// Orders that nobody opens before the deadline: the page asks for the round, and the moderator holds the packet.
steps.set("timelock", async (browser) => {
  const { war, hands } = await opened(browser, "timelock", "company-war", { more: ["--beacon", "drand", "--sealed", "timelock"] });
  await hands.touchOrders(1);
  await browser.touch("#seal");
  await browser.until("the round is not asked for", async () => /round/.test(await hands.said()));
  // The first that is published after the deadline, which is thirty days after the tests' clock.
  const round = Math.floor((1767225600 + 30 * 86400 - 1692803367) / 3) + 2;
  await browser.type("#round", String(round));
  const told = war.receive(await hands.seal());
  if (!/held/.test(told)) throw new Error(told);
  await browser.touch("#never-came");
  // Before that round is known to be lost, only what is sealed to it is taken.
  const again = await hands.seal();
  let refused = "";
  try {
    refused = war.receive(again);
  } catch (problem) {
    refused = problem.message;
  }
  if (!/refused/.test(refused)) throw new Error(refused);
  return `held, sealed to round ${round}`;
});

// Orders are moved about and tried, and the next unit is one key away.
steps.set("lines", async (browser) => {
  const { hands } = await opened(browser, "lines");
  const one = await moveAbout(hands);
  await browser.run("document.activeElement.blur()");
  await browser.press("n");
  const open = await browser.run("return document.querySelector('#units > details[open] .given .order') === null");
  if (!open) throw new Error("the next unit has an order");
  const stopped = await tryThem(hands);
  return `${one} was moved about; stopped after ${stopped} worlds`;
});

// The reports that were opened are played back; orders are for the newest.
steps.set("slider", async (browser) => {
  const { war, hands, seat } = await opened(browser, "slider");
  for (const owes of war.due().seats) war.staffSends(owes);
  war.resolve();
  await hands.openReport(war, seat, 1);
  const shown = await browser.run(() => {
    const slider = document.getElementById("cycle");
    slider.value = "0";
    slider.dispatchEvent(new Event("input"));
    return slider.max;
  });
  if (shown !== "1") throw new Error(`the slider ends at ${shown}`);
  await browser.until("nothing is played back", () => browser.run("return document.body.dataset.cycle === '0'"));
  if (!(await browser.run("return document.getElementById('work').hidden"))) throw new Error("an old report takes orders");
});

// The same text typed gives the same orders, and a line that is wrong is told with its number and harms no other.
steps.set("typed", async (browser) => {
  const { war, hands, seat } = await opened(browser, "typed");
  await hands.touchOrders(ORDERED);
  const touched = await hands.orders();
  const first = war.opened(seat, 1, await hands.seal());
  await hands.type(touched);
  const orders = (file) => file.replace(/^(sequence): .*$/m, "$1");
  const second = war.opened(seat, 1, await hands.seal());
  if (orders(first) !== orders(second)) throw new Error(`${first}\n\n${second}`);
  await browser.type("#orders", `${KEYS.end}\n- nonsense here\n`);
  await hands.checked();
  const found = await hands.findings();
  if (!found.some((line) => /^Line \d+: /.test(line))) throw new Error(`found: ${found}`);
  await browser.click("#seal");
  await browser.until("a file that cannot be read is sealed", async () => /1 line to correct/.test(await hands.said()));
  if (!(await hands.orders()).includes("nonsense here")) throw new Error("what was typed is lost");
});

// Without a mouse or a finger: by the tab key to what is wanted, and by enter or the space bar.
steps.set("keyboard", async (browser) => {
  const { war, hands, seat } = await opened(browser, "keyboard");
  for (const css of ["#units summary", "#units button"]) {
    await hands.tabTo(css);
    await browser.press(KEYS.enter);
  }
  await hands.checked();
  const packet = await hands.seal(async (css) => {
    await hands.tabTo(css);
    await browser.press(KEYS.space);
  });
  if (!/^- /m.test(war.opened(seat, 1, packet))) throw new Error("the packet has no order");
});

// A browser that is killed keeps what was typed, and nobody who takes its storage has the key.
steps.set("killed", async (browser) => {
  const profile = join(home, "profile");
  const one = await Browser.open(driver, { profile });
  const { war, hands, seat } = await opened(one, "killed");
  await hands.touchOrders(1);
  const before = await hands.orders();
  // What a page keeps goes to the disk within some seconds.
  await new Promise((done) => setTimeout(done, 7000));
  process.kill(one.process, "SIGKILL");
  await one.close();
  for (const secret of secrets(readFileSync(war.key(seat), "utf8"))) {
    const where = whereIn(profile, secret);
    if (where.length > 0) throw new Error(`${where} holds the key`);
  }
  const two = await Browser.open(driver, { profile });
  try {
    const again = new Hands(two, resolve(page));
    await again.begin();
    await again.openReport(war, seat, 0);
    if ((await again.orders()) !== before) throw new Error("what was ordered is lost");
  } finally {
    await two.close();
  }
});

/// What would be run if a page took a name for more than that.
const HOSTILE = ['<img src=x onerror="document.title=1">', `"'</iframe><script>document.title=2</script>`];

// Script in names and in what is written between players is shown, and does nothing.
steps.set("hostile-names", async (browser) => {
  const names = { mazianni: HOSTILE[0], union: HOSTILE[1] };
  const { hands } = await opened(browser, "names", "company-war", { names });
  await browser.wasQuiet(hands.address, "blob:");
  const title = await browser.run("return document.title");
  if (/^[12]$/.test(title)) throw new Error("a name was run");
});

// Files that are no reports, or are broken ones: a sentence for each, and the page stands.
steps.set("hostile-files", async (browser) => {
  const { war, hands, seat } = await opened(browser, "files");
  const before = await hands.orders();
  for (const [name, words] of [["key", /key/], ["card", /card/]]) {
    const copy = join(home, `hostile.${name}`);
    writeFileSync(copy, "hello\n");
    await hands.open(copy);
    if (!words.test(await hands.said())) throw new Error(`${name}: ${await hands.said()}`);
    await hands.openReport(war, seat, 0);
  }
  let tried = 0;
  for (const folder of ["fuzz/found/report", "fuzz/seeds/report", "fuzz/found/armor", "fuzz/found/packet"]) {
    for (const name of readdirSync(folder).slice(0, 12)) {
      const copy = join(home, "hostile.age");
      writeFileSync(copy, readFileSync(join(folder, name)));
      await hands.open(copy);
      const said = await hands.said();
      if (!/\w+ \w+/.test(said)) throw new Error(`${folder}/${name}: the page says ${JSON.stringify(said)}`);
      tried += 1;
    }
  }
  await hands.openReport(war, seat, 0);
  if ((await hands.orders()) !== before) throw new Error("the orders are lost");
  await browser.wasQuiet(hands.address, "blob:");
  return `${tried} files`;
});

// Pictures for the documentation: `PICTURES=docs/images node play.mjs PROGRAM PAGE pictures`.
for (const game of process.env.PICTURES ? GAMES : []) {
  steps.set(`pictures:${game}`, async (browser) => {
    const war = new Campaign(resolve(program), join(home, `pictures-${game}`), game);
    // After the set-up there is something on the map.
    while (war.due().cycle < 2 || war.due().seats.length === 0) {
      for (const due of war.due().seats) war.staffSends(due);
      war.resolve();
    }
    const { cycle, seats: [seat] } = war.due();
    const hands = new Hands(browser, resolve(page));
    await hands.begin();
    await hands.openReport(war, seat, cycle - 1);
    await browser.touch("#units > details > summary");
    // Some units have nothing but whole orders.
    const verbs = await browser.find("#units > details [data-verb]", 3).catch(() => null);
    if (verbs) await browser.touch("#units > details [data-verb]");
    if (verbs) await browser.find("#units > details .line");
    await browser.run("document.querySelector('#board:not([hidden]), #units').scrollIntoView()");
    await browser.picture(join(process.env.PICTURES, `play-${game}.png`));
  });
}

// Where npm can be had: axe finds nothing, empty and with a report, in both looks and widths.
for (const [name, window] of [["phone", PHONE], ["desk", { dark: true }]]) {
  steps.set(`axe:${name}`, async (browser) => {
    const npm = spawnSync("npm", ["install", "--silent", "--prefix", home, "axe-core"]);
    if (npm.status !== 0) return "axe-core is not to be had";
    const axe = join(home, "node_modules/axe-core/axe.min.js");
    const empty = new Hands(browser, resolve(page));
    await empty.begin();
    const found = await empty.barriers(axe);
    const { hands } = await opened(browser, `axe-${name}`);
    found.push(...await hands.barriers(axe));
    // All that is folded or shown later, too.
    await browser.run(() => {
      for (const part of document.querySelectorAll("details")) part.open = true;
      for (const part of document.querySelectorAll("main [hidden]:not(input)")) part.hidden = false;
    });
    found.push(...await hands.barriers(axe));
    if (found.length > 0) throw new Error(found.join("\n"));
  });
  steps.get(`axe:${name}`).window = window;
}

keySteps(steps, { program, page, home, driver: () => driver });

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
