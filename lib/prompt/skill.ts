/** Skills as a prompt lists them: what each is for, and whether a machine has what it requires (G20). */
import { isJsonObject, memberAt, parsedJson } from '#lib/text/json.ts';
import type { NodeFact } from './facts.ts';
import { characterEnd } from './spans.ts';

const FIRST_PARAGRAPH_MAX = 200;

/** The name of a skill is that of its folder. */
export const skillOf = (file: string): string => file.split('/').at(-2) ?? file;

/** A skill by its name, what it is for, and where the agent reads it. */
export const skillLine = (file: string, text: string): string => {
  const { matter, body } = partsOf(text);
  const prose = body
    .split(/\n\s*\n/u)
    .find((paragraph) => paragraph.trim() !== '' && !paragraph.trim().startsWith('#'));
  return lineOf(skillOf(file), unquoted(valueIn(matter, 'description')) ?? prose ?? '', file);
};

export const lineOf = (name: string, about: string, file: string): string => {
  const words = about.replaceAll(/\s+/gu, ' ').trim();
  const short = words.slice(0, characterEnd(words, FIRST_PARAGRAPH_MAX));
  return `- ${name}${short === '' ? '' : `: ${short}`} (${file})`;
};

/** Why a skill is not listed; `undefined` where one of the machines that are online has all that it requires. */
export const whyUnlisted = (text: string, nodes: readonly NodeFact[] = []): string | undefined => {
  const { matter } = partsOf(text);
  const required = valueIn(matter, 'always') === 'true' ? {} : requiredBy(matter);
  if (!isJsonObject(required)) return 'what it requires cannot be read';
  const asked = Object.entries(NEEDS).flatMap(([key, has]) => {
    const words = memberAt(required, key) ?? [];
    return isEmptyList(words) ? [] : [{ words, has }];
  });
  if (!asked.every(({ words }) => areWords(words))) return 'what it requires cannot be read';
  const meets = (node: NodeFact): boolean =>
    asked.every(({ words, has }) => areWords(words) && has(node, words));
  return asked.length === 0 || nodes.some((node) => node.online && meets(node))
    ? undefined
    : 'no machine has what it requires';
};

type Has = (node: NodeFact, words: readonly string[]) => boolean;

/** What a skill of GSV may ask of one machine. */
const NEEDS: Readonly<Record<string, Has>> = {
  hostRoles: ({ role }, words) => role !== undefined && words.includes(role),
  capabilities: ({ capabilities = [] }, words) => words.every((one) => capabilities.includes(one)),
  anyCapabilities: ({ capabilities = [] }, words) =>
    words.some((one) => capabilities.includes(one)),
  bins: ({ bins = [] }, words) => words.every((one) => bins.includes(one)),
  anyBins: ({ bins = [] }, words) => words.some((one) => bins.includes(one)),
  env: ({ env = [] }, words) => words.every((one) => env.includes(one)),
  os: ({ platform }, words) => words.some((one) => one.toLowerCase() === platform?.toLowerCase()),
  // The settings of GSV itself, which no session of ours has.
  config: () => false,
};

const areWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && one.trim() !== '');

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Nothing asked is an empty object; `undefined` where it cannot be read. */
const requiredBy = (matter: string): unknown => {
  const own = valueIn(matter, 'requires');
  if (own !== undefined) return relaxedJson(own);
  const said = valueIn(matter, 'metadata');
  if (said === undefined) return {};
  const metadata = relaxedJson(said);
  if (metadata === undefined) return said.includes('requires') ? undefined : {};
  const of = ['gsv', 'openclaw', 'clawdbot'].find((key) => isJsonObject(memberAt(metadata, key)));
  return of === undefined ? {} : (memberAt(metadata, of, 'requires') ?? {});
};

/** A comma may stand after the last member. */
const relaxedJson = (text: string): unknown =>
  parsedJson(text) ?? parsedJson(text.replaceAll(/,(?=\s*[}\]])/gu, ''));

const partsOf = (text: string): { readonly matter: string; readonly body: string } => {
  const end = text.startsWith('---') ? text.indexOf('\n---', 3) : -1;
  return end < 0
    ? { matter: '', body: text }
    : { matter: text.slice(0, end), body: text.slice(end + 4) };
};

/** On its line, or below it. */
const valueIn = (matter: string, key: string): string | undefined => {
  const lines = matter.split('\n');
  const at = lines.findIndex((line) => line.startsWith(`${key}:`));
  if (at < 0) return undefined;
  const value = lines[at]?.slice(key.length + 1).trim() ?? '';
  const below = lines.slice(at + 1);
  const end = below.findIndex((line) => /^\S/u.test(line));
  const text = /^(?:[>|][-+]?)?$/u.test(value)
    ? below.slice(0, end < 0 ? below.length : end).join(' ')
    : value;
  return text.trim() === '' ? undefined : text.trim();
};

const unquoted = (value: string | undefined): string | undefined =>
  value?.replace(/^(["'])(.*)\1$/u, '$2');
