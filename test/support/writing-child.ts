/** A kernel of its own, started by tests: takes the write lock, says so, and keeps it until it is killed. */
import process from 'node:process';

import { Clock } from '#kernel/process/clock.ts';
import { disk } from '#kernel/fs/disk.ts';
import { OpenWorkspace } from '#kernel/run/open-workspace.ts';

const [path = '', stateRoot = ''] = process.argv.slice(2);
const uid = process.getuid?.() ?? 0;
const opened = OpenWorkspace.open(disk, path, {
  strict: false,
  uid,
  stateRoot,
  clock: Clock.start(),
});
opened.exclusively(() => {
  process.stdout.write('ready');
  // Nothing ever wakes it.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
