/**
 * Memory as the index gets it and as hits of it are shown: read through the gate of the session, with its credentials
 * masked (RFC-0009 §4.2). What is handed over and what is compared later come out of the same function.
 */
import { FILE_SETTLED_MS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Broker, Credential, Glance } from '#kernel/gate/broker.ts';
import { mayHoldCredential } from '#kernel/redact/credentials.ts';
import { type Secrets, WITHHELD, withholdByLine } from '#kernel/redact/terminal-withhold.ts';
import { linesOf } from '#kernel/wire/place-hash.ts';

/** What a session lends: its gate, and what it knows of credentials. */
export interface Reading {
  readonly broker: Pick<Broker, 'searchable' | 'glance' | 'stamp'>;
  readonly findCredentials: (text: string) => Promise<readonly Credential[]>;
  readonly secrets: Secrets;
  /** Hears of each file of which a hit is shown without its credential. */
  readonly withheld: (file: string) => void;
}

/** A file as this session may see it. */
export interface MaskedFile {
  readonly text: string;
  readonly lines: readonly string[];
  /** Notes that something of it was shown. */
  readonly note: Glance['note'];
}

/** MEMORY.md and the logs that this session may read, the newest first. Throws GATE_DENIED if it may read none. */
export const memoryFiles = ({ broker }: Reading): Promise<readonly string[]> =>
  broker.searchable('memory');

/** What changes whenever a file does; `undefined` where that cannot be told, as while it is being written. */
export const stampOf = ({ broker }: Reading, file: string): string | undefined => {
  const stamp = quietly(() => broker.stamp(file));
  const changedMs = Number((stamp ?? '').split(' ').at(-1)) / 1e6;
  // Two changes in one tick of the clock of a file system have one time.
  return changedMs < Date.now() - FILE_SETTLED_MS ? stamp : undefined;
};

/** `undefined` for what is gone or cannot be read. */
export const readMasked = async (
  { broker, findCredentials, secrets }: Reading,
  file: string,
): Promise<MaskedFile | undefined> => {
  const glance = quietly(() => broker.glance(file));
  if (glance === undefined) return undefined;
  const { text, note } = glance;
  const found = mayHoldCredential(text) ? await findCredentials(text) : [];
  for (const { value } of found) secrets.add(value);
  const masked = withholdByLine(text, found, secrets);
  return { text: masked, lines: linesOf(masked), note };
};

/** The lines, from 1, of which a part is masked. */
export const maskedLines = ({ text, lines }: MaskedFile): readonly number[] =>
  text.includes(WITHHELD)
    ? lines.flatMap((line, index) => (line.includes(WITHHELD) ? [index + 1] : []))
    : [];

/** A file that cannot be read keeps nobody from the others. */
const quietly = <Value>(read: () => Value): Value | undefined => {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal && error.code.startsWith('FILE_')) return undefined;
    throw error;
  }
};
