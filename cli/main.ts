/**
 * The entry of `yamo`: looks at the Node it runs on, and whether the files of the program belong together, before
 * anything else is loaded. An upgrade that was broken off leaves files of two builds.
 */
import { enableCompileCache } from 'node:module';
import { dirname } from 'node:path';
import process from 'node:process';
import { xdgFolder } from '#kernel/process/xdg.ts';

/** What the build says of the other files; put there when all of them are made. Sources run without it. */
declare const YAMO_PARTS: string;

interface Parts {
  /** The last line of every file, which says what build it is of. */
  readonly mark: string;
  /** Bytes of each file, by its path from the folder of the entry. */
  readonly files: Readonly<Record<string, number>>;
}

/** Of a chunk the name says what it holds; the others are looked into. */
const NAMED_BY_CONTENT = /-[0-9A-Z]{8}\.js$/;

const [command, ...rest] = process.argv.slice(2);

/** A host asks, or somebody in its place: `yamo hook`, and no action that its owner asks for. */
const isAsked = command === 'hook' && (rest[0] ?? '-').startsWith('-');

/** Which file is not of this build, in words; `undefined` where all are. `folder` is that of the entry. */
const strayPart = (folder: string): string | undefined => {
  if (typeof YAMO_PARTS === 'undefined') return undefined;
  // An import would be asked for before an old Node can be told that it is one.
  const { closeSync, openSync, readSync, statSync } = process.getBuiltinModule('node:fs');
  const { mark, files }: Parts = JSON.parse(YAMO_PARTS);
  const into = new Uint8Array(mark.length);
  const isMarked = (path: string, bytes: number): boolean => {
    const fd = openSync(path, 'r');
    try {
      readSync(fd, into, 0, into.byteLength, bytes - into.byteLength);
    } finally {
      closeSync(fd);
    }
    return String.fromCharCode(...into) === mark;
  };
  for (const [name, bytes] of Object.entries(files)) {
    const path = `${folder}/${name}`;
    try {
      const isOurs =
        statSync(path).size === bytes && (NAMED_BY_CONTENT.test(name) || isMarked(path, bytes));
      if (!isOurs) return `${name} is of another build`;
    } catch (error) {
      return `${name}: ${codeOf(error)}`;
    }
  }
  return undefined;
};

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'a thrown value';
  return 'code' in error ? String(error.code) : error.name;
};

/** A host that asks a hook takes 2 alone for a refusal; after any other code it goes on as if nobody had been asked. */
const end = (code: number): void => {
  process.exitCode = isAsked && code !== 0 ? 2 : code;
  // One answer is written by now: the host need not wait while Node takes down what it has built up.
  if (isAsked && !rest.includes('--serve')) process.exit();
};

const refuse = (what: string): void => {
  process.stderr.write(`${what}\n`);
  end(4);
};

const refuseParts = (stray: string): void =>
  refuse(`The program is not whole (${stray}). Install yamo again, the way you installed it.`);

/** The rest of the program, with what was compiled of it before. */
const load = (): Promise<Pick<typeof import('./start.ts'), 'start'>> => {
  // Compiled code is kept where only the user can write: a cache that others can write is a way in.
  const folder = xdgFolder('XDG_CACHE_HOME', process.env);
  // Node makes whatever is missing of it, and a home that is not there must not be made.
  const { existsSync } = process.getBuiltinModule('node:fs');
  if (process.env['NODE_COMPILE_CACHE'] === undefined && existsSync(dirname(dirname(folder))))
    enableCompileCache(folder);
  return command === 'hook' ? import('./hook-start.ts') : import('./start.ts');
};

const run = async (): Promise<void> => {
  // Only for sources: nothing of it is left in the bundle.
  if (typeof YAMO_PARTS === 'undefined') {
    const { staleValidators } = await import('../scripts/validators/stale.ts');
    if (staleValidators().length > 0) {
      refuse('The code in schemas/generated is missing or stale. Run: npm run validators');
      return;
    }
  }
  const stray = strayPart(import.meta.dirname);
  if (stray !== undefined) {
    refuseParts(stray);
    return;
  }
  const start = await load().catch((error: unknown) => refuseParts(codeOf(error)));
  if (start !== undefined) end(await start.start(process.argv.slice(2)));
};

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > 24 || (major === 24 && minor >= 15)) await run();
else
  refuse(
    `yamo needs Node.js 24.15 or newer; this is ${process.versions.node}. Install it from https://nodejs.org`,
  );
