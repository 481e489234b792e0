/** Deleting what was said in a session: asked for once more, since nothing brings it back. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Press } from '#web/parts/press.tsx';

export const DeleteSession = ({
  kept,
  title,
  done,
}: {
  readonly kept: string;
  readonly title: string;
  readonly done: () => void;
}) => {
  const isAsked = useSignal(false);
  const question = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAsked.value) question.current?.focus();
  }, [isAsked.value]);
  if (!isAsked.value)
    return (
      <button
        type="button"
        class="quiet"
        onClick={() => {
          isAsked.value = true;
        }}
      >
        Delete<span class="unseen"> {title}</span>
      </button>
    );
  return (
    <div class="question" role="group" aria-label={`Delete ${title}?`} tabIndex={-1} ref={question}>
      <p>
        What was said in it is deleted for good. What the agent noted or remembers of it stays, and
        so does the record that it took place.
      </p>
      <p class="answers">
        <Press
          method="sessions.delete"
          params={{ id: kept }}
          told="Deleted."
          done={done}
          isQuiet={false}
        >
          Delete it
        </Press>
        <button
          type="button"
          onClick={() => {
            isAsked.value = false;
          }}
        >
          Keep it
        </button>
      </p>
    </div>
  );
};
