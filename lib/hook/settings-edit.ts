/**
 * The settings of hosts, with our hooks and without: comments, order and indentation of the rest stay. Pure; what cannot
 * be changed without guessing is told with a reason.
 */
import { applyEdits, type FormattingOptions, modify, parse, type ParseError } from 'jsonc-parser';
import type { HostName } from './event.ts';
import { hermesCommands, withHermes, withoutHermes } from './hermes-settings.ts';
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
  let after = withoutHooks(text, host);
  for (const event of shape.events) {
    const hook = { type: 'command', command, ...shape.more(event) };
    const group = { ...(shape.matcher !== undefined && { matcher: shape.matcher }), hooks: [hook] };
    after = changed(after, ['hooks', event, -1], group);
  }
  return after;
};

/** The settings without our hooks, and without what only they needed. Throws Unchangeable. */
export const withoutHooks = (text: string, host: HostName): string => {
  if (host === 'hermes') return withoutHermes(text);
  if (host === 'openclaw') return withoutPlugin(text);
  let after = text;
  for (;;) {
    const place = placesIn(parsed(after), host).at(-1);
    if (place === undefined) return after;
    const { event, group, at, alone } = place;
    const path = ['hooks', event, group];
    after = changed(after, alone ? path : [...path, 'hooks', at], undefined);
    // The mapping around them stays, with what its owner may have written beside it.
    after = withoutEmpty(after, ['hooks', event]);
  }
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

/** The fields of a mapping; none where it is something else. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A text as JSON with comments. Throws Unchangeable where it is no object. */
export const parsed = (text: string): unknown => {
  const errors: ParseError[] = [];
  const value: unknown =
    text.trim() === '' ? {} : parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Unchangeable('it is not JSON');
  return value;
};

const changed = (text: string, path: readonly (string | number)[], value: unknown): string => {
  const whole = text.trim() === '' ? '{}\n' : text;
  const isArrayInsertion = path.at(-1) === -1;
  return applyEdits(
    whole,
    modify(whole, [...path], value, { isArrayInsertion, formattingOptions: styleOf(whole) }),
  );
};

const styleOf = (text: string): FormattingOptions => {
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  ';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
};

const withoutEmpty = (text: string, path: readonly string[]): string => {
  let value = parsed(text);
  for (const name of path) {
    value = fieldsOf(value)[name];
    if (value === undefined) return text;
  }
  const isEmpty = Array.isArray(value)
    ? value.length === 0
    : Object.keys(fieldsOf(value)).length === 0;
  return isEmpty ? changed(text, path, undefined) : text;
};

const PLUGIN = 'yamo';

/** `command` is the folder of the plugin. */
const withPlugin = (text: string, command: string): string => {
  const plugins = fieldsOf(fieldsOf(parsed(text))['plugins']);
  const paths = listOf(fieldsOf(plugins['load'])['paths']);
  const before = paths.includes(command) ? text : withoutPlugin(text);
  const added = paths.includes(command)
    ? before
    : changed(before, ['plugins', 'load', 'paths', -1], command);
  const { hooks, enabled } = fieldsOf(fieldsOf(plugins['entries'])[PLUGIN]);
  const isEntered = enabled === true && fieldsOf(hooks)['allowConversationAccess'] === true;
  if (isEntered && added === text) return text;
  return changed(added, ['plugins', 'entries', PLUGIN], {
    enabled: true,
    hooks: { allowConversationAccess: true },
  });
};

const withoutPlugin = (text: string): string => {
  const plugins = fieldsOf(fieldsOf(parsed(text))['plugins']);
  const paths = listOf(fieldsOf(plugins['load'])['paths']);
  const at = paths.findIndex(
    (path) => typeof path === 'string' && path.endsWith('integrations/openclaw'),
  );
  let after = at < 0 ? text : changed(text, ['plugins', 'load', 'paths', at], undefined);
  if (Object.hasOwn(fieldsOf(plugins['entries']), PLUGIN))
    after = changed(after, ['plugins', 'entries', PLUGIN], undefined);
  for (const path of [
    ['plugins', 'load', 'paths'],
    ['plugins', 'load'],
    ['plugins', 'entries'],
    ['plugins'],
  ])
    after = withoutEmpty(after, path);
  return after;
};
