/** What the suite says where it may do less: as a user without rights, and where nothing may be traced. */
import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { describe, expect, it } from 'vitest';

import { findMeans } from '#conform/machine/fence.ts';
import type { ConformReport } from '#conform/suite/report.ts';
import { cannotRun, kernelFile, only, ROOT } from '#test/support/conform.ts';
import { freshPath } from '#test/support/workspace.ts';

const NOBODY = 65_534;
const YAMO = join(ROOT, 'dist/yamo.js');

/** The report of a run that begins with these words, and its exit code; `uid`: as whom; `path`: with these programs first. */
const heldBy = (
  before: readonly string[],
  ids: readonly string[],
  {
    uid,
    path = '',
    kernel = 'yamo',
  }: { readonly uid?: number; readonly path?: string; readonly kernel?: string } = {},
): { readonly report: ConformReport; readonly exit: number | null } => {
  const folder = mkdtempSync(join(tmpdir(), 'rights-'));
  if (uid !== undefined) chownSync(folder, uid, uid);
  const words = [YAMO, 'conform', kernelFile(kernel), '--json', ...only(...ids)];
  const [program = '', ...rest] = [...before, process.execPath, ...words];
  const { stdout, stderr, status } = spawnSync(program, rest, {
    env: { PATH: `${path}:${process.env['PATH']}`, TMPDIR: folder, HOME: folder },
    encoding: 'utf8',
  });
  const left = readdirSync(folder).filter((name) => name !== '.cache');
  rmSync(folder, { recursive: true });
  expect(left, stderr).toEqual([]);
  if (stdout === '') throw new Error(stderr);
  const report: ConformReport = JSON.parse(stdout);
  return { report, exit: status };
};

const done = (name: string, ...words: readonly string[]): unknown =>
  spawnSync(name, words, { encoding: 'utf8' });

describe.skipIf(cannotRun)('the suite', () => {
  it.skipIf(process.getuid?.() !== 0)('tells all but the owner for a user without rights', () => {
    const as = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
    const ids = ['B-01', 'B-14', 'B-28', 'B-34', 'G-01', 'M-07', 'M-08', 'S-06', 'X-03', 'X-09'];
    const { report, exit } = heldBy(as, ids, { uid: NOBODY });
    const others = report.cases.filter(({ verdict }) => verdict !== 'pass');
    expect(others).toMatchObject([{ id: 'B-34', verdict: 'not applicable' }]);
    expect(exit).toBe(0);
  });

  it('cannot tell, and says so, where nothing may be traced', () => {
    const script = join(ROOT, 'test/support/without-ptrace.mjs');
    const ids = ['B-01', 'B-10', 'B-27', 'M-07', 'S-04', 'X-14'];
    const { report, exit } = heldBy([process.execPath, script], ids);
    expect(report.cases.filter(({ verdict }) => verdict !== 'could not tell')).toEqual([]);
    expect(report.cases).toHaveLength(ids.length);
    expect(report.notes.join(' ')).toContain('Nothing can watch here: strace is needed');
    expect(exit).toBe(4);
  });

  it('cannot tell, and says so, where nothing brings the loopback of a provider up', () => {
    const path = freshPath('programs');
    mkdirSync(path);
    writeFileSync(join(path, 'ip'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const { report, exit } = heldBy([], ['B-01'], { path, kernel: 'toy-messages' });
    const judgement = { verdict: 'could not tell', why: [expect.stringContaining('iproute2')] };
    expect(report.cases).toMatchObject([judgement]);
    expect(exit).toBe(4);
  });

  it.skipIf(process.getuid?.() !== 0)('is not misled by what others mount meanwhile', () => {
    const { fence, isConfined } = findMeans();
    expect(isConfined).toBe(true);
    const [place, mounted] = [freshPath('place'), freshPath('a mount')];
    for (const folder of [place, mounted]) mkdirSync(folder);
    const [program = '', ...words] = fence?.(place) ?? [];
    expect(done('mount', '-t', 'tmpfs', 'none', mounted)).toMatchObject({ status: 0 });
    try {
      expect(done(program, ...words, 'true')).toMatchObject({ status: 0, stderr: '' });
    } finally {
      done('umount', mounted);
    }
  });

  it.each([
    ['once', 'trace-1 ', { verdict: 'pass', why: [] }, 0],
    [
      'always',
      'trace-',
      { verdict: 'could not tell', why: [expect.stringContaining('itself broke off')] },
      4,
    ],
  ])('is not misled by a strace that crashes %s', (_, when, judgement, code) => {
    const path = freshPath('programs');
    mkdirSync(path);
    const crash = `case "$*" in *'${when}'*) sh -c 'kill -SEGV $$'; exit 139 ;; esac`;
    const script = `#!/bin/sh\n${crash}\nPATH=\${PATH#*:} exec strace "$@"\n`;
    writeFileSync(join(path, 'strace'), script, { mode: 0o755 });
    const { report, exit } = heldBy([], ['S-02'], { path });
    expect(report.cases).toMatchObject([judgement]);
    expect(exit).toBe(code);
  });
});
