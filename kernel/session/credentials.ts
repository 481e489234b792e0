/**
 * Credentials in what an agent wants to write (RFC-0009 §4.2): provider-shaped keys by secretlint
 * (chosen because its preset follows the providers' formats and is kept up), labelled ones
 * (`password: …`) by our own scanner, and whatever the birth orders called a credential, by value.
 * Loaded when something is written, not before.
 */
import { labelledCredentials } from '#lib/workspace/credential.ts';
import type { Credential } from '#kernel/gate/broker.ts';

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
    return [...known, ...labelledCredentials(text), ...(await providerKeys(text, lineAt))];
  };

/** The values that birth orders label as credentials: they may be used, never written down. */
export const secretsIn = (orders: string): readonly string[] =>
  labelledCredentials(orders).map(({ value }) => value);

const providerKeys = async (
  text: string,
  lineAt: (offset: number) => number,
): Promise<readonly Credential[]> => {
  const [{ lintSource }, preset] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ]);
  const result = await lintSource({
    source: { filePath: '/text.md', content: text, contentType: 'text', ext: '.md' },
    options: {
      config: {
        rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: preset.creator }],
      },
      noPhysicFilePath: true,
    },
  });
  return result.messages.map(({ messageId, range: [from, to] }) => ({
    kind: messageId.toLowerCase().replaceAll('_', ' '),
    line: lineAt(from),
    value: text.slice(from, to),
  }));
};
