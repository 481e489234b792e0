/** `yamo mesh forget ID`: a place is taken out of its file and of every byte of the index. */
import { EXIT } from '#lib/spec/exits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { SearchHit } from '#lib/protocol/protocol.ts';
import { ledgerIdOf, placeOf } from '#lib/text/place.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { forgetPlace, planForget } from '#kernel/owner/forget.ts';
import { MemoryLedger } from '#kernel/mesh/ledger.ts';
import { withOwnersIndex } from '#kernel/owner/mesh.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { patchOf } from '#cli/io/patch.ts';
import { harmless, jsonLine, print, printError, styled } from '#cli/io/terminal.ts';
import { isAgreed } from '#cli/session/agreed.ts';

interface Forgetting {
  readonly path: string;
  readonly id: string;
  readonly isJson: boolean;
  /** Without being asked. */
  readonly yes: boolean;
}

/** Throws MESH_…, FILE_…, WORKSPACE_… and STATE_… refusals. */
export const forget = async (
  host: Host,
  { path, id, isJson, yes }: Forgetting,
): Promise<number> => {
  const found = await withOwnersIndex(path, host, async (index, { workspace }) => {
    await index.sync();
    const place = await index.find(id);
    if (place === undefined) throw new Refusal('MESH_ID_UNKNOWN', { id: JSON.stringify(id) });
    const kept = ledgerIdOf(place.file);
    return kept === undefined
      ? { hit: place, ...planForget(workspace, place) }
      : { hit: place, kept };
  });
  if (found.kept !== undefined) return await forgetKept(host, { path, id, isJson, yes }, found);
  const { hit, change, before, after } = found;
  if (!isJson) print(harmless(patchOf([{ file: hit.file, before, after }])));
  if (!yes && !(await isAgreed(`Take ${placeOf(hit)} out of the file? [y/N] `))) {
    if (isJson) print(jsonLine({ would: { file: hit.file, line: hit.line, to: hit.to } }));
    printError('Nothing was changed. Without a terminal to ask at: --yes\n');
    return EXIT.refused;
  }
  const { disk, uid, environment } = host;
  const stateRoot = xdgFolder('XDG_STATE_HOME', environment);
  const { id: journal } = forgetPlace(
    disk,
    path,
    { uid, stateRoot, environment },
    { change, before, after, id },
  );
  await withOwnersIndex(path, host, async (index) => {
    await index.sync();
    await index.purge();
  });
  if (isJson) print(jsonLine({ forgotten: id, file: hit.file, line: hit.line, journal }));
  else
    print(
      `${styled('green', '✓')} forgotten: ${harmless(placeOf(hit))}. The journal has it until you say otherwise: yamo memory undo ${journal}, or: yamo memory undo ${journal} --purge\n`,
    );
  return EXIT.done;
};

/** A memory that stands in no file: no journal has it, so it does not come back. */
const forgetKept = async (
  host: Host,
  { path, id, isJson, yes }: Forgetting,
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
      `${styled('green', '✓')} forgotten: ${harmless(place)}. The block that says when it was taken in stays, with its first words.\n`,
    );
  return EXIT.done;
};
