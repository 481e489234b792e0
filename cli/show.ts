/** How events look to a person: one line a step, as it happens; the agent's words as they come. */
import type { KernelEvent, StepReport, StepStatus } from '#kernel/events.ts';
import { isRefusal, type JournalEntry } from '#kernel/gate/journal.ts';
import { harmless, print, printError, styledError } from './terminal.ts';

const MARKS: Readonly<Record<StepStatus, string>> = {
  ok: '✓',
  healed: '+',
  vacuous: '·',
  absent: '·',
  skipped: '–',
  refused: '✗',
};

/** A viewer for one boot. The kernel's own lines go to standard error, the agent's words to standard output. */
export const viewer = (): ((event: KernelEvent) => void) => {
  let midLine = false;
  const note = (text: string): void => {
    if (midLine) print('\n');
    midLine = false;
    printError(`${text}\n`);
  };
  return (event) => {
    switch (event.event) {
      case 'step':
        return note(stepLine(event));
      case 'notice':
        return note(styledError('yellow', `  ! ${event.text} (${event.section})`));
      case 'ready':
        return note(
          styledError(
            'bold',
            `  ${event.kind} session with ${event.agent}; log: ${event.log}; zone: ${event.zone}`,
          ),
        );
      case 'text':
        print(harmless(event.text));
        midLine = !event.text.endsWith('\n');
        return undefined;
      case 'tool':
        return event.status === 'completed' || event.status === 'failed'
          ? note(styledError('dim', `  · ${harmless(event.title)}: ${event.status}`))
          : undefined;
      case 'gate':
        return isRefusal(event)
          ? note(
              styledError('yellow', `  ! the gate refused: ${subjectOf(event)} (${event.answer})`),
            )
          : undefined;
      case 'command':
        return note(styledError('dim', `  $ ${event.command}`));
      case 'turn':
        if (midLine) print('\n');
        midLine = false;
        return event.stop === 'end_turn'
          ? undefined
          : note(styledError('dim', `  · the turn ended: ${event.stop}`));
      case 'closed':
        return note(styledError('dim', `  session closed: ${event.reason}`));
      case 'refused':
        return undefined;
    }
  };
};

const subjectOf = (entry: JournalEntry): string =>
  `${entry.operation} ${entry.operation === 'command:execute' ? entry.command : entry.file}`;

const stepLine = ({ step, priority, status, ms, file, bytes, detail }: StepReport): string => {
  const mark = styledError(
    status === 'refused' ? 'red' : status === 'healed' ? 'yellow' : 'green',
    MARKS[status],
  );
  const rank = priority === 'prepare' ? '  ' : `P${priority}`;
  const facts = [
    status === 'ok' || status === 'refused' ? undefined : status,
    file,
    bytes === undefined ? undefined : `${bytes} B`,
    detail,
  ].filter((fact) => fact !== undefined);
  return `${mark} ${styledError('dim', rank)} ${step.padEnd(22)} ${facts.join(', ')} ${styledError('dim', `${ms.toFixed(1)} ms`)}`;
};
