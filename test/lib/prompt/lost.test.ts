/** What a prompt shows of its files, in lines, and what it shows less of than it did. */
import { describe, expect, it } from 'vitest';

import { lostSince, type ShownFile, shownChanges, shownLines } from '#lib/prompt/lost.ts';
import { LAYOUTS } from '#lib/layout/bundled.ts';
import { planPrompt } from '#lib/prompt/plan.ts';

const whole = (file: string, lines: number): ShownFile => ({ file, fate: 'whole', lines });
const cut = (file: string, lines: number): ShownFile => ({ file, fate: 'cut', lines });
const BEFORE = [whole('SOUL.md', 3), whole('USER.md', 40), whole('TOOLS.md', 2)];

describe('what a prompt shows', () => {
  it('is compared file by file', () => {
    expect(
      shownChanges(BEFORE, [whole('SOUL.md', 3), cut('USER.md', 12), whole('a.md', 1)]),
    ).toEqual([
      { file: 'USER.md', before: 40, now: 12, fate: 'cut' },
      { file: 'TOOLS.md', before: 2, now: 0, fate: 'gone' },
      { file: 'a.md', before: 0, now: 1, fate: 'whole' },
    ]);
  });

  it('has lost what was whole, and not what was cut before', () => {
    const now = [whole('SOUL.md', 1), cut('USER.md', 12)];
    expect(lostSince(BEFORE, now)).toEqual([cut('USER.md', 12)]);
    expect(lostSince(now, now)).toEqual([]);
  });

  it('is counted in lines that say something, of what is shown', () => {
    const files = new Map(
      Object.entries({
        'SOUL.md': 'one\n\ntwo\n',
        'USER.md': 'a line of thirty characters is\n'.repeat(200),
      }).map(([name, text]) => [name, { text, sha256: '' }]),
    );
    const plan = planPrompt({
      document: LAYOUTS.openclaw,
      context: {
        audience: 'main',
        heartbeat: false,
        order: 'normal',
        dailyInShared: false,
        variables: { today: '2026-03-14', yesterday: '2026-03-13' },
      },
      facts: {},
      files,
    });
    const [soul, user] = shownLines(plan, files);
    expect(soul).toEqual(whole('SOUL.md', 2));
    expect(user).toMatchObject({ file: 'USER.md', fate: 'cut' });
    expect(user?.lines).toBeGreaterThan(90);
    expect(user?.lines).toBeLessThan(140);
  });
});
