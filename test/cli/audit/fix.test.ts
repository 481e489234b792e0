/** Which fixes of a workspace are made together. */
import { geteuid } from 'node:process';

import { expect, it } from 'vitest';

import type { AuditJob } from '#cli/audit/one.ts';
import { planWorkspaceFixes } from '#cli/audit/fixes.ts';
import { disk } from '#kernel/fs/disk.ts';
import { goldenFiles } from '#test/support/golden.ts';
import { makeWorkspace } from '#test/support/workspace.ts';

const JOB: AuditJob = {
  layout: 'rfc-0009',
  instructions: false,
  recognise: false,
  pedantic: false,
  strict: false,
  history: false,
  here: false,
  today: '2026-03-10',
  hashKey: '00',
  build: '',
};

/** AGENTS.md without "Memory", and without the last semicolon at the place where that section would be added. */
const unfinished = (agents: string): string =>
  agents
    .replace(/^## Memory$[^]*?(?=^## )/mu, '')
    .replace(/^## Safety$[^]*/mu, '')
    .concat(
      '## External vs Internal\n\nAsk first.\n\n## Safety\n\nrules;safety;\n  invariant;quiet',
    );

it('a fix that changes no meaning is made although one was refused in the same place', async () => {
  const files = goldenFiles('v3.0');
  const workspace = makeWorkspace({
    ...files,
    'AGENTS.md': unfinished(files['AGENTS.md'] ?? ''),
  });
  const asked: string[] = [];
  const host = {
    disk,
    uid: geteuid?.() ?? 0,
    stateRoot: workspace.stateHome,
    environment: process.env,
    isCi: true,
  };
  const goals = { required: null, claim: null };
  const { done } = await planWorkspaceFixes(
    workspace.path,
    { job: JOB, host, goals, isLeftOut: () => false },
    async ({ fix }) => {
      asked.push(fix.title);
      return false;
    },
  );
  expect(asked).toEqual(['Add a short section "## Memory" at the end of AGENTS.md']);
  expect(done).toEqual([{ file: 'AGENTS.md', title: 'End the line with a semicolon' }]);
});
