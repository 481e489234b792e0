/**
 * A company's network in small: an authority of its own, a server with its certificate in front of a plain one, and a
 * proxy that alone can look up names. Import it from test files only.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import { connect, type Server } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';

import { freshPath } from './workspace.ts';
import { listen } from '#test/support/listen.ts';

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

interface Certificate {
  readonly key: string;
  readonly certificate: string;
  /** Of the certificate. */
  readonly path: string;
}

export interface Company {
  readonly authority: Certificate;
  readonly server: Certificate;
}

/** An authority, and what it has signed for a server of these names. */
export const foundCompany = (...names: readonly string[]): Company => {
  const folder = freshPath('company');
  mkdirSync(folder, { recursive: true });
  const make = (name: string, ...more: readonly string[]): Certificate => {
    const [key, path] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
    const out = ['-keyout', key, '-out', path, '-days', '2', '-subj', `/CN=${name}`];
    execFileSync('openssl', ['req', '-x509', ...curve, ...out, ...more], { stdio: 'ignore' });
    return { key: readFileSync(key, 'utf8'), certificate: readFileSync(path, 'utf8'), path };
  };
  const authority = make('authority');
  const signing = ['-CA', authority.path, '-CAkey', join(folder, 'authority.key')];
  const alternatives = `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`;
  const leaf = ['-addext', alternatives, '-addext', 'basicConstraints=CA:FALSE'];
  return { authority, server: make('server', ...signing, ...leaf) };
};

export interface Listening extends AsyncDisposable {
  readonly port: number;
}

/** Speaks TLS with the certificate, and hands on to the server at `url`. */
export const secured = ({ server }: Company, url: string): Promise<Listening> =>
  listening(
    createTlsServer({ key: server.key, cert: server.certificate }, (socket) => {
      const inner = connect(Number(new URL(url).port), '127.0.0.1');
      socket.pipe(inner).pipe(socket);
      for (const end of [socket, inner])
        end.on('error', () => {
          socket.destroy();
          inner.destroy();
        });
    }),
  );

export interface CompanyProxy extends Listening {
  /** What it was asked for: the target, and what the user said. */
  readonly asked: readonly (readonly [string, string | undefined])[];
}

/** A proxy for CONNECT that looks up every name as `port` of this machine, for `user:password` alone. */
export const startProxy = async (port: number, user: string): Promise<CompanyProxy> => {
  const asked: (readonly [string, string | undefined])[] = [];
  const server: HttpServer = createServer((_, response) => response.writeHead(405).end());
  server.on('connect', (request, socket) => {
    const [, said = ''] = /^Basic (.*)$/.exec(request.headers['proxy-authorization'] ?? '') ?? [];
    const name = Buffer.from(said, 'base64').toString();
    asked.push([request.url ?? '', name]);
    socket.on('error', () => undefined);
    if (name !== user) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const inner = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(inner).pipe(socket);
    });
    inner.on('error', () => socket.destroy());
  });
  return Object.assign(await listening(server), { asked });
};

const listening = async (server: Server): Promise<Listening> => {
  const open = new Set<{ readonly destroy: () => void }>();
  server.on('connection', (socket) => open.add(socket));
  return {
    port: await listen(server),
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
};
