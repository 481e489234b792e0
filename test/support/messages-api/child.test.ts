/** The fake as a process of its own, with a script from a file. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

import { expect, it } from 'vitest';

import { freshPath } from '#test/support/workspace.ts';
import { FAKE_KEY } from './server.ts';

const CHILD = resolve(import.meta.dirname, '../messages-api-child.ts');

it('prints its address, plays the script, tells each request without the key, and ends with its input', async () => {
  const script = freshPath('script.ts');
  writeFileSync(
    script,
    `export const script = () => ({ kind: 'answer', blocks: [{ type: 'text', text: 'By the script.' }] });`,
  );
  const child = spawn(process.execPath, [CHILD, script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async (): Promise<string> => String((await lines.next()).value);
  const { url }: { readonly url: string } = JSON.parse(await line());
  const response = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': FAKE_KEY,
      'anthropic-version': '2023-06-01',
    },
    body: JSON.stringify({
      model: 'claude-sonnet-5',
      max_tokens: 10,
      stream: true,
      messages: [{ role: 'user', content: 'Hi' }],
    }),
  });
  expect(await response.text()).toContain('By the scrip');
  const told = await line();
  expect(JSON.parse(told)).toMatchObject({ state: 'done', status: 200, connection: 1 });
  expect(told).not.toContain(FAKE_KEY);
  const ended = once(child, 'exit');
  child.stdin.end();
  expect(await ended).toEqual([0, null]);
});
