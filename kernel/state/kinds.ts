/**
 * Each kind of state once: what its file is called and where it lies, what stands in it, whether it must last, what
 * is lost with a damaged one, how long it is kept, and who sees it. `StateStore` alone reads and writes the kinds of
 * `STATE`; those of `APART` are kept by the module that is named. File names and formats are those of every version.
 */
import { areRuns, isSkipped } from '#lib/heartbeat/beats.ts';
import type { MeshScope } from '#lib/protocol/mesh.ts';
import { JOURNAL_DAYS, LOG_REVIEW_DAYS } from '#lib/spec/limits.ts';
import { isString, jsonAs, objectOf, type TypeGuard } from '#lib/guard.ts';
import * as shape from './shapes.ts';

/** A folder of the state. Of a workspace: its own, those in it, and that of its seal. Of the machine: the others. */
export type Place =
  | PlaceOfWorkspace
  | 'machine'
  | 'hooks'
  | 'credentials'
  | 'audit'
  | 'usage'
  | 'daemon';
type PlaceOfWorkspace = 'workspace' | 'journal' | 'seals' | 'mesh' | MeshScope | 'ledger' | 'data';

/** What becomes of the files of a kind, and who sees them. */
interface Lifecycle {
  /** What is lost with a damaged one, which is set aside; without it, a damaged one is refused. */
  readonly lost?: string;
  /** A damaged one counts as none, and nothing is said of it. */
  readonly isSpare?: true;
  /** Until when it is kept; without it, as long as the state. */
  readonly until?: 'the session ends' | 'it is used' | { readonly days: number };
  /** Whether it goes when its owner has a place forgotten, or takes the hooks back. */
  readonly goes?: 'with what is forgotten' | 'with the hooks';
  /** Says nothing on another machine, or once its process has ended: no backup has it. */
  readonly isLocal?: true;
  /** A key: no backup has it and no page shows it. */
  readonly isSecret?: true;
  /** What stands for the star in its name, where that is not any name. */
  readonly keys?: RegExp;
}

/** How the file of a kind is written, and what its bytes say. */
interface Form<Value, Given = Value> {
  /** Written durably; else in place, for what matters only until a process ends. */
  readonly isDurable: boolean;
  /** `undefined` for bytes that are damaged. */
  readonly parse: (bytes: Buffer) => Value | undefined;
  readonly print: (value: Given) => Uint8Array;
}

/** One kind of state. */
export interface Kind<
  At extends Place = Place,
  Key extends readonly string[] = readonly string[],
  Value = unknown,
  Given = Value,
>
  extends Lifecycle, Form<Value, Given> {
  readonly place: At;
  /** A star stands for each part of the key. */
  readonly name: string;
  /** The name of one file. */
  readonly file: (...key: Key) => string;
}

/** A part for each star. */
type KeyOf<Name extends string> = Name extends `${string}*${infer Rest}`
  ? [part: string, ...more: KeyOf<Rest>]
  : [];

const kindsIn =
  <At extends Place>(place: At) =>
  <const Name extends string, Value, Given>(
    name: Name,
    form: Form<Value, Given>,
    lifecycle: Lifecycle = {},
  ): Kind<At, KeyOf<Name>, Value, Given> => ({
    place,
    name,
    ...form,
    ...lifecycle,
    file: (...key) => key.reduce<string>((text, part) => text.replace('*', () => part), name),
  });

const json = <Value>(is: TypeGuard<Value>): Form<Value> => ({
  isDurable: true,
  parse: (bytes) => jsonAs(bytes.toString('utf8'), is),
  print: (value) => Buffer.from(`${JSON.stringify(value)}\n`),
});

const jsonNote = <Value>(is: TypeGuard<Value>): Form<Value> => ({
  ...json(is),
  isDurable: false,
  print: (value) => Buffer.from(JSON.stringify(value)),
});

const NOTE: Form<string> = {
  isDurable: false,
  parse: (bytes) => bytes.toString('utf8'),
  print: (text) => Buffer.from(text),
};

