/**
 * Memory as the index gets it and as hits of it are shown: read through the gate of the session, with its credentials
 * masked (RFC-0009 §4.2). What is handed over and what is compared later come out of the same function.
 */
import { MEMORY_DIR } from '#lib/spec/files.ts';
import { FILE_SETTLED_MS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { ledgerIdOf } from '#lib/text/place.ts';
import { nameOfHuman } from '#lib/workspace/identity.ts';
import type { Broker, SearchedText } from '#kernel/gate/broker.ts';
import { type CredentialRedactor, REDACTED } from '#kernel/redact/credential-redactor.ts';
import { lookAt } from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import { linesOf } from '#kernel/wire/place-hash.ts';
import type { LedgerTexts } from './ledger-texts.ts';

/** What a session lends: its gate, and what it knows of credentials. */
export interface IndexSource {
  readonly broker: Pick<Broker, 'may' | 'searchable' | 'readForSearch'>;
  /** What stands in no file, where the session may know it. */
  readonly ledger?: LedgerTexts | undefined;
  readonly redactor: CredentialRedactor;
  /** Hears of each file of which a hit is shown without its credential. */
  readonly redacted: (file: string) => void;
}

/** A file as this session may see it. */
export interface MaskedFile {
  readonly text: string;
  readonly lines: readonly string[];
  /** Notes that something of it was shown. */
  readonly note: SearchedText['note'];
}

/** MEMORY.md and the logs that this session may read, the newest first. Throws GATE_DENIED if it may read none. */
export const memoryFiles = ({ broker }: IndexSource): Promise<readonly string[]> =>
  broker.searchable('memory');

/** What stands in the ledger, by name. Throws STATE_DAMAGED, STATE_UNUSABLE. */
export const ledgerNames = ({ ledger }: Pick<IndexSource, 'ledger'>): readonly string[] =>
  ledger?.names() ?? [];

/** Tells of a file what changes whenever it does; `undefined` where that cannot be told, as while it is being written. */
export type Stamps = (file: string) => string | undefined;

/** Stamps of this moment: where files lie is looked up once, and nothing is opened. */
export const stampsNow = (
  workspace: Workspace,
  { ledger }: Pick<IndexSource, 'ledger'>,
): Stamps => {
  const memory = quietly(() => workspace.memory());
  const settled = BigInt(Date.now() - FILE_SETTLED_MS) * 1_000_000n;
  const prefix = `${MEMORY_DIR}/`;
  return (file) => {
    if (ledgerIdOf(file) !== undefined) return ledger?.stampOf(file);
    const isInMemory = file.startsWith(prefix);
    const directory = isInMemory ? memory : workspace.root;
    const name = isInMemory ? file.slice(prefix.length) : file;
    const stat = directory && quietly(() => lookAt(directory, name, file));
    // Two changes in one tick of the clock of a file system have one time.
    if (stat === undefined || stat.ctimeNs >= settled) return undefined;
    return [stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(' ');
  };
};

/** `undefined` for what is gone or cannot be read. */
export const readMasked = async (
  { broker, redactor, ledger }: IndexSource,
  file: string,
): Promise<MaskedFile | undefined> => {
  const isKept = ledgerIdOf(file) !== undefined;
  const seen = isKept ? noted(ledger?.textOf(file)) : quietly(() => broker.readForSearch(file));
  if (seen === undefined) return undefined;
  const text = await redactor.redactLines(seen.text);
  return { text, lines: linesOf(text), note: seen.note };
};

/** What is in no file was read from none. */
const noted = (text: string | undefined): Pick<SearchedText, 'text' | 'note'> | undefined =>
  text === undefined ? undefined : { text, note: () => undefined };

/** The lines, from 1, of which a part is masked. */
export const maskedLines = ({ text, lines }: MaskedFile): readonly number[] =>
  text.includes(REDACTED)
    ? lines.flatMap((line, index) => (line.includes(REDACTED) ? [index + 1] : []))
    : [];

/** What USER.md calls the human; `undefined` where it cannot be read, or does not say. */
export const humanInUser = ({ broker }: Pick<IndexSource, 'broker'>): string | undefined => {
  if (!broker.may('read', 'USER.md').allowed) return undefined;
  const user = quietly(() => broker.readForSearch('USER.md'));
  return user === undefined ? undefined : nameOfHuman(user.text);
};

/** Why a file cannot be read, as a sentence; `undefined` where it can be by now. */
export const whyUnread = (
  { broker }: Pick<IndexSource, 'broker'>,
  file: string,
): string | undefined => {
  try {
    broker.readForSearch(file);
    return undefined;
  } catch (error) {
    return unreadableOf(error).message;
  }
};

/** A file that cannot be read keeps nobody from the others. */
const quietly = <Value>(read: () => Value): Value | undefined => {
  try {
    return read();
  } catch (error) {
    unreadableOf(error);
    return undefined;
  }
};

/** The refusal that a file cannot be read by. Throws any other error. */
const unreadableOf = (error: unknown): Refusal => {
  if (error instanceof Refusal && /^(?:FILE|MEMORY_DIR)_/.test(error.code)) return error;
  throw error;
};
