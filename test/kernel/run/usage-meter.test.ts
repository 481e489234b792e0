/** What a model costs, and when it is enough. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import {
  type Budgets,
  DEFAULT_SETTINGS,
  type Host,
  type Settings,
} from '#kernel/contract/boot-request.ts';
import { credentialsOf } from '#kernel/credentials/find.ts';
import { disk } from '#kernel/fs/disk.ts';
import { setupNamed } from '#kernel/programs/choose.ts';
import { UsageMeter } from '#kernel/run/usage-meter.ts';
import { UsageLedger } from '#kernel/state/ledger.ts';
import type { UsageReport } from '#lib/protocol/protocol.ts';
import { laterRefusalOf, refusalOf, uid } from '#test/support/kernel.ts';
import { freshPath } from '#test/support/workspace.ts';

const MODEL = 'anthropic/some-model';
const PRICES = { input: 10, output: 100, cacheRead: 1, cacheWritten: 12.5 };

const hostWith = (settings: Partial<Settings>, environment: Record<string, string> = {}): Host => ({
  disk,
  uid,
  environment: { ANTHROPIC_API_KEY: 'fake', HOME: freshPath('home'), ...environment },
  version: '0',
  settings: { ...DEFAULT_SETTINGS, prices: { [MODEL]: PRICES }, ...settings },
  human: undefined,
  emit: () => undefined,
  signal: new AbortController().signal,
  diagnostics: () => undefined,
});

const meterOf = (settings: Partial<Settings> = {}, root = freshPath('state')): UsageMeter => {
  const host = hostWith(settings);
  return new UsageMeter(setupNamed(MODEL, host), {
    host,
    credentials: credentialsOf(host),
    ledger: UsageLedger.open(root, disk, uid),
    bootId: 'b',
    today: () => '2026-03-14',
  });
};

const answer = (more: Partial<UsageReport> = {}): UsageReport => ({
  model: 'some-model',
  purpose: 'turn',
  input: 1000,
  cacheRead: 0,
  cacheWritten: 0,
  output: 100,
  ...more,
});

describe('the account of a model', () => {
  it('adds up answers to turns, and turns to a session', () => {
    const meter = meterOf();
    meter.used(answer());
    meter.used(answer({ input: 0, cacheRead: 1000 }));
    const first = meter.endTurn();
    expect(first?.turn.tokens).toEqual({
      input: 1000,
      cacheRead: 1000,
      cacheWritten: 0,
      output: 200,
    });
    expect(first?.turn.usd).toBeCloseTo((1000 * 10 + 1000 * 1 + 200 * 100) / 1e6, 10);
    meter.used(answer());
    const second = meter.endTurn();
    expect(second?.turn.tokens.input).toBe(1000);
    expect(second?.session.tokens.input).toBe(2000);
    expect(meter.endTurn()).toBeUndefined();
  });

  it('does not invent a price', () => {
    const meter = meterOf({ prices: {} });
    meter.used(answer());
    expect(meter.endTurn()?.turn.usd).toBeUndefined();
  });

  it.each(['constructor', '__proto__', 'toString'])(
    'still counts the day when a provider calls its model %s',
    (model) => {
      const root = freshPath('state');
      const meter = meterOf({ prices: {}, budgets: { dayTokens: 2200 } }, root);
      meter.used(answer({ model }));
      expect(meter.budget()).toEqual({});
      meter.used(answer({ model }));
      expect(meter.budget().stop).toMatch(/2200 of 2200 tokens/);
      expect(meter.today()).toEqual({ tokens: 2200, usd: 0 });
      expect(meter.endTurn()?.session.usd).toBeUndefined();
    },
  );

  it.each<[string, Budgets, boolean]>([
    ['tokens of a session', { sessionTokens: 1100 }, true],
    ['tokens of a session, not all', { sessionTokens: 1101 }, false],
    ['dollars of a session', { sessionUsd: 0.02 }, true],
    ['tokens of a day', { dayTokens: 1100 }, true],
    ['dollars of a day', { dayUsd: 0.02 }, true],
    ['dollars of a day, not all', { dayUsd: 0.03 }, false],
  ])('ends at a budget: %s', (_, budgets, ends) => {
    const meter = meterOf({ budgets });
    meter.used(answer());
    expect(meter.budget().stop !== undefined).toBe(ends);
  });

  it('counts the day of all sessions of the machine', () => {
    const root = freshPath('state');
    const settings = { budgets: { dayTokens: 2000 } };
    const [one, other] = [meterOf(settings, root), meterOf(settings, root)];
    one.used(answer());
    expect([one.overBudget(), other.overBudget()]).toEqual([undefined, undefined]);
    other.used(answer());
    const sentence = 'The budget of today is used up: 2200 of 2000';
    expect([one.overBudget(), other.budget().stop]).toEqual([
      expect.stringContaining(sentence),
      expect.stringContaining(sentence),
    ]);
  });

  it('refuses to go on where an answer could not be noted', () => {
    const root = freshPath('state');
    const meter = meterOf({ budgets: { sessionTokens: 1_000_000 } }, root);
    mkdirSync(join(root, 'usage', '2026-03-14.jsonl'));
    meter.used(answer());
    expect(refusalOf(() => meter.budget())).toBe('STATE_UNUSABLE');
    expect(refusalOf(() => meter.overBudget())).toBe('STATE_UNUSABLE');
  });

  it('hands out the key, and says where there is none', async () => {
    expect(await meterOf().credential({})).toEqual({
      value: 'fake',
      scheme: 'bearer',
      headers: {},
    });
    const host = hostWith({}, { ANTHROPIC_API_KEY: '' });
    const without = new UsageMeter(setupNamed(MODEL, hostWith({})), {
      host,
      credentials: credentialsOf(host),
      ledger: UsageLedger.open(freshPath('state'), disk, uid),
      bootId: 'b',
      today: () => '2026-03-14',
    });
    expect(await laterRefusalOf(() => without.credential({}))).toBe('MODEL_KEY_MISSING');
  });
});
