/** From arguments to an exit code: the command, and what an error turns into. */
import type { AnyGiven } from '#cli/args/arguments.ts';
import { parseCommandLine } from '#cli/args/command-line.ts';
import type { CommandName, Given } from '#cli/args/options.ts';
import { reported } from '#cli/io/reported.ts';
import { endQuietly, onClosedPipe } from '#cli/io/terminal.ts';

export const start = async (argv: readonly string[]): Promise<number> => {
  onClosedPipe(endQuietly);
  try {
    const line = await parseCommandLine(argv);
    return line.done ? line.exit : await run(line.command, line.given);
  } catch (error) {
    return await reported(error, argv.includes('--json'));
  }
};

/** A command: what it does with what was given to it, and its exit code. */
type Command<Name extends CommandName> = (given: Given<Name>) => number | Promise<number>;

/** Each is loaded when it is asked for. */
const COMMAND: { readonly [Name in CommandName]: () => Promise<Command<Name>> } = {
  boot: async () => (await import('./commands/boot.ts')).boot,
  acp: async () => (await import('./commands/acp.ts')).acp,
  init: async () => (await import('./commands/init.ts')).init,
  audit: async () => (await import('./commands/audit.ts')).audit,
  lsp: async () => (await import('./commands/lsp.ts')).lsp,
  conform: async () => (await import('./commands/conform.ts')).conform,
  mcp: async () => (await import('./commands/mcp.ts')).mcp,
  config: async () => (await import('./commands/config.ts')).config,
  completion: async () => (await import('./commands/completion.ts')).completion,
  hook: async () => (await import('./commands/hook.ts')).hook,
  heartbeat: async () => (await import('./commands/heartbeat.ts')).heartbeat,
  log: async () => (await import('./commands/log.ts')).log,
  memory: async () => (await import('./commands/memory.ts')).memory,
  status: async () => (await import('./commands/status.ts')).status,
  start: async () => (await import('./daemon/start.ts')).start,
  open: async () => (await import('./daemon/open.ts')).open,
  devices: async () => (await import('./daemon/devices.ts')).devices,
  stop: async () => (await import('./daemon/stop.ts')).stop,
  backup: async () => (await import('./daemon/backup.ts')).backup,
  restore: async () => (await import('./daemon/restore.ts')).restore,
  chat: async () => (await import('./daemon/chat.ts')).chatCommand,
  sessions: async () => (await import('./commands/sessions.ts')).sessions,
  explain: async () => (await import('./commands/explain.ts')).explain,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  credentials: async () => (await import('./commands/credentials.ts')).credentials,
  prompt: async () => (await import('./commands/prompt.ts')).prompt,
  mesh: async () => (await import('./commands/mesh.ts')).mesh,
  convert: async () => (await import('./commands/convert.ts')).convert,
  persona: async () => (await import('./persona/persona.ts')).persona,
  accept: async () => (await import('./commands/accept.ts')).accept,
};

const run = async (command: CommandName, given: AnyGiven): Promise<number> =>
  (await COMMAND[command]())(given);
