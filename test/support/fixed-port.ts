/** Ports that no other network namespace hands out by chance. */
import type { Server } from 'node:net';

const LOOPBACK = '127.0.0.1';
/** Below every range that Linux takes a port from for whoever asks for any. */
const FIRST = 21_000;
const LAST = 29_999;

/**
 * The port on the loopback that `server` now listens on, from 21000 to 29999. A relay in the view of a session takes
 * any port that is free there: where the server had taken one in the same way, both could have the same number, and a
 * client that reaches the relay would seem to have reached the server. Throws what the server says when none is free.
 */
export const listenFixed = async (server: Server): Promise<number> => {
  const start = FIRST + (process.pid % (LAST - FIRST));
  for (let port = start; ; port += 1) {
    const failure = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
      server.once('error', resolve);
      server.listen(port, LOOPBACK, () => {
        server.off('error', resolve);
        resolve(undefined);
      });
    });
    if (failure === undefined) return port;
    if (failure.code !== 'EADDRINUSE' || port > LAST) throw failure;
  }
};
