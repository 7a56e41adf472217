// What a player does with the page, by the ids that `src/play/page/play.js` tells.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { KEYS } from "./driver.mjs";

export const PHONE = { width: 390, height: 844, touch: true };

/// A page from a disk, open in a browser.
export class Hands {
  constructor(browser, page) {
    Object.assign(this, { browser, address: pathToFileURL(page).href });
  }

  async begin() {
    await this.browser.go(this.address);
    await this.is("empty");
  }

  is(...states) {
    return this.browser.until(`the page is not ${states}`, async () =>
      states.includes(await this.browser.run("return document.body.dataset.state")));
  }

  /// Files as they came by mail.
  async open(...paths) {
    await this.browser.run("document.body.dataset.state = 'asked'");
    await this.browser.upload("#open", ...paths);
    await this.is("ready", "empty");
  }

  /// The report of a cycle, with all that a player has.
  openReport(war, seat, cycle) {
    return this.open(war.key(seat), war.path(`${seat}.pub`), war.card, war.report(seat, cycle));
  }

  said() {
    return this.browser.run("return document.getElementById('said').textContent");
  }

  orders() {
    return this.browser.run("return document.getElementById('orders').value");
  }

  /// How many units may be ordered something.
  units() {
    return this.browser.run("return document.querySelectorAll('#units details').length");
  }

  checked() {
    return this.browser.until("the orders are not checked", () => this.browser.run(() =>
      document.body.dataset.checked === String(document.getElementById("orders").value.length)));
  }

  findings() {
    return this.browser.run("return [...document.querySelectorAll('#findings li')].map((line) => line.textContent)");
  }

  /// By touches alone: the first order offered to each of so many units, and the packet.
  async touchOrders(most) {
    const units = Math.min(most, await this.units());
    for (let unit = 1; unit <= units; unit += 1) {
      await this.browser.touch(`#units details:nth-of-type(${unit}) summary`);
      await this.browser.touch(`#units details:nth-of-type(${unit}) button`);
      await this.checked();
    }
    return units;
  }

  async seal(how = (css) => this.browser.touch(css)) {
    const before = await this.number();
    await how("#seal");
    await this.browser.until("there is no packet", async () => (await this.number()) !== before);
    return this.browser.run("return document.getElementById('packet').value");
  }

  number() {
    return this.browser.run("return document.getElementById('packet').dataset.number ?? '0'");
  }

  /// Goes on with the tab key until an element has the focus.
  async tabTo(css, most = 120) {
    for (let presses = 0; presses < most; presses += 1) {
      if (await this.browser.run("return document.activeElement.matches(arguments[0])", css)) return;
      await this.browser.press(KEYS.tab);
    }
    throw new Error(`the tab key does not lead to ${css}`);
  }

  /// What axe finds hard to use without eyes or a mouse.
  async barriers(axe) {
    await this.browser.run(readFileSync(axe, "utf8"));
    return this.browser.run(async () => {
      const found = await axe.run(document, { iframes: false });
      return found.violations.map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.target).join(", ")}`);
    });
  }
}
