/**
 * What hosts, as their makers publish them, asked our hooks, and what was answered: test/fixtures/hooks/HOST.json.
 * `npm run test:agents` compares with it what they ask today; `YAMO_RECORD=1 npm run test:agents` writes it anew.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';

import type { HostName } from '#lib/hook/event.ts';
import { TOKEN } from './hooked-workspace.ts';
import { installed } from './registry-agents.ts';
import type { TempWorkspace } from './workspace.ts';

/** Hosts that the registry gives, and the version that is tried. */
export const TRIED_HOSTS = {
  'claude-code': { name: '@anthropic-ai/claude-code', version: '2.1.332' },
  codex: { name: '@openai/codex', version: '0.169.0' },
  gemini: { name: '@google/gemini-cli', version: '0.61.0' },
  openclaw: { name: 'openclaw', version: '2026.9.6' },
} as const satisfies Partial<Record<HostName, { readonly name: string; readonly version: string }>>;

export type TriedHost = keyof typeof TRIED_HOSTS;

export const isTried = (host: HostName): host is TriedHost => Object.hasOwn(TRIED_HOSTS, host);

type Fields = Readonly<Record<string, unknown>>;

/** One question to a hook, and its answer. */
export interface Asked {
  /** By which way somebody talked to the host, where it has several. */
  readonly way?: string;
  /** How the plugin of OpenClaw names it; elsewhere the event does. */
  readonly hook?: string;
  readonly event: Fields;
  readonly context?: Fields;
  readonly answer: unknown;
}

export interface Recording {
  /** As the host itself says it. */
  readonly version: string;
  readonly scenes: Readonly<Record<string, readonly Asked[]>>;
}

const fileOf = (host: TriedHost): string =>
  resolve(import.meta.dirname, `../fixtures/hooks/${host}.json`);

export const readRecording = (host: TriedHost): Recording =>
  JSON.parse(readFileSync(fileOf(host), 'utf8'));

/** The folder of the programs of a host. Rejects where the registry does not give it. */
export const programsOf = async (host: TriedHost): Promise<string> => {
  const { name, version } = TRIED_HOSTS[host];
  const programs = await installed(name, version);
  if (programs === undefined) throw new Error(`${name}@${version} could not be installed`);
  return programs;
};

/** The folder of its package. Rejects like `programsOf`. */
export const packageOf = async (host: TriedHost): Promise<string> =>
  join(await programsOf(host), '..', TRIED_HOSTS[host].name);

/** What stands for what is of one machine, or looks like a credential. */
const standIns = ({ path, configHome }: Place): readonly (readonly [string, string])[] => [
  [path, 'WORKSPACE'],
  [configHome, 'HOME'],
  [TOKEN, 'TOKEN'],
];

type Place = Pick<TempWorkspace, 'path' | 'configHome'>;

/** As it is kept. */
export const portable = (asked: readonly Asked[], place: Place): readonly Asked[] =>
  JSON.parse(
    standIns(place).reduce(
      (text, [here, name]) => text.replaceAll(here, name),
      JSON.stringify(asked),
    ),
  );

/** A scene that was kept, as it would be in this workspace. */
export const asHere = (host: TriedHost, scene: string, place: Place): readonly Asked[] =>
  JSON.parse(
    standIns(place).reduce(
      (text, [here, name]) => text.replaceAll(name, here),
      JSON.stringify(readRecording(host).scenes[scene] ?? []),
    ),
  );

/** What there is to compare: who asks by which fields, and what they say of who is there. */
export const shapeOf = (asked: readonly Asked[]): readonly string[] =>
  [...new Set(asked.map(lineOf))].toSorted();

/** Without its way: a message may go out when another is asked about already. */
const lineOf = ({ hook, event, context }: Asked): string => {
  const name = hook ?? event['hook_event_name'];
  const tool = event['toolName'] ?? event['tool_name'];
  const fields = [event, context ?? {}].map((part) => Object.keys(part).toSorted().join());
  return [name, tool, ...fields, ...saidIn(event), ...saidIn(context)].join(' ');
};

/** What a gateway says of who is there. */
const WHO = ['sessionKey', 'channelId', 'messageProvider', 'senderId', 'senderIsOwner', 'isGroup'];

const saidIn = (part: Fields = {}): readonly string[] =>
  WHO.filter((name) => part[name] !== undefined).map((name) => `${name}=${String(part[name])}`);

/** The scene as it is kept; written anew before, where that is asked for. */
export const recordedScene = async (
  host: TriedHost,
  scene: string,
  asked: readonly Asked[],
): Promise<readonly Asked[]> => {
  if (process.env['YAMO_RECORD'] === '1') await record(host, scene, asked);
  return readRecording(host).scenes[scene] ?? [];
};

const record = async (host: TriedHost, scene: string, asked: readonly Asked[]): Promise<void> => {
  const manifest = readFileSync(join(await packageOf(host), 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest);
  const before = existsSync(fileOf(host)) ? readRecording(host) : undefined;
  const scenes = before?.version === version ? before?.scenes : {};
  const recording: Recording = { version, scenes: { ...scenes, [scene]: asked } };
  writeFileSync(fileOf(host), textOf(recording));
};

/** One question a line. */
const textOf = ({ version, scenes }: Recording): string => {
  const parts = Object.entries(scenes).map(
    ([scene, asked]) =>
      `    ${JSON.stringify(scene)}: [\n${asked.map((one) => `      ${JSON.stringify(one)}`).join(',\n')}\n    ]`,
  );
  return `{\n  "version": ${JSON.stringify(version)},\n  "scenes": {\n${parts.join(',\n')}\n  }\n}\n`;
};
