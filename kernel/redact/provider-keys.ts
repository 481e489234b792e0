/**
 * Keys in the formats of providers: those of our own table, and by secretlint, chosen because its preset is kept up,
 * what the table has not. secretlint is loaded by the first text that may hold a key of its formats.
 */
import { LineFinder } from '#lib/text/line-finder.ts';
import { apartFrom, type FormatKey, formatKeysIn } from '#lib/secrets/provider-keys.ts';
import { mayHoldPresetKey } from '#lib/secrets/provider-prefilter.ts';
import type { ProviderKey } from '#lib/workspace/snapshot.ts';

/** The provider-shaped keys in a text, in its order; `line` counts from 1. */
export const providerKeys = async (text: string): Promise<readonly ProviderKey[]> => {
  const own = formatKeysIn(text);
  const preset = mayHoldPresetKey(text) ? await presetKeys(text) : [];
  const all = [...own, ...apartFrom(own, preset)].toSorted((a, b) => a.from - b.from);
  const lines = new LineFinder(text);
  return all.map(({ kind, from, to }) => ({
    kind,
    line: lines.numberAt(from),
    value: text.slice(from, to),
  }));
};

const presetKeys = async (text: string): Promise<readonly FormatKey[]> => {
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
  return messages
    .map(({ messageId, range: [from, to] }) => ({
      kind: messageId.toLowerCase().replaceAll('_', ' '),
      from,
      to,
    }))
    .toSorted((a, b) => a.from - b.from);
};
