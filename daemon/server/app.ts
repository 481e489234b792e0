/** The server of a daemon: its routes over the table of methods, with one gate for tokens before all of them. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import websocket from '@fastify/websocket';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { membersOf } from '#lib/text/json.ts';
import { BODY_MAX_BYTES, SENDS_A_MINUTE } from '#lib/spec/limits.ts';
import { tokenHash } from '#daemon/phases/config.ts';
import { readOpenApi } from '#kernel/process/package.ts';
import { IS_BUNDLED } from '#kernel/programs/from-bundle.ts';
import type { ServedState, ServedWorkspace } from '#daemon/workspace/served.ts';
import type { Serving } from '#daemon/workspace/serving.ts';
import { compiledWhenAsked } from './body-checks.ts';
import { type Principal, principalOf, principalOfDevice, tokenIn } from './access.ts';
import { COMMAND_NAMES, COMMAND_SCHEMAS } from './commands.ts';
import { SECURITY_HEADERS } from './headers.ts';
import { Limiter } from './limiter.ts';
import { METHODS } from '#daemon/methods/methods.ts';
import { openApi } from './open-api.ts';
import { Metrics } from './metrics.ts';
import { takeHooks } from './hooks.ts';
import { ofPage, page } from './page.ts';
import { HttpProblem, type Problem, problemOf } from '#daemon/methods/problem.ts';
import type { ServerSite } from './site.ts';
import { takeSocket } from './socket.ts';
import { streamEvents } from './stream.ts';

/** A server that is ready, and does not listen. */
export interface App {
  readonly take: (request: IncomingMessage, response: ServerResponse) => void;
  readonly close: () => Promise<void>;
}

/** Builds the server over one that holds its port. */
export const serverOf = async (site: ServerSite, server: Server): Promise<App> => {
  let take: App['take'] | undefined;
  const app = fastify({
    serverFactory: (handler) => {
      take = handler;
      return server;
    },
    bodyLimit: BODY_MAX_BYTES,
    forceCloseConnections: true,
    // Of the addresses that a proxy tells, the last one is by its own eyes.
    trustProxy: site.reach.isBehindProxy ? (_address, hop) => hop === 0 : false,
  });
  app.setValidatorCompiler(compiledWhenAsked);
  const control = tokenHash(site.control);
  const principals = new WeakMap<FastifyRequest, Principal>();
  const principal = (request: FastifyRequest): Principal | undefined => principals.get(request);
  await app.register(websocket, {
    options: { maxPayload: BODY_MAX_BYTES, handleProtocols: () => PROTOCOL },
  });
  app.addHook('onRequest', async (request) => {
    const { host, origin, authorization } = request.headers;
    if (!site.reach.isOwnHost(host, site.port))
      throw new HttpProblem(421, 'FOREIGN_HOST', 'This server has no such name.');
    if (!site.reach.isOwnOrigin(origin, host))
      throw new HttpProblem(403, 'FOREIGN_ORIGIN', 'A page of another site may not ask here.');
    const token = tokenIn(authorization, request.headers['sec-websocket-protocol']);
    const found = principalOf(token, control, site.workspaces()) ?? byCookie(request, site);
    if (found !== undefined) principals.set(request, found);
    if (request.routeOptions.config.isOpen === true) return;
    if (found === undefined)
      throw new HttpProblem(
        401,
        'TOKEN_MISSING',
        'A token is needed: Authorization: Bearer TOKEN.',
      );
  });
  // A route may have set one of its own by then.
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS))
      if (!reply.hasHeader(name)) reply.header(name, value);
  });
  app.setErrorHandler((error, _request, reply) => answer(reply, problemOfHttp(error)));
  app.setNotFoundHandler((_request, reply) => answer(reply, NOT_FOUND));
  health(app, site, principal);
  const metrics = new Metrics();
  api(app, site, principal);
  commands(app, site, principal);
  page(app, site, { principal, healthOf, reported: () => metrics.reported() });
  await app.register((own) => takeHooks(own, site.workspaces));
  const described = IS_BUNDLED ? readOpenApi() : JSON.stringify(openApi(site.version));
  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json').send(described),
  );
  app.get('/metrics', async (request, reply) => {
    const text = await metrics.text(shownTo(principal(request), site));
    return reply.type(metrics.contentType).send(text);
  });
  await app.ready();
  if (take === undefined) throw new TypeError('a server without its handler');
  return { take, close: () => app.close() };
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whoever reaches the port may ask. */
    readonly isOpen?: boolean;
  }
}

/** What a client of the WebSocket names, beside its token. */
const PROTOCOL = 'yamo.v1';

type Principals = (request: FastifyRequest) => Principal | undefined;

/** A cookie alone changes nothing: what could do so says that it comes from the page. Throws where it does not. */
const byCookie = (request: FastifyRequest, site: ServerSite): Principal | undefined => {
  const { headers, method } = request;
  const device = site.devices.find(headers.cookie);
  if (device === undefined || !FROM_PAGE.has(headers['sec-fetch-site'] ?? 'none')) return undefined;
  const isReading = (method === 'GET' || method === 'HEAD') && headers.upgrade === undefined;
  if (!isReading) ofPage(request);
  const named = headers['x-yamo-workspace'] ?? membersOf(request.query)['workspace'];
  return principalOfDevice(
    device,
    typeof named === 'string' ? named : undefined,
    site.workspaces(),
  );
};

/** What a browser says of who asks: another port of this machine is `same-site`, and its pages have our cookie, too. */
const FROM_PAGE: ReadonlySet<unknown> = new Set(['same-origin', 'none']);

