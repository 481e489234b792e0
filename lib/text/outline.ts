/** The headings of a Markdown file, and which of those that AGENTS.md must have are not there (§2.2, R-85, R-86). */
import { AGENTS_SECTIONS } from '#lib/spec/files.ts';
import type { AgentsSection } from '#lib/spec/files.ts';
import { isAscii, wordsOf } from './letters.ts';
import { scanLines } from './lines.ts';

/** One ATX heading; `line` counts from 1, the title is as written, without closing hashes. */
export interface Heading {
  readonly level: number;
  readonly title: string;
  readonly line: number;
}

/** A heading that was probably meant to be a required section; it does not count as one. */
export interface NearSection {
  readonly section: AgentsSection;
  readonly title: string;
  readonly level: number;
  readonly line: number;
}

/** A title longer than this is no misspelt section name. */
const NEAR_TITLE_MAX_CHARS = 200;

/**
 * Names that people and templates give to the required sections, in normal form: English with the usual suffixes, and
 * the languages that workspaces are written in. Equality only: a substring proves nothing.
 */
const ALIASES: Readonly<Record<AgentsSection, readonly string[]>> = {
  'First Run': [
    'bootstrap',
    'bootstrapping',
    'first boot',
    'first session',
    'first start',
    'first startup',
    'first run setup',
    'first run bootstrap',
    'first run only',
    'on first run',
    'bootstrap first run',
    '首次运行',
    '首次启动',
    '第一次运行',
    '首次執行',
    '首次啟動',
    '初回実行',
    '初回起動',
    'erster start',
    'erster lauf',
    'erstes mal',
    'primeira execução',
    'primeiro uso',
    'primeira sessão',
    'primera ejecución',
    'primer arranque',
    'primera sesión',
    'premier lancement',
    'première exécution',
    'première session',
    'первый запуск',
    'первая сессия',
  ],
  'Every Session': [
    'session startup',
    'session start',
    'session initialization',
    'session startup sequence',
    'session start sequence',
    'session startup protocol',
    'session startup checklist',
    'session startup mandatory',
    'session boot',
    'startup',
    'startup sequence',
    'startup checklist',
    'on startup',
    'boot sequence',
    'start of session',
    'start of every session',
    'at session start',
    'each session',
    'every session startup',
    'every session startup sequence',
    'every session always load',
    'every session mandatory',
    'every session non negotiable',
    'first thing every session',
    'first thing every session non negotiable',
    '每次会话',
    '每次对话',
    '每个会话',
    '会话启动',
    '会话开始',
    '启动流程',
    '启动顺序',
    '每次會話',
    '每次對話',
    '啟動流程',
    'セッション開始時',
    'セッション開始',
    '毎セッション',
    '毎回のセッション',
    '起動シーケンス',
    'jede sitzung',
    'bei jeder sitzung',
    'zu beginn jeder sitzung',
    'sitzungsbeginn',
    'cada sessão',
    'a cada sessão',
    'toda sessão',
    'início da sessão',
    'início de sessão',
    'cada sesión',
    'en cada sesión',
    'inicio de la sesión',
    'inicio de cada sesión',
    'chaque session',
    'à chaque session',
    'début de session',
    'démarrage de session',
    'каждая сессия',
    'каждую сессию',
    'начало сессии',
    'при каждом запуске',
  ],
  Memory: [
    'memory conventions',
    'memory rules',
    'memory management',
    'memory system',
    'memory protocol',
    'memory files',
    'memory lazy loading',
    'your memory',
    '记忆',
    '记忆系统',
    '记忆管理',
    '记忆规则',
    '記憶',
    '記憶系統',
    '記憶管理',
    'メモリ',
    'メモリー',
    'メモリ管理',
    'メモリシステム',
    'gedächtnis',
    'erinnerung',
    'memória',
    'sistema de memória',
    'memoria',
    'sistema de memoria',
    'mémoire',
    'système de mémoire',
    'память',
    'система памяти',
  ],
  Safety: [
    'red lines',
    'safety rules',
    'safety guidelines',
    'safety first',
    'safety security',
    'safety and security',
    'security safety',
    'security and safety',
    'safety boundaries',
    'safety and boundaries',
    'safety non negotiable',
    'safety red lines',
    'guardrails',
    'boundaries',
    '安全',
    '安全规则',
    '安全守则',
    '安全与管理',
    '安全規則',
    '红线',
    '紅線',
    '安全性',
    '安全ルール',
    'セーフティ',
    'レッドライン',
    'レッドライン 絶対に越えてはいけない線',
    'sicherheit',
    'rote linien',
    'segurança',
    'linhas vermelhas',
    'seguridad',
    'líneas rojas',
    'sécurité',
    'lignes rouges',
    'безопасность',
    'красные линии',
  ],
  'External vs Internal': [
    'external versus internal',
    'external and internal',
    'external internal',
    'internal vs external',
    'internal versus external',
    'internal and external',
    'internal external',
    'external vs internal actions',
    'internal vs external actions',
    '外部与内部',
    '外部和内部',
    '内部与外部',
    '内部和外部',
    '外部操作与内部操作',
    '外部與內部',
    '內部與外部',
    '外部 vs 内部',
    '内部 vs 外部',
    '外部と内部',
    '内部と外部',
    'extern vs intern',
    'extern und intern',
    'intern und extern',
    'externo vs interno',
    'externo e interno',
    'interno vs externo',
    'interno e externo',
    'interno y externo',
    'externo y interno',
    'externe vs interne',
    'externe et interne',
    'interne vs externe',
    'interne et externe',
    'внешнее и внутреннее',
    'внешнее vs внутреннее',
    'внутреннее и внешнее',
  ],
};

