/**
 * Agents that send as much as they can: nothing that an agent says freezes or swells the kernel. Each flood is sent
 * twice, the second time ten times as much of it, and the time of the processor is compared: a cost that grows with the
 * square of what is sent grows a hundredfold.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { few } from '#test/support/deep.ts';
import { agentCommand } from '#test/support/test-agents.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';
import { refusalOf, startYamo } from '#test/support/yamo.ts';

/** The least that is measured, in milliseconds: below it a ratio says nothing. */
const NOISE_MS = 250;
const RATIO_MAX = 25;
const MEMORY_MAX_MB = 300;

interface Cost {
  readonly cpuMs: number;
  readonly megabytes: number;
}

const costOf = (pid: number): Cost => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const memory = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  if (memory === undefined) throw new Error('it has ended');
  return {
    cpuMs: (Number(stat[11]) + Number(stat[12])) * 10,
    megabytes: Number(memory) / 1024,
  };
};

const start = (kind: string, count: number) =>
  startYamo(['boot', '--json', '--agent', agentCommand('flood', kind, String(count))], {
    workspace: makeBornWorkspace(),
  });

/** What each turn of a flood took the kernel, the second one of ten times as much, and how the session ended. */
const flooded = async (kind: string, count: number) => {
  const kernel = start(kind, count);
  await kernel.ready();
  let cost = costOf(kernel.pid);
  const watch = setInterval(() => {
    try {
      cost = costOf(kernel.pid);
    } catch {
      // It has ended.
    }
  }, 5);
  const turns: number[] = [];
  for (const times of [1, 10]) {
    const before = cost.cpuMs;
    kernel.say(String(times));
    const turn = kernel.printed('"event":"turn"', turns.length + 1);
    await Promise.race([turn.catch(() => undefined), kernel.ended]);
    turns.push(cost.cpuMs - before);
  }
  clearInterval(watch);
  kernel.finish();
  const [once = 0, tenfold = 0] = turns;
  return { once, tenfold, megabytes: cost.megabytes, result: await kernel.ended };
};

/** What is sent, how much of it the first time, and whether ten times as much ends the session. */
const FLOODS: readonly (readonly [kind: string, count: number, ends: boolean])[] = [
  ['no-json', 8000, true],
  ['no-message', 8000, true],
  ['stray', 8000, true],
  ['blank', 100_000, false],
  ['words', 2000, false],
  ['labels', 20_000, false],
  ['labels-in-pieces', 500, false],
  ['endless', 300_000, false],
  ['lines', 100_000, false],
  ['large', 60_000, false],
  ['bytes', 20_000, false],
  ['deep', 1_000_000, true],
  ['parts', 100_000, true],
  ['calls', 2000, false],
  ['titles', 1_000_000, false],
  ['contents', 10, false],
  ['commands', 5, false],
  ['plans', 2000, false],
  ['permissions', 500, false],
  ['places', 5000, false],
  ['forms', 1000, false],
  ['missing', 1000, false],
  ['names', 10, false],
  ['writes', 500_000, false],
  ['keys', 500_000, false],
  ['unknown', 2000, false],
  ['terminals', 2000, false],
  ['standard-error', 5000, false],
  ['files', 10_000, true],
  ['churn', 1000, false],
];

describe('an agent that floods the kernel', () => {
  it.each(few(FLOODS, 6))(
    'with %s costs what it sends, and no more memory than there is',
    async (kind, count, ends) => {
      const { once, tenfold, megabytes, result } = await flooded(kind, count);
      expect(tenfold / Math.max(once, NOISE_MS)).toBeLessThan(RATIO_MAX);
      expect(megabytes).toBeLessThan(MEMORY_MAX_MB);
      expect(refusalOf(result.events)).toBe(ends ? 'AGENT_FLOODS' : undefined);
      expect(result.code).toBe(ends ? 4 : 0);
    },
  );

  it('that reads no answers holds no more than a few of them', async () => {
    const kernel = start('answers', 1_000_000);
    await kernel.ready();
    kernel.say('go');
    await pause(3000);
    expect(costOf(kernel.pid).megabytes).toBeLessThan(MEMORY_MAX_MB);
    kernel.kill('SIGTERM');
    expect((await kernel.ended).code).toBe(143);
  });

  it.each(few(['words', 'labels', 'large', 'writes', 'churn', 'standard-error'], 6))(
    'with %s is ended by a signal',
    async (kind) => {
      const kernel = start(kind, 1_000_000);
      await kernel.ready();
      kernel.say('go');
      await pause(500);
      kernel.kill('SIGTERM');
      // Some are ended for what they sent, before that.
      expect([143, 4]).toContain((await kernel.ended).code);
    },
  );
});
