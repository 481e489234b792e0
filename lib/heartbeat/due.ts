/** Which checks are due (RFC-0009 §2.9): those that never ran, and those whose time has come. */
import type { Checklist } from './checklist.ts';
import { type Checks, checkKey } from './checks.ts';

/** One thing that is to be looked at now. */
export interface Due {
  /** `undefined`: a text of HEARTBEAT.md that is no item. */
  readonly name: string | undefined;
  /** Whole seconds since 1970; `null`: never. */
  readonly last: number | null;
  readonly everySeconds: number | undefined;
}

/**
 * What of the list is due at `now`: an item without a cadence each time, one with a cadence when that has passed or it
 * has never run; and what the state says has never run (Y77).
 */
export const dueOf = ({ items }: Checklist, { last }: Checks, now: number): readonly Due[] => {
  const byKey = new Map([...last].map(([name, time]) => [checkKey(name), time]));
  const listed = items.map(({ name, everySeconds }) => ({
    name,
    everySeconds,
    last: (name === undefined ? null : byKey.get(checkKey(name))) ?? null,
  }));
  const keys = new Set(listed.flatMap(({ name }) => (name === undefined ? [] : [checkKey(name)])));
  const unlisted = [...last]
    .filter(([name, time]) => time === null && !keys.has(checkKey(name)))
    .map(([name]): Due => ({ name, last: null, everySeconds: undefined }));
  return [
    ...listed.filter(
      (one) =>
        one.everySeconds === undefined || one.last === null || now - one.last >= one.everySeconds,
    ),
    ...unlisted,
  ];
};
