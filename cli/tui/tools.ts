/** Calls of tools: one row each, which lives while the call runs and stays when it is over. */
import type { ToolEvent } from '#kernel/contract/events.ts';
import { revealed } from '#lib/injection/characters.ts';
import type { Row } from './spans.ts';
import { cut } from '#cli/io/width.ts';

/** More calls at once are counted. */
const ROWS_MAX = 4;

/** The tool calls that run, as one row each. */
export class RunningTools {
  readonly #running = new Map<string, ToolEvent>();

  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  /** Takes what is told of a call; returns its row once it is over. */
  take(event: ToolEvent, width: number): readonly Row[] {
    if (event.status !== 'completed' && event.status !== 'failed') {
      this.#running.set(event.id, event);
      return [];
    }
    this.#running.delete(event.id);
    return [rowOf(event, event.status === 'completed' ? '✓' : '✗', width)];
  }

  /** The turn is over; the rows of calls of which no end was told. */
  end(width: number): readonly Row[] {
    const rows = [...this.#running.values()].map((event) => rowOf(event, '–', width));
    this.#running.clear();
    return rows;
  }

  /** The calls that run, each behind `mark`. */
  rows(mark: string, width: number): readonly Row[] {
    const running = [...this.#running.values()];
    const rows = running.slice(0, ROWS_MAX).map((event) => rowOf(event, mark, width));
    const more = running.length - rows.length;
    return more > 0 ? [...rows, [{ text: `  … and ${more} more`, style: ['dim'] }]] : rows;
  }
}

const COLOURS = { '✓': 'green', '✗': 'red' } as const;

const rowOf = ({ title, detail, status }: ToolEvent, mark: string, width: number): Row => {
  const result = detail ?? (status === 'failed' ? 'failed' : '');
  const text = revealedLine(result === '' ? title : `${title}: ${result}`);
  const colour = mark === '✓' || mark === '✗' ? COLOURS[mark] : 'cyan';
  return [
    { text: `  ${mark} `, style: [colour] },
    { text: cut(text, width - 4), style: ['dim'] },
  ];
};

/** What an agent names as it likes, in one line and with nothing hidden. */
export const revealedLine = (text: string): string => revealed(text.replaceAll(/\s+/g, ' ').trim());
