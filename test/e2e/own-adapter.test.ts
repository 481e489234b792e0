/** The adapter of docs/chats.md, as a user adds it: a file of their own, for a provider on this machine. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

import { expect, it } from 'vitest';

import { Daemon } from '#test/support/daemon.ts';
import { closeNow, listen } from '#test/support/listen.ts';
import { freshPath, makeBornWorkspace } from '#test/support/workspace.ts';
import { until, yamo } from '#test/support/yamo.ts';

const PAGE = resolve(import.meta.dirname, '../../docs/chats.md');
const TOKEN = 'fleet-heron-4711-wading-sideways';

/** A provider that keeps messages, and takes some. */
const provider = async () => {
  const taken: unknown[] = [];
  const faults: string[] = [];
  const asked: string[] = [];
  const messages = [1, 2].map((number) => ({
    key: `m${number}`,
    chat: 'ops',
    text: `Fact ${number} is a fact.`,
    author: { id: 'ci', name: 'CI' },
  }));
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://here');
    const after = url.searchParams.get('after') ?? '';
    if (request.headers.authorization !== `Bearer ${TOKEN}`) faults.push('another token');
    asked.push(`${request.method} ${after}`);
    if (request.method === 'POST') taken.push(JSON.parse(await text(request)));
    const left = messages.filter(({ key }) => key > after);
    response.end(JSON.stringify(request.method === 'POST' ? {} : left));
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  return { taken, faults, asked, url, close: () => closeNow(server) };
};

it('brings what its provider has, and takes the answers there', async () => {
  const [, script = ''] = /```js\n(.*?)```/su.exec(readFileSync(PAGE, 'utf8')) ?? [];
  const file = freshPath('adapter.mjs');
  writeFileSync(file, script);
  const ws = makeBornWorkspace();
  const { taken, faults, asked, url, close } = await provider();
  const where = { workspace: ws, env: { HOUSE_TOKEN: TOKEN } };
  const add = ['chat', 'add', 'program', '--token-env', 'HOUSE_TOKEN', '--api', url] as const;
  expect((await yamo([...add], where)).stderr).toContain('--program FILE');
  expect((await yamo([...add, '--program', `${file}.not`], where)).stderr).toContain('ENOENT');
  const added = await yamo([...add, '--name', 'house', '--program', file], where);
  expect(added.stdout).toContain('house is added');
  const paired = await yamo(['chat', 'pair'], where);
  expect([paired.code, paired.stderr]).toEqual([1, expect.stringContaining('CHAT_OF_PROGRAMS')]);
  const daemon = await Daemon.start(ws, [], where.env);
  await until(() => taken.length === 2 && asked.at(-1) === 'GET m2');
  expect(taken).toEqual([
    { chat: 'ops', text: expect.stringContaining('Noted in'), nonce: expect.any(String) },
    { chat: 'ops', text: expect.stringContaining('Noted in'), nonce: expect.any(String) },
  ]);
  const status = await yamo(['status', '--json'], { workspace: ws });
  expect(status.stdout).toMatch(/"name":"house","program":"program","state":"connected"/u);
  expect((await yamo(['log'], { workspace: ws })).stdout).not.toContain(' main ');
  await yamo(['stop'], { workspace: ws });
  expect((await daemon.running.ended).code).toBe(0);
  expect(faults).toEqual([]);
  await close();
});
