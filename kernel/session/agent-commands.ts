/** The commands of an agent by the names that its human calls them by: none takes the name of one of the kernel's. */
import type { KernelEvent, OfferedCommand } from '#kernel/contract/events.ts';
import { SESSION_COMMANDS, TERMINAL_COMMANDS } from './commands.ts';

const TAKEN: ReadonlySet<string> = new Set(
  [...SESSION_COMMANDS, ...TERMINAL_COMMANDS].map(({ name }) => name),
);
const PREFIX = 'agent:';

type CommandsEvent = Extract<KernelEvent, { event: 'commands' }>;

/** The commands of an agent, as a human calls them: one whose name is taken says whose it is. */
export const withOwnNames = ({ event, commands }: CommandsEvent): CommandsEvent => ({
  event,
  commands: commands.map((one) =>
    TAKEN.has(one.name.toLowerCase()) ? { ...one, name: `${PREFIX}${one.name}` } : one,
  ),
});

/** A line as the agent knows it, which has its command by the name that it gave it. */
export const lineForAgent = (line: string, agents: readonly OfferedCommand[]): string => {
  const [, name] = /^\s*\/agent:(\S+)/.exec(line) ?? [];
  const isTaken = name !== undefined && TAKEN.has(name.toLowerCase());
  return isTaken && agents.some((one) => one.name === PREFIX + name)
    ? line.replace(PREFIX, '')
    : line;
};
