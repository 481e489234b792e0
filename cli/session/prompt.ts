/**
 * What a human types: a line at a time, while the agent works too, and answers to questions. What is said while nobody
 * waits for it is kept for the next turn; a question is never answered by what was typed before it was asked.
 */
import type { OfferedCommand } from '#kernel/contract/events.ts';
import { revealed } from '#lib/injection/characters.ts';
import { widthOf } from '#lib/text/terminal.ts';
import { complete } from './commands.ts';
import { Editor } from '#cli/tui/editor.ts';
import { InputHistory } from './history.ts';
import { viewInput } from '#cli/tui/input-view.ts';
import { edit, type Key, keyName, pasted } from '#cli/tui/keys.ts';
import type { CursorPosition } from '#cli/tui/screen.ts';
import { hang, type Row } from '#cli/tui/spans.ts';
import { revealedLine } from '#cli/tui/tools.ts';
import { cut, untabbed } from '#cli/io/width.ts';

/** What a prompt needs of the terminal that it is in. */
interface PromptHost {
  /** Shows rows that stay. */
  readonly say: (rows: readonly Row[]) => void;
  /** Columns of a row. */
  readonly width: () => number;
  /** What the human may say with a slash. */
  readonly commands: () => readonly OfferedCommand[];
  /** Ctrl-C. */
  readonly interrupted: () => void;
  /** Something was said that may be kept. */
  readonly said: (line: string) => void;
}

type Answer = (line: string | undefined) => void;

const PROMPT = '> ';
/** Of a text that was said, so many rows stay on the screen. */
const ECHO_ROWS = 20;
const QUEUED_ROWS = 3;
const CANDIDATES_MAX = 40;

/** The line that a human types at, with its history and completion. */
export class InputLine {
  readonly #host: PromptHost;
  readonly #editor = new Editor();
  readonly #queue: string[] = [];
  #history = new InputHistory([]);
  #candidates: readonly string[] = [];
  /** Who waits for what the human says next. */
  #waiting: Answer | undefined;
  #question:
    | { readonly prompt: string; readonly answer: Answer; readonly draft: string }
    | undefined;
  #lastKey = '';
  #isOver = false;

  constructor(host: PromptHost) {
    this.#host = host;
  }

  /** Is the human asked something? */
  get isAsking(): boolean {
    return this.#question !== undefined;
  }

  /** What the arrow keys walk through from now on. */
  remember(lines: readonly string[]): void {
    this.#history = new InputHistory(lines);
  }

