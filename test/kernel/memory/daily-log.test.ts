import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { Clock } from '#kernel/process/clock.ts';
import { type Disk, disk as real } from '#kernel/fs/disk.ts';
import { DailyLog } from '#kernel/memory/daily-log.ts';
import { dayBefore } from '#lib/text/day.ts';
import { failing, recording } from '#test/support/disk.ts';
import { enterWorkspace, openWorkspace, refusalOf } from '#test/support/kernel.ts';
import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { inRuns } from '#test/support/property.ts';

const DAY = '2026-11-21';
const LOG = `memory/${DAY}.md`;

/** Moves the clock of this process to a local time. */
const moveTo = (at: string): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
};
afterEach(() => void vi.useRealTimers());

const logAt = (temp: TempWorkspace, start = `${DAY}T09:05`, disk: Disk = real): DailyLog =>
  enterWorkspace(temp, { start, disk }).daily;

describe('a new log', () => {
  it('begins with its title, an em dash and the date of its name [Y59]', () => {
    const temp = makeWorkspace();
    logAt(temp).append('- One.\n');
    expect(temp.text(LOG).split('\n')[0]).toBe(`# Memory \u2014 ${DAY}`);
    expect(temp.list()).toEqual(['memory/', LOG]);
  });

  it('has a block with the time of the session, and then the lines [Y60]', () => {
    const temp = makeWorkspace();
    const log = logAt(temp);
    log.append('- One.\n');
    log.append('- Two.\n');
    expect(temp.text(LOG)).toBe(`# Memory — ${DAY}\n\n## Session [09:05]\n\n- One.\n- Two.\n`);
  });

  it('shows the time with two digits each, 24 hours [Y60]', () => {
    for (const time of ['00:00', '07:03', '12:00', '23:59']) {
      const temp = makeWorkspace();
      logAt(temp, `${DAY}T${time}`).append('- x\n');
      expect(temp.text(LOG)).toContain(`\n## Session [${time}]\n`);
    }
  });
});

