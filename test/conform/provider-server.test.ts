/** The provider that a kernel under test asks, as a process: what it was shown is signalled as it comes in. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { CANARY } from '#conform/case/texts.ts';
import { SIGNALS } from '#conform/witness/trace.ts';
import { listenFixed } from '#test/support/fixed-port.ts';
import { straceFault } from '#test/support/strace.ts';
import { freshPath } from '#test/support/workspace.ts';
import { skipLoudly } from '#test/support/yamo.ts';

const MAIN = resolve(import.meta.dirname, '../../conform/machine/provider/main.ts');
const SCRIPT = { workspace: '/w', attempts: [], tools: {} };

/** A port that nobody has. */
const freePort = async (): Promise<number> => {
  const server = createServer();
  const port = await listenFixed(server);
  server.close();
  await once(server, 'close');
  return port;
};

it.skipIf(skipLoudly(straceFault() !== undefined, 'the provider of yamo conform'))(
  'signals each canary in a request, and none that is not there',
  async () => {
    const port = await freePort();
    const seen = freshPath('calls');
    const script = Buffer.from(JSON.stringify(SCRIPT)).toString('base64');
    const server = [
      process.execPath,
      MAIN,
      'messages',
      String(port),
      script,
      join(seen, '..', 'j'),
    ];
    const child = spawn('strace', ['-f', '-e', 'trace=rmdir', '-o', seen, ...server]);
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    const response = await fetch(`http://127.0.0.1:${port}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': 'any', 'anthropic-version': '2023-06-01' },
      body: JSON.stringify({
        model: 'any',
        max_tokens: 9,
        messages: [{ role: 'user', content: `Before. ${CANARY.memory} Behind.` }],
      }),
    });
    expect(response.status).toBe(200);
    // strace lets nobody end it, and ends with what it follows.
    process.kill(Number(/(\d+) +rmdir/.exec(readFileSync(seen, 'utf8'))?.[1]));
    await once(child, 'exit');
    const signals = [...readFileSync(seen, 'utf8').matchAll(/rmdir\("([^"]+)"/g)].map(
      ([, at]) => at,
    );
    expect(signals).toContain(`${SIGNALS}/${CANARY.memory}`);
    expect(signals).not.toContain(`${SIGNALS}/${CANARY.orders}`);
  },
);
