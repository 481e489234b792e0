/** Digits of all scripts as those of ASCII. */

const OTHER_DIGIT = /[^\P{Nd}0-9]/gu;
const IS_DIGIT = /\p{Nd}/u;

/** A text whose digits are `0` to `9`. */
export const withAsciiDigits = (text: string): string => text.replaceAll(OTHER_DIGIT, asciiDigit);

/** The digits of a script stand in a row of ten; before its zero there is none. */
const asciiDigit = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && IS_DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
};
