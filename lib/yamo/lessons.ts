/**
 * Lessons (RFC-0011 §3.5 and §8, RFC-0007): what went wrong, why, and the rule that prevents it. A pattern has one lesson;
 * a new one replaces it only if it is surer. Whoever is to act by lessons gets those that are sure enough and not too old.
 */
import type { Sha256 } from '#lib/recall/ids.ts';
import { scrub } from '#lib/recall/scrub.ts';
import { lessonBlock } from './memory-blocks.ts';
import { readMetadata } from './metadata.ts';
import type { MemoryRecord } from './records.ts';

/** How bad it was, worst first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;

/** One of them. */
type Severity = (typeof SEVERITIES)[number];

/** What whoever learned a lesson says of it. */
export interface LessonContext {
  readonly situation: string;
  /** A name that stays the same: `auth_fallback_production`. */
  readonly errorPattern: string;
  readonly oversight: string;
  readonly fix: string;
  readonly rule: string;
  readonly scope: string;
  readonly severity?: Severity | undefined;
  readonly inverse?: string | undefined;
  /** That the rule is right, from 0 to 1. */
  readonly confidence?: number | undefined;
}

/** A lesson as it is kept. */
export interface Lesson {
  readonly id: string;
  readonly patternId: string;
  readonly severity: Severity;
  readonly rule: string;
  readonly confidence: number;
  readonly scope: string;
  readonly learnedAt: number;
}

/** Only as sure a lesson tells others what to do (RFC-0011, "LessonLearned Integrity"). */
const ACTIVE_MIN_CONFIDENCE = 0.7;
const RETENTION_DAYS = 365;
const DAY_MS = 86_400_000;
const PATTERN_HEX_CHARS = 16;
const DEFAULT_CONFIDENCE = 0.7;
const TAG = '#lesson_learned';

/** By what a lesson is known as the same: the first digits of SHA-256 over pattern and scope. */
export const patternIdOf = (errorPattern: string, scope: string, sha256: Sha256): string =>
  sha256(errorPattern + scope).slice(0, PATTERN_HEX_CHARS);

/** What came of a lesson. */
export type Distilled =
  /** It is new, or surer than the one before. */
  | { readonly kind: 'new'; readonly record: MemoryRecord; readonly block: string }
  | { readonly kind: 'known'; readonly lesson: Lesson }
  /** A part of it may not be kept: words of our own. */
  | { readonly kind: 'refused'; readonly part: string };

/** Makes a record and a block of a lesson, unless one as sure is among `records`. */
export const distil = (
  context: LessonContext,
  records: readonly MemoryRecord[],
  made: { readonly agent: string; readonly at: number; readonly sha256: Sha256 },
): Distilled => {
  const clean = cleaned(context);
  if ('part' in clean) return clean;
  const { agent, at, sha256 } = made;
  const { severity = 'medium', confidence = DEFAULT_CONFIDENCE, inverse = '' } = context;
  const patternId = patternIdOf(clean.errorPattern, clean.scope, sha256);
  const known = lessonsIn(records).find((one) => one.patternId === patternId);
  if (known !== undefined && known.confidence >= confidence)
    return { kind: 'known', lesson: known };
  const id = `lesson_${at}_${sha256(`${patternId}${at}`).slice(0, 6)}`;
  const block = lessonBlock({
    ...clean,
    agent,
    id,
    patternId,
    severity,
    confidence,
    inverse: inverse === '' ? '' : clean.inverse,
    at: new Date(at).toISOString(),
  });
  const metadata = {
    type: 'lesson',
    tags: [TAG],
    lesson_id: id,
    lesson_pattern_id: patternId,
    error_pattern: clean.errorPattern,
    severity,
    preventative_rule: clean.rule,
    rule_confidence: confidence,
    applicable_scope: clean.scope,
  };
  return {
    kind: 'new',
    block,
    record: {
      id: `mem_${at}_${id.slice(-6)}`,
      content: `[LESSON:${id}] ${clean.oversight} | Rule: ${clean.rule} | Scope: ${clean.scope}`,
      metadata: JSON.stringify(metadata),
      created_at: at,
      updated_at: null,
      session_id: null,
      agent_id: agent,
      memory_type: 'lesson',
      importance_score: confidence,
      access_count: null,
      last_accessed: null,
      heritage_chain: null,
      lesson_pattern_id: patternId,
      source_skill_id: null,
    },
  };
};

const PARTS = ['situation', 'errorPattern', 'oversight', 'fix', 'rule', 'scope'] as const;
type Clean = Record<(typeof PARTS)[number] | 'inverse', string>;

/** Every part as it may be kept, or the name of the first that may not. */
const cleaned = (context: LessonContext): Clean | Extract<Distilled, { kind: 'refused' }> => {
  const { inverse = '' } = context;
  const clean: Clean = {
    situation: '',
    errorPattern: '',
    oversight: '',
    fix: '',
    rule: '',
    scope: '',
    inverse: '',
  };
  for (const part of PARTS) {
    const scrubbed = scrub(context[part]);
    if ('rejected' in scrubbed) return { kind: 'refused', part: `${part}: ${scrubbed.rejected}` };
    clean[part] = scrubbed.text;
  }
  if (inverse === '') return clean;
  const scrubbed = scrub(inverse);
  return 'rejected' in scrubbed
    ? { kind: 'refused', part: `inverse: ${scrubbed.rejected}` }
    : { ...clean, inverse: scrubbed.text };
};

/** The lessons among records, the surest of each pattern. Records that only look like one are left out. */
export const lessonsIn = (records: readonly MemoryRecord[]): readonly Lesson[] => {
  const best = new Map<string, Lesson>();
  for (const record of records) {
    const lesson = lessonOf(record);
    const before = lesson && best.get(lesson.patternId);
    if (lesson !== undefined && (before === undefined || lesson.confidence > before.confidence))
      best.set(lesson.patternId, lesson);
  }
  return [...best.values()];
};

const lessonOf = ({
  metadata,
  memory_type,
  created_at,
  ...record
}: MemoryRecord): Lesson | undefined => {
  const read = readMetadata(metadata);
  if ('fault' in read || (memory_type !== 'lesson' && read.value['type'] !== 'lesson'))
    return undefined;
  const { lesson_id: id, preventative_rule: rule, rule_confidence: confidence } = read.value;
  const { applicable_scope: scope, severity } = read.value;
  const patternId = record.lesson_pattern_id;
  if (typeof id !== 'string' || typeof rule !== 'string' || typeof confidence !== 'number')
    return undefined;
  if (patternId === null || !(confidence >= 0 && confidence <= 1)) return undefined;
  return {
    id,
    patternId,
    rule,
    confidence,
    scope: typeof scope === 'string' ? scope : '',
    severity: SEVERITIES.find((one) => one === severity) ?? 'medium',
    learnedAt: created_at,
  };
};

/** Lessons that may tell an agent what to do, the worst first: sure enough, and learned within a year. */
export const activeLessons = (
  lessons: readonly Lesson[],
  now: number,
  limit: number,
): readonly Lesson[] =>
  lessons
    .filter(
      ({ confidence, learnedAt }) =>
        confidence >= ACTIVE_MIN_CONFIDENCE && now - learnedAt <= RETENTION_DAYS * DAY_MS,
    )
    .toSorted(
      (one, other) =>
        SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) ||
        other.confidence - one.confidence ||
        (one.id < other.id ? -1 : 1),
    )
    .slice(0, limit);
