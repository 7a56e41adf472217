'use strict';
// The program, in a worker of its own: it gets the module once, then calls by number, and answers each.
let exports;

function bytes(at, length) {
  return new Uint8Array(exports.memory.buffer, at, length);
}

// A browser gives no more than 64 KiB of random bytes at once.
function entropy(at, length) {
  for (let done = 0; done < length; done += 65536) {
    crypto.getRandomValues(bytes(at + done, Math.min(65536, length - done)));
  }
}

function put(text) {
  const document = new TextEncoder().encode(text);
  const at = exports.room(document.length);
  bytes(at, document.length).set(document);
  return [at, document.length];
}

function answer(name, document) {
  const packed = BigInt.asUintN(64, exports.call(...put(name), ...put(document)));
  const [at, length] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
  const said = new TextDecoder().decode(bytes(at, length));
  exports.done(at, length);
  return JSON.parse(said);
}

async function start(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const module = await new Response(stream).arrayBuffer();
  ({ instance: { exports } } = await WebAssembly.instantiate(module, { page: { entropy } }));
}

let ready;
onmessage = async ({ data }) => {
  if (data.module) {
    ready = start(data.module);
    return;
  }
  try {
    await ready;
    postMessage({ number: data.number, said: answer(data.name, data.document) });
  } catch (fault) {
    postMessage({ number: data.number, fault: String(fault) });
  }
};
