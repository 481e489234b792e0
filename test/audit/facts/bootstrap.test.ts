/** What the examples of the rules cannot show: many names, many languages, and records that a real kernel wrote. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { auditSnapshot, type Audit } from '#audit/engine/audit.ts';
import { repurposed } from '#audit/facts/bootstrap.ts';
import { Document } from '#audit/workspace/document.ts';
import { exampleItem } from '#audit/rule/example-item.ts';
import { bootRecord, FIRST, ORDINARY, recorded } from '#audit/rule/example-records.ts';
import { RULES } from '#audit/engine/rules.ts';
import { disk } from '#kernel/fs/disk.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { readChain } from '#test/support/chain.ts';
import { StateHome } from '#kernel/state/home.ts';
import type { BootRecord, Records, Snapshot } from '#lib/workspace/snapshot.ts';
import { CONTEXT, type Files, goldenFiles, goldenWith, snapshotOf } from '#test/support/golden.ts';
import { makeUnbornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { stateOf, yamo } from '#test/support/yamo.ts';

const MINE = RULES.filter(
  ({ id }) =>
    // The instructions of the examples hold a password on purpose.
    id !== '2.6/bootstrap-credential' &&
    /bootstrap-|record-|soul-history|synced-folder|push-hook|-(?:to|by)-others/u.test(id),
);

const look = (snapshot: Snapshot): Audit =>
  auditSnapshot(snapshot, CONTEXT, MINE, { pedantic: true, strict: true });

const rulesIn = ({ findings }: Audit): readonly string[] => findings.map(({ rule }) => rule);

const withOrders = (orders: string, more: Files = {}): Snapshot =>
  goldenWith({ files: { 'BOOTSTRAP.md': orders, ...more } });

const read = (path: string): string =>
  readFileSync(resolve(import.meta.dirname, '../../../workspaces', path), 'utf8');

describe('the golden workspaces', () => {
  it.each(['v3.0', 'lite', 'pending', 'uninitialised'] as const)(
    '%s has nothing to say of first boots, boundaries and records',
    (name) => {
      expect(look(snapshotOf(goldenFiles(name))).findings).toEqual([]);
    },
  );
});

const isPermanent = (text: string): boolean =>
  repurposed(new Document('BOOTSTRAP.md', { text }), text.length) !== undefined;

describe('instructions that became a start-up file', () => {
  const LONG = 'Read SOUL.md and greet your human. '.repeat(80);
  it.each([
    ['English', 'When you are done, delete this file. You do not need it any more.'],
    ['English, wrapped', 'When all of that is finished, please\nremove `BOOTSTRAP.md`.'],
    [
      'English, short',
      "Follow it, figure out who you are, then delete it. You won't need it again.",
    ],
    ['English, a reminder', "Don't forget to delete this file."],
    ['Chinese', '完成之后，删除此文件。'],
    ['Japanese', '終わったら、このファイルを削除してください。'],
    ['German', 'Wenn alles getan ist, lösche diese Datei.'],
    ['Portuguese', 'Quando terminar, apague este arquivo.'],
    ['Spanish', 'Cuando termines, borra este archivo.'],
    ['French', 'Une fois terminé, supprime ce fichier.'],
    ['Russian', 'Когда закончишь, удали этот файл.'],
  ])('%s: instructions that ask for their deletion are none [Y97]', (_, request) => {
    expect(isPermanent(`# Session\n\n${LONG}\n\n${request}\n`)).toBe(false);
  });

  it.each([
    ['English', 'Do not delete this file.'],
    ['English, passive', 'This file must never be removed.'],
    ['English, other files', 'Never delete files of your human. Ask first.'],
    [
      'English, a list',
      '- do not skip a step\n- this file is read at each start\n- delete old logs',
    ],
    ['Chinese', '请勿删除此文件。'],
    ['Japanese', 'このファイルを削除しないでください。'],
    ['German', 'Diese Datei bitte nicht löschen.'],
    ['Portuguese', 'Não apague este arquivo.'],
    ['Spanish', 'No borres este archivo.'],
    ['French', 'Ne supprime pas ce fichier. Il ne faut jamais supprimer ce fichier.'],
    ['Russian', 'Не удаляй этот файл.'],
  ])('%s: instructions that are to stay are one', (_, sentence) => {
    expect(isPermanent(`# Hello\n\n${LONG}\n\n${sentence}\n`)).toBe(true);
  });

  it.each(['stock/BOOTSTRAP.md', 'newborn/BOOTSTRAP.md', 'templates/v3/BOOTSTRAP.md'])(
    'the instructions in %s are not taken for one, and are found when they are left over',
    (path) => {
      expect(rulesIn(look(withOrders(read(path))))).toEqual(['4.3/bootstrap-left']);
    },
  );

  it.each([
    ['a complete start-up of 13 kB', `# Complete Agent Session Startup\n\n${LONG.repeat(5)}\n`],
    ['read at each start', '# Bootstrap\n\n## Startup\n\nLoad the rest.\n'],
    ['before each answer', '## Pre-Generation Hook\n\nCheck the rules.\n'],
    ['in Chinese', '# 每次会话\n\n读取记忆。\n'],
    ['in Russian', '# Запуск сессии\n\nПрочитай всё.\n'],
  ])('one that is kept (%s) is told to move to AGENTS.md, once', (_, text) => {
    expect(rulesIn(look(withOrders(text)))).toEqual(['4.3/bootstrap-repurposed']);
  });

  it('no text makes the reader fail, however long its lines', () => {
    const piece = fc.constantFrom(
      'not ',
      'delete ',
      'this file',
      '. ',
      '\n',
      '\r',
      '\uD800',
      '# ',
      'ne ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.constantFrom(1, 2000), (parts, times) => {
        const text = parts.join('').repeat(times);
        expect(() => repurposed(new Document('BOOTSTRAP.md', { text }), text.length)).not.toThrow();
      }),
      { numRuns: 50 },
    );
  });
});

describe('bootstrap instructions on a disk', () => {
  it('a second name of the file is named, whatever it is called [Y68]', () => {
    const snapshot = withOrders('x', { 'memory/harmless.md': 'x' });
    const items = new Map(snapshot.items);
    for (const name of ['BOOTSTRAP.md', 'memory/harmless.md'])
      items.set(name, exampleItem(name, { links: 2, identity: '1:42' }));
    expect(
      look({ ...snapshot, items }).findings.map(({ rule, file, found }) => [rule, file, found]),
    ).toEqual([
      [
        '4.3/bootstrap-left',
        'BOOTSTRAP.md',
        'bootstrap instructions although the first boot is over',
      ],
      ['6.3/bootstrap-unusual', 'BOOTSTRAP.md', 'a file with 2 names'],
      ['2.6/bootstrap-copy', 'memory/harmless.md', 'another name of BOOTSTRAP.md'],
    ]);
  });

  it('no finding quotes the instructions, nor the text of their format', () => {
    const found = JSON.stringify(
      look(withOrders('# canary-one\n', { 'BOOTSTRAP.yamo': 'canary-two: canary-three;\n' })),
    );
    expect(found).toContain('2.6/bootstrap-document');
    expect(found).not.toContain('canary');
  });
});

/** The chain as the kernel reads it. */
const chainOf = ({ path, stateHome }: TempWorkspace): Records => {
  const uid = process.geteuid?.() ?? 0;
  const workspace = Workspace.open(disk, path, { strict: false, uid });
  try {
    const home = StateHome.peek(join(stateHome, 'yamo'), workspace, uid);
    if (home === undefined) throw new Error('the workspace has no state');
    try {
      return readChain(home);
    } finally {
      home.close();
    }
  } finally {
    workspace.close();
  }
};

