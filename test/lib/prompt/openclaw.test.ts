/** What OpenClaw puts into a prompt, by its constants. */
import { describe, expect, it } from 'vitest';

import { statusOf, plan, textFor } from '#test/support/prompt.ts';

const layout = 'openclaw';
const FILES = {
  'AGENTS.md': 'rules',
  'SOUL.md': 'soul',
  'IDENTITY.md': 'identity',
  'USER.md': 'ada',
  'BOOTSTRAP.md': 'ceremony',
  'MEMORY.md': 'memory',
};
const shown = (audience: 'main' | 'shared' | 'cron' | 'subagent'): readonly string[] =>
  plan({ layout, files: FILES, audience })
    .files.filter(({ fate: is }) => is === 'whole')
    .map(({ file }) => file);
/** Lines without words that say what must be done. */
const plain = (length: number): string => 'lorem ipsum dolor\n'.repeat(length).slice(0, length);
const length = (files: Readonly<Record<string, string>>, file: string, more = {}): number =>
  plan({ layout, files, ...more })
    .pieces.filter(({ source }) => 'file' in source && source.file === file)
    .reduce((sum, { text }) => sum + text.length, 0);

describe('a prompt of OpenClaw', () => {
  it('has its files in its order', () => {
    expect(textFor({ layout, files: FILES })).toBe(
      Object.entries(FILES)
        .map(([name, text]) => `## ${name}\n\n${text}`)
        .join('\n\n'),
    );
  });

  it.each([
    ['main', Object.keys(FILES)],
    ['shared', ['AGENTS.md', 'SOUL.md', 'IDENTITY.md', 'USER.md', 'BOOTSTRAP.md']],
    ['cron', ['AGENTS.md', 'SOUL.md', 'IDENTITY.md', 'USER.md']],
    ['subagent', ['AGENTS.md']],
  ] as const)('of a %s session has %j', (audience, expected) => {
    expect(shown(audience)).toEqual(expected);
  });

  it('says of files that are missing where they were expected, but for USER.md and MEMORY.md', () => {
    expect(textFor({ layout, files: {} })).toBe(
      ['AGENTS.md', 'SOUL.md', 'IDENTITY.md']
        .map((name) => `## ${name}\n\n[MISSING] Expected at: ${name}`)
        .join('\n\n'),
    );
  });

  it('leaves out a file that says nothing', () => {
    const files = { ...FILES, 'USER.md': '\n', 'SOUL.md': '' };
    const { 'USER.md': _user, 'SOUL.md': _soul, ...rest } = FILES;
    expect(textFor({ layout, files })).toBe(textFor({ layout, files: { ...rest, 'SOUL.md': '' } }));
    expect(textFor({ layout, files })).not.toMatch(/## (?:USER|SOUL)\.md/u);
  });

  it('cuts a file to 20,000 characters: three quarters of its beginning, one of its end', () => {
    const files = { ...FILES, 'SOUL.md': plain(24_999) };
    expect(length(files, 'SOUL.md')).toBe(19_999);
    expect(textFor({ layout, files })).toContain(
      '\n\n[...truncated, read SOUL.md for full content...]\n…(truncated SOUL.md: kept 14920+4973 chars of 24999)…\n\n',
    );
  });

  it('cuts USER.md to 4,000', () => {
    expect(length({ ...FILES, 'USER.md': plain(8999) }, 'USER.md')).toBeLessThanOrEqual(4000);
    expect(length({ ...FILES, 'USER.md': plain(8999) }, 'USER.md')).toBeGreaterThanOrEqual(3998);
  });

  it('keeps of AGENTS.md 9,000 characters, 3,000, and lines that say what must be done', () => {
    const files = {
      ...FILES,
      'AGENTS.md': `${plain(15_000)}\nYou must never lie.\n${plain(15_000)}`,
    };
    const parts = plan({ layout, files }).pieces.flatMap(({ source, text }) =>
      source.is === 'file' && source.file === 'AGENTS.md' ? [text] : [],
    );
    expect(parts.map((text) => text.length)).toEqual([9000, 20, 3000]);
    expect(parts[1]).toBe('You must never lie.\n');
  });

  it('has 60,000 characters for all files, and drops what comes when fewer than 64 are left', () => {
    const files = Object.fromEntries(Object.keys(FILES).map((name) => [name, plain(19_990)]));
    const made = plan({ layout, files: { ...files, 'USER.md': 'ada' } });
    expect(statusOf(made, 'BOOTSTRAP.md')?.fate).toBe('dropped');
    expect(statusOf(made, 'MEMORY.md')?.fate).toBe('dropped');
  });
});
