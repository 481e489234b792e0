/**
 * What the kernel remembers of a first boot: which instructions were taken when, and whether the
 * flow was finished. Never their text.
 */
import { isJsonObject } from '#lib/text/json.ts';
import type { BootstrapRecord } from '#lib/workspace/bootstrap-record.ts';
import type { StateHome } from './home.ts';

const NAME = 'birth.json';

const isBootstrapRecord = (value: unknown): value is BootstrapRecord =>
  isJsonObject(value) &&
  (value['state'] === 'taken' || value['state'] === 'done') &&
  typeof value['takenAt'] === 'string' &&
  Array.isArray(value['files']);

/** Throws STATE_DAMAGED, STATE_UNUSABLE. */
export const readBootstrapRecord = (home: StateHome): BootstrapRecord | undefined =>
  home.readJson(NAME, isBootstrapRecord);

/** Durable before it returns. Throws STATE_UNUSABLE. */
export const writeBootstrapRecord = (
  home: StateHome,
  record: BootstrapRecord | undefined,
): void => {
  if (record === undefined) home.remove(NAME);
  else home.writeJson(NAME, record);
};
