/** How events look to a person: one line for an ordinary boot; the agent's words as they come. */
import { zoneShown } from '#lib/text/zones.ts';
import type { Tokens } from '#lib/protocol/protocol.ts';
import type { KernelEvent, ResumedEvent, UsageEvent } from '#kernel/contract/events.ts';
import type { JournalEntry } from '#kernel/gate/journal.ts';
import { isRefusal } from '#kernel/run/journal.ts';
import type { Row } from './spans.ts';
import { Steps } from './steps.ts';
import { harmless, HarmlessWords, print, printError, styledError } from '#cli/io/terminal.ts';

/** How much of a session is told: all steps of a boot, or nothing but what its agent answers. */
export interface Verbosity {
  readonly allSteps: boolean;
  readonly quiet: boolean;
}

/** Shows the events of one session; `close` once nothing more happens. */
export interface Viewer {
  readonly emit: (event: KernelEvent) => void;
  readonly close: () => void;
}

/** The kernel's own lines go to standard error, the agent's words to standard output. */
export const viewer = ({ allSteps, quiet }: Verbosity): Viewer => {
  const words = new HarmlessWords();
  const steps = new Steps(allSteps);
  let midLine = false;
  const say = (text: string): void => {
    if (text === '') return;
    print(text);
    midLine = !text.endsWith('\n');
  };
  const endLine = (): void => {
    say(words.end());
    if (midLine) print('\n');
    midLine = false;
  };
  const tell = (rows: readonly Row[]): void => {
    if (rows.length === 0 || quiet) return;
    endLine();
    printError(rows.map((row) => `${row.map(painted).join('')}\n`).join(''));
  };
  const emit: Viewer['emit'] = (event) => {
    if (event.event === 'text') return say(words.push(event.text));
    if (event.event === 'answer' || event.event === 'turn') endLine();
    if (event.event === 'answer') {
      // In one piece: whoever reads only its first line has read all that was written.
      const text = harmless(event.text);
      return say(/[^\n]$/u.test(text) ? `${text}\n` : text);
    }
    const note = noteOf(event);
    return tell([...steps.take(event), ...(note === undefined ? [] : [note])]);
  };
  return { emit, close: () => tell(steps.unfold()) };
};

const painted = ({ text, style = [] }: Row[number]): string =>
  style.length === 0 ? text : styledError([...style], text);

/** The kernel's own line about an event, if there is one. */
export const noteOf = (event: KernelEvent): Row | undefined => {
  switch (event.event) {
    case 'notice':
      return [{ text: `  ! ${harmless(event.text)} (${event.section})`, style: ['yellow'] }];
    case 'ready': {
      const { kind, agent, log, zone } = event;
      const text = `  ${kind.name} session with ${agent}; log: ${log ?? 'none'}; zone: ${zoneShown(zone)}`;
      return [{ text, style: ['bold'] }];
    }
    case 'tool':
      return event.status === 'completed' || event.status === 'failed'
        ? dim(`  · ${harmless(event.title)}: ${harmless(event.detail ?? event.status)}`)
        : undefined;
    case 'gate': {
      const text = `  ! the gate refused: ${subjectOf(event)} (${event.answer})`;
      return isRefusal(event) ? [{ text, style: ['yellow'] }] : undefined;
    }
    case 'command':
      return dim(`  $ ${harmless(event.command)}`);
    case 'status':
      return dim(`  · ${harmless(event.text)}`);
    case 'usage':
      return dim(`  · ${usageLine(event)}`);
    case 'turn':
      return event.stop === 'end_turn' ? undefined : dim(`  · the turn ended: ${event.stop}`);
    case 'closed':
      return dim(`  session closed: ${event.reason}`);
    case 'resumed':
      return dim(resumedText(event));
    case 'step':
    case 'text':
    case 'answer':
    case 'commands':
    case 'refused':
    case 'starting':
      return undefined;
  }
};

/** When, how much, and the last of it. */
const resumedText = ({ id, startedAt, turns, last }: ResumedEvent): string =>
  [
    `  continues with ${id} of ${startedAt.slice(0, 16)}Z: ${turns} ${turns === 1 ? 'turn' : 'turns'}`,
    ...last.map(({ by, text }) => {
      const lines = harmless(text.trim()).replaceAll('\n', '\n    ');
      return `  ${by === 'human' ? '>' : '·'} ${lines}`;
    }),
  ].join('\n');

const dim = (text: string): Row => [{ text, style: ['dim'] }];

const subjectOf = (entry: JournalEntry): string =>
  `${entry.operation} ${entry.operation === 'command:execute' ? entry.command : entry.file}`;

/** What a turn took: `12.3k tokens in (10.1k cached), 512 out; $0.0123, session $0.0500; 12 % of the context`. */
const usageLine = ({ turn, turnUsd, session, sessionUsd, contextUsed }: UsageEvent): string => {
  const cost = turnUsd === undefined ? '' : `; ${dollars(turnUsd)}`;
  const total =
    sessionUsd === undefined
      ? `${tokens(inOf(session) + session.output)} tokens`
      : dollars(sessionUsd);
  const filled =
    contextUsed === undefined ? '' : `; ${Math.round(contextUsed * 100)} % of the context`;
  return `${tokens(inOf(turn))} tokens in (${tokens(turn.cacheRead)} cached), ${tokens(turn.output)} out${cost}; session: ${total}${filled}`;
};

const inOf = ({ input, cacheRead, cacheWritten }: Tokens): number =>
  input + cacheRead + cacheWritten;

/** `950`, `1.2k`, `34k`, `1.2M`. */
const tokens = (count: number): string => {
  if (count < 1000) return String(count);
  const [value, unit] = count < 999_500 ? [count / 1000, 'k'] : [count / 1_000_000, 'M'];
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)}${unit}`;
};

const dollars = (usd: number): string => `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
