/** A home with the credentials of other programs in it, and a keychain in memory. Import it from test files only. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { CredentialParts } from '#kernel/credentials/find.ts';
import type { ImportParts } from '#kernel/credentials/import.ts';
import type { Keychain } from '#kernel/credentials/keychain.ts';
import { disk } from '#kernel/fs/disk.ts';
import { Refusal } from '#lib/spec/refusals.ts';

import { uid } from './kernel.ts';
import { freshPath } from './workspace.ts';

/** Part of every value: it must not be met anywhere else. */
export const CANARY = 'kanarienvogel-7';

export const NOW = Date.parse('2026-03-14T12:00:00Z');
export const HOUR = 3_600_000;

/** A keychain without a system behind it. */
class MemoryKeychain implements Keychain {
  readonly entries = new Map<string, string>();
  reads = 0;
  read = async (service: string, account: string): Promise<string | undefined> => {
    this.reads += 1;
    return this.entries.get(`${service}/${account}`);
  };
  write = async (service: string, account: string, value: string): Promise<void> => {
    this.entries.set(`${service}/${account}`, value);
  };
  remove = async (service: string, account: string): Promise<void> => {
    this.entries.delete(`${service}/${account}`);
  };
}

const absent = async (service: string): Promise<never> => {
  throw new Refusal('KEYCHAIN_UNUSABLE', { service });
};

/** Where no keychain answers. */
export const noKeychain: Keychain = { read: absent, write: absent, remove: absent };

export interface CredentialHome {
  readonly path: string;
  readonly stateRoot: string;
  readonly environment: Record<string, string>;
  readonly keychain: MemoryKeychain;
  /** What the kernel's parts are made with; `now` may be moved. */
  readonly parts: CredentialParts & ImportParts;
  now: number;
  /** Writes a file, mode 0600 unless told; its absolute path. */
  readonly write: (file: string, content: unknown, mode?: number) => string;
}

export const credentialHome = (
  environment: Readonly<Record<string, string>> = {},
): CredentialHome => {
  const path = freshPath('home');
  mkdirSync(path, { mode: 0o700 });
  const keychain = new MemoryKeychain();
  const stateRoot = join(path, '.local/state/yamo');
  const own = { HOME: path, USER: 'ada', ...environment };
  const home: CredentialHome = {
    path,
    stateRoot,
    environment: own,
    keychain,
    now: NOW,
    parts: { disk, uid, environment: own, stateRoot, keychain, now: () => home.now },
    write: (file, content, mode = 0o600) => {
      const whole = join(path, file);
      mkdirSync(dirname(whole), { recursive: true, mode: 0o700 });
      writeFileSync(whole, typeof content === 'string' ? content : JSON.stringify(content));
      chmodSync(whole, mode);
      return whole;
    },
  };
  return home;
};

export const claudeFile = (token: string, expiresAt = NOW + HOUR) => ({
  claudeAiOauth: { accessToken: token, refreshToken: `r-${CANARY}`, expiresAt, scopes: [] },
});

export const codexFile = (key: string) => ({ auth_mode: 'apikey', OPENAI_API_KEY: key });

export const chatGptFile = (token: string) => ({
  auth_mode: 'chatgpt',
  OPENAI_API_KEY: null,
  tokens: { id_token: 'i', access_token: token, refresh_token: 'r', account_id: 'a' },
});

/** A token that says itself when it expires (seconds). */
export const jwt = (exp: number): string =>
  ['{"alg":"none"}', JSON.stringify({ exp, note: CANARY }), 'sig']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

/** Every file below `folder` that holds `text`, with its mode. */
export const filesWith = (text: string, folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text))
    .map((file) => `${(statSync(file).mode & 0o777).toString(8)} ${file}`);
