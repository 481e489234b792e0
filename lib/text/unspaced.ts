/** Scripts that put no blanks between words: there a word may begin anywhere, and what is searched are pairs. */
export const UNSPACED_CLASS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
