/**
 * The network of a view that has some hosts, a process of its own inside it:
 *
 *     node relay.js DESCRIPTOR PROGRAM ARGUMENT…
 *
 * runs PROGRAM with its own input and output, and ends as it ends. Meanwhile it listens on the loopback of the
 * view, where PROGRAM finds an HTTP proxy by its environment, and carries each tunnel that is asked for (CONNECT) to the
 * kernel, as a stream of HTTP/2 over DESCRIPTOR; a request without TLS (`GET http://…`) goes by a tunnel too, one for
 * each. It decides nothing: the kernel does
 * (proxy.ts). PROGRAM does not inherit DESCRIPTOR; with it, it could ask the kernel for what it asks the relay for.
 */
import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { ClientHttp2Session } from 'node:http2';
import { createServer, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { runInForeground } from '#agents/launch/foreground.ts';
import { writtenSingly } from '#kernel/wire/text-stream.ts';

const LOOPBACK = '127.0.0.1';
const BAD_GATEWAY = 502;
const BAD_REQUEST = 400;
const OK = 200;
const HTTP_PORT = 80;
/** What the kernel answers (proxy.ts), in the words of RFC 9110 §15. */
const REASONS: Readonly<Record<number, string>> = {
  403: 'Forbidden',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

const run = async (parameters: readonly string[]): Promise<number> => {
  const [descriptor, program, ...args] = parameters;
  if (descriptor === undefined || program === undefined)
    throw new Error('expected DESCRIPTOR PROGRAM ARGUMENT…');
  const port = await listen(Number(descriptor));
  return runInForeground(program, args, { ...process.env, ...proxied(port) });
};

/** The proxy as programs look for it. */
const proxied = (port: number): Readonly<Record<string, string>> => {
  const url = `http://${LOOPBACK}:${port}`;
  const names = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'].flatMap((name) => [
    name,
    name.toLowerCase(),
  ]);
  return {
    ...Object.fromEntries(names.map((name) => [name, url])),
    // Whoever knows an agent that has a server of its own in the view says so.
    NO_PROXY: process.env['NO_PROXY'] ?? '',
    no_proxy: process.env['NO_PROXY'] ?? '',
    NODE_USE_ENV_PROXY: '1',
  };
};

/** The port that it listens on. */
const listen = async (descriptor: number): Promise<number> => {
  let proxy: Promise<Server> | undefined;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    // Its end says as much.
    socket.on('error', () => undefined);
    // Both versions of HTTP take as long to load as all of Node: the first one who asks waits for them.
    proxy ??= startProxy(descriptor);
    void proxy.then((ready) => ready.emit('connection', socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, LOOPBACK, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  return address.port;
};

const startProxy = async (descriptor: number): Promise<Server> => {
  const [http, http2] = await Promise.all([import('node:http'), import('node:http2')]);
  const channel = new Socket({ fd: descriptor });
  const session = http2.connect('http://kernel', { createConnection: () => channel });
  // What was open then breaks, and what comes later is answered.
  session.on('error', () => undefined);
  const { request: send } = http;
  return http
    .createServer((request, response) => forward(session, { request, response, send }))
    .on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      carry(session, request.url ?? '', { socket, head });
    });
};

interface Client {
  readonly socket: Duplex;
  /** What came behind the request. */
  readonly head: Buffer;
}

const carry = (session: ClientHttp2Session, authority: string, { socket, head }: Client): void => {
  if (session.closed || session.destroyed) return answer(socket, BAD_GATEWAY);
  const tunnel = session.request({ ':method': 'CONNECT', ':authority': authority });
  let isOpen = false;
  tunnel.once('response', ({ ':status': status = BAD_GATEWAY }) => {
    isOpen = status === OK;
    if (!isOpen) {
      answer(socket, status);
      tunnel.close();
      return;
    }
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    tunnel.write(head);
    socket.pipe(tunnel);
    tunnel.pipe(socket);
  });
  tunnel.on('error', () => undefined);
  tunnel.once('close', () => {
    if (!isOpen) answer(socket, BAD_GATEWAY);
    else if (tunnel.rstCode !== 0) socket.destroy();
  });
  socket.once('close', () => tunnel.close());
};

interface Forwarded {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly send: typeof import('node:http').request;
}

/** Between the client and this proxy alone (RFC 9110 §7.6.1). */
const OF_ONE_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
]);

/** A request for a server without TLS: it names the server, as requests to a proxy do (RFC 9112 §3.2.2). */
const forward = (session: ClientHttp2Session, { request, response, send }: Forwarded): void => {
  const fail = (status: number): void => {
    if (response.headersSent) response.destroy();
    else response.writeHead(status, { connection: 'close' }).end();
  };
  const url = URL.parse(request.url ?? '');
  if (url?.protocol !== 'http:') return fail(BAD_REQUEST);
  if (session.closed || session.destroyed) return fail(BAD_GATEWAY);
  const tunnel = session.request({
    ':method': 'CONNECT',
    ':authority': `${url.hostname}:${url.port || HTTP_PORT}`,
  });
  tunnel.on('error', () => fail(BAD_GATEWAY));
  response.once('close', () => tunnel.close());
  tunnel.once('response', ({ ':status': status = BAD_GATEWAY }) => {
    if (status !== OK) return fail(status);
    const asked = send({
      createConnection: () => writtenSingly(tunnel),
      method: request.method,
      path: url.pathname + url.search,
      headers: { ...passedOn(request.headersDistinct), host: url.host },
    });
    asked.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? BAD_GATEWAY, passedOn(answer.headersDistinct));
      answer.once('error', () => fail(BAD_GATEWAY));
      answer.pipe(response);
    });
    asked.once('error', () => fail(BAD_GATEWAY));
    request.pipe(asked);
  });
};

const passedOn = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_HOP.has(name)));

/** Once: whatever comes after it says nothing more. */
const answer = (socket: Duplex, status: number): void => {
  if (socket.writableEnded) return;
  const reason = REASONS[status] ?? '';
  socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};

process.exit(await run(process.argv.slice(2)));
