import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { disk } from '#kernel/fs/disk.ts';
import { UsageLedger } from '#kernel/state/ledger.ts';
import { uid } from '#test/support/kernel.ts';
import { freshPath } from '#test/support/workspace.ts';

const DAY = '2026-03-14';

const spending = (tokens: number, usd: number) => ({
  at: '2026-03-14T09:26:00.000Z',
  bootId: 'b',
  model: 'm',
  tokens,
  usd,
});

describe('the ledger', () => {
  it('adds up a day, of all kernels that write to it', () => {
    const root = freshPath('state');
    const one = UsageLedger.open(root, disk, uid);
    const other = UsageLedger.open(root, disk, uid);
    one.note(DAY, spending(100, 0.5));
    expect(other.spent(DAY)).toEqual({ tokens: 100, usd: 0.5 });
    other.note(DAY, spending(20, 0.25));
    one.note('2026-03-15', spending(7, 0));
    expect(one.spent(DAY)).toEqual({ tokens: 120, usd: 0.75 });
    expect(other.spent(DAY)).toEqual({ tokens: 120, usd: 0.75 });
    expect(one.spent('2026-03-15')).toEqual({ tokens: 7, usd: 0 });
    expect(one.spent(DAY)).toEqual({ tokens: 120, usd: 0.75 });
  });

  it('passes over what is no line of its own, and a line without its end', () => {
    const root = freshPath('state');
    const ledger = UsageLedger.open(root, disk, uid);
    ledger.note(DAY, spending(1, 0));
    const file = join(root, 'usage', `${DAY}.jsonl`);
    appendFileSync(file, 'nonsense\n{"tokens":"many","usd":1}\n{"tokens":5,');
    expect(ledger.spent(DAY).tokens).toBe(1);
    appendFileSync(file, '"usd":0}\n');
    expect(ledger.spent(DAY).tokens).toBe(6);
    appendFileSync(file, '{"tokens":9,');
    ledger.note(DAY, spending(2, 0));
    expect(ledger.spent(DAY).tokens).toBe(8);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
