/** memory/heartbeat-state.json as the rules of §2.9 need it: read once per workspace, never quoted. */
import { HEARTBEAT_STATE } from '#lib/heartbeat/checks.ts';
import { isJsonObject } from '#lib/text/json.ts';
import { validate as isHeartbeatState } from '#schemas/generated/heartbeat-state.js';
import { notAuditable } from '#audit/workspace/finding.ts';
import type { Finding, Fix, RuleOutcome } from '#audit/workspace/finding.ts';
import { looksLikeTime } from './instant.ts';
import { type JsonFault, readJson, type Scalar, type Spot } from '#audit/workspace/json.ts';
import { withoutDocument } from './presence.ts';
import type { Document } from '#audit/workspace/document.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

/** Where a heartbeat keeps what it checked last, relative to the workspace. */
export const STATE_FILE = HEARTBEAT_STATE;

/** So many entries have a finding of their own; the rest of a rule's findings is counted in one. */
const LISTED_MAX = 100;

/** Why a value is none that the schema allows. */
type EntryFault = 'no number' | 'negative' | 'too large' | 'fraction';

/** One check of `lastChecks`. The place is that of its value. */
export interface CheckEntry extends Spot {
  /** From 1, in the order of the file. */
  readonly index: number;
  /** Private: never shown. */
  readonly name: string;
  /** A nested object or array stands as an empty one. */
  readonly value: Scalar | Readonly<Record<string, never>> | readonly never[];
  readonly fault: EntryFault | undefined;
}

/** The members of the JSON object that the file is. */
export interface HeartbeatState {
  readonly lastChecks:
    | { readonly is: 'object'; readonly entries: readonly CheckEntry[] }
    | { readonly is: 'no object'; readonly at: Spot }
    /** `time` is the first value elsewhere in the file that is a time. */
    | { readonly is: 'absent'; readonly time: Spot | undefined };
  /** Keys that stand in their object a second time. */
  readonly repeated: readonly Spot[];
}

/** What keeps the file from being a JSON object, and where; `root` is JSON of another type. */
export type StateFault = Spot & { readonly fault: JsonFault | 'root' };

interface Reading {
  readonly faults: readonly StateFault[];
  /** `undefined` where the file is no JSON object, or could not be read to its end. */
  readonly state: HeartbeatState | undefined;
}

const readings = new WeakMap<Document, Reading>();

/** What keeps the file from being a JSON object, and what is in it; `undefined` where it is no text. */
export const readingOf = (workspace: AuditedWorkspace): Reading | undefined => {
  const document = workspace.document(STATE_FILE);
  if (document === undefined) return undefined;
  const reading = readings.get(document) ?? new StateReader().read(document.text);
  readings.set(document, reading);
  return reading;
};

/** A rule over the members of the file. Where it is no JSON, `2.9/json` says so and this rule has no answer. */
export const overState =
  (judge: (state: HeartbeatState, workspace: AuditedWorkspace) => readonly Finding[]) =>
  (workspace: AuditedWorkspace): RuleOutcome => {
    const reading = readingOf(workspace);
    if (reading === undefined) return withoutDocument(workspace, STATE_FILE);
    if (reading.state === undefined) return notAuditable(`${STATE_FILE} is no JSON object`);
    return judge(reading.state, workspace);
  };

/** What a rule says of one entry. */
export interface EntryVerdict {
  readonly found: string;
  readonly expected: string;
  /** What to write for the value, as an order and as JSON. */
  readonly fix?: { readonly kind: Fix['kind']; readonly title: string; readonly text: string };
}

/** What a rule says of an entry; `undefined` where it has nothing to say. */
type Judge = (entry: CheckEntry) => EntryVerdict | undefined;

/** An entry of which a rule says something. */
type Told = readonly [CheckEntry, EntryVerdict];

/**
 * A rule over the entries of `lastChecks`, one by one, with what the workspace tells of all of them. `isOneMistake`: three
 * or more with one fault are one finding, for they have one cause, which is whoever writes the file.
 */
