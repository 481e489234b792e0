/** Bootstrap instructions as the auditor sees them (§2.6): names of copies, and instructions that became permanent. */
import { BOOTSTRAP_FILES, MEMORY_DIR } from '#lib/spec/files.ts';
import { foldName } from '#lib/text/spelling.ts';
import type { Document, HeadingLine } from '#audit/workspace/document.ts';

const nameAndFolders = (path: string): readonly [string, readonly string[]] => {
  const parts = path.split('/');
  return [parts.at(-1) ?? '', parts.slice(0, -1)];
};

const words = (text: string): readonly string[] => text.split(' ');

/** What people and programs add to the name of a file that they put aside. */
const ASIDE: ReadonlySet<string> = new Set([
  ...words('old bak back backup orig original copy done prev previous archive archived'),
  ...words('kopie sicherung copie ancien sauvegarde copia viejo respaldo antigo'),
  ...words('копия старый 备份 副本 旧 コピー バックアップ'),
  ...words('save saved tmp temp rej un swp swo swn swx'),
]);

/** The same after the ending `.md`, where a word can only mean the file as a whole. */
const ASIDE_AFTER: ReadonlySet<string> = new Set([
  ...ASIDE,
  ...words('completed processed executed used disabled deleted removed yamo bk'),
  ...words('gz xz bz2 zst zip tar 7z gpg age'),
]);

const LINKING: ReadonlySet<string> = new Set(words('of von de del da do'));

/** Folders for what was thrown away or put aside; instructions in `memory/` were put aside as well. */
const ATTIC: ReadonlySet<string> = new Set([
  ...words('trash .trash .trashes backup backups .backup .backups bak old .old attic'),
  ...words('archive archives .archive .archives _archive .history'),
  MEMORY_DIR,
]);

/** A longer name is none that a file system allows. */
const NAME_MAX_CHARS = 255;

