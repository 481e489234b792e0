/** `npm run demo` and `npm run demo:chat`, as they run where nobody sits at a terminal. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import manifest from '../../package.json' with { type: 'json' };
import { freshPath } from '#test/support/workspace.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** What a demo prints, and what it leaves in the folder for temporary ones. Rejects where it fails. */
const demo = async (name: 'demo' | 'demo:chat') => {
  const TMPDIR = dirname(freshPath('demo'));
  const [, script = ''] = manifest.scripts[name].split(' ');
  const running = promisify(execFile)(process.execPath, [script], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR },
  });
  running.child.stdin?.end();
  const { stdout } = await running;
  return { stdout, left: readdirSync(TMPDIR).filter((one) => one.startsWith('yamo-demo-')) };
};

it('is born, answers, and leaves what it has written to be looked at', async () => {
  const { stdout, left } = await demo('demo');
  expect(stdout).toContain('I am Atlas, research assistant.');
  expect(stdout).toContain('the chain is whole');
  expect(left).toHaveLength(1);
});

it('tells the owner alone what it knows, and a group nothing of it', async () => {
  const { stdout, left } = await demo('demo:chat');
  const [before, alone, group] = stdout.split('all that it was shown. About Grace:');
  expect(before).toMatch(/\$ yamo chat add telegram .+\n✓ telegram is added/u);
  expect(alone).toMatch(/^\n {2}• The party for Grace is on Saturday/u);
  expect(group).toMatch(/^\n {2}@AtlasTestBot What is planned for Grace\?\n\n/u);
  expect(group).not.toContain('Saturday');
  expect(group).toMatch(/\nhttp:\/\/127\.0\.0\.1:\d+\/#login=/u);
  // Both sessions end with the daemon, in any order.
  for (const kind of ['main', 'shared'])
    expect(group).toMatch(new RegExp(`  ${kind} +closed \\(the daemon ends\\)`, 'u'));
  expect(group).toContain('✓ 3 entries, the chain is whole');
  expect(left).toEqual([]);
});
