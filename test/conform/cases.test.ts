/** The cases of the conformance suite and RFC-0009.md, both ways. */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { requirementsIn } from '#lib/spec/requirements.ts';
import { readDocument } from '#conform/kernel/document.ts';
import { CASES } from '#conform/suite/cases.ts';
import { unknownName } from '#conform/suite/claims.ts';
import { LEFT_OUT } from '#conform/suite/left-out.ts';
import { toyFaults } from '#test/support/toy-faults.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const textOf = (file: string): string => readFileSync(resolve(ROOT, file), 'utf8');

describe('the cases', () => {
  const shown = new Set(CASES.flatMap(({ requirements }) => requirements));
  const leftOut = LEFT_OUT.flatMap(({ requirements }) => requirements);

  it('show every requirement, or it is said why none does', () => {
    const rows = requirementsIn(textOf('RFC-0009.md')).map(({ id }) => id);
    expect([...new Set([...shown, ...leftOut])].toSorted()).toEqual(rows.toSorted());
    expect(leftOut.filter((id) => shown.has(id))).toEqual([]);
    expect(new Set(leftOut).size).toBe(leftOut.length);
  });

  it('are rows of the tables that are there, each with an id of its own', () => {
    expect(new Set(CASES.map(({ id }) => id)).size).toBe(CASES.length);
    const tables = readdirSync(resolve(ROOT, 'conform/cases'));
    expect(tables.length).toBeGreaterThan(0);
    expect([...new Set(CASES.map(({ file }) => file))].toSorted()).toEqual(
      tables.map((name) => `conform/cases/${name}`).toSorted(),
    );
    for (const { id, file } of CASES) expect(textOf(file)).toContain(`\n  '${id}': `);
  });

  it('are documented in sentences that follow a label', () => {
    for (const { id, setUp, done, observed, leftOpen } of CASES)
      for (const words of [setUp, done, observed, leftOpen])
        expect(words, id).toMatch(/^[^\s].*[^.]\.$/u);
  });
});

const linesOf = (texts: readonly string[]): number =>
  texts
    .join('\n')
    .split('\n')
    .filter((line) => line.trim() !== '').length;

describe('the faults of the toy', () => {
  const toy = textOf('conform/kernels/toy.mjs');
  const faults = toyFaults();
  const LINES_MAX = 5;

  it('are changes of few lines, each in one place of it', () => {
    expect(faults.length).toBeGreaterThanOrEqual(60);
    for (const { fault, changes } of faults) {
      for (const [from] of changes) expect(toy.split(from), fault).toHaveLength(2);
      const [before, after] = [0, 1].map((at) => linesOf(changes.map((one) => one[at] ?? '')));
      expect(Math.max(before ?? 0, after ?? 0), fault).toBeLessThanOrEqual(LINES_MAX);
    }
  });

  it('fail each case at least once, and none that there is not', () => {
    const found = new Set(faults.flatMap(({ fails }) => fails.split(' ')));
    expect([...found].toSorted()).toEqual(CASES.map(({ id }) => id));
  });
});

describe('what a kernel claims', () => {
  it.each([
    [{ claimed: ['B-12'], notClaimed: { 'B X-13 Y44 Y6': 'it does not' } }, undefined],
    [{ claimed: ['B-12', 'B'] }, '/claimed/1 names no case: B'],
    [{ claimed: ['b-12'] }, '/claimed/0 names no case: b-12'],
    [
      { notClaimed: { 'B Y999': '' } },
      '/notClaimed/B Y999 names no case, chapter or requirement: "Y999"',
    ],
    [{ notClaimed: { 'B  X': '' } }, '/notClaimed/B  X names no case, chapter or requirement: ""'],
  ] as const)('%j is known by its names', (claims, fault) => {
    const kernel = { name: 'a', agent: 'acp', boot: { main: ['a'] }, ...claims } as const;
    expect(unknownName(kernel)).toBe(fault);
  });
});

const DOCUMENTS =
  'yamo yamo-daemon shell toy toy-messages toy-chat sound-shell sound-acp sound-container'.split(
    ' ',
  );

describe('the document of a kernel', () => {
  it.each(DOCUMENTS)('%s is one', (name) => {
    expect(readDocument(textOf(`conform/kernels/${name}.json`))).toHaveProperty('document');
  });

  it.each([
    ['{', '/ is not JSON'],
    [
      '{"name":"a","agent":"pi","boot":{"main":["a"]}}',
      '/agent is one of acp, stdin, messages, chat',
    ],
    ['{}', "/ must have required property 'name'"],
    [
      '{"name":"a","agent":"acp","boot":{"main":[]}}',
      '/boot/main must NOT have fewer than 1 items',
    ],
    [
      '{"name":"a","agent":"acp","boot":{"main":["a"]},"more":1}',
      '/ must NOT have additional properties (more)',
    ],
    [
      '{"name":"a","agent":"chat","boot":{"main":["a","{provider}"]}}',
      '/tools is needed with "agent": "chat": those of the kernel',
    ],
    [
      '{"name":"a","agent":"acp","boot":{"main":["a"]},"tools":{"read":{"name":"r","input":{}}}}',
      '/tools is for kernels that call a provider ("agent": "messages" or "chat")',
    ],
    [
      '{"name":"a","agent":"messages","boot":{"main":["a","{workspace}"]},"tools":{"read":{"name":"r","input":{"p":"{file}"}}}}',
      '/boot/main names no {provider}, and /environment neither: it is what the kernel is to call',
    ],
    [
      '{"name":"a","agent":"acp","boot":{"main":["a","{worksapce}","{agent}"]}}',
      '/boot/main names no {workspace}, and /environment neither: it is what the kernel is to boot',
    ],
    [
      '{"name":"a","agent":"stdin","environment":{"A":"{workspace}"},"boot":{"main":["a","{agent}"],"shared":["a"]}}',
      '/boot/shared names no {agent}, and /environment neither: it is the command that the kernel is to start (or {program})',
    ],
    [
      '{"name":"a","agent":"chat","boot":{"main":["{provider}"]},"tools":{"shell":{"name":"r","input":{"c":"{text}"}}}}',
      '/tools/shell/input holds no {command}',
    ],
    [
      '{"name":"a","agent":"chat","boot":{"main":["{provider}"]},"tools":{}}',
      '/tools must NOT have fewer than 1 properties',
    ],
  ])('%s: %s', (text, fault) => {
    expect(readDocument(text)).toEqual({ fault: expect.stringContaining(fault) });
  });
});
