/**
 * A session of its own, as a process of its own, started by bench/session.ts: appends numbered lines to the log
 * through the gate, and prints how long each took until it was acknowledged.
 */
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

import { Clock } from '#kernel/process/clock.ts';
import { disk } from '#kernel/fs/disk.ts';
import { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { credentialFinder } from '#kernel/redact/credentials.ts';
import { deskOf } from '#test/support/desk.ts';

const [path = '', stateRoot = '', name = '', count = '0', pauseMs = '0'] = process.argv.slice(2);
const opened = OpenWorkspace.open(disk, path, {
  strict: false,
  uid: process.geteuid?.() ?? 0,
  stateRoot,
  clock: Clock.start(),
});
const broker = deskOf(opened, {}, { credentialsIn: credentialFinder() });
const line = (number: number): string => `- ${name} ${number} ${'x'.repeat(60)} end`;

await broker.append(opened.daily.file, line(0));
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const took: number[] = [];
for (let number = 1; number <= Number(count); number += 1) {
  // Not in step with the others: sessions are not.
  if (pauseMs !== '0') await pause(Math.random() * 2 * Number(pauseMs));
  const begin = performance.now();
  await broker.append(opened.daily.file, line(number));
  took.push(performance.now() - begin);
}
opened.close();
process.stdout.write(`${JSON.stringify(took)}\n`);
process.exit(0);
