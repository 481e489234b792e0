import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dailyTitle, eventLine, sessionHeading } from '#lib/workspace/daily.ts';
import { outline } from '#lib/workspace/outline.ts';

describe('the daily log', () => {
  it('begins with its title, em dash and date [Y59]', () => {
    expect(dailyTitle('2026-01-02')).toBe('# Memory \u2014 2026-01-02\n');
  });

  it('has a block for every session, with its time [Y60]', () => {
    expect(sessionHeading('09:05')).toBe('\n## Session [09:05]\n\n');
  });

  it('has one title and as many blocks as there were sessions [Y60] [Y61]', () => {
    const log = [
      dailyTitle('2026-01-02'),
      sessionHeading('09:05'),
      '- Read two papers.\n',
      sessionHeading('21:00'),
      eventLine('session_closed', 'reason', 'end'),
    ].join('');
    expect(outline(log).map(({ level, title }) => [level, title])).toEqual([
      [1, 'Memory \u2014 2026-01-02'],
      [2, 'Session [09:05]'],
      [2, 'Session [21:00]'],
    ]);
  });
});

describe('eventLine', () => {
  it('writes fields as RFC-0006 §2.2 does', () => {
    expect(eventLine('ghost_repair_event', 'file', 'AGENTS.md')).toBe(
      '- ghost_repair_event;file;AGENTS.md;\n',
    );
  });

  it('is one line with as many fields as were given, and they read back', () => {
    const field = fc.string({ unit: fc.constantFrom('a', 'é', ';', '\n', '\r', ' ', '#', ':') });
    fc.assert(
      fc.property(fc.array(field, { minLength: 1 }), (fields) => {
        const line = eventLine(...fields);
        expect(line).toMatch(/^- [^\r\n]*;\n$/);
        const read = line
          .slice(2, -2)
          .split(';')
          .map((text) => text.replaceAll('%3B', ';'));
        expect(read).toEqual(fields.map((text) => text.replaceAll(/[\r\n]+/g, ' ')));
      }),
    );
  });
});
