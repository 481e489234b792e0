/**
 * The settings of hosts, with our hooks and without: comments, order and indentation of the rest stay. Pure; what cannot
 * be changed without guessing is told with a reason.
 */
import { membersOf } from '#lib/text/json.ts';
import type { HostName } from './event.ts';
import { hermesCommands, withHermes, withoutHermes } from './hermes-settings.ts';
import { hookCommand, type HookEntry, isOurs } from './hook-command.ts';
import { LOOSE, parseSettings, type JsonDialect, withoutValue, withValue } from './json-edit.ts';
import { TIMEOUT_SECONDS, Unchangeable } from './settings-text.ts';

/** How a host that keeps JSON reads it, how it names its events, and what an entry holds beside the command. */
interface JsonShape {
  readonly events: readonly string[];
  readonly matcher?: string;
  readonly more: (event: string, entry: HookEntry) => Readonly<Record<string, unknown>>;
}

const PLAIN = 'reads JSON without comments and without commas at the end, and nothing of this file';

/** As each of them reads its settings: Claude Code 2.1.332 was tried, of the others the source says it. */
const READINGS: Readonly<Record<Exclude<HostName, 'hermes'>, JsonDialect>> = {
  'claude-code': { mode: 'json', mark: true, fault: `Claude Code ${PLAIN}` },
  codex: { mode: 'json', mark: false, fault: `Codex ${PLAIN}` },
  gemini: {
    mode: 'jsonc',
    mark: false,
    fault:
      'Gemini CLI reads JSON with comments and without commas at the end, and nothing of this file',
  },
  openclaw: { mode: 'json5', mark: true, fault: 'yamo cannot read this JSON5' },
};

/** Hosts whose settings are JSON with a list of hooks for each event. */
const JSON_SHAPES: Readonly<Partial<Record<HostName, JsonShape>>> = {
  'claude-code': {
    events: ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop', 'SessionEnd'],
    // A hook that is too late would let everything pass.
    more: (event, { knowsOnFailure }) => ({
      timeout: TIMEOUT_SECONDS,
      ...(event === 'PreToolUse' && knowsOnFailure === true && { onFailure: 'block' }),
    }),
  },
  codex: {
    events: ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop'],
    more: () => ({ timeout: TIMEOUT_SECONDS }),
  },
  gemini: {
    events: ['SessionStart', 'BeforeAgent', 'BeforeTool', 'AfterTool', 'AfterAgent', 'SessionEnd'],
    matcher: '*',
    more: () => ({ name: 'yamo', timeout: TIMEOUT_SECONDS * 1000 }),
  },
};

/** What keeps the host from reading these settings, in words; `undefined` where it reads them. */
export const settingsFault = (text: string, host: HostName): string | undefined => {
  try {
    if (host !== 'hermes') parseSettings(text, READINGS[host]);
    return undefined;
  } catch (error) {
    if (error instanceof Unchangeable) return error.message;
    throw error;
  }
};

/** Are our hooks in these settings, all of them, and as they are written today? */
export const isInstalled = (text: string, entry: HookEntry): boolean => {
  try {
    return withHooks(text, entry) === text && commandsIn(text, entry.host).length > 0;
  } catch (error) {
    if (error instanceof Unchangeable) return false;
    throw error;
  }
};

/** What of ours stands in these settings: commands, or the plugin. Throws Unchangeable. */
export const commandsIn = (text: string, host: HostName): readonly string[] => {
  if (host === 'hermes') return hermesCommands(text);
  const settings = parseSettings(text, LOOSE);
  if (host !== 'openclaw') return placesIn(settings, host).map(({ command }) => command);
  const { paths, entries } = pluginsIn(settings);
  return [...paths.filter(isPlugin), ...(Object.hasOwn(entries, PLUGIN) ? [PLUGIN] : [])];
};

/** The settings with our hooks, once. Throws Unchangeable. */
export const withHooks = (text: string, entry: HookEntry): string => {
  const { host } = entry;
  if (host === 'hermes') return withHermes(text, (event) => hookCommand(entry, event));
  const reading = READINGS[host];
  const settings = parseSettings(text, reading);
  const shape = JSON_SHAPES[host];
  if (shape === undefined) return withPlugin(text, entry.start);
  if (isWhole(placesIn(settings, host), shape, entry)) return text;
  // Where a mapping stands already, ours go.
  let after = withoutHooks(text, host, text);
  for (const event of shape.events) {
    const command = hookCommand(entry, event);
    const hook = { type: 'command', command, ...shape.more(event, entry) };
    const group = { ...(shape.matcher !== undefined && { matcher: shape.matcher }), hooks: [hook] };
    after = withValue(after, ['hooks', event, -1], group, reading);
  }
  return after;
};

