/**
 * Keys in the formats of providers, by secretlint: chosen because its preset follows these formats and is kept up.
 * Loaded by the first text that is looked through.
 */
import { LineFinder } from '#lib/workspace/line-finder.ts';
import type { ProviderKey } from '#lib/workspace/snapshot.ts';

/** The provider-shaped keys in a text, in its order; `line` counts from 1. */
export const providerKeys = async (text: string): Promise<readonly ProviderKey[]> => {
  const [{ lintSource }, preset, { secretLintProfiler }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
    import('@secretlint/profiler'),
  ]);
  // It measures each rule on each text, which takes longer than the rules.
  secretLintProfiler.setEnabled(false);
  const { messages } = await lintSource({
    source: { filePath: '/text.md', content: text, contentType: 'text', ext: '.md' },
    options: {
      // Without the preset's comments: a text must not be able to switch its own inspection off.
      config: {
        rules: preset.rules
          .filter(({ meta }) => meta.id !== '@secretlint/secretlint-rule-filter-comments')
          .map((rule) => ({ id: rule.meta.id, rule })),
      },
      noPhysicFilePath: true,
    },
  });
  const found = messages.toSorted((a, b) => a.range[0] - b.range[0]);
  const lines = new LineFinder(text);
  return found.map(({ messageId, range: [from, to] }) => ({
    kind: messageId.toLowerCase().replaceAll('_', ' '),
    line: lines.numberAt(from),
    value: text.slice(from, to),
  }));
};