export const overEntries = (
  judgeIn: (workspace: AuditedWorkspace) => Judge,
  { isOneMistake }: { readonly isOneMistake: boolean } = { isOneMistake: false },
): ((workspace: AuditedWorkspace) => RuleOutcome) =>
  overState(({ lastChecks }, workspace) => {
    if (lastChecks.is !== 'object') return [];
    const judge = judgeIn(workspace);
    const told = lastChecks.entries.flatMap((entry): readonly Told[] => {
      const verdict = judge(entry);
      return verdict === undefined ? [] : [[entry, verdict]];
    });
    // Hashes take time, and a file with so many entries is no ordinary one.
    const one = ([entry, verdict]: Told): Finding => ({
      ...findingAt(entry, verdict),
      anchor:
        entry.index <= LISTED_MAX ? workspace.context.hash(entry.name) : `entry ${entry.index}`,
    });
    const groups = Map.groupBy(told, ([, { found, fix }]) =>
      isOneMistake ? `${found}\0${fix?.kind}` : '',
    );
    return shortened(
      [...groups.values()].flatMap((alike) =>
        isOneMistake && alike.length >= ALIKE_MIN ? oneMistake(alike) : alike.map(one),
      ),
    );
  });

/** So many entries with one fault are one mistake. */
const ALIKE_MIN = 3;

const oneMistake = (alike: readonly Told[]): readonly Finding[] => {
  const [first] = alike;
  if (first === undefined) return [];
  const [, { found: what }] = first;
  const { fix, ...finding } = findingAt(...first);
  const edits = alike.flatMap((told) => findingAt(...told).fix?.edits ?? []);
  const found = `${what} in ${alike.length} entries of "lastChecks", this being the first`;
  return [{ ...finding, found, anchor: `all: ${what}`, ...(fix && { fix: { ...fix, edits } }) }];
};

const findingAt = (entry: CheckEntry, { found, expected, fix }: EntryVerdict): Finding => {
  const { start, end, line, column } = entry;
  const finding = { file: STATE_FILE, line, column, found: `${found} ${place(entry)}`, expected };
  if (fix === undefined) return finding;
  const edits = [{ file: STATE_FILE, start, end, text: fix.text }];
  return { ...finding, fix: { kind: fix.kind, title: fix.title, edits } };
};

/** The findings of a rule in this file; after the first hundred, all that have the same kind of fix are one. */
export const shortened = (findings: readonly Finding[]): readonly Finding[] => {
  const rest = Map.groupBy(findings.slice(LISTED_MAX), ({ fix }) => fix?.kind ?? 'none');
  return [
    ...findings.slice(0, LISTED_MAX),
    ...[...rest].flatMap(([kind, more]) => together(kind, more)),
  ];
};

const together = (kind: string, findings: readonly Finding[]): readonly Finding[] => {
  const [first] = findings;
  if (first === undefined || findings.length === 1) return findings;
  const found = `${findings.length} more such places, from here on`;
  const anchor = `more, fix ${kind}`;
  if (first.fix === undefined) return [{ ...first, found, anchor }];
  const edits = findings.flatMap(({ fix }) => fix?.edits ?? []);
  return [{ ...first, found, anchor, fix: { ...first.fix, edits } }];
};

const place = ({ index }: CheckEntry): string => `in the ${ordinal(index)} entry of "lastChecks"`;

/** `1st`, `2nd`, `11th`. */
const ordinal = (count: number): string => {
  const isTeen = count % 100 >= 11 && count % 100 <= 13;
  const suffix = isTeen ? undefined : ['th', 'st', 'nd', 'rd'][count % 10];
  return `${count}${suffix ?? 'th'}`;
};

type Value = CheckEntry['value'];

interface Member extends Spot {
  readonly name: string;
  readonly value: Value;
}

/** Takes from the events of the JSON what §2.9 speaks of; all else is only looked through for times and for keys. */
class StateReader {
  readonly #faults: StateFault[] = [];
  readonly #repeated: Spot[] = [];
  /** The keys of each open object; an array has none. */
  readonly #keys: (Set<string> | undefined)[] = [];
  #root: (Spot & { readonly value: Value }) | undefined;
  #lastChecks: (Spot & { readonly value: Value }) | undefined;
  #members: Member[] = [];
  #time: Spot | undefined;
  /** The key of the first level, and of the second, that is being read. */
  #topKey = '';
  #checkKey = '';

