'use strict';
// The units, their orders, and an order that is put together. Tests hold on to: `#units > details` and `#others > details`, each with
// `data-subject`; in them `button[data-order]` (an offer), `button[data-verb]`, `button[data-pick]`, `.line`, `button[data-do=done]` and
// `=back`, and in `.given` a line for each order with `button[data-do]` (`when` begins its condition); `body[data-made]` counts what was asked for an order.

/// What is put together: the unit, the picks that were made, and what the program said of them.
let making = null;
/// The lines of the order file, as the program finds them, and how they came out when they were tried.
let given = [];
let tried = null;
let made = 0;

function button(words, data, onclick) {
  const it = element('button', { type: 'button', textContent: words, onclick });
  Object.assign(it.dataset, data);
  return it;
}

const every = (css) => [...document.querySelectorAll(css)];
const unitOf = (subject) => every('#units > details, #others > details').find((one) => one.dataset.subject === subject);

function showUnits(choices) {
  making = null;
  const offers = choices.filter((choice) => choice.offers.length > 0);
  const rest = choices.filter((choice) => choice.offers.length === 0);
  at('units').replaceChildren(...offers.map(unit));
  at('others').replaceChildren(...[...rest, { subject: '', offers: [] }].map(unit));
}

function unit({ subject, offers, unit: own }) {
  const offer = ({ order, about }) => button(about ? `${order}: ${about}` : order, { order }, () => toggle(order, subject));
  const title = element('summary', { textContent: subject || 'Anything else' });
  const parts = ['given', 'offers', 'making', 'verbs'].map((className) => element('div', { className }));
  parts[1].append(...offers.map(offer));
  const made = element('details', { ontoggle: () => made.open && verbs(made) }, title, ...parts);
  Object.assign(made.dataset, { subject, unit: String(Boolean(own)), offers: String(offers.length) });
  return made;
}

/// Changes the order file, and shows what came of it.
async function edit(act, fields) {
  document.body.dataset.checked = '';
  const said = await program.ask('edited', { ...asked, act, ...fields });
  if (said.problem) {
    say(said.problem);
    document.body.dataset.checked = String(asked.orders.length);
    return;
  }
  at('orders').value = said.orders;
  await changed();
}

function toggle(order, subject) {
  const line = given.find((one) => one.order === order);
  return line ? edit('take-back', { slot: line.slot }) : edit('give', { order, subject });
}

/// The orders of the file under their units, as soon as the program has found them.
async function showGiven(orders) {
  const said = await program.ask('edited', { ...asked, orders });
  if (asked.orders !== orders || said.problem) return;
  given = said.lines;
  if (tried && tried.orders !== orders) tried = null;
  const counts = every('#units > details').map((one) => ({ one, lines: linesOf(one) }));
  for (const one of every('#units > details, #others > details')) {
    one.querySelector('.given').replaceChildren(...linesOf(one).map(line));
    one.querySelector('summary').textContent = [one.dataset.subject || 'Anything else', told(linesOf(one).length)].filter(Boolean).join(' · ');
  }
  for (const offer of every('[data-order]')) {
    offer.setAttribute('aria-pressed', String(given.some((line) => line.order === offer.dataset.order)));
  }
  const units = counts.filter(({ one }) => one.dataset.unit === 'true');
  const idle = units.filter(({ lines }) => lines.length === 0);
  at('count').textContent = [given.length === 0 ? 'Choose a unit, then what it does.' : `${told(given.length)} given.`,
    units.length === 0 ? '' : `${idle.length} of ${units.length} units have no orders.`].filter(Boolean).join(' ');
  at('next').disabled = idle.length === 0;
  drawOrders(given);
}

const told = (count) => (count === 0 ? '' : count === 1 ? '1 order' : `${count} orders`);
const linesOf = (one) => given.filter((line) => (line.subject ?? '') === one.dataset.subject);

/// What else can be done with an order, by the list that it is in.
const TURNS = { standing: [['once', 'Only now']], orders: [['standing', 'Keep standing'], ['when', 'Only if …']], contingent: [['always', 'Always']] };

function line({ slot, list, order, when, line: number }) {
  const does = [['take-back', 'Take back'], ['up', 'Earlier'], ['down', 'Later'], ...TURNS[list]];
  const subject = given.find((one) => one.slot === slot)?.subject ?? '';
  const buttons = does.map(([act, words]) => {
    const it = button(words, { do: act }, () => (act === 'when' ? refine({ subject, slot, order }, []) : edit(act, { slot })));
    it.setAttribute('aria-label', `${words}: ${order}`);
    return it;
  });
  const said = [when ? `if ${when}: ` : '', order, list === 'standing' ? ' (standing)' : ''].join('');
  const words = element('strong', { textContent: said });
  return element('div', { className: 'order' }, words, ...odds(number), element('div', { className: 'does' }, ...buttons));
}

/// How a line came out when it was tried.
function odds(number) {
  const found = tried?.lines.find((one) => one.line === `line ${number}`);
  return (found?.outcomes ?? []).map(({ code, reason, times }) => {
    const bar = element('meter', { max: tried.samples, value: times, ariaLabel: 'How often' });
    return element('div', { className: 'odd' }, bar, ` ${times} of ${tried.samples}: ${reason || code}`);
  });
}

