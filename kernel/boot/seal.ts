/** Priority 0: the ghost check, with every repair in the daily log before the boot goes on (RFC-0006 §2.1). */
import { SectionCheck } from '#lib/text/outline.ts';
import { nearHeaderText } from '#lib/workspace/near-header.ts';
import type { Run } from '#kernel/run/running.ts';
import { intendHeal, settleHeal } from '#kernel/session/heal.ts';
import { GhostSealed } from '#kernel/startup/ghost.ts';
import type { Ahead } from './check-ahead.ts';

/** Throws AGENTS_…, GHOST_… and FILE_… refusals, DAILY_LOG_UNWRITABLE, STATE_… refusals. */
export const seal = (
  { recorder, opened, request, bootId }: Run,
  { ready: { firstBoot, forbidden } }: Ahead,
): GhostSealed => {
  const done = recorder.begin('ghost_invariant_check');
  const sealed = GhostSealed.seal(opened.workspace, {
    strict: request.strict,
    firstBoot,
    forbidden,
    sections: SectionCheck.byOutline,
    intend: intendHeal(opened.home, bootId),
    near: nearHeaderText,
  });
  // A first boot logs it when it begins: nobody knows yet in which zone its human lives, or whether it is refused.
  if (!firstBoot) settleHeal(opened, sealed, bootId);
  recorder.damage(opened.takeDamage());
  const { agents, outcome } = sealed;
  return done(sealed, {
    status: outcome === 'present' ? 'ok' : outcome,
    file: 'AGENTS.md',
    bytes: agents?.bytes.byteLength,
    sha256: agents?.sha256,
  });
};
