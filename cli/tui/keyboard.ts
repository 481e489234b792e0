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
  /** Keys that were read while the terminal is somebody else's. */
  #held: Key[] | undefined;
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
    process.once('exit', this.#restore);
    this.#take();
  }

  /** Lets the terminal go until `resume`. Keys that came in one read with the last one are not lost. */
  suspend(): void {
    if (!this.#isOpen) return;
    this.#held = [];
    process.stdin.pause();
    this.#restore();
  }

  /** Takes the terminal back, with the keys that were read since. */
  resume(): void {
    if (!this.#isOpen) return;
    const held = this.#held ?? [];
    this.#held = undefined;
    this.#take();
    for (const key of held) this.#pressed(undefined, key);
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    process.off('exit', this.#restore);
    process.stdin.off('keypress', this.#pressed).off('end', this.#ended);
    process.stdin.pause();
    this.#restore();
  }

  #take(): void {
    process.stdin.setRawMode(true);
    process.stdin.resume();
    this.#write(BRACKETS_ON);
  }

  readonly #restore = (): void => {
    this.#write(BRACKETS_OFF);
    process.stdin.setRawMode(false);
  };

  readonly #ended = (): void => this.#listener.ended();

  readonly #pressed = (_: string | undefined, key: Key): void => {
    if (this.#held !== undefined) this.#held.push(key);
    else if (key.name === 'paste-start') this.#paste = [];
    else if (key.name === 'paste-end') {
      this.#listener.paste(this.#paste?.join('') ?? '');
      this.#paste = undefined;
    } else if (this.#paste === undefined) this.#listener.key(key);
    else this.#paste.push(key.sequence ?? '');
  };
}
