/** Interference hits the call that is meant, and no other: found in a rehearsal, counted on its file, and looked at afterwards. */
import { type Interference, Undecided } from './case.ts';
import { before, type Call, nthOf } from '#conform/witness/calls.ts';
import type { Trace } from '#conform/witness/trace.ts';

/** What strace is asked for. */
export interface Aim {
  /**
   * The files that it looks at, by what programs call them: other calls are neither shown, counted nor hit. Undefined
   * for calls with two names, of which strace looks at one.
   */
  readonly files: ReadonlyMap<string, string> | undefined;
  readonly inject: readonly string[];
}

/** The first such call, if an earlier one is asked for after that. */
const aimedAt = (sight: Trace, { calls, file, after }: Interference): Call | undefined => {
  const found = sight.on(file, calls);
  if (after === undefined) return found[0];
  const first = sight.on(after.file, after.calls).find(({ errno }) => errno === undefined);
  return first && found.find((call) => before(first, call));
};

/** Throws {@link Undecided} where the kernel makes no such call. `holdMs`: how long `hold` is. */
export const targetCall = (
  sight: Trace,
  interference: readonly Interference[],
  holdMs: number,
): Aim => {
  const targets = interference.map((one) => {
    const call = aimedAt(sight, one);
    if (call !== undefined) return { one, call };
    const names = one.calls.join('/');
    throw new Undecided('not applicable', `the kernel makes no ${names} on ${one.file} there`);
  });
  const calls = [...sight.kernel, ...sight.agent];
  const files = targets.some(({ call }) => call.name.startsWith('rename'))
    ? undefined
    : filesOf(sight, interference);
  const inject = targets.map(({ one: { what }, call }) => {
    const wrong = what === 'hold' ? `delay_enter=${holdMs * 1000}` : what;
    return `${call.name}:${wrong}:when=${nthOf(calls, call, files)}`;
  });
  return { files: files && wordsFor(calls, files), inject };
};

const filesOf = (sight: Trace, interference: readonly Interference[]): readonly string[] => {
  const names = interference.flatMap(({ file, after }) => [file, ...(after ? [after.file] : [])]);
  return [...new Set(names)].map((name) => sight.pathOf(name));
};

const wordsFor = (
  calls: readonly Call[],
  files: readonly string[],
): ReadonlyMap<string, string> => {
  const used = calls.flatMap(({ words, paths }) =>
    words.map((word, at) => [word, paths[at] ?? ''] as const),
  );
  const all = [...files.map((path) => [path, path] as const), ...used];
  return new Map(all.filter(([, path]) => files.includes(path)));
};

/** The same in another folder. */
export const movedTo = ({ files, inject }: Aim, from: string, to: string): Aim => {
  const moved = (text: string): string => text.replace(from, to);
  const pairs = files && [...files].map(([word, path]) => [moved(word), moved(path)] as const);
  return { files: pairs && new Map(pairs), inject };
};

/** A trace that is not shown how a folder was opened does not know what a name below it stands for: the aim does. */
export const named = (calls: readonly Call[], { files }: Aim): readonly Call[] =>
  calls.map((call) => ({
    ...call,
    paths: call.paths.map((path, at) => files?.get(call.words[at] ?? '') ?? path),
  }));

/** Did it hit what it was meant for, and nothing else? A kernel that stops at the first never comes to the second. */
export const hitsTarget = (sight: Trace, interference: readonly Interference[]): boolean => {
  const targets = interference.map((one) => ({ one, call: aimedAt(sight, one) }));
  const aimed = new Set(targets.map(({ call }) => call));
  return (
    targets.every(({ one, call }, at) => (call === undefined ? at > 0 : wasHit(call, one))) &&
    [...sight.kernel, ...sight.agent].every(
      (call) => aimed.has(call) || STANDING.has(call.name) || !isChanged(call),
    )
  );
};

/** What is denied in every run. */
const STANDING = new Set(['io_uring_setup']);

const isChanged = ({ injected, delayed }: Call): boolean => injected || delayed;

/** A call in which its process is killed never returns. */
const wasHit = (call: Call, { what }: Interference): boolean =>
  isChanged(call) || (/^(?:signal=|hold$)/.test(what) && call.result === '?');
