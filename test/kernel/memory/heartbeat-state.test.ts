/** Checks that an agent says it did: the time is the kernel's, the file whole, and what was there is kept. */
import { describe, expect, it } from 'vitest';

import { readChecks } from '#lib/heartbeat/checks.ts';
import { FILE_MAX_BYTES } from '#lib/spec/limits.ts';
import type { Disk } from '#kernel/fs/disk.ts';
import { noteChecks } from '#kernel/memory/heartbeat-state.ts';
import { hooked } from '#test/support/disk.ts';
import { enterWorkspace, refusalOf } from '#test/support/kernel.ts';
import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const STATE = 'memory/heartbeat-state.json';
const ASIDE = `${STATE}.damaged`;
const NOW = Date.parse('2026-03-14T09:26:00Z') / 1000;

const LIST = '- mail (daily)\n- calendar\n';

const note = (ws: TempWorkspace, names: readonly string[], disk?: Disk) => {
  ws.write('HEARTBEAT.md', LIST);
  const [journal, notices]: [unknown[], string[]] = [[], []];
  const opened = enterWorkspace(ws, {
    start: '2026-03-14T09:26:00',
    ...(disk !== undefined && { disk }),
  });
  const code = refusalOf(() =>
    noteChecks(
      opened,
      names,
      (entry) => journal.push(entry),
      (text) => notices.push(text),
    ),
  );
  opened.close();
  return { code, journal, notices };
};

const lastIn = (ws: TempWorkspace): readonly (readonly [string, number | null])[] =>
  [...readChecks(ws.text(STATE), NOW + 60).last].map(([name, time]) => [
    name,
    time === null ? null : Math.floor(time / 60) * 60,
  ]);

describe('a check that was done', () => {
  it('has the time of the kernel, in whole seconds, and is in the journal [Y76]', () => {
    const ws = makeWorkspace();
    const { code, journal } = note(ws, ['mail']);
    expect([code, lastIn(ws)]).toEqual([undefined, [['mail', NOW]]]);
    expect(journal).toMatchObject([{ operation: 'write', file: STATE, answer: 'done' }]);
    note(ws, ['Mail', 'calendar']);
    expect(lastIn(ws).map(([name]) => name)).toEqual(['mail', 'calendar']);
  });

  it('needs a name, and room', () => {
    const ws = makeWorkspace();
    const many = Array.from({ length: 501 }, (_, index) => `check ${index}`);
    for (const names of [[], ['a\nb'], many]) expect(note(ws, names).code).toBe('CHECKS_INVALID');
    expect(ws.has(STATE)).toBe(false);
    // What the owner put there as never run is due, and may be noted (Y77).
    ws.write(STATE, '{"lastChecks": {"reading list": null, "old": 5}}');
    expect(note(ws, ['Reading_list']).code).toBeUndefined();
    expect(note(ws, ['old']).code).toBe('CHECKS_INVALID');
  });

  it.each([
    ['torn', '{"lastChecks": {"calendar": 1773478000,\n "mail": 17', ['calendar', 'mail']],
    ['no text', Buffer.from('{"lastChecks": {"calendar": 1773478000}}\0\0'), ['mail']],
    ['of another kind', '[]', ['mail']],
  ])('sets a file aside that is %s, and keeps what can be read [Y75]', (_, text, names) => {
    const ws = makeWorkspace({ [STATE]: text, [ASIDE]: 'of before' });
    const { code, notices } = note(ws, ['mail']);
    expect([code, notices.length, lastIn(ws).map(([name]) => name)]).toEqual([undefined, 1, names]);
    expect(ws.bytes(ASIDE)).toEqual(Buffer.from(text));
  });

  it('is not noted in a file that is more than can be read, which stays as it is', () => {
    const text = `{"lastChecks": {"calendar": 1773478000}}${' '.repeat(FILE_MAX_BYTES)}`;
    const ws = makeWorkspace({ [STATE]: text });
    expect(note(ws, ['mail']).code).toBe('FILE_TOO_LARGE');
    expect([ws.text(STATE) === text, ws.has(ASIDE)]).toEqual([true, false]);
  });

  it('is written whole or not at all, whatever call fails', () => {
    const before = '{"lastChecks": {"calendar": 1773478000}, "note": "mine"}';
    for (const text of [before, before.slice(0, 30)]) {
      let failed = true;
      for (let nth = 1; failed; nth += 1) {
        const ws = makeWorkspace({ [STATE]: text });
        failed = false;
        const disk = hooked({
          before: (call) => {
            if (call.nth !== nth || call.call === 'close') return;
            failed = true;
            throw Object.assign(new Error('EIO'), { code: 'EIO' });
          },
        });
        refusalOf(() => note(ws, ['mail'], disk));
        const now = ws.text(STATE);
        const isNew = now.includes('"mail"');
        expect(isNew ? lastIn(ws).some(([name]) => name === 'mail') : now === text).toBe(true);
        expect(!isNew || text === before || ws.text(ASIDE) === text).toBe(true);
      }
    }
  });
});
