// A browser by WebDriver (W3C), with nothing but what node has.
//
// `chromedriver` is Debian's `chromium-driver`. What the page says and asks for is heard at the browser.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
export const KEYS = { tab: "\uE004", enter: "\uE007", escape: "\uE00C", space: " ", down: "\uE015", up: "\uE013",
  left: "\uE012", right: "\uE014", shift: "\uE008", control: "\uE009", backspace: "\uE003", end: "\uE010", home: "\uE011" };

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/// The program that speaks to browsers; one serves all of them.
export class Driver {
  static async start() {
    const driver = new Driver();
    driver.port = 20000 + (process.pid % 20000);
    driver.process = spawn("chromedriver", [`--port=${driver.port}`], { stdio: "ignore" });
    for (let tries = 0; ; tries += 1) {
      try {
        const said = await fetch(`http://127.0.0.1:${driver.port}/status`);
        if ((await said.json()).value.ready) return driver;
      } catch (refused) {
        if (tries > 100) throw refused;
      }
      await pause(100);
    }
  }

  async ask(method, path, body) {
    const said = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method, body: body === undefined ? undefined : JSON.stringify(body),
    });
    const { value } = await said.json();
    if (value?.error) throw new Error(`${path}: ${value.error}: ${value.message.split("\n")[0]}`);
    return value;
  }

  stop() {
    this.process.kill();
  }
}

/// One window. `width` and `height` are of the page; with `touch` it is a phone's.
export class Browser {
  static async open(driver, { width = 1440, height = 900, touch = false, dark = false, profile } = {}) {
    const browser = new Browser();
    browser.driver = driver;
    browser.kept = profile !== undefined;
    browser.profile = profile ?? mkdtempSync(join(tmpdir(), "browser-"));
    browser.downloads = mkdtempSync(join(tmpdir(), "downloads-"));
    const phone = { deviceMetrics: { width, height, pixelRatio: 2, touch: true, mobile: true } };
    const args = ["--headless=new", "--disable-gpu", "--no-first-run", "--disable-background-networking",
      "--disable-sync", "--disable-component-update", "--disable-features=OptimizationHints",
      // No service listens there, so whatever asks for something outside is refused.
      "--proxy-server=127.0.0.1:9", "--proxy-bypass-list=127.0.0.1",
      `--user-data-dir=${browser.profile}`, `--window-size=${width},${height}`];
    if (process.getuid() === 0) args.push("--no-sandbox");
    if (dark) args.push("--blink-settings=preferredColorScheme=0");
    const prefs = { "download.default_directory": browser.downloads, "download.prompt_for_download": false };
    const options = { args, prefs, ...(touch ? { mobileEmulation: phone } : {}) };
    const made = await driver.ask("POST", "/session", { capabilities: { alwaysMatch: {
      browserName: "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": { browser: "ALL", performance: "ALL" },
    } } });
    browser.session = `/session/${made.sessionId}`;
    browser.process = made.capabilities["goog:processID"];
    browser.requests = [];
    browser.said = [];
    browser.touches = 0;
    return browser;
  }

  ask(method, path, body) {
    return this.driver.ask(method, this.session + path, body);
  }

  go(url) {
    return this.ask("POST", "/url", { url });
  }

  /// Runs a function in the page; what it gives back comes as JSON.
  run(script, ...args) {
    const body = typeof script === "function" ? `return (${script})(...arguments);` : script;
    return this.ask("POST", "/execute/sync", { script: body, args });
  }

  devtools(cmd, params = {}) {
    return this.ask("POST", "/goog/cdp/execute", { cmd, params });
  }

  async all(css) {
    const found = await this.ask("POST", "/elements", { using: "css selector", value: css });
    return found.map((element) => element[ELEMENT]);
  }

  /// The first element that there is within some seconds.
  async find(css, seconds = 20) {
    return this.until(`there is no ${css}`, async () => (await this.all(css))[0], seconds);
  }

