/** `yamo audit` of a workspace of OpenClaw that nobody has called one, and of rules in CLAUDE.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Report } from '#audit/report/report.ts';
import { goldenFiles } from '#test/support/golden.ts';
import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { yamo } from '#test/support/yamo.ts';

const FILES = {
  'SOUL.md': '# Ulla\n\nDry and kind.\n',
  'IDENTITY.md': '- **Name:** Ulla\n- **Creature:** heron\n- **Vibe:** dry\n',
  'AGENTS.md': '# Rules\n\n## Session Startup\n\nRead.\n\n## Red Lines\n\nNever lie.\n',
};

const laid = (files: Readonly<Record<string, string>>): TempWorkspace => {
  const folder = makeWorkspace();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text);
  return folder;
};

const reportOf = async (workspace: TempWorkspace, ...options: readonly string[]) => {
  const { stdout } = await yamo(['audit', workspace.path, '--json', ...options], { workspace });
  const report: Report = JSON.parse(stdout);
  const [{ layout, findings } = { layout: undefined, findings: [] }] = report.workspaces;
  return { layout, exit: report.exit, rules: findings.map(({ rule }) => rule), report };
};

describe('[R-104] a workspace of OpenClaw', () => {
  it('is judged by its own layout, which decides how the run ends, and one line says so', async () => {
    const workspace = laid(FILES);
    const { layout, exit, report } = await reportOf(workspace);
    expect([layout, exit, report.totals.tiers['non-conformant']]).toEqual(['OpenClaw', 0, 0]);
    const { stdout } = await yamo(['audit', workspace.path], { workspace });
    expect(stdout.replaceAll(/\s+/gu, ' ')).toContain('--layout rfc-0009 asks for RFC-0009.');
    writeFileSync(join(workspace.path, 'USER.md'), 'Password: Tr4kz!q88pVnm\n');
    expect((await reportOf(workspace)).exit).toBe(1);
  });

  it.each([
    ['--layout', 'rfc-0009'],
    ['--require', 'lite'],
  ])('is one of RFC-0009 with %s %s', async (...options) => {
    const { layout, exit, rules } = await reportOf(laid(FILES), ...options);
    expect([layout, exit]).toEqual([undefined, 1]);
    expect(rules).toContain('2.2/memory');
  });

  it('has the badge of RFC-0009', async () => {
    const workspace = laid(FILES);
    const { stdout } = await yamo(['audit', workspace.path, '--format', 'badge'], { workspace });
    expect(stdout).toContain('non-conformant');
  });

  it('stays one of RFC-0009 for a baseline that was made before', async () => {
    const workspace = laid(FILES);
    const file = join(laid({}).path, 'baseline.json');
    const update = ['--baseline', file, '--update-baseline', '--accept-new'];
    expect((await reportOf(workspace, ...update)).layout).toBe('OpenClaw');
    const { layouts: _, ...before } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify(before));
    expect((await reportOf(workspace, '--baseline', file)).layout).toBeUndefined();
    await reportOf(workspace, ...update);
    const { layout, exit } = await reportOf(workspace, '--baseline', file);
    expect([layout, exit]).toEqual([undefined, 0]);
  });
});

describe('rules in CLAUDE.md beside SOUL.md', () => {
  it('are judged as AGENTS.md would be, and one error says how to rename the file', async () => {
    const { 'AGENTS.md': rules = '', ...others } = goldenFiles('lite');
    const workspace = laid(
      Object.fromEntries(
        Object.entries({ ...others, 'CLAUDE.md': rules.replace('## Safety', '## Boats') }).filter(
          ([name]) => !name.includes('/'),
        ),
      ),
    );
    writeFileSync(
      join(workspace.path, 'MEMORY.md'),
      '# Memory\n\n- 2026-03-01: the boat is blue\n',
    );
    const { report } = await reportOf(workspace);
    const errors = report.workspaces[0]?.findings.filter(({ level }) => level === 'error') ?? [];
    expect(errors.map(({ rule, file }) => `${rule} ${file}`)).toEqual([
      '2.2/agents-exists CLAUDE.md',
      '2.2/safety CLAUDE.md',
    ]);
    expect(errors[0]?.expected).toContain('mv CLAUDE.md AGENTS.md');
  });
});
