/** A session at a terminal: the display, the prompt below it, the keyboard, and what was said before. */
import process from 'node:process';
import { disk, errnoOf } from '#kernel/fs/disk.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import type { Human, KernelEvent, OfferedCommand } from '#kernel/contract/events.ts';
import { divertErrors, hasColours, screen } from '#cli/io/terminal.ts';
import { asksForHelp, helpText } from './commands.ts';
import type { TurnState } from '#kernel/boot/conversation.ts';
import type { SessionUi } from './ui.ts';
import { Display } from './display.ts';
import { HistoryFile } from './history.ts';
import { Keyboard } from '#cli/tui/keyboard.ts';
import type { Key } from '#cli/tui/keys.ts';
import type { Verbosity } from '#cli/tui/show.ts';
import { InputLine } from './prompt.ts';
import { humanBehind } from './questions.ts';

/** What `yamo boot` says of its terminal. */
export interface TerminalOptions {
  /** One message to say; without it, the human says something each time. */
  readonly message: string | undefined;
  readonly verbosity: Verbosity;
  /** What the kernel and the agent know with a slash. */
  readonly commands: () => readonly OfferedCommand[];
  /** Ctrl-C. */
  readonly interrupted: () => void;
}

/** A process that is to stop has stopped within this time. */
const STOP_MS = 100;

/** A session at a terminal: what is shown, and who is asked. */
export class TerminalUi implements SessionUi {
  readonly human: Human | undefined;
  readonly #options: TerminalOptions;
  readonly #display: Display;
  readonly #prompt: InputLine;
  readonly #keyboard: Keyboard | undefined;
  readonly #history = new HistoryFile(disk, xdgFolder('XDG_STATE_HOME', process.env));
  /** Only what is said in a main session is kept. */
  #isKept = false;
  #message: string | undefined;
  #isClosed = false;

  constructor(options: TerminalOptions) {
    this.#options = options;
    this.#message = options.message;
    const surface = screen();
    const say: Display['say'] = (rows) => this.#display.say(rows);
    const width = (): number => this.#display.width;
    this.#prompt = new InputLine({
      say,
      width,
      commands: options.commands,
      interrupted: options.interrupted,
      said: (line) => this.#keep(line),
    });
    const isInteractive = options.message === undefined;
    this.#display = new Display({
      surface,
      coloured: hasColours(),
      allSteps: options.verbosity.allSteps,
      below: (height) =>
        isInteractive ? this.#prompt.view(height) : { rows: [], cursor: undefined },
      isAsking: () => this.#prompt.isAsking,
    });
    divertErrors((text) => this.#display.write(text));
    surface.on('resize', this.#resized);
    if (!isInteractive) return;
    this.human = humanBehind({ say, next: this.next, ask: this.#ask, width });
    this.#keyboard = new Keyboard(
      {
        key: (key) => this.#key(key),
        paste: (text) => {
          this.#prompt.paste(text);
          this.#display.refresh();
        },
        ended: () => this.#prompt.end(),
      },
      (text) => surface.write(text),
    );
    this.#keyboard.open();
  }

  readonly emit = (event: KernelEvent): void => {
    const { quiet } = this.#options.verbosity;
    if (!quiet || event.event === 'text' || event.event === 'answer') this.#display.emit(event);
    // Who joins a main session is to see nothing of it, also while the next one begins.
    if (event.event === 'closed') this.#remember(false);
    if (event.event === 'ready' && this.#keyboard !== undefined) {
      this.#remember(event.kind.permissions.isPrivate);
      if (!quiet) this.#display.say([[{ text: '  /help lists the commands.', style: ['dim'] }]]);
    }
  };

  readonly next = async (): Promise<string | undefined> => {
    if (this.#keyboard !== undefined) {
      this.#display.refresh();
      return this.#prompt.next();
    }
    const message = this.#message;
    this.#message = undefined;
    return message;
  };

  takes(line: string): boolean {
    if (!asksForHelp(line) || this.#keyboard === undefined) return false;
    this.#display.emit({ event: 'answer', text: helpText(this.#options.commands()) });
    return true;
  }

  turn(state: TurnState): void {
    this.#display.turn(state);
  }

  close(): void {
    this.#isClosed = true;
    this.#prompt.end();
    this.#display.close();
    this.#keyboard?.close();
    screen().off('resize', this.#resized);
    divertErrors(undefined);
  }

  readonly #ask = async (prompt: string, signal?: AbortSignal): Promise<string | undefined> => {
    const asked = this.#prompt.ask(prompt, signal);
    this.#display.refresh();
    const answer = await asked;
    if (signal?.aborted === true) this.#display.refresh();
    return answer;
  };

  #key(key: Key): void {
    if (key.ctrl === true && key.name === 'l') this.#display.clear();
    else if (key.ctrl === true && key.name === 'z') this.#suspend();
    else this.#prompt.key(key);
    this.#display.refresh();
  }

  /** Ctrl-Z: the shell has the terminal until this process goes on. */
  #suspend(): void {
    this.#display.suspend();
    this.#keyboard?.suspend();
    const goOn = (): void => {
      process.off('SIGCONT', goOn);
      clearTimeout(timer);
      if (this.#isClosed) return;
      this.#keyboard?.resume();
      this.#display.refresh();
    };
    process.on('SIGCONT', goOn);
    process.kill(process.pid, 'SIGTSTP');
    // Where no shell could let it go on again, the system does not stop it.
    const timer = setTimeout(goOn, STOP_MS);
  }

  #remember(isKept: boolean): void {
    this.#isKept = isKept;
    this.#prompt.remember([]);
    if (isKept) this.#attempt(() => this.#prompt.remember(this.#history.read()));
  }

  #keep(line: string): void {
    if (this.#isKept) this.#history.add(line).catch((error: unknown) => this.#giveUp(error));
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#giveUp(error);
    }
  }

  #giveUp(error: unknown): void {
    this.#isKept = false;
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    const text = `  ! What you say is not kept for the arrow keys (${errno}).`;
    this.#display.say([[{ text, style: ['yellow'] }]]);
  }

  readonly #resized = (): void => this.#display.resized();
}
