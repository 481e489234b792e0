/**
 * What no document of a layout may say, whoever wrote it: it chooses files and their order, and never gives what
 * RFC-0009 withholds (§2.4, §2.6, §4.1).
 */
import { kindOfAudience } from '#lib/spec/session-policy.ts';
import type { LayoutDocument, LayoutFile } from './document.ts';
import { fitsName } from './names.ts';

/** A place of a document as a JSON pointer, and what is wrong with it, as part of a sentence. */
export interface LayoutFault {
  readonly pointer: string;
  readonly reason: string;
}

/** A relative name that stays inside the workspace and is no hidden one. */
export const INSIDE = /^(?:[^./\\\0][^/\\\0]*)(?:\/[^./\\\0][^/\\\0]*)*$/u;
/** What the kernel keeps, or writes on its way to a file. */
const OF_KERNEL = /(?:^|\/)[^/]*\.yamo-tmp$/iu;

/** By any spelling and pattern, these are what RFC-0009 says they are. */
const FIXED = [
  { name: 'memory.md', role: 'memory', as: 'MEMORY.md something else than long-term memory' },
  { name: 'bootstrap.md', role: 'bootstrap', as: 'bootstrap instructions something else' },
  { name: 'bootstrap.yamo', role: 'bootstrap', as: 'bootstrap instructions something else' },
] as const;

/** The first thing by which a document would weaken the kernel's rules; `undefined` where there is none. */
export const weakens = ({ files }: LayoutDocument): LayoutFault | undefined => {
  const seen = new Map<string, LayoutFile>();
  for (const [index, file] of files.entries()) {
    const pointer = `/files/${index}`;
    const fault = faultOfName(file) ?? faultOfRole(file);
    if (fault !== undefined) return { ...fault, pointer: `${pointer}${fault.pointer}` };
    const name = file.name.toLowerCase();
    const taken = [...seen].some(
      ([other, { role }]) => other === name || (role !== file.role && overlap(other, name)),
    );
    if (taken) return { pointer: `${pointer}/name`, reason: 'is named twice' };
    seen.set(name, file);
  }
  return undefined;
};

/** Does a file that fits one name fit the other, too? */
const overlap = (one: string, other: string): boolean =>
  fitsName(one, exampleOf(other)) || fitsName(other, exampleOf(one));

const exampleOf = (name: string): string =>
  name.replace(/\{(?:today|yesterday)\}/u, '2000-01-01').replaceAll(/\{\w+\}|\*+/gu, 'x');

const faultOfName = ({ name }: LayoutFile): LayoutFault | undefined => {
  if (!INSIDE.test(name))
    return { pointer: '/name', reason: 'leads out of the workspace, or is hidden' };
  if (OF_KERNEL.test(name)) return { pointer: '/name', reason: 'is a name of the kernel' };
  return undefined;
};

/** Long-term memory is for main sessions alone. */
const faultOfRole = (file: LayoutFile): LayoutFault | undefined => {
  const name = file.name.toLowerCase();
  const fixed = FIXED.find((one) => one.role !== file.role && fitsName(name, one.name));
  if (fixed !== undefined) return { pointer: '/role', reason: `makes ${fixed.as}` };
  const audiences = file.for ?? [];
  const mayHave =
    audiences.length > 0 && audiences.every((one) => kindOfAudience(one).permissions.seesMemory);
  return file.role !== 'memory' || mayHave
    ? undefined
    : { pointer: '/for', reason: 'gives long-term memory to shared sessions' };
};
