import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idOf, unitKey } from '#lib/recall/ids.ts';
import { ingest, type LeftOut } from '#lib/recall/ingest.ts';
import { scrub } from '#lib/recall/scrub.ts';
import { LABELLED_HUNTER2 } from '#test/support/credential-texts.ts';
import { sha256 } from '#test/support/recall/memory-store.ts';

const ITEM = '- The tidal model runs on Fridays at the harbour lab.';
const LOG = `# Memory — 2026-02-21\n\n## Session [14:30]\n\n${ITEM}\n`;
const take = (
  text: string,
  file = 'memory/2026-02-21.md',
  scope = 'log',
): ReturnType<typeof ingest> => ingest({ scope, file, text }, sha256);

const ids = (result: ReturnType<typeof ingest>): string[] =>
  result.units.map(({ id, key }) => `${id} ${key}`);
const days = (text: string, file: string): (string | undefined)[] =>
  take(text, file).units.map(({ day }) => day);
const msOf = (id: string): number => Number(id.split('_')[1]);

describe('ingest [Y103]', () => {
  it('gives a unit everything that a store keeps', () => {
    expect(take(LOG).units).toEqual([
      {
        id: expect.stringMatching(/^mem_17716842\d{5}_[0-9a-f]{6}$/u),
        key: expect.stringMatching(/^[0-9a-f]{64}$/u),
        scope: 'log',
        file: 'memory/2026-02-21.md',
        headings: ['Session [14:30]'],
        session: 'memory/2026-02-21.md#Memory — 2026-02-21 / Session [14:30]',
        seq: 0,
        from: 5,
        to: 5,
        text: ITEM,
        day: '2026-02-21',
        time: '14:30',
        speaker: undefined,
        terms: 'tidal model run friday harbour lab',
        headTerms: '',
        traits: 10,
      },
    ]);
  });

  it('keeps its keys and ids when lines above it come and go, and has others elsewhere', () => {
    const [own] = ids(take(LOG));
    expect(
      ids(take(LOG.replace('- The', '- Another note of more than eight words in all.\n- The'))),
    ).toContain(own);
    expect(ids(take(LOG, 'memory/2026-02-22.md'))).not.toContain(own);
    expect(ids(take(LOG, 'memory/2026-02-21.md', 'private'))).not.toContain(own);
    expect(ids(take(LOG.replace('14:30', '14:31')))).not.toContain(own);
    expect(ids(take(LOG.replaceAll('\n', '\r\n')))).toEqual([own]);
  });

  it('tells equal units apart', () => {
    const { units } = take(`${LOG}${ITEM}\n${ITEM}\n`);
    expect(new Set(units.map(({ id }) => id)).size).toBe(3);
    expect(new Set(units.map(({ key }) => key)).size).toBe(3);
  });

  it('finds the day in the name of the file, in the text, in a heading', () => {
    expect(days(LOG, 'memory/archive/2026-02-21.md.gz')).toEqual(['2026-02-21']);
    expect(days('- 2026-03-01: the lab moved to the old harbour building', 'MEMORY.md')).toEqual([
      '2026-03-01',
    ]);
    expect(days(`## 2026-03-02\n\n${ITEM}`, 'MEMORY.md')).toEqual(['2026-03-02']);
    expect(days(`- 2026-02-30: ${ITEM}`, 'MEMORY.md')).toEqual([undefined]);
  });

  it.each([...LABELLED_HUNTER2, `- key: xai-${'a1B2'.repeat(20)}`])(
    'takes in no unit with a secret: %j',
    (secret) => {
      const { units, leftOut } = take(
        `# Memory\n\n## Before\n\n${ITEM}\n\n## With it\n\n${secret}\n\n## After\n\n${ITEM}\n`,
      );
      expect(JSON.stringify(units)).not.toMatch(/hunter2|xai-/u);
      expect(units.filter(({ text }) => text === ITEM)).toHaveLength(2);
      const isHidden = secret.startsWith('<!--');
      expect(leftOut.map(({ reason }) => reason)).toEqual(isHidden ? [] : ['secret']);
      expect(JSON.stringify(leftOut)).not.toMatch(/hunter2|xai-/u);
    },
  );

  it('takes in no unit with a secret that another detector found', () => {
    const secrets = [{ from: 5, to: 5, kind: 'odd key' }];
    const { units, leftOut } = ingest(
      { scope: 'log', file: 'MEMORY.md', text: LOG, secrets },
      sha256,
    );
    expect(units).toEqual([]);
    const expected: LeftOut = { from: 5, to: 5, reason: 'secret', kind: 'odd key' };
    expect(leftOut).toEqual([expected]);
  });

  it('keeps no secret of a heading', () => {
    const { units } = take(`## password: hunter2\n\n${ITEM}\n${ITEM}\n`);
    expect(JSON.stringify(units)).not.toContain('hunter2');
    // Its units are of one session without that name too, or none would count for its neighbour.
    expect(new Set(units.map(({ session }) => session)).size).toBe(1);
  });

  it('redacts personal data, and searches for none of it nor for its mark', () => {
    const { units, redacted } = take(
      '- Reach Bo at bo@example.com or +49 711 1234567 about the tide.',
    );
    expect(units.map(({ text }) => text)).toEqual([
      '- Reach Bo at [REDACTED_EMAIL] or [REDACTED_PHONE] about the tide.',
    ]);
    expect(units[0]?.terms).toBe('reach bo tide');
    expect([...redacted]).toEqual([
      ['email', 1],
      ['phone', 1],
    ]);
  });

  it('keeps what says little in any script, and leaves out what says nothing [E-Y-21]', () => {
    for (const text of ['x', 'Privacy policy: contact bo@example.com', '猫', 'кот', 'قط', '9'])
      expect(take(text).units, text).toHaveLength(1);
    for (const text of ['', '---', '***', '- ', '…', '<!-- x -->', '\u200B\u200B'])
      expect(take(text).units, text).toEqual([]);
    expect(scrub('… — !')).toEqual({ rejected: 'nothing said' });
  });

  it('finds a secret that invisible characters take apart', () => {
    expect(take('pass\u200Bword: hun\u200Bter2').units).toEqual([]);
  });

  it('gives the same for the same, each key once, and never throws', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '## Session [10:00]',
        '- item',
        '- Ada: tea?',
        '- Bo: yes',
        'password: hunter2',
        ITEM,
        '',
      ),
      fc.string({ unit: 'binary', maxLength: 40 }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const text = lines.join('\n');
        const { units } = take(text);
        expect(take(text).units).toEqual(units);
        expect(new Set(units.map(({ key }) => key)).size).toBe(units.length);
        expect(JSON.stringify(units)).not.toContain('hunter2');
      }),
    );
  });
});

describe('idOf', () => {
  it('is of the minute of the session, of the day, or of no day', () => {
    const key = unitKey({ scope: 'log', file: 'a', headings: [], text: 'x', ordinal: 0 }, sha256);
    const noon = Date.parse('2026-02-21T12:00:00Z');
    expect(msOf(idOf(key, { day: '2026-02-21', time: '12:00' })) - noon).toBeLessThan(60_000);
    expect(msOf(idOf(key, { day: '2026-02-21', time: '12:00' }))).toBeGreaterThanOrEqual(noon);
    expect(msOf(idOf(key, {}))).toBeLessThan(86_400_000);
    expect(idOf(key, { day: '2026-02-21', time: '99:99' })).toMatch(/^mem_\d+_[0-9a-f]{6}$/u);
  });
});
