/** What a first boot may need of the program is loaded before the instructions are taken: no place that loads late is forgotten. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { packageRoot } from '#kernel/process/package.ts';
import { loadAhead } from '#kernel/session/load-ahead.ts';

/** Loaded before a first boot in any case, by the kernel's beginning or its trial, or by other processes and commands. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  './settings-schema.ts': 'settings are read before the boot',
  './audit-baseline-schema.ts': 'the auditor',
  './settings-text.ts': 'settings are read before the boot',
  '#kernel/redact/credentials.ts': 'yamo hook, which is no boot',
  './redact.ts': 'yamo hook, which is no boot',
  './memory.ts': 'yamo hook, which is no boot',
  './end.ts': 'yamo hook, which is no boot',
  './start.ts': 'yamo hook, which is no boot',
  './own-writes.ts': 'yamo hook, which is no boot',
  '#kernel/redact/provider-keys.ts': 'the auditor',
  '#kernel/mesh/memory-index.ts': 'sessions that search, after a first boot',
  './days.ts': 'sessions that search, after a first boot',
  './hit.ts': 'sessions that search, after a first boot',
  '#kernel/memory/superseded.ts': 'sessions that search, after a first boot',
  './export.ts': 'yamo mesh export, which is no boot',
  './embedding.ts': 'an index that has an embedder, after a first boot',
  './http-embedder.ts': 'an index that has an embedder, after a first boot',
  './recalled.ts': 'sessions that recall, after a first boot',
  './other-layout.ts': 'layouts of other systems, before their instructions are taken',
  './finish-setup.ts': 'layouts that keep their instructions',
  './curation.ts': 'proposals, after a first boot',
  './write-down.ts': 'the end of a session, after a first boot',
  '#lib/memory/curation.ts': 'yamo memory curate',
  '#kernel/memory/logs.ts': 'proposals, after a first boot',
  '#kernel/memory/judge.ts': 'proposals, after a first boot',
  '#kernel/memory/commit.ts': 'commits of curations, after a first boot',
  '#kernel/memory/origins.ts': 'proposals, after a first boot',
  '#kernel/memory/proposals.ts': 'proposals, after a first boot',
  '#kernel/memory/change.ts': 'proposals, after a first boot',
  '#lib/memory/conflicts.ts': 'proposals, after a first boot',
  '#kernel/memory/heartbeat-state.ts': 'heartbeats, which begin no first boot',
  './tell.ts': 'heartbeats, which begin no first boot',
  '#kernel/state/ledger.ts': 'heartbeats, which begin no first boot',
  '#kernel/state/sessions.ts': 'heartbeats, which begin no first boot',
  '#schemas/generated/layout.js': 'yamo prompt',
  '#schemas/generated/prompt-facts.js': 'yamo prompt',
  koffi: "the launcher's process",
  '@napi-rs/keyring': 'the trial asks for the key, which is held from then on',
  './openai.ts': "the agent's process",
  './anthropic.ts': "the agent's process",
};

const LATE = /\bimport\('([^']+)'\)/g;
const baseOf = (path: string): string => path.replace(/^.*\//, '');

it('names every module that the kernel loads late', async () => {
  const root = packageRoot();
  const ahead = readFileSync(join(root, 'kernel/session/load-ahead.ts'), 'utf8');
  const loaded = new Set(Array.from(ahead.matchAll(LATE), ([, path = '']) => baseOf(path)));
  const late = readdirSync(join(root, 'kernel'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      Array.from(
        readFileSync(join(root, 'kernel', file), 'utf8').matchAll(LATE),
        ([, path = '']) => path,
      ),
    )
    .filter((path) => !path.startsWith('node:') && !path.startsWith('@secretlint/'));
  expect(late.length).toBeGreaterThan(8);
  const forgotten = late.filter(
    (path) => !loaded.has(baseOf(path)) && !Object.hasOwn(ELSEWHERE, path),
  );
  expect(forgotten).toEqual([]);
});

it('loads them', async () => {
  await expect(loadAhead()).resolves.toBeUndefined();
});
