// A player's key in the page, and what comes by mail beside reports.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Browser } from "./driver.mjs";
import { Campaign } from "./campaign.mjs";
import { Hands, PHONE } from "./hands.mjs";

const PASSPHRASE = "four words, and nobody's name";
/// Nothing in it is to be more than text.
const LETTER = `Meet me at <script>document.title=3</script> <img src=x onerror="document.title=4"> & "Kiel".`;

/// Passphrases, files and messages, by the ids in play.html.
class Keys extends Hands {
  async fill(css, text) {
    await this.browser.run("document.querySelector(arguments[0]).value = ''", css);
    await this.browser.type(css, text);
  }

  /// Sends a form, and waits for what comes of it.
  async send(css) {
    await this.browser.run("document.body.dataset.state = 'asked'");
    await this.browser.click(css);
    await this.is("ready", "empty");
  }

  async unfold(form) {
    await this.browser.run("document.querySelector(arguments[0]).closest('details').open = true", form);
  }

  async make(name) {
    await this.unfold("#make");
    await this.fill("#name", name);
    await this.send("#make button");
  }

  /// Gives a passphrase for a key that is open, and chooses a button.
  async lock(button, passphrase = PASSPHRASE) {
    await this.browser.run("document.querySelector('#keep details').open = true");
    await this.fill("#new", passphrase);
    await this.fill("#again", passphrase);
    await this.send(button);
  }

  async unlock(passphrase = PASSPHRASE) {
    await this.fill("#passphrase", passphrase);
    await this.send("#unlock button");
  }

  /// The file that a link saves.
  async saved(link) {
    const name = await this.browser.run("return document.querySelector(arguments[0]).download", link);
    const path = join(this.browser.downloads, name);
    await this.browser.click(link);
    await this.browser.until(`${name} is not saved`, () => existsSync(path) && statSync(path).size > 0);
    return path;
  }

  letters() {
    return this.browser.until("there is no letter", async () => {
      const all = await this.browser.run("return [...document.querySelectorAll('#letters pre')].map((letter) => letter.textContent)");
      return all.length > 0 && all;
    }, 60);
  }
}

/// Every form in which a secret text might lie on a disk.
function forms(secret) {
  const coded = [0, 1, 2].map((before) => {
    const text = Buffer.from("x".repeat(before) + secret).toString("base64");
    // The letters at both ends are made of what stands beside it, too.
    return text.slice(before > 0 ? 4 : 0, -4);
  });
  const texts = [secret, ...coded];
  return texts.flatMap((text) => [Buffer.from(text), Buffer.from(text, "utf16le")]);
}

/// Every file of a profile.
function files(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(join(folder, entry.name)) : entry.isFile() ? [join(folder, entry.name)] : []);
}

/// What is secret in the text of a key file.
export function secrets(key) {
  const found = key.match(/AGE-SECRET-KEY-\w+|[0-9a-f]{64}/g) ?? [];
  if (found.length < 3) throw new Error("the key has no secrets");
  return found;
}

/// Where a text lies in a profile, however it is written.
export function whereIn(profile, text) {
  const wanted = forms(text);
  return files(profile).filter((file) => {
    const bytes = readFileSync(file);
    return wanted.some((form) => bytes.includes(form));
  });
}

/// Kills a browser when what its page keeps has gone to the disk, which a browser puts off.
async function kill(browser, profile, text) {
  for (let tries = 0; tries < 60 && whereIn(profile, text).length === 0; tries += 1) {
    await new Promise((done) => setTimeout(done, 1000));
  }
  process.kill(browser.process, "SIGKILL");
  await browser.close();
}

