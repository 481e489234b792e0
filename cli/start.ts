/** From arguments to an exit code: the compile cache, the command, and what an error turns into. */
import { enableCompileCache } from 'node:module';
import { isAbsolute, join } from 'node:path';
import process from 'node:process';
import { parseCommandLine } from './command-line.ts';

/** Compiled code is kept where only the user can write: a cache that others can write is a way in. */
const cache = (): string => {
  const given = process.env['XDG_CACHE_HOME'];
  const base =
    given !== undefined && isAbsolute(given) ? given : join(process.env['HOME'] ?? '/', '.cache');
  return join(base, 'yamo');
};

export const start = async (argv: readonly string[]): Promise<number> => {
  if (process.env['NODE_COMPILE_CACHE'] === undefined) enableCompileCache(cache());
  try {
    const line = await parseCommandLine(argv);
    if (line.done) return line.exit;
    const { command, given } = line;
    switch (command) {
      case 'boot':
        return await (await import('./commands/boot.ts')).boot(given);
      case 'init':
        return await (await import('./commands/init.ts')).init(given);
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
