import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseBlock, parseLine } from '#lib/yamo/semicolon.ts';
import { forAll, inRuns } from '#test/support/property.ts';

/** The fields of a line, or nothing if it is no line of the protocol. */
const fieldsOf = (raw: string): readonly string[] | undefined => {
  const line = parseLine(raw);
  return line.kind === 'fields' ? line.fields.map(({ text }) => text) : undefined;
};

const faultOf = (raw: string): readonly [string, number] | undefined => {
  const line = parseLine(raw);
  return line.kind === 'fault' ? [line.fault, line.column] : undefined;
};

const GHOST_TRIGGER = `trigger;agents_md_load;
  condition;header_missing;YAMO-NATIVE KERNEL ACTIVE;
  action;prepend_header;atomic_write;
  log;ghost_repair_event;timestamp;daily_memory;
  priority;0;`;

const BOOT_SEQUENCE = `sequence;boot;
  step;ghost_invariant_check;priority_0;
  step;bootstrap_deletion;condition;BOOTSTRAP.md exists;
  step;load_soul;source;SOUL.md;
  step;load_user;source;USER.md;
  step;load_memory;condition;main_session == true;source;MEMORY.md;
  step;serve_user;`;

const SESSION_ORDER = `priority_0;ghost_invariant_check;   → first of all
priority_0;bootstrap_deletion;      → the kernel does it
priority_1;load_soul;               → who the agent is
priority_1;load_user;               → whom it serves
priority_1;load_memory;             → daily logs; MEMORY.md in main sessions
priority_2;persona_activation;      → now it may speak
priority_2;serve_user;              → and work`;

const BIRTH_ORDERS = `agent: Midwife;
intent: first_boot;
context:
  name;Robin;
  role;harbour pilot;
handoff: kernel/start.yamo;`;

describe('parseBlock', () => {
  it.each([
    ['the ghost trigger of §2.1', GHOST_TRIGGER, [2, 3, 3, 4, 2]],
    ['the boot sequence of §2.2', BOOT_SEQUENCE, [2, 3, 4, 4, 4, 6, 2]],
    ['the session order of §2.3', SESSION_ORDER, [2, 2, 2, 2, 2, 2, 2]],
    ['the bootstrap instructions of §1', BIRTH_ORDERS, [2, 2, 0, 2, 2, 2]],
  ])('reads the block of RFC-0006: %s [K13] [K16] (R-27)', (_, block, counts) => {
    const lines = parseBlock(block.split('\n'));
    expect(lines.map((line) => (line.kind === 'fields' ? line.fields.length : 0))).toEqual(counts);
    expect(lines.filter(({ kind }) => kind === 'fault')).toEqual([]);
  });

  it('leaves what a section keeps verbatim unread, down to the next line that is not deeper', () => {
    const kinds = parseBlock(
      [
        'procedure:',
        '  1. Look. Then leap',
        '',
        '    - and again',
        'step;on;',
        '  step off',
      ].concat([
        'constraints:',
        '  as it is;verbatim;',
        '  text;verbatim;',
        '  - no field',
        'intent: x;',
      ]),
    ).map(({ kind }) => kind);
    expect(kinds).toEqual(
      ['section', 'verbatim', 'blank', 'verbatim', 'fields', 'fault'].concat([
        'section',
        'fault',
        'fields',
        'verbatim',
        'fields',
      ]),
    );
  });

  it('reads the items of a section, and takes other lists for lists (R-70)', () => {
    const block = [
      '- a;b;',
      'constraints:',
      '  - hypothesis;x;',
      '- rule;y;',
      '- Read it',
      'b;',
      '- c;',
    ];
    const lines = parseBlock(block);
    expect(lines.map((line) => (line.kind === 'fault' ? line.fault : line.kind))).toEqual([
      'list item',
      'section',
      'fields',
      'fields',
      'list item',
      'fields',
      'list item',
    ]);
    const item = lines[2];
    expect(item?.kind === 'fields' && item.fields[0]).toEqual({ text: 'hypothesis', column: 5 });
  });
});

