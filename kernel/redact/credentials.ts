/**
 * Credentials in what an agent wants to write (RFC-0009 §4.2): provider-shaped keys, labelled ones
 * (`password: …`) by our own scanner, and whatever the bootstrap instructions called a credential, by value.
 * The detector of providers' keys is loaded by the first text that may hold one.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { WORK_SLICE_MS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import {
  labelledCredentials,
  type LabelledCredential,
  labelledSteps,
} from '#lib/secrets/credential.ts';
import { nextHint } from '#lib/language/credential-labels.ts';
import { mayHoldProviderKey } from '#lib/secrets/provider-prefilter.ts';
import type { Credential } from '#kernel/gate/ports.ts';

/** A detector; `secrets` are values that must not be written in any form. When `signal` is aborted it throws INTERRUPTED. */
export const credentialFinder =
  (secrets: readonly string[] = [], signal?: AbortSignal) =>
  async (text: string): Promise<readonly Credential[]> => {
    const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
    const known = secrets
      .filter((value) => text.includes(value))
      .map((value) => ({
        kind: 'from the bootstrap instructions',
        line: lineAt(text.indexOf(value)),
        value,
      }));
    const keys = mayHoldProviderKey(text) ? await providerKeysIn(text) : [];
    return [...known, ...(await labelledLater(text, signal)), ...keys];
  };

const providerKeysIn = async (text: string): Promise<readonly Credential[]> => {
  const { providerKeys } = await import('#kernel/redact/provider-keys.ts');
  return providerKeys(text);
};

/** An agent may hand over megabytes: signals are heard in between. */
const labelledLater = async (
  text: string,
  signal: AbortSignal | undefined,
): Promise<readonly LabelledCredential[]> => {
  const steps = labelledSteps(text);
  // Node takes a millisecond to load this clock: a text of a few lines does without.
  let until: number | undefined;
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    until ??= performance.now() + WORK_SLICE_MS;
    if (performance.now() < until) continue;
    await nextTurn();
    if (signal?.aborted === true) throw new Refusal('INTERRUPTED', {});
    until = performance.now() + WORK_SLICE_MS;
  }
};

/** Is a text to be looked through? Costs next to nothing. Behind an address of mail a password needs no label. */
export const mayHoldCredential = (text: string): boolean =>
  text.includes('@') || nextHint(text, 0) >= 0 || mayHoldProviderKey(text);

/** The values that bootstrap instructions label as credentials: they may be used, never written down. */
export const labelledSecrets = (orders: string): readonly string[] =>
  labelledCredentials(orders).map(({ value }) => value);
