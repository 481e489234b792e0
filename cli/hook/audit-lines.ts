/** The auditor's word on a workspace at the start of a session of a host: three lines. */
import type { Report } from '#audit/report/report.ts';

/** Never rejects for an audit that failed: that is a line, too. */
export const auditLines = async (audit: () => Promise<Report>): Promise<readonly string[]> => {
  try {
    const { workspaces, verdict } = await audit();
    const [report] = workspaces;
    if (report === undefined || report.error !== undefined) return [`yamo audit: ${verdict}`];
    const { findings, command } = report;
    const errors = findings.filter(({ level }) => level === 'error').length;
    return [
      `yamo audit: ${report.verdict}`,
      `yamo audit: ${errors} ${errors === 1 ? 'error' : 'errors'}, ${findings.length - errors} other findings.`,
      command === null
        ? 'yamo audit: run it for the details.'
        : `yamo audit: next, run ${command.join(' ')}`,
    ];
  } catch (error) {
    // The auditor is a script of its own, with refusals of its own.
    const reason = error instanceof Error ? error.message : 'it failed';
    return [`yamo audit: it could not be audited: ${reason}`];
  }
};
