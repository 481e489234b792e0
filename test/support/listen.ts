/** Servers on the loopback. */
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';

/** The port that `server` now listens on: of the system's choice unless one is named. Rejects where it cannot. */
export const listen = async (server: Server, port = 0): Promise<number> => {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return portOf(server);
};

/** The port of a server that listens on one. Throws where it does not. */
export const portOf = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  return address.port;
};

/** Ends a server with all its connections. */
export const closeNow = async (server: HttpServer): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
};
