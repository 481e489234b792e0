/** The prompt of RFC-0009 by the engine of all layouts is the one that a session is given. */
import { describe, expect, it } from 'vitest';

import { FILES } from '#lib/spec/files.ts';
import { LAYOUTS } from '#lib/layout/bundled.ts';
import { statusOf, plan, TODAY, YESTERDAY } from '#test/support/prompt.ts';

const layout = 'rfc-0009';
const SIX = {
  'AGENTS.md': '# A\n\n## One\n\none\n\n## Two\n\ntwo\n',
  'SOUL.md': 'soul\n',
  'USER.md': 'ada\n',
  [`memory/${YESTERDAY}.md`]:
    '# Log\n\n## Session [09:00]\n\n- tea\n\n## Session [10:00]\n\n- cake\n',
  [`memory/${TODAY}.md`]: 'today\n',
  'MEMORY.md': 'memory\n',
};

describe('the layout of RFC-0009', () => {
  it('has the files of its table, and the logs of two days', () => {
    const names = FILES.flatMap(({ role, name }) =>
      role === 'daily' ? ['memory/{today}.md', 'memory/{yesterday}.md'] : [name],
    );
    expect(LAYOUTS[layout].files.map(({ name }) => name)).toEqual(names);
  });

  it('shows the files in the order of a start, the logs by their days (R-50)', () => {
    const shown = plan({ layout, files: SIX }).pieces.flatMap(({ source }) =>
      source.is === 'file' ? [source.file] : [],
    );
    expect(shown).toEqual([
      'AGENTS.md',
      'SOUL.md',
      'USER.md',
      `memory/${YESTERDAY}.md`,
      `memory/${TODAY}.md`,
      'MEMORY.md',
    ]);
  });

  it.each([
    ['TOOLS.md', 'on demand'],
    ['HEARTBEAT.md', 'on demand'],
    ['BOOTSTRAP.md', 'not for this session'],
  ])('leaves %s where it is: %s', (file, expected) => {
    expect(statusOf(plan({ layout, files: { ...SIX, [file]: 'x' } }), file)?.fate).toBe(expected);
  });

  it('has HEARTBEAT.md on a heartbeat, of a main session', () => {
    const files = { ...SIX, 'HEARTBEAT.md': '- [ ] look' };
    expect(statusOf(plan({ layout, files, heartbeat: true }), 'HEARTBEAT.md')?.fate).toBe('whole');
    expect(
      statusOf(plan({ layout, files, heartbeat: true, audience: 'shared' }), 'HEARTBEAT.md')?.fate,
    ).toBe('not for this session');
  });
});

describe('the budget of RFC-0009', () => {
  it('cuts nothing unless it is asked (R-51)', () => {
    const made = plan({ layout, files: { ...SIX, 'MEMORY.md': 'x'.repeat(1_000_000) } });
    expect(made.files.some(({ fate: is }) => is === 'cut' || is === 'dropped')).toBe(false);
  });

  it('keeps required files whole, and of others whole sections', () => {
    const log = `memory/${YESTERDAY}.md`;
    const files = { ...SIX, [log]: `${SIX[log]}${'cake '.repeat(100)}` };
    const made = plan({ layout, files, budget: 80 });
    expect(['AGENTS.md', 'SOUL.md', 'USER.md'].map((file) => statusOf(made, file)?.fate)).toEqual([
      'whole',
      'whole',
      'whole',
    ]);
    const yesterday = made.pieces.flatMap(({ source, text }) =>
      source.is === 'file' && source.file.includes(YESTERDAY) ? [text] : [],
    );
    expect(yesterday).toEqual(['# Log\n\n## Session [09:00]\n\n- tea']);
    expect(made.faults).toEqual([]);
  });

  it('is too small where required files alone take more', () => {
    expect(plan({ layout, files: SIX, budget: 5 }).faults[0]).toEqual({
      file: 'AGENTS.md',
      problem: 'larger than the budget',
    });
  });
});
