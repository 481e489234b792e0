/**
 * A kernel of its own with one session, started by tests, that works until it is told to stop: it appends numbered
 * lines to the log; a main one also adds numbered items to MEMORY.md, and saves USER.md. Prints what was acknowledged.
 */
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

import { Clock } from '#kernel/process/clock.ts';
import { disk } from '#kernel/fs/disk.ts';
import type { Broker } from '#kernel/gate/broker.ts';
import { StaleWrite } from '#kernel/gate/files.ts';
import { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { Refusal } from '#lib/spec/refusals.ts';

import { kindNamed, SHARED } from '#lib/spec/session-policy.ts';
import { deskOf } from './desk.ts';

const [path = '', stateRoot = '', name = '', kind = 'main'] = process.argv.slice(2);
const opened = OpenWorkspace.open(disk, path, {
  strict: false,
  uid: process.getuid?.() ?? 0,
  stateRoot,
  clock: Clock.start('2026-11-21T12:00'),
});
const broker = deskOf(opened, { kind: kindNamed(kind) ?? SHARED });

const stop = new AbortController();
process.stdin.once('data', () => stop.abort());
process.stdin.once('end', () => stop.abort());

/** How often each answer was given that is no success. */
const refused: Record<string, number> = {};

/** Does it; false if the gate refused. Everything that is no refusal ends this process. */
const asked = async (work: Promise<unknown>): Promise<boolean> => {
  try {
    await work;
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refused[error.code] = (refused[error.code] ?? 0) + 1;
    return false;
  }
};

/** Adds a line to what is there, as often as somebody else was faster. */
const add = async (on: Broker, file: string, line: string): Promise<void> => {
  let text = '';
  await asked(on.read(file).then((found) => (text = found)));
  for (;;) {
    try {
      await on.write(file, `${text}${line}\n`);
      return;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused[error.code] = (refused[error.code] ?? 0) + 1;
      if (error instanceof StaleWrite) text = error.current;
      else if (error.code === 'FILE_MOVED')
        await asked(on.read(file).then((found) => (text = found)));
      else throw error;
    }
  }
};

let [lines, items] = [0, 0];
process.stdout.write('ready\n');
while (!stop.signal.aborted) {
  lines += 1;
  await broker.append(opened.daily.file, `- ${name} ${lines} ${'x'.repeat(lines % 97)} end`);
  if (kind === 'main') {
    items += 1;
    await add(broker, 'MEMORY.md', `- ${name} ${items} item`);
    await asked(broker.read('USER.md'));
    await asked(
      broker.write('USER.md', `kernel ${name} ${items}\n${'y'.repeat(items % 89)}\nend\n`),
    );
  }
  await pause(Math.random() * 4);
}
opened.close();
process.stdout.write(`${JSON.stringify({ lines, items, refused })}\n`);
process.exit(0);