  read(text: string): Reading {
    for (const event of readJson(text)) {
      switch (event.is) {
        case 'fault':
          this.#faults.push(event);
          if (event.ends) return { faults: this.#faults, state: undefined };
          break;
        case 'key':
          this.#takeKey(event.name, event);
          break;
        case 'open':
          this.#takeValue(event.what === 'object' ? {} : [], event);
          this.#keys.push(event.what === 'object' ? new Set() : undefined);
          break;
        case 'scalar':
          this.#takeValue(event.value, event);
          if (looksLikeTime(event.value)) this.#time ??= event;
          break;
        case 'close':
          this.#keys.pop();
          break;
      }
    }
    return { faults: this.#faults, state: this.#state() };
  }

  #takeKey(name: string, spot: Spot): void {
    const keys = this.#keys.at(-1);
    if (keys?.has(name) === true) this.#repeated.push(spot);
    keys?.add(name);
    if (this.#keys.length === 1) this.#topKey = name;
    if (this.#keys.length === 2) this.#checkKey = name;
  }

  #takeValue(value: Value, { start, end, line, column }: Spot): void {
    const at = { value, start, end, line, column };
    const depth = this.#keys.length;
    if (depth === 0) this.#root = at;
    if (this.#topKey !== 'lastChecks' || this.#keys[0] === undefined) return;
    if (depth === 1) {
      // Of a key that stands twice the last one counts, as it does for every parser.
      this.#lastChecks = at;
      this.#members = [];
    }
    if (depth === 2 && this.#keys[1] !== undefined) {
      this.#members.push({ name: this.#checkKey, ...at });
    }
  }

  #state(): HeartbeatState | undefined {
    const root = this.#root;
    if (root === undefined) return undefined;
    const checks = this.#lastChecks;
    const values = Object.fromEntries(this.#members.map(({ name, value }) => [name, value]));
    const faults = schemaFaults(
      isJsonObject(root.value)
        ? { ...(checks && { lastChecks: isJsonObject(checks.value) ? values : checks.value }) }
        : root.value,
    );
    if (faults.get('') === 'type') {
      this.#faults.push({ ...root, fault: 'root' });
      return undefined;
    }
    const repeated = this.#repeated;
    if (checks === undefined) return { lastChecks: { is: 'absent', time: this.#time }, repeated };
    if (faults.has('/lastChecks')) return { lastChecks: { is: 'no object', at: checks }, repeated };
    return { lastChecks: { is: 'object', entries: this.#entries(faults) }, repeated };
  }

  /** Of a check that stands twice, only the last one: the others are read by nobody. */
  #entries(faults: ReadonlyMap<string, string>): readonly CheckEntry[] {
    const last = new Map(this.#members.map((member) => [member.name, member]));
    return this.#members.flatMap((member, at) =>
      last.get(member.name) === member
        ? [{ ...member, index: at + 1, fault: faultOf(member, faults) }]
        : [],
    );
  }
}

/** By the pointer of what is wrong: the keyword of the schema that it breaks. */
const schemaFaults = (value: unknown): ReadonlyMap<string, string> => {
  if (isHeartbeatState(value)) return new Map();
  const faults = isHeartbeatState.errors ?? [];
  return new Map(faults.map(({ instancePath, keyword }) => [instancePath, keyword]));
};

const faultOf = (
  { name, value }: Member,
  faults: ReadonlyMap<string, string>,
): EntryFault | undefined => {
  const keyword = faults.get(`/lastChecks/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  switch (keyword) {
    case undefined:
      return undefined;
    case 'minimum':
      return 'negative';
    case 'maximum':
      return 'too large';
    default:
      if (typeof value !== 'number') return 'no number';
      if (Number.isFinite(value)) return 'fraction';
      return value < 0 ? 'negative' : 'too large';
  }
};