const audited = (records: Records): Audit => look(goldenWith({ files: {}, facts: { records } }));

describe('records of a real kernel', () => {
  it('a first boot, a main session, a shared one and a refused boot pass every rule of the record [Y34] [Y94] [Y111] [Y112] [K16] [K17] [K18] [K19]', async () => {
    const ws = makeUnbornWorkspace();
    const boot = async (...args: readonly string[]): Promise<number> =>
      (await yamo(['boot', '--json', '--message', '/who', ...args], { workspace: ws })).code;
    expect(await boot()).toBe(0);
    ws.write('MEMORY.md', '# Memory\n\n- 2026-03-01: a secret of Ada\n');
    ws.write('AGENTS.md', ws.text('AGENTS.md').replace(/^.*\n/u, ''));
    expect(await boot()).toBe(0);
    expect(await boot('--session', 'shared')).toBe(0);
    ws.write('BOOTSTRAP.md', '# Orders\n');
    expect(await boot()).toBe(1);

    const records = chainOf(ws);
    expect(records.entries.map(({ kind, ending }) => [kind, ending])).toMatchObject([
      ['main', { end: 'closed' }],
      ['main', { end: 'closed' }],
      ['shared', { end: 'closed' }],
      ['main', { end: 'refused', code: 'BOOTSTRAP_RETURNED' }],
    ]);
    expect(JSON.stringify(records.entries[1])).toContain('"healed"');
    const whole = audited(records);
    expect(whole.findings).toEqual([]);
    expect(whole.basis).toBe('recorded');
    const asked = MINE.filter(({ needs }) => needs === 'records');
    expect(asked).toHaveLength(5);

    // The same chain says something else as soon as somebody gives the kinds of the sessions another meaning.
    const relabelled = records.entries.map((entry) => ({ ...entry, kind: 'shared' }));
    expect(rulesIn(audited({ ...records, entries: relabelled }))).toEqual(['4.1/record-isolation']);

    const file = join(stateOf(ws), 'record.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"kind":"shared"', '"kind":"main"'));
    const broken = audited(chainOf(ws));
    expect(broken.findings).toMatchObject([
      {
        rule: '6.3/record-chain',
        file: '',
        found: 'a chain of boot records that is broken at entry 3',
      },
    ]);
    expect(broken.basis).toBe('static');
  });
});

