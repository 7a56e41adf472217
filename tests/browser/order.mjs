// Orders by pointing: put together in touches, on the map, moved about, tried; and the reports played back.

/// Takes the first value of each blank, until the order is whole: what it came to, and the touches.
export async function compose(hands, css) {
  const { browser } = hands;
  await browser.touch(`${css} > summary`);
  await browser.find(`${css} [data-verb], ${css} .line`);
  if ((await browser.all(`${css} .line`)).length === 0) await step(hands, `${css} [data-verb]`);
  let touches = 2;
  for (; touches < 12; touches += 1) {
    if ((await browser.all(`${css} [data-do=done]`)).length > 0) {
      await step(hands, `${css} [data-do=done]`);
      return touches + 1;
    }
    if ((await browser.all(`${css} [data-pick]`)).length === 0) return touches;
    await step(hands, `${css} [data-pick]`);
  }
  throw new Error("the order has no end");
}

/// Touches, and waits for the answer: the next blank, or the order in its list.
async function step({ browser }, css) {
  const seen = () => browser.run("return `${document.body.dataset.made} ${document.getElementById('orders').value.length}`");
  const before = await seen();
  await browser.touch(css);
  await browser.until(`nothing comes of ${css}`, async () => (await seen()) !== before);
}

/// Has the first order depend on the first condition that can be had by first values: the touches that it takes.
export async function hang(hands) {
  const { browser } = hands;
  await step(hands, ".given [data-do=when]");
  const hung = async () => /^if /.test((await given(browser))[0] ?? "");
  for (let touches = 1; touches < 8; touches += 1) {
    await browser.until("nothing can be chosen", async () => (await hung()) || (await browser.all(".making [data-pick]")).length > 0);
    if (await hung()) return touches;
    await step(hands, ".making [data-pick]");
  }
  throw new Error("the condition has no end");
}

export const given = (browser) =>
  browser.run("return [...document.querySelectorAll('.given .order strong')].map((line) => line.textContent)");

/// An order is put together; stands; is once again one for now; moves; is taken back.
export async function moveAbout(hands) {
  const { browser } = hands;
  await hands.touchOrders(2);
  const does = async (act, n = 0) => {
    const before = await hands.orders();
    await browser.run("document.querySelectorAll(`.given [data-do=${arguments[0]}]`)[arguments[1]].click()", act, n);
    await browser.until(`${act} does nothing`, async () => (await hands.orders()) !== before);
    await hands.checked();
  };
  const [one] = await given(browser);
  await does("down");
  await does("up");
  await does("take-back");
  if ((await given(browser)).includes(one)) throw new Error(`${one} is still given`);
  return one;
}

/// Tries the orders and stops it, then to the end.
export async function tryThem(hands) {
  const { browser } = hands;
  const tried = () => browser.run("return Number(document.body.dataset.tried ?? 0)");
  await browser.touch("#forecast");
  await browser.until("nothing is tried", async () => (await tried()) > 0, 60);
  await browser.run("document.getElementById('stop').click()");
  const stopped = await tried();
  await browser.touch("#forecast");
  await browser.until("it does not end", async () => (await tried()) === 100, 120);
  if ((await browser.all(".given meter")).length === 0) throw new Error("no line has its odds");
  return stopped;
}

/// Touches the first place on the map that has a unit, or that the order asks for.
export async function touchMap(hands, css) {
  return hands.browser.run((css) => {
    const shapes = [...document.getElementById("map").shadowRoot.querySelectorAll(css)];
    const shape = shapes.find((one) => css !== "[data-place]" || one.textContent.includes("; "));
    shape?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return shape?.dataset.place;
  }, css);
}