/** What a heading was probably meant as. */
export interface Meaning {
  readonly section: AgentsSection;
  /** The name that it goes by, in normal form and out of our own table: it may be shown. */
  readonly alias: string;
  /** It is the name of the section itself, but for case, emoji, punctuation or a number. */
  readonly isOwnName: boolean;
}

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  AGENTS_SECTIONS.flatMap((section) => {
    const own = normalise(section);
    return [own, ...ALIASES[section]].map(
      (alias) => [alias, { section, alias, isOwnName: alias === own }] as const,
    );
  }),
);

/** The ATX headings outside of fences, comments and front matter, in order. Never throws. */
export function outline(text: string): readonly Heading[] {
  const headings: Heading[] = [];
  for (const line of scanLines(text)) {
    if (line.kind !== 'heading') continue;
    headings.push({ level: line.level, title: line.title, line: line.line });
  }
  return headings;
}

/**
 * The required sections that AGENTS.md lacks, in the order of §2.2, and the headings that come near one of them.
 * Required is the exact name at level two; a near miss is still missing.
 */
export function missingSections(text: string): {
  readonly missing: readonly AgentsSection[];
  readonly near: readonly NearSection[];
} {
  const headings = outline(text);
  const present = new Set(headings.filter(({ level }) => level === 2).map(({ title }) => title));
  const missing = AGENTS_SECTIONS.filter((section) => !present.has(section));
  const near = headings.flatMap((heading) => {
    const section = meaningOf(heading.title)?.section;
    return section !== undefined && missing.includes(section) ? [{ section, ...heading }] : [];
  });
  return { missing, near };
}

/** The required section that a heading names, or probably meant to; at any level. */
export function meaningOf(title: string): Meaning | undefined {
  return title.length > NEAR_TITLE_MAX_CHARS ? undefined : MEANINGS.get(normalise(title));
}

/** Case, emoji, punctuation, a number in front and runs of blanks do not make a different name. */
function normalise(title: string): string {
  const lower = title.normalize('NFKC').toLowerCase();
  const words = isAscii(lower) ? wordsOf(lower) : lower.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
  return words.replace(/^\d{1,2} /u, '');
}
