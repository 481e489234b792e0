/** What nobody sees in a text. */

/**
 * Text without formats, and without what Unicode says may be left out when it is shown: whoever looks sees nothing
 * there.
 */
export const withoutInvisible = (text: string): string =>
  isPlain(text) ? text : text.replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');

const isPlain = (text: string): boolean => !/[^\t\n\f\r -~]/.test(text);
