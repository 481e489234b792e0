/** Conversations copied word for word (§2.4). */
import en from '#lib/language/speakers/en.json' with { type: 'json' };
import de from '#lib/language/speakers/de.json' with { type: 'json' };
import es from '#lib/language/speakers/es.json' with { type: 'json' };
import pt from '#lib/language/speakers/pt.json' with { type: 'json' };
import fr from '#lib/language/speakers/fr.json' with { type: 'json' };
import zh from '#lib/language/speakers/zh.json' with { type: 'json' };
import ja from '#lib/language/speakers/ja.json' with { type: 'json' };
import ru from '#lib/language/speakers/ru.json' with { type: 'json' };
import { inAllLanguages, type WordLists } from '#lib/text/word-lists.ts';
import type { Document } from '#audit/workspace/document.ts';

/** What gives a transcript away, and the line where it begins. */
export interface TranscriptTrace {
  readonly line: number;
  readonly sign: 'turns' | 'messages' | 'session key';
}

/** Three questions and three answers; a note on who said what has fewer. */
const TURNS_MIN = 6;

const LANGUAGES: readonly WordLists<keyof typeof en>[] = [en, de, es, pt, fr, zh, ja, ru];
const HUMAN = new Set(inAllLanguages(LANGUAGES, 'human'));
const AGENT = new Set(inAllLanguages(LANGUAGES, 'agent'));
const TURN =
  /^[\s>*_#-]{0,12}(?:\[[^\]]{1,40}\]\s*)?[*_]*([^\s*_()[\]:：]{1,12})[*_]*\s*(?:\([^)]{1,40}\)\s*)?[:：]/u;
const TURN_HEADING = /^([^\s:：]{1,12})[:：]?$/u;
const MESSAGE = /"role"\s{0,4}:\s{0,4}"(user|assistant)"/gu;
const SESSION_KEY = /^\s*(?:[-*+]\s+)?[*_]*Session Key[*_]*\s*[:：]/i;

type Speaker = 'human' | 'agent';

/** The first transcript in a document. Linear in its length. */
export const transcriptIn = ({ lines }: Document): TranscriptTrace | undefined => {
  const turns = new Turns('turns');
  const messages = new Turns('messages');
  for (const one of lines) {
    const { kind, line, text } = one;
    // Whoever speaks, and every key, is followed by a colon: most lines have none.
    const hasColon = text.includes(':') || text.includes('：');
    if (hasColon && kind === 'text' && SESSION_KEY.test(text)) return { line, sign: 'session key' };
    const title = one.kind === 'heading' ? one.title : undefined;
    const speaker =
      title === undefined ? speakerIn(text, hasColon) : speakerOf(TURN_HEADING, title);
    // What is said under another heading is another conversation.
    if (title !== undefined && speaker === undefined) turns.end();
    if (speaker !== undefined) turns.take(speaker, line);
    if (hasColon && text.includes('"role"')) {
      for (const [, role] of text.matchAll(MESSAGE))
        messages.take(role === 'user' ? 'human' : 'agent', line);
    }
    const found = turns.found ?? messages.found;
    if (found !== undefined) return found;
  }
  return undefined;
};

const speakerIn = (text: string, hasColon: boolean): Speaker | undefined =>
  hasColon ? speakerOf(TURN, text) : undefined;

const speakerOf = (pattern: RegExp, text: string): Speaker | undefined => {
  const name = pattern.exec(text)?.[1]?.toLowerCase() ?? '';
  if (HUMAN.has(name)) return 'human';
  return AGENT.has(name) ? 'agent' : undefined;
};

/** Counts how often the speaker changes. */
class Turns {
  readonly #sign: TranscriptTrace['sign'];
  #last: Speaker | undefined;
  #count = 0;
  #line = 0;

  constructor(sign: TranscriptTrace['sign']) {
    this.#sign = sign;
  }

  take(speaker: Speaker, line: number): void {
    if (this.#count === 0) this.#line = line;
    if (speaker !== this.#last) this.#count += 1;
    this.#last = speaker;
  }

  end(): void {
    this.#count = 0;
    this.#last = undefined;
  }

  get found(): TranscriptTrace | undefined {
    return this.#count >= TURNS_MIN ? { line: this.#line, sign: this.#sign } : undefined;
  }
}
