/** Search in a chat: what is shown of it, and what lies before, which is read until all of it was looked at. */
import { type Signal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { store } from '#web/app/state.ts';
import type { ChatItem } from '#web/workspace/items.ts';
import type { SessionStore } from '#web/workspace/session-store.ts';

/** Each time that more is shown, all of it is looked through. */
const READ_LINES = 5000;

const wordsOf = (item: ChatItem): string => {
  switch (item.is) {
    case 'said':
    case 'agent':
      return item.text;
    case 'tool':
      return `${item.title} ${item.detail ?? ''}`;
    case 'question':
      return item.question.text;
    case 'trouble':
      return `${item.what} ${item.remedy}`;
    case 'note':
      return `${item.text} ${item.more ?? ''}`;
  }
};

/** Of those lines the keys in which these words stand, in any case, the last one first. */
const linesWith = (items: readonly ChatItem[], words: string): readonly string[] => {
  const asked = words.trim().toLowerCase();
  if (asked === '') return [];
  return items
    .filter((item) => wordsOf(item).toLowerCase().includes(asked))
    .map(({ key }) => key)
    .toReversed();
};

/** The search; `target` becomes the line that is to be seen. */
export const ChatSearch = ({
  session,
  target,
  close,
}: {
  readonly session: SessionStore;
  readonly target: Signal<string | undefined>;
  readonly close: () => void;
}) => {
  const words = useSignal('');
  const at = useSignal(0);
  const found = useComputed(() => {
    void session.version.value;
    return linesWith(session.items.all, words.value);
  }).value;
  useSignalEffect(() => {
    if (words.value.trim() !== '' && session.past.value === 'more')
      void store
        .peek()
        ?.readPast(session, READ_LINES)
        .catch(() => undefined);
  });
  const go = (step: number): void => {
    at.value = (at.value + step + found.length) % Math.max(1, found.length);
    target.value = found[at.value];
  };
  const isReading = words.value !== '' && session.past.value !== 'whole';
  return (
    <form
      class="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        go(target.value === undefined ? 0 : 1);
      }}
    >
      <label>
        <span class="unseen">Search in this chat</span>
        <input
          type="search"
          value={words.value}
          placeholder="Search in this chat"
          autofocus
          onInput={({ currentTarget }) => {
            words.value = currentTarget.value;
            at.value = 0;
            target.value = undefined;
          }}
          onKeyDown={({ key }) => {
            if (key === 'Escape') close();
          }}
        />
      </label>
      <output aria-live="polite">
        {words.value === ''
          ? ''
          : `${found.length} ${found.length === 1 ? 'line' : 'lines'}${isReading ? ', and still reading' : ''}`}
      </output>
      <button type="submit" disabled={found.length === 0}>
        Earlier
      </button>
      <button type="button" disabled={found.length === 0} onClick={() => go(-1)}>
        Later
      </button>
      <button type="button" onClick={close}>
        Close<span class="unseen"> the search</span>
      </button>
    </form>
  );
};
