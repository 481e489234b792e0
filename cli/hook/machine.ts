/** What the command line brings to a hook. */
import process from 'node:process';
import type { Report } from '#audit/report/report.ts';
import { readSettings } from '#kernel/contract/settings.ts';
import { disk } from '#kernel/fs/disk.ts';
import type { Machine } from '#kernel/hook/machine.ts';
import type { Judging } from '#kernel/hook/judge.ts';
import { VERSION } from '#cli/args/version.ts';

/** The report of the auditor on a workspace. */
export type Auditing = (workspace: string, settings: string | undefined) => Promise<Report>;

/** This machine, with the settings at `settings`, or at their default place. */
export const judgingWith = (
  settings: string | undefined,
  livesOn: boolean,
  audit: Auditing,
): Judging => ({
  machine: async (): Promise<Machine> => ({
    disk,
    uid: process.geteuid?.() ?? 0,
    environment: process.env,
    version: VERSION,
    settings: await readSettings(disk, process.env, settings),
  }),
  audit: async (workspace) => {
    const { auditLines } = await import('./audit-lines.ts');
    return auditLines(() => audit(workspace, settings));
  },
  livesOn,
});
