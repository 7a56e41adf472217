'use strict';
// What comes by mail: sorted by what it is, as the program says, and letters shown. What a player writes to others.

/// Takes the files that were chosen. Of what comes back, `opens` says that there is something new to open, and `letters` are
/// to be read then: whose they are, a card or a report shows. A key is shorter than what it opens.
async function sorted(files) {
  const found = { reports: [], opens: false, letters: [] };
  for (const file of files.sort((one, other) => one.size - other.size)) {
    const bytes = await base64(file);
    const named = (end) => file.name.endsWith(end);
    // What a file is called says what it should be.
    const kind = named('.key') ? 'key' : named('.pub') ? 'public' : named('.card') ? 'card' : null;
    const said = await readFile(bytes);
    switch (kind && said.kind !== 'locked' ? kind : said.kind) {
      case 'key': await takeKey(await file.text()); break;
      case 'public': asked.public = await file.text(); break;
      case 'card': asked.card = bytes; break;
      case 'report': found.reports.push(bytes); break;
      case 'locked': locked = bytes; continue;
      default: found.letters.push([file.name, bytes]); continue;
    }
    found.opens = true;
  }
  remember();
  return found;
}

const readFile = (file) => program.ask('read', { ...asked, report: undefined, orders: undefined, file });

/// Shows letters; what is wrong with one is said. A file under a passphrase waits for it.
async function showLetters(letters) {
  for (const [name, file] of letters) {
    const said = await readFile(file);
    if (said.problem) {
      say({ ...said.problem, place: name });
      continue;
    }
    at('letters').hidden = false;
    at('read').prepend(element('article', {}, element('h3', { textContent: name }), element('pre', { textContent: said.text })));
  }
  showKeys();
  if (locked !== null) {
    say({ what: 'Now give the passphrase' });
    at('passphrase').focus();
  }
}

/// Letters that were not sent are kept, so that nothing typed is lost.
const letter = () => `letter ${war.genesis} ${war.seat}`;

/// Who can be written to.
function beginLetter() {
  const choice = (seat) => element('label', {}, element('input', { type: 'checkbox', value: seat }), ` ${seat}`);
  at('to').replaceChildren(element('legend', { textContent: 'To' }), ...war.others.map(choice));
  at('text').value = kept(letter()) ?? '';
  at('letter').hidden = true;
}

at('text').oninput = () => kept(letter(), at('text').value);

onSubmit('write', async () => {
  const to = [...at('to').querySelectorAll(':checked')].map((choice) => choice.value);
  const said = await program.ask('press', { ...asked, to, text: at('text').value, unsigned: at('unsigned').checked });
  if (said.problem) return said.problem;
  offer(at('save-letter'), `${war.seat}-letter.age`, said.letter);
  at('copy-letter').onclick = () => navigator.clipboard.writeText(said.letter);
  at('letter').hidden = false;
  return null;
});