/** Without a token: healthy, or not yet. The daemon is healthy while a workspace is not. */
const health = (app: FastifyInstance, site: ServerSite, principal: Principals): void => {
  app.get('/health', { config: { isOpen: true } }, async (request, reply) => {
    const phase = site.phase();
    const isHealthy = phase === 'Serving';
    const found = principal(request);
    const shown = found && shownTo(found, site);
    return reply.code(isHealthy ? 200 : 503).send({
      ...(!isHealthy && { phase }),
      ...(shown && { workspaces: shown.map(healthOf) }),
    });
  });
};

const shownTo = (
  principal: Principal | undefined,
  { workspaces }: ServerSite,
): readonly ServedWorkspace[] => {
  if (principal === undefined) return [];
  return principal.is === 'owner' ? [principal.workspace] : workspaces();
};

/** How a workspace is, for its owner. */
export const healthOf = ({
  request,
  state,
  serving,
  adapters,
  wants,
}: ServedWorkspace): object => ({
  path: request.path,
  ...stateText(state),
  adapters,
  ...(wants && { wants }),
  ...(serving && { sessions: serving.sessions.all.length }),
});

const stateText = (state: ServedState): object => {
  const { is, since } = state;
  if (is === 'starting') return { state: is, since, phase: state.phase };
  if (is !== 'failed') return { state: is, since };
  const { code, message: what, remedy } = state.refusal;
  return { state: is, since, refused: { code, what, remedy }, next: state.next };
};

const api = (app: FastifyInstance, site: ServerSite, principal: Principals): void => {
  const limiter = new Limiter(SENDS_A_MINUTE);
  for (const [name, { params, isLimited, run }] of Object.entries(METHODS))
    app.post(`/api/${name}`, { schema: { body: params } }, async (request) => {
      const { workspace, serving } = servingOf(principal(request));
      if (isLimited) limiter.count(`${workspace.request.path} ${request.ip}`);
      const client = { name: clientName(request, principal(request)), workspace };
      return run(serving, request.body, client);
    });
  app.route({
    method: 'GET',
    url: '/ws',
    handler: () => {
      throw new HttpProblem(426, 'NO_SOCKET', 'Only a WebSocket is opened here.');
    },
    wsHandler: (socket, request) => {
      const found = principal(request);
      const { serving, workspace } = servingOf(found);
      const device = found?.is === 'owner' ? found.device : undefined;
      if (device !== undefined)
        socket.on(
          'close',
          site.devices.untilGone(device, () => socket.terminate()),
        );
      takeSocket(socket, serving.events, async ({ method, params }) => {
        if (!Object.hasOwn(METHODS, method))
          throw new HttpProblem(404, 'METHOD_UNKNOWN', 'There is no such method.');
        const { host } = request.headers;
        // The same route as a program's: one schema, one limit, one answer.
        const { statusCode, payload } = await app.inject({
          method: 'POST',
          url: `/api/${method}`,
          remoteAddress: request.ip,
          headers: {
            host,
            'content-type': 'application/json',
            authorization: `Bearer ${workspace.config?.token}`,
            'x-yamo-client': encodeURIComponent(clientName(request, found)),
          },
          payload: JSON.stringify(params ?? {}),
        });
        return { ok: statusCode === 200, payload: JSON.parse(payload) };
      });
    },
  });
  app.get<{ Querystring: { after?: string } }>('/events', async (request, reply) => {
    const { serving } = servingOf(principal(request));
    await streamEvents(serving.events, request, reply);
  });
};

/** How the other places of the owner hear of a client; a program names itself, and nothing rests on it. */
const clientName = ({ headers, ip }: FastifyRequest, principal: Principal | undefined): string => {
  if (principal?.is === 'owner' && principal.device !== undefined) return principal.device.name;
  return decoded(String(headers['x-yamo-client'] ?? headers['user-agent'] ?? ip)).slice(0, 100);
};

/** A header holds no letters but those of ASCII. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const servingOf = (
  principal: Principal | undefined,
): { readonly workspace: ServedWorkspace; readonly serving: Serving } => {
  if (principal?.is !== 'owner')
    throw new HttpProblem(403, 'NOT_A_WORKSPACE', 'The token of a workspace is needed here.');
  const { workspace } = principal;
  const { serving, state } = workspace;
  if (serving !== undefined) return { workspace, serving };
  if (state.is === 'failed') throw state.refusal;
  throw new HttpProblem(503, 'NOT_SERVED', 'The workspace is not served at this moment.');
};

const commands = (app: FastifyInstance, site: ServerSite, principal: Principals): void => {
  for (const name of COMMAND_NAMES)
    app.post(`/control/${name}`, { schema: { body: COMMAND_SCHEMAS[name] } }, async (request) => {
      if (principal(request)?.is !== 'control') throw NOT_CONTROL;
      return site.commands[name](membersOf(request.body));
    });
};

const NOT_CONTROL = new HttpProblem(403, 'NOT_CONTROL', 'The token of the daemon is needed here.');

const NOT_FOUND: Problem = {
  type: 'about:blank',
  status: 404,
  title: 'There is nothing here.',
  code: 'NOT_FOUND',
};

const answer = (reply: FastifyReply, problem: Problem): FastifyReply =>
  reply.code(problem.status).type('application/problem+json').send(problem);

/** What fastify refuses by itself has a number of its own: too large, no JSON, against the schema. */
const problemOfHttp = (error: unknown): Problem => {
  if (!(error instanceof Error && 'statusCode' in error)) return problemOf(error);
  const { statusCode: status, message: title } = error;
  if (typeof status !== 'number' || status >= 500) return problemOf(error);
  return { type: 'about:blank', status, title, code: 'REQUEST_INVALID' };
};
