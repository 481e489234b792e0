/**
 * The auditor's word on the workspace, from a process of its own: standard output here is the protocol's. It quotes
 * nothing; but it reads every file, so a shared session, for which MEMORY.md is never opened, has none (RFC-0009 §4.1).
 */
import { join, resolve } from 'node:path';
import process from 'node:process';
import type { Report, WorkspaceReport } from '#audit/report/report.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { type Finished, runToEnd } from '#kernel/process/child.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import { packageRoot } from '#kernel/process/package.ts';
import type { SessionKind } from '#lib/spec/session-policy.ts';

/** An audit that a client asked for: whose workspace, and in what kind of session. */
interface AuditRequest {
  readonly workspace: string;
  readonly kind: SessionKind;
  readonly settings: string | undefined;
  /** The client no longer wants it. */
  readonly signal: AbortSignal;
}

/** The report on one workspace, without the place where it lies. */
export type Audited = Omit<WorkspaceReport, 'path' | 'repositoryPath'>;

/** Throws AUDIT_IN_SHARED before anything is opened, and AUDIT_FAILED. */
export const auditWorkspace = async (request: AuditRequest): Promise<Audited> => {
  if (!request.kind.permissions.isPrivate) throw new Refusal('AUDIT_IN_SHARED', {});
  const { path: _path, repositoryPath: _place, ...report } = await reportOf(request);
  return report;
};

const reportOf = async (request: AuditRequest): Promise<WorkspaceReport> => {
  const { output, how } = await runAudit(request);
  let report: Report | undefined;
  try {
    report = JSON.parse(output);
  } catch {
    report = undefined;
  }
  const found = report?.workspaces?.find(({ path }) => path === '.');
  if (found === undefined) throw new Refusal('AUDIT_FAILED', { reason: how });
  if (found.error !== undefined) throw new Refusal('AUDIT_FAILED', { reason: found.error });
  return found;
};

/** How long the auditor may take to end when nobody wants its answer any more. */
const GRACE_MS = 500;

const runAudit = async ({ workspace, settings, signal }: AuditRequest): Promise<Finished> => {
  const program = import.meta.filename.endsWith('.ts') ? 'cli/main.ts' : 'dist/yamo.js';
  const command = {
    program: process.execPath,
    args: [
      join(packageRoot(), program),
      'audit',
      '.',
      '--json',
      // It starts in the workspace, where a relative path would lead to a file that an agent may write.
      ...(settings === undefined ? [] : ['--settings', resolve(settings)]),
    ],
    environment: process.env,
    directory: workspace,
  };
  try {
    return await runToEnd(command, { signal, graceMs: GRACE_MS });
  } catch (error) {
    throw asRefusal(error, (reason) => new Refusal('AUDIT_FAILED', { reason }));
  }
};
