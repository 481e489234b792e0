/** What a request comes from, in an ordinary session but for what a test says. */
import type { AccessContext } from '#kernel/gate/decide.ts';
import type { SessionKind } from '#lib/spec/session-policy.ts';
import { OWN_NAMES } from '#lib/workspace/role.ts';

export const TODAY = '2026-03-14';

export const context = (kind: SessionKind, more: Partial<AccessContext> = {}): AccessContext => ({
  kind,
  names: OWN_NAMES,
  today: TODAY,
  seesLogs: false,
  proposes: false,
  notesChecks: false,
  reconfigure: () => false,
  firstBoot: false,
  attended: true,
  unattendedWrites: [],
  workFolders: [],
  ...more,
});
