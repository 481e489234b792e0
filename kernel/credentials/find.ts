/**
 * Credentials for the kernel: looked up when they are needed, read where they are, held in memory for a quarter of an
 * hour at most, and never written down. What expired is said, and renewed by the program whose login it is.
 */
import { CREDENTIAL_HELD_MS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Disk } from '#kernel/fs/disk.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { parsedJson } from '#lib/text/json.ts';
import { type Keychain, systemKeychain } from './keychain.ts';
import { headersFor, type CredentialKind, usageTerms } from './kind.ts';
import { activeProfile, hasProfile, profilePlace } from './profile.ts';
import { type CredentialReader, readPrivate, readSource, stampAt, type Value } from './read.ts';
import type { Environment } from '#kernel/process/xdg.ts';
import { isSameSource, shownPlace, type CredentialSource, sourceFrom, variable } from './source.ts';
import { CredentialStore } from './store.ts';
import { codex, codexFile, subscriptionAt } from './tools.ts';
import { keyVariables } from './variables.ts';

/** A credential for one request, and how it is sent. */
export interface FoundCredential {
  readonly value: string;
  /** Anthropic, and everybody who speaks its wire, takes both; its own SDK sends every credential as `bearer`. */
  readonly scheme: 'bearer' | 'x-api-key';
  /** Where it is, in words; never the value. */
  readonly source: string;
  /** What the requests must say beside it; none for keys. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** Where credentials are looked for, on behalf of which workspace. */
export interface CredentialParts {
  readonly disk: Disk;
  readonly environment: Environment;
  readonly uid: number;
  readonly stateRoot: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** That of the system where none is given. */
  readonly keychain?: Keychain;
}

/** A place to look at. */
interface Candidate {
  readonly source: CredentialSource;
  readonly kind: CredentialKind;
  /** The owner named this place: that nothing is there is a refusal, and no reason to look elsewhere. */
  readonly named: boolean;
  /** The place of the settings that names it. */
  readonly setting?: string;
  /** The owner accepts the terms for tokens of subscriptions. */
  readonly allowed?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Held {
  readonly found: FoundCredential;
  readonly pointer: string | undefined;
  readonly until: number;
  readonly file: string | undefined;
  readonly stamp: string | undefined;
}

/** A token that ends within this time is not worth a request: the SDK of Anthropic has the same figure. */
const ABOUT_TO_EXPIRE_MS = 30_000;

/** Finds the credential of a provider when it is needed; a value is not kept. */
export class Credentials {
  readonly #parts: CredentialParts;
  readonly #reader: CredentialReader;
  readonly #store: CredentialStore;
  readonly #held = new Map<string, Held>();

  constructor(parts: CredentialParts) {
    this.#parts = parts;
    this.#reader = { keychain: systemKeychain, ...parts };
    this.#store = new CredentialStore(parts);
  }

