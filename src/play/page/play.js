'use strict';
// The page. What tests and others hold on to are the ids in play.html and what units.js names; `#units button[data-order]` offers an
// order, `aria-pressed` says whether it is given, and `body[data-state]` is `empty`, `busy` or `ready`.

const at = (id) => document.getElementById(id);
const program = new Program();
const forecasts = new Program();
/// What the program asks for with each call.
const asked = {};
let war = null;
/// The open cycle and its deadline, where a site tells them.
let dated = null;
let packets = 0;

function element(name, attributes, ...inside) {
  const made = Object.assign(document.createElement(name), attributes);
  made.append(...inside);
  return made;
}

function state(name) {
  document.body.dataset.state = name;
}

function say(problem) {
  const { what, hint, place } = problem;
  at('said').textContent = [place ? `${place}: ${what}` : what, hint].filter(Boolean).join('. ');
}

async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let done = 0; done < bytes.length; done += 32768) {
    text += String.fromCharCode(...bytes.subarray(done, done + 32768));
  }
  return btoa(text);
}

async function take(files) {
  state('busy');
  at('said').textContent = '';
  const { reports: arrived, opens, letters } = await sorted(files);
  if (arrived.length > 0) asked.report = await newest(arrived);
  if (opens) await arrive();
  await showLetters(letters);
  state(war ? 'ready' : 'empty');
}

/// Opens the report with what is there; on a campaign's site it may be found there.
async function arrive() {
  const place = document.querySelector('meta[name=campaign]');
  if (place && asked.key && !asked.report) await fromSite(place.content);
  await open();
}

/// On a campaign's site: the card, and the newest report that the key opens. Where campaigns share the page, its address says
/// behind a question mark in which folder the campaign is.
async function fromSite(place) {
  const [, folder = ''] = /^\?([a-z0-9-]+(?:\/[a-z0-9-]+)*)$/.exec(location.search) ?? [];
  const beside = (path) => fetch(folder ? `${folder}/${path}` : path);
  const list = await (await beside(place)).json();
  asked.card ??= list.card.file;
  dated = list.open;
  const newest = Math.max(...list.reports.map((report) => report.cycle));
  for (const { path } of list.reports.filter((report) => report.cycle === newest)) {
    const report = btoa(await (await beside(path)).text());
    const said = await program.ask('open', { ...asked, report });
    if (!said.problem) {
      asked.report = report;
      return;
    }
  }
}

async function open() {
  if (!asked.report) {
    say({ what: 'Now open your report', hint: 'its name ends in .age' });
    state('empty');
    return;
  }
  state('busy');
  const moderator = at('moderator').value.trim();
  if (moderator) asked.moderator = moderator;
  const said = await program.ask('open', asked);
  if (said.problem) {
    say(said.problem);
    state(war ? 'ready' : 'empty');
    return;
  }
  asked.known = said.known;
  remember();
  war = said;
  at('said').textContent = '';
  at('title').textContent = `${said.campaign}: ${said.seat}`;
  at('due').textContent = due(said);
  at('report').srcdoc = said.html;
  at('war').hidden = false;
  at('parts').hidden = !said.asks;
  at('files').open = false;
  at('work').hidden = !said.asks;
  at('sealed').hidden = true;
  at('by-round').hidden = !said.asks?.timelock;
  showReports();
  await showMap(said.html);
  if (said.asks) await begin();
  state('ready');
}

