/** Reading what a source holds. Files are trusted only where nobody but their owner can have written or read them. */
import { CREDENTIAL_FILE_MAX_BYTES, CREDENTIAL_MAX_CHARS } from '#lib/spec/limits.ts';
import { readAll } from '#kernel/fs/bytes.ts';
import { type Disk, errnoOf, OPEN, type Stat } from '#kernel/fs/disk.ts';
import { parsedJson } from '#lib/text/json.ts';
import { at, expiryBeside, textAtPointer } from './json.ts';
import type { Keychain } from './keychain.ts';
import type { Environment } from '#kernel/process/xdg.ts';
import { type CredentialSource, variable } from './source.ts';
import { tryCall } from '#kernel/process/try-call.ts';

/** What was found. `reason` is in words and quotes nothing. */
export type CredentialReading<Found> =
  | ({ readonly is: 'found' } & Found)
  | { readonly is: 'absent' }
  | { readonly is: 'unusable'; readonly reason: string };

export interface Text {
  readonly text: string;
  /** Changes when the file does; absent for what is no file. */
  readonly stamp?: string;
}

export interface Value {
  readonly value: string;
  /** Milliseconds since 1970, where the place says so. */
  readonly expiresAt?: number;
  readonly stamp?: string;
}

/** What reading a credential takes: the disk, the user, the environment and the keychain. */
export interface CredentialReader {
  readonly disk: Disk;
  readonly uid: number;
  readonly environment: Environment;
  readonly keychain: Keychain;
}

/** The credential that stands at `source`. Throws KEYCHAIN_UNUSABLE. */
export const readSource = async (
  source: CredentialSource,
  reader: CredentialReader,
): Promise<CredentialReading<Value>> => {
  if (source.type === 'env') {
    const value = variable(reader.environment, source.name);
    return value === undefined ? { is: 'absent' } : valueIn({ text: value }, undefined);
  }
  const text = await credentialText(source, reader);
  return text.is === 'found' ? valueIn(text, source.pointer) : text;
};

/** The whole text of a file or an entry of the keychain. Throws KEYCHAIN_UNUSABLE. */
export const credentialText = async (
  source: Exclude<CredentialSource, { readonly type: 'env' }>,
  { disk, uid, keychain }: CredentialReader,
): Promise<CredentialReading<Text>> => {
  if (source.type === 'file') return readPrivate(source.path, { disk, uid });
  const text = await keychain.read(source.service, source.account);
  return text === undefined ? { is: 'absent' } : { is: 'found', text };
};

/** The credential in the text of a place, at `pointer` if there is one. */
export const valueIn = (
  { text, stamp }: Text,
  pointer: string | undefined,
): CredentialReading<Value> => {
  const seen = stamp === undefined ? {} : { stamp };
  if (pointer === undefined) {
    const value = text.trim();
    return value === '' ? { is: 'absent' } : judged({ value, ...seen });
  }
  const json = parsedJson(text);
  if (json === undefined) return { is: 'unusable', reason: 'it is not JSON' };
  const value = textAtPointer(json, pointer);
  if (value === undefined)
    return at(json, pointer) === undefined
      ? { is: 'absent' }
      : { is: 'unusable', reason: `there is no text at ${pointer}` };
  const expiresAt = expiryBeside(json, pointer);
  return judged({ value, ...seen, ...(expiresAt === undefined ? {} : { expiresAt }) });
};

const judged = (found: Value): CredentialReading<Value> => {
  const reason = keyFault(found.value);
  return reason === undefined ? { is: 'found', ...found } : { is: 'unusable', reason };
};

/** Why this is no key, in words; `undefined` if it may be one. A header must be able to carry it. */
export const keyFault = (value: string): string | undefined => {
  if (value === '') return 'it is empty';
  if (value.startsWith('{'))
    return 'it is JSON: name the place of the key in it, as in #/json/pointer';
  if (value.length > CREDENTIAL_MAX_CHARS) return 'it is too long for a key';
  return /^[\x21-\x7E]+$/.test(value) ? undefined : 'it holds characters that no key has';
};

/** What others must not be able to do with the file. */
const READ_OR_WRITE = 0o077n;
const WRITE = 0o022n;

type Files = Pick<CredentialReader, 'disk' | 'uid'>;

/** A file that nobody but its owner, who is this user, can open. */
export const readPrivate = (path: string, files: Files): CredentialReading<Required<Text>> =>
  readOwn(path, files, READ_OR_WRITE);

/** A file that everybody may read and nobody else may write: it decides where a credential is. */
export const readUnforged = (path: string, files: Files): CredentialReading<Required<Text>> =>
  readOwn(path, files, WRITE);

const readOwn = (
  path: string,
  { disk, uid }: Files,
  forbidden: bigint,
): CredentialReading<Required<Text>> => {
  try {
    // Most of these files are not there, and an open that fails costs several times as much as this look.
    if (disk.lstat(path) === undefined) return { is: 'absent' };
    const fd = disk.open(path, OPEN.read);
    try {
      const stat = disk.fstat(fd);
      const reason = distrust(stat, uid, forbidden);
      if (reason !== undefined) return { is: 'unusable', reason };
      const text = readAll(disk, fd, Number(stat.size)).toString('utf8');
      return { is: 'found', text, stamp: stampOf(stat) };
    } finally {
      disk.close(fd);
    }
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return { is: 'absent' };
    return { is: 'unusable', reason: errno === 'ELOOP' ? 'it is a symbolic link' : errno };
  }
};

const distrust = (stat: Stat, uid: number, forbidden: bigint): string | undefined => {
  if (!stat.isFile()) return 'it is no regular file';
  if (stat.uid !== BigInt(uid)) return `it belongs to uid ${stat.uid}`;
  if ((stat.mode & forbidden) !== 0n)
    return `others can open it: mode ${(stat.mode & 0o777n).toString(8).padStart(4, '0')}, chmod 600 fixes that`;
  return stat.size > CREDENTIAL_FILE_MAX_BYTES ? `it holds ${stat.size} bytes` : undefined;
};

/** The stamp of a file as it is now; `undefined` if it cannot be looked at. */
export const stampAt = (path: string, disk: Disk): string | undefined =>
  tryCall(() => {
    const stat = disk.lstat(path);
    return stat && stampOf(stat);
  });

const stampOf = ({ dev, ino, size, mtimeNs }: Stat): string => `${dev}-${ino}-${size}-${mtimeNs}`;
