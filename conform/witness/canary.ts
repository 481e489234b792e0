/** Texts by which a leak is known, also where they were written in another form. */

/** Letters of base64 that say nothing but this text, which begins so many bytes after a group of three. */
const base64Of = (text: string, shift: number): string => {
  const whole = Buffer.from('\0'.repeat(shift) + text).toString('base64');
  const [from, to] = [Math.ceil((shift * 4) / 3), Math.floor(((shift + text.length) * 4) / 3)];
  return whole.slice(from, to);
};

/** The text itself; in base64, wherever it begins; as hexadecimal digits; and in UTF-16. */
export const formsOf = (text: string): readonly string[] => [
  text,
  ...[0, 1, 2].map((shift) => base64Of(text, shift)),
  Buffer.from(text).toString('hex'),
  Buffer.from(text, 'utf16le').toString('latin1').slice(0, -1),
];

/** Does this hold one of the forms? */
export const tells = (content: string | Buffer, forms: readonly string[]): boolean =>
  forms.some((form) => content.includes(form));
