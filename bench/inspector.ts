/** What a process that is measured holds, by its inspector. */
import { once } from 'node:events';
import { createServer } from 'node:net';

import { memberAt } from '#lib/text/json.ts';

/** A port of this machine that nobody has now. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
};

const HELD = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';

/** Megabytes that a program holds once its garbage is collected, by its inspector. */
export const heldAt = async (inspector: number): Promise<number> => {
  const targets = await (await fetch(`http://127.0.0.1:${inspector}/json/list`)).text();
  const socket = new WebSocket(/ws:[^"]+/u.exec(targets)?.[0] ?? '');
  await once(socket, 'open');
  let asked = 0;
  const call = async (method: string, params: object = {}): Promise<unknown> => {
    asked += 1;
    socket.send(JSON.stringify({ id: asked, method, params }));
    for (;;) {
      const [{ data }] = await once(socket, 'message');
      const answer: unknown = JSON.parse(String(data));
      if (memberAt(answer, 'id') === asked) return memberAt(answer, 'result', 'result', 'value');
    }
  };
  await call('HeapProfiler.enable');
  await call('HeapProfiler.collectGarbage');
  const bytes = Number(await call('Runtime.evaluate', { expression: HELD }));
  socket.close();
  return bytes / 1024 / 1024;
};
