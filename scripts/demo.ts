/**
 * `npm run demo`: a copy of the bundled example is born and then serves you, with the same command
 * line that a user has. Everything it leaves lies in one temporary folder, whose path it prints.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';

import { buildDist } from './build.ts';

const ROOT = resolve(import.meta.dirname, '..');
const YAMO = join(ROOT, 'dist/yamo.js');

/** What is said where nobody sits at a terminal. */
const LINES = ['/who', 'Read the chapter on tidal lagoons.', '/today', '/quit'];

const isTerminal = process.stdin.isTTY && process.stdout.isTTY;

/** Runs yamo on this terminal, or with `lines` as its input; returns its exit code. */
const yamo = async (folder: string, args: readonly string[], lines?: string): Promise<number> => {
  const child = spawn(process.execPath, [YAMO, ...args], {
    // The kernel's state and cache stay in the folder, and nothing of the user's is read.
    env: {
      ...process.env,
      XDG_STATE_HOME: join(folder, 'state'),
      XDG_CONFIG_HOME: join(folder, 'config'),
      XDG_CACHE_HOME: join(folder, 'cache'),
    },
    stdio: [lines === undefined ? 'inherit' : 'pipe', 'inherit', 'inherit'],
  });
  child.stdin?.on('error', () => undefined).end(lines);
  await once(child, 'exit');
  return child.exitCode ?? 1;
};

const say = (text: string): void => {
  process.stdout.write(`\n${text}\n`);
};

const demo = async (): Promise<number> => {
  if (!existsSync(YAMO)) await buildDist();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'yamo-demo-')));
  const workspace = join(folder, 'atlas');
  cpSync(join(ROOT, 'workspaces/newborn'), workspace, { recursive: true });
  chmodSync(workspace, 0o700);

  say(`A workspace with nothing but a BOOTSTRAP.md: ${workspace}`);
  say(
    isTerminal
      ? 'Talk to it when it is born: /help says how, /quit ends.'
      : `No terminal is here, so this is said for you: ${LINES.join(' | ')}`,
  );
  say('$ yamo boot atlas');
  const typed = isTerminal ? undefined : `${LINES.join('\n')}\n`;
  const exit = await yamo(folder, ['boot', workspace], typed);

  say('$ yamo log atlas');
  const logged = await yamo(folder, ['log', workspace]);
  say(
    `The workspace is yours to look at: ${workspace}\nThe kernel's state lies beside it; delete ${folder} when you are done.`,
  );
  return exit === 0 ? logged : exit;
};

if (import.meta.main) {
  // Ctrl-C is for the session, which closes itself; the demo goes on to show what is left.
  process.on('SIGINT', () => undefined);
  process.exitCode = await demo();
}
