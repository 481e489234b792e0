import { describe, expect, it } from 'vitest';

import { textBlock } from '#lib/model/conversation.ts';
import {
  answerTokens,
  historyTokens,
  type Prefix,
  type PrefixPart,
  prefixTokens,
  requestOf,
} from '#lib/model/request.ts';
import type { CacheGroup } from '#lib/protocol/protocol.ts';
import { toolsFor } from '#lib/model/tools-for.ts';
import { MAIN } from '#lib/spec/session-policy.ts';

const tools = toolsFor({
  kind: MAIN,
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
const part = (text: string, group: CacheGroup): PrefixPart => ({ text, group });
const prefix = (semi = SEMI): Prefix => ({
  parts: [part(STATIC, 'static'), part(semi, 'semi-static')],
  tools,
});
const parts = prefix();

describe('requestOf', () => {
  it('puts what stays first, each part in a block that ends with a breakpoint [A20, A21, O19]', () => {
    const request = requestOf('m', LIMITS, parts, messages);
    expect(request.system).toEqual([
      { text: STATIC, cached: true },
      { text: `\n\n${SEMI}`, cached: true },
    ]);
    expect(request).toMatchObject({ toolsCached: true, maxTokens: 8000 });
  });

  it('changes only the second block when memory changes [A23]', () => {
    const one = requestOf('m', LIMITS, parts, messages);
    const other = requestOf('m', LIMITS, prefix('Other.'), messages);
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
              kind: MAIN,
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

  it('makes one block of the parts of a group, to the byte as they were one text', () => {
    const split = [
      part('One.', 'static'),
      part('', 'static'),
      part('Two.', 'static'),
      part('Kept.', 'semi-static'),
      { ...part(' Glued.', 'semi-static'), continues: true },
    ];
    const { system } = requestOf('m', LIMITS, { parts: split, tools }, messages);
    expect(system.map(({ text }) => text)).toEqual(['One.\n\nTwo.', '\n\nKept. Glued.']);
  });

  it('keeps nothing behind what changes, and sets four breakpoints at most [A22]', () => {
    const groups = ['static', 'semi-static', 'static', 'semi-static', 'dynamic', 'static'] as const;
    const many = { parts: groups.map((group) => part(STATIC, group)), tools };
    const { system, toolsCached } = requestOf('m', LIMITS, many, messages);
    expect(toolsCached).toBe(true);
    expect(system.map(({ cached }) => cached)).toEqual([true, true, false, false, false, false]);
    const bare = requestOf('m', LIMITS, { ...many, tools: [] }, messages).system;
    expect(bare.map(({ cached }) => cached)).toEqual([true, true, false, false, false, false]);
    const early = { parts: [part('Now.', 'dynamic'), part('Then.', 'dynamic')], tools: [] };
    expect(requestOf('m', { ...LIMITS, cacheMinTokens: 0 }, early, messages).system).toEqual([
      { text: 'Now.', cached: false },
      { text: '\n\nThen.', cached: false },
    ]);
  });

  it('leaves out a block that is empty', () => {
    expect(requestOf('m', LIMITS, prefix(''), messages).system).toHaveLength(1);
  });
});

it('prefixTokens counts the same parts anew for another vocabulary', () => {
  const coarse = prefixTokens(parts, { ...LIMITS, charsPerToken: 4 });
  expect(prefixTokens(parts, LIMITS).all).toBeGreaterThan(coarse.all);
  expect(prefixTokens(parts, { ...LIMITS, charsPerToken: 4 })).toEqual(coarse);
});

describe('historyTokens', () => {
  it('is what the window has left beside system, tools and answer [A19]', () => {
    const before = prefixTokens(parts, LIMITS).all;
    expect(before).toBe(prefixTokens({ ...parts, parts: [] }, LIMITS).tools + 2667 + 268);
    expect(historyTokens(parts, LIMITS, 1)).toBe(200_000 - 8000 - before);
    expect(historyTokens(parts, LIMITS, 1.5)).toBe(Math.floor(200_000 - 8000 - before * 1.5));
  });

  it('leaves room in a small window, however long answers may be', () => {
    expect(answerTokens({ ...LIMITS, contextTokens: 8000 })).toBe(2000);
  });
});
