/** What an example says besides the text of files, as sentences: links, history, boot records. */
import { isJsonObject, membersOf } from '#lib/text/json.ts';
import type { BootRecord, Change, Content, Item } from '#lib/workspace/snapshot.ts';
import type { Example } from './rule.ts';

/** Everything in an example that is no text of a file, a sentence each; names of files stand in backquotes. */
export function exampleSentences({ items = [], facts }: Example): readonly string[] {
  return [
    ...items.map((item) => itemSentence(item, items)),
    ...(facts === undefined ? [] : factSentences(facts)),
  ];
}

/** What an item is, and what is unusual about it. */
function itemSentence(item: Item, others: readonly Item[]): string {
  const twin = others.find((other) => other !== item && other.identity === item.identity);
  const more = [
    ...contentWords(item.content),
    ...(item.bytes > 1 ? [`${item.bytes} bytes`] : []),
    ...(item.type === 'symlink' || item.mode === PRIVATE
      ? []
      : [`mode ${item.mode.toString(8).padStart(4, '0')}`]),
    ...(item.links > 1 ? [`${item.links} names`] : []),
    ...(twin === undefined ? [] : [`the same file as \`${twin.name}\``]),
  ];
  const words = more.length === 0 ? '' : `, ${more.join(', ')}`;
  return `\`${item.name}\` is ${TYPES[item.type]}${targetWords(item)}${words}.`;
}

/** The mode that an example has if it is about something else. */
const PRIVATE = 0o600;

const TYPES: Readonly<Record<Item['type'], string>> = {
  file: 'a file',
  directory: 'a folder',
  symlink: 'a symbolic link',
  other: 'neither a file nor a folder, but a pipe or the like',
};

function targetWords({ target }: Item): string {
  if (target === undefined) return '';
  return target === 'dangling'
    ? ' that leads nowhere'
    : ` that leads to something ${target} the workspace`;
}

function contentWords(content: Content): readonly string[] {
  switch (content.is) {
    case 'not text':
      return [`with ${content.fault} in line ${content.line}`];
    case 'unreadable':
      return [`which cannot be read (${content.errno})`];
    case 'too large':
      return ['too large to be read whole'];
    case 'settings':
      return [`which holds \`${content.json}\``];
    case 'text':
    case 'not read':
      return [];
  }
}

/** What else is known of the workspace. */
function factSentences(facts: NonNullable<Example['facts']>): readonly string[] {
  const { source, partial, git, history, records, providerKeys, syncedBy, pushHooks } = facts;
  const keys = [...(providerKeys ?? [])].flatMap(([file, found]) =>
    found.map(({ kind, line }) => `A detector has found: ${kind}, at \`${file}:${line}\`.`),
  );
  return [
    ...(source === 'revision' ? ['The files are those of a commit, not of a disk.'] : []),
    ...(partial === undefined ? [] : [`Not everything was read: ${partial}.`]),
    ...(git === undefined
      ? []
      : [...listed('Git ignores', git.ignored), ...listed('Git tracks', git.tracked)]),
    ...(history?.changes.map(changeLine) ?? []),
    ...(history?.secrets.map(
      ({ commit, file, line, kind }) =>
        `Commit \`${short(commit)}\` holds, at \`${file}:${line}\`: ${kind}.`,
    ) ?? []),
    ...(history?.partial === undefined
      ? []
      : [`The history was not read whole: ${history.partial}.`]),
    ...(records?.entries.map(recordLine) ?? []),
    ...(records?.verdict.whole === false
      ? [
          `The chain of records is broken at entry ${records.verdict.entry}: ${records.verdict.reason}.`,
        ]
      : []),
    ...(records?.verdict.whole === true && records.verdict.torn
      ? ['The last line of the records was not finished.']
      : []),
    ...keys,
    ...(syncedBy === undefined ? [] : [`The workspace lies in a folder of ${syncedBy}.`]),
    ...listed('Git hooks that push', pushHooks ?? []),
  ];
}

function listed(words: string, names: Iterable<string>): readonly string[] {
  const all = [...names].map((name) => `\`${name}\``);
  return all.length === 0 ? [] : [`${words}: ${all.join(', ')}.`];
}

const SHORT_ID_CHARS = 7;
const short = (commit: string): string => commit.slice(0, SHORT_ID_CHARS);

const VERBS: Readonly<Record<Change['kind'], string>> = {
  added: 'adds',
  changed: 'changes',
  deleted: 'deletes',
  renamed: 'renames',
};

function changeLine({ commit, time, file, kind, from, ...lines }: Change): string {
  const at = `${new Date(time * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const name = from === undefined ? `\`${file}\`` : `\`${from}\` to \`${file}\``;
  const count = `+${lines.linesAdded} −${lines.linesRemoved} lines`;
  return `Commit \`${short(commit)}\`, ${at}, ${VERBS[kind]} ${name} (${count}).`;
}

/** A boot record as its steps; what is no step is shown as it stands. */
function recordLine({ kind, steps, gate, ending }: BootRecord, index: number): string {
  const head = `Boot record ${index + 1}${kind === undefined ? '' : `, ${asText(kind)} session`}`;
  const more = [
    ...(steps === undefined
      ? []
      : [Array.isArray(steps) ? steps.map(stepText).join(', ') : `steps ${asText(steps)}`]),
    ...gateEntries(gate).map((entry) => `asked of the gate: ${asText(entry)}`),
    ...(hasEnd(ending) && ending.end !== 'closed' ? [`ended: ${asText(ending.end)}`] : []),
  ];
  return `${head}: ${more.length === 0 ? 'nothing else' : more.join('; ')}.`;
}

function stepText(step: unknown): string {
  if (!isJsonObject(step) || !('step' in step)) return asText(step);
  const status = 'status' in step && step['status'] !== 'ok' ? ` (${asText(step['status'])})` : '';
  return `${asText(step['step'])}${status}`;
}

/** The wishes of the agent that the record names one by one. */
function gateEntries(gate: unknown): readonly unknown[] {
  const { entries } = membersOf(gate);
  return Array.isArray(entries) ? entries.map(wishText) : [];
}

function wishText(wish: unknown): string {
  return isJsonObject(wish) ? Object.values(wish).map(asText).join(' ') : asText(wish);
}

const hasEnd = (ending: unknown): ending is { readonly end: unknown } =>
  isJsonObject(ending) && 'end' in ending;

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none');
