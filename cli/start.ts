/** From arguments to an exit code: the compile cache, the command, and what an error turns into. */
import { enableCompileCache } from 'node:module';
import process from 'node:process';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { parseCommandLine } from '#cli/args/command-line.ts';
import type { CommandName, Given } from '#cli/args/options.ts';
import { reported } from '#cli/io/reported.ts';

export const start = async (argv: readonly string[]): Promise<number> => {
  // Compiled code is kept where only the user can write: a cache that others can write is a way in.
  if (process.env['NODE_COMPILE_CACHE'] === undefined)
    enableCompileCache(xdgFolder('XDG_CACHE_HOME', process.env));
  try {
    const line = await parseCommandLine(argv);
    return line.done ? line.exit : await run(line.command, line.given);
  } catch (error) {
    return await reported(error, argv.includes('--json'));
  }
};

const run = async (command: CommandName, given: Given): Promise<number> => {
  switch (command) {
    case 'boot':
      return await (await import('./commands/boot.ts')).boot(given);
    case 'acp':
      return await (await import('./commands/acp.ts')).acp(given);
    case 'init':
      return await (await import('./commands/init.ts')).init(given);
    case 'audit':
      return await (await import('./commands/audit.ts')).audit(given);
    case 'mcp':
      return await (await import('./commands/mcp.ts')).mcp(given);
    case 'log':
      return await (await import('./commands/log.ts')).log(given);
    case 'sessions':
      return (await import('./commands/sessions.ts')).sessions(given);
    case 'explain':
      return (await import('./commands/explain.ts')).explain(given);
    case 'doctor':
      return await (await import('./commands/doctor.ts')).doctor(given);
    case 'credentials':
      return await (await import('./commands/credentials.ts')).credentials(given);
    case 'accept':
      return (await import('./commands/accept.ts')).accept(given);
  }
};
