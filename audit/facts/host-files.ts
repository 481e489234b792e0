/** The files of hosts of coding agents in a snapshot: which there are, and what their settings run and name. */
import { INSTRUCTIONS, isInstructionFile } from '#lib/layout/instructions.ts';
import { readJson } from '#audit/workspace/json.ts';
import type { Item } from '#lib/workspace/snapshot.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';
import { layoutNameOf } from './layout.ts';

const known = new WeakMap<AuditedWorkspace, readonly Item[]>();

/** What hosts read in this workspace, whatever it is audited as. */
export const hostItems = (workspace: AuditedWorkspace): readonly Item[] => {
  const cached = known.get(workspace);
  if (cached !== undefined) return cached;
  const items = [...workspace.snapshot.items.values()].filter(({ name }) =>
    isInstructionFile(name),
  );
  known.set(workspace, items);
  return items;
};

/** Those of them of which no rule of the layout speaks. */
export const hostItemsBesideLayout = (workspace: AuditedWorkspace): readonly Item[] =>
  workspace.layout === INSTRUCTIONS
    ? hostItems(workspace)
    : hostItems(workspace).filter(({ name }) => layoutNameOf(workspace, name) === undefined);

/** A text in settings: the keys that lead to it, places in lists among them, and where it stands. */
export interface Setting {
  readonly file: string;
  readonly keys: readonly string[];
  readonly value: string;
  readonly line: number;
  readonly column: number;
}

/** Deeper than this no host looks. */
const KEYS_MAX = 16;

/** Every text in the settings of hosts, in order, as far as they can be read. */
export const hostSettings = (workspace: AuditedWorkspace): readonly Setting[] => [
  ...settingsIn(workspace),
];

function* settingsIn(workspace: AuditedWorkspace): Generator<Setting> {
  for (const { name } of hostItems(workspace)) {
    const text = workspace.document(name)?.text ?? '';
    if (name.endsWith('.json')) yield* jsonSettings(name, text);
    else if (name.endsWith('.toml')) yield* tomlSettings(name, text);
  }
}

function* jsonSettings(file: string, text: string): Generator<Setting> {
  const keys: (string | number)[] = [];
  for (const event of readJson(text)) {
    const last = keys.at(-1);
    if (event.is === 'key') keys[keys.length - 1] = event.name;
    else if (event.is === 'close') keys.pop();
    else if (event.is !== 'fault') {
      if (typeof last === 'number') keys[keys.length - 1] = last + 1;
      const { line, column } = event;
      if (event.is === 'open') keys.push(event.what === 'array' ? -1 : '');
      else if (typeof event.value === 'string' && keys.length <= KEYS_MAX)
        yield { file, keys: keys.map(String), value: event.value, line, column };
    }
  }
}

const TABLE = /^\s*\[{1,2}([^\][]{1,200})\]/u;
const PAIR = /^(\s*"?([\w.-]{1,200})"?\s*=\s*)(?:"((?:[^"\\]|\\.)*)"|'([^']*)')/u;

/** Texts on one line, which is how addresses and commands are written. */
function* tomlSettings(file: string, text: string): Generator<Setting> {
  let table: readonly string[] = [];
  for (const [index, row] of text.split('\n').entries()) {
    const head = TABLE.exec(row)?.[1];
    if (head !== undefined) table = head.split('.').map((part) => part.trim());
    const [, before = '', key, double, single] = PAIR.exec(row) ?? [];
    const value = double ?? single;
    if (key !== undefined && value !== undefined)
      yield { file, keys: [...table, key], value, line: index + 1, column: before.length + 1 };
  }
}

const ADDRESS =
  /\b(?:https?|wss?):\/\/(?:[^/?#@\s"']{0,200}@)?(\[[^\]\s]{0,60}\]|[^/:?#\s"'`)]{1,255})/giu;
const LOCAL =
  /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|host\.docker\.internal)$/iu;

/** Does it name the address of a host that is known, and not this machine? */
export const namesOtherMachine = (text: string): boolean =>
  [...text.matchAll(ADDRESS)].some(([, host = '']) => !LOCAL.test(host) && !/[$<{]/u.test(host));

const COMMANDS = String.raw`(?:(?:curl|wget|ncat|netcat|socat|sftp|rclone|telnet|nslookup)\b|nc -|(?:rsync|scp)\b(?=.{0,1000}[\w.}"']:)|ssh [\w-]|git(?! stash)(?: [-\w./=]{1,60}){0,4} push\b|aws s3\b|gh gist create\b|Invoke-(?:WebRequest|RestMethod)\b)`;
const NAMED = new RegExp(String.raw`\b${COMMANDS}`, 'u');
/** Where a shell looks for a command: what is only searched for stands elsewhere. */
const RUN = new RegExp(
  String.raw`(?:^|[;&|({\u0060]|\b(?:then|do|else|if|exec|sudo|nohup|time)\s|-c\s)\s*(?:!\s*)?(?:\w+=\S*\s+)*["']?${COMMANDS}`,
  'u',
);
const CALLS =
  /\/dev\/(?:tcp|udp)\/|\bfetch\(|\brequests\.(?:get|post|put|patch|request)\(|\burlopen\(|\bhttps?\.request\(|\baxios\b/u;
/** A text in quotes; not what a shell, or a call that starts a program, is handed as its command. */
const QUOTED =
  /(?<!-c\s{1,4}|\b(?:system|[Pp]open|run|call|check_\w{4,9}|exec\w{0,8}|spawn\w{0,8})\(\s{0,4}[fr[]?)(?:"(?:[^"\\]|\\.)*"|'[^']*')/gu;

/** Does a line of a command or script talk to another machine, as far as its words tell? */
export const talksToOthers = (text: string): boolean => {
  if (!NAMED.test(text) && !CALLS.test(text)) return false;
  const spoken = text.replaceAll(QUOTED, (quoted) => (/\s/u.test(quoted) ? '""' : quoted));
  if (namesOtherMachine(text)) return NAMED.test(spoken) || CALLS.test(spoken);
  const bare = text.replaceAll(QUOTED, '""');
  return text.match(ADDRESS) === null && (RUN.test(bare) || CALLS.test(bare));
};
