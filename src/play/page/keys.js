'use strict';
// The player's key: made, kept in this browser under a passphrase, moved to another device. In the clear it is only in
// this page's memory and in the file that its player saves. What the browser keeps: `key` is the locked key and whose
// it is, `files OWNER` what goes with a key, and beside a key that is kept `report …` the reports that were opened.

/// The fingerprint of the key that is open.
let owner = null;
/// A file that waits for its passphrase.
let locked = null;

const keptKey = () => JSON.parse(kept('key') ?? 'null');
const filesOf = (whose) => JSON.parse(kept(`files ${whose}`) ?? '{}');

/// Shows what can be done about a key now.
function showKeys() {
  at('unlock').hidden = locked === null && (!keptKey() || keptKey().owner === owner);
  at('forget').hidden = !keptKey();
  at('keep').hidden = !asked.key;
}

/// Keeps what goes with the key. Card and report are kept if the key is: they would tell others who plays here.
function remember() {
  if (owner === null) return;
  const { known, sealed, public: own, card, report } = asked;
  const all = keptKey()?.owner === owner ? [{ public: own, card, report }, { public: own, card }, {}] : [{}];
  // A browser keeps some megabytes, and a report may be too long.
  all.some((more) => {
    const text = JSON.stringify({ known, sealed, ...more });
    return kept(`files ${owner}`, text) === text;
  });
}

/// Takes a key that is open, with what is remembered of it.
async function takeKey(text) {
  const { key } = await program.ask('read', { file: await base64(new Blob([text])) });
  asked.key = text;
  if (key !== owner) {
    if (owner !== null) delete asked.public;
    owner = key ?? null;
    const { known, sealed } = filesOf(owner);
    Object.assign(asked, { known, sealed });
  }
  showKeys();
}

/// A passphrase takes much memory, which a browser gives back with the worker.
async function apart(name, document) {
  const own = new Program();
  try {
    return await own.ask(name, document);
  } catch {
    return { problem: { what: 'This browser has too little memory for the passphrase', hint: 'Close other pages and try again' } };
  } finally {
    own.worker.terminate();
  }
}

/// Offers a text as a file.
function offer(link, name, text) {
  URL.revokeObjectURL(link.href);
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  link.download = name;
}

/// What a form does; what is secret in its fields is cleared. What is to be said of it is said.
function onSubmit(form, act) {
  at(form).onsubmit = async (event) => {
    event.preventDefault();
    state('busy');
    at('said').textContent = '';
    const told = await act(event.submitter?.id);
    for (const field of at(form).querySelectorAll('[type=password]')) field.value = '';
    showKeys();
    if (told) say(told);
    state(war ? 'ready' : 'empty');
  };
}

onSubmit('make', async () => {
  const name = at('name').value.trim() || undefined;
  const entropy = await base64(new Blob([crypto.getRandomValues(new Uint8Array(96))]));
  const said = await program.ask('keygen', { card: asked.card, name, entropy });
  if (said.problem) return said.problem;
  await takeKey(said.secret);
  Object.assign(asked, { public: said.public, known: said.known });
  remember();
  const file = (name ?? 'player').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  offer(at('save-key'), `${file}.key`, said.secret);
  offer(at('save-public'), `${file}.pub`, said.public);
  at('fingerprint').textContent = said.key;
  at('made').hidden = false;
  return null;
});

onSubmit('keep', async (button) => {
  const passphrase = at('new').value.normalize();
  if (passphrase !== at('again').value.normalize()) return { what: 'The passphrases differ', hint: 'Type the same twice' };
  const { key, public: own, card, known, sealed } = asked;
  if (button === 'move') {
    const said = await apart('carry', { key, public: own, card, known, sealed, drafts: drafts(), passphrase });
    if (said.problem) return said.problem;
    offer(at('save-moved'), 'adjutant-player.age', said.locked);
    at('moved').hidden = false;
    return null;
  }
  const said = await apart('lock', { key, passphrase });
  if (said.problem) return said.problem;
  const text = JSON.stringify({ owner, locked: said.locked });
  if (kept('key', text) !== text) return { what: 'This browser keeps nothing', hint: 'Save your key as a file' };
  remember();
  return { what: 'Your key is kept in this browser', hint: 'Keep the file NAME.key as well: a browser may be cleared' };
});

onSubmit('unlock', async () => {
  const passphrase = at('passphrase').value.normalize();
  const file = locked ?? await base64(new Blob([keptKey().locked]));
  const ask = ({ known, sealed }) => apart('unlock', { file, passphrase, known, sealed });
  let files = locked === null ? filesOf(keptKey().owner) : {};
  let said = await ask(files);
  if (said.problem) return said.problem;
  if (locked !== null) {
    files = filesOf(said.key);
    // What is remembered here of the same key is joined with what came.
    if (files.sealed || files.known) said = await ask(files);
  }
  if (owner !== null && owner !== said.key) delete asked.public;
  [owner, locked] = [said.key, null];
  const { known, sealed, drafts: begun, secret: key } = said;
  Object.assign(asked, { known, sealed, key });
  asked.public = said.public ?? asked.public ?? files.public;
  asked.card = said.card ?? asked.card ?? files.card;
  // A site has the newest report.
  if (!document.querySelector('meta[name=campaign]')) asked.report ??= files.report;
  for (const { campaign, cycle, seat, orders } of begun) kept(`orders ${campaign} ${cycle} ${seat}`, orders);
  remember();
  await arrive();
  return null;
});

/// The order files that this browser keeps.
function drafts() {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith('orders ')).map((name) => {
      const [, campaign, cycle, seat] = name.split(' ');
      return { campaign, cycle: Number(cycle), seat, orders: kept(name) };
    });
  } catch {
    return [];
  }
}

at('forget').onclick = () => {
  if (!at('forget').dataset.sure) {
    at('forget').dataset.sure = 'asked';
    at('forget').textContent = 'Forget it: I have the file NAME.key';
    return;
  }
  delete at('forget').dataset.sure;
  at('forget').textContent = 'Forget this key';
  const whose = keptKey().owner;
  const { known, sealed } = filesOf(whose);
  localStorage.removeItem('key');
  for (const name of Object.keys(localStorage)) if (name.startsWith('report ')) localStorage.removeItem(name);
  kept(`files ${whose}`, JSON.stringify({ known, sealed }));
  showKeys();
};
showKeys();
