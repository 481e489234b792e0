import { describe, expect, it } from 'vitest';

import { costOf } from '#lib/model/cost.ts';
import { limitsOf, pricesOf } from '#lib/model/table.ts';

describe('limitsOf', () => {
  it('knows a model by its family, the closest one', () => {
    expect(limitsOf('claude-opus-5-5')).toEqual({
      contextTokens: 1_000_000,
      outputTokens: 128_000,
      cacheMinTokens: 512,
      charsPerToken: 3,
    });
    expect(limitsOf('claude-sonnet-5').cacheMinTokens).toBe(1024);
    expect(limitsOf('claude-sonnet-5-5').cacheMinTokens).toBe(512);
    expect(limitsOf('claude-opus-4-6').charsPerToken).toBe(3.9);
    expect(limitsOf('claude-opus-4-7').charsPerToken).toBe(3);
    expect(limitsOf('gpt-5.4-mini').contextTokens).toBe(400_000);
    expect(limitsOf('gpt-6.1-sol').contextTokens).toBe(1_050_000);
  });

  it('knows snapshots, and the names that gateways give', () => {
    expect(limitsOf('claude-haiku-4-5-20251001')).toEqual(limitsOf('claude-haiku-4-5'));
    expect(limitsOf('anthropic/claude-opus-5.5')).toEqual(limitsOf('claude-opus-5-5'));
    expect(limitsOf('openai/gpt-5.4')).toEqual(limitsOf('gpt-5.4'));
  });

  it('is careful with what it does not know [R-55]', () => {
    const unknown = {
      contextTokens: 200_000,
      outputTokens: 8192,
      cacheMinTokens: 4096,
      charsPerToken: 3,
    };
    for (const model of ['qwen3:8b', 'gpt-50', 'o30', '', 'constructor'])
      expect(limitsOf(model), model).toEqual(unknown);
  });
});

describe('pricesOf', () => {
  it('knows a model and its snapshots', () => {
    const prices = { input: 4, output: 20, cacheRead: 0.2, cacheWritten: 5 };
    expect(pricesOf('claude-opus-5-5')).toEqual(prices);
    expect(pricesOf('claude-opus-5-5-20260922')).toEqual(prices);
  });

  it('knows nothing of a release, a gateway or a server that is not in it', () => {
    for (const model of ['claude-opus-5-6', 'openrouter/claude-opus-5-5', 'llama3', 'toString'])
      expect(pricesOf(model), model).toBeUndefined();
  });
});

describe('costOf', () => {
  const tokens = { input: 1_000_000, cacheRead: 0, cacheWritten: 0, output: 0 };

  it('adds up what each kind of token costs', () => {
    const prices = { input: 2, output: 10, cacheRead: 0.2, cacheWritten: 2.5 };
    expect(
      costOf({ input: 1000, cacheRead: 2000, cacheWritten: 3000, output: 4000 }, prices),
    ).toBeCloseTo(0.0499);
  });

  it('charges the cache as input where nothing else is known', () => {
    const used = { input: 0, cacheRead: 1_000_000, cacheWritten: 1_000_000, output: 0 };
    expect(costOf(used, { input: 3, output: 15 })).toBe(6);
  });

  it('charges a long prompt at its own rate', () => {
    const prices = {
      input: 0.1,
      output: 0.5,
      long: { aboveTokens: 100_000, input: 0.5, output: 2.5 },
    };
    expect(costOf(tokens, prices)).toBe(0.5);
    expect(costOf({ ...tokens, input: 100_000 }, prices)).toBeCloseTo(0.01);
  });
});