/// What a unit can do, in buttons, when it is first looked at.
async function verbs(one) {
  if (one.dataset.asked) return;
  one.dataset.asked = 'yes';
  const { subject } = one.dataset;
  const said = await program.ask('refine', { ...asked, subject });
  const verb = ({ pick, words, example }) => button(example ? `${words}, as in ${example}` : `${words} …`, { verb: words }, () => refine({ subject }, [pick]));
  const all = said.verbs ?? [];
  const title = all.length === 0 ? 'Nothing else can be ordered here now.' : 'Step by step:';
  one.querySelector('.verbs').replaceChildren(element('p', { textContent: title }), ...all.map(verb));
  // What can do one thing alone begins with it.
  if (all.length === 1 && !making) await refine({ subject }, [all[0].pick]);
}

/// Goes on with an order for a unit, or with the condition that a line of the file is to depend on. What can be followed
/// by one thing alone is followed by it.
async function refine(on, picks) {
  const said = await program.ask(on.slot ? 'condition' : 'refine', { ...asked, ...on, picks });
  if (said.problem) {
    say(said.problem);
    return;
  }
  at('said').textContent = '';
  const same = making?.on.subject === on.subject && making.on.slot === on.slot;
  const again = same && making.picks.length < said.picks.length;
  const before = again ? [...making.before, making.picks] : same ? making.before.filter((old) => old.length < picks.length) : [];
  making = { ...said, on, before };
  if (said.order && said.groups.length === 0) {
    await done();
  } else {
    showMaking();
  }
  made += 1;
  document.body.dataset.made = String(made);
}

async function done() {
  const { order, on: { subject, slot } } = making;
  drop();
  await (slot ? edit('when', { slot, when: order }) : edit('give', { order, subject }));
}

function drop() {
  making = null;
  for (const one of every('.making')) one.replaceChildren();
  light(new Map());
}

function showMaking() {
  for (const one of every('.making')) one.replaceChildren();
  const { on, picks, before, line: so, order, groups, dead } = making;
  const place = unitOf(on.subject).querySelector('.making');
  const words = element('p', { className: 'line', textContent: order ?? `${so} …` });
  words.setAttribute('role', 'status');
  const back = before.at(-1);
  const does = [order ? button('Done', { do: 'done' }, done) : '',
    button('Back', { do: 'back' }, () => (back ? refine(on, back) : drop()))].filter(Boolean);
  const go = (pick) => refine(on, [...picks, pick]);
  place.append(words, element('p', {}, ...does), ...groups.map((group) => choicesOf(group, go)));
  if (dead) place.append(element('p', { textContent: 'Nothing that begins like this would be carried out.' }));
  light(new Map(groups.flatMap((group) => group.values.filter((one) => !one.doubted).flatMap(({ names, pick }) => names.map((name) => [name, () => go(pick)])))));
  place.querySelector('[data-pick], [data-do]')?.focus();
}

/// As many values as are seen at once.
const SEEN = 24;

function choicesOf({ lead, field, number, values }, go) {
  const value = ({ pick, words }) => button(words, { pick }, () => go(pick));
  const words = lead.split(' ').at(-1) === field ? lead : `${lead} ${field}`;
  const title = element('legend', { textContent: words.replace(/^\W+/, '').trim() || 'and' });
  const good = values.filter((one) => !one.doubted);
  const seen = good.length > 0 ? good.slice(0, SEEN) : values.slice(0, SEEN);
  const inside = [title, ...seen.map(value)];
  const fold = (words, rest) => rest.length > 0
    && inside.push(element('details', {}, element('summary', { textContent: `${rest.length} ${words}` }), ...rest.map(value)));
  fold('more', (good.length > 0 ? good : values).slice(SEEN));
  if (good.length > 0) fold('that are hardly meant', values.filter((one) => one.doubted));
  if (number) {
    const given = element('input', { type: 'number', min: 0, ariaLabel: `Another number: ${field}` });
    inside.push(element('p', {}, given, button('Use this', { do: 'number' }, () => given.value && go(`${number}${given.value}`))));
  }
  return element('fieldset', {}, ...inside);
}

/// Opens a unit, and closes the others.
function openUnit(subject) {
  const one = unitOf(subject);
  if (!one) return;
  for (const other of every('#units > details[open], #others > details[open]')) other.open = other === one;
  one.open = true;
  one.querySelector('summary').focus();
  one.scrollIntoView({ block: 'nearest' });
}

/// The next unit that has no orders.
function nextUnit() {
  const all = every('#units > details[data-unit=true]');
  const from = all.findIndex((one) => one.open) + 1;
  const next = [...all.slice(from), ...all.slice(0, from)].find((one) => linesOf(one).length === 0);
  if (next) openUnit(next.dataset.subject);
}

document.addEventListener('keydown', (event) => {
  const writes = event.target.closest('input, textarea, select');
  if (event.key === 'n' && !writes && !event.ctrlKey && !event.altKey && !event.metaKey) nextUnit();
});
