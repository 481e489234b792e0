/** A third kind of session is a column and a row: the compiler asks for the row, and for nothing else. */
import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';

import { afterAll, expect, it } from 'vitest';

import { copyOfRepository } from '../../scripts/mutants/alone.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const ACCESS = 'lib/spec/access.ts';
const POLICY = 'lib/spec/session-policy.ts';
const COMPILING_MS = 600_000;

/** What main reads, and nothing that changes a file. */
const COLUMN = `  observer: {
    soul: { read: 'required', write: 'never', append: 'never', section: '§3.1' },
    agents: { read: 'required', write: 'never', append: 'never', section: '§3.1' },
    user: { read: 'required', write: 'never', append: 'never', section: '§3.1' },
    memory: { read: 'required', write: 'never', append: 'never', section: '§3.1' },
    daily: { read: 'required', write: 'never', append: 'never', section: '§3.1' },
    archive: { read: 'allowed', write: 'never', append: 'never', section: '§5.2' },
    heartbeat: { read: 'allowed', write: 'never', append: 'never', section: '§3.1' },
    tools: { read: 'allowed', write: 'never', append: 'never', section: '§2.8' },
    'heartbeat-state': { read: 'allowed', write: 'never', append: 'never', section: '§2.9' },
    bootstrap: never('§2.6'),
    identity: { read: 'required', write: 'never', append: 'never', section: '§2.1' },
    goals: { read: 'required', write: 'never', append: 'never', section: '§3.1' },
    attention: { read: 'required', write: 'never', append: 'never', section: '§3.1' },
    context: { read: 'required', write: 'never', append: 'never', section: '§3.1' },
    system: { read: 'required', write: 'never', append: 'never', section: '§2.1' },
    rule: { read: 'required', write: 'never', append: 'never', section: '§2.2' },
    skill: { read: 'allowed', write: 'never', append: 'never', section: '§2.8' },
    knowledge: { read: 'required', write: 'never', append: 'never', section: '§3.1' },
  },
`;
const ROW = `  observer: new SessionKind('observer', {
    access: ACCESS.observer,
    section: '§3.1',
    advice: 'An observer changes nothing.',
    isPrivate: true,
    conduct: [],
    audiences: ['main'],
    seesMemory: true,
    curatesMemory: false,
    logs: 'always',
    index: 'private',
    privateLines: 'learned',
    view: 'workspace',
    workFiles: 'read',
    unsandboxed: 'never',
    takesInstructions: false,
    preparesFiles: false,
    choosesModel: false,
    shell: 'channel',
    unsure: 'deny',
  }),
`;

const copy = copyOfRepository(ROOT);
afterAll(() => rmSync(copy, { recursive: true }));

/** Puts rows at the end of the table that ends with this line. */
const add = (file: string, end: string, rows: string): void => {
  const path = join(copy, file);
  const before = readFileSync(path, 'utf8');
  expect(before.split(end)).toHaveLength(2);
  writeFileSync(
    path,
    before.replace(end, () => rows + end),
  );
};

const run = (
  ...args: readonly string[]
): { readonly status: number | null; readonly out: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
  });
  return { status, out: stdout + stderr };
};

/** The files that the compiler complains about. */
const complaints = (): readonly string[] => {
  const { out } = run('node_modules/typescript/bin/tsc', '-p', '.', '--pretty', 'false');
  return [...new Set(out.match(/^[\w./-]+(?=\(\d+,\d+\): error)/gmu))];
};

it(
  'a third kind of session is a column of the access table and a row of the policy',
  () => {
    add(ACCESS, '} as const satisfies Record<string, Record<Role | OtherRole, Rights>>;', COLUMN);
    expect(complaints()).toEqual([POLICY]);
    add(POLICY, '} as const satisfies Record<KindName, SessionKind>;', ROW);
    expect(complaints()).toEqual([]);
  },
  COMPILING_MS,
);

it(
  'nothing that such a kind is not given is allowed: gate, rights, prompts and the hostile agent are tried with it',
  () => {
    // No test of this tree: here there is no such kind.
    renameSync(join(copy, 'test/house/third-kind.ts'), join(copy, 'test/house/third-kind.test.ts'));
    // The table in RFC-0009.md gets its column.
    expect(run('scripts/spec-tables.ts')).toMatchObject({ status: 0 });
    const { status, out } = run(
      'node_modules/vitest/vitest.mjs',
      'run',
      'test/kernel/gate',
      'test/lib/spec',
      'test/lib/prompt/rights.test.ts',
      'test/kernel/startup/load.test.ts',
      'test/house/third-kind.test.ts',
    );
    expect([status, out]).toEqual([0, expect.stringMatching(/^\d+ passed, 0 failed$/mu)]);
  },
  COMPILING_MS,
);
