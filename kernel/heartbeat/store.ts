/**
 * What is remembered of heartbeats, in files of the kernel's state: what the next one is decided by, and what `--status`
 * shows. Each file has one writer at a time: runs hold the lock, the others are replaced whole.
 */
import { type Beats, NO_BEATS } from '#lib/heartbeat/beats.ts';
import { isJsonObject } from '#lib/text/json.ts';
import type { StateHome } from '#kernel/state/home.ts';

const RUNS = 'heartbeat.json';
const SKIPPED = 'heartbeat-skipped.json';
const EVERY = 'heartbeat-every.json';
const LOSS = 'Heartbeats are counted anew.';

type Skipped = NonNullable<Beats['skipped']>;

const isTime = (value: unknown): boolean =>
  isJsonObject(value) && Object.values(value).every((one) => typeof one !== 'object');

const isBeats = (value: unknown): value is Beats =>
  isJsonObject(value) &&
  value['v'] === 1 &&
  typeof value['runs'] === 'number' &&
  ['started', 'last', 'spent'].every((name) => value[name] === undefined || isTime(value[name]));

const isSkipped = (value: unknown): value is Skipped =>
  isJsonObject(value) && typeof value['at'] === 'number' && typeof value['reason'] === 'string';

const isEvery = (value: unknown): value is { readonly seconds: number } =>
  isJsonObject(value) && typeof value['seconds'] === 'number' && value['seconds'] > 0;

/** All that is known; a damaged file is set aside. Throws STATE_UNUSABLE. */
export const readBeats = (home: StateHome): Beats => {
  const {
    skipped: _,
    everySeconds: __,
    ...runs
  } = home.readJsonOrSetAside(RUNS, isBeats, LOSS) ?? NO_BEATS;
  const skipped = home.readJsonOrSetAside(SKIPPED, isSkipped, LOSS);
  const every = home.readJsonOrSetAside(
    EVERY,
    isEvery,
    'How often they come is as the settings say.',
  );
  return {
    ...runs,
    ...(skipped !== undefined && { skipped }),
    ...(every !== undefined && { everySeconds: every.seconds }),
  };
};

/** Runs, by who holds their lock. Throws STATE_UNUSABLE. */
export const writeRuns = (home: StateHome, beats: Beats): void => {
  const { skipped: _, everySeconds: __, ...runs } = beats;
  home.writeJson(RUNS, runs);
};

/** The one that was left out last. Throws STATE_UNUSABLE. */
export const writeSkipped = (home: StateHome, { skipped }: Beats): void => {
  if (skipped !== undefined) home.writeJson(SKIPPED, skipped);
};

/** How often, as the owner said when they turned it on; `undefined`: as the settings say. Throws STATE_UNUSABLE. */
export const writeEvery = (home: StateHome, seconds: number | undefined): void => {
  if (seconds === undefined) home.remove(EVERY);
  else home.writeJson(EVERY, { seconds });
};