describe('parseLine', () => {
  it.each([
    ['stop;', ['stop']],
    ['\tcondition;BOOTSTRAP.md exists;', ['condition', 'BOOTSTRAP.md exists']],
    ['step ; load_soul ; source ; SOUL.md ;  ', ['step', 'load_soul', 'source', 'SOUL.md']],
    ['a;;b;', ['a', '', 'b']],
    ['note;one%3B two;', ['note', 'one; two']],
    ['agent: Robin;', ['agent', 'Robin']],
    ['meta: confidence;0.9;', ['meta', 'confidence', '0.9']],
    ['tag;#lesson_learned;', ['tag', '#lesson_learned']],
    ['link;//host/path;', ['link', '//host/path']],
    ['v1.0_x-y;z;', ['v1.0_x-y', 'z']],
  ])('reads the values of %j (R-27)', (raw, fields) => {
    expect(fieldsOf(raw)).toEqual(fields);
  });

  it.each([
    '→ why',
    '   → why',
    '# why',
    ' // why',
    '→ why; and; so on',
    '  # why; and',
    ' <!-- why -->',
  ])('takes %j after the last semicolon for a comment (R-27)', (comment) => {
    expect(fieldsOf(`step;load_soul;${comment}`)).toEqual(['step', 'load_soul']);
  });

  it('knows where each value begins', () => {
    const line = parseLine('  step; load_soul;source;SOUL.md;');
    expect(line.kind === 'fields' && line.fields.map(({ column }) => column)).toEqual([
      3, 9, 19, 26,
    ]);
  });

  it.each(['', '   ', '---', '# a comment', '// one', '  → one', '<!-- one -->'])(
    'passes over %j',
    (raw) => {
      expect(['blank', 'comment']).toContain(parseLine(raw).kind);
    },
  );

  it.each(['context:', '  output: → what comes out'])('reads the head of a section: %j', (raw) => {
    expect(parseLine(raw)).toMatchObject({ kind: 'section' });
  });

  it.each([
    ['step;load_soul', 'no end', 15],
    ['  step;load_soul   ', 'no end', 17],
    ['step;load_soul → who', 'no end', 15],
    ['step; load_soul; source; SOUL.md', 'no end', 33],
    ['agent: Robin', 'no end', 13],
    ['step;load_soul; and more', 'loose text', 17],
    ['Read SOUL.md', 'no semicolon', 1],
    ['step', 'no semicolon', 1],
    ['load soul;SOUL.md;', 'no name', 5],
    [';;', 'no name', 1],
    ['2nd;step;', 'no name', 1],
    ['- Read SOUL.md;', 'list item', 1],
    ['  3) Read SOUL.md', 'list item', 3],
    ['step\uFF1Bload_soul\uFF1B', 'look-alike', 5],
    ['step;load_soul\u037E', 'look-alike', 15],
  ])('says what is wrong with %j, and where [K14]', (raw, fault, column) => {
    expect(faultOf(raw)).toEqual([fault, column]);
  });

  it('says what a line is about though it lacks its end [K14]', () => {
    const line = parseLine('step;load_soul;source;SOUL.md');
    expect(line.kind === 'fault' && line.fields.map(({ text }) => text)).toEqual([
      'step',
      'load_soul',
      'source',
      'SOUL.md',
    ]);
  });

  const piece = fc.constantFrom(
    ' ',
    '\t',
    ...'step a_b ; ; ; : → # // <!-- - 1. %3B \uFF1B é \uD800 \0 --- SOUL.md =='.split(' '),
  );
  const anyLine = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece).map((pieces) => pieces.join('')),
  );

  it('reads back what was written, whatever the values hold (R-66)', () => {
    const value = fc
      .oneof(
        fc.string(),
        fc.string({ unit: 'binary' }),
        fc.array(piece).map((all) => all.join('')),
      )
      .map((text) => text.replaceAll(/[\r\n]|%3B/gu, ' ').trim());
    const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,12}$/u);
    forAll(name, fc.array(value), fc.nat(8), (first, values, indent) => {
      const written = [first, ...values].map((text) => `${text.replaceAll(';', '%3B')};`).join('');
      expect(fieldsOf(' '.repeat(indent) + written)).toEqual([first, ...values]);
      expect(fieldsOf(`${written}  → x; y`)).toEqual([first, ...values]);
    });
  });

  it('throws at no line, and points into it', () => {
    forAll(anyLine, (raw) => {
      const line = parseLine(raw);
      if (line.kind !== 'fault') return;
      expect(line.column).toBeGreaterThanOrEqual(1);
      expect(line.column).toBeLessThanOrEqual(raw.length + 1);
    });
  });

  it('is right about where a missing semicolon belongs [K14]', () => {
    let mended = 0;
    inRuns(2000)(anyLine, (raw) => {
      const line = parseLine(raw);
      if (line.kind !== 'fault' || line.fault !== 'no end') return;
      mended += 1;
      const at = line.column - 1;
      expect(fieldsOf(`${raw.slice(0, at)};${raw.slice(at)}`)).toEqual(
        line.fields.map(({ text }) => text),
      );
    });
    expect(mended).toBeGreaterThan(0);
  });

  it.each([
    ['semicolons', ';'],
    ['blanks', ' '],
    ['blanks and marks', ' #'],
    ['values', ' x;'],
    ['names', 'a'],
    ['dashes', '- '],
    ['digits', '1'],
  ])('gets through a line of very many %s', (_, unit) => {
    for (const before of ['', 'a;', 'a;b', 'a:']) {
      expect(parseLine(`${before}${unit.repeat(300_000)}x`).kind).toBeDefined();
    }
  });
});
