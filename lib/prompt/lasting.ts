/** What an agent is told when it is to write down what must last (RFC-0009 §5.1): where it may, in the layout that it has. */

/** Where a session may write what outlasts it. */
export interface Lasting {
  /** Is there a log of today, to which it may append? */
  readonly log: boolean;
  /** Files of long-term memory that it may change, by name. */
  readonly memory: readonly string[];
}

/** As an instruction; `undefined` where there is no such place. */
export const lastingWords = ({ log, memory }: Lasting): string | undefined => {
  const files = memory.join(' and ');
  if (log && files !== '')
    return `append it to the log of today, and change ${files} where something belongs there for good`;
  if (log) return 'append it to the log of today';
  return files === '' ? undefined : `write it into ${files}`;
};
