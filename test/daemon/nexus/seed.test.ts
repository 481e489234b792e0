import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, expect, it } from 'vitest';

import { Databases } from '#daemon/data/open.ts';
import { MEMORY_FORM } from '#daemon/data/memory.ts';
import { update } from '#daemon/data/write.ts';
import { seedShipped } from '#daemon/nexus/seed.ts';
import { disk } from '#kernel/fs/disk.ts';
import { laterRefusalOf, openWorkspace, uid } from '#test/support/kernel.ts';
import { FaultyDisk } from '#test/support/disk.ts';
import { snapshot } from '#test/support/snapshot.ts';
import { freshPath, makeWorkspace } from '#test/support/workspace.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0).toReversed()) close();
});

const SHARED = ['DB_PATHS', 'QUERIES.md', 'SCHEMA.md', 'memory-search.sh', 'memory-write.sh'];
/** One call of so many fails, to be done in a second. */
const STEP = 23;

const OWN = ['ERRORS.md', 'PATTERNS.md', 'ROLE.md', 'SKILLS.md'];

/** The files of a folder, with its notes for the other. */
const expected = (notes: string) =>
  [...OWN, notes, ...SHARED.map((file) => `skills/memory/${file}`)].toSorted();

/** All but the databases. */
const kept = (shot: ReturnType<typeof snapshot>) =>
  Object.entries(shot).filter(([path]) => !path.includes('state/data'));

const nexus = async (on = disk) => {
  const ws = makeWorkspace({ 'AGENTS.md': '# Rules\n' });
  const workspace = openWorkspace(ws, on);
  const databases = await Databases.open(openWorkspace(ws).ensure('state/data'), uid);
  closing.push(() => databases.close());
  const { runtime } = databases.queries;
  const rows = () => runtime.selectFrom('automations').selectAll().orderBy('id').execute();
  return { ws, runtime, rows, seed: () => seedShipped(runtime, workspace) };
};

it('enters the four that are shipped, as they are described, and no others (N17, N32 to N35, N39, E-N-4)', async () => {
  const { rows, seed } = await nexus();
  await seed();
  const [reader, writer] = ['state/workspace/memory-reader', 'state/workspace/memory-writer'];
  const shown = (await rows()).map((row) => [
    row.name,
    row.status,
    row.hook_point,
    row.blocking,
    row.timeout_ms,
    row.workspace_dir,
    row.peer_workspaces,
    row.self_improvement,
  ]);
  expect(shown).toEqual([
    ['memory-reader', 'active', 'worker:pre_execution', 1, 10_000, reader, `["${writer}"]`, 1],
    ['memory-writer', 'active', 'after:runAgent', 0, 30_000, writer, `["${reader}"]`, 1],
    ['command-logger', 'active', 'command:execute', 0, null, null, '[]', 0],
    ['boot-md', 'active', 'runtime:startup', 0, null, null, '[]', 0],
  ]);
});

it('lays out the folders of the reader and the writer, each with notes for the other (N36, N40)', async () => {
  const { ws, seed } = await nexus();
  await seed();
  const below = (folder: string): readonly string[] =>
    ws
      .list(folder)
      .filter((file) => !file.endsWith('/'))
      .map((file) => file.slice(folder.length + 1))
      .toSorted();
  expect(below('state/workspace/memory-reader')).toEqual(expected('NOTES_FOR_WRITER.md'));
  expect(below('state/workspace/memory-writer')).toEqual(expected('NOTES_FOR_READER.md'));
  const skills = 'state/workspace/memory-reader/skills/memory';
  expect(ws.text(`${skills}/SCHEMA.md`)).toContain(MEMORY_FORM.migrations.join('\n\n'));
  expect(ws.text(`${skills}/DB_PATHS`)).toContain('\nmemory.db=state/data/memory.db\n');
  for (const script of ['memory-search.sh', 'memory-write.sh'])
    expect(ws.text(`${skills}/${script}`)).toContain('.yamo-bin/memory_');
});

it('changes nothing the second time, nothing that was edited or turned off, and puts back what is gone (N37, N38)', async () => {
  const { ws, runtime, rows, seed } = await nexus();
  await seed();
  const [role, gone] = ['memory-reader/ROLE.md', 'memory-writer/ERRORS.md'].map(
    (file) => `state/workspace/${file}`,
  );
  ws.write(role ?? '', 'Mine.\n');
  await update(runtime, 'automations', { name: 'boot-md' }, { status: 'disabled' });
  await update(runtime, 'automations', { name: 'memory-reader' }, { timeout_ms: 5 });
  await update(runtime, 'automations', { name: 'memory-writer' }, { workspace_dir: 'home/mine' });
  await runtime.deleteFrom('automations').where('name', '=', 'command-logger').execute();
  const [files, before] = [snapshot(ws.path), await rows()];
  await seed();
  await seed();
  const after = await rows();
  expect(after.filter(({ name }) => name !== 'command-logger')).toEqual(before);
  expect(after.map(({ name }) => name)).toContain('command-logger');
  expect(kept(snapshot(ws.path))).toEqual(kept(files));
  ws.remove(gone ?? '');
  // It has another folder now, so this one is let be.
  await seed();
  expect(ws.has(gone ?? '')).toBe(false);
  await update(
    runtime,
    'automations',
    { name: 'memory-writer' },
    { workspace_dir: 'state/workspace/memory-writer' },
  );
  await seed();
  expect(ws.text(gone ?? '')).toContain('# Errors');
});

it('follows no link: not of a file, and not of a folder', async () => {
  const { ws, seed } = await nexus();
  const outside = freshPath('outside');
  mkdirSync(outside);
  mkdirSync(ws.at('state/workspace/memory-reader'), { recursive: true });
  symlinkSync(join(outside, 'ROLE.md'), ws.at('state/workspace/memory-reader/ROLE.md'));
  await seed();
  expect(existsSync(join(outside, 'ROLE.md'))).toBe(false);
  ws.remove('state/workspace/memory-writer');
  symlinkSync(outside, ws.at('state/workspace/memory-writer'));
  expect(await laterRefusalOf(seed)).toBe('FILE_UNREADABLE');
  expect(existsSync(join(outside, 'ROLE.md'))).toBe(false);
});

it('is refused by a full disk at any call, and completed by the next start (R-64)', async () => {
  const faulty = new FaultyDisk();
  const { ws, seed } = await nexus(faulty.disk);
  const codes = new Set<unknown>();
  for (let nth = 1; ; nth += STEP) {
    faulty.arm(nth, 'ENOSPC');
    codes.add(await laterRefusalOf(seed));
    if (faulty.calls.length < nth) break;
    rmSync(ws.at('state/workspace'), { recursive: true, force: true });
  }
  // What passes is a temporary name that could not be removed.
  expect(codes).toContain('WRITE_FAILED');
  codes.delete('FILE_UNREADABLE');
  codes.delete(undefined);
  expect(codes.size).toBe(1);
  faulty.arm(0, '');
  await seed();
  expect(ws.text('state/workspace/memory-writer/skills/memory/SCHEMA.md')).toContain('# Schema');
});
