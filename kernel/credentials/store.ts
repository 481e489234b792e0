/**
 * What the owner has imported: for each provider a record that says where its credential is, and beside it the
 * credential itself where the owner wanted it copied to a file. In the kernel's state, mode 0600.
 */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { GuardedBy } from '#lib/guard.ts';
import { type Disk, errnoOf } from '#kernel/fs/disk.ts';
import { StateHome } from '#kernel/state/home.ts';
import { STATE } from '#kernel/state/kinds.ts';
import type { isImportedRecord } from '#kernel/state/shapes.ts';
import { stateOf, type StateStore } from '#kernel/state/store.ts';
import type { Keychain } from './keychain.ts';
import { isProvider } from './kind.ts';
import type { CredentialSource } from './source.ts';

/** What is kept of an import: the place or the value, and a hash by which a change is noticed. */
export type ImportedRecord = GuardedBy<typeof isImportedRecord>;

const FOLDER = 'credentials';

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
    const path = join(stateRoot, FOLDER, STATE.importedRecord.file(provider));
    return isProvider(provider) && isThere(path, disk);
  }

  /** Throws STATE_UNUSABLE, STATE_DAMAGED. */
  read(provider: string): ImportedRecord | undefined {
    if (!isProvider(provider)) return undefined;
    return this.#existing((state) => state.read(STATE.importedRecord, provider));
  }

  /** Throws STATE_UNUSABLE, STATE_DAMAGED. */
  list(): readonly ImportedRecord[] {
    const providers = this.#existing((state) => state.keys(STATE.importedRecord)) ?? [];
    return providers.toSorted(byFile).flatMap((provider) => this.read(provider) ?? []);
  }

  /** Throws STATE_UNUSABLE. */
  write(record: ImportedRecord): void {
    this.#opened((state) => state.write(STATE.importedRecord, record, record.provider));
  }

  /** Copies a value to a file of its own. Throws STATE_UNUSABLE. */
  keepInFile(provider: string, value: string): CredentialSource {
    this.#opened((state) => state.write(STATE.credential, Buffer.from(`${value}\n`), provider));
    return this.#ownFile(provider);
  }

  /** Removes what was copied for `record`; what is elsewhere is left alone. Throws STATE_UNUSABLE, KEYCHAIN_UNUSABLE. */
  async removeValue({ provider, source }: ImportedRecord, keychain: Keychain): Promise<void> {
    if (source.type === 'keychain' && source.service === KEYCHAIN_SERVICE)
      await keychain.remove(source.service, source.account);
    if (this.isOwnFile(provider, source))
      this.#opened((state) => state.remove(STATE.credential, provider));
  }

  /** Throws STATE_UNUSABLE. */
  remove(provider: string): void {
    this.#opened((state) => state.remove(STATE.importedRecord, provider));
  }

  isOwnFile(provider: string, source: CredentialSource): boolean {
    const own = this.#ownFile(provider);
    return source.type === 'file' && source.path === own.path;
  }

  #ownFile(provider: string) {
    const { stateRoot } = this.#parts;
    return {
      type: 'file',
      path: join(stateRoot, FOLDER, STATE.credential.file(provider)),
    } as const;
  }

  /** Nothing is created to find that nothing is there. */
  #existing<Answer>(question: (state: StateStore<'credentials'>) => Answer): Answer | undefined {
    const { disk, stateRoot } = this.#parts;
    return isThere(join(stateRoot, FOLDER), disk) ? this.#opened(question) : undefined;
  }

  #opened<Answer>(work: (state: StateStore<'credentials'>) => Answer): Answer {
    const { stateRoot } = this.#parts;
    return StateHome.within(FOLDER, stateRoot, this.#parts, (home) => work(stateOf(home)));
  }
}

/** In the order of their files. */
const byFile = (one: string, other: string): number => (`${one}.` < `${other}.` ? -1 : 1);

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
