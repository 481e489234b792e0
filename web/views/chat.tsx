/** The chat: one session, or what begins the next one. */
import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { AttachedText } from '#lib/prompt/attached.ts';
import { goTo, hrefOf } from '#web/app/route.ts';
import { tellAloud, store } from '#web/app/state.ts';
import type { ViewProps } from '#web/app/view.ts';
import { attach } from '#web/chat/attach.ts';
import { dropping } from '#web/chat/attached.tsx';
import { Composer } from '#web/chat/composer.tsx';
import { ChatLine, type LineDoes, openQuestionsOf } from '#web/chat/line.tsx';
import { QuestionForm } from '#web/chat/question.tsx';
import { ChatSearch } from '#web/chat/search.tsx';
import { ServerProblem } from '#web/connection/http.ts';
import { Badge, Nothing, Trouble } from '#web/parts/text.tsx';
import { VirtualList } from '#web/parts/virtual-list.tsx';
import type { OwnMessage } from '#web/workspace/items.ts';
import type { SessionHead, SessionStore } from '#web/workspace/session-store.ts';
import type { WorkspaceStore } from '#web/workspace/store.ts';

/** The chat of the session that the address names. */
export const ChatView = ({ argument }: ViewProps) => {
  const known = store.value;
  if (known === undefined) return null;
  const session = argument === '' ? known.draft.value : known.session(argument);
  // A draft that becomes a session stays what it is.
  return <Chat key={keyOf(session)} known={known} session={session} />;
};

const KEYS = new WeakMap<SessionStore, string>();

const keyOf = (session: SessionStore): string => {
  const key = KEYS.get(session) ?? crypto.randomUUID();
  KEYS.set(session, key);
  return key;
};

/** What a chat is of. */
interface ChatProps {
  readonly known: WorkspaceStore;
  readonly session: SessionStore;
}

/** What is being written, and what becomes of it. */
const useSaying = ({ known, session }: ChatProps) => {
  const problem = useSignal<ServerProblem | undefined>(undefined);
  const words = useSignal('');
  const files = useSignal<readonly AttachedText[]>([]);
  const failed = (error: unknown): void => {
    problem.value = error instanceof ServerProblem ? error : undefined;
  };
  const follow = (saying: Promise<SessionStore>): void => {
    problem.value = undefined;
    saying.then(
      (said) => {
        // One that was over goes on as another one.
        if (said !== session && store.peek() === known) goTo(hrefOf('chat', said.id.peek()));
      },
      (error: unknown) => {
        failed(error);
        tellAloud('This was not sent.');
      },
    );
  };
  const take = (given: FileList | null | undefined): void => {
    void attach([...(given ?? [])], files).then((refused) => {
      problem.value = refused;
      tellAloud(refused?.message ?? 'Attached.');
    });
  };
  const edit = (saying: OwnMessage): void => {
    words.value = saying.text;
    files.value = saying.files;
  };
  return { problem, words, files, failed, follow, take, edit };
};

const Chat = ({ known, session }: ChatProps) => {
  const { problem, words, files, failed, follow, take, edit } = useSaying({ known, session });
  const isSearching = useSignal(false);
  const target = useSignal<string | undefined>(undefined);
  useSignalEffect(() => {
    if (known.link.state.value === 'open' && session.past.value === 'unread')
      known.readPast(session).catch(failed);
  });
  useTold(session);
  const does = {
    session,
    edit: (saying: OwnMessage) => {
      edit(saying);
      document.querySelector<HTMLElement>('#words')?.focus();
    },
    sayAgain: (key: string) => follow(known.sayAgain(session, key)),
  };
  const head = session.head.value;
  return (
    <div class="chat" {...dropping(take)}>
      <h2 class="unseen">Chat</h2>
      <Head
        head={head}
        isDraft={session.id.value === ''}
        search={() => {
          isSearching.value = true;
        }}
      />
      {isSearching.value ? (
        <ChatSearch
          session={session}
          target={target}
          close={() => {
            isSearching.value = false;
          }}
        />
      ) : null}
      <Past known={known} does={does} target={target.value} failed={failed} />
      <Now session={session} problem={problem.value} />
      <Composer
        text={words}
        files={files}
        take={take}
        head={head}
        isLinked={known.link.state.value === 'open'}
        refused={failed}
        send={(saying) =>
          follow(
            said(known, session, saying, () => {
              if (words.peek() === '') edit(saying);
            }),
          )
        }
        stop={() => void known.ask('chat.cancel', { session: session.id.peek() }).catch(failed)}
      />
    </div>
  );
};

