/** `yamo mesh forget ID` and `WORDS`: places are taken out of their files, and wherever else they were kept. */
import { EXIT } from '#lib/spec/exits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { SearchHit } from '#lib/protocol/protocol.ts';
import { ledgerIdOf, placeOf } from '#lib/text/place.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { planForget } from '#kernel/owner/forget.ts';
import { dayNotesOf, logsOf, readMemoryFile } from '#kernel/memory/logs.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { linesOf } from '#kernel/wire/place-hash.ts';
import { isEvent } from '#lib/workspace/forgeries.ts';
import { queryTerms, termsHeld } from '#lib/workspace/search.ts';
import { forgetForGood } from '#cli/memory/forgetting.ts';
import { MemoryLedger } from '#kernel/mesh/ledger.ts';
import { withOwnersIndex } from '#kernel/owner/mesh.ts';
import { harmless, jsonLine, print, printError, styled } from '#cli/io/terminal.ts';
import { isAgreed } from '#cli/session/agreed.ts';

interface Forgetting {
  readonly path: string;
  /** An id, or words. */
  readonly about: string;
  /** Of the place alone this line of it, from 1. */
  readonly line: number | undefined;
  readonly isJson: boolean;
  /** Without being asked. */
  readonly yes: boolean;
  /** The journal forgets it, too. */
  readonly purge: boolean;
}

const ID = /^mem_\d+_[0-9a-f]{6}$/u;

/** Throws MESH_…, FILE_…, WORKSPACE_…, STATE_… and DATABASE_… refusals, MEMORY_ABSENT, SEARCH_EMPTY. */
export const forget = async (host: Host, given: Forgetting): Promise<number> => {
  const { path, about, line: only } = given;
  const found = await withOwnersIndex(path, host, async (index, { workspace }) => {
    await index.sync();
    const place = await index.find(about);
    if (place === undefined) {
      if (ID.test(about)) throw new Refusal('MESH_ID_UNKNOWN', { id: JSON.stringify(about) });
      return { places: linesWith(workspace, about) };
    }
    const kept = ledgerIdOf(place.file);
    return kept === undefined ? { places: [oneOf(place, only)] } : { hit: place, kept };
  });
  if (found.kept !== undefined) return await forgetKept(host, given, found);
  const { places } = found;
  if (places.length === 0) {
    printError(
      'No line has these words. What is meant in other words: yamo mesh search, and forget its id.\n',
    );
    return EXIT.refused;
  }
  const [first] = places;
  if (!given.isJson && places.length > 1)
    for (const place of places)
      print(`${styled('dim', `${harmless(placeOf(place))}:`)} ${harmless(place.text)}\n`);
  const told = ID.test(about)
    ? { id: about, file: first?.file, line: first?.line }
    : places.map(({ file, line, text }) => ({ file, line, text }));
  const { disk, uid } = host;
  const workspace = Workspace.open(disk, path, { strict: false, uid });
  try {
    const plan = planForget(workspace, places);
    const what = places.length === 1 && first ? placeOf(first) : `${places.length} lines`;
    return await forgetForGood(host, {
      ...given,
      plan,
      id: ID.test(about) ? about : what,
      what,
      told,
    });
  } finally {
    workspace.close();
  }
};

/** A place, or one line of it. Throws MEMORY_ABSENT. */
const oneOf = (place: SearchHit, only: number | undefined): SearchHit => {
  const { line, to = line } = place;
  if (only === undefined) return place;
  if (only < 1 || line + only - 1 > to)
    throw new Refusal('MEMORY_ABSENT', { file: `${placeOf(place)}, line ${only}` });
  return { ...place, line: line + only - 1, to: line + only - 1 };
};

/** All lines of memory with all of these words, in the order of the files. Throws SEARCH_EMPTY, FILE_… refusals. */
const linesWith = (workspace: Workspace, about: string): readonly SearchHit[] => {
  const terms = queryTerms(about);
  if (terms === undefined) throw new Refusal('SEARCH_EMPTY', {});
  const files = [
    'MEMORY.md',
    ...[...logsOf(workspace), ...dayNotesOf(workspace)].map(({ file }) => file),
  ];
  return files.flatMap((file) => {
    const text = readMemoryFile(workspace, file)?.text ?? '';
    return linesOf(text).flatMap((line, at) =>
      !isEvent(line) && termsHeld(terms, line) === terms.length
        ? [{ file, line: at + 1, text: line.trim() }]
        : [],
    );
  });
};

/** A memory that stands in no file: no journal has it, so it does not come back. */
const forgetKept = async (
  host: Host,
  { path, about: id, isJson, yes }: Forgetting,
  { hit, kept }: { readonly hit: SearchHit; readonly kept: string },
): Promise<number> => {
  const place = placeOf(hit);
  if (!isJson) print(`${harmless(hit.text)}\n`);
  if (!yes && !(await isAgreed(`Forget ${place} for good? [y/N] `))) {
    if (isJson) print(jsonLine({ would: { file: hit.file } }));
    printError('Nothing was changed. Without a terminal to ask at: --yes\n');
    return EXIT.refused;
  }
  await withOwnersIndex(path, host, async (index) => {
    const ledger = MemoryLedger.open(index.ledgerFolder());
    try {
      ledger.remove(kept);
    } finally {
      ledger.close();
    }
    await index.sync();
    await index.purge();
  });
  if (isJson) print(jsonLine({ forgotten: id, file: hit.file }));
  else
    print(
      `${styled('green', '✓')} forgotten: ${harmless(place)}. The block that says when it was taken in stays, without its words.\n`,
    );
  return EXIT.done;
};
