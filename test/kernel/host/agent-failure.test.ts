/** What the owner is told where an agent does not serve, and what they can do then. */
import { PassThrough } from 'node:stream';

import * as acp from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';

import { Failures, TooSlow } from '#kernel/host/agent-failure.ts';
import { Floods } from '#kernel/host/floods.ts';
import { StderrTail } from '#kernel/host/stderr-tail.ts';
import type { Child } from '#kernel/process/child.ts';
import { Speech } from '#kernel/redact/speech.ts';
import { RedactionLog } from '#kernel/redact/redaction-log.ts';
import { Journal } from '#kernel/run/journal.ts';

interface Scene {
  /** How its process ended; it still runs if this is missing. */
  readonly ended?: string;
  readonly isAborted?: boolean;
  readonly isOpen?: boolean;
  readonly speaks?: boolean;
  readonly printed?: string;
}

/** The process of an agent, of which nothing is known but its end. */
const childThat = (ended: string | undefined): Child => {
  const never = new Promise<never>(() => undefined);
  return {
    pid: 0,
    input: new PassThrough(),
    output: new PassThrough(),
    diagnostics: new PassThrough(),
    ended: ended === undefined ? never : Promise.resolve(ended),
    exit: never,
    closed: never,
    end: () => Promise.resolve(),
  };
};

const failuresOf = ({ ended, isAborted, isOpen = false, speaks = false, printed = '' }: Scene) => {
  const child = childThat(ended);
  const speech = new Speech({
    emit: () => undefined,
    redactions: new RedactionLog(new Journal(() => undefined), () => undefined),
    guard: undefined,
    secrets: ['correct-horse-battery'],
  });
  const stderr = new StderrTail();
  stderr.hear(printed);
  const failures = new Failures({
    program: { name: 'wren' },
    child,
    floods: new Floods(child, { speech }),
    acp,
    speech,
    signal: isAborted === true ? AbortSignal.abort() : new AbortController().signal,
    stderr,
  });
  return Object.assign(failures, { isOpen, speaks });
};

const answered = (code: number, data?: unknown) => new acp.RequestError(code, 'No.', data);

describe('an agent that does not serve', () => {
  it.each<[string, unknown, Scene, string, string]>([
    ['is ended by its owner', answered(-32000), { isAborted: true }, 'INTERRUPTED', ''],
    [
      'is ended by its owner with its session open',
      answered(-32603),
      { isAborted: true, isOpen: true },
      'AGENT_FAILED',
      'answered with error -32603',
    ],
    ['says nothing in time', new TooSlow(2000), {}, 'AGENT_FAILED', 'nothing came within 2 s'],
    ['wants a login', answered(-32000), {}, 'AGENT_NEEDS_LOGIN', 'wren'],
    [
      'answers with a refusal of the gate',
      answered(-32000, { section: '§3.1' }),
      {},
      'AGENT_FAILED',
      'answered with error -32000',
    ],
    ['knows no first request', answered(-32601), {}, 'AGENT_FAILED', 'does not speak'],
    ['answers with what is no message', new Error('broken'), {}, 'AGENT_FAILED', 'broken message'],
    ['is no agent', undefined, { ended: 'exit code 0' }, 'AGENT_FAILED', 'had said nothing'],
    ['crashes', undefined, { ended: 'exit code 1' }, 'AGENT_FAILED', 'crashed: it ended before'],
    [
      'ends well after it had spoken',
      undefined,
      { ended: 'exit code 0', speaks: true },
      'AGENT_FAILED',
      'crashed: it ended before',
    ],
    ['is lost', undefined, { ended: 'signal SIGKILL', isOpen: true }, 'AGENT_LOST', 'SIGKILL'],
  ])('is told as one that %s', async (_, error, scene, code, stderr) => {
    const refusal = await failuresOf(scene).because(error);
    expect(refusal.code).toBe(code);
    expect(`${refusal.message} ${refusal.remedy}`).toContain(stderr);
  });

  it('is told with what it printed last, looked through as all that it says', async () => {
    const printed = 'correct-horse-battery was refused';
    const { message } = await failuresOf({ ended: 'exit code 1', printed }).because(undefined);
    expect(message).toMatch(/agent: \[withheld.*\] was refused/);
  });
});
