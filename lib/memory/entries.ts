/** The entries of MEMORY.md, each with where it came from (RFC-0009 §5.3). */
import { scanLines } from '#lib/text/lines.ts';
import { entryLine, type Proposal } from './proposal.ts';

/** Something that MEMORY.md says. */
export interface MemoryEntry {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /** What stands above it; empty where nothing does. */
  readonly heading: string;
}

/** A change of MEMORY.md that was agreed to, from the journal. */
export interface AgreedChange {
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly proposal?: Proposal | undefined;
}

/** From which line an entry was taken, and by which change of the journal. */
export interface RecordedSource {
  /** `memory/2026-02-21.md:14`. */
  readonly source: string;
  readonly journal: number;
  readonly at: string;
}

/** Lines with something in them, but for headings. */
export const memoryEntries = (memory: string): readonly MemoryEntry[] => {
  const entries: MemoryEntry[] = [];
  let heading = '';
  for (const { kind, line, text } of scanLines(memory)) {
    if (kind === 'heading') heading = text.replace(/^#+\s*/u, '').trim();
    else if ((kind === 'text' || kind === 'code') && text.trim() !== '')
      entries.push({ line, text, heading });
  }
  return entries;
};

/** Where lines of MEMORY.md are from that a proposal has added, by the lines; the newest change counts. */
export const recordedSources = (
  journal: readonly AgreedChange[],
): ReadonlyMap<string, RecordedSource> =>
  new Map(
    journal.flatMap(({ id, at, proposal }) =>
      (proposal?.add ?? []).map((entry) => [
        entryLine(entry).trim(),
        { source: entry.source, journal: id, at },
      ]),
    ),
  );
