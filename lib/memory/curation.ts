/** What the kernel asks an agent for when MEMORY.md is curated (RFC-0009 §5.3). */

/** The words of the turn; `logs` are those of the past days. */
export const curationPrompt = (logs: readonly string[]): string =>
  [
    'The kernel asks you to look after your long-term memory.',
    logs.length === 0
      ? 'There are no logs of the past seven days.'
      : `Read MEMORY.md and these logs: ${logs.join(', ')}.`,
    'Then call the tool propose_memory once: with what will still matter in a month, each entry short and with the line of the log that it is from; and with the lines of MEMORY.md that no longer hold, each with why. An entry that corrects a line supersedes it.',
    'Leave out what MEMORY.md says already, what passes, and credentials. Do not write MEMORY.md: your human looks at the proposal first.',
    'If nothing is worth it, propose nothing and say so in one sentence.',
  ].join('\n');
