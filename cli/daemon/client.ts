/** What commands ask of the daemon that runs. */
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { Refusal } from '#lib/spec/refusals.ts';
import { type JsonObject, membersOf, parsedJson, textAt } from '#lib/text/json.ts';
import type { DaemonFacts } from '#daemon/phases/home.ts';
import type { DaemonCommand } from '#daemon/server/commands.ts';

/** Its answer. Throws DAEMON_SAYS with what it says, or that it does not answer. */
export const askDaemon = (
  running: DaemonFacts,
  command: DaemonCommand,
  params: JsonObject,
): Promise<JsonObject> =>
  callDaemon(running, { path: `/control/${command}`, token: running.control, params });

/** A request to the server of a daemon. */
export interface DaemonCall {
  readonly path: string;
  readonly token: string;
  /** What goes in, by POST; a GET where it is left out. */
  readonly params?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends the request. */
  readonly signal?: AbortSignal;
}

/** What it answers, an object. Throws DAEMON_SAYS. */
export const callDaemon = async (running: DaemonFacts, call: DaemonCall): Promise<JsonObject> => {
  const { pid } = running;
  const response = await reachDaemon(running, call);
  const answer = parsedJson(await text(response).catch(() => ''));
  if (response.statusCode === 200) return membersOf(answer);
  const said = textAt(answer, 'title') ?? `HTTP ${response.statusCode}`;
  const remedy = textAt(answer, 'remedy');
  throw new Refusal('DAEMON_SAYS', {
    pid,
    said: remedy === undefined ? said : `${said} ${remedy}`,
  });
};

/** The beginning of its answer. Throws DAEMON_SAYS where there is none. */
export const reachDaemon = async (
  { pid, port, phase, address = '127.0.0.1', fingerprint }: DaemonFacts,
  { path, token, params, headers, signal }: DaemonCall,
): Promise<IncomingMessage> => {
  if (port === undefined) throw new Refusal('DAEMON_SAYS', { pid, said: `it is at ${phase}.` });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = plainRequest(
    {
      host: address,
      port,
      path,
      method: params === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(params && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(signal && { signal }),
      ...(fingerprint !== undefined && {
        // It hands the way over once it is known who is at its other end.
        createConnection: (_options: unknown, connected: Connected) => {
          known({ host: address, port }, fingerprint, connected);
          return undefined;
        },
      }),
    },
    resolve,
  );
  request.on('error', reject);
  request.end(params && JSON.stringify(params));
  try {
    return await promise;
  } catch {
    throw new Refusal('DAEMON_SAYS', { pid, said: `it does not answer on port ${port}.` });
  }
};

type Socket = ReturnType<typeof connect>;
type Connected = (error: Error | null, socket: Socket) => void;

/** The certificate is that of the daemon, whoever has signed it, and however old it is. */
const known = (
  place: { readonly host: string; readonly port: number },
  fingerprint: string,
  connected: Connected,
): void => {
  const socket = connect({ ...place, rejectUnauthorized: false });
  const fail = (error: Error): void => connected(error, socket);
  socket.once('error', fail);
  socket.once('secureConnect', () => {
    socket.off('error', fail);
    if (socket.getPeerCertificate().fingerprint256 === fingerprint) return connected(null, socket);
    socket.destroy();
    fail(new Error('another certificate'));
  });
};
