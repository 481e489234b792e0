/**
 * What the process of a daemon passes (N12): the port is held before anything of a workspace is opened, and nothing is
 * answered on it until every workspace is seeded or has failed. Each phase takes what only the one before it makes.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { Refusal } from '#lib/spec/refusals.ts';
import { errnoOf } from '#kernel/fs/disk.ts';
import { type ServerReach, tlsUnusable } from '#daemon/phases/reach.ts';
import type { DaemonHome } from './home.ts';

/** The names of the phases, in their order. */
export const PROCESS_PHASES = [
  'Leased',
  'PortBound',
  'Listening',
  'AdaptersUp',
  'Serving',
] as const;

/** A phase by its name. */
export type ProcessPhaseName = (typeof PROCESS_PHASES)[number];

/** What the phases work with. */
export interface ProcessStart {
  readonly home: DaemonHome;
  /** Hears of each phase when it is passed. */
  readonly passed: (phase: ProcessPhaseName) => void;
}

/** The same with the port. */
interface Bound extends ProcessStart {
  readonly server: Server;
  readonly port: number;
  readonly reach: ServerReach;
  /** Gives `take` the requests that came before there was somebody to answer them, and all that come. */
  readonly open: (take: (request: IncomingMessage, response: ServerResponse) => void) => void;
}

class Passed<Name extends ProcessPhaseName, Has extends ProcessStart = Bound> {
  readonly has: Has;
  readonly #name: Name;

  constructor(name: Name, has: Has) {
    this.#name = name;
    this.has = has;
    has.passed(this.#name);
  }
}

export type { Passed as ProcessPhase };

/** This process is the daemon of its user. Throws DAEMON_RUNS, STATE_UNUSABLE. */
export const takeDaemon = (start: ProcessStart): Passed<'Leased', ProcessStart> => {
  if (!start.home.take()) throw new Refusal('DAEMON_RUNS', {});
  return new Passed('Leased', start);
};

/**
 * The port is ours, and nothing is answered on it. 0: any that is free. Throws PORT_TAKEN, PORT_UNUSABLE,
 * ADDRESS_UNUSABLE, TLS_UNUSABLE.
 */
export const bindPort = async (
  { has }: Passed<'Leased', ProcessStart>,
  { port, reach }: { readonly port: number; readonly reach: ServerReach },
): Promise<Passed<'PortBound'>> => {
  const server = serverOf(reach);
  const early: [IncomingMessage, ServerResponse][] = [];
  const wait = (request: IncomingMessage, response: ServerResponse): void =>
    void early.push([request, response]);
  server.on('request', wait);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port, host: reach.address }, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    if (errno === 'EADDRINUSE') throw new Refusal('PORT_TAKEN', { port });
    if (errno === 'EADDRNOTAVAIL' || errno === 'EINVAL')
      throw new Refusal('ADDRESS_UNUSABLE', { address: reach.address, errno });
    throw new Refusal('PORT_UNUSABLE', { port, errno });
  }
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  try {
    return new Passed('PortBound', {
      ...has,
      server,
      port: bound,
      reach,
      open: (take) => {
        server.off('request', wait);
        server.on('request', take);
        for (const [request, response] of early.splice(0)) take(request, response);
      },
    });
  } catch (error) {
    // Nobody else has it to close it, and it would keep the process alive.
    closeServer(server);
    throw error;
  }
};

/** Lets go of the port, and of those who wait for an answer that nobody gives. */
export const closeServer = (server: Server): void => {
  server.close();
  server.closeAllConnections();
};

const serverOf = ({ tls }: ServerReach): Server => {
  if (tls === undefined) return createServer();
  try {
    return createTlsServer(tls);
  } catch (error) {
    throw tlsUnusable(error);
  }
};

/** Requests are answered from here on; every workspace is seeded or has failed. */
export const listen = (
  { has }: Passed<'PortBound'>,
  take: (request: IncomingMessage, response: ServerResponse) => void,
): Passed<'Listening'> => {
  has.open(take);
  return new Passed('Listening', has);
};

/** The adapters run that their owners have turned on, or are tried again: `start` starts them. */
export const startAdapters = async (
  { has }: Passed<'Listening'>,
  start: () => Promise<void>,
): Promise<Passed<'AdaptersUp'>> => {
  await start();
  return new Passed('AdaptersUp', has);
};

/** All that was asked for is served, or is tried again. */
export const serve = ({ has }: Passed<'AdaptersUp'>): Passed<'Serving'> =>
  new Passed('Serving', has);
