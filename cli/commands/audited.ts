/** The auditor for a hook, which is loaded for the start of a session alone. */
import type { Auditing } from '../hook/machine.ts';

export const audited: Auditing = async (workspace, settings) => {
  const { auditReport } = await import('./audit.ts');
  return auditReport(workspace, settings);
};
