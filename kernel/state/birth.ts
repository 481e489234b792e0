/**
 * What the kernel remembers of a birth: which orders were taken when, and whether the
 * flow was finished. Never their text.
 */
import type { BirthRecord } from '#kernel/startup/birth-record.ts';
import type { StateHome } from './home.ts';

const NAME = 'birth.json';

const isBirthRecord = (value: unknown): value is BirthRecord =>
  typeof value === 'object' &&
  value !== null &&
  'state' in value &&
  (value.state === 'taken' || value.state === 'done') &&
  'takenAt' in value &&
  typeof value.takenAt === 'string' &&
  'files' in value &&
  Array.isArray(value.files);

/** Throws STATE_DAMAGED, STATE_UNUSABLE. */
export const readBirthRecord = (home: StateHome): BirthRecord | undefined =>
  home.readJson(NAME, isBirthRecord);

/** Durable before it returns. Throws STATE_UNUSABLE. */
export const writeBirthRecord = (home: StateHome, record: BirthRecord | undefined): void => {
  if (record === undefined) home.remove(NAME);
  else home.writeJson(NAME, record);
};
