/**
 * Credentials in what an agent wants to write (RFC-0009 §4.2): provider-shaped keys, labelled ones
 * (`password: …`) by our own scanner, and whatever the birth orders called a credential, by value.
 * The detector of providers' keys is loaded by the first text that may hold one.
 */
import { labelledCredentials } from '#lib/workspace/credential.ts';
import { nextHint } from '#lib/workspace/credential-labels.ts';
import { mayHoldProviderKey } from '#lib/workspace/provider-prefilter.ts';
import type { Credential } from '#kernel/gate/broker.ts';
import { providerKeys } from './provider-keys.ts';

/** A detector; `secrets` are values that must not be written in any form. */
export const credentialFinder =
  (secrets: readonly string[] = []) =>
  async (text: string): Promise<readonly Credential[]> => {
    const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
    const known = secrets
      .filter((value) => text.includes(value))
      .map((value) => ({
        kind: 'from the birth orders',
        line: lineAt(text.indexOf(value)),
        value,
      }));
    const keys = mayHoldProviderKey(text) ? await providerKeys(text) : [];
    return [...known, ...labelledCredentials(text), ...keys];
  };

/** Is a text to be looked through? Costs next to nothing. */
export const mayHoldCredential = (text: string): boolean =>
  nextHint(text, 0) >= 0 || mayHoldProviderKey(text);

/** The values that birth orders label as credentials: they may be used, never written down. */
export const secretsIn = (orders: string): readonly string[] =>
  labelledCredentials(orders).map(({ value }) => value);
