/**
 * Where the logins of Claude Code, Codex and Qwen Code are (N14, N15): pointers, never what they point at, looked for anew
 * at most every 15 minutes. Nothing of theirs is refreshed, copied or rewritten.
 */
import { CREDENTIAL_SYNC_MS } from '#lib/spec/limits.ts';
import { systemKeychain } from '#kernel/credentials/keychain.ts';
import { scanCredentials } from '#kernel/credentials/scan.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { asRefusal, type Disk } from '#kernel/fs/disk.ts';
import { replaceFile, sweepTemporaries } from '#kernel/fs/replace.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import type { Queries } from '#daemon/data/open.ts';
import { insertIfMissing, update } from '#daemon/data/write.ts';

/** Whose machine it is. */
export interface SyncHost {
  readonly disk: Disk;
  readonly uid: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A hidden file counts for nothing where the reminder asks whether there are credentials (N31). */
const FOLDER = 'state/credentials';
const FILE = '.synced.json';

/** Writes the pointers into identity.db and `state/credentials/`, unless that was done just now. Throws DATABASE_UNUSABLE, WRITE_FAILED. */
export const syncPointers = async (
  identity: Queries['identity'],
  workspace: Workspace,
  { disk, uid, environment }: SyncHost,
  now = Date.now(),
): Promise<void> => {
  const rows = await identity.selectFrom('credentials').select('synced_at').execute();
  const last = Math.max(0, ...rows.map(({ synced_at: at }) => Date.parse(at)));
  if (now - last < CREDENTIAL_SYNC_MS) return;
  const parts = { disk, uid, environment, keychain: systemKeychain, now: () => now, providers: [] };
  const { findings } = await scanCredentials(parts);
  const found = findings.flatMap(({ place, provider, kind, name }) =>
    provider === undefined || place.startsWith('env:') ? [] : [{ provider, place, kind, name }],
  );
  const at = new Date(now).toISOString();
  await update(identity, 'credentials', { is_there: 1 }, { is_there: 0, synced_at: at });
  for (const { provider, ...where } of found) {
    const pointer = JSON.stringify(where);
    const row = { provider, pointer, synced_at: at, is_there: 1 } as const;
    if (!(await insertIfMissing(identity, 'credentials', row)))
      await update(identity, 'credentials', { provider, pointer }, { is_there: 1, synced_at: at });
  }
  const text = `${JSON.stringify({ syncedAt: at, pointers: found }, undefined, 2)}\n`;
  try {
    const folder = workspace.ensure(FOLDER);
    // What a start that was killed has left: whoever serves the workspace alone writes here.
    sweepTemporaries(folder);
    replaceFile(folder, { name: FILE, bytes: Buffer.from(text) });
  } catch (error) {
    throw asRefusal(
      error,
      (errno) =>
        new Refusal('WRITE_FAILED', { operation: 'write', path: `${FOLDER}/${FILE}`, errno }),
    );
  }
};
