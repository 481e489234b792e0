/**
 * The settings of hosts, with our hooks and without: comments, order and indentation of the rest stay. Pure; what cannot
 * be changed without guessing is told with a reason.
 */
import type { HostName } from './event.ts';
import { hermesCommands, withHermes, withoutHermes } from './hermes-settings.ts';
import { fieldsOf, parsed, withoutValue, withValue } from './json-edit.ts';
import { TIMEOUT_SECONDS, Unchangeable } from './settings-text.ts';

/** What is written for a host. */
export interface HookEntry {
  readonly host: HostName;
  /** The command that the host runs. */
  readonly command: string;
}

/** How a host that keeps JSON names its events, and what an entry holds beside the command. */
interface JsonShape {
  readonly events: readonly string[];
  readonly matcher?: string;
  readonly more: (event: string) => Readonly<Record<string, unknown>>;
}

/** Hosts whose settings are JSON with a list of hooks for each event. */
const JSON_SHAPES: Readonly<Partial<Record<HostName, JsonShape>>> = {
  'claude-code': {
    events: ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop', 'SessionEnd'],
    // A hook that cannot be started would let everything pass.
    more: (event) => ({
      timeout: TIMEOUT_SECONDS,
      ...(event === 'PreToolUse' && { onFailure: 'block' }),
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

/** Is this command one that we wrote for the host? */
const isOurs = (command: unknown, host: HostName): boolean =>
  typeof command === 'string' && command.endsWith(` hook --host ${host}`) && /yamo/.test(command);

/** Are our hooks in these settings, all of them, with this command? */
export const isInstalled = (text: string, entry: HookEntry): boolean => {
  try {
    return withHooks(text, entry) === text && commandsIn(text, entry.host).length > 0;
  } catch (error) {
    if (error instanceof Unchangeable) return false;
    throw error;
  }
};

/** The commands of ours that stand in these settings. */
export const commandsIn = (text: string, host: HostName): readonly string[] => {
  if (host === 'hermes') return hermesCommands(text);
  if (host === 'openclaw') return text.includes('integrations/openclaw') ? ['the plugin'] : [];
  return placesIn(parsed(text), host).map(({ command }) => command);
};

/** The settings with our hooks, once. Throws Unchangeable. */
export const withHooks = (text: string, entry: HookEntry): string => {
  const { host, command } = entry;
  if (host === 'hermes') return withHermes(text, command);
  if (host === 'openclaw') return withPlugin(text, command);
  const shape = JSON_SHAPES[host];
  if (shape === undefined) throw new Unchangeable('nothing is known of its settings');
  const found = placesIn(parsed(text), host);
  const isWhole =
    found.length === shape.events.length && found.every((place) => place.command === command);
  if (isWhole) return text;
  // Where a mapping stands already, ours go.
  let after = withoutHooks(text, host, text);
  for (const event of shape.events) {
    const hook = { type: 'command', command, ...shape.more(event) };
    const group = { ...(shape.matcher !== undefined && { matcher: shape.matcher }), hooks: [hook] };
    after = withValue(after, ['hooks', event, -1], group);
  }
  return after;
};

/** The settings without our hooks, and without what only they needed; `original`: as they were before. Throws Unchangeable. */
export const withoutHooks = (text: string, host: HostName, original = ''): string => {
  if (host === 'hermes') return withoutHermes(text);
  if (host === 'openclaw') return withoutPlugin(text, original);
  let after = text;
  for (;;) {
    const place = placesIn(parsed(after), host).at(-1);
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
}

const placesIn = (settings: unknown, host: HostName): readonly HookPlace[] =>
  Object.entries(fieldsOf(fieldsOf(settings)['hooks'])).flatMap(([event, groups]) =>
    listOf(groups).flatMap((one, group) => {
      const hooks = listOf(fieldsOf(one)['hooks']);
      return hooks.flatMap((hook, at) => {
        const { command } = fieldsOf(hook);
        return typeof command === 'string' && isOurs(command, host)
          ? [{ event, group, at, alone: hooks.length === 1, command }]
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
    : Object.keys(fieldsOf(value)).length === 0;
  return isEmpty ? withoutValue(text, path) : text;
};

const valueAt = (text: string, path: readonly string[]): unknown => {
  let value = parsed(text);
  for (const name of path) value = fieldsOf(value)[name];
  return value;
};

const PLUGIN = 'yamo';

/** `command` is the folder of the plugin. */
const withPlugin = (text: string, command: string): string => {
  const plugins = fieldsOf(fieldsOf(parsed(text))['plugins']);
  const paths = listOf(fieldsOf(plugins['load'])['paths']);
  const before = paths.includes(command) ? text : withoutPlugin(text, text);
  const added = paths.includes(command)
    ? before
    : withValue(before, ['plugins', 'load', 'paths', -1], command);
  const { hooks, enabled } = fieldsOf(fieldsOf(plugins['entries'])[PLUGIN]);
  const isEntered = enabled === true && fieldsOf(hooks)['allowConversationAccess'] === true;
  if (isEntered && added === text) return text;
  return withValue(added, ['plugins', 'entries', PLUGIN], {
    enabled: true,
    hooks: { allowConversationAccess: true },
  });
};

const withoutPlugin = (text: string, original: string): string => {
  const plugins = fieldsOf(fieldsOf(parsed(text))['plugins']);
  const paths = listOf(fieldsOf(plugins['load'])['paths']);
  const at = paths.findIndex(
    (path) => typeof path === 'string' && path.endsWith('integrations/openclaw'),
  );
  let after = at < 0 ? text : withoutValue(text, ['plugins', 'load', 'paths', at]);
  if (Object.hasOwn(fieldsOf(plugins['entries']), PLUGIN))
    after = withoutValue(after, ['plugins', 'entries', PLUGIN]);
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
