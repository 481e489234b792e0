/** What happens in a session, on a terminal: rows that stay, and below them those that live. */
import type { KernelEvent } from '#kernel/contract/events.ts';
import { noteOf } from '#cli/tui/show.ts';
import { harmless, HarmlessWords, withoutControls } from '#cli/io/terminal.ts';
import type { TurnState } from '#kernel/boot/conversation.ts';
import { Markdown } from '#cli/tui/markdown.ts';
import { type Drawn, type CursorPosition, Screen, type Surface } from '#cli/tui/screen.ts';
import { behind, paint, type Row, rowWidth, wrap } from '#cli/tui/spans.ts';
import { Steps } from '#cli/tui/steps.ts';
import { RunningTools } from '#cli/tui/tools.ts';
import { cut } from '#cli/io/width.ts';

/** Where a session is shown, and how. */
export interface DisplayOptions {
  readonly surface: Surface;
  readonly coloured: boolean;
  /** Every step of a boot keeps its row. */
  readonly allSteps: boolean;
  /** What stands below everything else, in so many rows at most. */
  readonly below: (height: number) => {
    readonly rows: readonly Row[];
    readonly cursor: CursorPosition | undefined;
  };
  /** Does the session wait for the human rather than for the agent? */
  readonly isAsking: () => boolean;
}

const SPINNER = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';
const FRAME_MS = 120;
/** Text is not read in longer lines. */
const TEXT_MAX_COLUMNS = 100;
const NOTE_INDENT = 4;

/** Shows the events of a session at a terminal, in the order in which they come. */
export class Display {
  readonly #options: DisplayOptions;
  readonly #screen: Screen;
  readonly #steps: Steps;
  readonly #tools = new RunningTools();
  readonly #words = new HarmlessWords();
  readonly #markdown: Markdown;
  #done: Row[] = [];
  #turn: TurnState = 'none';
  #startedAt = 0;
  #frame = 0;
  #timer: NodeJS.Timeout | undefined;
  #starting:
    | { readonly agent: string; readonly since: number; readonly timer: NodeJS.Timeout }
    | undefined;
  #isDue = false;
  #isClosed = false;

  constructor(options: DisplayOptions) {
    this.#options = options;
    this.#screen = new Screen(options.surface);
    this.#steps = new Steps(options.allSteps);
    this.#markdown = new Markdown(() => this.#look());
  }

  /** Columns of a row: the last one of the terminal is left free, since what follows it is drawn differently everywhere. */
  get width(): number {
    return Math.max(20, this.#options.surface.columns - 1);
  }

  /** Shows what happened. */
  emit(event: KernelEvent): void {
    this.#starts(event);
    if (event.event === 'text') this.#add(this.#markdown.push(this.#words.push(event.text)));
    else if (event.event === 'tool') {
      this.#endText();
      this.#add(this.#tools.take(event, this.width));
    } else if (event.event === 'answer') {
      this.#endText();
      this.#add(this.#markdown.push(harmless(event.text)));
      this.#endText();
    } else this.#other(event);
    this.refresh();
  }

  /** Rows that stay, after whatever was being said. */
  say(rows: readonly Row[]): void {
    this.#endText();
    this.#add(rows);
    this.refresh();
  }

  /** Text of the program itself, with its own styles. */
  write(text: string): void {
    this.#endText();
    this.flush();
    const lines = text.replace(/\n$/, '').split('\n');
    this.#draw(lines.map((line) => ({ text: line, width: this.#options.surface.columns })));
  }

  turn(state: TurnState): void {
    this.#turn = state;
    clearInterval(this.#timer);
    if (state === 'none') this.#endTurn();
    else {
      if (state === 'running') this.#startedAt = performance.now();
      this.#timer = setInterval(() => {
        this.#frame += 1;
        this.refresh();
      }, FRAME_MS).unref();
    }
    this.refresh();
  }

