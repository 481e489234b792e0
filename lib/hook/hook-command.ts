/** The commands that hosts are told to run: they end with what yamo answers and, where it dies, with a refusal. Pure. */
import { shellWord } from '#lib/spec/shell-word.ts';
import type { HostName, Moment } from './event.ts';
import { HOSTS } from './hosts.ts';

/** What is written for a host. */
export interface HookEntry {
  readonly host: HostName;
  /** How yamo is started, as a shell reads it; for OpenClaw the folder of the plugin. */
  readonly start: string;
  /** For all who work in a folder, with yamo or without it. */
  readonly forAll: boolean;
  /** Does the host know what `onFailure` says? `undefined`: it cannot be told. */
  readonly knowsOnFailure: boolean | undefined;
}

/** Where hosts take exit code 2 for a refusal, and are not kept from ending by it. */
const REFUSED: ReadonlySet<Moment> = new Set(['start', 'prompt', 'before-tool', 'after-tool']);

/** Hosts that hand a command to a shell of POSIX; Codex takes its user's shell, and Hermes Agent none. */
const IN_SHELL: ReadonlySet<HostName> = new Set(['claude-code', 'gemini']);

/** Colleagues who have no yamo are let pass. */
const IF_THERE = 'command -v yamo >/dev/null 2>&1 || exit 0; ';
/** Any end but 0 and 2 lets pass in every host, and Codex wants a reason. */
const OR_REFUSE =
  ' || { [ $? = 2 ] || echo "yamo gave no answer: it was not found, was killed, or had no memory." >&2; exit 2; }';

/** The command for an event of the host. */
export const hookCommand = (
  { host, start, forAll }: Pick<HookEntry, 'host' | 'start' | 'forAll'>,
  event: string,
): string => {
  const moment = HOSTS[host].events[event];
  const refuses = moment !== undefined && REFUSED.has(moment);
  const script = `${forAll ? IF_THERE : ''}${start} hook --host ${host}${refuses ? OR_REFUSE : ''}`;
  return IN_SHELL.has(host) || !(forAll || refuses) ? script : `sh -c ${shellWord(script)}`;
};

/** Is this command one that we wrote for the host, in this version or an earlier one? */
export const isOurs = (command: unknown, host: HostName): command is string => {
  if (typeof command !== 'string' || !command.includes('yamo')) return false;
  const bare = command.startsWith('sh -c ') ? command.replace(/'$/, '') : command;
  const asks = bare.endsWith(OR_REFUSE) ? bare.slice(0, -OR_REFUSE.length) : bare;
  return asks.endsWith(` hook --host ${host}`);
};

/** Does one of our commands let those pass who have no yamo? */
export const isForAll = (command: string): boolean => command.includes(IF_THERE);
