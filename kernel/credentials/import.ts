/**
 * Taking a credential over: a pointer to where it is, or a copy in the keychain or in a file that only its owner can
 * open. What it is taken from is left as it is.
 */
import { Refusal } from '#lib/spec/refusals.ts';
import type { Keychain } from './keychain.ts';
import { isProvider, type CredentialKind, usageTerms } from './kind.ts';
import { keyFault, type CredentialReader, readSource, type Value } from './read.ts';
import type { SeenCredential } from './scan.ts';
import {
  isSameSource,
  shownPlace,
  type CredentialSource,
  sourceFrom,
  sourceText,
} from './source.ts';
import {
  CredentialStore,
  fingerprintOf,
  type ImportedRecord,
  KEYCHAIN_SERVICE,
  newSalt,
  type StoreParts,
} from './store.ts';
import { subscriptionAt, LOGIN_TOOLS } from './tools.ts';

/** How a credential is kept: where it is now, or copied. */
export type Keeping = 'pointer' | 'keychain' | 'file';

/** What `yamo credentials import` was asked to take, and how to keep it. */
export interface Wish {
  /** A variable, a program's id, or a place. */
  readonly what: string;
  /** The provider, where the place does not tell. */
  readonly as: string | undefined;
  readonly keeping: Keeping;
  readonly allowSubscription: boolean;
}

/** What would be done; `value` never leaves the process. */
export interface ImportPlan {
  readonly provider: string;
  readonly kind: CredentialKind;
  readonly keeping: Keeping;
  /** Where it is now; `undefined` if it was handed over. */
  readonly source: CredentialSource | undefined;
  readonly value: string;
  readonly expiresAt?: number;
  /** What the provider says about it, where its owner should know. */
  readonly terms?: string;
  /** The place of what was imported for this provider before. */
  readonly replaces?: string;
}

