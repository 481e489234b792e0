/** `yamo memory forget PLACE`: lines of MEMORY.md, a log or a note are taken out, of the journal and the index, too. */
import { EXIT } from '#lib/spec/exits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { archivedDayOf, dayOf } from '#lib/text/day.ts';
import { noteDayOf } from '#lib/memory/foreign-marks.ts';
import { disk } from '#kernel/fs/disk.ts';
import { readMemoryFile } from '#kernel/memory/logs.ts';
import { forgetPlace, planForget } from '#kernel/owner/forget.ts';
import { withOwnersIndex } from '#kernel/owner/mesh.ts';
import { workspaceStatus } from '#kernel/owner/status.ts';
import { placeHash, linesOf } from '#kernel/wire/place-hash.ts';
import { hostFor } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { patchOf } from '#cli/io/patch.ts';
import { harmless, jsonLine, print, printError, styled } from '#cli/io/terminal.ts';
import { isAgreed } from '#cli/session/agreed.ts';
import { looking, owner, workspacePath } from './owner.ts';
import type { RunAction, Words } from './words.ts';

/** Throws MEMORY_ABSENT, FILE_…, WORKSPACE_…, STATE_…, MESH_… and JOURNAL_… refusals, WORKSPACE_WRITING. */
export const forgetLines: RunAction = async (given, words) => {
  const place = placeIn(words.about ?? '');
  if (place === undefined)
    return 'Say which lines: yamo memory forget MEMORY.md:12, or MEMORY.md:12-14.';
  const [json, isDry] = [given.flag('json'), given.flag('dry-run')];
  const { file, line, to } = place;
  const plan = looking(given, words, (workspace) => {
    if (readMemoryFile(workspace, file) === undefined) throw new Refusal('MEMORY_ABSENT', { file });
    return planForget(workspace, { ...place, text: '' });
  });
  const lines = linesOf(plan.before);
  if (to > lines.length || plan.before === plan.after)
    throw new Refusal('MEMORY_ABSENT', { file: `${file}:${to}` });
  const hash = placeHash(lines, line, to);
  if (place.hash !== undefined && !hash.startsWith(place.hash))
    throw new Refusal('FILE_MOVED', { file });
  const patch = patchOf([{ file, before: plan.before, after: plan.after }]);
  if (!json) print(harmless(patch));
  if (isDry && json) print(jsonLine({ would: { file, line, to }, hash, patch }));
  if (isDry) return EXIT.done;
  if (!given.flag('yes') && !(await isAgreed(`Take ${file}:${line} out of the file? [y/N] `))) {
    printError('Nothing was changed. Without a terminal to ask at: --yes\n');
    return EXIT.refused;
  }
  const path = workspacePath(words);
  const { id } = forgetPlace(disk, path, owner(), { ...plan, id: `${file}:${line}` });
  await purgeIndex(given, words);
  if (json) print(jsonLine({ forgotten: { file, line, to }, journal: id }));
  else
    print(
      `${styled('green', '✓')} forgotten. The journal has it until you say otherwise: yamo memory undo ${id}, or: yamo memory undo ${id} --purge\n`,
    );
  return EXIT.done;
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

/** Where there is one; what is in no file any more goes out of every byte of it. */
const purgeIndex = async (given: Given<'memory'>, words: Words): Promise<void> => {
  const path = workspacePath(words);
  const parts = { human: undefined, emit: () => undefined, signal: new AbortController().signal };
  const host = await hostFor({ settings: given.text('settings') }, parts);
  if (!(await workspaceStatus(path, host)).index.isMade) return;
  await withOwnersIndex(path, host, async (index) => {
    await index.sync();
    await index.purge();
  });
};