const BYTES: Form<Buffer, Uint8Array> = {
  isDurable: true,
  parse: (bytes) => bytes,
  print: (bytes) => bytes,
};

const own = kindsIn('workspace');
const journal = kindsIn('journal');
const machine = kindsIn('machine');
const credentials = kindsIn('credentials');
const audit = kindsIn('audit');

const BEATS: Lifecycle = { lost: 'Heartbeats are counted anew.' };
const FILES = /^(?:AGENTS|SOUL)\.md$/;
/** Files of RFC-0009, and those of other layouts behind the name of theirs. */
const ACCEPTED = /^(?:(?:AGENTS|SOUL)\.md|[^=/]+(?:=[^=/]+)+)$/;
const ID = /^[\da-f-]+$/;

/** The kinds that `StateStore` reads and writes: of one workspace, then of the machine. */
export const STATE = {
  bootstrap: own('birth.json', json(shape.isBootstrapRecord)),
  layout: own('layout.json', json(shape.isKeptLayout), { isSpare: true }),
  zone: own('zone.json', json(objectOf({ zone: isString })), {
    lost: 'The time zone is taken from USER.md again.',
  }),
  consents: own('consents.json', json(shape.areConsents)),
  baseline: own('baseline-*', BYTES, { keys: ACCEPTED }),
  beforeInit: own('before-init-*-*', BYTES),
  beforeFirstBoot: own('before-birth-*-*', BYTES),
  beforeSession: own('before-session-*-*', BYTES),
  fingerprints: own('fingerprints.json', json(shape.areKeptFingerprints), { isSecret: true }),
  healIntent: own('heal.json', json(shape.isHealIntent), {
    lost: 'If a kernel was killed while it put the ghost header back, that repair is not in the daily log.',
    until: 'it is used',
  }),
  proposals: own('proposal.json', json(shape.areProposals), {
    lost: 'The proposals for MEMORY.md that waited are lost; agents propose again.',
    until: 'it is used',
  }),
  memoryStamp: own('memory-kept.json', json(shape.isMemoryStamp), {
    lost: 'It said whether MEMORY.md had been changed; a change before now is not in the journal.',
    goes: 'with the hooks',
  }),
  memoryBytes: own('memory-kept.md', BYTES, { goes: 'with the hooks' }),
  seenLogs: own('logs-seen.json', jsonNote(shape.areSeenLogs), {
    lost: 'It said which logs were compared; they are compared again.',
    isLocal: true,
  }),
  runs: own('heartbeat.json', json(areRuns), BEATS),
  skippedRun: own('heartbeat-skipped.json', json(isSkipped), BEATS),
  rhythm: own('heartbeat-every.json', json(shape.isRhythm), {
    lost: 'How often they come is as the settings say.',
  }),
  said: own('heartbeat-said.json', json(shape.areSaid), {
    lost: 'What heartbeats said before is no longer told; yamo sessions has their sessions.',
    goes: 'with what is forgotten',
  }),
  remindedOnce: own('reminded-of-credentials', NOTE),
  holder: own('holder', NOTE, { isLocal: true }),
  openSession: own('open-*.json', jsonNote(shape.isOpenSession), {
    isSpare: true,
    until: 'the session ends',
    isLocal: true,
    keys: ID,
  }),
  sessionLock: own('open-*.lock', BYTES, { until: 'the session ends', isLocal: true, keys: ID }),
  leftover: own('left-*', NOTE, { until: 'it is used', isLocal: true, keys: ID }),
  losses: own('hook-losses.json', json(shape.areExplained), {
    lost: 'It said which writes of MEMORY.md were explained; they are explained again.',
  }),
  reminded: own('hook-reminded', NOTE, { isLocal: true }),
  expectedWrite: own('hook-writes-*', NOTE, { until: 'it is used', isLocal: true, keys: FILES }),
  canary: own('canary', NOTE, { isLocal: true }),
  attempt: own('attempt', NOTE, { until: 'it is used', isLocal: true }),
  speakersKey: own('speakers-key', BYTES, { isSecret: true }),
  serveToken: own('serve-token', BYTES, { isSecret: true }),
  server: own('server', NOTE, { isLocal: true }),
  journalEntry: journal('*.json', json(shape.isJournalEntry), { keys: /^[1-9]\d{0,8}$/ }),
  journalTexts: journal('*.gz', BYTES, { until: { days: JOURNAL_DAYS } }),
  leftLog: journal('*.log', BYTES, {
    until: { days: LOG_REVIEW_DAYS },
    keys: /^\d{4}-\d\d-\d\d$/,
  }),
  meshChoice: kindsIn('mesh')('store.json', json(shape.isMeshChoice), {
    lost: 'The mesh uses the best store that is there.',
  }),
  seal: kindsIn('seals')('seal.json', json(shape.isSeal)),

  daemon: kindsIn('daemon')('daemon.json', json(shape.isDaemonFacts), {
    isLocal: true,
    isSecret: true,
  }),
  devices: kindsIn('daemon')('devices.json', json(shape.areDevices), {
    lost: 'Browsers have to log in again: yamo open.',
    isLocal: true,
    isSecret: true,
  }),
  acceptances: machine('unsandboxed.json', json(shape.areAcceptances), { isLocal: true }),
  hookFile: kindsIn('hooks')('*.json', json(shape.isHookFile), { isLocal: true }),
  importedRecord: credentials('*.json', json(shape.isImportedRecord), { isSecret: true }),
  credential: credentials('*.key', BYTES, { isSecret: true }),
  auditKey: audit('key', BYTES, { isSecret: true }),
  audit: audit('*.json', jsonNote(shape.isCacheEntry), { isSpare: true, isLocal: true }),
} as const;

