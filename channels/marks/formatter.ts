/**
 * Reads the Markdown of answers in a thread of its own: a parser cannot be stopped on the loop that it stands on, and what a
 * model writes may keep it busy for minutes.
 */
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { type MarkedText, markedText } from './marked-text.ts';

/** What takes longer to read goes without marks. */
const FORMAT_MS = 2000;
/** Where none of these stands there is nothing to read. */
const MARKS = /[*_~`#>[|]|^\s*(?:[-+]|\d+[.)])\s/mu;

export class Formatter {
  readonly #file: string;
  #worker: Promise<Worker> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** `file`: a module that calls `formatHere` in every thread but the main one. */
  constructor(file: string) {
    this.#file = file;
  }

  /** One after the other. The text as it is where there is nothing to read, or no time to. Never rejects. */
  format(text: string): Promise<MarkedText> {
    const plain = { text, marks: [] };
    if (!MARKS.test(text)) return Promise.resolve(plain);
    const read = this.#last
      .then(() => this.#ask(text))
      .catch(() => {
        this.#worker = undefined;
        return plain;
      });
    this.#last = read;
    return read;
  }

  async #ask(text: string): Promise<MarkedText> {
    const worker = await (this.#worker ??= started(this.#file));
    worker.ref();
    const { promise, resolve, reject } = Promise.withResolvers<MarkedText>();
    const timer = setTimeout(reject, FORMAT_MS);
    worker.once('message', resolve).once('exit', reject);
    worker.postMessage(text);
    try {
      return await promise;
    } catch (error) {
      void worker.terminate();
      throw error;
    } finally {
      clearTimeout(timer);
      worker.removeAllListeners('message').removeAllListeners('exit').unref();
    }
  }
}

/** One that has loaded what it runs. Rejects if it cannot. */
const started = (file: string): Promise<Worker> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(file).on('error', reject);
    worker.once('message', () => resolve(worker)).once('exit', reject);
  });

/** Answers whoever has started this thread; nothing in the main one. Returns whether it is one. */
export const formatHere = (): boolean => {
  if (isMainThread) return false;
  parentPort?.on('message', (text: string) => parentPort?.postMessage(markedText(text)));
  parentPort?.postMessage('begun');
  return true;
};
