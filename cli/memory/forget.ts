/** `yamo memory forget PLACE`: lines of MEMORY.md, a log or a note are taken out, and wherever else they were kept. */
import { EXIT } from '#lib/spec/exits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { archivedDayOf, dayOf } from '#lib/text/day.ts';
import { placeOf } from '#lib/text/place.ts';
import { noteDayOf } from '#lib/memory/foreign-marks.ts';
import { readMemoryFile } from '#kernel/memory/logs.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { planForget } from '#kernel/owner/forget.ts';
import { placeHash, linesOf } from '#kernel/wire/place-hash.ts';
import { hostFor } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { patchOf } from '#cli/io/patch.ts';
import { harmless, jsonLine, print } from '#cli/io/terminal.ts';
import { forgetForGood } from './forgetting.ts';
import { looking, workspacePath } from './owner.ts';
import type { RunAction } from './words.ts';

/** Throws MEMORY_ABSENT, FILE_…, WORKSPACE_…, STATE_…, MESH_… and JOURNAL_… refusals, WORKSPACE_WRITING. */
export const forgetLines: RunAction = async (given, words) => {
  const place = placeIn(words.about ?? '');
  if (place === undefined)
    return 'Say which lines: yamo memory forget MEMORY.md:12, or MEMORY.md:12-14.';
  const [json, isDry] = [given.flag('json'), given.flag('dry-run')];
  const { file, line, to } = place;
  const plan = looking(given, words, (workspace) => {
    if (readMemoryFile(workspace, file) === undefined) throw new Refusal('MEMORY_ABSENT', { file });
    return planForget(workspace, [place]);
  });
  const [{ before, after } = { before: '', after: '' }] = plan.texts;
  const lines = linesOf(before);
  if (to > lines.length || before === after)
    throw new Refusal('MEMORY_ABSENT', { file: `${file}:${to}` });
  const hash = placeHash(lines, line, to);
  if (place.hash !== undefined && !hash.startsWith(place.hash))
    throw new Refusal('FILE_MOVED', { file });
  const told = { file, line, to };
  if (isDry) {
    const patch = patchOf(plan.texts);
    print(json ? jsonLine({ would: told, hash, patch }) : harmless(patch));
    return EXIT.done;
  }
  const what = placeOf(told);
  return forgetForGood(await hostOf(given), {
    path: workspacePath(words),
    plan,
    id: `${file}:${line}`,
    what,
    told,
    isJson: json,
    yes: given.flag('yes'),
    purge: given.flag('purge'),
  });
};

/** `FILE:LINE`, `FILE:LINE-TO`, and behind an @ the beginning of the hash of these lines. */
const PLACE =
  /^(?<file>[^:]+):(?<line>[1-9]\d{0,7})(?:-(?<to>[1-9]\d{0,7}))?(?:@(?<hash>[0-9a-f]{8,64}))?$/u;

const placeIn = (about: string) => {
  const { file = '', line, to = line, hash } = PLACE.exec(about)?.groups ?? {};
  const isMemory =
    file === 'MEMORY.md' || [dayOf, archivedDayOf, noteDayOf].some((of) => of(file) !== undefined);
  if (!isMemory || Number(to) < Number(line)) return undefined;
  return { file, line: Number(line), to: Number(to), hash };
};

const hostOf = (given: Given<'memory'>): Promise<Host> => {
  const { signal } = new AbortController();
  return hostFor(
    { settings: given.text('settings') },
    { human: undefined, emit: () => undefined, signal },
  );
};
