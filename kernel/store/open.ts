/** A workspace in a bucket, for commands that only read: listed and fetched once, then looked at like any folder. */
import { LAYOUTS } from '#lib/layout/bundled.ts';
import type { LayoutFile } from '#lib/layout/document.ts';
import { fitsName } from '#lib/layout/names.ts';
import { FILE_MAX_BYTES, STORE_MAX_BYTES } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { StoreSettings } from '#kernel/contract/store-settings.ts';
import { systemKeychain } from '#kernel/credentials/keychain.ts';
import type { Environment } from '#kernel/process/xdg.ts';
import type { Disk } from '#kernel/fs/disk.ts';
import { accessTo, placeIn } from './address.ts';
import { Bucket } from './bucket.ts';
import { bucketDisk, type SeenObject } from './bucket-disk.ts';

/** What is fetched: all that an auditor reads, or what a prompt may show, with long-term memory or without. */
export type Wanted = 'all' | 'prompt' | 'prompt for others';

export interface BucketHost {
  readonly disk: Disk;
  readonly uid: number;
  readonly environment: Environment;
  readonly settings: StoreSettings;
}

export interface OpenBucket {
  /** The path by which `disk` has it. */
  readonly path: string;
  readonly disk: Disk;
  /** Words about it, with its address in place of that path. */
  readonly named: (text: string) => string;
  readonly notes: readonly string[];
}

/** Throws STORE_INVALID, STORE_FAILED, STORE_TOO_LARGE, KEYCHAIN_UNUSABLE. */
export const openBucket = async (
  address: string,
  wanted: Wanted,
  { disk, uid, environment, settings }: BucketHost,
): Promise<OpenBucket> => {
  const place = placeIn(address);
  const access = await accessTo(place, settings, {
    disk,
    uid,
    environment,
    keychain: systemKeychain,
  });
  const bucket = new Bucket(place, access);
  const [listed, keeps] = await Promise.all([bucket.list(), bucket.keepsVersions()]);
  const names = listed
    .filter(({ name, bytes }) => bytes <= FILE_MAX_BYTES && isWanted(name, wanted))
    .map(({ name }) => name);
  const sum = listed.reduce((bytes, one) => bytes + (names.includes(one.name) ? one.bytes : 0), 0);
  if (sum > STORE_MAX_BYTES)
    throw new Refusal('STORE_TOO_LARGE', {
      bucket: place.bucket,
      key: place.prefix || '(the bucket)',
      reason: `more than ${STORE_MAX_BYTES} bytes`,
    });
  const contents = await bucket.read(names);
  const isGone = (name: string): boolean => names.includes(name) && !contents.has(name);
  const objects = new Map<string, SeenObject>(
    listed
      .filter(({ name }) => !isGone(name))
      .map(({ name, bytes }) => {
        const content = contents.get(name);
        return [name, { bytes: content?.byteLength ?? bytes, content }];
      }),
  );
  const path = `${ROOT}${place.bucket}/${place.prefix}`.replace(/\/$/u, '');
  const shown = `s3://${path.slice(ROOT.length)}`;
  return {
    path,
    disk: bucketDisk(disk, path, objects, uid),
    named: (text) => text.replaceAll(path, shown),
    notes: notesOn(place.bucket, keeps),
  };
};

/** Where a bucket lies for programs that know paths; nobody is shown it. */
const ROOT = '/s3/';

const isWanted = (name: string, wanted: Wanted): boolean => {
  if (wanted === 'all') return true;
  const rows: readonly LayoutFile[] = Object.values(LAYOUTS).flatMap(({ files }) => files);
  const fitting = rows.filter((row) => fitsName(row.name, name));
  const isSetting = Object.values(LAYOUTS).some(
    ({ budgetSetting }) => budgetSetting?.file === name,
  );
  if (wanted === 'prompt for others' && fitting.some(({ role }) => role === 'memory')) return false;
  return isSetting || fitting.length > 0;
};

const notesOn = (bucket: string, keeps: boolean | undefined): readonly string[] => {
  if (keeps === true)
    return [
      `The bucket ${bucket} keeps versions: a BOOTSTRAP.md that is deleted stays readable in it, and so does all that was ever written there.`,
    ];
  return keeps === undefined
    ? [
        `Whether the bucket ${bucket} keeps versions could not be told; if it does, a deleted BOOTSTRAP.md stays readable in it.`,
      ]
    : [];
};
