'use strict';
// The map of the report, to be touched: `#map` has the pictures, each place on it a `path[data-place]`, with `data-units` if units are there; `.legal` is what the order
// asks for, `.ordered` what is ordered. It is a copy in a shadow of its own, so that the report's styles reach nothing else and no script of it runs.

/// What a touch of a place does, while an order asks for one.
let legal = new Map();
let shadow = null;
let zoom = 1;

const LOOKS = `
  .sheet { overflow: auto; max-height: 70vh; border: 1px solid GrayText; }
  .sheet svg { display: block; max-width: none; height: auto; }
  [data-place] { fill: transparent; cursor: pointer; }
  [data-place]:hover { stroke: currentColor; stroke-width: 2; }
  .ordered { fill: none; stroke: var(--own); stroke-width: 5; stroke-dasharray: 10 5; stroke-linejoin: round; pointer-events: none; }
  .ordered.head { fill: var(--own); stroke-dasharray: none; }
  .legal { stroke: var(--ink); stroke-width: 5; stroke-dasharray: 8 4; fill: var(--star); fill-opacity: 0.35; }
`;

async function showMap(html) {
  shadow ??= at('map').attachShadow({ mode: 'open' });
  shadow.replaceChildren();
  legal = new Map();
  at('touched').replaceChildren();
  const { figures } = await program.ask('places', asked);
  const report = new DOMParser().parseFromString(html, 'text/html');
  const drawn = [...report.querySelectorAll('figure.map > svg')];
  at('board').hidden = !figures?.length || drawn.length !== figures.length;
  if (at('board').hidden) return;
  const looks = [...report.querySelectorAll('style')].map((style) => style.textContent.replaceAll(':root', ':host'));
  shadow.append(element('style', { textContent: looks.join('\n') + LOOKS }));
  drawn.forEach((picture, n) => {
    const svg = document.importNode(picture, true);
    svg.append(...figures[n].map(shape));
    const title = picture.querySelector('title')?.textContent ?? 'Map';
    shadow.append(element('div', { className: 'sheet', tabIndex: 0, role: 'group', ariaLabel: title }, svg));
  });
  zoomTo(1);
}

function shape({ name, outline, units }) {
  const svg = (tag) => document.createElementNS('http://www.w3.org/2000/svg', tag);
  const it = svg('path');
  it.setAttribute('d', outline);
  it.dataset.place = name;
  if (units.length > 0) it.dataset.units = String(units.length);
  it.append(svg('title'));
  it.firstChild.textContent = [name, ...units].join('; ');
  it.addEventListener('click', () => touch(name, units));
  return it;
}

/// Draws each order that leads somewhere: from where its unit is, through the places that it names.
function drawOrders(lines) {
  for (const svg of shadow?.querySelectorAll('.sheet svg') ?? []) {
    for (const old of svg.querySelectorAll('.ordered')) old.remove();
    const shapes = [...svg.querySelectorAll('[data-place]')];
    for (const { subject, names } of lines) {
      const begin = shapes.find((one) => subject && one.textContent.split('; ').includes(subject));
      const named = names.map((all) => shapes.find((one) => all.includes(one.dataset.place))).filter(Boolean);
      const way = [begin, ...named].filter((one, n, all) => one && one !== all[n - 1]);
      if (way.length > 1) svg.append(...arrow(way.map(middle)));
    }
  }
}

function middle(shape) {
  const { x, y, width, height } = shape.getBBox();
  return [x + width / 2, y + height / 2];
}

/// A track, and its head.
function arrow(points) {
  const path = (className, d) => {
    const it = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    it.setAttribute('class', className);
    it.setAttribute('d', d);
    return it;
  };
  const [[fromX, fromY], [x, y]] = points.slice(-2);
  const angle = Math.atan2(y - fromY, x - fromX);
  const corner = (turn) => `${x - 14 * Math.cos(angle + turn)} ${y - 14 * Math.sin(angle + turn)}`;
  return [path('ordered', `M${points.map((point) => point.join(' ')).join('L')}`),
    path('ordered head', `M${x} ${y}L${corner(0.4)}L${corner(-0.4)}z`)];
}

function zoomTo(wanted) {
  zoom = Math.min(6, Math.max(1, wanted));
  for (const svg of shadow.querySelectorAll('.sheet svg')) svg.style.width = `${zoom * 100}%`;
}

/// Lights the places that the order asks for; none, if it asks for something else.
function light(places) {
  legal = places;
  for (const it of shadow?.querySelectorAll('[data-place]') ?? []) it.classList.toggle('legal', legal.has(it.dataset.place));
}

/// A place is touched: what the order asks for is chosen; else its units are, and what the report tells of it is shown.
async function touch(name, units) {
  const chosen = legal.get(name);
  if (chosen) {
    await chosen();
    return;
  }
  if (!making && units.length === 1) openUnit(units[0]);
  const list = making || units.length < 2 ? [] : units.map((unit) => button(unit, { unit }, () => openUnit(unit)));
  const said = await program.ask('mentions', { ...asked, name });
  const lines = (said.lines ?? []).map((text) => element('li', { textContent: text }));
  const none = making ? `${name} cannot follow here.` : lines.length === 0 ? `The report tells nothing of ${name}.` : name;
  at('touched').replaceChildren(element('p', { textContent: none }), ...list, element('ul', {}, ...lines));
  document.body.dataset.touched = name;
}