/** What was said. */
const Past = ({
  known,
  does,
  target,
  failed,
}: {
  readonly known: WorkspaceStore;
  readonly does: LineDoes;
  readonly target: string | undefined;
  readonly failed: (error: unknown) => void;
}) => {
  const { session } = does;
  void session.version.value;
  const { all } = session.items;
  if (all.length === 0)
    return (
      <Nothing>
        {session.past.value === 'reading'
          ? 'What was said is being read…'
          : 'Nothing was said yet. Say something below: that begins a session.'}
      </Nothing>
    );
  return (
    <VirtualList
      rows={all}
      keyOf={({ key }) => key}
      label="What was said"
      target={target}
      onTop={() => {
        if (session.past.peek() === 'more') known.readPast(session).catch(failed);
      }}
      show={(item) => (
        <div class={item.key === target ? 'found' : undefined}>
          <ChatLine item={item} does={does} />
        </div>
      )}
    />
  );
};

/** What goes on, what waits for an answer, and what did not work. */
const Now = ({
  session,
  problem,
}: {
  readonly session: SessionStore;
  readonly problem: ServerProblem | undefined;
}) => (
  <>
    {session.head.value.isWorking ? <p class="note">The agent works…</p> : null}
    <div class="questions">
      {openQuestionsOf(session.id.value).map((question, at) => (
        <QuestionForm key={question.id} question={question} hasKeys={at === 0} />
      ))}
    </div>
    {problem === undefined ? null : <Trouble problem={problem} />}
  </>
);

/** What could not be sent is where it was written. */
const said = async (
  known: WorkspaceStore,
  session: SessionStore,
  saying: OwnMessage,
  putBack: () => void,
): Promise<SessionStore> => {
  const before = session.items.all.length;
  try {
    return await known.say(session, saying);
  } catch (error) {
    if (session.items.all.length === before) putBack();
    throw error;
  }
};

/** Main or shared, and why, is always in sight. */
const Head = ({
  head,
  isDraft,
  search,
}: {
  readonly head: SessionHead;
  readonly isDraft: boolean;
  readonly search: () => void;
}) => (
  <header class="chat-head">
    <p class="kind">
      <Badge kind={head.kind ?? 'unknown'}>{head.kind ?? (isDraft ? 'new' : '…')}</Badge>
      <span>
        {head.reason ??
          (isDraft
            ? 'It becomes main or shared when it is opened, and says why.'
            : 'It has not said yet whether it is main or shared.')}
      </span>
    </p>
    {head.cost === undefined ? null : <p class="cost">{head.cost}</p>}
    <p class="actions">
      <button type="button" onClick={search}>
        Search
      </button>
      {isDraft ? null : <a href={hrefOf('chat')}>New chat</a>}
    </p>
  </header>
);

/** Whoever does not see the page hears what has come: the end of an answer, and a question; not each word. */
const useTold = (session: SessionStore): void => {
  const { isWorking } = session.head.value;
  const count = openQuestionsOf(session.id.value).length;
  const was = useSignal(isWorking);
  useEffect(() => {
    if (was.peek() && !isWorking) tellAloud('The agent has answered.');
    was.value = isWorking;
  }, [isWorking]);
  useEffect(() => {
    if (count > 0) tellAloud('A question waits for your answer. Alt-Y grants, Alt-N refuses.');
  }, [count]);
};