  /** What the human says next; `undefined` when nothing more is to come. */
  async next(): Promise<string | undefined> {
    const queued = this.#queue.shift();
    if (queued !== undefined) {
      this.#echo(PROMPT, queued);
      return queued;
    }
    if (this.#isOver) return undefined;
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  /**
   * The answer to a question whose last line is `prompt`; what is being typed waits until then. `undefined` when `signal`
   * takes the question back.
   */
  async ask(prompt: string, signal?: AbortSignal): Promise<string | undefined> {
    if (this.#isOver || signal?.aborted === true) return undefined;
    const draft = this.#editor.take();
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const question = { prompt, answer: resolve, draft };
    this.#question = question;
    const takeBack = (): void => {
      if (this.#question === question) this.#answer(undefined);
    };
    signal?.addEventListener('abort', takeBack);
    return promise.finally(() => signal?.removeEventListener('abort', takeBack));
  }

  /** Nothing more is to come. */
  end(): void {
    this.#isOver = true;
    this.#answer(undefined);
    this.#queue.length = 0;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.(undefined);
  }

  key(key: Key): void {
    if (this.#isOver) return;
    const name = keyName(key);
    const last = this.#lastKey;
    this.#lastKey = name;
    if (name !== 'tab') this.#candidates = [];
    switch (name) {
      case 'C-c':
        return this.#interrupt();
      case 'C-d':
        if (this.#editor.text === '') return this.end();
        break;
      case 'return':
        return this.#enter();
      case 'enter':
        // The other half of a line end.
        return last === 'return' ? undefined : this.#enter();
      case 'tab':
        return this.#complete();
      case 'up':
      case 'C-p':
        return this.#up();
      case 'down':
      case 'C-n':
        return this.#down();
      default:
    }
    edit(this.#editor, key);
  }

  /** Text from the clipboard: its line ends send nothing. */
  paste(text: string): void {
    if (!this.#isOver) this.#editor.insert(pasted(text));
  }

  /** What waits and what is being typed, in `height` rows at most; and the cursor. */
  view(height: number): {
    readonly rows: readonly Row[];
    readonly cursor: CursorPosition | undefined;
  } {
    if (this.#isOver) return { rows: [], cursor: undefined };
    const width = this.#host.width();
    const prompt = this.#question?.prompt ?? PROMPT;
    const indent = widthOf(prompt);
    const { text, cursor } = this.#editor;
    const above = this.#question === undefined ? this.#queuedRows(width) : [];
    const below = this.#candidateRows(width);
    const room = Math.max(1, height - above.length - below.length);
    const view = viewInput({ text, cursor }, indent, width, room);
    const rows = view.rows.map((row, index): Row => [
      index === 0 ? { text: prompt, style: ['bold'] } : { text: ' '.repeat(indent) },
      { text: row },
    ]);
    return {
      rows: [...above, ...rows, ...below],
      cursor: { row: view.cursor.row + above.length, column: view.cursor.column },
    };
  }

  #queuedRows(width: number): readonly Row[] {
    const rows = this.#queue
      .slice(0, QUEUED_ROWS)
      .map((line): Row => [{ text: cut(`  next: ${revealedLine(line)}`, width), style: ['dim'] }]);
    const more = this.#queue.length - rows.length;
    return more > 0 ? [...rows, [{ text: `  … and ${more} more`, style: ['dim'] }]] : rows;
  }

  #candidateRows(width: number): readonly Row[] {
    if (this.#candidates.length === 0) return [];
    const text = this.#candidates.slice(0, CANDIDATES_MAX).join('  ');
    return hang({ text: '  ' }, [{ text, style: ['dim'] }], width);
  }

  #interrupt(): void {
    const isDraft = this.#question === undefined && this.#waiting !== undefined;
    if (isDraft && this.#editor.text !== '') return this.#editor.set('');
    this.#answer(undefined);
    this.#host.interrupted();
  }

  #enter(): void {
    const { text, cursor } = this.#editor;
    if (text.charAt(cursor - 1) === '\\') {
      this.#editor.erase();
      return this.#editor.insert('\n');
    }
    const line = this.#editor.take();
    if (this.#question !== undefined) {
      this.#echo(this.#question.prompt, line);
      return this.#answer(line);
    }
    if (line.trim() === '') return undefined;
    if (this.#history.add(line)) this.#host.said(line);
    const waiting = this.#waiting;
    if (waiting === undefined) {
      this.#queue.push(line);
      return undefined;
    }
    this.#waiting = undefined;
    this.#echo(PROMPT, line);
    return waiting(line);
  }

  #answer(line: string | undefined): void {
    const question = this.#question;
    this.#question = undefined;
    if (question === undefined) return;
    this.#editor.set(question.draft);
    question.answer(line);
  }

  #complete(): void {
    const { text, cursor } = this.#editor;
    if (this.#question !== undefined || cursor !== text.length) return;
    const completion = complete(text, this.#host.commands());
    if (completion === undefined) return;
    this.#candidates = completion.candidates;
    this.#editor.set(completion.text);
  }

  #up(): void {
    if (this.#editor.up() || this.#question !== undefined) return;
    const queued = this.#editor.text === '' ? this.#queue.pop() : undefined;
    const line = queued ?? this.#history.older(this.#editor.text);
    if (line !== undefined) this.#editor.set(line);
  }

  #down(): void {
    if (this.#editor.down() || this.#question !== undefined) return;
    const line = this.#history.newer();
    if (line !== undefined) this.#editor.set(line);
  }

  #echo(prompt: string, line: string): void {
    const rows = line
      .split('\n')
      .flatMap((text, index) =>
        hang(
          { text: index === 0 ? prompt : ' '.repeat(widthOf(prompt)), style: ['bold'] },
          [{ text: untabbed(revealed(text)) }],
          this.#host.width(),
        ),
      );
    const more = rows.length - ECHO_ROWS;
    const shown = more > 1 ? rows.slice(0, ECHO_ROWS) : rows;
    this.#host.say(
      more > 1 ? [...shown, [{ text: `  … ${more} more lines`, style: ['dim'] }]] : shown,
    );
  }
}