/// The steps: `steps` by name, each with a browser of its own; `context` has the program, the page, a directory and the driver.
export function keySteps(steps, { program, page, home, driver }) {
  const war = (name, more) => new Campaign(resolve(program), join(home, name), "company-war", more);
  const table = async (browser, war) => {
    const hands = new Keys(browser, resolve(page));
    const seat = war.due().seats[0];
    await hands.begin();
    await hands.openReport(war, seat, 0);
    return { hands, seat };
  };

  // A key that is made in the page takes a seat, and what it seals counts.
  steps.set("key-made", async (browser) => {
    const own = war("key-made", { begin: false });
    const hands = new Keys(browser, resolve(page));
    await hands.begin();
    await hands.open(own.card);
    await hands.make("Anna O'Neill <b>");
    const [key, pub] = [await hands.saved("#save-key"), await hands.saved("#save-public")];
    const shown = await browser.text("#fingerprint");
    const [seat] = own.seats;
    const told = own.begin({ [seat]: { key, pub } });
    if (!told.includes(shown)) throw new Error(`${shown} is not in ${told}`);
    const due = own.due().seats[0];
    if (due !== seat) throw new Error(`${due} is due`);
    await hands.open(own.report(seat, 0));
    await hands.touchOrders(1);
    const orders = own.opened(seat, 1, await hands.seal(), pub);
    if (!/^reveal: [0-9a-f]{64}$/m.test(orders)) throw new Error(`there is no link:\n${orders}`);
    const receipt = own.receive(await hands.seal());
    if (!/accepted/.test(receipt)) throw new Error(receipt);
    // The key that was saved opens the same report in a new page.
    await hands.begin();
    await hands.open(key, pub, own.card, own.report(seat, 0));
    await browser.wasQuiet(hands.address, "blob:");
  });
  steps.get("key-made").window = PHONE;

  // Who takes the whole browser has no key without the passphrase; with it its player is at their war.
  steps.set("key-kept", async () => {
    const profile = join(home, "kept");
    const one = await Browser.open(driver(), { profile });
    const own = war("key-kept");
    const { hands, seat } = await table(one, own);
    await hands.touchOrders(1);
    const before = await hands.orders();
    await hands.lock("#keep button", "short");
    if (!/shorter than 8/.test(await hands.said())) throw new Error(await hands.said());
    const begun = Date.now();
    await hands.lock("#keep button");
    const took = Date.now() - begun;
    if (!/is kept/.test(await hands.said())) throw new Error(await hands.said());
    await one.wasQuiet(hands.address, "blob:");
    await kill(one, profile, "BEGIN AGE ENCRYPTED FILE");
    if (whereIn(profile, "BEGIN AGE ENCRYPTED FILE").length === 0) throw new Error("nothing is kept, or it is not found");
    for (const secret of [...secrets(readFileSync(own.key(seat), "utf8")), PASSPHRASE]) {
      const where = whereIn(profile, secret);
      if (where.length > 0) throw new Error(`${where} holds a secret`);
    }
    const two = await Browser.open(driver(), { profile });
    try {
      const again = new Keys(two, resolve(page));
      await again.begin();
      await again.unlock("some other words");
      if (!/not the passphrase/.test(await again.said())) throw new Error(await again.said());
      await again.unlock();
      if ((await again.orders()) !== before) throw new Error("the player is not at their war");
      own.opened(seat, 1, await again.seal());
      // Forgotten, it is there no more, after a second thought.
      await two.click("#forget");
      if ((await two.run("return localStorage.getItem('key')")) === null) throw new Error("it is forgotten at once");
      await two.click("#forget");
      await again.begin();
      const left = await two.run("return JSON.stringify(localStorage)");
      if (/BEGIN AGE|"card|report/.test(left) || await two.run("return !document.getElementById('unlock').hidden")) {
        throw new Error(`left: ${left.slice(0, 500)}`);
      }
    } finally {
      await two.close();
    }
    return `locked in ${took} ms`;
  });

  // In another browser the sequence goes on.
  steps.set("moved", async (browser) => {
    const own = war("moved");
    const { hands, seat } = await table(browser, own);
    await hands.touchOrders(1);
    own.opened(seat, 1, await hands.seal());
    const before = await hands.orders();
    await hands.lock("#move");
    const file = await hands.saved("#save-moved");
    for (const secret of secrets(readFileSync(own.key(seat), "utf8"))) {
      if (readFileSync(file).includes(secret)) throw new Error("the file holds the key in the clear");
    }
    const other = await Browser.open(driver());
    try {
      const there = new Keys(other, resolve(page));
      await there.begin();
      await there.open(file);
      await there.unlock();
      await there.open(own.report(seat, 0));
      if ((await there.orders()) !== before) throw new Error("the orders were left behind");
      await there.touchOrders(2);
      const orders = own.opened(seat, 1, await there.seal());
      if (!/^sequence: 2$/m.test(orders)) throw new Error(orders);
      await other.wasQuiet(there.address, "blob:");
    } finally {
      await other.close();
    }
  });

  // A receipt, and a message from one player to another, whose text is only text.
  steps.set("letters", async (browser) => {
    const own = war("letters", { begin: false });
    writeFileSync(own.path("calendar.yaml"), "zone: Europe/London\ndeadlines: {every: [friday 20:00], at-least: 2d}\npress: {each: 3}\n");
    own.adjutant("-C", "war", "calendar", "set", "calendar.yaml", "--reason", "agreed");
    own.begin();
    const { hands, seat } = await table(browser, own);
    await hands.touchOrders(1);
    writeFileSync(own.path("receipt.txt"), own.receive(await hands.seal()));
    // By the card alone, which comes with it.
    await hands.begin();
    await hands.open(own.path("receipt.txt"), own.card);
    const [receipt] = await hands.letters();
    if (!/sequence 1.*accepted/.test(receipt ?? "")) throw new Error(`${receipt}: ${await hands.said()}`);
    await hands.openReport(own, seat, 0);
    await hands.unfold("#to");
    const to = own.seats.find((other) => other !== seat);
    await browser.click(`#to [value="${to}"]`);
    await hands.fill("#text", LETTER);
    await hands.send("#write button");
    const letter = await hands.saved("#save-letter");
    own.adjutant("-C", "war", "take", letter);
    const [passed] = readdirSync(own.path("war/press")).filter((name) => !name.includes("signed"));
    const other = await Browser.open(driver());
    try {
      const there = new Keys(other, resolve(page));
      await there.begin();
      await there.open(own.key(to), own.path(`${to}.pub`), own.card, own.report(to, 0), own.path(`war/press/${passed}`));
      const [told] = await there.letters();
      if (!told?.includes(LETTER)) throw new Error(`${told}: ${await there.said()}`);
      const title = await other.run("return document.title");
      if (/^[34]$/.test(title)) throw new Error("a message was run");
      await other.wasQuiet(there.address, "blob:");
    } finally {
      await other.close();
    }
  });
}
