/** Bootstrap instructions that became permanent, as the auditor sees them (§2.6). */
import type { Document, HeadingLine } from '#audit/workspace/document.ts';

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
  /\bsession|\bstart-?up|\bhooks?\b|\bevery (?:time|turn|conversation)|会话|會話|启动|啟動|セッション|起動|\bsitzung|\bjeder start|\bsesi[oó]n|\bsess[aã]o|\bsess[oõ]es|\binicializa|сесси|запуск/i;
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
