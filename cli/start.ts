/** From arguments to an exit code: the compile cache, the command, and what an error turns into. */
import { enableCompileCache } from 'node:module';
import process from 'node:process';
import { xdgFolder } from '#kernel/effects/xdg.ts';
import { parseCommandLine } from './command-line.ts';

export const start = async (argv: readonly string[]): Promise<number> => {
  // Compiled code is kept where only the user can write: a cache that others can write is a way in.
  if (process.env['NODE_COMPILE_CACHE'] === undefined)
    enableCompileCache(xdgFolder('XDG_CACHE_HOME', process.env));
  try {
    const line = await parseCommandLine(argv);
    if (line.done) return line.exit;
    const { command, given } = line;
    switch (command) {
      case 'boot':
        return await (await import('./commands/boot.ts')).boot(given);
      case 'init':
        return await (await import('./commands/init.ts')).init(given);
      case 'audit':
        return await (await import('./commands/audit.ts')).audit(given);
      case 'log':
        return (await import('./commands/log.ts')).log(given);
      case 'explain':
        return (await import('./commands/explain.ts')).explain(given);
      case 'accept':
        return (await import('./commands/accept.ts')).accept(given);
    }
  } catch (error) {
    const { report } = await import('./report.ts');
    return report(error, argv.includes('--json'));
  }
};
