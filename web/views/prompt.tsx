/** What a session is told: the window as a picture, what is new in it, its text, and what its turns cost. */
import { useSignal } from '@preact/signals';
import { either, isString, listOf, objectOf, oneOf } from '#lib/guard.ts';
import { useAsked, useChanged } from '#web/app/asked.ts';
import { AnswerShown } from '#web/parts/answer-shown.tsx';
import { Name, Nothing, TimeText } from '#web/parts/text.tsx';
import { TurnsSection } from '#web/prompt/turns.tsx';
import { isPrompt, PromptWindow } from '#web/prompt/window.tsx';

const AUDIENCES: readonly (readonly [string, string])[] = [
  ['main', 'you alone (main)'],
  ['shared', 'you and others (shared)'],
  ['subagent', 'a worker'],
  ['cron', 'a job of the clock'],
];

export const PromptView = () => {
  const audience = useSignal('main');
  const { asked, again } = useAsked('prompt.show', { session: audience.value });
  useChanged(again);
  return (
    <div class="wide">
      <h2>Prompt</h2>
      <p class="filters">
        <label>
          What the agent is told when it talks to{' '}
          <select
            value={audience.value}
            onChange={({ currentTarget }) => {
              audience.value = currentTarget.value;
            }}
          >
            {AUDIENCES.map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
      </p>
      <AnswerShown asked={asked} is={isPrompt} waiting="The prompt is being made…">
        {(prompt) => (
          <>
            <PromptWindow prompt={prompt} />
            {[...prompt.warnings, ...prompt.notes].map((text, at) => (
              <p key={at} class="note">
                <Name text={text} />
              </p>
            ))}
            <details>
              <summary>The text, as the model gets it</summary>
              <pre class="plain" tabIndex={0} role="group" aria-label="The prompt" dir="auto">
                {prompt.text}
              </pre>
            </details>
          </>
        )}
      </AnswerShown>
      <Changed />
      <TurnsSection />
    </div>
  );
};

const isSince = objectOf({
  since: either(isString, oneOf(null)),
  changes: listOf(objectOf({ file: isString, is: isString })),
});

const WORDS: Readonly<Record<string, string>> = {
  new: 'is told now, and was not then',
  dropped: 'is there and dropped: it does not fit',
  changed: 'has changed',
  gone: 'was told then, and is not now',
};

const Changed = () => {
  const { asked, again } = useAsked('prompt.changes');
  useChanged(again);
  return (
    <section aria-labelledby="since">
      <h3 id="since">Since the last boot</h3>
      <AnswerShown asked={asked} is={isSince} waiting="The last boot is being looked up…">
        {({ since, changes }) =>
          since === null ? (
            <Nothing>
              No session of this workspace has ended yet: what comes is compared with it.
            </Nothing>
          ) : (
            <>
              <p>
                The last boot was <TimeText at={since} />.{' '}
                {changes.length === 0 ? 'Nothing has changed.' : null}
              </p>
              <ul>
                {changes.map(({ file, is }) => (
                  <li key={file}>
                    <Name text={file} /> {WORDS[is] ?? is}
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </AnswerShown>
    </section>
  );
};
