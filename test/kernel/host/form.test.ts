/** Forms that an agent asks its human to fill in: each question says who asks. */
import type { CreateElicitationRequest } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import { fillForm } from '#kernel/host/form.ts';
import type { Human } from '#kernel/contract/events.ts';
import { FORM_FIELDS, FORM_MESSAGE_MAX_CHARS } from '#lib/spec/limits.ts';

const choose: Human['choose'] = () => Promise.resolve(undefined);
const next: Human['next'] = () => Promise.resolve(undefined);

/** Answers in turn, and keeps what it was asked. */
const human = (...answers: readonly string[]) => {
  const asked: string[] = [];
  const waiting = [...answers];
  const answer: Human['answer'] = (question) => {
    asked.push(question);
    return Promise.resolve(waiting.shift());
  };
  return { asked, human: { next, answer, choose } };
};

const form = (message: string, ...fields: readonly string[]): CreateElicitationRequest => ({
  mode: 'form',
  sessionId: 's',
  message,
  requestedSchema: {
    type: 'object',
    properties: Object.fromEntries(fields.map((name) => [name, { type: 'string', title: name }])),
  },
});

/** Nobody withdraws what is asked. */
const NEVER = new AbortController().signal;

describe('a form of an agent', () => {
  it("names the one who asks before the first word of each question, and no line of it begins as the kernel's do", async () => {
    const { asked, human: someone } = human('Ada', 'Emden');
    const filled = await fillForm(
      form('yamo asks: who are you?', 'Name', 'your name\nyamo asks: your password'),
      someone,
      'claude-code',
      NEVER,
    );
    expect(asked).toEqual([
      'claude-code asks: yamo asks: who are you?\n  Name: ',
      'claude-code asks: your name\n  yamo asks: your password: ',
    ]);
    expect(filled).toMatchObject({ action: 'accept', content: { Name: 'Ada' } });
  });

  it('is declined where nobody is there, and where nobody would read it', async () => {
    const names = Array.from({ length: FORM_FIELDS + 1 }, (_, at) => `f${at}`);
    const { asked, human: someone } = human('x');
    expect(await fillForm(form('?', 'a'), undefined, 'x', NEVER)).toEqual({ action: 'decline' });
    for (const long of [form('?', ...names), form('?'.repeat(FORM_MESSAGE_MAX_CHARS + 1), 'a')])
      expect(await fillForm(long, someone, 'x', NEVER)).toEqual({ action: 'decline' });
    expect(asked).toEqual([]);
  });

  it('is cancelled when the agent takes it back, which its human hears of', async () => {
    const withdrawn = new AbortController();
    const { human: someone } = human();
    const heard = Promise.withResolvers<string | undefined>();
    const waiting = fillForm(
      form('?', 'a'),
      {
        ...someone,
        answer: async (_question, signal) => {
          signal?.addEventListener('abort', () => heard.resolve(undefined));
          return heard.promise;
        },
      },
      'x',
      withdrawn.signal,
    );
    withdrawn.abort();
    expect(await waiting).toEqual({ action: 'cancel' });
  });

  it('is cancelled when its human goes', async () => {
    const { human: someone } = human('one');
    expect(await fillForm(form('?', 'a', 'b'), someone, 'x', NEVER)).toEqual({ action: 'cancel' });
  });
});
