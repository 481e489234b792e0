/**
 * The words by which people say who an agent is (§2.1), in the languages that workspaces are written in. Labels and
 * headings are compared after `normalLabel`; what `lib/language/labels.ts` knows already is not repeated.
 */
import { type WordPattern, wordPattern } from '#lib/text/word-pattern.ts';

/** What §2.1 asks of SOUL.md. */
export type Aspect = 'name' | 'role' | 'values' | 'capabilities';

export const NAME_LABELS: ReadonlySet<string> = new Set([
  'name',
  'my name',
  'full name',
  'first name',
  'display name',
  'nickname',
  '名字',
  '姓名',
  '名称',
  '名稱',
  '我的名字',
  '你的名字',
  '名前',
  '氏名',
  '이름',
  'nombre',
  'nome',
  'nom',
  'prénom',
  'имя',
  'naam',
  'navn',
  'namn',
  'imię',
]);

export const ROLE_LABELS: ReadonlySet<string> = new Set([
  'my role',
  'roles',
  'purpose',
  'my purpose',
  'your purpose',
  'core purpose',
  'mission',
  'my mission',
  'your mission',
  'core mission',
  'my job',
  'occupation',
  'profession',
  'position',
  'job title',
  'responsibilities',
  'core responsibilities',
  'what i do',
  'what you do',
  'what i am',
  'aufgabe',
  'aufgaben',
  'zweck',
  '角色',
  '角色定位',
  '定位',
  '职责',
  '職責',
  '核心职责',
  '职位',
  '职业',
  '使命',
  '身份',
  '役割',
  '役職',
  '職業',
  '역할',
  'rol',
  'función',
  'propósito',
  'misión',
  'papel',
  'função',
  'missão',
  'rôle',
  'fonction',
  'роль',
  'миссия',
  'задача',
]);

/** Beginnings of words that speak of values or of character; anywhere in a heading or label. */
const VALUE_STEMS = [
  'value',
  'truth',
  'principle',
  'personality',
  'vibe',
  'boundar',
  'trait',
  'character',
  'virtue',
  'belief',
  'believe',
  'ethic',
  'temperament',
  'attitude',
  'tone',
  'creed',
  'philosophy',
  'manifesto',
  'werte',
  'prinzip',
  'grundsätz',
  'persönlichkeit',
  'charakter',
  'haltung',
  'valor',
  'princip',
  'princíp',
  'personalid',
  'carácter',
  'caráter',
  'límite',
  'limite',
  'valeur',
  'personnalité',
  'caractère',
  'ценност',
  'принцип',
  'характер',
  'личност',
  'границ',
] as const;

/** Scripts that put no blank between words: anywhere in the text. */
const VALUE_SIGNS =
  /核心|价值|價值|原则|原則|性格|人格|个性|個性|信念|信条|信條|边界|邊界|境界|风格|風格|氛围|価値|口調|態度|가치|원칙|성격/u;

const CAPABILITY_STEMS = [
  'capabilit',
  'abilit',
  'skill',
  'tool',
  'competenc',
  'expertise',
  'fähigkeit',
  'werkzeug',
  'capacid',
  'habilid',
  'herramienta',
  'ferramenta',
  'compétence',
  'capacité',
  'outils',
  'возможност',
  'навык',
  'инструмент',
] as const;
const CAPABILITY_SIGNS = /能力|技能|工具|可以做|できること|スキル|ツール|능력|기술|도구/u;

const beginnings = (stems: readonly string[]): WordPattern =>
  wordPattern(stems.map((stem) => `${stem}*`));
const VALUES = beginnings(VALUE_STEMS);
const CAPABILITIES = beginnings(CAPABILITY_STEMS);

/** Does a heading or label speak of values or traits of character? `label` is in normal form. */
export const speaksOfValues = (label: string): boolean =>
  VALUES.test(label) || VALUE_SIGNS.test(label);

/** Does it speak of what the agent can do? */
export const speaksOfCapabilities = (label: string): boolean =>
  CAPABILITIES.test(label) || CAPABILITY_SIGNS.test(label) || / can do\b/u.test(label);

/** Words of titles that name the file, and nobody. */
export const TITLE_WORDS: ReadonlySet<string> = new Set(
  [
    'soul identity user md yamo file profile model template notes instructions readme bootstrap',
    'who whom what how am is are be i you we me my your the a an of and for to this s it in on about',
    'human owner agent ai assistant bot core self being essence persona personality character values',
    'principles truths vibe preferences serve role purpose mission capabilities name',
    '灵魂 魂 身份 人格 我是谁 你是谁 用户 用户档案 用户画像 关于你的人类',
    'ソウル あなたは誰 私は誰 ユーザー ユーザープロフィール',
  ].flatMap((words) => words.split(' ')),
);
