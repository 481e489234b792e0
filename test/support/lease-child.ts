/** A kernel of its own, started by tests: takes the lease and marks a session, says so, and waits to be killed. */
import process from 'node:process';

import { Clock } from '#kernel/process/clock.ts';
import { disk } from '#kernel/fs/disk.ts';
import { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { SessionMark } from '#kernel/state/sessions.ts';

const [path = '', stateRoot = '', bootId = ''] = process.argv.slice(2);
const uid = process.getuid?.() ?? 0;
const opened = OpenWorkspace.open(disk, path, {
  strict: false,
  uid,
  stateRoot,
  clock: Clock.start(),
});
opened.takeLease();
// Kept by the list below, so that no lock is collected.
const held: unknown[] = [opened];
held.push(
  new SessionMark(opened.home, {
    bootId,
    kind: 'main',
    startedAt: '2026-11-21T09:00:00.000Z',
    log: 'memory/2026-11-21.md',
  }),
);
process.stdout.write('ready');
setInterval(() => held.length, 1000);
