/** Settings of a host by which it does not ask the hooks that stand in them, or not all. Pure. */
import { membersOf } from '#lib/text/json.ts';
import type { HostName } from './event.ts';
import { LOOSE, parseSettings } from './json-edit.ts';

/** One setting, the values that switch something off, and what is lost. */
interface Switch {
  readonly path: readonly string[];
  readonly isOff: (value: unknown) => boolean;
  readonly loss: string;
}

const NOTHING_ASKED = 'no hook is asked';
/** The plugin notices, and refuses to work half. */
const NOTHING_RUNS = 'not everything is asked, so the plugin denies everything';
const isFalse = (value: unknown): boolean => value === false;
const isTrue = (value: unknown): boolean => value === true;
const names = (value: unknown): boolean => Array.isArray(value) && value.includes('yamo');
const leavesOut = (value: unknown): boolean => Array.isArray(value) && !value.includes('yamo');

const SWITCHES: Readonly<Record<HostName, readonly Switch[]>> = {
  'claude-code': [{ path: ['disableAllHooks'], isOff: isTrue, loss: NOTHING_ASKED }],
  codex: [],
  gemini: [
    { path: ['hooksConfig', 'enabled'], isOff: isFalse, loss: NOTHING_ASKED },
    { path: ['hooksConfig', 'disabled'], isOff: names, loss: NOTHING_ASKED },
  ],
  hermes: [],
  openclaw: [
    { path: ['plugins', 'enabled'], isOff: isFalse, loss: NOTHING_ASKED },
    { path: ['plugins', 'allow'], isOff: leavesOut, loss: NOTHING_ASKED },
    { path: ['plugins', 'deny'], isOff: names, loss: NOTHING_ASKED },
    {
      path: ['hooks', 'internal', 'enabled'],
      isOff: isFalse,
      loss: NOTHING_RUNS,
    },
    {
      path: ['plugins', 'entries', 'yamo', 'hooks', 'allowPromptInjection'],
      isOff: isFalse,
      loss: NOTHING_RUNS,
    },
  ],
};

/** What is switched off. */
export interface SwitchedOff {
  readonly setting: string;
  /** In words. */
  readonly loss: string;
}

/** What the settings switch off; `undefined`: nothing. Throws Unchangeable. */
export const switchedOff = (text: string, host: HostName): SwitchedOff | undefined => {
  const switches = SWITCHES[host];
  if (switches.length === 0) return undefined;
  const settings = parseSettings(text, LOOSE);
  const off = switches.find(({ path, isOff }) =>
    isOff(path.reduce<unknown>((value, name) => membersOf(value)[name], settings)),
  );
  return off && { setting: off.path.join('.'), loss: off.loss };
};
