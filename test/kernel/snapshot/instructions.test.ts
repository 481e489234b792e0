/** AGENTS.md alone instructs coding agents; with a second sign it is a workspace. */
import process from 'node:process';
import { describe, expect, it } from 'vitest';

import { disk } from '#kernel/fs/disk.ts';
import { discover, isOfInstructions } from '#kernel/snapshot/discover.ts';
import { listWorkspace } from '#kernel/snapshot/listing.ts';
import { takeSnapshot } from '#kernel/snapshot/take.ts';
import { uid } from '#test/support/kernel.ts';
import { filled, freshPath, makeWorkspace } from '#test/support/workspace.ts';

const RULES = '# Tide tables\n\n- Build with `npm run build`.\n';

const isInstructive = async (
  files: Readonly<Record<string, string>>,
  records?: object,
): Promise<boolean> => {
  const { path } = makeWorkspace(files);
  const host = { disk, uid, stateRoot: freshPath('state'), environment: process.env, isCi: false };
  const { snapshot } = await takeSnapshot(host, listWorkspace(disk, path), {});
  const entries = records === undefined ? [] : [{ ...records }];
  return isOfInstructions({
    ...snapshot,
    records: { entries, verdict: { whole: true, torn: false } },
  });
};

describe('instructions for coding agents', () => {
  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ['AGENTS.md alone', { 'AGENTS.md': RULES }],
    ['empty', { 'AGENTS.md': '' }],
    ['beside code', { 'AGENTS.md': RULES, 'package.json': '{}', 'README.md': 'x' }],
    ['beside CLAUDE.md', { 'AGENTS.md': RULES, 'CLAUDE.md': RULES }],
    [
      'with sections that any repository has',
      { 'AGENTS.md': '# A\n\n## Safety\n\nx\n\n## Memory\n' },
    ],
    ['of another language', { 'AGENTS.md': '# Regeln\n\nErst prüfen, dann schreiben.\n' }],
    ['CLAUDE.md alone', { 'CLAUDE.md': RULES }],
    ['with a SOUL.md for its coding agents', { 'CLAUDE.md': RULES, 'SOUL.md': 'Be kind.\n' }],
  ])('are %s', async (_, files) => {
    expect(await isInstructive(files)).toBe(true);
  });

  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ['SOUL.md', { 'AGENTS.md': RULES, 'SOUL.md': 'Be kind.\n' }],
    ['USER.md', { 'AGENTS.md': RULES, 'USER.md': '# User\n' }],
    ['MEMORY.md', { 'AGENTS.md': RULES, 'MEMORY.md': '# Memory\n' }],
    ['memory/', { 'AGENTS.md': RULES, 'memory/2026-03-10.md': '# 2026-03-10\n' }],
    ['BOOTSTRAP.md', { 'AGENTS.md': RULES, 'BOOTSTRAP.md': 'Be.\n' }],
    ['HEARTBEAT.md', { 'AGENTS.md': RULES, 'HEARTBEAT.md': '- mail\n' }],
    ['sections of RFC-0009', { 'AGENTS.md': filled('AGENTS.md') }],
  ])('are none with %s', async (_, files) => {
    expect(await isInstructive(files)).toBe(false);
  });

  it('are none once the kernel has booted them', async () => {
    expect(await isInstructive({ 'AGENTS.md': RULES }, { version: 1 })).toBe(false);
  });

  it('are found below others, each in its folder', () => {
    const { path } = makeWorkspace({ 'AGENTS.md': RULES, 'docs/AGENTS.md': RULES });
    const { workspaces } = discover(disk, path, () => undefined, { instructions: true });
    expect(workspaces).toEqual([path, `${path}/docs`]);
  });
});
