/** A question of the daemon: what is about to be done, and the answers, by mouse and by keys. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { optionFor } from '#lib/protocol/answers.ts';
import { tellAloud, login, store } from '#web/app/state.ts';
import { ServerProblem } from '#web/connection/http.ts';
import { Diff } from '#web/parts/diff.tsx';
import { Trouble } from '#web/parts/text.tsx';
import type { QuestionEnd } from '#web/workspace/items.ts';
import type { AskedQuestion } from '#web/workspace/question.ts';

type Option = NonNullable<AskedQuestion['options']>[number];

/** What it is about. */
const Subject = ({ question }: { readonly question: AskedQuestion }) => {
  const { text, subject } = question;
  return (
    <>
      <p class="plain" dir="auto">
        {text === '' ? 'The agent waits for what you say.' : text}
      </p>
      {subject?.command === undefined ? null : (
        <pre class="command" tabIndex={0} role="group" aria-label="The command">
          {subject.command}
        </pre>
      )}
      {subject?.diffs.map((diff) => (
        <Diff key={diff.file} diff={diff} />
      ))}
      {subject?.more === undefined ? null : <p>And {subject.more} more changes.</p>}
    </>
  );
};

const KEYS = { KeyY: 'y', KeyN: 'n' } as const;

/** One that waits. `hasKeys`: Alt-Y and Alt-N answer it, wherever one is. */
export const QuestionForm = ({
  question,
  hasKeys,
}: {
  readonly question: AskedQuestion;
  readonly hasKeys: boolean;
}) => {
  const problem = useSignal<ServerProblem | undefined>(undefined);
  const { options = [] } = question;
  const give = (answer: string | undefined): void => {
    store
      .peek()
      ?.answer(question, answer)
      .then(
        () => tellAloud('Answered.'),
        (error: unknown) => {
          problem.value =
            error instanceof ServerProblem
              ? error
              : new ServerProblem({ title: 'The daemon cannot be reached now.' });
        },
      );
  };
  useEffect(() => {
    if (!hasKeys) return;
    const pressed = (event: KeyboardEvent): void => {
      if (!event.altKey || event.ctrlKey || event.metaKey) return;
      const { code } = event;
      const key = code === 'KeyY' || code === 'KeyN' ? KEYS[code] : undefined;
      const option = key && optionFor(options, key);
      if (option === undefined) return;
      event.preventDefault();
      give(option.id);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [question.id, hasKeys]);
  const keysOf = (option: Option): string | undefined =>
    (['y', 'n'] as const).find((key) => hasKeys && optionFor(options, key) === option);
  return (
    <section class="question" aria-label="A question for you">
      <h3>A question for you</h3>
      <Subject question={question} />
      {options.length === 0 ? (
        <FreeAnswer give={give} />
      ) : (
        <p class="answers">
          {options.map((option) => {
            const key = keysOf(option);
            return (
              <button
                type="button"
                key={option.id}
                class={option.kind?.startsWith('allow') === true ? 'allow' : 'other'}
                onClick={() => give(option.id)}
                {...(key !== undefined && { 'aria-keyshortcuts': `Alt+${key.toUpperCase()}` })}
              >
                {option.label}
                {key === undefined ? null : <kbd aria-hidden="true">Alt-{key.toUpperCase()}</kbd>}
              </button>
            );
          })}
        </p>
      )}
      {problem.value === undefined ? null : <Trouble problem={problem.value} />}
    </section>
  );
};

const FreeAnswer = ({ give }: { readonly give: (answer: string) => void }) => {
  const text = useSignal('');
  return (
    <form
      class="answers"
      onSubmit={(event) => {
        event.preventDefault();
        give(text.value);
      }}
    >
      <label>
        Your answer
        <input
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
          }}
        />
      </label>
      <button type="submit" class="allow">
        Answer
      </button>
    </form>
  );
};

/** Where one was, in the chat: how it ended, and what it was about. */
export const PastQuestion = ({
  question,
  end,
}: {
  readonly question: AskedQuestion;
  readonly end: QuestionEnd | undefined;
}) => {
  const isOpen = store.value?.questions.value.some(({ id }) => id === question.id) === true;
  const isMine = store.value?.answered.value.has(question.id) === true;
  if (isOpen) return <p class="note">A question waits for your answer below.</p>;
  return (
    <details class="past">
      <summary>
        <span class="plain">{question.text === '' ? 'A question' : question.text}</span>{' '}
        <span class="how">{endText(end, isMine)}</span>
      </summary>
      <Subject question={question} />
    </details>
  );
};

const endText = (end: QuestionEnd | undefined, isMine: boolean): string => {
  if (end === undefined) return 'has ended';
  if (!end.isAnswered && isMine) return 'you said no';
  if (isMine) return 'answered here';
  const by = end.by === login.value?.device ? `another tab of this browser (${end.by})` : end.by;
  return end.isAnswered ? `answered by ${by}` : `not answered: ${by}`;
};
