'use strict';

/// The program in a worker. It can be stopped in the middle of something, and is then started anew.
class Program {
  constructor() {
    this.waiting = new Map();
    this.count = 0;
    this.start();
  }

  start() {
    const text = document.getElementById('worker').textContent;
    const place = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    this.worker = new Worker(place);
    URL.revokeObjectURL(place);
    this.worker.postMessage({ module: document.getElementById('module').textContent });
    this.worker.onmessage = ({ data }) => {
      const { done, failed } = this.waiting.get(data.number);
      this.waiting.delete(data.number);
      if (data.fault === undefined) {
        done(data.said);
      } else {
        // What broke may be broken for good.
        this.stop();
        failed(new Error(data.fault));
      }
    };
  }

  /// Asks, and promises the answer.
  ask(name, document) {
    this.count += 1;
    const number = this.count;
    this.worker.postMessage({ number, name, document: JSON.stringify(document) });
    return new Promise((done, failed) => this.waiting.set(number, { done, failed }));
  }

  stop() {
    this.worker.terminate();
    this.waiting.clear();
    this.start();
  }
}
