/** Name and role of an agent, as its SOUL.md tells them: what is labelled, and its title and front matter. */
import { readBootstrapFields } from './bootstrap-fields.ts';
import { valueFor } from './bootstrap-values.ts';
import { normalLabel, scopeOf } from '#lib/language/labels.ts';
import { scanLines } from '#lib/text/lines.ts';

/** Name and role of an agent as its SOUL.md tells them; placeholders do not count. */
export function readIdentity(soul: string): { name?: string; role?: string } {
  const { agent } = readBootstrapFields(soul);
  const name = agent.name ?? frontMatterOf(soul, 'name') ?? titleName(soul);
  const role = agent.role ?? frontMatterOf(soul, 'role');
  return { ...(name !== undefined && { name }), ...(role !== undefined && { role }) };
}

/** A key of YAML front matter; a `name` beside a `version` is still the agent's in a SOUL.md. */
function frontMatterOf(soul: string, key: 'name' | 'role'): string | undefined {
  for (const { kind, text } of scanLines(soul)) {
    if (kind !== 'front matter') return undefined;
    const [, found, value = ''] = /^([A-Za-z]+):(.*)$/u.exec(text) ?? [];
    if (found?.toLowerCase() === key) return valueFor(`agent.${key}`, value);
  }
  return undefined;
}

/** A title that names somebody, and not the file: `# Atlas`, `# Atlas — keeper of the log`. */
function titleName(soul: string): string | undefined {
  for (const line of scanLines(soul)) {
    if (line.kind !== 'heading' || line.level !== 1) continue;
    const [name = ''] = line.title.split(/\s[—–-]\s|:\s/u, 1);
    const isGeneric = /\.(?:md|yamo)\b|\bsoul\b/i.test(name) || scopeOf(name) !== 'none';
    return isGeneric || TITLES.has(normalLabel(name)) ? undefined : valueFor('agent.name', name);
  }
  return undefined;
}

const TITLES: ReadonlySet<string> = new Set(['values', 'capabilities', 'bootstrap', 'readme']);
