/**
 * What the owner has imported: for each provider a record that says where its credential is, and beside it the
 * credential itself where the owner wanted it copied to a file. In the kernel's state, mode 0600.
 */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { membersOf } from '#lib/text/json.ts';
import { type Disk, errnoOf } from '#kernel/fs/disk.ts';
import { StateHome } from '#kernel/state/home.ts';
import type { Keychain } from './keychain.ts';
import { isProvider, type Kind, KINDS } from './kind.ts';
import { isSource, type Source } from './source.ts';

/** What is kept of an import: the place or the value, and a hash by which a change is noticed. */
export interface ImportedRecord {
  readonly v: 1;
  readonly provider: string;
  readonly kind: Kind;
  readonly source: Source;
  /** Tells whether the value is still the one that was imported, and nothing else of it. */
  readonly fingerprint: string;
  readonly salt: string;
  /** ISO 8601, UTC. */
  readonly expiresAt?: string;
  /** ISO 8601, UTC. */
  readonly checkedAt: string;
  /** The owner accepts what the provider's terms say about tokens of subscriptions. */
  readonly allowed?: true;
}

const FOLDER = 'credentials';
const RECORD = '.json';
const VALUE = '.key';

/** The service under which values are kept in the keychain; the account is the provider. */
export const KEYCHAIN_SERVICE = 'yamo';

/** Where imports are kept, and as whom. */
export interface StoreParts {
  readonly disk: Disk;
  readonly uid: number;
  readonly stateRoot: string;
}

/** The imports of this user, a record for each provider. */
export class CredentialStore {
  readonly #parts: StoreParts;

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  /** Has something been imported for `provider`, whatever may be wrong with it? */
  has(provider: string): boolean {
    const { disk, stateRoot } = this.#parts;
    return isProvider(provider) && isThere(join(stateRoot, FOLDER, `${provider}${RECORD}`), disk);
  }

  /** Throws STATE_UNUSABLE, STATE_DAMAGED. */
  read(provider: string): ImportedRecord | undefined {
    if (!isProvider(provider)) return undefined;
    return this.#existing((home) => home.readJson(`${provider}${RECORD}`, isRecord));
  }

  /** Throws STATE_UNUSABLE, STATE_DAMAGED. */
  list(): readonly ImportedRecord[] {
    const names = this.#existing((home) => home.directory.names()) ?? [];
    return names
      .filter((name) => name.endsWith(RECORD))
      .toSorted()
      .flatMap((name) => this.read(name.slice(0, -RECORD.length)) ?? []);
  }

  /** Throws STATE_UNUSABLE. */
  write(record: ImportedRecord): void {
    this.#opened((home) => home.writeJson(`${record.provider}${RECORD}`, record));
  }

  /** Copies a value to a file of its own. Throws STATE_UNUSABLE. */
  keepInFile(provider: string, value: string): Source {
    this.#opened((home) => home.write(`${provider}${VALUE}`, Buffer.from(`${value}\n`)));
    return this.#ownFile(provider);
  }

  /** Removes what was copied for `record`; what is elsewhere is left alone. Throws STATE_UNUSABLE, KEYCHAIN_UNUSABLE. */
  async removeValue({ provider, source }: ImportedRecord, keychain: Keychain): Promise<void> {
    if (source.type === 'keychain' && source.service === KEYCHAIN_SERVICE)
      await keychain.remove(source.service, source.account);
    if (this.isOwnFile(provider, source))
      this.#opened((home) => home.remove(`${provider}${VALUE}`));
  }

  /** Throws STATE_UNUSABLE. */
  remove(provider: string): void {
    this.#opened((home) => home.remove(`${provider}${RECORD}`));
  }

  isOwnFile(provider: string, source: Source): boolean {
    const own = this.#ownFile(provider);
    return source.type === 'file' && source.path === own.path;
  }

  #ownFile(provider: string) {
    const { stateRoot } = this.#parts;
    return { type: 'file', path: join(stateRoot, FOLDER, `${provider}${VALUE}`) } as const;
  }

  /** Nothing is created to find that nothing is there. */
  #existing<Answer>(question: (home: StateHome) => Answer): Answer | undefined {
    const { disk, stateRoot } = this.#parts;
    return isThere(join(stateRoot, FOLDER), disk) ? this.#opened(question) : undefined;
  }

  #opened<Answer>(work: (home: StateHome) => Answer): Answer {
    const { disk, uid, stateRoot } = this.#parts;
    const home = StateHome.common(stateRoot, FOLDER, disk, uid);
    try {
      return work(home);
    } finally {
      home.close();
    }
  }
}

/** What cannot be looked at is opened, and refused there with its reason. */
const isThere = (path: string, disk: Disk): boolean => {
  try {
    return disk.lstat(path) !== undefined;
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    return errno !== 'ENOTDIR';
  }
};

/** Twelve digits under a salt of the record's own: equal values of two records do not show. */
export const fingerprintOf = (value: string, salt: string): string =>
  createHash('sha256').update(salt).update('\0').update(value).digest('hex').slice(0, 12);

/** Sixteen random bytes in hexadecimal digits. */
export const newSalt = (): string => randomBytes(16).toString('hex');

const isRecord = (value: unknown): value is ImportedRecord => {
  const fields = membersOf(value);
  const texts = ['provider', 'fingerprint', 'salt', 'checkedAt'];
  return (
    fields['v'] === 1 &&
    texts.every((name) => typeof fields[name] === 'string') &&
    KINDS.some((kind) => kind === fields['kind']) &&
    isSource(fields['source'])
  );
};
