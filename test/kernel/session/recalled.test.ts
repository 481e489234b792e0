import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { Recalled } from '#kernel/session/recalled.ts';
import { MAIN } from '#lib/spec/session-policy.ts';
import { indexOn } from '#test/support/mesh.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const line = (day: string, text: string): string =>
  `# Memory — ${day}\n\n## Session [09:30]\n\n- ${text}\n`;
const FILES = {
  'MEMORY.md': '# Memory\n\n- 2026-11-02: The tidal model of the harbour is kept by Ada.\n',
  'memory/2026-11-10.md': line('2026-11-10', 'The tidal model of the harbour runs on Mondays.'),
  'memory/archive/2026-09-01.md.gz': gzipSync(
    line('2026-09-01', 'The tidal model of the harbour runs on Sundays.'),
  ),
  'memory/2026-11-12.md': line('2026-11-12', 'The tidal model of the harbour runs on Fridays now.'),
  'memory/2026-11-14.md': line('2026-11-14', 'The lighthouse keeper asked for two spare lamps.'),
};

const recalledOn = (isShown: (file: string) => boolean = () => false): Recalled => {
  const { index, opened } = indexOn(makeBornWorkspace(FILES), 'sqlite');
  const session = () => ({
    kind: MAIN,
    today: opened.daily.today,
    zone: 'UTC',
    log: opened.daily.file,
    nonce: 'abcdef',
    may: () => ({ allowed: true as const, role: 'daily' as const, creates: false }),
  });
  return new Recalled({
    index,
    isShown,
    session,
    marksOf: () => [],
    look: () => undefined,
    maxTokens: 600,
  });
};

describe('what a turn recalls', () => {
  it('is verbatim, with its source, the newest log first, and each place once [Y103]', async () => {
    const recalled = recalledOn((file) => file === 'MEMORY.md');
    const { parts } = await recalled.for('When does the tidal model of the harbour run?');
    expect(parts).toEqual([
      expect.objectContaining({
        group: 'dynamic',
        document: expect.stringContaining(
          '[recalled from memory/2026-11-12.md:5 › Session [09:30]]\n- The tidal model of the harbour runs on Fridays now.',
        ),
      }),
      expect.objectContaining({ document: expect.stringContaining('on Mondays') }),
      expect.objectContaining({ document: expect.stringContaining('on Sundays') }),
    ]);
    expect(JSON.stringify(parts)).not.toMatch(/kept by Ada|lamps/u);
    expect((await recalled.for('When does the tidal model of the harbour run?')).parts).toEqual([]);
  });

  it('is the same for the same question, and nothing for a question of no words', async () => {
    const [one, other] = [recalledOn(), recalledOn()];
    const text = 'tidal model harbour';
    expect(await one.for(text)).toEqual(await other.for(text));
    expect((await one.for(' ?! ')).parts).toEqual([]);
  });
});