/** Each event has our hook, once and as it would be written. */
const isWhole = (found: readonly HookPlace[], { events }: JsonShape, entry: HookEntry): boolean =>
  found.length === events.length &&
  events.every((event) =>
    found.some((one) => one.event === event && one.command === hookCommand(entry, event)),
  ) &&
  (entry.knowsOnFailure === undefined ||
    found.some(({ failure }) => failure !== undefined) ===
      (entry.knowsOnFailure && entry.host === 'claude-code'));

/** The settings without our hooks, and without what only they needed; `original`: as they were before. Throws Unchangeable. */
export const withoutHooks = (text: string, host: HostName, original = ''): string => {
  if (host === 'hermes') return withoutHermes(text);
  if (host === 'openclaw') return withoutPlugin(text, original);
  let after = text;
  for (;;) {
    const place = placesIn(parseSettings(after, LOOSE), host).at(-1);
    if (place === undefined) break;
    const { event, group, at, alone } = place;
    const path = ['hooks', event, group];
    after = withoutValue(after, alone ? path : [...path, 'hooks', at]);
    after = withoutEmpty(after, ['hooks', event], original);
  }
  // What was empty before we came is not ours to take away.
  return after === text ? text : withoutEmpty(after, ['hooks'], original);
};

interface HookPlace {
  readonly event: string;
  readonly group: number;
  readonly at: number;
  /** The only one of its group. */
  readonly alone: boolean;
  readonly command: string;
  /** Its `onFailure`. */
  readonly failure: unknown;
}

const placesIn = (settings: unknown, host: HostName): readonly HookPlace[] =>
  Object.entries(membersOf(membersOf(settings)['hooks'])).flatMap(([event, groups]) =>
    listOf(groups).flatMap((one, group) => {
      const hooks = listOf(membersOf(one)['hooks']);
      return hooks.flatMap((hook, at) => {
        const { command, onFailure: failure } = membersOf(hook);
        return isOurs(command, host)
          ? [{ event, group, at, alone: hooks.length === 1, command, failure }]
          : [];
      });
    }),
  );

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Who had it before keeps it, with what may be written in it. */
const withoutEmpty = (text: string, path: readonly string[], original: string): string => {
  const value = valueAt(text, path);
  if (value === undefined || valueAt(original, path) !== undefined) return text;
  const isEmpty = Array.isArray(value)
    ? value.length === 0
    : Object.keys(membersOf(value)).length === 0;
  return isEmpty ? withoutValue(text, path) : text;
};

const valueAt = (text: string, path: readonly string[]): unknown => {
  let value = parseSettings(text, LOOSE);
  for (const name of path) value = membersOf(value)[name];
  return value;
};

const PLUGIN = 'yamo';

const isPlugin = (path: unknown): path is string =>
  typeof path === 'string' && path.endsWith('integrations/openclaw');

const pluginsIn = (settings: unknown) => {
  const { load, entries } = membersOf(membersOf(settings)['plugins']);
  return { paths: listOf(membersOf(load)['paths']), entries: membersOf(entries) };
};

/** What the settings of OpenClaw hold for us. */
const ENTRY = { enabled: true, hooks: { allowConversationAccess: true } };

/** What an owner adds by hand where it cannot be put in. */
export const pluginByHand = (folder: string): string =>
  JSON.stringify({ plugins: { load: { paths: [folder] }, entries: { [PLUGIN]: ENTRY } } });

const withPlugin = (text: string, folder: string): string => {
  const reading = READINGS.openclaw;
  const { paths, entries } = pluginsIn(parseSettings(text, reading));
  const isLoaded = paths.includes(folder);
  const before = isLoaded ? text : withoutPlugin(text, text);
  const added = isLoaded
    ? text
    : withValue(before, ['plugins', 'load', 'paths', -1], folder, reading);
  const { hooks, enabled } = membersOf(entries[PLUGIN]);
  const isEntered = enabled === true && membersOf(hooks)['allowConversationAccess'] === true;
  if (isEntered && isLoaded) return text;
  return withValue(added, ['plugins', 'entries', PLUGIN], ENTRY, reading);
};

const withoutPlugin = (text: string, original: string): string => {
  const { paths, entries } = pluginsIn(parseSettings(text, LOOSE));
  const at = paths.findIndex(isPlugin);
  let after = at < 0 ? text : withoutValue(text, ['plugins', 'load', 'paths', at]);
  if (Object.hasOwn(entries, PLUGIN)) after = withoutValue(after, ['plugins', 'entries', PLUGIN]);
  if (after === text) return text;
  for (const path of [
    ['plugins', 'load', 'paths'],
    ['plugins', 'load'],
    ['plugins', 'entries'],
    ['plugins'],
  ])
    after = withoutEmpty(after, path, original);
  return after;
};
