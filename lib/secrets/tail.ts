/** A text without those of the characters `tail` that it ends with: an expression for that takes quadratic time. */
export const withoutTail = (text: string, tail: string): string => {
  let end = text.length;
  while (end > 0 && tail.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
};
