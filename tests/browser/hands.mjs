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

  checked() {
    return this.browser.until("the orders are not checked", () => this.browser.run(() =>
      document.body.dataset.checked === String(document.getElementById("orders").value.length)));
  }

  findings() {
    return this.browser.run("return [...document.querySelectorAll('#findings li')].map((line) => line.textContent)");
  }

  /// Types lists of orders in place of those that the file has, as if pasted.
  async write(orders) {
    const lists = /^(standing|orders|contingent):/m;
    const own = await this.orders();
    await this.type(own.slice(0, own.search(lists)) + orders.slice(orders.search(lists)));
  }

  /// Types an order file in place of the one that is there.
  async type(text) {
    await this.browser.run(() => {
      const orders = document.getElementById("orders");
      orders.value = "";
      orders.focus();
    });
    await this.browser.devtools("Input.insertText", { text });
    await this.checked();
  }

  /// By touches alone: the first order offered to each of so many units. Nobody gives up.
  async touchOrders(most) {
    const units = await this.browser.run(() => [...document.querySelectorAll("#units details")].map((unit, n) =>
      (/surrender|give-up|concede|withdraw/.test(unit.querySelector("button").dataset.order) ? 0 : n + 1)).filter((n) => n > 0));
    const chosen = units.slice(0, most);
    for (const unit of chosen) {
      await this.browser.touch(`#units details:nth-of-type(${unit}) summary`);
      await this.browser.touch(`#units details:nth-of-type(${unit}) button`);
      await this.checked();
    }
    return chosen.length;
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
