/** The keys of the terminal, one by one. Whatever was set on the terminal for that is taken back at the end. */
import process from 'node:process';
import { emitKeypressEvents } from 'node:readline';
import type { Key } from './keys.ts';

/** Who hears of keys, and of texts that were pasted whole. */
export interface KeyboardListener {
  readonly key: (key: Key) => void;
  readonly paste: (text: string) => void;
  /** The terminal went away. */
  readonly ended: () => void;
}

/** The terminal says where a paste begins and ends. */
const BRACKETS_ON = '\u001B[?2004h';
const BRACKETS_OFF = '\u001B[?2004l';

/** Turns the bytes of a terminal into keys and pastes, wherever they are cut. */
export class Keyboard {
  readonly #listener: KeyboardListener;
  readonly #write: (text: string) => void;
  #paste: string[] | undefined;
  #isOpen = false;

  constructor(listener: KeyboardListener, write: (text: string) => void) {
    this.#listener = listener;
    this.#write = write;
    emitKeypressEvents(process.stdin);
  }

  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    process.stdin.on('keypress', this.#pressed).on('end', this.#ended).on('error', this.#ended);
    process.stdin.setRawMode(true);
    process.stdin.resume();
    this.#write(BRACKETS_ON);
    process.once('exit', this.#restore);
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    process.off('exit', this.#restore);
    process.stdin.off('keypress', this.#pressed).off('end', this.#ended);
    process.stdin.pause();
    this.#restore();
  }

  readonly #restore = (): void => {
    this.#write(BRACKETS_OFF);
    process.stdin.setRawMode(false);
  };

  readonly #ended = (): void => this.#listener.ended();

  readonly #pressed = (_: string | undefined, key: Key): void => {
    if (key.name === 'paste-start') this.#paste = [];
    else if (key.name === 'paste-end') {
      this.#listener.paste(this.#paste?.join('') ?? '');
      this.#paste = undefined;
    } else if (this.#paste === undefined) this.#listener.key(key);
    else this.#paste.push(key.sequence ?? '');
  };
}
