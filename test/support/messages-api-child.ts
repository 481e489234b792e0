/**
 * The fake Messages API as a process of its own, for tests in which no test can listen (a terminal, an editor):
 *
 *     node test/support/messages-api-child.ts [SCRIPT.ts]
 *
 * SCRIPT.ts exports `script`; without it the model says how much it heard. Prints its address, then each request as a
 * line of JSON when that is over, and ends with its standard input.
 */
import { resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

import type { Script } from './messages-api/reply.ts';
import { MessagesApi } from './messages-api/server.ts';

const scriptOf = async (file: string | undefined): Promise<{ readonly script?: Script }> => {
  if (file === undefined) return {};
  const module: unknown = await import(pathToFileURL(resolve(file)).href);
  if (!isScript(module)) throw new Error(`${file} exports no script`);
  return { script: module.script };
};

const isScript = (module: unknown): module is { readonly script: Script } =>
  typeof module === 'object' &&
  module !== null &&
  'script' in module &&
  typeof module.script === 'function';

const tell = (line: object): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

const api = await MessagesApi.start({
  ...(await scriptOf(process.argv[2])),
  // Whatever was sent to it is told, apart from the key.
  heard: (exchange) => tell({ ...exchange, headers: undefined }),
});
tell({ url: api.url });
process.stdin.resume().once('end', () => void api.close());
