/** The pages to which RFC-0009.md points for refusals, limits, exit codes and conformance cases say every row of them. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { CASES } from '#conform/suite/cases.ts';
import { LEFT_OUT } from '#conform/suite/left-out.ts';
import { EXIT, EXIT_MEANING } from '#lib/spec/exits.ts';
import * as limits from '#lib/spec/limits.ts';
import { REFUSALS } from '#lib/spec/refusals.ts';
import { tablesOf } from '#test/support/markdown-tables.ts';

const page = (name: string): string =>
  readFileSync(resolve(import.meta.dirname, '../../../docs/reference', name), 'utf8');

const rowsOf = (name: string, at = 0): readonly (readonly string[])[] =>
  tablesOf(page(name))[at]?.rows ?? [];

const UNITS: Readonly<Record<string, number>> = {
  B: 1,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
  ms: 1,
  s: 1000,
  min: 60_000,
  h: 3_600_000,
};

describe('docs/reference', () => {
  it('has every refusal below its section, with what to do and its exit code', () => {
    const told = new Map<string, string>();
    let section = '';
    for (const part of page('refusals.md')
      .replaceAll('\\', '')
      .split(/^(?=##)/mu)) {
      section = /^## (?:RFC-0009 )?(.+)$/mu.exec(part)?.[1] ?? section;
      const code = /^### (.+)$/mu.exec(part)?.[1];
      if (code !== undefined) told.set(code, `${section}\n${part.trim()}`);
    }
    expect([...told.keys()].toSorted()).toEqual(Object.keys(REFUSALS).toSorted());
    for (const [code, { section: of, what, remedy, exit }] of Object.entries(REFUSALS)) {
      const row = `${of}\n### ${code}\n\n${what}\n\n**Do:** ${remedy}\n\nExit code ${exit}.`;
      expect(told.get(code)).toBe(row.replaceAll('\\', ''));
    }
  });

  it('has every exit code', () => {
    const meanings = new Map(Object.entries(EXIT_MEANING));
    expect(rowsOf('exit-codes.md')).toEqual(
      Object.entries(EXIT).map(([name, exit]) => [String(exit), name, meanings.get(name)]),
    );
  });

  it('has every limit', () => {
    const told = rowsOf('limits.md').map(([name = '', value = '']) => {
      const [count = '', unit] = value.replaceAll(',', '').split(' ');
      return [name, Number(count) * (unit === undefined ? 1 : (UNITS[unit] ?? Number.NaN))];
    });
    expect(Object.fromEntries(told)).toEqual({ ...limits });
  });

  it('has every case of the conformance suite, and every requirement without one', () => {
    expect(rowsOf('conformance.md')).toEqual(
      CASES.map(({ id, title, session, requirements }) => [
        id,
        title,
        session,
        requirements.join(' '),
      ]),
    );
    expect(rowsOf('conformance.md', 1)).toEqual(
      LEFT_OUT.map(({ why, requirements }) => [why, requirements.join(' ')]),
    );
  });
});
