'use strict';
// The reports at hand, as they came, and a slider through them. Orders are given by the newest alone.

/// Reports of the campaign that is open, by cycle.
let reports = [];
/// All that were opened, by the names that the browser keeps them under.
const atHand = new Map();

/// The browser keeps reports, sealed as they came, if it keeps the key: they would tell others who plays here.
function shelve(name, report) {
  atHand.set(name, report);
  if (owner !== null && keptKey()?.owner === owner) kept(name, report);
}

const shelf = () => `report ${war.genesis} ${war.seat} `;

/// Of several reports the newest that opens; the others are kept.
async function newest(files) {
  const opened = [];
  for (const report of files) {
    const said = files.length === 1 ? {} : await program.ask('open', { ...asked, report });
    if (!said.problem) opened.push({ cycle: said.cycle ?? 0, report, said });
  }
  opened.sort((one, other) => one.cycle - other.cycle);
  for (const { cycle, report, said } of files.length === 1 ? [] : opened) shelve(`report ${said.genesis} ${said.seat} ${cycle}`, report);
  return opened.at(-1)?.report ?? files.at(-1);
}

/// Shows which reports there are beside the one that is open.
function showReports() {
  shelve(shelf() + war.cycle, asked.report);
  const own = new Map();
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(shelf()));
    for (const name of names) own.set(Number(name.slice(shelf().length)), localStorage.getItem(name));
  } catch { /* A browser that keeps nothing has those that were opened. */ }
  for (const [name, report] of atHand) {
    if (name.startsWith(shelf())) own.set(Number(name.slice(shelf().length)), report);
  }
  reports = [...own].sort(([one], [other]) => one - other);
  at('played').hidden = reports.length < 2;
  Object.assign(at('cycle'), { min: 0, max: reports.length - 1 });
  at('cycle').value = String(reports.findIndex(([cycle]) => cycle === war.cycle));
  label(war.cycle);
}

function label(cycle) {
  at('cycle-name').textContent = `Cycle ${cycle} of ${reports.at(-1)[0]}`;
  at('cycle').setAttribute('aria-valuetext', `Cycle ${cycle}`);
}

/// Shows the report of a cycle. Orders are for the one that was opened.
async function playBack() {
  const [cycle, report] = reports[Number(at('cycle').value)];
  label(cycle);
  const said = await program.ask('open', { ...asked, report });
  if (said.problem) {
    say(said.problem);
    return;
  }
  if (reports[Number(at('cycle').value)][0] !== cycle) return;
  at('report').srcdoc = said.html;
  at('work').hidden = !war.asks || cycle !== war.cycle;
  document.body.dataset.cycle = String(cycle);
}