describe('a second session of the day', () => {
  it('adds a block and no second title [Y60, Y61]', () => {
    const temp = makeWorkspace();
    logAt(temp).append('- Morning.\n');
    const morning = temp.text(LOG);
    logAt(temp, `${DAY}T21:40`).append('- Evening.\n');
    expect(temp.text(LOG)).toBe(`${morning}\n## Session [21:40]\n\n- Evening.\n`);
    expect(temp.text(LOG).match(/^# /gm)).toHaveLength(1);
  });

  it('that runs beside the first gets a heading wherever the other has written [Y60, Y58]', () => {
    const temp = makeWorkspace();
    const one = logAt(temp, `${DAY}T09:00`);
    const other = logAt(temp, `${DAY}T10:00`);
    one.append('- a1\n');
    one.append('- a2\n');
    other.append('- b1\n');
    one.append('- a3\n');
    other.append('- b2\n');
    expect(temp.text(LOG)).toBe(
      `# Memory — ${DAY}\n\n## Session [09:00]\n\n- a1\n- a2\n\n## Session [10:00]\n\n- b1\n` +
        `\n## Session [09:00]\n\n- a3\n\n## Session [10:00]\n\n- b2\n`,
    );
  });

  it('adds nothing to a log that a human has begun, except its block [Y58, Y61]', () => {
    const temp = makeWorkspace({ [LOG]: 'my own notes\n' });
    logAt(temp).append('- x\n');
    expect(temp.text(LOG)).toBe('my own notes\n\n## Session [09:05]\n\n- x\n');
  });
});

describe('what was there stays', () => {
  it('byte for byte, at the beginning, whatever it is [Y58]', () => {
    const lines = fc.array(
      fc.string({ unit: 'grapheme', maxLength: 20 }).filter((line) => line.isWellFormed()),
      { maxLength: 5 },
    );
    inRuns(60)(fc.uint8Array({ maxLength: 200 }), lines, (before, added) => {
      const temp = makeWorkspace({ [LOG]: before });
      const log = logAt(temp);
      let kept: Uint8Array = before;
      for (const line of added) {
        log.append(`- ${line}\n`);
        const now = temp.bytes(LOG);
        expect(now.subarray(0, kept.byteLength).equals(kept)).toBe(true);
        expect(now.byteLength).toBeGreaterThan(kept.byteLength);
        expect(now.at(-1)).toBe(0x0a);
        kept = now;
      }
    });
  });

  it('also when its last line has no end: ours begins on a line of its own [Y58]', () => {
    const temp = makeWorkspace({ [LOG]: '# Memory — 2026-11-21\n\nhalf a li' });
    logAt(temp).append('- x\n');
    expect(temp.text(LOG)).toBe(
      '# Memory — 2026-11-21\n\nhalf a li\n\n## Session [09:05]\n\n- x\n',
    );
  });

  it('also when somebody leaves a ragged line in the middle of our session [Y58]', () => {
    const temp = makeWorkspace();
    const log = logAt(temp);
    log.append('- a\n');
    appendFileSync(temp.at(LOG), 'ragged');
    log.append('- b\n');
    expect(temp.text(LOG)).toMatch(/- a\nragged\n\n## Session \[09:05\]\n\n- b\n$/);
  });

  it('is written by one call, and made durable before it counts [Y58]', () => {
    const temp = makeWorkspace({ [LOG]: 'x\n' });
    const { disk, calls } = recording();
    const log = logAt(temp, undefined, disk);
    calls.length = 0;
    log.append('- x\n');
    expect(calls.filter((call) => /^(write|fsync|rename|ftruncate)/.test(call))).toEqual([
      `write ${DAY}.md`,
      `fsync ${DAY}.md`,
      // What was left is noted when the log is durable.
      `fsync .${DAY}.log.TMP`,
      `rename .${DAY}.log.TMP`,
      'fsync journal',
      `write ${DAY}.log`,
      `fsync ${DAY}.log`,
    ]);
  });
});

const day = (zone: string, at: string): string =>
  execFileSync(
    process.execPath,
    [join(import.meta.dirname, '../../support/today-child.ts'), String(Date.parse(at))],
    { encoding: 'utf8', env: { ...process.env, TZ: zone } },
  );

describe('midnight', () => {
  it('closes the block of the old day with a word, and goes on in the new file [Y59, Y60]', () => {
    const temp = makeWorkspace();
    moveTo(`${DAY}T23:59`);
    const log = new DailyLog(openWorkspace(temp), Clock.start(), (work) => work());
    log.append('- Late.\n');
    moveTo('2026-11-22T00:01');
    log.append('- Early.\n');
    log.append('- Later.\n');
    expect(temp.text(LOG)).toMatch(
      /\n- Late\.\n- session_continues;[^;\n]+Z;in;memory\/2026-11-22\.md;\n$/,
    );
    expect(temp.text('memory/2026-11-22.md')).toBe(
      '# Memory — 2026-11-22\n\n## Session [00:01]\n\n- Early.\n- Later.\n',
    );
  });

  it('does not bring the old log back, when somebody has deleted it', () => {
    const temp = makeWorkspace();
    moveTo(`${DAY}T23:59`);
    const log = new DailyLog(openWorkspace(temp), Clock.start(), (work) => work());
    log.append('- Late.\n');
    temp.remove(LOG);
    moveTo('2026-11-22T00:01');
    log.append('- Early.\n');
    expect(temp.list('memory')).toEqual(['memory/2026-11-22.md']);
  });

  it('is when the zone says so (R-32)', () => {
    expect(day('UTC', '2026-12-31T10:00:00Z')).toBe('2026-12-31 10:00');
    expect(day('Pacific/Kiritimati', '2026-12-31T10:00:00Z')).toBe('2027-01-01 00:00');
    expect(day('Pacific/Kiritimati', '2026-12-31T09:59:59Z')).toBe('2026-12-31 23:59');
    expect(day('Pacific/Niue', '2027-01-01T10:59:00Z')).toBe('2026-12-31 23:59');
    expect(day('Europe/Berlin', '2026-03-29T00:59:00Z')).toBe('2026-03-29 01:59');
    expect(day('Europe/Berlin', '2026-03-29T01:00:00Z')).toBe('2026-03-29 03:00');
    expect(day('Europe/Berlin', '2026-10-24T22:30:00Z')).toBe('2026-10-25 00:30');
    expect(day('Europe/Berlin', '2026-10-25T23:30:00Z')).toBe('2026-10-26 00:30');
    expect(day('America/St_Johns', '2028-02-29T03:29:00Z')).toBe('2028-02-28 23:59');
    expect(day('Asia/Kathmandu', '2028-02-28T18:15:00Z')).toBe('2028-02-29 00:00');
  });

  it('the day before is one of the calendar, whatever the clocks do', () => {
    expect(dayBefore('2026-01-01')).toBe('2025-12-31');
    expect(dayBefore('2028-03-01')).toBe('2028-02-29');
    expect(dayBefore('2026-03-30')).toBe('2026-03-29');
    expect(dayBefore('2026-10-26')).toBe('2026-10-25');
  });
});

describe('a log that cannot be written', () => {
  it.each([
    [`open ${DAY}.md`, 'EACCES', 'DAILY_LOG_UNWRITABLE'],
    [`write ${DAY}.md`, 'ENOSPC', 'DAILY_LOG_UNWRITABLE'],
    [`fsync ${DAY}.md`, 'EIO', 'DAILY_LOG_UNWRITABLE'],
    [`lstat ${DAY}.md`, 'EACCES', 'FILE_UNREADABLE'],
  ])('%s fails with %s: %s, and nothing half-written is left', (call, code, refusal) => {
    const temp = makeWorkspace({ [LOG]: 'before\n' });
    const log = logAt(temp, undefined, failing(call, code));
    expect(refusalOf(() => log.append('- x\n'))).toBe(refusal);
    expect(temp.text(LOG)).toBe('before\n');
  });

  it('a failed append does not make the next one think that its heading is there', () => {
    const temp = makeWorkspace({ [LOG]: 'before\n' });
    let full = true;
    const disk: Disk = {
      ...real,
      write: (fd, bytes) => real.write(fd, full ? bytes.subarray(0, 5) : bytes),
    };
    const log = logAt(temp, undefined, disk);
    expect(refusalOf(() => log.append('- x\n'))).toBe('DAILY_LOG_UNWRITABLE');
    full = false;
    log.append('- y\n');
    expect(temp.text(LOG)).toBe('before\n\n## Session [09:05]\n\n- y\n');
  });

  it('a link in its place is refused, and its target left alone', () => {
    const temp = makeWorkspace({ 'other.md': 'x', 'memory/keep.md': '' });
    symlinkSync('../other.md', temp.at(LOG));
    expect(refusalOf(() => logAt(temp).append('- x\n'))).toBe('FILE_SYMLINK');
    expect(temp.text('other.md')).toBe('x');
  });
});

describe('events of the kernel', () => {
  it('are semicolon lines with the time in UTC, and hold no separator of their own', () => {
    const temp = makeWorkspace();
    const log = logAt(temp);
    log.event('session_closed', 'reason', 'a;b\nc');
    expect(temp.text(LOG)).toMatch(/\n- session_closed;[-\dT:.]+Z;reason;a%3Bb c;\n$/);
    expect(log.holds('session_closed')).toBe(true);
    expect(log.holds('session_opened')).toBe(false);
  });

  it('close the block of a session in an older log, and make no new log', () => {
    const temp = makeWorkspace({ [LOG]: 'x\n' });
    const log = logAt(temp, '2026-11-23T08:00');
    log.closeBlock(LOG, 'session_closed', 'reason', 'the kernel died');
    log.closeBlock('memory/2026-11-22.md', 'session_closed');
    expect(temp.text(LOG)).toMatch(/^x\n- session_closed;.*;reason;the kernel died;\n$/);
    expect(temp.list('memory')).toEqual([LOG]);
  });

  it('close a block on a line of their own, when the kernel died in the middle of a line [Y58]', () => {
    const temp = makeWorkspace({ [LOG]: 'x\n- half' });
    logAt(temp, '2026-11-23T08:00').closeBlock(LOG, 'session_closed');
    expect(temp.text(LOG)).toMatch(/^x\n- half\n- session_closed;/);
  });
});

describe('a session in which nothing is said yet', () => {
  const OPENING = '- session_opened;2026-11-21T09:05:00.000Z;boot;b;\n';

  it('has a log with its title, and nothing of its own in it', () => {
    const temp = makeWorkspace();
    const log = logAt(temp);
    log.openLater(() => OPENING);
    expect(temp.text(LOG)).toBe(`# Memory — ${DAY}\n`);
    expect(log.isQuiet).toBe(true);
    log.noteQuiet(LOG, '2026-11-21T09:00:00.000Z', 'boot', 'b');
    expect(temp.text(LOG)).toMatch(
      /^# Memory — [\d-]+\n\n- session;2026-11-21T09:00:00\.000Z;[-\dT:.]+Z;boot;b;\n$/,
    );
  });

  it('begins its block with the first lines, in one write, once', () => {
    const temp = makeWorkspace({ [LOG]: `# Memory — ${DAY}\n` });
    const log = logAt(temp);
    log.openLater(() => OPENING);
    log.append('- One.\n');
    log.open();
    log.append('- Two.\n');
    expect(log.isQuiet).toBe(false);
    expect(temp.text(LOG)).toBe(
      `# Memory — ${DAY}\n\n## Session [09:05]\n\n${OPENING}- One.\n- Two.\n`,
    );
  });

  it('is refused at once where the log cannot be written', () => {
    const temp = makeWorkspace();
    mkdirSync(temp.at(LOG), { recursive: true });
    expect(refusalOf(() => logAt(temp).openLater(() => OPENING))).toBe('FILE_NOT_REGULAR');
  });
});
