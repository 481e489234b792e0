/** Sentences in which somebody says who the agent is: `You are Atlas, a research assistant`, `我是小明，一个助手`. */
import type { Aspect } from './identity-words.ts';

/** What stands before a sentence on a line: list marks, quotes, table bars, emphasis. */
const MARKS = /^[\s>*+•#|_`"“'-]+/u;
const SENTENCE_END = /[.!?。！？]+/u;

/** What one line of prose says of the agent. */
export const saidIn = (raw: string): ReadonlySet<Aspect> => {
  const aspects = new Set<Aspect>();
  for (const part of raw.replaceAll(/[*_`]+/gu, '').split(SENTENCE_END)) {
    const sentence = part.replace(MARKS, '');
    // Most sentences are about something else, and most have no character of the scripts that say it within.
    if (!ANY_AT_START.test(sentence) && !(NOT_LATIN.test(sentence) && ANY_WITHIN.test(sentence)))
      continue;
    for (const { opening, reads } of SENTENCES) {
      const rest = opening.exec(sentence)?.[1];
      if (rest === undefined) continue;
      for (const aspect of reads(rest)) aspects.add(aspect);
    }
  }
  return aspects;
};

interface Reading {
  /** The first group is what is said. */
  readonly opening: RegExp;
  readonly reads: (rest: string) => readonly Aspect[];
}

const NO_ONE = /^(?:not|never|no|here|about|becoming|someone|nobody|now|what|who)\b/iu;
const ARTICLE =
  /^(?:an?|the|my|your|an?other|un|una|une|uma?|le|la|el|les|o|os|il|lo|tu|tus|mi|mon|ton|votre|seu|sua|meu|minha|ein|eine|einen|der|die|das|dein|deine|mein|meine)\s+[^\s[<{(]/iu;
/** A second part that says what somebody is: `…, a research assistant`. */
const APPOSITION =
  /[,;:—–(-]\s*(?:an?|the|my|your|un|una|une|uma?|le|la|el|o|ein|eine|der|die|das|dein|deine)\s+[^\s[<{(]/iu;
/** The same without an article, as Romance languages have it: `…, assistante de recherche`. */
const BARE_APPOSITION =
  /,\s*\p{Ll}[\p{L}\p{M}-]*(?:\s\p{Ll}[\p{L}\p{M}-]*){0,2}\s(?:de|du|des|do|da|dos|das|del|della|di)\s/u;
const NAME = /^["“'‘«„]?[\p{Lu}\p{Lo}\p{N}]/u;
/** `Ada's assistant` is nobody's name. */
const OWNED = /^[\p{L}\p{M}.-]+['’]s?\s/u;

const latin = (rest: string): readonly Aspect[] => {
  if (NO_ONE.test(rest)) return [];
  if (ARTICLE.test(rest) || OWNED.test(rest)) return ['role'];
  if (NAME.test(rest)) {
    return APPOSITION.test(rest) || BARE_APPOSITION.test(rest) ? ['name', 'role'] : ['name'];
  }
  // `You are calm, curious and plain-spoken`
  return /^\p{Ll}/u.test(rest) && /,| (?:and|y|e|et|und|и) /u.test(rest) ? ['values'] : [];
};

/** Russian has no articles: a small letter begins what somebody is, a capital one who. */
const russian = (rest: string): readonly Aspect[] => {
  if (/^не\s/u.test(rest)) return [];
  if (!/^["«]?\p{Lu}/u.test(rest)) return ['role'];
  return /[,—–-]\s*\p{Ll}/u.test(rest) ? ['name', 'role'] : ['name'];
};

const HELPER =
  /助手|助理|管家|伙伴|夥伴|顾问|专家|机器人|アシスタント|エージェント|秘書|相棒|パートナー|비서|도우미|assistant|agent/iu;

const chinese = (rest: string): readonly Aspect[] => {
  if (/^[谁不]/u.test(rest)) return [];
  const isRole = /^一[个個名位只款]|的/u.test(rest) || HELPER.test(rest);
  const isName = !/^(?:一[个個名位只款]|[你我他她您]|\p{L}{0,12}的)/u.test(rest);
  return [...(isName ? (['name'] as const) : []), ...(isRole ? (['role'] as const) : [])];
};

const japanese = (rest: string): readonly Aspect[] =>
  /です|だ|である/u.test(rest) ? ['name', 'role'] : [];

const named = (): readonly Aspect[] => ['name'];
const employed = (): readonly Aspect[] => ['role'];
const principled = (): readonly Aspect[] => ['values'];
const both = (): readonly Aspect[] => ['name', 'role'];

const SENTENCES: readonly Reading[] = [
  { opening: /^(?:you are|you['’]re|i am|i['’]m)\s+(\S.*)/iu, reads: latin },
  {
    opening:
      /^(?:du bist|ich bin|(?:tú )?eres|(?:yo )?soy|você é|(?:eu )?sou|tu és|tu es|je suis|vous êtes|sei|(?:io )?sono)\s+(\S.*)/iu,
    reads: latin,
  },
  { opening: /^(?:ты|вы|я)\s+(?:[—–-]\s+)?(\S.*)/iu, reads: russian },
  {
    opening:
      /^(?:(?:my|your) name(?:['’]s| is)|mein name ist|dein name ist|ich heiße|du heißt|me llamo|te llamas|mi nombre es|tu nombre es|je m['’]appelle|tu t['’]appelles|mon nom est|ton nom est|meu nome é|seu nome é|mi chiamo|меня зовут|тебя зовут)\s+([^\s[<{(].*)/iu,
    reads: named,
  },
  {
    opening:
      /^(?:my|your) (?:role|job|purpose|mission|task|function)(?: here)?(?:['’]s| is)\s+([^\s[<{(].*)/iu,
    reads: employed,
  },
  {
    opening:
      /^(?:you|i) (?:help|assist|serve|support|look after|act as|work (?:for|with|as))\s+(\S.*)/iu,
    reads: employed,
  },
  {
    opening: /^(?:you|i) (?:value|believe|care about|stand for|prize|cherish|respect)\s+(\S.*)/iu,
    reads: principled,
  },
  { opening: /^(?:be|stay|remain)\s+(\p{L}.*)/iu, reads: principled },
  { opening: /(?:^|[，,、\s])[我你您](?:是|叫做?|的名字[是叫])\s*(\S.*)/u, reads: chinese },
  { opening: /名前は\s*(\S.*)/u, reads: named },
  { opening: /(?:^|[、\s])(?:私|わたし|僕|俺|あなた|君)は\s*(\S.*)/u, reads: japanese },
  { opening: /(?:^|\s)(?:나|너|저|당신)[는은]\s+(\S.*)/u, reads: both },
];

const isAtStart = ({ source }: RegExp): boolean => source.startsWith('^');
const OPENINGS = SENTENCES.map(({ opening }) => opening);
const anyOf = (patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join('|'), 'iu');

/** A pattern all of whose parts begin at the start is tried there only. */
const ANY_AT_START = anyOf(OPENINGS.filter(isAtStart));
/** Each of these holds a character of Chinese, Japanese or Korean. */
const ANY_WITHIN = anyOf(OPENINGS.filter((opening) => !isAtStart(opening)));
const NOT_LATIN = /[\u1100-\uFFFF]/u;
