/** The first token of a text that stands after a label, and phrases of words. */
import { isAscii } from '#lib/text/ascii.ts';
import { withoutTail } from './tail.ts';
import { KEY_MIN_CHARS } from './credential-values.ts';

/** The first token of a text, freed of emphasis and quotes. */
export interface ValueToken {
  readonly value: string;
  /** Nothing follows it but a remark in brackets. */
  readonly isAlone: boolean;
  readonly isQuoted: boolean;
}

/** As Google shows the password of an application. */
const FOUR_GROUPS = /^[a-z]{4}(?: [a-z]{4}){3}(?![a-z])/u;
/** The first token after a separator. */
export function tokenOf(rest: string): ValueToken {
  const bare = rest.replace(/^[\s*_]+/u, '');
  const emphasis = rest.slice(0, rest.length - bare.length).trim().length;
  const quote = /^["'`“„«「『]/u.exec(bare);
  if (quote !== null) {
    const end = bare.slice(1).search(/["'`”“»」』]/u);
    const value = end < 0 ? '' : bare.slice(1, end + 1);
    const isValue = !/\s/u.test(value) || FOUR_GROUPS.test(value);
    return { value: isValue ? value : '', isAlone: true, isQuoted: true };
  }
  const groups = FOUR_GROUPS.exec(bare);
  if (groups !== null) return { value: groups[0], isAlone: true, isQuoted: false };
  const token = unspaced(/^\S*/u.exec(bare)?.[0] ?? '');
  const value = withoutTail(token, TOKEN_TAIL);
  const after = bare.slice(token.length);
  const isAlone =
    /[,;]$/u.test(token) || /^[\s*_|]*(?:$|\(|-->)|^\s?(?:[，、；。）】」<]|です)/u.test(after);
  return {
    value: isShortened(value, { token, after, emphasis }) ? '' : value,
    isAlone,
    isQuoted: false,
  };
}

const TOKEN_TAIL = '"\'`”“»*_,;.)]}|…';

/** Where words have no blanks between them a value ends where its script does, or a mark of that script stands. */
const unspaced = (token: string): string =>
  isAscii(token)
    ? token
    : (/^[\x21-\x7E]+(?=[\p{Lo}\u3000-\u303F\uFF01-\uFF0F\uFF1A-\uFF20])/u.exec(token)?.[0] ??
      token);

/** Of a provider's key: it says nothing. */
const PREFIX = /^(?:[a-z]{2,10}[-_]){1,3}|^\d{5,12}:/i;

/** `f3Kq92…`, `f3Kq92 ...`, `f3Kq***`: the rest was left out. What is long enough to be a key is one all the same. */
const isShortened = (
  value: string,
  {
    token,
    after,
    emphasis,
  }: { readonly token: string; readonly after: string; readonly emphasis: number },
): boolean => {
  const tail = token.slice(value.length);
  const stars = /\*+/u.exec(tail)?.[0].length ?? 0;
  return (
    value.replace(PREFIX, '').length < KEY_MIN_CHARS &&
    (stars > emphasis || /\.{2}|…/u.test(tail) || /^\s?(?:\.{3}|…)/u.test(after))
  );
};

/** Words by which a wallet is had back: so many, each of them short, and nothing else in the line. */
const PHRASE = /^[\s"'`*_]*((?:[a-z]{3,8}[\s,]{1,2}){11,23}[a-z]{3,8})["'`*_.\s]*$/u;

/** Fewer are one only where the label says that words follow. */
const PASSPHRASE = /^[\s"'`*_]*((?:[a-z]{3,10}[\s-]){3,9}[a-z]{3,10})["'`*_.\s]*$/u;
/** What is said about a passphrase, and not it. */
const PLAIN_WORD =
  /\b(?:the|and|but|not|that|this|same|like|with|from|your|our|was|were|has|have|are|for|ask|see|use|need|needs|must|should|never|none|stored|saved|kept|changed|random|words?)\b/u;

/** The words of a wallet that a text consists of, or of a passphrase. */
export const phraseIn = (text: string, label: string): string | undefined => {
  const phrase = PHRASE.exec(text)?.[1];
  if (phrase !== undefined || !label.includes('phrase')) return phrase;
  const passphrase = PASSPHRASE.exec(text)?.[1];
  return passphrase === undefined || PLAIN_WORD.test(passphrase) ? undefined : passphrase;
};
