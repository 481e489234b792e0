/** One line of a chat. */
import { store } from '#web/app/state.ts';
import { AgentText } from '#web/parts/markdown.tsx';
import { TimeText, Name, Trouble } from '#web/parts/text.tsx';
import type { ChatItem, OwnMessage } from '#web/workspace/items.ts';
import type { SessionStore } from '#web/workspace/session-store.ts';
import { PastQuestion } from './question.tsx';

/** What a line can have done. */
export interface LineDoes {
  readonly session: SessionStore;
  /** Puts it where one writes. */
  readonly edit: (saying: OwnMessage) => void;
  readonly sayAgain: (key: string) => void;
}

/** One line of a chat. */
export const ChatLine = ({ item, does }: { readonly item: ChatItem; readonly does: LineDoes }) => {
  switch (item.is) {
    case 'said':
      return <Said item={item} does={does} />;
    case 'agent':
      return (
        <article class="agent" aria-label="Agent">
          <AgentText text={item.text} />
        </article>
      );
    case 'tool':
      return (
        <details class="tool">
          <summary>
            <Name text={item.title} />{' '}
            <span class={`status status-${item.status}`}>{STATUS[item.status] ?? item.status}</span>
          </summary>
          <pre class="plain">{item.detail ?? 'It has told nothing more.'}</pre>
        </details>
      );
    case 'question':
      return <PastQuestion question={item.question} end={item.end} />;
    case 'trouble':
      return <Trouble problem={{ message: item.what, code: item.code, remedy: item.remedy }} />;
    case 'note':
      return item.more === undefined ? (
        <p class="note plain">{item.text}</p>
      ) : (
        <details class="note">
          <summary>{item.text}</summary>
          <pre class="plain">{item.more}</pre>
        </details>
      );
  }
};

const STATUS: Readonly<Record<string, string>> = {
  pending: 'waits',
  in_progress: 'runs',
  completed: 'done',
  failed: 'failed',
};

const Said = ({
  item,
  does,
}: {
  readonly item: ChatItem & { readonly is: 'said' };
  readonly does: LineDoes;
}) => (
  <article class={`said said-${item.state}`} aria-label={item.by === 'owner' ? 'You' : item.by}>
    <p class="plain" dir="auto">
      {item.text}
    </p>
    {item.files.length === 0 ? null : (
      <ul class="attached" aria-label="Attached files">
        {item.files.map((name, at) => (
          <li key={at}>
            <Name text={name} />
          </li>
        ))}
      </ul>
    )}
    <footer>
      {item.by === 'owner' ? null : <span>from {item.by}</span>}
      {item.state === 'kept' ? <TimeText at={item.at} /> : null}
      {item.state === 'sending' ? <span>is being sent…</span> : null}
      {item.state === 'lost' ? (
        <>
          <strong>This was not kept.</strong>
          <button type="button" onClick={() => does.sayAgain(item.key)}>
            Send again
          </button>
        </>
      ) : null}
      {item.by === 'owner' && item.state !== 'sending' ? (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            const lost = does.session.items.withdraw(item.key);
            does.session.changed();
            // Of what is attached to a message that was kept, the page has the names alone.
            does.edit(lost ?? { text: item.text, files: [] });
          }}
        >
          Edit<span class="unseen"> and send again</span>
        </button>
      ) : null}
    </footer>
  </article>
);

/** Questions of a session that wait, the oldest first. */
export const openQuestionsOf = (session: string) =>
  (store.value?.questions.value ?? []).filter((one) => one.session === session);
