/**
 * Words that tell what a line of AGENTS.md is about, in the languages that workspaces are written in: English, Chinese,
 * Japanese, German, Portuguese, Spanish, French and Russian. All of them are compared with text in lower case.
 */

import { matchesIn } from '#lib/workspace/matches.ts';

/** Scripts that put blanks between words; a word of them must not begin or end inside of another one. */
const LETTER = 'a-z0-9_à-öø-ÿāăąćčęěğıłńňœřśşšźżžа-яё';
const SPACED = new RegExp(`^[${LETTER}]`, 'u');

/**
 * One pattern for many words. A `*` at the end stands for any ending, a blank for a blank, `-` or `_` (one or two).
 * Its time is linear in the text. It is built when it is first asked: most workspaces need few of them.
 */
export const wordPattern = (words: readonly string[]): WordPattern => {
  let built: RegExp | undefined;
  const pattern = (): RegExp => {
    built ??= new RegExp(sourceOf(words), 'u');
    return built;
  };
  return { test: (lower) => pattern().test(lower), exec: (lower) => pattern().exec(lower) };
};

export type WordPattern = Pick<RegExp, 'test' | 'exec'>;

/** The same, to find every place: where each of the words begins, in order. */
export const everyWord = (words: readonly string[]): ((lower: string) => readonly number[]) => {
  let pattern: RegExp | undefined;
  return (lower) => {
    pattern ??= new RegExp(sourceOf(words), 'gu');
    return matchesIn(lower, pattern).map(({ index }) => index);
  };
};

const sourceOf = (words: readonly string[]): string => {
  const spaced = words.filter((word) => SPACED.test(word));
  const stems = spaced.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1));
  const whole = spaced.filter((word) => !word.endsWith('*'));
  const others = words.filter((word) => !SPACED.test(word));
  const bounded = [
    ...(whole.length > 0 ? [`(?:${whole.map(literal).join('|')})(?![${LETTER}])`] : []),
    ...stems.map(literal),
  ];
  const begins = bounded.length > 0 ? [`(?<![${LETTER}])(?:${bounded.join('|')})`] : [];
  return [...begins, ...others.map(literal)].join('|');
};

const literal = (word: string): string =>
  word.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`).replaceAll(' ', '[ _-]{1,2}');

/** A session with the primary human alone (§3.1). `main file` and the like are no session. */
const MAIN_WORDS = wordPattern([
  'direct',
  'private',
  'dm',
  'dms',
  '1:1',
  '1 on 1',
  'one on one',
  'alone',
  'primary human',
  'primary user',
  'mainsession',
  'main_session',
  '主会话',
  '主會話',
  '主对话',
  '主对話',
  '主 session',
  '主session',
  '私聊',
  '私信',
  '私密',
  '直接对话',
  '直接会话',
  '直接聊天',
  '直接對話',
  '一对一',
  '一對一',
  '单聊',
  '單聊',
  'メイン',
  '主セッション',
  'ダイレクト',
  'プライベート',
  '1対1',
  '一対一',
  '個人チャット',
  '個別チャット',
  'hauptsitzung*',
  'haupt session*',
  'hauptsession*',
  'direkt*',
  'privat*',
  'vier augen',
  'allein',
  'principal',
  'principais',
  'principales',
  'principale',
  'diret*',
  'direct*',
  'privad*',
  'privé*',
  'tête à tête',
  'основн*',
  'главн*',
  'личн*',
  'приватн*',
  'прямо*',
  'наедине',
  'один на один',
]);
const MAIN =
  /(?<![a-z0-9-])main(?![a-z0-9]|[ _-](?:memory|file|source|store|notes?|knowledge|long))/u;
/** `directly` says how, not with whom. */
const HOW = /\bdirectly\b|\bdirectement\b|\bdirectamente\b|\bdiretamente\b/gu;

const withoutHow = (lower: string): string =>
  lower.includes('direct') || lower.includes('diret') ? lower.replaceAll(HOW, '') : lower;

/** Does this speak of a session with the primary human alone? */
export const speaksOfMain = (lower: string): boolean =>
  (lower.includes('main') && MAIN.test(lower)) || MAIN_WORDS.test(withoutHow(lower));

/** Where others take part (§3.2). */
export const SHARED = wordPattern([
  'group',
  'groups',
  'shared',
  'discord',
  'slack',
  'telegram',
  'whatsapp',
  'public channel*',
  'channels',
  'multi agent',
  'multi participant',
  'multi user',
  'other people',
  'other participants',
  'others present',
  'strangers',
  'third parties',
  '群',
  '共享',
  '公共',
  '公开场合',
  '其他人',
  '他人',
  'グループ',
  '共有',
  '他の人',
  '第三者',
  'gruppe*',
  'geteilt*',
  'gemeinsam*',
  'öffentlich*',
  'dritte*',
  'grupo*',
  'compartilh*',
  'compartid*',
  'terceiros',
  'terceros',
  'groupe*',
  'partagé*',
  'tiers',
  'групп*',
  'общ*',
  'чужи*',
  'посторонн*',
]);

/** A session with others, and nothing else: `shared memory` and `group the facts` are none. */
export const SHARED_SESSION = wordPattern([
  'group chat*',
  'group session*',
  'group channel*',
  'group conversation*',
  'groups',
  'in group',
  'in a group',
  'shared session*',
  'shared context*',
  'shared channel*',
  'shared chat*',
  'discord server*',
  'slack channel*',
  'public channel*',
  'multi participant',
  'multi user',
  'everyone',
  '群聊',
  '群组',
  '群組',
  '共享会话',
  '共享上下文',
  'グループ',
  '共有セッション',
  '共有チャット',
  'gruppenchat*',
  'in gruppen',
  'em grupo*',
  'en grupo*',
  'en groupe*',
  'в групп*',
]);

/** What turns a verb round. */
export const NEGATION = wordPattern([
  'not',
  "don't",
  'don’t',
  "doesn't",
  "can't",
  'cannot',
  'dont',
  'never',
  'no',
  'nothing',
  'none',
  'without',
  'skip*',
  'avoid',
  'forbidden',
  'prohibited',
  '不',
  '勿',
  '别',
  '禁',
  '无需',
  '無需',
  '无须',
  '没有',
  'ない',
  'なし',
  'せず',
  '省略',
  'nicht',
  'nie',
  'niemals',
  'kein*',
  'ohne',
  'não',
  'nunca',
  'sem',
  'jamais',
  'sin',
  'ne',
  'pas',
  'sans',
  'не',
  'нет',
  'никогда',
  'без',
  'нельзя',
]);

/** What narrows a sentence. */
export const LIMIT = wordPattern([
  'only',
  'except',
  'unless',
  'exclude*',
  'other than',
  '除非',
  '只',
  '仅',
  '僅',
  'のみ',
  'だけ',
  '限り',
  'nur',
  'ausser',
  'außer',
  'apenas',
  'somente',
  'só',
  'sólo',
  'solo',
  'salvo',
  'seulement',
  'uniquement',
  'sauf',
  'только',
  'кроме',
]);
