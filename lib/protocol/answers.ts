/** Which of the answers to a question a bare yes, or a bare no, stands for. */

/** An answer that is offered. */
interface OfferedAnswer {
  readonly id: string;
  readonly kind?: string | undefined;
}

/** By the kind of an answer where it has one: the first one that grants, the first one that does not; `undefined` for none. */
export const optionFor = <Option extends OfferedAnswer>(
  options: readonly Option[],
  key: 'y' | 'n',
): Option | undefined => {
  const kinds = key === 'y' ? /^allow/u : /^reject/u;
  const ids = key === 'y' ? /^(?:yes|allow|accept)/iu : /^(?:no|deny|reject)/iu;
  return options.find(({ kind, id }) => (kind === undefined ? ids.test(id) : kinds.test(kind)));
};
