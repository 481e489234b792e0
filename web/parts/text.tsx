/** Small pieces that every view has: names, times, trouble, nothing there yet. */
import type { ComponentChildren } from 'preact';
import { escapeUnseen } from '#lib/text/unseen.ts';
import type { ServerProblem } from '#web/connection/http.ts';

/** A name that somebody else has given: what cannot be seen of it, or turns what can be, is shown as an escape. */
export const Name = ({ text }: { readonly text: string }) => <bdi>{escapeUnseen(text)}</bdi>;

/** A moment, as people here write it. `at`: ISO 8601. */
export const TimeText = ({ at }: { readonly at: string }) => {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return null;
  const isToday = date.toDateString() === new Date().toDateString();
  const text = isToday
    ? date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
    : date.toLocaleDateString([], { day: 'numeric', month: 'short', year: 'numeric' });
  return (
    <time dateTime={at} title={date.toLocaleString()}>
      {text}
    </time>
  );
};

/** Why something did not happen, and what to do now. */
export const Trouble = ({
  problem,
}: {
  readonly problem: Pick<ServerProblem, 'message' | 'code' | 'remedy'>;
}) => (
  <div class="trouble" role="alert">
    <p>
      <strong>{escapeLines(problem.message)}</strong> <code>{problem.code}</code>
    </p>
    {problem.remedy === undefined || problem.remedy === '' ? null : (
      <p>{escapeLines(problem.remedy)}</p>
    )}
  </div>
);

const escapeLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => escapeUnseen(line))
    .join('\n');

/** Where there is nothing yet: what to do first. */
export const Nothing = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="nothing">{children}</p>
);

/** A word that says how something is. */
export const Badge = ({
  kind,
  children,
}: {
  readonly kind: string;
  readonly children: ComponentChildren;
}) => <span class={`badge badge-${kind}`}>{children}</span>;
