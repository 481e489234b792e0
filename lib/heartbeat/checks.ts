/**
 * memory/heartbeat-state.json (RFC-0009 §2.9): when each check last ran. What is no time counts as never, and is said; of a
 * file that is broken, what can be read is kept. Pure, and never throws.
 */
import {
  CHECK_NAME_MAX_CHARS,
  CHECKS_MAX,
  CLOCK_SLACK_SECONDS,
  EPOCH_MAX_SECONDS,
} from '#lib/spec/limits.ts';
import { isJsonObject } from '#lib/text/json.ts';

/** When each check last ran, relative to the workspace. */
export const HEARTBEAT_STATE = 'memory/heartbeat-state.json';

/** Why a value counts as never. */
type Never = 'in the future' | 'in milliseconds' | 'no whole number';

/** The times that a state holds. */
export interface Checks {
  /** Whole seconds since 1970 by name; `null` for never. */
  readonly last: ReadonlyMap<string, number | null>;
  /** What counts as never although something stands there. */
  readonly faults: readonly { readonly name: string; readonly is: Never }[];
  /** The file is no JSON object with an object `lastChecks`: `last` is what could be read of it. */
  readonly isBroken: boolean;
}

/** No check has run. */
export const NO_CHECKS: Checks = { last: new Map(), faults: [], isBroken: false };

/** Names that people would call the same: `Reading list` and `reading_list`. */
export const checkKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/gu, '_');

/** Reads the file; `now` in whole seconds. */
export const readChecks = (text: string, now: number): Checks => {
  const root = parsed(text);
  const isBroken = root === undefined;
  const entries = Object.entries(root?.lastChecks ?? readable(text));
  const faults: { name: string; is: Never }[] = [];
  const last = new Map<string, number | null>();
  for (const [name, value] of entries) {
    const is = neverFor(value, now);
    if (is !== undefined) faults.push({ name, is });
    last.set(name, is === undefined && typeof value === 'number' ? value : null);
  }
  return { last, faults, isBroken };
};

const neverFor = (value: unknown, now: number): Never | undefined => {
  if (value === null) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) return 'no whole number';
  if (value > EPOCH_MAX_SECONDS) return 'in milliseconds';
  return value > now + CLOCK_SLACK_SECONDS ? 'in the future' : undefined;
};

interface State {
  readonly root: object;
  readonly lastChecks: object;
}

const parsed = (text: string): State | undefined => {
  try {
    const root: unknown = JSON.parse(text);
    if (!isJsonObject(root)) return undefined;
    const { lastChecks } = root;
    return isJsonObject(lastChecks) ? { root, lastChecks } : undefined;
  } catch {
    return undefined;
  }
};

/** A time that was written to its end: something follows it. */
const PAIR = /"((?:[^"\\\n]|\\.){1,200})"\s{0,20}:\s{0,20}(null|\d{1,16})(?=\s{0,20}[,}\n\r])/g;

/** What of a broken file is a name with a time. */
const readable = (text: string): object => {
  const from = text.indexOf('"lastChecks"');
  const pairs = [...text.slice(Math.max(0, from)).matchAll(PAIR)].flatMap(
    ([, name = '', value = '']): [string, unknown][] => {
      try {
        const decoded: unknown = JSON.parse(`"${name}"`);
        return [[String(decoded), JSON.parse(value)]];
      } catch {
        return [];
      }
    },
  );
  return Object.fromEntries(pairs.slice(0, CHECKS_MAX));
};

/**
 * Why these names are none of checks, as part of a sentence; `undefined` where they are. `listed` are those of
 * HEARTBEAT.md, and those that the state itself has as never run (Y77): an agent adds none of its own.
 */
export const faultInNames = (
  names: readonly string[],
  listed: readonly string[],
): string | undefined => {
  if (names.length === 0) return 'no check is named';
  const keys = new Set(listed.map(checkKey));
  const wrong = names.find((name) => !keys.has(checkKey(name.trim())));
  return wrong === undefined
    ? undefined
    : `HEARTBEAT.md has no check of the name ${JSON.stringify(wrong.slice(0, CHECK_NAME_MAX_CHARS))}`;
};

/**
 * The file with these checks done at `now`, whole seconds; a name that is there in another spelling keeps that one. Where
 * there would be too many, those that are not `listed` any more go first; `undefined` where that is not enough.
 */
export const withChecked = (
  text: string | undefined,
  names: readonly string[],
  now: number,
  listed: readonly string[],
): string | undefined => {
  const state = text === undefined ? undefined : parsed(text);
  const before = state?.lastChecks ?? (text === undefined ? {} : readable(text));
  const last = new Map<string, unknown>(Object.entries(before));
  const known = new Map([...last.keys()].map((name) => [checkKey(name), name]));
  for (const name of names) {
    const own = name.trim();
    const key = known.get(checkKey(own)) ?? own;
    known.set(checkKey(own), key);
    last.set(key, now);
  }
  if (last.size > CHECKS_MAX) {
    const keys = new Set([...listed, ...names].map(checkKey));
    for (const name of last.keys())
      if (last.size > CHECKS_MAX && !keys.has(checkKey(name))) last.delete(name);
  }
  if (last.size > CHECKS_MAX && last.size > Object.keys(before).length) return undefined;
  const root = { ...state?.root, lastChecks: Object.fromEntries(last) };
  return `${JSON.stringify(root, undefined, 2)}\n`;
};