/// What the report asks for, and until when by the clock of this place. A report is made before its deadline is; a site knows it.
function due({ asks, outcome }) {
  if (!asks) return outcome ?? 'This report asks for no orders.';
  if (dated?.cycle !== asks.cycle) return `Give your orders for cycle ${asks.cycle}. Your moderator\u2019s mail says until when.`;
  const when = { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' };
  return `Orders for cycle ${asks.cycle} are due ${new Date(dated.deadline).toLocaleString(undefined, when)}.`;
}

/// On a narrow page a report is as high as what it says, so that nothing scrolls inside something that scrolls.
function fit() {
  const report = at('report');
  const narrow = matchMedia('(max-width: 60rem)').matches;
  report.style.height = narrow && report.contentDocument ? `${report.contentDocument.documentElement.scrollHeight + 4}px` : '';
}

/// Orders are kept in the browser, so that nothing typed is lost.
const draft = () => `orders ${war.genesis} ${war.asks.cycle} ${war.seat}`;

function kept(name, text) {
  try {
    if (text !== undefined) localStorage.setItem(name, text);
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

async function begin() {
  const blank = await program.ask('template', { ...asked, short: true });
  if (blank.problem) {
    say(blank.problem);
    return;
  }
  asked.known = blank.known;
  at('orders').value = kept(draft()) ?? blank.orders;
  beginLetter();
  const { choices } = await program.ask('choices', asked);
  showUnits(choices);
  await changed();
}

async function changed() {
  const orders = at('orders').value;
  asked.orders = orders;
  kept(draft(), orders);
  at('sealed').hidden = true;
  const said = await program.ask('check', asked);
  if (asked.orders !== orders) return;
  const problems = [said.problem, said.problem_of_file].filter(Boolean);
  const told = (finding) => {
    const line = finding.spot ?? finding;
    const where = line.line ? `Line ${line.line}: ` : '';
    return element('li', { textContent: `${where}${finding.what}${finding.hint ? `. ${finding.hint}` : ''}` });
  };
  at('findings').replaceChildren(...[...problems, ...(said.findings ?? [])].map(told));
  await showGiven(orders);
  document.body.dataset.checked = String(orders.length);
}

/// Worlds that are tried, so many at a time.
const WORLDS = 100;
const AT_ONCE = 20;

async function tryThem() {
  tried = null;
  at('stop').hidden = false;
  at('odds').replaceChildren();
  const [orders, bar] = [asked.orders, at('progress')];
  Object.assign(bar, { hidden: false, value: 0, max: WORLDS });
  for (let worlds = []; worlds.length < WORLDS;) {
    const said = await forecasts.ask('forecast', { ...asked, orders, tried: worlds, samples: AT_ONCE });
    if (said.problem) {
      say(said.problem);
      break;
    }
    worlds = said.tried;
    bar.value = worlds.length;
    tried = { ...said.forecast, orders };
    showOdds();
    await showGiven(asked.orders);
  }
  stopped();
}

function showOdds() {
  const told = ({ order, outcomes }) => {
    const words = outcomes.map((one) => `${one.reason || one.code} (${one.times} of ${tried.samples})`);
    return element('li', { textContent: `${order}: ${words.join('; ')}` });
  };
  at('odds').replaceChildren(...tried.lines.map(told));
  document.body.dataset.tried = String(tried.samples);
}

function stopped() {
  at('stop').hidden = true;
  at('progress').hidden = true;
}

async function seal() {
  state('busy');
  const round = Number.parseInt(at('round').value, 10) || undefined;
  const said = await program.ask('seal', { ...asked, anyway: true, round, again: at('never-came').checked });
  state('ready');
  const problem = said.problem ?? said.refusal;
  if (problem) {
    say(problem);
    return;
  }
  asked.sealed = said.sealed;
  asked.known = said.known;
  remember();
  packets += 1;
  at('packet').value = said.packet;
  offer(at('save'), `${war.seat}-${war.asks.cycle}.age`, said.packet);
  at('sealed').hidden = false;
  at('packet').dataset.number = String(packets);
}

at('report').onload = () => fit();
window.onresize = () => fit();
at('open').onchange = () => {
  const files = [...at('open').files];
  // So that the same file can be chosen again.
  at('open').value = '';
  return take(files);
};
at('moderator').onchange = () => open();
at('orders').oninput = () => changed();
at('forecast').onclick = () => tryThem();
at('stop').onclick = () => { forecasts.stop(); stopped(); };
at('next').onclick = () => nextUnit();
at('cycle').oninput = () => playBack();
at('larger').onclick = () => zoomTo(zoom * 1.5);
at('smaller').onclick = () => zoomTo(zoom / 1.5);
at('seal').onclick = () => seal();
at('copy').onclick = () => navigator.clipboard.writeText(at('packet').value);
state('empty');
