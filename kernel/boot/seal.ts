/** Priority 0: the ghost check, with every repair in the daily log before the boot goes on (RFC-0006 §2.1). */
import { SectionsRead } from '#lib/text/outline.ts';
import { nearHeaderText } from '#lib/workspace/near-header.ts';
import type { Run } from '#kernel/run/running.ts';
import { intendHeal, settleHeal } from '#kernel/session/heal.ts';
import {
  AgentsRead,
  type AgentsOptions,
  type GhostOptions,
  GhostSealed,
} from '#kernel/startup/ghost.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import type { Ahead } from './check-ahead.ts';

/** What is asked of AGENTS.md besides its sections. */
type Sealing = AgentsOptions & Pick<GhostOptions, 'strict' | 'intend'>;

/** Reads AGENTS.md, its sections, and seals it. Throws AGENTS_…, GHOST_… and FILE_… refusals. */
export const sealAgents = (
  workspace: Workspace,
  { firstBoot, forbidden, ...asked }: Sealing,
): GhostSealed => {
  const agents = AgentsRead.of(workspace, { firstBoot, forbidden });
  const sections = agents.file && SectionsRead.of(agents.file.text);
  const near = asked.strict ? nearHeaderText(agents.file?.text ?? '') : '';
  return GhostSealed.seal(workspace, agents, { ...asked, sections, near });
};

/** Throws AGENTS_…, GHOST_… and FILE_… refusals, DAILY_LOG_UNWRITABLE, STATE_… refusals. */
export const seal = (
  { recorder, opened, request, bootId }: Run,
  { ready: { firstBoot, forbidden } }: Ahead,
): GhostSealed => {
  const done = recorder.begin('ghost_invariant_check');
  const sealed = sealAgents(opened.workspace, {
    strict: request.strict,
    firstBoot,
    forbidden,
    intend: intendHeal(opened.home, bootId),
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
