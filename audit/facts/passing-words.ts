/** Words by which people say that something will soon be stale, or that they are not sure of it (§2.4). */
import { MEMORY_FILE, entryLines, ofMemory } from './memory.ts';
import type { RuleOutcome } from '#audit/workspace/finding.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

const words = (...alternatives: readonly string[]): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${alternatives.join('|')})(?!\\p{L})`, 'u');

/** What was true when it was written. */
const PASSING = words(
  'today|tonight|tomorrow|yesterday|currently|right now|at the moment|for now|as of now|temporar(?:y|ily)',
  '(?:this|next|last) (?:week|month|morning|afternoon|evening|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday)',
  'in progress|work in progress|wip|still waiting|will be back|(?:just|soon) (?:now|to)',
  'heute|morgen früh|gestern|derzeit|momentan|gerade eben|vorläufig|(?:diese|nächste|letzte) woche',
  "aujourd'hui|demain|hier soir|en ce moment|actuellement|cette semaine",
  'hoy|mañana por la|ayer|actualmente|por ahora|esta semana',
);
const PASSING_CJK = /今天|明天|昨天|目前|暂时|本周|这周|今日|明日|現在|一時的/u;

/** What nobody has checked. */
const GUESSED = words(
  'maybe|perhaps|probably|presumably|apparently|supposedly|possibly|i (?:think|guess|suspect|assume|believe)|i am not sure|not sure|unsure|might be|could be|seems? (?:to|like)|my guess|unverified|unconfirmed',
  'vielleicht|vermutlich|wahrscheinlich|ich (?:glaube|vermute|denke)|anscheinend|möglicherweise',
  'peut-être|probablement|je (?:crois|pense)|il semble',
  'quizás?|tal vez|probablemente|creo que|parece que',
);
const GUESSED_CJK = /也许|可能|大概|我觉得|我想|似乎|たぶん|かもしれない|おそらく/u;

const holds = (text: string, [spaced, dense]: readonly [RegExp, RegExp]): boolean =>
  spaced.test(text.toLowerCase()) || dense.test(text);

/** One finding for all lines of MEMORY.md with such words, at the first: a candidate, for a person to look at. */
const judgeWords = (
  kind: readonly [RegExp, RegExp],
  {
    one,
    many,
    expected,
  }: { readonly one: string; readonly many: string; readonly expected: string },
): ((workspace: AuditedWorkspace) => RuleOutcome) =>
  ofMemory((memory) => {
    const lines = entryLines(memory).filter(({ text }) => holds(text, kind));
    const [first] = lines;
    if (first === undefined) return [];
    const found = lines.length === 1 ? one : `${lines.length} ${many}`;
    return [{ file: MEMORY_FILE, line: first.line, found, expected }];
  });

/** What may be stale by the next session. */
export const judgePassing = judgeWords([PASSING, PASSING_CJK], {
  one: 'a word that is true for a while only',
  many: 'lines with words that are true for a while only',
  expected: 'what will still hold in the next session',
});

/** What may never have been checked. */
export const judgeGuessed = judgeWords([GUESSED, GUESSED_CJK], {
  one: 'a word of guessing',
  many: 'lines with words of guessing',
  expected: 'what was checked, or who said it and when',
});
