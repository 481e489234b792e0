/** Memory as records that other programs read (RFC-0011 §2.2), made from the files of now, and what stands in the ledger: scrubbed as for the index (RFC-0009 §5.4). */
import type { MemoryUnit } from '#lib/recall/ingest.ts';
import { writeFormat1 } from '#lib/yamo/format1.ts';
import type { MemoryRecord } from '#lib/yamo/records.ts';
import { MemoryLedger } from './ledger.ts';
import { readUnits } from './hit.ts';
import { memoryFiles, type IndexSource } from './reader.ts';

/** The lines of an export in format 1, and how many records it holds. Throws GATE_DENIED, STATE_DAMAGED, STATE_UNUSABLE. */
export const exportMemory = async (
  reading: IndexSource,
  ledgerFolder: string,
): Promise<{ readonly text: string; readonly records: number }> => {
  const records: MemoryRecord[] = [];
  for (const file of await memoryFiles(reading)) {
    const units = (await readUnits(reading, file)) ?? [];
    records.push(...units.map(recordOf));
  }
  const ledger = MemoryLedger.open(ledgerFolder);
  try {
    // What came from elsewhere goes on as it came; an id is there once.
    const known = new Set(records.map(({ id }) => id));
    records.push(...ledger.records().filter(({ id }) => !known.has(id)));
    const others = ledger.others();
    return {
      text: writeFormat1(records, others),
      records: records.length + others.length,
    };
  } finally {
    ledger.close();
  }
};

const recordOf = ({ id, file, from, to, headings, session, text }: MemoryUnit): MemoryRecord => ({
  id,
  content: text,
  metadata: JSON.stringify({ type: 'global', source: file, from, to, headings }),
  created_at: Number(id.split('_')[1]),
  updated_at: null,
  session_id: session,
  agent_id: null,
  memory_type: 'global',
  importance_score: null,
  access_count: null,
  last_accessed: null,
  heritage_chain: null,
  lesson_pattern_id: null,
  source_skill_id: null,
});
