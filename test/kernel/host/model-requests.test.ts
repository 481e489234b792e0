/** What agents of the kernel's own ask beside the protocol: what is taken, and what is not what it should be. */
import { PassThrough, Readable, Writable } from 'node:stream';

import * as acp from '@agentclientprotocol/sdk';
import { expect, it } from 'vitest';

import { serveModel } from '#kernel/host/model-requests.ts';
import { METHOD } from '#lib/protocol/protocol.ts';

/** What reaches the kernel of these notifications of an agent. */
const heardOf = async (...sent: readonly (readonly [string, unknown])[]) => {
  const heard: unknown[] = [];
  const client = acp.client({ name: 'yamo' });
  serveModel(
    client,
    acp,
    {
      search: () => Promise.reject(new Error('nobody searches')),
      propose: () => Promise.reject(new Error('nobody proposes')),
      keep: (entry) => heard.push(entry),
      status: (text) => heard.push(text),
      account: {
        credential: () => Promise.reject(new Error('nobody needs one')),
        used: (report) => heard.push(report),
        budget: () => ({}),
      },
    },
    (work) => work,
  );
  const [input, output] = [new PassThrough(), new PassThrough()];
  const connection = client.connect(
    acp.ndJsonStream(Writable.toWeb(output), Readable.toWeb(input)),
  );
  for (const [method, params] of sent)
    input.write(`${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`);
  // Answered behind all of them.
  input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: METHOD.budget, params: {} })}\n`);
  await new Promise((resolve) => output.once('data', resolve));
  connection.close();
  return heard;
};

const USAGE = {
  model: 'wren-1',
  purpose: 'turn',
  input: 3,
  cacheRead: 2,
  cacheWritten: 1,
  output: 5,
};

it.each<[string, string, unknown, readonly unknown[]]>([
  ['what a turn cost', METHOD.usage, USAGE, [USAGE]],
  [
    'what a turn without a cache cost',
    METHOD.usage,
    { ...USAGE, cacheRead: 0, cacheWritten: 0 },
    [{ ...USAGE, cacheRead: 0, cacheWritten: 0 }],
  ],
  ['a cost without what was read from the cache', METHOD.usage, { ...USAGE, cacheRead: null }, []],
  [
    'a cost without what was written to the cache',
    METHOD.usage,
    { ...USAGE, cacheWritten: -1 },
    [],
  ],
  ['a cost of no number', METHOD.usage, { ...USAGE, input: '3' }, []],
  ['a cost of no known purpose', METHOD.usage, { ...USAGE, purpose: 'fun' }, []],
  ['what is to be kept', METHOD.keep, { entry: { role: 'user' } }, [{ role: 'user' }]],
  ['nothing to be kept', METHOD.keep, {}, []],
  ['a status', METHOD.status, { text: 'Thinking.' }, ['Thinking.']],
  ['a status of no text', METHOD.status, { text: 1 }, []],
])('of an agent the kernel hears %s, if it is whole', async (_, method, params, heard) => {
  expect(await heardOf([method, params])).toEqual(heard);
});
