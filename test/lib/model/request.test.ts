import { describe, expect, it } from 'vitest';

import { textBlock } from '#lib/model/conversation.ts';
import { answerTokens, historyTokens, prefixTokens, requestOf } from '#lib/model/request.ts';
import { toolsFor } from '#lib/model/tools.ts';

const tools = toolsFor({
  kind: 'main',
  phase: 'session',
  human: true,
  search: true,
  commands: true,
});
const LIMITS = {
  contextTokens: 200_000,
  outputTokens: 8000,
  cacheMinTokens: 1024,
  charsPerToken: 3,
};
const STATIC = 'Static. '.repeat(1000);
const SEMI = 'Memory. '.repeat(100);
const messages = [{ role: 'user' as const, content: [textBlock('Hi')] }];
const parts = { staticText: STATIC, semiStaticText: SEMI, tools };

describe('requestOf', () => {
  it('puts what stays first, each part in a block that ends with a breakpoint [A20, A21, O19]', () => {
    const request = requestOf('m', LIMITS, parts, messages);
    expect(request.system).toEqual([
      { text: STATIC, cached: true },
      { text: SEMI, cached: true },
    ]);
    expect(request).toMatchObject({ toolsCached: true, maxTokens: 8000 });
  });

  it('changes only the second block when memory changes [A23]', () => {
    const one = requestOf('m', LIMITS, parts, messages);
    const other = requestOf('m', LIMITS, { ...parts, semiStaticText: 'Other.' }, messages);
    expect(JSON.stringify(other.tools)).toBe(JSON.stringify(one.tools));
    expect(other.system[0]).toEqual(one.system[0]);
    expect(other.system[1]).not.toEqual(one.system[1]);
    expect(other.messages).toEqual(one.messages);
  });

  it('gives the same bytes for the same parts', () => {
    expect(JSON.stringify(requestOf('m', LIMITS, { ...parts }, messages))).toBe(
      JSON.stringify(
        requestOf(
          'm',
          LIMITS,
          {
            ...parts,
            tools: toolsFor({
              commands: true,
              search: true,
              human: true,
              kind: 'main',
              phase: 'session',
            }),
          },
          messages,
        ),
      ),
    );
  });

  it('sets no breakpoint before which the provider keeps nothing', () => {
    const request = requestOf('m', { ...LIMITS, cacheMinTokens: 2500 }, parts, messages);
    expect(request.toolsCached).toBe(false);
    expect(request.system.map(({ cached }) => cached)).toEqual([true, true]);
    const none = requestOf('m', { ...LIMITS, cacheMinTokens: 100_000 }, parts, messages);
    expect(none.system.map(({ cached }) => cached)).toEqual([false, false]);
  });

  it('leaves out a block that is empty', () => {
    expect(requestOf('m', LIMITS, { ...parts, semiStaticText: '' }, messages).system).toHaveLength(
      1,
    );
  });
});

describe('prefixTokens', () => {
  it('counts the same parts anew for another vocabulary', () => {
    const coarse = prefixTokens(parts, { ...LIMITS, charsPerToken: 4 });
    expect(prefixTokens(parts, LIMITS).semiStatic).toBeGreaterThan(coarse.semiStatic);
    expect(prefixTokens(parts, { ...LIMITS, charsPerToken: 4 })).toEqual(coarse);
  });
});

describe('historyTokens', () => {
  it('is what the window has left beside system, tools and answer [A19]', () => {
    const before = prefixTokens(parts, LIMITS).semiStatic;
    expect(before).toBe(
      prefixTokens({ ...parts, staticText: '', semiStaticText: '' }, LIMITS).tools + 2667 + 267,
    );
    expect(historyTokens(parts, LIMITS, 1)).toBe(200_000 - 8000 - before);
    expect(historyTokens(parts, LIMITS, 1.5)).toBe(Math.floor(200_000 - 8000 - before * 1.5));
  });

  it('leaves room in a small window, however long answers may be', () => {
    expect(answerTokens({ ...LIMITS, contextTokens: 8000 })).toBe(2000);
  });
});
