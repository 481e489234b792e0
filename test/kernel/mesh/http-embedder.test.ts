/** What an embedder behind HTTP says instead of vectors is told by its kind, never in its words; and a key that it refuses is read anew. */
import { createServer, type RequestListener } from 'node:http';

import { expect, it, onTestFinished } from 'vitest';

import { DEFAULT_SETTINGS } from '#kernel/contract/boot-request.ts';
import { disk } from '#kernel/fs/disk.ts';
import { HttpEmbedder } from '#kernel/mesh/http-embedder.ts';
import { EMBEDDING_ANSWER_MAX_BYTES } from '#lib/spec/limits.ts';
import { uid } from '#test/support/kernel.ts';
import { closeNow, listen } from '#test/support/listen.ts';

const serving = (answer: RequestListener): Promise<number> => {
  const server = createServer(answer);
  onTestFinished(() => closeNow(server));
  return listen(server);
};

const LIMITS = { contextTokens: 1, outputTokens: 1, cacheMinTokens: 1, charsPerToken: 1 };

const embedderAt = (
  port: number,
  environment: Readonly<Record<string, string>> = {},
): HttpEmbedder =>
  new HttpEmbedder(
    {
      name: 'openai/nomic',
      model: 'nomic',
      needsKey: 'OPENAI_API_KEY' in environment,
      wire: 'openai',
      baseUrl: '',
      limits: LIMITS,
      idleSeconds: 1,
      tries: 1,
    },
    { wire: 'ollama', url: `http://127.0.0.1:${port}/api/embed` },
    { disk, uid, environment, settings: DEFAULT_SETTINGS },
  );

it.each([
  ['one vector too few', '{"embeddings":[[1,2]]}', 'something else than vectors'],
  ['a word in a vector', '{"embeddings":[[1,2],["a",2]]}', 'something else than vectors'],
  ['vectors of two lengths', '{"embeddings":[[1,2],[1]]}', 'something else than vectors'],
  ['no end', ' '.repeat(EMBEDDING_ANSWER_MAX_BYTES + 1), 'no end'],
])('an answer with %s is none', async (_, body, reason) => {
  const port = await serving((_request, response) => response.end(body));
  await expect(embedderAt(port).embed(['a', 'b'], 60_000)).rejects.toThrow(reason);
});

it('a key that was refused is read anew, and one that was taken is not', async () => {
  const keys: unknown[] = [];
  const environment = { HOME: '/nowhere', OPENAI_API_KEY: 'one' };
  const port = await serving(({ headers }, response) => {
    keys.push(headers.authorization);
    response.writeHead(headers.authorization === 'Bearer one' ? 401 : 200).end('{}');
  });
  const embedder = embedderAt(port, environment);
  for (const key of ['one', 'two', 'three']) {
    environment.OPENAI_API_KEY = key;
    await expect(embedder.embed(['a'], 60_000)).rejects.toThrow(/401|vectors/u);
  }
  expect(keys).toEqual(['Bearer one', 'Bearer two', 'Bearer two']);
});

it('an embedder that does not answer, and one that is not there, are told apart', async () => {
  const silent = await serving(() => undefined);
  await expect(embedderAt(silent).embed(['a'], 100)).rejects.toThrow('no answer in 0.1 s');
  await expect(embedderAt(1).embed(['a'], 60_000)).rejects.toThrow('cannot be reached');
});
