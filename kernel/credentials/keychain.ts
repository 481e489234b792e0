/**
 * The keychain of the operating system (Secret Service, macOS Keychain, Windows Credential Manager), by
 * @napi-rs/keyring: an optional package, loaded when a keychain is asked for and never before.
 */
import { KEYCHAIN_WAIT_MS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';

/** Every method throws KEYCHAIN_UNUSABLE where no keychain answers. */
export interface Keychain {
  /** `undefined`: there is no such entry. */
  readonly read: (service: string, account: string) => Promise<string | undefined>;
  readonly write: (service: string, account: string, value: string) => Promise<void>;
  /** Removes an entry if it is there. */
  readonly remove: (service: string, account: string) => Promise<void>;
}

/** The keychain of this system, by an optional package. */
export const systemKeychain: Keychain = {
  read: async (service, account) =>
    (await asked(service, account, (entry) => entry.getPassword())) ?? undefined,
  write: (service, account, value) => asked(service, account, (entry) => entry.setPassword(value)),
  remove: async (service, account) => {
    await asked(service, account, (entry) => entry.deletePassword());
  },
};

type Entry = import('@napi-rs/keyring').AsyncEntry;

/** The Secret Service alone: the package's other store on Linux forgets everything when the machine is turned off. */
const OPTIONS = { linux: { store: 'secret-service' } } as const;

const asked = async <Answer>(
  service: string,
  account: string,
  question: (entry: Entry) => Promise<Answer>,
): Promise<Answer> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('late')), KEYCHAIN_WAIT_MS);
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    return await Promise.race([question(new AsyncEntry(service, account, OPTIONS)), late.promise]);
  } catch {
    // The package has no codes, and its texts differ from system to system.
    throw new Refusal('KEYCHAIN_UNUSABLE', { service });
  } finally {
    clearTimeout(timer);
  }
};