const of = (...entries: readonly BootRecord[]): Audit =>
  look(goldenWith({ files: {}, facts: recorded(...entries) }));

const unknownSteps = (...priorities: readonly number[]): BootRecord => {
  const steps = priorities.map((priority) => ({ step: 'new', priority, status: 'ok' }));
  return bootRecord([], { steps });
};

describe('records that nobody can trust', () => {
  const ORDERS = [{ file: 'BOOTSTRAP.md', sha256: '0'.repeat(64), bytes: 1 }];
  it('what is wrong at every boot is one finding, which names the first and counts the others', () => {
    const late = bootRecord(['load_soul', 'load_agents']);
    const found = of(bootRecord(ORDINARY), late, late, late).findings;
    expect(found.filter(({ rule }) => rule === '2.2/record-order')).toMatchObject([
      {
        file: '',
        found:
          'load_agents after load_soul in entry 2 of the boot record, and the like in 2 other entries',
      },
    ]);
  });

  it('the second half of a first boot is judged like an ordinary boot [K18]', () => {
    const halves = [...FIRST];
    halves.splice(FIRST.lastIndexOf('load_soul'), 1);
    expect(rulesIn(of(bootRecord(halves, { orders: ORDERS })))).toEqual(['2.2/record-order']);
  });

  it('a record of a later yamo is not judged, and that is said', () => {
    const { findings, unanswered } = of(bootRecord(ORDINARY), bootRecord([], { version: 2 }));
    expect(findings).toEqual([]);
    expect(unanswered.map(({ rule }) => rule).toSorted()).toEqual([
      '0006-2.3/record-ghost',
      '2.2/record-order',
      '4.1/record-isolation',
      '6.3/record-deletion',
    ]);
  });

  it('a step that only a later yamo knows must keep to the priorities', () => {
    expect(rulesIn(of(unknownSteps(-1, 0)))).toEqual([]);
    expect(rulesIn(of(unknownSteps(2, 1)))).toEqual(['0006-2.3/record-ghost', '2.2/record-order']);
  });

  it('no finding repeats what stands in a record', () => {
    const canary = 'canary';
    const steps = [
      { step: canary, priority: 2, status: canary },
      { step: 'load_soul', priority: 1, status: canary },
      { step: 'load_memory', priority: 1, status: canary, detail: canary },
      { step: 'persona_activation', priority: 2, status: canary },
    ];
    const gate = { entries: [{ operation: 'read', file: canary, answer: 'done' }] };
    const found = of(bootRecord([], { steps, gate, kind: canary, orders: [canary] })).findings;
    expect(found.length).toBeGreaterThan(3);
    expect(JSON.stringify(found)).not.toContain(canary);
  });

  it('no JSON makes a rule fail', () => {
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom('ok', 'main', 1, 'bootstrap_flow'));
    const step = fc.record(
      { step: fc.oneof(value, fc.constantFrom(...ORDINARY)), priority: value, status: value },
      { requiredKeys: [] },
    );
    const entry = fc.record(
      {
        version: fc.constantFrom(1, 2, '1'),
        kind: value,
        steps: fc.oneof(value, fc.array(fc.oneof(step, value))),
        orders: value,
        gate: fc.oneof(value, fc.record({ entries: fc.array(value) })),
        ending: fc.oneof(value, fc.constant({ end: 'closed' })),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 4 }), (entries) => {
        expect(() => of(...entries)).not.toThrow();
      }),
    );
  });
});