  /** Draws soon; whatever changes until then is drawn with it. */
  refresh(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      if (this.#isDue) this.flush();
    });
  }

  /** Draws now. */
  flush(): void {
    this.#isDue = false;
    const rows = this.#done.map((row) => this.#drawn(row));
    this.#done = [];
    this.#draw(rows);
  }

  /** The terminal has another size. */
  resized(): void {
    if (this.#isClosed) return;
    this.#screen.resized();
    this.refresh();
  }

  /** The terminal is empty: what lives is drawn at its top. */
  clear(): void {
    this.#screen.clear();
    this.refresh();
  }

  /** Takes what lives off the screen: somebody else writes from here on. */
  suspend(): void {
    this.#screen.draw([], []);
  }

  /** Nothing lives any more; what is shown after that stays. */
  close(): void {
    if (this.#isClosed) return;
    clearInterval(this.#timer);
    clearInterval(this.#starting?.timer);
    this.#add(this.#steps.unfold().flatMap((row) => this.#noteRows(row)));
    this.#endTurn();
    this.#isClosed = true;
    this.flush();
  }

  /** From the start of an agent's process until anything is heard of it. */
  #starts(event: KernelEvent): void {
    if (event.event === 'notice') return;
    clearInterval(this.#starting?.timer);
    this.#starting = undefined;
    if (event.event !== 'starting') return;
    const timer = setInterval(() => {
      this.#frame += 1;
      this.refresh();
    }, FRAME_MS).unref();
    this.#starting = { agent: event.agent, since: performance.now(), timer };
  }

  #other(event: KernelEvent): void {
    const note = noteOf(event);
    const rows = [...this.#steps.take(event), ...(note === undefined ? [] : [note])];
    if (rows.length === 0 && event.event !== 'turn') return;
    this.#endText();
    if (event.event === 'turn') this.#add(this.#tools.end(this.width));
    this.#add(rows.flatMap((row) => this.#noteRows(row)));
  }

  #noteRows(note: Row): readonly Row[] {
    return linesOf(note).flatMap((line) =>
      wrap(line, this.width - NOTE_INDENT).map((row, index) =>
        index === 0 ? row : behind({ text: ' '.repeat(NOTE_INDENT) }, row),
      ),
    );
  }

  #endText(): void {
    this.#add(this.#markdown.push(this.#words.end()));
    this.#add(this.#markdown.end());
  }

  #endTurn(): void {
    this.#endText();
    this.#add(this.#tools.end(this.width));
  }

  #add(rows: readonly Row[]): void {
    for (const row of rows) this.#done.push(row);
  }

  #look(): { width: number; coloured: boolean } {
    return {
      width: Math.min(this.width, TEXT_MAX_COLUMNS),
      coloured: this.#options.coloured,
    };
  }

  #draw(done: readonly Drawn[]): void {
    if (this.#isClosed) return this.#screen.draw(done, []);
    const height = Math.max(1, this.#options.surface.rows - 1);
    const below = this.#options.below(Math.max(1, height >> 1));
    const above = [...this.#markdown.pending, ...this.#progress()].slice(
      -Math.max(0, height - below.rows.length) || height,
    );
    const shown = below.rows.length >= height ? [] : above;
    const live = [...shown, ...below.rows].map((row) => this.#drawn(row));
    const cursor = below.cursor && {
      row: below.cursor.row + shown.length,
      column: below.cursor.column,
    };
    this.#screen.draw(done, live, cursor);
  }

  /** What goes on: the step of a boot, the tools that run, or that the agent works. */
  #progress(): readonly Row[] {
    const start = this.#startRow();
    if (start !== undefined) return [start];
    const step = this.#steps.row;
    if (step !== undefined) return wrap(step, this.width).slice(0, 1);
    const mark = SPINNER.charAt(this.#frame % SPINNER.length);
    if (this.#tools.isRunning) return this.#tools.rows(mark, this.width);
    if (this.#turn === 'none' || this.#frame === 0 || this.#options.isAsking()) return [];
    const seconds = Math.floor((performance.now() - this.#startedAt) / 1000);
    const what =
      this.#turn === 'stopping'
        ? 'stopping (Ctrl-C again ends the session)'
        : `thinking, ${seconds} s (Ctrl-C stops it)`;
    return [
      [
        { text: `${mark} `, style: ['cyan'] },
        { text: cut(what, this.width - 2), style: ['dim'] },
      ],
    ];
  }

  #startRow(): Row | undefined {
    if (this.#starting === undefined || this.#options.isAsking()) return undefined;
    const { agent, since } = this.#starting;
    const seconds = Math.floor((performance.now() - since) / 1000);
    if (seconds === 0) return undefined;
    const mark = SPINNER.charAt(this.#frame % SPINNER.length);
    const what = cut(`starting ${harmless(agent)}…`, this.width - 10);
    return [
      { text: `${mark} `, style: ['cyan'] },
      { text: `${what} ${seconds} s`, style: ['dim'] },
    ];
  }

  /** No control character gets through here but those of our own styles. */
  #drawn(row: Row): Drawn {
    const safe = row.map((span) => ({
      ...span,
      text: withoutControls(span.text).replaceAll(/[\n\t]/g, ' '),
    }));
    return { text: paint(safe, this.#options.coloured), width: rowWidth(safe) };
  }
}

/** The lines of a text that has several. */
const linesOf = (row: Row): readonly Row[] => {
  const lines: Row[number][][] = [[]];
  for (const { text, ...style } of row) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      lines.at(-1)?.push({ text: part, ...style });
    }
  }
  return lines;
};