  /**
   * Is there something at the places where `find` looks, whatever may be wrong with it? Nothing but names and small
   * files is looked at. `pointer` as for `find`. Throws CREDENTIAL_UNUSABLE for a pointer that names no place.
   */
  has(provider: string, pointer?: string): boolean {
    if (pointer === 'none') return false;
    if (pointer !== undefined) return this.#isThere(this.#sourceIn(provider, pointer));
    return (
      this.#store.has(provider) ||
      variablesOf(provider).some((source) => this.#isThere(source)) ||
      (provider === 'anthropic' && hasProfile(this.#reader)) ||
      (provider === 'openai' && this.#codexKey() !== undefined)
    );
  }

  /**
   * The credential for `provider`; `undefined` if there is none. `pointer` is what the settings name, and then the only
   * place. Throws CREDENTIAL_MISSING, CREDENTIAL_UNUSABLE, CREDENTIAL_EXPIRED, CREDENTIAL_SUBSCRIPTION,
   * KEYCHAIN_UNUSABLE, STATE_UNUSABLE, STATE_DAMAGED.
   */
  async find(provider: string, pointer: string | undefined): Promise<FoundCredential | undefined> {
    const held = this.#held.get(provider);
    if (held !== undefined && this.#isFresh(held, pointer)) return held.found;
    this.#held.delete(provider);
    for (const candidate of this.#candidates(provider, pointer)) {
      const read = await this.#read(provider, candidate);
      if (read === undefined) continue;
      this.#hold(provider, pointer, candidate.source, read);
      return read.found;
    }
    return undefined;
  }

  /** The provider did not accept the value: it is read anew the next time. */
  forget(provider: string): void {
    this.#held.delete(provider);
  }

  #isFresh({ until, pointer, file, stamp }: Held, wanted: string | undefined): boolean {
    const isSame = file === undefined || stampAt(file, this.#parts.disk) === stamp;
    return pointer === wanted && this.#parts.now() < until && isSame;
  }

  #hold(
    provider: string,
    pointer: string | undefined,
    source: CredentialSource,
    { found, stamp }: { readonly found: FoundCredential; readonly stamp: string | undefined },
  ): void {
    const latest = this.#parts.now() + CREDENTIAL_HELD_MS;
    const until = Math.min(latest, (found.expiresAt ?? Infinity) - ABOUT_TO_EXPIRE_MS);
    const file = source.type === 'file' ? source.path : undefined;
    this.#held.set(provider, { found, pointer, until, file, stamp });
  }

  /** The places in their order. Each is made when it is looked at: most need not be. */
  *#candidates(provider: string, pointer: string | undefined): Generator<Candidate> {
    if (pointer === 'none') return;
    const imported = this.#store.read(provider);
    if (pointer !== undefined) {
      const source = this.#sourceIn(provider, pointer);
      const kind = subscriptionAt(source, this.#parts) ? 'subscription token' : 'api key';
      const allowed = imported?.allowed === true && isSameSource(imported.source, source);
      yield { source, kind, named: true, setting: settingOf(provider), allowed };
      return;
    }
    if (imported !== undefined) {
      yield { ...imported, named: true };
      return;
    }
    for (const source of variablesOf(provider)) yield { source, kind: 'api key', named: false };
    if (provider === 'anthropic') yield* this.#profile();
    const key = provider === 'openai' ? this.#codexKey() : undefined;
    if (key !== undefined) yield { source: key, kind: 'api key', named: false };
  }

  *#profile(): Generator<Candidate> {
    const profile = activeProfile(this.#reader);
    if (profile.is === 'unusable')
      throw new Refusal('CREDENTIAL_UNUSABLE', {
        place: profilePlace(this.#parts.environment),
        reason: profile.reason,
      });
    if (profile.is === 'absent') return;
    const { source, headers } = profile;
    yield { source, kind: 'login token', named: true, headers };
  }

  /** The API key that Codex keeps; `undefined` if it keeps a login of ChatGPT, or nothing. */
  #codexKey(): CredentialSource | undefined {
    const file = codexFile(this.#parts.environment);
    const read = readPrivate(file.path, this.#reader);
    if (read.is === 'absent') return undefined;
    const pointer = '/OPENAI_API_KEY';
    // What cannot be trusted is refused when it is read, with the reason.
    if (read.is === 'unusable') return { ...file, pointer };
    const key = codex.held(parsedJson(read.text)).find(({ kind }) => kind === 'api key');
    return key && { ...file, pointer };
  }

  async #read(
    provider: string,
    { source, kind, named, setting, allowed, headers }: Candidate,
  ): Promise<{ readonly found: FoundCredential; readonly stamp: string | undefined } | undefined> {
    const place = shownPlace(source);
    if (kind === 'subscription token' && allowed !== true)
      throw new Refusal('CREDENTIAL_SUBSCRIPTION', {
        place,
        provider,
        terms: usageTerms(provider),
      });
    const read = await readSource(source, this.#reader);
    if (read.is === 'unusable')
      throw new Refusal('CREDENTIAL_UNUSABLE', { place, reason: read.reason });
    if (read.is === 'absent') {
      if (named) throw missing(provider, place, setting);
      return undefined;
    }
    refuseExpired(
      read,
      { place, provider, login: loginOf(source, kind, this.#parts) },
      this.#parts.now(),
    );
    const { value, expiresAt, stamp } = read;
    const found = {
      value,
      scheme: 'bearer',
      source: place,
      headers: { ...headersFor(provider, kind), ...headers },
      ...(expiresAt === undefined ? {} : { expiresAt }),
    } as const;
    return { found, stamp };
  }

  #sourceIn(provider: string, pointer: string): CredentialSource {
    const source = sourceFrom(pointer, this.#parts.environment);
    if (source !== undefined) return source;
    throw new Refusal('CREDENTIAL_UNUSABLE', {
      place: settingOf(provider),
      reason: 'it names no place: env:NAME, keychain:SERVICE/ACCOUNT, or file: with a whole path',
    });
  }

  /**
   * Refuses what `has` says no to, where `pointer` names the place. Throws CREDENTIAL_MISSING, or CREDENTIAL_UNUSABLE for
   * a pointer that names none.
   */
  refuseMissing(provider: string, pointer: string): never {
    throw missing(provider, shownPlace(this.#sourceIn(provider, pointer)), settingOf(provider));
  }

  #isThere(source: CredentialSource): boolean {
    if (source.type === 'file') return stampAt(source.path, this.#parts.disk) !== undefined;
    if (source.type === 'keychain') return true;
    return variable(this.#parts.environment, source.name) !== undefined;
  }
}

/** Those of the user that a kernel runs for. */
export const credentialsOf = ({
  disk,
  environment,
  uid,
}: Pick<CredentialParts, 'disk' | 'environment' | 'uid'>): Credentials =>
  new Credentials({
    disk,
    environment,
    uid,
    stateRoot: xdgFolder('XDG_STATE_HOME', environment),
    now: () => Date.now(),
  });

const settingOf = (provider: string): string => `providers.${provider}.key`;

const missing = (provider: string, place: string, setting?: string): Refusal =>
  new Refusal('CREDENTIAL_MISSING', {
    place:
      setting === undefined ? place : `${place}, which is what ${setting} of the settings names`,
    provider,
  });

const variablesOf = (provider: string): readonly CredentialSource[] =>
  keyVariables(provider).map((name) => ({ type: 'env', name }));

/** Throws CREDENTIAL_EXPIRED. */
const refuseExpired = (
  { expiresAt }: Value,
  facts: { readonly place: string; readonly provider: string; readonly login: string },
  now: number,
): void => {
  if (expiresAt === undefined || expiresAt - ABOUT_TO_EXPIRE_MS > now) return;
  throw new Refusal('CREDENTIAL_EXPIRED', { ...facts, at: new Date(expiresAt).toISOString() });
};

/** How to log in again, in words. */
const loginOf = (
  source: CredentialSource,
  kind: CredentialKind,
  parts: CredentialParts,
): string => {
  if (kind === 'login token') return 'ant auth login';
  return subscriptionAt(source, parts)?.login ?? 'as you did for the program that it belongs to';
};
