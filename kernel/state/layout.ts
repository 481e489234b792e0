/** What a workspace was first booted as: what is put into it later does not make it another one. */
import { Refusal } from '#lib/spec/refusals.ts';
import { isJsonObject } from '#lib/text/json.ts';
import { readBootstrapRecord } from './bootstrap-record.ts';
import type { StateHome } from './home.ts';

const NAME = 'layout.json';

/** One of the owner's own is kept by its name, too, and so is one that only a later version of yamo knows. */
interface KeptLayout {
  readonly layout: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

const isKeptLayout = (value: unknown): value is KeptLayout =>
  isJsonObject(value) && typeof value['layout'] === 'string' && typeof value['at'] === 'string';

/**
 * Where none is kept, a first boot that was finished here says it too. What cannot be read is as good as none: the names are
 * looked at again. Throws STATE_DAMAGED, STATE_UNUSABLE.
 */
export const readLayout = (home: StateHome): string | undefined =>
  kept(home)?.layout ?? (readBootstrapRecord(home)?.state === 'done' ? 'rfc-0009' : undefined);

const kept = (home: StateHome): KeptLayout | undefined => {
  try {
    return home.readJson(NAME, isKeptLayout);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'STATE_DAMAGED') return undefined;
    throw error;
  }
};

/** By its name, which an owner's own has too. Throws STATE_UNUSABLE. */
export const keepLayout = (home: StateHome, layout: string): void => {
  const now: KeptLayout = { layout, at: new Date().toISOString() };
  home.writeJson(NAME, now);
};
