/**
 * Where a credential is, and never the credential itself. As text, in settings and on the command line: `env:NAME`,
 * `keychain:SERVICE/ACCOUNT`, `file:PATH`; the last two may end in `#/json/pointer` (RFC 6901).
 */
import { isAbsolute, join } from 'node:path';
import { isStrongAnywhere } from '#lib/secrets/credential-values.ts';
import type { GuardedBy } from '#lib/guard.ts';
import { homeOf } from '#kernel/process/xdg.ts';
import type { isImportedRecord } from '#kernel/state/shapes.ts';
import type { Environment } from '#kernel/process/xdg.ts';

/** Where the value of a credential lies. */
export type CredentialSource = GuardedBy<typeof isImportedRecord>['source'];

/** What `text` names; `undefined` if it is no such text, or its path is relative. `~` is the owner's home. */
export const sourceFrom = (
  text: string,
  environment: Environment,
): CredentialSource | undefined => {
  const [, type, rest = ''] = /^(env|keychain|file):(.+)$/s.exec(text) ?? [];
  if (type === 'env') return { type, name: rest };
  const [, place = rest, pointer] = /^(.*?)#(\/.*)$/s.exec(rest) ?? [];
  const within = pointer === undefined ? {} : { pointer };
  if (type === 'keychain') {
    const slash = place.indexOf('/');
    const [service, account] = [place.slice(0, Math.max(slash, 0)), place.slice(slash + 1)];
    return service === '' || account === '' ? undefined : { type, service, account, ...within };
  }
  const path = place.startsWith('~/') ? join(homeOf(environment), place.slice(2)) : place;
  return type === 'file' && isAbsolute(path) ? { type, path: join(path), ...within } : undefined;
};

/** The text that `sourceFrom` reads back. */
export const sourceText = (source: CredentialSource): string => {
  switch (source.type) {
    case 'env':
      return `env:${source.name}`;
    case 'keychain':
      return `keychain:${source.service}/${source.account}${fragment(source)}`;
    case 'file':
      return `file:${source.path}${fragment(source)}`;
  }
};

/** The place, for people. Who gives a key where its place is asked for does not want to read it again. */
export const shownPlace = (source: CredentialSource): string => {
  if (source.type === 'env')
    return source.name.split('_').every((word) => WORD.test(word))
      ? sourceText(source)
      : `env:${HIDDEN}`;
  const parts = sourceText(source).split(/([:/#])/);
  return parts.map((part) => (isStrongAnywhere(part) ? HIDDEN : part)).join('');
};

const HIDDEN = '[not shown: it looks like a key]';

/** Of the name of a variable. Keys have longer ones, or letters of both cases and digits in no order. */
const WORD = /^\d?(?:[A-Z]{0,15}|[a-z]{0,15})\d{0,3}$/;

/** The same place? */
export const isSameSource = (one: CredentialSource, other: CredentialSource): boolean =>
  sourceText(one) === sourceText(other);

const fragment = ({ pointer }: { readonly pointer?: string }): string =>
  pointer === undefined ? '' : `#${pointer}`;

/** The value of a variable without white space around it; `undefined` if nothing is left: set to nothing is not set. */
export const variable = (environment: Environment, name: string): string | undefined => {
  const value = environment[name]?.trim();
  return value === '' ? undefined : value;
};
