/** Who an IDENTITY.md says the agent is, in any of the forms that people write it in (R-61, A5). */
import { isPlaceholder, stripEmphasis } from '#lib/text/placeholder.ts';

/** A label of a form, and what stands behind it. */
const LABEL = /^[-*]\s+\**[\p{L} ]{2,24}:?\**:?\**\s*(.*)$/u;

/** OpenClaw's hint has a bracket in its brackets. */
const isToFillIn = (value: string): boolean =>
  (isPlaceholder(value.trim()) || /^_\(.*\)_$/u.test(value.trim())) &&
  !/\p{Extended_Pictographic}/u.test(value);

/** A form that nobody has filled in: labels, with nothing behind or below each but a placeholder. */
export const isUnfilledIdentity = (text: string): boolean => {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  const values = lines.flatMap((line, at) => {
    if (!/^[-*]\s+\**[\p{L} ]{2,24}(?::\**|\**:)/u.test(line)) return [];
    const [, value = ''] = LABEL.exec(line) ?? [];
    const below = lines[at + 1] ?? '';
    return [value.trim() === '' && /^\s/.test(below) ? below : value];
  });
  return values.length > 1 && values.every(isToFillIn);
};

export interface AgentIdentity {
  readonly name?: string;
  readonly emoji?: string;
}

const FIELD = /^(?:[-*]\s+)?\**(name|emoji)\**\s*:\**\s*(.+)$/iu;

/** Front matter, bare lines and list items alike; the first of each counts, placeholders do not. */
export const agentIdentity = (text: string): AgentIdentity => {
  const found = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, key = '', value = ''] = FIELD.exec(line.trim()) ?? [];
    const name = key.toLowerCase();
    const bare = stripEmphasis(value);
    const isSaid = name === 'emoji' ? !/^[[(<{]/u.test(bare) : !isPlaceholder(bare);
    if (name !== '' && bare !== '' && isSaid && !found.has(name)) found.set(name, bare);
  }
  const [name, emoji] = [found.get('name'), found.get('emoji')];
  return { ...(name === undefined ? {} : { name }), ...(emoji === undefined ? {} : { emoji }) };
};
