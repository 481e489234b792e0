/**
 * Is something said, or is it talked about? Code, quotes and reported speech show what somebody else might say: a rule
 * that warns of a phrasing is none. Who wants to deceive can quote too, so what is quoted weighs less and is still told.
 */
import { scanLines, type Line } from '#lib/text/lines.ts';

const OPENING = new Map([
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['「', '」'],
  ['『', '』'],
]);

/** So much of the sentence is read for words of speech. */
const BEFORE_CHARS = 80;

/** Words near a phrasing by which a text speaks of it, and those by which it forbids it. */
const SPEECH = wordSet(
  'say says saying said read reads reading phrase phrases such example examples claim claims claiming pattern patterns attempt attempts injection injections jailbreak jailbreaks contain contains containing sagt steht beispiel dit exemple dice ejemplo diz exemplo',
);
const NEGATIONS = wordSet(
  'never not don t cannot won refuse nicht nie niemals ne jamais no nunca jamás não non mai nie nooit не никогда asla',
);
/** Between a verb and the negation that goes for it too: "never share or exfiltrate". */
const OR = wordSet('or nor oder ou o или');
/** A negation after one of these forbids nothing: "why not", "whether or not". */
const UNDOES = wordSet('why or if forget mind');
/** Words of an "or" that are looked back over for the negation. */
const OR_REACH_WORDS = 6;
const WANTS = wordSet('want need order command require urge');

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** Answers for offsets that only grow. */
export class Quotes {
  readonly #lines: Generator<Line>;
  #line: Line | undefined;
  /** Up to here the line was read; in it are an open code span, an open quote. */
  #at = 0;
  #isCode = false;
  #close = '';

  constructor(text: string) {
    this.#lines = scanLines(text);
    this.#nextLine();
  }

  /** Does what begins at `at` stand in code or in a quote? */
  holds(at: number): boolean {
    while (this.#line !== undefined && this.#line.at + this.#line.text.length < at)
      this.#nextLine();
    const line = this.#line;
    if (line === undefined) return false;
    if (line.kind === 'code' || line.kind === 'fence' || /^[ \t]{0,3}>/.test(line.text))
      return true;
    const to = at - line.at;
    this.#read(line.text, to);
    return this.#isCode || this.#close !== '' || /['‘]/.test(line.text.charAt(to - 1));
  }

  /** Is it the speech of somebody else, or forbidden? "It says …", "never …", "asks you to …". To be asked after `holds`. */
  reports(at: number): boolean {
    const line = this.#line;
    if (line === undefined) return false;
    const to = at - line.at;
    const before = line.text.slice(Math.max(0, to - BEFORE_CHARS), to);
    return isReported(before) || (WITHOUT.test(line.text.slice(to)) && asksFirst(before));
  }

  /** Is it forbidden, in so many words? "Do not …", "never …". To be asked after `holds`. */
  forbids(at: number): boolean {
    const line = this.#line;
    if (line === undefined) return false;
    const to = at - line.at;
    const words = wordsBefore(line.text.slice(Math.max(0, to - BEFORE_CHARS), to));
    const [last = '', before = ''] = words.filter((word) => word !== 'ever').toReversed();
    return NEGATIONS.has(last) && !UNDOES.has(before);
  }

  #nextLine(): void {
    const next = this.#lines.next();
    this.#line = next.done === true ? undefined : next.value;
    this.#at = 0;
    this.#isCode = false;
    this.#close = '';
  }

  #read(text: string, to: number): void {
    for (; this.#at < to; this.#at += 1) {
      const char = text.charAt(this.#at);
      if (char === '`') this.#isCode = !this.#isCode;
      else if (this.#isCode) continue;
      else if (this.#close !== '') this.#close = char === this.#close ? '' : this.#close;
      else this.#close = char === '"' ? '"' : (OPENING.get(char) ?? '');
    }
  }
}

/** The words of the sentence that stand before a place of it, in small letters. */
const wordsBefore = (before: string): readonly string[] => {
  const sentence = before.slice(
    1 + Math.max(...['. ', '! ', '? '].map((end) => before.lastIndexOf(end))),
  );
  return sentence.toLowerCase().match(/\p{L}+/gu) ?? [];
};

/** "Never … without asking": who forbids it keeps nothing from anybody. */
const WITHOUT = /^without\b/i;
const asksFirst = (before: string): boolean => {
  const [first = '', second = '', third = ''] = wordsBefore(before);
  return !UNDOES.has(second) && [first, second, third].some((word) => NEGATIONS.has(word));
};

const isReported = (before: string): boolean => {
  const words = wordsBefore(before);
  const last = words.at(-1) ?? '';
  if (words.slice(-8).some((word) => SPEECH.has(word))) return true;
  const reach = OR.has(last) ? OR_REACH_WORDS : 3;
  if (words.slice(-reach).some((word) => NEGATIONS.has(word))) return true;
  return last === 'to' && !words.slice(-4).some((word) => WANTS.has(word));
};
