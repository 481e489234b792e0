/** A kernel of its own, started by tests: appends numbered lines to the daily log, one by one. */
import process from 'node:process';

import { Clock } from '#kernel/process/clock.ts';
import { disk } from '#kernel/fs/disk.ts';
import { OpenWorkspace } from '#kernel/run/open-workspace.ts';

const [path = '', stateRoot = '', name = '', count = '0'] = process.argv.slice(2);
const uid = process.getuid?.() ?? 0;
const clock = Clock.start('2026-11-21T12:00');
const opened = OpenWorkspace.open(disk, path, { strict: false, uid, stateRoot, clock });
for (let number = 1; number <= Number(count); number += 1)
  opened.daily.append(`- ${name} ${number} ${'x'.repeat(number * 7)} end\n`);
opened.close();
