/**
 * Keys in the formats of providers: those of our own table, and by secretlint, chosen because its preset is kept up,
 * what the table has not. secretlint is loaded by the first text that may hold a key of its formats.
 */
import { inUrls } from '#lib/secrets/credential-forms.ts';
import { isSample } from '#lib/secrets/credential-values.ts';
import { LineFinder } from '#lib/text/line-finder.ts';
import { apartFrom, type FormatKey, formatKeysIn } from '#lib/secrets/provider-keys.ts';
import { isPlaceholderKey } from '#lib/secrets/provider-placeholders.ts';
import { mayHoldPresetKey } from '#lib/secrets/provider-prefilter.ts';
import type { ProviderKey } from '#lib/workspace/snapshot.ts';

/** The provider-shaped keys in a text, in its order; `line` counts from 1. */
export const providerKeys = async (text: string): Promise<readonly ProviderKey[]> => {
  const own = formatKeysIn(text);
  const preset = mayHoldPresetKey(text) ? await presetKeys(text) : [];
  const others = apartFrom(own, preset).filter(
    (key) => !isSampleAddress(text, key) && !isStandIn(text.slice(key.from, key.to)),
  );
  const all = [...own, ...others].toSorted((a, b) => a.from - b.from);
  const lines = new LineFinder(text);
  return all.map(({ kind, from, to }) => ({
    kind,
    line: lines.numberAt(from),
    value: text.slice(from, to),
  }));
};

/** Of an address with a password the host says nothing. */
const isStandIn = (value: string): boolean => !value.includes('@') && isPlaceholderKey(value);

/** `https://user:token@host` shows where a password would stand, and one of a guide opens nothing. */
const isSampleAddress = (text: string, { kind, from, to }: FormatKey): boolean => {
  const passwords = inUrls(text.slice(from, to));
  return passwords.length === 0
    ? kind === 'basicauth'
    : passwords.every(({ value }) => isSample(value));
};

/** secretlint compares each of its findings with all others: what it is handed at once is short. */
const PIECE_CHARS = 64 * 1024;
/** Longer than any key of its formats. */
const OVERLAP_CHARS = 4096;

const presetKeys = async (text: string): Promise<readonly FormatKey[]> => {
  const found = new Map<number, FormatKey>();
  for (let end = 0; end < text.length;) {
    const start = Math.max(0, end - OVERLAP_CHARS);
    end = Math.min(text.length, start + PIECE_CHARS);
    for (const key of await presetKeysOf(text.slice(start, end))) {
      const [from, to] = [key.from + start, key.to + start];
      // What the end cuts off stands in the next piece as a whole.
      if (to < end || end === text.length) found.set(from, { ...key, from, to });
    }
  }
  return [...found.values()].toSorted((a, b) => a.from - b.from);
};

const presetKeysOf = async (text: string): Promise<readonly FormatKey[]> => {
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
  return messages.map(({ messageId, range: [from, to] }) => ({
    kind: messageId.toLowerCase().replaceAll('_', ' '),
    from,
    to,
  }));
};
