/** What a method answers, shown once it is there: asked, refused, or of a form that this page knows. */
import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { TypeGuard } from '#lib/guard.ts';
import type { Asked } from '#web/app/asked.ts';
import { Nothing, Trouble } from './text.tsx';

/** `waiting` is said until there is an answer; an old one is shown while a new one is asked for. */
export const AnswerShown = <Value,>({
  asked,
  is,
  waiting,
  children,
}: {
  readonly asked: ReadonlySignal<Asked>;
  readonly is: TypeGuard<Value>;
  readonly waiting: string;
  readonly children: (answer: Value) => ComponentChildren;
}) => {
  const { answer, problem } = asked.value;
  if (problem !== undefined) return <Trouble problem={problem} />;
  if (answer === undefined) return <Nothing>{waiting}</Nothing>;
  if (is(answer)) return <>{children(answer)}</>;
  return (
    <Nothing>
      The daemon is of another version than this page. Reload the page to have both alike.
    </Nothing>
  );
};