const SYNC_CONFLICT = /^bootstrap.*(?:conflicted copy|sync-conflict)/u;
const MARKS = /[\s._\-~#%$@+()[\]]+/u;

/**
 * Is this, by its name alone, a copy or backup of bootstrap instructions, at any depth? `BOOTSTRAP.md~`, `.BOOTSTRAP.md.swp`,
 * `BOOTSTRAP-old.md`, `Copy of BOOTSTRAP.md`, `.trash/BOOTSTRAP.md`, but not `bootstrap-plan.md`.
 */
export const isCopyName = (path: string): boolean => {
  const [name, folders] = nameAndFolders(path);
  if (name.length > NAME_MAX_CHARS) return false;
  if ((BOOTSTRAP_FILES as readonly string[]).includes(name))
    return folders.some((folder) => ATTIC.has(folder.toLowerCase()));
  const folded = foldName(name);
  const stem = folded.indexOf('bootstrap');
  if (stem < 0) return false;
  const ending = /\.(?:md|yamo)(?![\p{L}\p{N}])/u.exec(folded.slice(stem));
  if (ending === null) return false;
  if (SYNC_CONFLICT.test(folded)) return true;
  const before = folded.slice(0, stem);
  const between = folded.slice(stem + 'bootstrap'.length, stem + ending.index);
  const after = folded.slice(stem + ending.index + ending[0].length);
  // Something must be added; a mark alone is enough, as in `BOOTSTRAP.md~` and `#BOOTSTRAP.md#`.
  if (`${before}${between}${after}` === '') return false;
  const isShouted = name.includes('BOOTSTRAP');
  return (
    isAsideBefore(before, isShouted) &&
    wordsOf(between).every((word) => ASIDE.has(word) || isNumbering(word, between, isShouted)) &&
    partsOf(after).every((part) => ASIDE_AFTER.has(stemOf(part)) || isRandom(part))
  );
};

/** `Copy of `, `.`, `.#`, `~$`; a bare `_` also begins the names of other things. */
const isAsideBefore = (before: string, isShouted: boolean): boolean => {
  const found = wordsOf(before);
  if (found.length === 0) return isShouted || /^[.#~$]*$/u.test(before);
  const [first = ''] = found;
  return ASIDE.has(first) && found.every((word) => ASIDE.has(word) || LINKING.has(word));
};

const wordsOf = (text: string): readonly string[] => partsOf(text).map(stemOf);

const partsOf = (text: string): readonly string[] =>
  text.split(MARKS).filter((part) => part !== '');

/** A word without the number that sticks to its end: `old2` is `old`. */
const stemOf = (part: string): string => (/\D/u.test(part) ? part.replace(/\d{1,14}$/u, '') : part);

/** What programs put behind the name of a temporary file: a number, or `Xa8Fz2`. */
const isRandom = (part: string): boolean =>
  /^(?:\d+|[0-9a-f]{6,12}|(?=[a-z]*\d)[0-9a-z]{6,12})$/u.test(part);

/** `BOOTSTRAP (1).md`, `bootstrap.2026-02-01.md`; but `bootstrap-5.md` may be about another Bootstrap. */
const isNumbering = (word: string, text: string, isShouted: boolean): boolean =>
  /^\d+$/u.test(word) &&
  (isShouted || text.includes('(') || text.replaceAll(/\D/gu, '').length >= 6);

/** Instructions of this size say more than a first boot needs. */
const PERMANENT_MIN_BYTES = 2048;

/** Why instructions are a start-up file for every session; `undefined` if they are none. */
export interface Repurposed {
  /** The heading that speaks of sessions; absent if only the size tells. */
  readonly heading?: HeadingLine;
}

/**
 * Have these instructions become a permanent start-up file? They ask nowhere to be deleted, and are long or have headings
 * about sessions. It decides the words of a finding, not whether there is one: left over they are in any case.
 */
export const repurposed = (orders: Document, bytes: number): Repurposed | undefined => {
  if (asksForDeletion(orders)) return undefined;
  const heading = orders.headings.find(
    ({ title }) => SESSION.test(title) && !FIRST_SESSION.test(title),
  );
  if (heading !== undefined) return { heading };
  return bytes > PERMANENT_MIN_BYTES ? {} : undefined;
};

const SESSION =
  /\bsession|\bstart-?up|\bon[- ]demand|\bhooks?\b|\bevery (?:time|turn|conversation)|会话|會話|启动|啟動|セッション|起動|\bsitzung|\bjeder start|\bsesi[oó]n|\bsess[aã]o|\bsess[oõ]es|\binicializa|сесси|запуск/i;
const FIRST_SESSION =
  /\bfirst\b|\bbirth|\bborn\b|初回|首次|第一次|\berste|\bprimeir|\bprimer|\bpremi[eè]r|перв/i;

const DELETION =
  /\b(?:delet|remov|eras|self-destruct|get rid|unlink|rm |lösch|gelöscht|entfern|apag|exclu[aií]|borr|bórr|elim[ií]n|supprim|effac)|删|刪|移除|削除|消して|消去|удал|сотр|стер/u;
const THE_ORDERS =
  /bootstrap|\b(?:this (?:file|page|document|note|script|ritual)|(?:delete|remove|erase)s? (?:it|me)\b|itself\b|diese[rs]? (?:datei|seite)|est[ea] (?:arquivo|ficheiro|documento|página|archivo|fichero)|ce (?:fichier|document)|cette page)|本文件|此文件|该文件|这个文件|这份文件|自己|它|此檔|這個檔案|このファイル|本ファイル|эт(?:от|ого) файл|эту страницу/u;
const DENIED_DELETION =
  /(?:\bnot|n['’]t|\bnever) (?:\w{1,20} ){0,3}(?:delet|remov|eras)|(?:不要|不得|不可|切勿|请勿|勿|别|禁止)(?:删|刪|移除)|(?:削除|消去)(?:しない|禁止)|消さない|\b(?:nicht|nie|niemals) (?:\S{1,20} ){0,3}(?:ge)?(?:lösch|entfern)|(?:lösch|entfern)\S{0,20} (?:\S{1,20} ){0,3}(?:nicht|nie)\b|\b(?:não|nunca|no|jamais|jamás|never) (?:\S{1,20} ){0,2}(?:apag|delet|exclu|remov|borr|elim|supri)|\bne (?:\S{1,20} ){0,2}(?:suppr|effac)|(?:не|никогда) (?:\S{1,20} ){0,2}(?:удал|стир|стер)/u;
/** Words of those below: most sentences have none, and then those need not be made. */
const MAY_DENY =
  /n['’]t\b|\b(?:n(?:ot?|ever|icht|ie|iemals|unca|e)\b|não|jam)|[不勿别禁]|ない|не|никогда/u;
const REMINDER =
  /\b(?:don['’]t|do not|never) forget|不要忘|别忘|忘れ|\bnicht vergessen|\bvergiss nicht|\bno olvides|\bnão (?:se )?esqueça|\bn['’]oublie[sz]?(?: pas)?|не забуд/gu;

const asksForDeletion = (orders: Document): boolean =>
  paragraphsOf(orders).some((paragraph) => hasRequest(paragraph.toLowerCase()));

const hasRequest = (lower: string): boolean =>
  DELETION.test(lower) && lower.split(/[.!?;](?=[\s*_])|[。！？；]/u).some(isRequest);

const isRequest = (lower: string): boolean =>
  DELETION.test(lower) && THE_ORDERS.test(lower) && !isDenied(lower);

const isDenied = (lower: string): boolean =>
  MAY_DENY.test(lower) && DENIED_DELETION.test(lower.replaceAll(REMINDER, ' '));

/** Wrapped lines joined again, so that a negation stays with its own sentence. */
const paragraphsOf = ({ lines }: Document): readonly string[] => {
  const paragraphs: string[] = [];
  let open: string[] = [];
  for (const { kind, text } of lines) {
    const begins = kind === 'heading' || /^\s*(?:$|[-*+|>]|\d{1,9}[.)])/u.test(text);
    if (begins && open.length > 0) {
      paragraphs.push(open.join(' '));
      open = [];
    }
    if (kind === 'heading') paragraphs.push(text);
    else if (text.trim() !== '') open.push(text);
  }
  return [...paragraphs, open.join(' ')];
};
