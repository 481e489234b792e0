/**
 * Programs of version managers, which stand under the names of others and find out in the owner's home which one is
 * meant. In a view there is no such home, so the kernel looks before.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { textAt } from '#lib/text/json.ts';
import { expanded, resolved } from './places.ts';
import { firstBytes } from './program.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What is behind a name: the program that is meant, or the manager that alone knows it. */
export type Behind = { readonly path: string } | { readonly manager: string } | undefined;

/** `undefined`: the file at `path` (absolute) is the program itself. */
export const behindShim = (path: string, environment: Environment): Behind => {
  const real = resolved(path);
  if (real === undefined) return undefined;
  if (basename(real) === 'volta-shim') return behindVolta(basename(path), environment);
  if (basename(dirname(path)) !== 'shims') return undefined;
  if (basename(real) === 'mise') return { manager: 'mise' };
  const [, manager] = /\b(asdf|mise|nodenv|pyenv)"? exec\b/.exec(firstBytes(real, 2048)) ?? [];
  return manager === undefined ? undefined : { manager };
};

/** Volta keeps a note for each name: the package that it is of, and the Node.js for all others. */
const behindVolta = (name: string, environment: Environment): Behind => {
  const { VOLTA_HOME = '', HOME } = environment;
  const tools = join(isAbsolute(VOLTA_HOME) ? VOLTA_HOME : expanded('~/.volta', HOME), 'tools');
  const owner = textAt(noteIn(join(tools, 'user/bins', `${name}.json`)), 'package') || undefined;
  const version = textAt(noteIn(join(tools, 'user/platform.json')), 'node', 'runtime') || undefined;
  const program =
    owner === undefined
      ? version && join(tools, 'image/node', version, 'bin', name)
      : join(tools, 'image/packages', owner, 'bin', name);
  return program === undefined || resolved(program) === undefined
    ? { manager: 'volta' }
    : { path: program };
};

const noteIn = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};
