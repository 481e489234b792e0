/** Vectors beside words: real processes of the mesh, and a server of embeddings on this machine. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { DEFAULT_SETTINGS, type Settings } from '#kernel/contract/boot-request.ts';
import { type EmbeddingsServer, embeddingsServer, meaningOf } from '#test/support/embeddings.ts';
import { indexOn, placesFound, STORES } from '#test/support/mesh.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const TOKEN = ['ghp', 'x7Kd93mPq20LsVbN8tRw5ZyC4hJf6G1aQeTu'].join('_');
const MEMORY = `# Memory

- 2026-11-01: The boat of Bo lies at the second quay until spring, ask bo@example.com.
- 2026-11-02: The lighthouse keeper wants two spare lamps before the winter.
- 2026-11-03: The token of the mirror is ${TOKEN} for now and later.
`;

const settingsFor = (
  embedder: string,
  { port }: EmbeddingsServer,
  address = '127.0.0.1',
): Partial<Settings> => ({
  mesh: { ...DEFAULT_SETTINGS.mesh, search: true, embedder },
  providers: {
    ollama: { baseUrl: `http://${address}:${port}` },
    openai: { baseUrl: `http://${address}:${port}/v1`, key: 'none' },
    lmstudio: { baseUrl: `http://${address}:${port}` },
  },
});

describe.each(STORES)('an index with an embedder, in %s', (store) => {
  it('finds what is meant in other words, says so, and sends nothing secret [Y96]', async () => {
    const server = await embeddingsServer();
    const workspace = makeBornWorkspace({ 'MEMORY.md': MEMORY });
    const { index } = indexOn(workspace, store, { settings: settingsFor('ollama/nomic', server) });
    const { hits, note } = await index.search({ query: 'vessel of +1 415 555 0100' });
    expect([hits[0]?.line, note]).toEqual([3, undefined]);
    const { parts = {} } = hits[0] ?? {};
    expect(parts['vector']).toBeGreaterThan(0.7);
    expect(parts).not.toHaveProperty('own');
    expect(server.texts.join('\n')).not.toMatch(new RegExp(`@example|555|${TOKEN}`, 'u'));
    expect(server.requests.map(({ path, model }) => `${path} ${model}`)).toEqual(
      Array(2).fill('/api/embed nomic'),
    );
    const fused = await index.search({ query: 'lamps on a vessel', by: 'ranks' });
    expect(fused.hits.map(({ line, parts: of }) => [line, Object.keys(of ?? {})])).toEqual([
      [4, ['words', 'vector']],
      [3, ['vector']],
    ]);
    // A line that was taken out is gone with its vector; what has only moved is not embedded again.
    const before = server.texts.length;
    workspace.write(
      'MEMORY.md',
      MEMORY.replace(/- 2026-11-02.*\n/u, '').replace('# Memory', '# Memory\n'),
    );
    expect(await placesFound({ index }, 'vessel')).toEqual(['MEMORY.md:4']);
    expect(server.texts.slice(before)).toEqual(['vessel']);
    expect((await index.status()).embedder).toEqual({ name: 'ollama/nomic', left: 0 });
  });

  it('makes all vectors anew for another embedder, and compares none of the one before', async () => {
    const server = await embeddingsServer();
    const workspace = makeBornWorkspace({ 'MEMORY.md': MEMORY });
    const first = indexOn(workspace, store, { settings: settingsFor('lmstudio/one', server) });
    await placesFound(first, 'vessel');
    await first.index.close();
    const before = server.requests.length;
    const second = indexOn(workspace, store, { settings: settingsFor('openai/two', server) });
    expect(await placesFound(second, 'vessel')).toEqual(['MEMORY.md:3', 'MEMORY.md:4']);
    expect(server.requests.map(({ path }) => path)).toEqual([
      ...Array(before).fill('/v1/embeddings'),
      ...Array(2).fill('/v1/embeddings'),
    ]);
    await second.index.close();
    const without = indexOn(workspace, store);
    expect(await placesFound(without, 'vessel')).toEqual([]);
    expect((await without.index.status()).embedder).toBeUndefined();
  });
});

describe('an embedder', () => {
  it('that fails costs the vectors and not the answer, and is left alone for a while', async () => {
    const server = await embeddingsServer();
    const workspace = makeBornWorkspace({ 'MEMORY.md': MEMORY });
    for (const [answer, reason] of [
      [{ status: 500, body: 'TOKEN of yours' }, 'it answered 500'],
      [{ status: 307, body: '', location: 'http://127.0.0.1:1/' }, 'it answered 307'],
      [{ status: 200, body: 'no json' }, 'its answer is no JSON'],
      [{ status: 200, body: '{"embeddings":[]}' }, 'something else than vectors'],
      [{ status: 200, body: '{"embeddings":[[1,2],["a",2]]}' }, 'something else than vectors'],
      [{ status: 200, body: '{"embeddings":[[1e999],[1]]}' }, 'something else than vectors'],
    ] as const) {
      const { index } = indexOn(workspace, 'sqlite', {
        settings: settingsFor('ollama/nomic', server),
      });
      server.answer = answer;
      const asked = server.requests.length;
      for (const query of ['lamps', 'keeper']) {
        const { hits, note } = await index.search({ query });
        expect(hits[0]?.line).toBe(4);
        expect(note).toContain(reason);
        expect(note).not.toContain('TOKEN');
      }
      expect(server.requests.length).toBe(asked + 1);
      await index.close();
    }
  });

  it('on another machine gets nothing before the owner has said yes [Y98]', async () => {
    const server = await embeddingsServer();
    const workspace = makeBornWorkspace({ 'MEMORY.md': MEMORY });
    // The wildcard address leads here, and does not say so.
    const settings = settingsFor('ollama/nomic', server, '0.0.0.0');
    const { index } = indexOn(workspace, 'sqlite', { settings });
    const { hits, note } = await index.search({ query: 'lamps' });
    expect([hits[0]?.line, note]).toEqual([4, expect.stringContaining('no consent')]);
    const embedding = await index.embedding();
    expect(embedding?.wantsConsent).toBe(`0.0.0.0:${server.port}`);
    embedding?.consent(false);
    expect(await index.embed()).toEqual({ left: 2, fault: expect.stringContaining('no consent') });
    expect([embedding?.wantsConsent, server.requests]).toEqual([undefined, []]);
    embedding?.consent(true);
    expect(await index.embed()).toEqual({ left: 0 });
    expect(await placesFound({ index }, 'vessel')).toEqual(['MEMORY.md:3', 'MEMORY.md:4']);
  });

  it('of the owner, once installed, runs in the process of the mesh', async () => {
    const workspace = makeBornWorkspace({ 'MEMORY.md': MEMORY });
    const settings = { mesh: { ...DEFAULT_SETTINGS.mesh, embedder: 'local' } };
    const data = join(workspace.configHome, 'data');
    const environment = { XDG_DATA_HOME: data };
    const before = indexOn(workspace, 'sqlite', { settings, environment });
    const { note } = await before.index.search({ query: 'lamps' });
    expect(note).toContain('yamo mesh install --encoder');
    await before.index.close();
    const write = (name: string, text: string): void => {
      const folder = join(data, 'yamo/encoder/node_modules/@energetic-ai', name);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'package.json'), '{"version":"0.2.0"}');
      writeFileSync(join(folder, 'index.js'), text);
    };
    write('model-embeddings-en', 'exports.modelSource = () => 1;');
    write(
      'embeddings',
      `const of = ${meaningOf.toString().replace('MEANINGS', '[/boat|vessel/gi, /lamp/gi]')};
      exports.initModel = async (source) => ({ of, embed(texts) { return Promise.all(texts.map((text) => this.of(text, source()))); } });`,
    );
    const { index } = indexOn(workspace, 'sqlite', { settings, environment });
    expect(await placesFound({ index }, 'vessel')).toEqual(['MEMORY.md:3', 'MEMORY.md:4']);
  });
});
