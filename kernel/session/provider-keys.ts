/**
 * Keys in the formats of providers, by secretlint: chosen because its preset follows these formats and is kept up.
 * Loaded by the first text that is looked through.
 */
import type { ProviderKey } from '#lib/workspace/snapshot.ts';

/** The provider-shaped keys in a text, in its order; `line` counts from 1. */
export const providerKeys = async (text: string): Promise<readonly ProviderKey[]> => {
  const [{ lintSource }, preset] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ]);
  const { messages } = await lintSource({
    source: { filePath: '/text.md', content: text, contentType: 'text', ext: '.md' },
    options: {
      config: {
        rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: preset.creator }],
      },
      noPhysicFilePath: true,
    },
  });
  const found = messages.toSorted((a, b) => a.range[0] - b.range[0]);
  let line = 1;
  let counted = 0;
  return found.map(({ messageId, range: [from, to] }) => {
    for (
      let at = text.indexOf('\n', counted);
      at !== -1 && at < from;
      at = text.indexOf('\n', at + 1)
    ) {
      line += 1;
      counted = at + 1;
    }
    return {
      kind: messageId.toLowerCase().replaceAll('_', ' '),
      line,
      value: text.slice(from, to),
    };
  });
};
