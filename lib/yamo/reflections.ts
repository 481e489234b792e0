/** Reflections (RFC-0011 §1.2, §3.4): what somebody concludes from memories, kept as a memory of its own. */
import type { Sha256 } from '#lib/recall/ids.ts';
import { scrub } from '#lib/recall/scrub.ts';
import { reflectBlock } from './memory-blocks.ts';
import type { MemoryRecord } from './records.ts';

/** What is concluded, about what, and from which places. */
export interface Insight {
  readonly topic: string;
  readonly insight: string;
  readonly sources: readonly string[];
}

/** What came of it; `refused` says which part may not be kept, in words of our own. */
export type Reflection =
  | { readonly record: MemoryRecord; readonly block: string }
  | { readonly refused: string };

/** Nobody measures how sure a conclusion is; the reference says so much of a lesson. */
const CONFIDENCE = 0.7;

/** Makes a record and a block of an insight. Never throws. */
export const reflect = (
  { topic, insight, sources }: Insight,
  { agent, at, sha256 }: { readonly agent: string; readonly at: number; readonly sha256: Sha256 },
): Reflection => {
  const [about, said] = [scrub(topic), scrub(insight)];
  if ('rejected' in about) return { refused: `the topic: ${about.rejected}` };
  if ('rejected' in said) return { refused: `the insight: ${said.rejected}` };
  const id = `mem_${at}_${sha256(`${about.text}\n${said.text}\n${at}`).slice(0, 6)}`;
  const told = { agent, at: new Date(at).toISOString(), id, confidence: CONFIDENCE };
  return {
    block: reflectBlock({
      ...told,
      topic: about.text,
      insight: said.text,
      sha256,
      sources: sources.length,
    }),
    record: {
      id,
      content: said.text,
      metadata: JSON.stringify({ type: 'reflection', topic: about.text, sources }),
      created_at: at,
      updated_at: null,
      session_id: null,
      agent_id: agent,
      memory_type: 'reflection',
      importance_score: CONFIDENCE,
      access_count: null,
      last_accessed: null,
      heritage_chain: null,
      lesson_pattern_id: null,
      source_skill_id: null,
    },
  };
};