  /// What is true of the page within some seconds.
  async until(what, asked, seconds = 20) {
    const end = Date.now() + 1000 * seconds;
    for (;;) {
      const answer = await asked();
      if (answer) return answer;
      if (Date.now() > end) {
        throw new Error(`${what}\n${await this.run("return document.body.innerText.slice(0, 2000)")}`);
      }
      await pause(30);
    }
  }

  async text(css) {
    const element = await this.find(css);
    return this.ask("GET", `/element/${element}/text`);
  }

  /// Chooses files in an input.
  async upload(css, ...paths) {
    const element = await this.find(css);
    await this.ask("POST", `/element/${element}/value`, { text: paths.join("\n") });
  }

  /// An element that a person can reach: the player's files are folded away once a report is open.
  async reach(css) {
    const element = await this.find(css);
    await this.run((own) => {
      const folded = document.querySelector(own)?.closest("details#files:not([open])");
      if (folded && !document.querySelector(own).matches("#files > summary")) folded.open = true;
    }, css);
    return element;
  }

  async click(css) {
    const element = await this.reach(css);
    await this.ask("POST", `/element/${element}/click`, {});
  }

  /// A finger on the middle of an element. A page that has just drawn the element anew is touched there.
  async touch(css) {
    await this.until(`there is no end of new ${css}`, async () => {
      try {
        await this.point(await this.reach(css));
        return true;
      } catch (refused) {
        if (refused.message.includes("stale element reference")) return false;
        throw refused;
      }
    });
    this.touches += 1;
  }

  /// Puts a finger on an element.
  async point(element) {
    const own = { [ELEMENT]: element };
    await this.ask("POST", "/execute/sync", {
      script: "arguments[0].scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })", args: [own],
    });
    await this.ask("POST", "/actions", { actions: [{
      type: "pointer", id: "finger", parameters: { pointerType: "touch" }, actions: [
        { type: "pointerMove", duration: 0, origin: own, x: 0, y: 0 },
        { type: "pointerDown", button: 0 }, { type: "pause", duration: 30 }, { type: "pointerUp", button: 0 },
      ],
    }] });
  }

  /// Keys, one after the other.
  async press(...keys) {
    const actions = keys.flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }]);
    await this.ask("POST", "/actions", { actions: [{ type: "key", id: "keys", actions }] });
  }

  /// Types into an element as a person does.
  async type(css, text) {
    const element = await this.reach(css);
    await this.ask("POST", `/element/${element}/value`, { text });
  }

  /// What has the focus.
  focus() {
    return this.run(() => {
      const own = document.activeElement;
      return own ? `${own.tagName.toLowerCase()}${own.id ? `#${own.id}` : ""}` : "";
    });
  }

  async picture(path) {
    writeFileSync(path, Buffer.from(await this.ask("GET", "/screenshot"), "base64"));
  }

  /// Takes in what was heard since the last time: words in the console, and requests for anything but what is in
  /// the page and in the browser.
  async listen() {
    for (const { level, message } of await this.ask("POST", "/se/log", { type: "browser" })) {
      this.said.push(`${level}: ${message}`);
    }
    for (const { message } of await this.ask("POST", "/se/log", { type: "performance" })) {
      const { method, params } = JSON.parse(message).message;
      if (method === "Network.requestWillBeSent" && !/^(data|blob|about|chrome):/.test(params.request.url)) {
        this.requests.push(params.request.url);
      }
    }
  }

  /// The page said nothing into the console and asked for nothing but these addresses.
  async wasQuiet(...allowed) {
    await this.listen();
    const asked = this.requests.filter((url) => !allowed.some((own) => url.startsWith(own)));
    if (asked.length > 0) throw new Error(`the page asks for ${asked.join(", ")}`);
    if (this.said.length > 0) throw new Error(`the page says ${this.said.join("\n")}`);
  }

  async close() {
    await this.ask("DELETE", "").catch(() => {});
    rmSync(this.downloads, { recursive: true, force: true });
    if (!this.kept) rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
