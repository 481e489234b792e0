/** What stands for a provider's key in a manual, in its format: `ghp_xxxx…`, `xoxb-your-bot-token`, zeros. */

/** To be filled in, blacked out, or the key of a manual: `AKIA…EXAMPLE`. */
const GAP = /x{5,}|[Yy]our[-_A-Z]|\.{3}|EXAMPLE|\*{4}/;
/** In base64 `A` stands for zero, of which there may be many. */
const REPEATED = /([^A])\1{7}/;
/** John Doe of jwt.io. */
const SAMPLE_TOKEN = '.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lI';
const WORD_MAX_CHARS = 16;
/** The words of a name have so many characters on the average. */
const WORD_MIN_CHARS = 3;

/** The token that is shown on the front page of jwt.io. */
export const isSampleToken = (value: string): boolean => value.includes(SAMPLE_TOKEN);

/** Is it none? Linear in its length. */
export const isPlaceholderKey = (value: string): boolean =>
  GAP.test(value) ||
  /x{5,}|example/i.test(value) ||
  REPEATED.test(value) ||
  isSampleToken(value) ||
  isOfWords(value);

/** Words and small numbers behind the prefix, and nothing else. */
const isOfWords = (value: string): boolean => {
  const parts = value.split(/[-_.]/u);
  return (
    parts.length > 2 &&
    parts.every((part) => isWord(part) || /^\d{1,4}$/u.test(part)) &&
    parts.slice(1).some((part) => /^[A-Za-z]{3,}$/u.test(part))
  );
};

/** In small letters, or several of them that begin with a large one: `YourTokenHere`. */
const isWord = (part: string): boolean =>
  /^[a-z]+$/u.test(part)
    ? part.length <= WORD_MAX_CHARS
    : /^[A-Z][A-Za-z]+$/u.test(part) &&
      part.length >= WORD_MIN_CHARS * (part.match(/[A-Z]/gu)?.length ?? 0);
