/** Words as they lie in `lib/language`: a folder for each subject, in it a JSON file for each language. */

/** The lists of one language. It need not have all that the subject knows. */
export type WordLists<Name extends string> = Partial<Readonly<Record<Name, readonly string[]>>>;

/** One list in all languages, in the order of the languages. */
export const inAllLanguages = <Name extends string>(
  languages: readonly WordLists<Name>[],
  name: Name,
): readonly string[] => languages.flatMap((lists) => lists[name] ?? []);
