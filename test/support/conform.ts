/** `yamo conform`, as tests run it: on documents of kernels that are written for them. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect } from 'vitest';

import { markedProcesses } from '#conform/machine/processes.ts';
import type { KernelDocument } from '#conform/kernel/document.ts';
import type { ConformReport } from '#conform/suite/report.ts';
import { straceFault } from './strace.ts';
import { freshPath } from './workspace.ts';
import { skipLoudly, yamo } from './yamo.ts';

export const ROOT = resolve(import.meta.dirname, '../..');

/** The file of a kernel that comes with the suite. */
export const kernelFile = (name: string): string => join(ROOT, 'conform/kernels', `${name}.json`);

export const cannotRun = skipLoudly(straceFault() !== undefined, 'the conformance suite');

/** The report on a kernel; nothing may be left of it: no temporary file, no process that was started for it, no mount. */
export const held = async (kernel: string, ...more: readonly string[]): Promise<ConformReport> => {
  const env = { TMPDIR: freshPath('tmp') };
  mkdirSync(env.TMPDIR);
  const { stdout, stderr } = await yamo(['conform', kernel, '--json', ...more], { env });
  const left = {
    files: readdirSync(env.TMPDIR),
    processes: markedProcesses(`CONFORM_PLACE=${env.TMPDIR}/`),
    mounts: readFileSync('/proc/self/mountinfo', 'utf8').includes(env.TMPDIR),
  };
  expect(left).toEqual({ files: [], processes: [], mounts: false });
  if (stdout === '') throw new Error(stderr);
  const report: ConformReport = JSON.parse(stdout);
  return report;
};

export const only = (...ids: readonly string[]): readonly string[] =>
  ids.flatMap((id) => ['--only', id]);

/** The cases with this verdict. */
export const idsOf = ({ cases }: ConformReport, verdict: string): readonly string[] =>
  cases.filter((one) => one.verdict === verdict).map(({ id }) => id);

/** Writes the document of a kernel that is one command for both sessions: `{workspace}`, `{agent}` and so on. */
export const documentOf = (
  command: readonly string[],
  more: Partial<KernelDocument> = {},
): string => {
  const file = freshPath('kernel.json');
  const boot = { main: command, shared: command };
  writeFileSync(file, JSON.stringify({ name: 'of a test', agent: 'stdin', boot, ...more }));
  return file;
};

/** The same for a line of shell; `$1` is the workspace, `$2` the command of the agent. */
export const shellKernel = (line: string, more: Partial<KernelDocument> = {}): string =>
  documentOf(['sh', '-c', line, 'sh', '{workspace}', '{agent}'], more);
