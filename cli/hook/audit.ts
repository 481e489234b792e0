/** The auditor's word on a workspace at the start of a session of a host: three lines, by the auditor in a process of its own. */
import { Refusal } from '#lib/spec/refusals.ts';
import { auditWorkspace } from '#cli/mcp/audit.ts';

/** Never rejects for an audit that failed: that is a line, too. */
export const auditLines = async (
  workspace: string,
  settings: string | undefined,
): Promise<readonly string[]> => {
  const { signal } = new AbortController();
  try {
    const report = await auditWorkspace({ workspace, kind: 'main', settings, signal });
    const errors = report.findings.filter(({ level }) => level === 'error').length;
    const rest = report.findings.length - errors;
    return [
      `yamo audit: ${report.verdict}`,
      `yamo audit: ${errors} ${errors === 1 ? 'error' : 'errors'}, ${rest} other findings.`,
      report.command === null
        ? 'yamo audit: run it for the details.'
        : `yamo audit: next, run ${report.command.join(' ')}`,
    ];
  } catch (error) {
    if (error instanceof Refusal) return [`yamo audit: ${error.message}`];
    throw error;
  }
};
