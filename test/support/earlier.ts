/** What an earlier version left on the disk of its users (test/fixtures/0.2.0), laid out for the program of today. */
import { chmodSync, cpSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { sha256 } from '#kernel/fs/bytes.ts';
import { stateKey } from '#kernel/state/home.ts';

import { makeWorkspace, type TempWorkspace } from './workspace.ts';
import { YAMO } from './yamo.ts';

const FIXTURE = resolve(import.meta.dirname, '../fixtures/0.2.0');

/** Where 0.2.0 put its hooks of Claude Code, relative to the workspace. */
export const EARLIER_HOOKS = '.claude/settings.json';

/** A workspace, its state and its settings as version 0.2.0 left them. Its last day is 26 November 2026. */
export const makeEarlierWorkspace = (): TempWorkspace => {
  const workspace = makeWorkspace();
  const { path, at, stateHome, configHome } = workspace;
  const state = join(stateHome, 'yamo', stateKey(lstatSync(path, { bigint: true })));
  const kept = join(stateHome, 'yamo', 'hooks', `${sha256(at(EARLIER_HOOKS)).slice(0, 32)}.json`);
  const settings = join(configHome, 'yamo', 'settings.json');
  for (const [from, to] of [
    ['workspace', path],
    ['state/workspace', state],
    ['state/hooks.json', kept],
    ['config/settings.json', settings],
  ] as const)
    cpSync(join(FIXTURE, from), to, { recursive: true });
  fill(at(EARLIER_HOOKS), { node: process.execPath, yamo: YAMO });
  fill(kept, { workspace: path, after: sha256(readFileSync(at(EARLIER_HOOKS))) });
  fill(settings, { workspace: path });
  identify(join(state, 'fingerprints.json'), path);
  for (const folder of [path, stateHome, configHome]) makePrivate(folder);
  return workspace;
};

/** Puts values in the place of `{{names}}`. */
const fill = (file: string, values: Readonly<Record<string, string>>): void =>
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replaceAll(/\{\{(\w+)\}\}/g, (whole, name) => values[name] ?? whole),
  );

/** Fingerprints hold for the very files that they were taken of. */
const identify = (file: string, workspace: string): void => {
  const kept: unknown = JSON.parse(readFileSync(file, 'utf8'), (name, value: unknown) => {
    if (!name.endsWith('.md') || typeof value !== 'object') return value;
    const { dev, ino, size, mtimeNs } = lstatSync(join(workspace, name), { bigint: true });
    return {
      ...value,
      identity: { dev: `${dev}`, ino: `${ino}`, size: `${size}`, mtimeNs: `${mtimeNs}` },
    };
  });
  writeFileSync(file, `${JSON.stringify(kept)}\n`);
};

/** Git keeps no modes. */
const makePrivate = (folder: string): void => {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makePrivate(path);
    else chmodSync(path, 0o600);
  }
};