/** The files of the chain of records, each with its number but for the first. */
export const RECORD_FILE = /^record(?:\.([1-9]\d{0,8}))?\.jsonl$/;
/** Those of transcripts, each with the id of its session. */
export const TRANSCRIPT_FILE = /^([0-9a-f-]{36})\.jsonl$/;

/** A module that keeps files of its own. */
interface Keeper {
  readonly place: Place;
  readonly names: readonly string[];
  readonly by: string;
  /** Lines are only added to them: which files these are, and in which folder of the place they lie. */
  readonly journal?: { readonly folder?: string; readonly files: RegExp };
}

/** What a module of its own reads and writes: what is appended to, what locks, what a library keeps. */
export const APART: readonly Keeper[] = [
  {
    place: 'workspace',
    names: ['record.jsonl', 'record.*.jsonl'],
    by: 'kernel/state/chain.ts',
    journal: { files: RECORD_FILE },
  },
  {
    place: 'workspace',
    names: ['transcripts', '*.jsonl'],
    by: 'kernel/state/transcripts.ts',
    journal: { folder: 'transcripts', files: TRANSCRIPT_FILE },
  },
  { place: 'workspace', names: ['boot.lock'], by: 'kernel/run/open-workspace.ts' },
  { place: 'workspace', names: ['write.lock'], by: 'kernel/run/write-lock.ts' },
  { place: 'workspace', names: ['heartbeat.lock'], by: 'kernel/heartbeat/wake.ts' },
  { place: 'workspace', names: ['serve.lock'], by: 'daemon/phases/workspace.ts' },
  { place: 'data', names: ['*.db', '*.db-wal', '*.db-shm'], by: 'daemon/phases/config.ts' },
  { place: 'daemon', names: ['daemon.lock'], by: 'daemon/phases/home.ts' },
  { place: 'private', names: ['index.sqlite', 'index.lance'], by: 'mesh/store/files.ts' },
  { place: 'log', names: ['index.sqlite', 'index.lance'], by: 'mesh/store/files.ts' },
  { place: 'ledger', names: ['ledger.db'], by: 'kernel/mesh/ledger-file.ts' },
  { place: 'usage', names: ['*.jsonl'], by: 'kernel/state/ledger.ts' },
];
