/**
 * How the Messages API caches: a prefix of tools, system and messages, byte for byte, is kept at each breakpoint if it
 * is long enough, and lives for five minutes (or an hour) after its last use. A prompt reads the longest one that it
 * begins with, found at a breakpoint or at one of the twenty blocks before it, and pays for the rest.
 */
import { hash } from 'node:crypto';

import { contentBlocks, type CountRequest, systemOf } from '#conform/provider/messages/request.ts';
import { tokenCount, type Usage } from '#conform/provider/messages/tokens.ts';

/** What became of a breakpoint: `short`: its prefix is below the model's minimum, and nobody is told. */
interface Breakpoint {
  /** Such as `tools.5`, `system.0` or `messages.4.1`. */
  readonly at: string;
  /** Of the prompt up to it. */
  readonly tokens: number;
  readonly state: 'read' | 'written' | 'short';
}

export interface CacheUse extends Omit<Usage, 'output'> {
  readonly breakpoints: readonly Breakpoint[];
}

type Life = '5m' | '1h';
const LIFE_MS: Readonly<Record<Life, number>> = { '5m': 5 * 60_000, '1h': 60 * 60_000 };
const BLOCKS_LOOKED_BACK = 20;

/** Tokens below which a prefix is not cached; by family, and 4,096 for the others. */
const MINIMUMS: readonly (readonly [RegExp, number])[] = [
  [/^claude-(opus|fable|mythos)-5(-[125])?(-\d{8})?$/, 512],
  [/^claude-(sonnet|haiku)-5-5(-\d{8})?$/, 512],
  [/^claude-(sonnet-5|opus-4-8|sonnet-4(-\d)?)(-\d{8})?$/, 1024],
  [/^claude-opus-4-7(-\d{8})?$/, 2048],
];
const MINIMUM = 4096;

const minimumOf = (model: string): number =>
  MINIMUMS.find(([family]) => family.test(model))?.[1] ?? MINIMUM;

/** A block of the prompt, with all that stands before it. */
interface Position {
  readonly at: string;
  readonly digest: string;
  /** Of the prompt up to its end. */
  readonly tokens: number;
  readonly life: Life | undefined;
}

export class PromptCache {
  readonly #now: () => number;
  /** Digests of prefixes: when they die. */
  readonly #entries = new Map<string, { readonly life: Life; readonly diesAt: number }>();

  /** `now`: milliseconds; for tests in which minutes pass. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** What a prompt reads and writes; what it writes is there for the next one. */
  use(request: CountRequest): CacheUse {
    const positions = positionsOf(request);
    const hit = this.#hit(positions);
    const minimum = minimumOf(request.model);
    const written: Record<Life, number> = { '5m': 0, '1h': 0 };
    const read = hit === -1 ? 0 : tokensUpTo(positions, hit);
    const breakpoints: Breakpoint[] = [];
    let paid = read;
    for (const [index, { at, digest, tokens, life }] of positions.entries()) {
      if (life === undefined) continue;
      const state = index <= hit ? 'read' : tokens < minimum ? 'short' : 'written';
      breakpoints.push({ at, tokens, state });
      if (state === 'short') continue;
      if (state === 'read') this.#touch(digest);
      else this.#keep(digest, life);
      if (state === 'written') {
        written[life] += tokens - paid;
        paid = tokens;
      }
    }
    return {
      breakpoints,
      read,
      written5m: written['5m'],
      written1h: written['1h'],
      input: tokensUpTo(positions, positions.length - 1) - paid,
    };
  }

  /** The index of the last block of the longest prefix that is there; -1 for none. */
  #hit(positions: readonly Position[]): number {
    for (const [index, { life }] of [...positions.entries()].toReversed()) {
      if (life === undefined) continue;
      for (let at = index; at >= 0 && at >= index - BLOCKS_LOOKED_BACK; at -= 1) {
        const { digest = '' } = positions[at] ?? {};
        if (!this.#lives(digest)) continue;
        this.#touch(digest);
        return at;
      }
    }
    return -1;
  }

  #lives(digest: string): boolean {
    return (this.#entries.get(digest)?.diesAt ?? 0) > this.#now();
  }

  #touch(digest: string): void {
    const entry = this.#entries.get(digest);
    if (entry !== undefined && this.#lives(digest)) this.#keep(digest, entry.life);
  }

  #keep(digest: string, life: Life): void {
    this.#entries.set(digest, { life, diesAt: this.#now() + LIFE_MS[life] });
  }
}

/** Tokens of a whole prompt. */
export const promptTokens = (request: CountRequest): number => {
  const positions = positionsOf(request);
  return tokensUpTo(positions, positions.length - 1);
};

const tokensUpTo = (positions: readonly Position[], index: number): number =>
  positions[index]?.tokens ?? 0;

const positionsOf = (request: CountRequest): readonly Position[] => {
  const segments = segmentsOf(request);
  const whole = request.cache_control;
  let [digest, tokens] = [hash('sha256', request.model), 0];
  return segments.map(({ at, block, context }, index) => {
    const control =
      block.cache_control ?? (index === segments.length - 1 ? whole : undefined) ?? undefined;
    const bare = { ...block, cache_control: undefined };
    digest = hash('sha256', `${digest}\n${context}\n${JSON.stringify(bare)}`);
    tokens += tokenCount(bare);
    return { at, digest, tokens, life: control === undefined ? undefined : (control.ttl ?? '5m') };
  });
};

interface Cacheable {
  readonly type?: string | null | undefined;
  readonly cache_control?: { readonly ttl?: Life | undefined } | null | undefined;
}

interface Segment {
  readonly at: string;
  readonly block: Cacheable;
  /** What changes the prefix beside the block's own bytes. */
  readonly context: string;
}

const segmentsOf = (request: CountRequest): readonly Segment[] => {
  const settings = JSON.stringify([request.tool_choice, request.thinking]);
  return [
    ...(request.tools ?? []).map((block, index) => ({
      at: `tools.${index}`,
      block,
      context: 'tool',
    })),
    ...systemOf(request).map((block, index) => ({
      at: `system.${index}`,
      block,
      context: 'system',
    })),
    ...request.messages.flatMap(({ role, content }, index) =>
      contentBlocks(content).map((block, nth) => ({
        at: `messages.${index}.${nth}`,
        block,
        context: `${role} ${settings}`,
      })),
    ),
  ];
};
