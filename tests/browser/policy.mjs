// What the page's policy lets happen, seen at the browser: the program in it runs, and nothing from outside does.
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/// In the page: the program, as the page itself starts it, behind a function `ask(name, document)`.
export async function start() {
  const packed = Uint8Array.from(atob(document.getElementById("module").textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const begun = performance.now();
  const program = await new Response(stream).arrayBuffer();
  let exports;
  const bytes = (at, length) => new Uint8Array(exports.memory.buffer, at, length);
  const fill = (at, length) => {
    for (let done = 0; done < length; done += 65536) {
      crypto.getRandomValues(bytes(at + done, Math.min(65536, length - done)));
    }
  };
  ({ instance: { exports } } = await WebAssembly.instantiate(program, { page: { entropy: fill } }));
  const put = (text) => {
    const document = new TextEncoder().encode(text);
    const at = exports.room(document.length);
    bytes(at, document.length).set(document);
    return [at, document.length];
  };
  window.ask = (name, document) => {
    const packedAnswer = BigInt.asUintN(64, exports.call(...put(name), ...put(JSON.stringify(document))));
    const [at, length] = [Number(packedAnswer >> 32n), Number(packedAnswer & 0xffffffffn)];
    const said = new TextDecoder().decode(bytes(at, length));
    exports.done(at, length);
    return JSON.parse(said);
  };
  return { bytes: program.byteLength, ms: Math.round(performance.now() - begun) };
}

/// Tries what a hostile text might: scripts in the page, in a report, by `eval`; requests by every means that a page has.
function attempts(outside) {
  window.broken = [];
  const tried = [];
  const add = (name, attributes, parent = document.body) => {
    const element = Object.assign(document.createElement(name), attributes);
    parent.append(element);
    return element;
  };
  add("script", { textContent: "window.broken.push('script')" });
  add("script", { src: `${outside}/a.js` });
  add("script", { src: "data:text/javascript,window.broken.push('data')" });
  const div = add("div", { innerHTML: "<img src='x:' onerror=\"window.broken.push('onerror')\">" });
  div.innerHTML += `<a href="javascript:window.broken.push('link')" id="hostile">x</a>`;
  document.getElementById("hostile").click();
  // Later, for what a test itself runs may use them.
  setTimeout(() => (0, eval)("window.broken.push('eval')"));
  setTimeout(() => new Function("window.broken.push('Function')")());
  setTimeout("window.broken.push('text')");
  add("img", { src: `${outside}/a.png` });
  add("link", { rel: "stylesheet", href: `${outside}/a.css` });
  add("link", { rel: "prefetch", href: `${outside}/b.css` });
  add("style", { textContent: `@import "${outside}/c.css"; body { background: url(${outside}/d.png) }` });
  add("iframe", { src: `${outside}/frame.html` });
  add("iframe", { srcdoc: `<script>parent.broken.push("frame")</${"script"}><img src="${outside}/e.png">` });
  add("object", { data: `${outside}/a.swf` });
  add("video", { src: `${outside}/a.mp4` });
  const form = add("form", { action: `${outside}/form`, method: "post", target: "_blank" });
  form.submit();
  navigator.sendBeacon?.(`${outside}/beacon`);
  try {
    new WebSocket(`${outside.replace("http", "ws")}/socket`);
    new EventSource(`${outside}/events`);
  } catch (refused) {
    tried.push(refused.name);
  }
  try {
    new Worker(`data:text/javascript,fetch("${outside}/worker")`);
  } catch (refused) {
    tried.push(refused.name);
  }
  return fetch(`${outside}/fetch`, { mode: "no-cors" }).then(() => window.broken.push("fetch"), () => tried);
}

/// A site as a static host serves it; `asked` is what it was asked for.
export async function host(folder) {
  const asked = [];
  const server = createServer((request, answer) => {
    asked.push(request.url);
    try {
      const path = decodeURIComponent(request.url.split("?")[0]);
      const file = readFileSync(join(folder, path));
      const type = path.endsWith(".html") ? "text/html" : "application/octet-stream";
      answer.writeHead(200, { "content-type": type }).end(file);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { asked, address: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

/// The page from a disk: the program in it answers, and what tries to get in or out does not.
export async function nothingGetsInOrOut(browser, page) {
  const outside = await host("/nonexistent");
  try {
    await browser.go(pathToFileURL(page).href);
    await browser.wasQuiet(pathToFileURL(page).href);
    const started = await browser.run(start);
    await browser.wasQuiet(pathToFileURL(page).href);
    const said = await browser.run("return ask('no such thing', {})");
    if (!said.problem?.what.includes("no call")) throw new Error(`the program says ${JSON.stringify(said)}`);
    await browser.run(attempts, outside.address);
    await new Promise((done) => setTimeout(done, 1500));
    const broken = await browser.run("return window.broken");
    if (broken.length > 0) throw new Error(`these ran in spite of the policy: ${broken}`);
    if (outside.asked.length > 0) throw new Error(`these got out: ${outside.asked}`);
    return `the program of ${started.bytes} bytes starts in ${started.ms} ms`;
  } finally {
    outside.stop();
  }
}

/// On its site the page may ask for what lies beside it, and for nothing else.
export async function aSiteHasItsFiles(browser, folder) {
  const [site, outside] = [await host(folder), await host("/nonexistent")];
  try {
    await browser.go(`${site.address}/play.html`);
    const list = await browser.run(async () => {
      const name = document.querySelector("meta[name=campaign]").content;
      const said = await (await fetch(name)).json();
      const report = await (await fetch(said.reports[0].path)).text();
      return { card: said.card.name, reports: said.reports.length, begins: report.slice(0, 34) };
    });
    if (list.begins !== "-----BEGIN AGE ENCRYPTED FILE-----") throw new Error(JSON.stringify(list));
    await browser.run(attempts, outside.address);
    await new Promise((done) => setTimeout(done, 1000));
    if (outside.asked.length > 0) throw new Error(`these got out: ${outside.asked}`);
    return `${list.reports} reports and ${list.card}`;
  } finally {
    site.stop();
    outside.stop();
  }
}
