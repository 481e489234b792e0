/** Who an IDENTITY.md says the agent is, in any of the forms that people write it in (R-61, A5). */
import { isPlaceholder, stripEmphasis } from '#lib/text/placeholder.ts';

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
