/**
 * The blocks that tell what was done with memories (RFC-0011 §3.2 to §3.5), as text. No value can add a line or a
 * field, and personal data is redacted in all of them (RFC-0009 §4.2, R-71).
 */
import type { Sha256 } from '#lib/recall/ids.ts';
import { redactPersonalData } from '#lib/recall/personal-data.ts';

/** Of a text that is not told in full. */
const PREVIEW_CHARS = 60;
const VALUE_MAX_CHARS = 1000;

/** What every block says: by whom, and when. */
interface Told {
  readonly agent: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** A memory was taken in (§3.2). */
export const retainBlock = (
  told: Told & {
    readonly id: string;
    readonly type: string;
    /** As it is kept: scrubbed. */
    readonly content: string;
    readonly hypothesis?: string;
    readonly sha256: Sha256;
  },
): string =>
  block(told, 'store_memory_for_future_retrieval', {
    context: [
      ['memory_id', told.id],
      ['memory_type', told.type],
      ['timestamp', told.at],
      ['content_length', String(utf8Bytes(told.content))],
    ],
    constraints: [['hypothesis', told.hypothesis ?? 'It helps a later session']],
    priority: 'medium',
    output: [
      ['memory_stored', told.id],
      ['content_preview', preview(told.content, told.sha256)],
    ],
    meta: [
      ['rationale', 'Memory persisted for search and retrieval'],
      ['observation', 'Content scrubbed and stored'],
      ['confidence', '1.0'],
    ],
    log: ['memory_retained', 'timestamp', told.at, 'id', told.id, 'type', told.type],
    handoff: 'End',
  });

/** Memories were searched (§3.3). */
export const recallBlock = (
  told: Told & {
    readonly query: string;
    readonly limit: number;
    readonly found: number;
    readonly topScore: number;
  },
): string =>
  block(told, 'recall_relevant_memories', {
    context: [
      ['query', told.query],
      ['limit', String(told.limit)],
      ['filter', 'none'],
      ['timestamp', told.at],
    ],
    output: [
      ['results_found', String(told.found)],
      ['top_score', score(told.topScore)],
    ],
    meta: [
      ['rationale', 'Retrieved the memories that answer best'],
      ['confidence', score(told.topScore)],
    ],
    log: [
      'memory_recalled',
      'timestamp',
      told.at,
      'query',
      told.query,
      'results',
      String(told.found),
    ],
    handoff: 'End',
  });

/** Memories became a belief (§3.4). */
export const reflectBlock = (
  told: Told & {
    readonly id: string;
    readonly topic: string;
    readonly sources: number;
    readonly insight: string;
    readonly confidence: number;
    readonly sha256: Sha256;
  },
): string =>
  block(told, 'synthesize_beliefs_from_memories', {
    context: [
      ['topic', told.topic],
      ['source_count', String(told.sources)],
      ['timestamp', told.at],
    ],
    output: [
      ['reflection_id', told.id],
      ['insight_preview', preview(told.insight, told.sha256)],
      ['confidence', score(told.confidence)],
    ],
    meta: [
      ['rationale', 'Aggregated what recent memories have in common'],
      ['confidence', score(told.confidence)],
    ],
    log: [
      'memory_reflected',
      'timestamp',
      told.at,
      'topic',
      told.topic,
      'sources',
      String(told.sources),
    ],
    handoff: 'End',
  });

/** A lesson was learned (§3.5); it goes to whoever keeps the active context. */
export const lessonBlock = (
  told: Told & {
    readonly id: string;
    readonly patternId: string;
    readonly situation: string;
    readonly errorPattern: string;
    readonly oversight: string;
    readonly fix: string;
    readonly rule: string;
    readonly severity: string;
    readonly scope: string;
    readonly inverse: string;
    readonly confidence: number;
  },
): string =>
  block(told, 'distill_wisdom_from_execution', {
    context: [
      ['original_context', told.situation],
      ['error_pattern', told.errorPattern],
      ['severity', told.severity],
      ['timestamp', told.at],
    ],
    constraints: [
      ['hypothesis', 'This lesson prevents recurrence of similar failures'],
      ['hypothesis_confidence', score(told.confidence)],
    ],
    priority: 'high',
    output: [
      ['lesson_id', told.id],
      ['oversight_description', told.oversight],
      ['preventative_rule', told.rule],
      ['rule_confidence', score(told.confidence)],
    ],
    meta: [
      ['rationale', told.fix],
      ['applicability_scope', told.scope],
      ...(told.inverse === '' ? [] : [['inverse_lesson', told.inverse] as const]),
      ['confidence', score(told.confidence)],
    ],
    log: [
      'lesson_learned',
      'timestamp',
      told.at,
      'pattern',
      told.patternId,
      'severity',
      told.severity,
      'id',
      told.id,
    ],
    handoff: 'SubconsciousReflector',
  });

type Pair = readonly [key: string, value: string];

interface Sections {
  readonly context: readonly Pair[];
  readonly constraints?: readonly Pair[];
  readonly priority?: string;
  readonly output: readonly Pair[];
  readonly meta: readonly Pair[];
  readonly log: readonly string[];
  readonly handoff: string;
}

/** In the order of §3.1. */
const block = ({ agent }: Told, intent: string, sections: Sections): string =>
  [
    `agent: MemoryMesh_${valueOf(agent).replaceAll(/[^A-Za-z0-9_]/gu, '_')};`,
    `intent: ${intent};`,
    ...section('context', sections.context),
    ...section('constraints', sections.constraints),
    ...(sections.priority === undefined ? [] : [`priority: ${sections.priority};`]),
    ...section('output', sections.output),
    ...section('meta', sections.meta),
    `log: ${sections.log.map(valueOf).join(';')};`,
    `handoff: ${sections.handoff};`,
    '',
  ].join('\n');

const section = (name: string, pairs: readonly Pair[] = []): readonly string[] =>
  pairs.length === 0
    ? []
    : [`${name}:`, ...pairs.map(([key, value]) => `  ${key};${valueOf(value)};`)];

/** A value that is there, on one line, without a semicolon and without what ends a line for others. */
const valueOf = (value: string): string => {
  const { text } = redactPersonalData(value);
  const line = text.replaceAll(/[\p{Cc}\u{2028}\u{2029}]+/gu, ' ').trim();
  const clipped = line.slice(0, VALUE_MAX_CHARS).toWellFormed();
  return clipped === '' ? 'none' : clipped.replaceAll(';', '%3B');
};

/** How many bytes a text takes in UTF-8. */
const utf8Bytes = (text: string): number => {
  let bytes = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
};

/** A hash of how a text begins, and no word of it: a block is never changed, and the text may be forgotten. */
const preview = (content: string, sha256: Sha256): string =>
  `sha256:${sha256(Array.from(redactPersonalData(content).text).slice(0, PREVIEW_CHARS).join(''))}`;

const WORDS_OF_PREVIEW = /^( {2}\w+_preview;)(?!sha256:)(.*);$/gmu;

/** A block in which no word of a preview stands, as earlier versions wrote it. */
export const withoutPreviews = (text: string, sha256: Sha256): string =>
  text.replaceAll(
    WORDS_OF_PREVIEW,
    (_, name: string, words: string) => `${name}sha256:${sha256(words)};`,
  );

/** From 0.0 to 1.0, with the point that the RFC shows. */
const score = (value: number): string => {
  const bounded = Math.min(1, Math.max(0, Number.isFinite(value) ? value : 0));
  return Number.isInteger(bounded) ? bounded.toFixed(1) : String(Math.round(bounded * 100) / 100);
};
