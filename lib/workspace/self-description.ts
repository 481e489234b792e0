/** Sentences in which somebody says who the agent is: `You are Atlas, a research assistant`, `我是小明，一个助手`. */
import type { Aspect } from '#lib/language/identity-words.ts';

/** What stands before a sentence on a line: list marks, quotes, table bars, emphasis. */
const MARKS = /^[\s>*+•#|_`"“'-]+/u;
const SENTENCE_END = /[.!?。！？]+/u;
const MARKED = /[*_`]/u;
const EMPHASIS = /[*_`]+/gu;

/** `I'm Pebble. I keep the house in order`: who says a name goes on with what somebody does. */
const WORDS_OF_A_ROLE = 4;
const goesOn = (rest: string): boolean =>
  !/[[<{]/u.test(rest) &&
  (/[\u3040-\u30FF\u4E00-\u9FFF]/u.test(rest)
    ? /[，、。].{4}/u.test(rest)
    : rest.split(/\s+/u).length > WORDS_OF_A_ROLE);

/** What one line of prose says of the agent. */
export const aspectsSaidIn = (raw: string): ReadonlySet<Aspect> => {
  const aspects = new Set<Aspect>();
  const plain = MARKED.test(raw) ? raw.replaceAll(EMPHASIS, '') : raw;
  let isNamed = false;
  for (const part of plain.split(SENTENCE_END)) {
    const sentence = part.replace(MARKS, '');
    for (const { opening, reads } of readingsFor(sentence)) {
      const rest = opening.exec(sentence)?.[1];
      if (rest === undefined) continue;
      for (const aspect of reads(rest)) {
        aspects.add(aspect);
        if (aspect === 'name' && goesOn(rest)) aspects.add('role');
      }
    }
    if (isNamed && goesOn(sentence)) aspects.add('role');
    if (COMES_FIRST.test(sentence) || FIRST_OF_ALL.test(sentence.trim())) aspects.add('values');
    isNamed = aspects.has('name');
  }
  return aspects;
};

interface Reading {
  /** The first group is what is said. */
  readonly opening: RegExp;
  readonly reads: (rest: string) => readonly Aspect[];
}

const NO_ONE = /^(?:not|never|no|here|about|becoming|someone|nobody|now|what|who)\b/i;
const ARTICLE =
  /^(?:an?|the|my|your|an?other|un|una|une|uma?|le|la|el|les|o|os|il|lo|tu|tus|mi|mon|ton|votre|seu|sua|meu|minha|ein|eine|einen|der|die|das|dein|deine|mein|meine)\s+[^\s[<{(]|^(?:l|un)['’]\p{L}/iu;
/** A second part that says what somebody is: `…, a research assistant`. */
const APPOSITION =
  /[,;:—–(-]\s*(?:an?|the|my|your|un|una|une|uma?|le|la|el|o|ein|eine|der|die|das|dein|deine)\s+[^\s[<{(]|[,;:—–(-]\s*l['’][a-zà-ÿ]/i;
/** The same without an article, as Romance languages have it: `…, assistante de recherche`. */
const BARE_APPOSITION =
  /,\s*\p{Ll}[\p{L}\p{M}-]*(?:\s\p{Ll}[\p{L}\p{M}-]*){0,2}\s(?:de|du|des|do|da|dos|das|del|della|di)\s/u;
/** Plain ASCII first, here and below: letters of all scripts take longer to make ready than a line to read. */
const beginsAsName = (rest: string): boolean =>
  /^["“'‘«„]?[A-Z0-9]/.test(rest) ||
  (/^["“'‘«„]?[^\0-\x7F]/.test(rest) && /^["“'‘«„]?[\p{Lu}\p{Lo}\p{N}]/u.test(rest));
const beginsSmall = (rest: string): boolean =>
  /^[a-z]/.test(rest) || (/^[^\0-\x7F]/.test(rest) && /^\p{Ll}/u.test(rest));
/** `Ada's assistant` is nobody's name. */
const isOwned = (rest: string): boolean =>
  /['’]/.test(rest) && /^[\p{L}\p{M}.-]+['’]s?\s/u.test(rest);

const latin = (rest: string): readonly Aspect[] => {
  if (NO_ONE.test(rest)) return [];
  if (ARTICLE.test(rest) || isOwned(rest)) return ['role'];
  if (beginsAsName(rest)) {
    return APPOSITION.test(rest) || BARE_APPOSITION.test(rest) ? ['name', 'role'] : ['name'];
  }
  // `You are calm, curious and plain-spoken`
  return beginsSmall(rest) && /,| (?:and|y|e|et|und|и) /u.test(rest) ? ['values'] : [];
};

/** Russian has no articles: a small letter begins what somebody is, a capital one who. */
const russian = (rest: string): readonly Aspect[] => {
  if (/^не\s/u.test(rest)) return [];
  if (!/^["«]?\p{Lu}/u.test(rest)) return ['role'];
  return /[,—–-]\s*\p{Ll}/u.test(rest) ? ['name', 'role'] : ['name'];
};

const HELPER =
  /助手|助理|管家|伙伴|夥伴|顾问|专家|机器人|アシスタント|エージェント|秘書|相棒|パートナー|비서|도우미|assistant|agent/i;

const chinese = (rest: string): readonly Aspect[] => {
  if (/^[谁不[{<]/u.test(rest)) return [];
  const isRole = /^一[个個名位只款]|的/u.test(rest) || HELPER.test(rest);
  const isName = !/^(?:一[个個名位只款]|[你我他她您]|\p{L}{0,12}的)/u.test(rest);
  return [...(isName ? (['name'] as const) : []), ...(isRole ? (['role'] as const) : [])];
};

const japanese = (rest: string): readonly Aspect[] =>
  /^[^[{<].*(?:です|だ|である)|^[^[{<、]{1,12}、.*ます/u.test(rest) ? ['name', 'role'] : [];

/** Several things, for one is hardly what somebody can do; and no person's life, which a common template has here. */
const able = (rest: string): readonly Aspect[] =>
  /,| (?:and|y|e|et|und) /u.test(rest) && !/^(?:some(?:one|body)|be|also be)\b/i.test(rest)
    ? ['capabilities']
    : [];

const named = (): readonly Aspect[] => ['name'];
const employed = (): readonly Aspect[] => ['role'];
const principled = (): readonly Aspect[] => ['values'];
const both = (): readonly Aspect[] => ['name', 'role'];

/** Sentences by the words that they may begin with. */
const OPENINGS: readonly (readonly [begins: string, reading: Reading])[] = [
  ['you i', { opening: /^(?:you are|you['’]re|i am|i['’]m)\s+(\S.*)/i, reads: latin }],
  [
    'du ich tú eres yo soy você eu sou tu je vous sei io sono',
    {
      opening:
        /^(?:du bist|ich bin|(?:tú )?eres|(?:yo )?soy|você é|(?:eu )?sou|tu és|tu es|je suis|vous êtes|sei|(?:io )?sono)\s+(\S.*)/i,
      reads: latin,
    },
  ],
  // A name has an article in Portuguese.
  [
    'és tu sou eu',
    {
      opening: /^(?:(?:[Tt]u )?[Éé]s|(?:[Ee]u )?[Ss]ou)\s+[oa]\s+(\p{Lu}[^,]*,.*)/u,
      reads: latin,
    },
  ],
  ['ты вы я', { opening: /^(?:ты|вы|я)\s+(?:[—–-]\s+)?(\S.*)/i, reads: russian }],
  [
    'my your mein dein ich du me te mi tu je mon ton meu seu меня тебя',
    {
      opening:
        /^(?:(?:my|your) name(?:['’]s| is)|mein name ist|dein name ist|ich heiße|du heißt|me llamo|te llamas|mi nombre es|tu nombre es|je m['’]appelle|tu t['’]appelles|mon nom est|ton nom est|meu nome é|seu nome é|mi chiamo|меня зовут|тебя зовут)\s+([^\s[<{(].*)/i,
      reads: named,
    },
  ],
  [
    'my your',
    {
      opening:
        /^(?:my|your) (?:role|job|purpose|mission|task|function)(?: here)?(?:['’]s| is)\s+([^\s[<{(].*)/i,
      reads: employed,
    },
  ],
  [
    'you i',
    {
      opening:
        /^(?:you|i) (?:help|assist|serve|support|look after|act as|work (?:for|with|as))\s+(\S.*)/i,
      reads: employed,
    },
  ],
  [
    'you i',
    {
      opening: /^(?:you|i) (?:value|believe|care about|stand for|prize|cherish|respect)\s+(\S.*)/i,
      reads: principled,
    },
  ],
  [
    'you i du ich puedes puedo você eu tu je vous',
    {
      opening:
        /^(?:(?:you|i) (?:can|have access to)|(?:du kannst|ich kann)|puedes|puedo|(?:você pode|eu posso)|(?:tu peux|je peux|vous pouvez))\s+(\S.*)/i,
      reads: able,
    },
  ],
  [
    'du ich dir mir tu je eres crees creo valoras valoro te me és dás prezas acredito valorizas tieni credo ami ценишь верю ты я',
    {
      opening:
        /^(?:(?:du|ich) (?:schätz|glaub|mag|lieb)\p{L}*|(?:dir|mir) (?:ist|sind|liegt|liegen)|(?:tu|je) (?:aimes?|préfères?|crois|tiens)(?: [àa])?|valor[ao]s?|cre(?:es|o) en|(?:te|me) importan?|(?:dás|dou) valor|prez[ao]s?|acredit[ao]s? em|valoriz[ao]s?|(?:tieni|tengo) a\p{L}*|credo (?:nel|in)\p{L}*|(?:(?:ты|я) )?(?:цени|вер)\p{L}+)\s+(\S.*)/iu,
      reads: principled,
    },
  ],
  ['be stay remain', { opening: /^(?:be|stay|remain)\s+(\p{L}.*)/iu, reads: principled }],
];
const BY_FIRST_WORD = new Map<string, readonly Reading[]>();
for (const [begins, reading] of OPENINGS) {
  for (const word of begins.split(' '))
    BY_FIRST_WORD.set(word, [...(BY_FIRST_WORD.get(word) ?? []), reading]);
}

/** Chinese, Japanese and Korean put no blank between words: anywhere in a sentence. */
const WITHIN: readonly Reading[] = [
  { opening: /(?:^|[，,、\s])[我你您](?:是|叫做?|的名字[是叫])\s*(\S.*)/u, reads: chinese },
  { opening: /名前は\s*(\S.*)/u, reads: named },
  { opening: /(?:^|[、\s])(?:私|わたし|僕|俺|あなた|君)は\s*(\S.*)/u, reads: japanese },
  { opening: /(?:^|\s)(?:나|너|저|당신)[는은]\s+(\S.*)/u, reads: both },
  { opening: /[我你您]?(?:看重|珍视|重视|相信)\s*(\S.*)/u, reads: principled },
  { opening: /(\S.*)を(?:大切に|重んじ|信じ)/u, reads: principled },
  { opening: /(\S.*)[을를]\s(?:소중히|중요하게|믿는|중시)/u, reads: principled },
];
/** What comes first, whatever the sentence begins with: `Honesty first`, `L'honnêteté d'abord`. */
const COMES_FIRST =
  /(?<!\p{L})(?:comes? first|(?:above|before) all(?: else)?|zuerst|an erster Stelle|das Wichtigste|d['’]abord|avant tout|ante todo|por encima de todo|prima di tutto|innanzitutto|al primo posto|antes de tudo|em primeiro lugar|acima de tudo|прежде всего|важнее всего|voorop|boven alles)(?!\p{L})|[为為居]先|第一(?:です|だ)?$|가장 중요|먼저(?:입니다|다)$/iu;
/** `Honesty first`, as a whole sentence. */
const FIRST_OF_ALL = /^\p{L}+(?: (?:and|over) \p{L}+)? first$/iu;

/** Each of those holds one of these. */
const WITHIN_SIGN = /[我你您名私わ僕俺あ君看珍重相大信나너저당소중믿]/u;
/** The first word, empty where there is none; `null` where a letter of another script may belong to it. */
const ASCII_WORD = /^[A-Za-z]*(?![A-Za-z]|[^\0-\x7F])/;
const NO_READINGS: readonly Reading[] = [];

/** What a sentence may say of the agent: most are about something else, as their first word shows. */
const readingsFor = (sentence: string): readonly Reading[] => {
  const word = ASCII_WORD.exec(sentence) ?? /^\p{L}+/u.exec(sentence);
  const first = word?.[0].toLowerCase();
  const known = first === undefined ? undefined : BY_FIRST_WORD.get(first);
  if (known !== undefined) return WITHIN_SIGN.test(sentence) ? [...known, ...WITHIN] : known;
  return WITHIN_SIGN.test(sentence) ? WITHIN : NO_READINGS;
};
