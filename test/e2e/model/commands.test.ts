/** Commands of a session that no terminal is at: who says one means it, and a file says none. */
import { writeFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { heard, say } from '#test/support/messages-api/reply.ts';
import { Talk } from '#test/support/messages-api/talk.ts';
import { freshPath, makeBornWorkspace } from '#test/support/workspace.ts';
import { framesNamed, wordsOf } from '#test/support/yamo.ts';

const run = async (...args: readonly string[]) => {
  const ws = makeBornWorkspace();
  const talk = await Talk.begin(ws, (request) => say(`You said ${heard(request).words}`), { args });
  return { ...(await talk.end()), ws, requests: talk.api.requests.length };
};

const answersOf = ({ events }: Awaited<ReturnType<typeof run>>): string =>
  framesNamed(events, 'answer')
    .map(({ text }) => String(text))
    .join('\n');

describe('a command', () => {
  it.each([
    ['/help', /- `\/help` shows this list\n[^]*- `\/status` what this session is/],
    [' /HELP ', /- `\/status`/],
    ['/status', /- session: main/],
  ])('as the only message is carried out, and no word for the model: %s', async (message, said) => {
    const result = await run('--message', message);
    expect([result.code, result.requests]).toEqual([0, 0]);
    expect(answersOf(result)).toMatch(said);
  });

  it.each(['/usr/bin is full', 'What is /help?'])(
    'is not what only looks like one: %s',
    async (message) => {
      const result = await run('--message', message);
      expect([result.code, result.requests, answersOf(result)]).toEqual([0, 1, '']);
      expect(wordsOf(result.events)).toContain(message);
    },
  );

  it.each(['/remember the grey cat', '/help', '/quit', '/join discord:bob'])(
    'is not what a file begins with: %s',
    async (text) => {
      const path = freshPath('text.md');
      writeFileSync(path, text);
      const result = await run('--file', path);
      expect([result.code, result.requests, answersOf(result)]).toEqual([0, 1, '']);
      expect(wordsOf(result.events)).toContain(text);
      expect(result.ws.has('MEMORY.md')).toBe(false);
    },
  );

  it('may be about what a file holds', async () => {
    const path = freshPath('text.md');
    writeFileSync(path, 'The grey cat is called Mohr.\n');
    const result = await run('--message', '/remember', '--file', path);
    expect([result.code, result.requests]).toEqual([0, 0]);
    expect(result.ws.text('MEMORY.md')).toContain('The grey cat is called Mohr.');
  });
});
