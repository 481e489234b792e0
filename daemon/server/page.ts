/** The page: its files out of the package, the login of a browser, and what browsers report of its policy. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { membersOf, parsedJson, textAt } from '#lib/text/json.ts';
import { CSP_REPORT_MAX_BYTES, CSP_REPORTS_A_MINUTE, LOGINS_A_MINUTE } from '#lib/spec/limits.ts';
import { readPage } from '#kernel/process/package.ts';
import type { ServedWorkspace } from '#daemon/workspace/served.ts';
import { type Principal, workspaceId } from './access.ts';
import { browserName, cookieText } from './devices.ts';
import { IMMUTABLE, PAGE_HEADERS } from './headers.ts';
import { Limiter } from './limiter.ts';
import { HttpProblem } from '#daemon/methods/problem.ts';
import type { PolicyReport, ServerSite } from './site.ts';

/** What the page needs of the server. */
export interface PageParts {
  readonly principal: (request: FastifyRequest) => Principal | undefined;
  readonly healthOf: (workspace: ServedWorkspace) => object;
  /** Counts a report. */
  readonly reported: () => void;
}

const OPEN = { config: { isOpen: true } } as const;

/** Adds its routes. Throws if yamo is installed without its page. */
export const page = (app: FastifyInstance, site: ServerSite, parts: PageParts): void => {
  files(app);
  login(app, site);
  session(app, site, parts);
  policy(app, site, parts);
};

const files = (app: FastifyInstance): void => {
  const [index, built] = read();
  app.get('/', OPEN, async (_request, reply) =>
    reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(index),
  );
  for (const [name, { type, bytes }] of built)
    app.get(`/page/${name}`, OPEN, async (_request, reply) =>
      reply.headers(IMMUTABLE).type(type).send(bytes),
    );
};

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

type BuiltFile = readonly [name: string, file: { readonly type: string; readonly bytes: Buffer }];

const read = (): readonly [index: Buffer, built: readonly BuiltFile[]] => {
  const all = readPage();
  const index = all.get('index.html');
  if (index === undefined) throw new Error('yamo is installed without its page');
  const built = [...all].flatMap(([name, bytes]): readonly BuiltFile[] => {
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
    return type === undefined ? [] : [[name, { type, bytes }]];
  });
  return [index, built];
};

const LOGIN = {
  type: 'object',
  required: ['code'],
  properties: {
    code: { type: 'string', minLength: 1, maxLength: 100 },
  },
  additionalProperties: false,
} as const;

/** A code that works once, for a cookie: nothing that opens anything is ever told to the page itself. */
const login = (app: FastifyInstance, { logins, devices, reach }: ServerSite): void => {
  const limiter = new Limiter(LOGINS_A_MINUTE);
  app.post<{ Body: { code: string } }>(
    '/login',
    { ...OPEN, schema: { body: LOGIN } },
    async (request, reply) => {
      const { ip, body, headers } = request;
      ofPage(request);
      limiter.count(ip);
      const given = logins.take(body.code);
      if (given === undefined)
        throw new HttpProblem(403, 'LOGIN_INVALID', 'This login was used, or is too old.');
      // The same browser again: its older cookie is overwritten, and opens nothing any more.
      const before = devices.find(headers.cookie);
      if (before !== undefined) devices.remove(before);
      const name = given.name ?? before?.name ?? browserName(headers['user-agent']);
      const { device, value } = devices.enter(name);
      setCookie(reply, cookieText(devices.cookie, value, reach.isSecure(headers.host)));
      return { device };
    },
  );
  app.post('/logout', async (request, reply) => {
    ofPage(request);
    const device = devices.find(request.headers.cookie);
    if (device !== undefined) devices.remove(device);
    setCookie(reply, cookieText(devices.cookie, '', reach.isSecure(request.headers.host)));
    return {};
  });
};

const setCookie = (reply: FastifyReply, text: string): void =>
  void reply.header('set-cookie', text);

/** Throws where a request does not say that a page of this server makes it. */
export const ofPage = ({ headers }: Pick<FastifyRequest, 'headers'>): void => {
  if (headers.origin === undefined)
    throw new HttpProblem(403, 'ORIGIN_MISSING', 'Only the page itself may ask for this.');
};

/** Who asks, and what they may see: what a page asks first. That somebody has to log in is no trouble to it. */
const session = (app: FastifyInstance, site: ServerSite, parts: PageParts): void => {
  const shown = (one: ServedWorkspace): object => ({
    ...parts.healthOf(one),
    id: workspaceId(one.request.path),
  });
  const seenBy = (request: FastifyRequest): object => {
    const found = parts.principal(request);
    if (found === undefined) return { isIn: false };
    const device = found.is === 'control' ? undefined : found.device;
    const seen =
      found.is === 'owner' && device === undefined ? [found.workspace] : site.workspaces();
    return {
      isIn: true,
      version: site.version,
      device: device ?? null,
      workspaces: seen.map((one) => shown(one)),
    };
  };
  app.route({
    ...OPEN,
    method: 'GET',
    url: '/session',
    handler: async (request) => seenBy(request),
  });
};

const REPORT_TYPES = ['application/csp-report', 'application/reports+json'];
const TEXT_MAX_CHARS = 200;

/** Reports of browsers. Whoever reaches the port can send one, so they are few and short, and nothing rests on them. */
const policy = (app: FastifyInstance, site: ServerSite, parts: PageParts): void => {
  const limiter = new Limiter(CSP_REPORTS_A_MINUTE);
  const limit = { parseAs: 'string', bodyLimit: CSP_REPORT_MAX_BYTES } as const;
  app.addContentTypeParser(REPORT_TYPES, limit, (_request, body, done) => {
    done(null, typeof body === 'string' ? parsedJson(body) : undefined);
  });
  app.post('/csp', { ...OPEN, bodyLimit: CSP_REPORT_MAX_BYTES }, async (request, reply) => {
    limiter.count(request.ip);
    for (const one of reportsIn(request.body)) {
      parts.reported();
      site.reported(one);
    }
    return reply.code(204).send();
  });
};

const reportsIn = (body: unknown): readonly PolicyReport[] => {
  const all = Array.isArray(body) ? body : [body];
  return all.slice(0, CSP_REPORTS_A_MINUTE).flatMap((one: unknown) => {
    const { 'csp-report': old, body: recent } = membersOf(one);
    const said = old ?? recent;
    const text = (...names: readonly string[]): string =>
      (names.map((name) => textAt(said, name)).find((value) => value !== undefined) ?? '').slice(
        0,
        TEXT_MAX_CHARS,
      );
    const rule = text('effective-directive', 'violated-directive', 'effectiveDirective');
    if (rule === '') return [];
    return [{ rule, blocked: text('blocked-uri', 'blockedURL') }];
  });
};
