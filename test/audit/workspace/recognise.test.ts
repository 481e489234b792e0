/** A folder is recognised as one of OpenClaw by two signs, and never by one. */
import { describe, expect, it } from 'vitest';

import { signsOfOpenClaw } from '#audit/workspace/recognise.ts';
import { snapshotOf } from '#test/support/golden.ts';

const IDENTITY = '- **Name:** Ulla\n- **Creature:** heron\n- **Vibe:** dry\n- **Emoji:** 🪶\n';
const AGENTS = '# Rules\n\n## Session Startup\n\nRead.\n\n## Red Lines\n\nNever lie.\n';
const HEARTBEAT =
  '# Keep this file empty (or with only comments) to skip heartbeat API calls.\n- Mail\n';

const signsOf = (files: Readonly<Record<string, string>>): string | undefined =>
  signsOfOpenClaw(snapshotOf({ 'SOUL.md': '# Ulla\n', ...files }));

const SIGNS: readonly (readonly [string, string])[] = [
  ['IDENTITY.md', IDENTITY],
  ['AGENTS.md', AGENTS],
  ['HEARTBEAT.md', HEARTBEAT],
  ['openclaw.json', '{}'],
];

describe('[R-104] a workspace of OpenClaw', () => {
  it.each(SIGNS)('is not told by %s alone', (name, text) => {
    expect(signsOf({ [name]: text })).toBeUndefined();
  });

  it('is told by any two of them', () => {
    const pairs = SIGNS.flatMap((one, at) => SIGNS.slice(at + 1).map((other) => [one, other]));
    for (const pair of pairs)
      expect(signsOf(Object.fromEntries(pair)), JSON.stringify(pair)).toMatch(/ and /u);
    expect(
      signsOf({ 'AGENTS.md': AGENTS, 'BOOTSTRAP.md': '# BOOTSTRAP.md - Hello, World\n' }),
    ).toBe('Session Startup and Red Lines in AGENTS.md and its template of BOOTSTRAP.md');
  });

  it.each([
    ['half of the headings', { 'AGENTS.md': '## Red Lines\n', 'openclaw.json': '{}' }],
    [
      'fields that any agent has',
      { 'IDENTITY.md': '- **Name:** U\n- **Emoji:** 🪶\n', 'openclaw.json': '{}' },
    ],
    [
      'the ghost header',
      {
        'IDENTITY.md': IDENTITY,
        'openclaw.json': '{}',
        'AGENTS.md': `YAMO-NATIVE KERNEL ACTIVE\n\n${AGENTS}`,
      },
    ],
    [
      'a line that was to be it',
      {
        'IDENTITY.md': IDENTITY,
        'openclaw.json': '{}',
        'AGENTS.md': `> **YAMO-NATIVE KERNEL v3.0 ACTIVE**\n\n${AGENTS}`,
      },
    ],
  ])('is not told by %s', (_, files) => {
    expect(signsOf(files)).toBeUndefined();
  });

  it('is not told where the kernel has booted it as one of RFC-0009', () => {
    const files = { 'IDENTITY.md': IDENTITY, 'AGENTS.md': AGENTS };
    const records = { entries: [{ seq: 1 }], verdict: { whole: true, torn: false } } as const;
    expect(signsOfOpenClaw({ ...snapshotOf(files), records })).toBeUndefined();
    const asOpenClaw = { ...records, layout: 'openclaw' };
    expect(signsOfOpenClaw({ ...snapshotOf(files), records: asOpenClaw })).toContain('IDENTITY.md');
  });
});
