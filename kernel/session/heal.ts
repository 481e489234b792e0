/** Every heal of the ghost header is in the daily log, once (K8), also if the kernel is killed between the two. */
import type { GhostSealed, Heal } from '#kernel/startup/ghost.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import type { StateHome } from '#kernel/state/home.ts';
import { STATE } from '#kernel/state/kinds.ts';
import { stateOf } from '#kernel/state/store.ts';

/** Makes it durable that a heal is about to happen. */
export const intendHeal =
  (home: StateHome, bootId: string) =>
  (heal: Heal): void =>
    stateOf(home).write(STATE.healIntent, { ...heal, bootId });

/** Logs the heal of this boot, or the one of a kernel that died after it. Throws DAILY_LOG_UNWRITABLE. */
export const settleHeal = (
  { home, daily }: OpenWorkspace,
  { agents, heal }: GhostSealed,
  bootId: string,
): void => {
  const intent = heal === undefined ? stateOf(home).read(STATE.healIntent) : { ...heal, bootId };
  if (intent === undefined) return;
  const happened = agents?.sha256 === intent.after;
  const logged = happened && daily.holds('ghost_repair_event') && daily.holds(intent.bootId);
  if (happened && !logged) {
    const { before, after } = intent;
    daily.event(
      'ghost_repair_event',
      'file',
      'AGENTS.md',
      'action',
      'prepend_header',
      'before',
      before,
      'after',
      after,
      'boot',
      intent.bootId,
    );
  }
  stateOf(home).remove(STATE.healIntent);
};
