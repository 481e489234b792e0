/** What heartbeats said, kept in the state for their human: the last few, told in main sessions alone (RFC-0009 §2.7, §3.2). */
import { HEARTBEAT_SAID_CHARS, HEARTBEAT_SAID_MAX } from '#lib/spec/limits.ts';
import { isJsonObject } from '#lib/text/json.ts';
import type { StateHome } from '#kernel/state/home.ts';

const SAID = 'heartbeat-said.json';
const LOSS = 'What heartbeats said before is no longer told; yamo sessions has their sessions.';

/** One word of a heartbeat to its human. */
export interface Said {
  readonly run: number;
  /** Whole seconds since 1970. */
  readonly at: number;
  readonly text: string;
  /** A session of its human has shown it. */
  readonly isTold: boolean;
}

const isSaid = (value: unknown): value is readonly Said[] =>
  Array.isArray(value) &&
  value.every(
    (one: unknown) =>
      isJsonObject(one) &&
      typeof one['run'] === 'number' &&
      typeof one['at'] === 'number' &&
      typeof one['text'] === 'string' &&
      typeof one['isTold'] === 'boolean',
  );

/** All that is kept, the oldest first. Throws STATE_UNUSABLE. */
export const readSaid = (home: StateHome): readonly Said[] =>
  home.readJsonOrSetAside(SAID, isSaid, LOSS) ?? [];

/** Keeps one more, and lets go of the oldest. Throws STATE_UNUSABLE. */
export const keepSaid = (home: StateHome, said: Omit<Said, 'isTold'>): void => {
  const text = said.text.slice(0, HEARTBEAT_SAID_CHARS);
  const all = [...readSaid(home), { ...said, text, isTold: false }];
  home.writeJson(SAID, all.slice(-HEARTBEAT_SAID_MAX));
};

/** What no session has shown yet; it counts as told from now on. Throws STATE_UNUSABLE. */
export const takeUntold = (home: StateHome): readonly Said[] => {
  const all = readSaid(home);
  const untold = all.filter(({ isTold }) => !isTold);
  if (untold.length > 0)
    home.writeJson(
      SAID,
      all.map(({ run, at, text }): Said => ({ run, at, text, isTold: true })),
    );
  return untold;
};

/** Keeps none of it. Throws STATE_UNUSABLE. */
export const forgetSaid = (home: StateHome): void => home.remove(SAID);