/** What an import reads from and writes to. */
export interface ImportParts extends CredentialReader, StoreParts {
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Why a wish cannot be understood, in words. */
export interface Misunderstood {
  readonly fault: string;
}

/**
 * Looks at what is wished for; changes nothing. Throws CREDENTIAL_MISSING, CREDENTIAL_UNUSABLE, CREDENTIAL_EXPIRED,
 * CREDENTIAL_SUBSCRIPTION, KEYCHAIN_UNUSABLE, STATE_UNUSABLE, STATE_DAMAGED.
 */
export const planImport = async (
  { what, as, keeping, allowSubscription }: Wish,
  findings: readonly SeenCredential[],
  parts: ImportParts,
): Promise<ImportPlan | Misunderstood> => {
  const finding = findingNamed(what, findings);
  const source = sourceFrom(finding?.place ?? what, parts.environment) ?? bareSource(what, parts);
  if (source === undefined)
    // What it is instead may be the key itself, which is not to be repeated.
    return {
      fault:
        'That is no variable and no place of a credential; see yamo credentials scan. A key itself is handed over by --stdin.',
    };
  const provider = as ?? finding?.provider;
  if (provider === undefined) return { fault: `Say whose it is: --as PROVIDER.` };
  if (!isProvider(provider)) return { fault: NO_PROVIDER };
  const tool = subscriptionAt(source, parts);
  const kind = tool === undefined ? (finding?.kind ?? 'api key') : 'subscription token';
  const place = shownPlace(source);
  const terms = kind === 'subscription token' ? usageTerms(provider) : undefined;
  if (terms !== undefined && !allowSubscription)
    throw new Refusal('CREDENTIAL_SUBSCRIPTION', { place, provider, terms });
  const read = await readSource(source, parts);
  if (read.is === 'absent') throw new Refusal('CREDENTIAL_MISSING', { place, provider });
  if (read.is === 'unusable')
    throw new Refusal('CREDENTIAL_UNUSABLE', { place, reason: read.reason });
  if (read.expiresAt !== undefined && read.expiresAt <= parts.now())
    throw new Refusal('CREDENTIAL_EXPIRED', {
      place,
      provider,
      at: new Date(read.expiresAt).toISOString(),
      login: tool?.login ?? 'as you did for the program that it belongs to',
    });
  if (keeping !== 'pointer' && (kind.endsWith('token') || read.expiresAt !== undefined))
    return {
      fault: `It is renewed where it is, so a copy would soon be of no use; import it without --${keeping}.`,
    };
  return planned({ provider, kind, keeping, source, read, terms }, parts);
};

/** The same for a value that was handed over. Throws CREDENTIAL_UNUSABLE, STATE_UNUSABLE, STATE_DAMAGED. */
export const planHandedOver = (
  text: string,
  {
    as,
    keeping,
  }: { readonly as: string | undefined; readonly keeping: Exclude<Keeping, 'pointer'> },
  parts: ImportParts,
): ImportPlan | Misunderstood => {
  if (as === undefined) return { fault: 'Say whose it is: --as PROVIDER.' };
  if (!isProvider(as)) return { fault: NO_PROVIDER };
  const value = text.trim();
  const reason = keyFault(value);
  if (reason !== undefined)
    throw new Refusal('CREDENTIAL_UNUSABLE', { place: 'standard input', reason });
  return planned(
    {
      provider: as,
      kind: 'api key',
      keeping,
      source: undefined,
      read: { value },
      terms: undefined,
    },
    parts,
  );
};

const NO_PROVIDER =
  'A provider is named in small letters, digits, dots, hyphens and underscores, as in PROVIDER/MODEL.';

const planned = (
  {
    read: { value, expiresAt },
    terms,
    ...rest
  }: Pick<ImportPlan, 'provider' | 'kind' | 'keeping' | 'source'> & {
    readonly read: Value;
    readonly terms: string | undefined;
  },
  parts: ImportParts,
): ImportPlan => {
  const before = new CredentialStore(parts).read(rest.provider);
  return {
    ...rest,
    value,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(terms === undefined ? {} : { terms }),
    ...(before === undefined ? {} : { replaces: sourceText(before.source) }),
  };
};

/** By place or name; of several the first that can be used. */
const findingNamed = (
  what: string,
  findings: readonly SeenCredential[],
): SeenCredential | undefined => {
  const tool = LOGIN_TOOLS.find(({ id }) => id === what.toLowerCase())?.name;
  const named = findings.filter(
    ({ name, place }) => place === what || name === what || name === tool,
  );
  return named.find(({ use }) => use !== 'no') ?? named[0];
};

/** A place without its type: a variable, or the path of a file. */
const bareSource = (what: string, { environment }: ImportParts): CredentialSource | undefined =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(what)
    ? { type: 'env', name: what }
    : sourceFrom(`file:${what}`, environment);

/** Does it. Throws KEYCHAIN_UNUSABLE, STATE_UNUSABLE, STATE_DAMAGED. */
export const importCredential = async (
  plan: ImportPlan,
  parts: ImportParts,
): Promise<ImportedRecord> => {
  const { provider, kind, value, expiresAt, terms } = plan;
  const store = new CredentialStore(parts);
  const before = store.read(provider);
  const source = await kept(plan, store, parts.keychain);
  const salt = newSalt();
  const record: ImportedRecord = {
    v: 1,
    provider,
    kind,
    source,
    fingerprint: fingerprintOf(value, salt),
    salt,
    ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
    checkedAt: new Date(parts.now()).toISOString(),
    ...(terms === undefined ? {} : { allowed: true }),
  };
  store.write(record);
  if (before !== undefined && !isSameSource(before.source, source))
    await store.removeValue(before, parts.keychain);
  return record;
};

const kept = async (
  { provider, keeping, source, value }: ImportPlan,
  store: CredentialStore,
  keychain: Keychain,
): Promise<CredentialSource> => {
  if (keeping === 'pointer' && source !== undefined) return source;
  if (keeping !== 'keychain') return store.keepInFile(provider, value);
  await keychain.write(KEYCHAIN_SERVICE, provider, value);
  return { type: 'keychain', service: KEYCHAIN_SERVICE, account: provider };
};

/** Forgets what was imported for `provider`, and removes the copy if there is one. False if nothing was. Throws as above. */
export const removeImported = async (provider: string, parts: ImportParts): Promise<boolean> => {
  const store = new CredentialStore(parts);
  const record = store.read(provider);
  if (record === undefined) return false;
  await store.removeValue(record, parts.keychain);
  store.remove(provider);
  return true;
};

/** What was imported, as it is now. */
export interface ImportStatus {
  readonly provider: string;
  readonly kind: CredentialKind;
  readonly place: string;
  /** ISO 8601, UTC. */
  readonly checkedAt: string;
  /** `changed`: another value than the one imported, as after a rotation. */
  readonly now: 'same' | 'changed' | 'absent' | 'expired' | 'unusable';
  /** In words, what is wrong with it. */
  readonly reason?: string;
}

/** Everything that was imported. Throws STATE_UNUSABLE, STATE_DAMAGED. */
export const listImported = (parts: ImportParts): Promise<readonly ImportStatus[]> =>
  Promise.all(new CredentialStore(parts).list().map((record) => statusOf(record, parts)));

const statusOf = async (record: ImportedRecord, parts: ImportParts): Promise<ImportStatus> => {
  const { provider, kind, source, checkedAt, fingerprint, salt } = record;
  const common = { provider, kind, place: sourceText(source), checkedAt };
  const read = await readable(source, parts);
  if (read.is === 'absent') return { ...common, now: 'absent' };
  if (read.is === 'unusable') return { ...common, now: 'unusable', reason: read.reason };
  if (read.expiresAt !== undefined && read.expiresAt <= parts.now())
    return { ...common, now: 'expired' };
  const isSame = fingerprintOf(read.value, salt) === fingerprint;
  return { ...common, now: isSame ? 'same' : 'changed' };
};

const readable = async (
  source: CredentialSource,
  parts: CredentialReader,
): Promise<Awaited<ReturnType<typeof readSource>>> => {
  try {
    return await readSource(source, parts);
  } catch (error) {
    if (error instanceof Refusal) return { is: 'unusable', reason: error.message };
    throw error;
  }
};
