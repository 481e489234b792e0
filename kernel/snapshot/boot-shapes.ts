/**
 * The boot records of years, as little of them as a judge needs: boots are alike, and those that are alike in all that
 * rules look at are one, with where it stands first and how many there are. What a record holds is taken for whatever
 * it is: what has not the shape of one keeps that, so that it is noticed.
 */
import { RECORD_SHAPES } from '#lib/spec/limits.ts';
import { isJsonObject } from '#lib/text/json.ts';
import type { Alike, BootRecord } from '#lib/workspace/snapshot.ts';
import { systemError } from '#kernel/fs/disk.ts';

interface Counted {
  readonly record: BootRecord;
  readonly first: number;
  count: number;
}

export class BootShapes {
  readonly #shapes = new Map<string, Counted>();

  /** Takes the entry that stands at `seq`. Throws EFBIG where hardly two boots are alike. */
  take(entry: BootRecord, seq: number): void {
    const record = shapeOf(entry);
    const key = JSON.stringify(record);
    const known = this.#shapes.get(key);
    if (known !== undefined) known.count += 1;
    else if (this.#shapes.size >= RECORD_SHAPES) throw systemError('EFBIG', 'too many shapes');
    else this.#shapes.set(key, { record, first: seq, count: 1 });
  }

  get entries(): readonly BootRecord[] {
    return [...this.#shapes.values()].map(({ record }) => record);
  }

  get alike(): readonly Alike[] {
    return [...this.#shapes.values()].map(({ first, count }) => ({ first, count }));
  }
}

const shapeOf = ({ version, kind, orders, steps, gate, ending }: BootRecord): BootRecord => ({
  version: plain(version),
  ...(kind !== undefined && { kind: plain(kind) }),
  ...(orders !== undefined && {
    orders: Array.isArray(orders) ? orders.slice(0, 1).map(() => ({})) : plain(orders),
  }),
  ...(steps !== undefined && { steps: Array.isArray(steps) ? steps.map(stepOf) : plain(steps) }),
  ...(gate !== undefined && { gate: { entries: handedOut(gate) } }),
  ending: isJsonObject(ending) ? { end: plain(ending['end']) } : plain(ending),
});

const stepOf = (step: unknown): unknown =>
  isJsonObject(step)
    ? {
        step: plain(step['step']),
        priority: plain(step['priority']),
        status: plain(step['status']),
      }
    : null;

/** Which files were handed out or written, each once; logs, of which each day has one, by their folder. */
const handedOut = (gate: unknown): readonly object[] => {
  const entries = isJsonObject(gate) ? gate['entries'] : undefined;
  if (!Array.isArray(entries)) return [];
  const files = entries.flatMap((entry: unknown) => {
    if (!isJsonObject(entry) || entry['answer'] !== 'done' || entry['operation'] === 'list')
      return [];
    const { file } = entry;
    return typeof file === 'string' ? [file.startsWith('memory/') ? 'memory/' : cut(file)] : [];
  });
  return [...new Set(files)].toSorted().map((file) => ({ file, answer: 'done' }));
};

/** What is no text and no number is only that. */
const plain = (value: unknown): unknown => {
  if (typeof value === 'string') return cut(value);
  return typeof value === 'object' && value !== null ? null : value;
};

/** No word of a record is longer; what is, is none. */
const WORD_MAX_CHARS = 64;

const cut = (text: string): string => text.slice(0, WORD_MAX_CHARS);
