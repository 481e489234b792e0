/** WebSockets of a process that has no network: through the kernel's tunnels. `ws` takes an agent of Node; Node's own takes none. */
import { WebSocket } from 'ws';
import type { Tunnels } from '#kernel/wire/tunnel.ts';

const OPEN_TIMEOUT_MS = 30_000;
const FRAME_MAX_BYTES = 16 * 1024 * 1024;

/** `url`: `ws:` or `wss:`. Throws SyntaxError for what is no such address; an error that it has ends it, and nobody hears of it. */
export const openSocket = (tunnels: Tunnels, url: string): WebSocket => {
  const socket = new WebSocket(url, {
    agent: tunnels.agent(new URL(url).protocol === 'wss:'),
    handshakeTimeout: OPEN_TIMEOUT_MS,
    maxPayload: FRAME_MAX_BYTES,
    perMessageDeflate: false,
  });
  // `close` follows, with which whoever uses it deals.
  socket.on('error', () => undefined);
  return socket;
};

/** The text of a message; nothing but texts is understood. */
export const textOfMessage = (data: unknown, isBinary: boolean): string =>
  isBinary || !Buffer.isBuffer(data) ? '' : data.toString();
