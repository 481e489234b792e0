/** Kinds of credentials, and what their providers say about some of them. */

import type { GuardedBy } from '#lib/guard.ts';
import type { isImportedRecord } from '#kernel/state/shapes.ts';

/**
 * `login token`: of a login that its provider offers to programs, such as the profiles of Anthropic's SDKs.
 * `subscription token`: of the login of another program. `credential`: nobody knows for what.
 */
export type CredentialKind = GuardedBy<typeof isImportedRecord>['kind'];

/** Why the token of a subscription is not used unasked, by provider. */
const TERMS: Readonly<Record<string, string>> = {
  anthropic:
    'Anthropic allows the tokens of Free, Pro and Max subscriptions in its own programs only, and blocks them elsewhere',
  openai:
    'a ChatGPT login is for Codex, and the terms of OpenAI decide whether another program may use it',
  qwen: 'this login is for Qwen Code, and its free tier ended on 2026-04-15',
};

/** Whether another program may use the tokens of this provider, in words. */
export const usageTerms = (provider: string): string =>
  (Object.hasOwn(TERMS, provider) ? TERMS[provider] : undefined) ??
  'the terms of its provider decide whether another program may use it';

/** What a request with an OAuth token must say beside the token, as the SDK of Anthropic does. */
const OAUTH_HEADERS = { 'anthropic-beta': 'oauth-2025-04-20' };

/** Headers that go with a credential; none for keys. */
export const headersFor = (
  provider: string,
  kind: CredentialKind,
): Readonly<Record<string, string>> =>
  provider === 'anthropic' && (kind === 'login token' || kind === 'subscription token')
    ? OAUTH_HEADERS
    : {};

const PROVIDER = /^[a-z0-9][a-z0-9_.-]{0,63}$/;

/** Is this the name of a provider, as in `PROVIDER/MODEL`? It is also the name of a file. */
export const isProvider = (name: string): boolean => PROVIDER.test(name);
