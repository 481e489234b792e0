// One turn of a session that a daemon of yamo serves: starts the daemon, says the message over HTTP, prints what came of it, and
// ends the daemon. Its own exit code where it does not serve; 1 where the message was refused.
import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const [yamo, workspace, agent, text] = process.argv.slice(2);
const LOOK_MS = 200;

const daemon = spawn(
  process.execPath,
  [yamo, 'start', workspace, '--agent', agent, '--port', '0', '--json'],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
const ended = new Promise((resolve) => daemon.once('exit', (code) => resolve(code ?? 1)));
const bound = (async () => {
  for await (const line of createInterface({ input: daemon.stdout })) {
    process.stdout.write(`${line}\n`);
    const { event, port } = JSON.parse(line);
    if (event === 'listening') return port;
  }
  return undefined;
})();

const port = await bound;
if (port === undefined) process.exit(await ended);
daemon.stdout.resume();

const state = process.env['XDG_STATE_HOME'] ?? `${process.env['HOME']}/.local/state`;
const [file] = globSync(`${state}/yamo/*/serve-token`);
const token = readFileSync(file, 'utf8');

const ask = async (method, params) => {
  const response = await fetch(`http://127.0.0.1:${port}/api/${method}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(params),
  });
  return { status: response.status, ...(await response.json()) };
};

const over = new AbortController();
const said = ask('chat.send', { text, wait: true })
  .catch((error) => ({ status: 0, title: String(error) }))
  .finally(() => over.abort());
// Nobody is there to answer: each question is a no.
while (!over.signal.aborted) {
  const { questions = [] } = await ask('questions.list', {}).catch(() => ({}));
  for (const { id } of questions) await ask('questions.answer', { id }).catch(() => undefined);
  await pause(LOOK_MS, undefined, { signal: over.signal }).catch(() => undefined);
}
const came = await said;
process.stdout.write(`${JSON.stringify(came)}\n`);
daemon.kill('SIGTERM');
await ended;
process.exitCode = came.status === 200 ? 0 : 1;
