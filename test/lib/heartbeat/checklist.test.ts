import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readChecklist } from '#lib/heartbeat/checklist.ts';
import { secondsIn, spanOf } from '#lib/heartbeat/duration.ts';
import { forAll } from '#test/support/property.ts';

const TEMPLATE = resolve(import.meta.dirname, '../../../workspaces/templates/v3/HEARTBEAT.md');
const HOUR = 3600;

describe('an empty HEARTBEAT.md (R-36)', () => {
  it.each([
    ['nothing', ''],
    ['blank lines', '\n \r\n\t\n'],
    ['comments, also over lines, and one without an end', '<!-- a\n- b -->\n<!-- c -->\n<!-- - d'],
    ['bare headings', '#\n## \n'],
    [
      'headings with text, and items with nothing behind them',
      '# HEARTBEAT.md\n\n- [ ]\n- \n* [x]\n1.\n',
    ],
    ['rules', '---\n===\n***\n'],
    ['fences around nothing', '```yaml\n```\n'],
    ['a list of tasks without tasks', 'tasks:\n'],
    [
      'ticked items, with what belongs to them',
      '- [x] mail\n  sent at nine\n  - with copies\n* [X] b\n',
    ],
    ['items that are struck out', '- ~~water the plants~~\n- [ ] ~~mail~~.\n'],
    [
      'front matter',
      '---\nsummary: "Template"\nread_when:\n  - Setting up\n---\n\n# HEARTBEAT.md\n',
    ],
    ['front matter alone, behind a byte order mark', '\uFEFF---\r\ntitle: x\r\n---\r\n'],
    [
      'where to read on',
      '# A\n\n## Related\n\n- [Heartbeat](/gateway/x)\n- [All](https://a.example)\n',
    ],
    ['places for tasks', '# Checks\n\n- [Task]\n- <what to look at>\n- TBD\n_(add tasks here)_\n'],
  ])('%s', (_, text) => {
    expect(readChecklist(text)).toEqual({ isEmpty: true, items: [] });
  });

  it('the one that a new workspace has', () => {
    expect(readChecklist(readFileSync(TEMPLATE, 'utf8')).isEmpty).toBe(true);
  });

  it.each([
    '- [ ] mail',
    'Look at the mail.',
    '<!-- x --> - mail',
    '- [x] mail\n- [ ] bins',
    '- [x] move house\n  - [x] boxes\n  - [ ] keys',
    '- [x] mail\n\nLook at the bins.',
    '- ~~mail~~ and bins',
    '---\nLook at the mail.\n---',
    '---\ntitle: x\n---\n- mail',
    '# Checks\n\n- [Status page](https://status.example)',
    '## Related\n\n- [Status](https://a.example): is it up?',
    '## Related\n\n- [a](/b)\n\n## Checks\n\n- [Status](https://a.example)',
  ])('not %j', (text) => {
    expect(readChecklist(text).isEmpty).toBe(false);
  });
});

const itemsOf = (text: string) =>
  readChecklist(text).items.map(({ name, everySeconds }) => [name, everySeconds]);

describe('the items of HEARTBEAT.md', () => {
  it('have a name, and say how often [Y79]', () => {
    expect(
      itemsOf(
        [
          '# Checks',
          'Be brief.',
          '- [ ] mail (every 2h): anything that cannot wait?',
          '- **Reading list** (weekly)',
          '* `calendar`: the next two days',
          '1. (every 30 minutes) Is the pump on?',
          '- Water the plants (every now and then)',
        ].join('\n'),
      ),
    ).toEqual([
      [undefined, undefined],
      ['mail', 2 * HOUR],
      ['Reading list', 7 * 24 * HOUR],
      ['calendar', undefined],
      ['Is the pump on?', HOUR / 2],
      ['Water the plants (every now and then)', undefined],
    ]);
  });

  it('may be tasks as OpenClaw has them', () => {
    expect(
      itemsOf(
        'tasks:\n- name: inbox\n  interval: 30m\n  prompt: "Urgent mail?"\n- name: "cal"\n  interval: 2h\n',
      ),
    ).toEqual([
      ['inbox', HOUR / 2],
      ['cal', 2 * HOUR],
    ]);
  });

  it('take in the lines that belong to them', () => {
    expect(itemsOf('- mail\n  and what is in it\n  - of Ada\nlazily\n\nA word.\n')).toEqual([
      ['mail', undefined],
      [undefined, undefined],
    ]);
  });

  it('are read from anything, in a name of a line at most', () => {
    // Members of every object.
    for (const word of ['constructor', '__proto__'])
      expect(readChecklist(`- mail (${word})`).items).toHaveLength(1);
    forAll(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      for (const { name, everySeconds } of readChecklist(text).items) {
        expect(name ?? 'x').toMatch(/^\S(?:.{0,78}\S)?$/su);
        expect(everySeconds ?? 1).toBeGreaterThan(0);
      }
    });
  });
});

describe('a span', () => {
  it.each([
    ['30m', 1800],
    ['1h30m', 5400],
    ['90 minutes', 5400],
    ['2 hours', 7200],
    ['1d', 86_400],
    [' 45 Sec ', 45],
  ])('%s', (text, seconds) => {
    expect(secondsIn(text)).toBe(seconds);
  });

  it.each(['', '0m', '30', 'm', '-1h', '1.5h', '3 moons', '1h and', '9999999h'])(
    'not %j',
    (text) => {
      expect(secondsIn(text)).toBeUndefined();
    },
  );

  it('is read as it is written', () => {
    forAll(fc.integer({ min: 1, max: 1e9 }), (seconds) => {
      expect(secondsIn(spanOf(seconds))).toBe(seconds);
    });
  });
});
