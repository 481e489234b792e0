/** `yamo hook`: where another program is told to ask. What it is answered has a start of its own. */
import type { Given } from '#cli/args/options.ts';

/** Throws HOOK_SETTINGS, SETTINGS_INVALID, STATE_… refusals. */
export const hook = async (given: Given<'hook'>): Promise<number> => {
  if (given.positional === undefined) {
    const { answer } = await import('./hook-answer.ts');
    return answer(given);
  }
  const { manageHooks } = await import('../hook/manage.ts');
  return manageHooks(given);
};
