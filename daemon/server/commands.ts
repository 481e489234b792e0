/** What commands of yamo ask of the daemon that runs, with what goes in. */
import { isLayoutName } from '#lib/layout/bundled.ts';
import type { JsonObject } from '#lib/text/json.ts';
import type { ServeRequest } from '#daemon/workspace/served.ts';

/** Their names. */
export const COMMAND_NAMES = [
  'status',
  'serve',
  'stop',
  'login',
  'token',
  'devices',
  'backup',
  'changed',
  'chat',
] as const;

/** A command by its name. */
export type DaemonCommand = (typeof COMMAND_NAMES)[number];

const text = { type: 'string', minLength: 1 } as const;
const optional = { type: ['string', 'null'] } as const;

/** JSON Schemas of what goes in. */
export const COMMAND_SCHEMAS: Readonly<Record<DaemonCommand, object>> = {
  status: { type: 'object', additionalProperties: false },
  serve: {
    type: 'object',
    required: ['path'],
    properties: {
      path: text,
      agent: optional,
      model: optional,
      layout: optional,
      settings: optional,
    },
    additionalProperties: false,
  },
  stop: { type: 'object', properties: { path: text }, additionalProperties: false },
  login: {
    type: 'object',
    properties: { path: text, name: text, phone: { type: 'boolean' } },
    additionalProperties: false,
  },
  token: {
    type: 'object',
    required: ['path'],
    properties: { path: text },
    additionalProperties: false,
  },
  devices: {
    type: 'object',
    properties: { path: text, remove: text, rename: text, to: text },
    dependencies: { rename: ['to'], to: ['rename'] },
    additionalProperties: false,
  },
  changed: {
    type: 'object',
    required: ['by'],
    properties: { path: text, by: text },
    additionalProperties: false,
  },
  chat: {
    type: 'object',
    required: ['path', 'do'],
    properties: {
      path: text,
      do: { enum: ['add', 'list', 'pair', 'unpair', 'remove', 'set'] },
      name: optional,
      program: text,
      settings: { type: 'object' },
      strangers: { enum: ['shared', 'refused'] },
      dayTokens: { type: 'integer', minimum: 0 },
      group: text,
      answers: { enum: ['all', 'mentions'] },
    },
    additionalProperties: false,
  },
  backup: {
    type: 'object',
    required: ['path', 'folder'],
    properties: { path: text, folder: text },
    additionalProperties: false,
  },
};

/** What `serve` asks for; it has passed its schema. */
export const serveRequestIn = ({
  path,
  agent,
  model,
  layout,
  settings,
}: JsonObject): ServeRequest => ({
  path: String(path),
  agent: textIn(agent),
  model: textIn(model),
  layout: typeof layout === 'string' && isLayoutName(layout) ? layout : undefined,
  settingsFile: textIn(settings),
});

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;
