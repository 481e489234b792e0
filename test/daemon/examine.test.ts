/** What `yamo doctor` finds of the daemon, without a change and without a lock. */
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';

import { expect, it } from 'vitest';

import { DATABASE_FORMS, makeDatabases } from '#daemon/data/open.ts';
import { DaemonHome } from '#daemon/phases/home.ts';
import { takeService } from '#daemon/phases/workspace.ts';
import { examineDaemon, examineService } from '#daemon/process/examine.ts';
import { disk } from '#kernel/fs/disk.ts';
import { Directory } from '#kernel/fs/directory.ts';
import { DAEMON_PORT } from '#lib/spec/limits.ts';
import { hostOf } from '#test/support/in-process.ts';
import { openHome, openWorkspace, uid } from '#test/support/kernel.ts';
import { snapshot } from '#test/support/snapshot.ts';
import { freshPath, makeBornWorkspace } from '#test/support/workspace.ts';

const place = () => {
  const ws = makeBornWorkspace();
  const home = openHome(ws, openWorkspace(ws));
  const data = join(home.path, 'data');
  mkdirSync(data, { mode: 0o700 });
  const make = () => {
    const folder = Directory.open(disk, data);
    makeDatabases(folder, uid);
    folder.close();
  };
  // The port of another daemon of this machine is none of ours to look at.
  const look = async () => {
    const { refused, ...found } = await examineService(ws.path, hostOf(ws));
    const codes = refused.map(({ code }) => code).filter((code) => code !== 'PORT_TAKEN');
    return { ...found, codes };
  };
  return { ws, home, data, make, look };
};

it('says who serves a workspace, and which databases are in order, and changes nothing', async () => {
  const { ws, home, make, look } = place();
  make();
  const before = snapshot(ws.stateHome);
  const none = { path: ws.path, servedBy: null, port: DAEMON_PORT, codes: [] };
  const databases = DATABASE_FORMS.map(({ file }) => file);
  expect(await look()).toEqual({ ...none, databases });
  expect(snapshot(ws.stateHome)).toEqual(before);
  const lock = takeService(home);
  expect(await look()).toMatchObject({ servedBy: String(process.pid), databases });
  if (typeof lock !== 'string') lock.close();
});

it.each<[string, string, (file: string) => void]>([
  ['an empty file', 'DATABASE_FOREIGN', (file) => truncateSync(file)],
  ['damaged', 'DATABASE_UNUSABLE', (file) => writeFileSync(file, 'x'.repeat(4096))],
  [
    'a dangling link',
    'DATABASE_UNUSABLE',
    (file) => {
      rmSync(file);
      symlinkSync(freshPath('gone'), file);
    },
  ],
  [
    'a folder',
    'DATABASE_UNUSABLE',
    (file) => {
      rmSync(file);
      mkdirSync(file);
    },
  ],
])('names a database that is %s, and the others as well', async (_is, code, spoil) => {
  const { data, make, look } = place();
  make();
  spoil(join(data, 'events.db'));
  const { codes, databases } = await look();
  expect([codes, databases.length]).toEqual([[code], DATABASE_FORMS.length - 1]);
});

it('names a folder of databases that is none, and a workspace that is not there', async () => {
  const { ws, data, look } = place();
  rmSync(data, { recursive: true });
  writeFileSync(data, '');
  expect((await look()).codes).toEqual(['DATABASE_UNUSABLE']);
  const { refused } = await examineService(freshPath('gone'), hostOf(ws));
  expect(refused.map(({ code }) => code)).toContain('WORKSPACE_UNUSABLE');
});

it('names a port that is taken, and none while a daemon runs', async () => {
  const { ws } = place();
  const host = hostOf(ws);
  expect(examineDaemon(host)).toEqual({ running: null, unit: null, refused: [] });
  const server = createServer().listen(DAEMON_PORT, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve).once('error', resolve));
  const taken = await examineService(ws.path, host);
  expect(taken.refused.map(({ code }) => code)).toEqual(['PORT_TAKEN']);
  server.close();
  const home = DaemonHome.open(host);
  home.take();
  home.write({ pid: 1, version: '0', startedAt: '', phase: 'Serving', port: 7, control: 'c' });
  expect(examineDaemon(host).running).toEqual({ pid: 1, port: 7, phase: 'Serving' });
  expect(await examineService(ws.path, host)).toMatchObject({ port: null, refused: [] });
  home.close();
});
