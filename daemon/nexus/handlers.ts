/** What each automation does that comes with yamo. */
import { readFile } from '#kernel/startup/read.ts';
import type { CommandEntry } from '#kernel/gate/journal.ts';
import type { Sessions } from '#daemon/session/sessions.ts';
import { memoryAutomations, type MemorySite } from './memory.ts';
import type { HandlerResult, HookHandlers } from '#daemon/hooks/runner.ts';

/** What handlers work with. */
export interface HandlerSite extends MemorySite {
  /** They are there before anything runs. */
  readonly sessions: () => Pick<Sessions, 'say' | 'close'>;
  /** Says it in the owner's direct chat, where heartbeats are told. Throws CHAT_NOT_OWNERS, DATABASE_UNUSABLE, and what reading settings throws. */
  readonly tellOwner: (text: string) => Promise<void>;
}

/** The handlers of a workspace that is served. */
export const handlersOf = (site: HandlerSite): HookHandlers => {
  const { read, write } = memoryAutomations(site);
  return {
    'runtime:startup': new Map([['boot-md', (_moment, signal) => carryOutBoot(site, signal)]]),
    'worker:pre_execution': new Map([['memory-reader', read]]),
    'after:runAgent': new Map([['memory-writer', write]]),
    'command:execute': new Map([
      ['command-logger', async ({ command }) => ({ note: lineOf(command) })],
    ]),
  };
};

const BOOT_MD = 'BOOT.md';

/** BOOT.md is said in a session of its own, in which nobody is there to be asked (N35). Throws what reading and a turn throw. */
const carryOutBoot = async (
  { workspace, sessions, tellOwner }: HandlerSite,
  signal: AbortSignal,
): Promise<HandlerResult> => {
  const file = readFile(workspace, BOOT_MD);
  if (file === undefined || file.text.trim() === '') return { note: 'there is nothing in BOOT.md' };
  workspace.refuseStrangersOf(BOOT_MD, file.stat);
  const said = { origin: { by: 'automation' }, session: undefined, text: file.text } as const;
  const { session, ended } = await sessions().say(said);
  // It may be closed already, by the end of the service.
  const close = (): Promise<void> =>
    sessions()
      .close(session, 'BOOT.md is done')
      .catch(() => undefined);
  signal.addEventListener('abort', close, { once: true });
  try {
    const { stop, reply } = await ended;
    if (reply.trim() !== '') await tellOwner(reply);
    return { note: `session ${session}: ${stop}` };
  } finally {
    await close();
  }
};

/** A command that an agent asked for, without credentials, and how it ended (N34). */
const lineOf = ({ command, answer, exit, signal, endedBy }: CommandEntry): string => {
  const ending = [
    answer === 'done' ? undefined : answer,
    exit === undefined ? undefined : `exit ${exit}`,
    signal,
    endedBy === undefined ? undefined : `ended by ${endedBy}`,
  ];
  return `${command} [${ending.filter((part) => part !== undefined).join(', ')}]`;
};
