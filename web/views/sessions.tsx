/** The sessions: those that wait for you, those that work, those that are done. */
import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import { isJsonObject, type JsonObject, textAt } from '#lib/text/json.ts';
import { useAsked } from '#web/app/asked.ts';
import { hrefOf } from '#web/app/route.ts';
import { tellAloud, store } from '#web/app/state.ts';
import { openQuestionsOf } from '#web/chat/line.tsx';
import { QuestionForm } from '#web/chat/question.tsx';
import { ServerProblem } from '#web/connection/http.ts';
import { DeleteSession } from '#web/sessions/delete-session.tsx';
import { SaidSearch } from '#web/sessions/said-search.tsx';
import { Badge, TimeText, Name, Nothing, Trouble } from '#web/parts/text.tsx';

/** One of the list. */
interface Row {
  readonly id: string;
  readonly kept: string | undefined;
  readonly title: string;
  readonly kind: string | undefined;
  readonly origin: string;
  readonly at: string | undefined;
  readonly state: State;
  readonly isArchived: boolean;
}

type State = 'waiting' | 'working' | 'idle' | 'done';

const STATES: readonly (readonly [State, string])[] = [
  ['waiting', 'Waiting for you'],
  ['working', 'Working'],
  ['idle', 'Open'],
  ['done', 'Done'],
];

export const SessionsView = () => {
  const words = useSignal('');
  const showsAll = useSignal(false);
  const showsArchive = useSignal(false);
  const { asked, again } = useAsked('sessions.find', { archived: showsArchive.value });
  const older = useAsked('sessions.list').asked;
  const known = store.value;
  useSignalEffect(() => {
    void store.value?.stirred.value;
    again();
  });
  // An older daemon lists what is open alone.
  const { answer, problem } =
    asked.value.problem?.code === 'METHOD_UNKNOWN' ? older.value : asked.value;
  if (problem !== undefined) return <Trouble problem={problem} />;
  if (answer === undefined || known === undefined)
    return <Nothing>Sessions are being looked for…</Nothing>;
  const all = rowsIn(answer, known.waiting.value);
  const ids = new Set(all.map(({ id }) => id));
  const rows = all
    .filter(({ origin }) => showsAll.value || origin === 'owner' || origin === 'chat')
    .filter(({ title, id }) =>
      `${title} ${id}`.toLowerCase().includes(words.value.trim().toLowerCase()),
    );
  return (
    <div class="sessions">
      <h2>Sessions</h2>
      {/* Of no session: the adapters of chats ask too. */}
      {known.questions.value
        .filter(({ session }) => !ids.has(session))
        .map((question) => (
          <QuestionForm key={question.id} question={question} hasKeys={false} />
        ))}
      <Filters words={words} showsAll={showsAll} showsArchive={showsArchive} />
      <SaidSearch />
      {rows.length === 0 ? (
        <Nothing>
          {words.value === '' ? (
            <>
              There is no session here. <a href={hrefOf('chat')}>Say something</a> to begin one.
            </>
          ) : (
            'No session is called so.'
          )}
        </Nothing>
      ) : (
        STATES.map(([state, title]) => (
          <Group
            key={state}
            title={title}
            rows={rows.filter((row) => row.state === state)}
            again={again}
          />
        ))
      )}
    </div>
  );
};

const Filters = ({
  words,
  showsAll,
  showsArchive,
}: {
  readonly words: Signal<string>;
  readonly showsAll: Signal<boolean>;
  readonly showsArchive: Signal<boolean>;
}) => (
  <form class="filters" onSubmit={(event) => event.preventDefault()}>
    <label>
      <span class="unseen">Only sessions with these words</span>
      <input
        type="search"
        placeholder="Only those with these words"
        value={words.value}
        onInput={({ currentTarget }) => {
          words.value = currentTarget.value;
        }}
      />
    </label>
    <Switch is={showsAll}>What the clock and agents began, too</Switch>
    <Switch is={showsArchive}>Archived ones</Switch>
  </form>
);

const Switch = ({ is, children }: { readonly is: Signal<boolean>; readonly children: string }) => (
  <label class="switch">
    <input
      type="checkbox"
      checked={is.value}
      onChange={({ currentTarget }) => {
        is.value = currentTarget.checked;
      }}
    />
    {children}
  </label>
);

const Group = ({
  title,
  rows,
  again,
}: {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly again: () => void;
}) =>
  rows.length === 0 ? null : (
    <section>
      <h3>
        {title} <span class="count">{rows.length}</span>
      </h3>
      <ul class="rows">
        {rows.map((row) => (
          <SessionRow key={row.id} row={row} again={again} />
        ))}
      </ul>
    </section>
  );

const SessionRow = ({ row, again }: { readonly row: Row; readonly again: () => void }) => (
  <li>
    <p class="row-head">
      <a href={hrefOf('chat', row.id)} onClick={() => remember(row)}>
        <Name text={row.title} />
      </a>
      {row.kind === undefined ? null : <Badge kind={row.kind}>{row.kind}</Badge>}
      {row.origin === 'owner' ? null : <span>began by {row.origin}</span>}
      {row.at === undefined ? null : <TimeText at={row.at} />}
    </p>
    {openQuestionsOf(row.id).map((question) => (
      <QuestionForm key={question.id} question={question} hasKeys={false} />
    ))}
    {row.kept === undefined ? null : <Actions row={row} kept={row.kept} again={again} />}
  </li>
);

/** By what it can be gone on with. */
const remember = ({ id, kept, kind }: Row): void => {
  const session = store.peek()?.session(id);
  session?.become({ kept, kind: session.head.peek().kind ?? kind });
};

const Actions = ({
  row,
  kept,
  again,
}: {
  readonly row: Row;
  readonly kept: string;
  readonly again: () => void;
}) => {
  const name = useSignal<string | undefined>(undefined);
  const problem = useSignal<ServerProblem | undefined>(undefined);
  const ask = (method: string, params: object, told: string): void => {
    store
      .peek()
      ?.ask(method, params)
      .then(
        () => {
          name.value = undefined;
          tellAloud(told);
          again();
        },
        (error: unknown) => {
          problem.value = error instanceof ServerProblem ? error : undefined;
        },
      );
  };
  return (
    <div class="row-actions">
      <Rename
        name={name}
        title={row.title}
        rename={(given) => ask('sessions.rename', { id: kept, name: given }, 'Renamed.')}
      />
      <button
        type="button"
        class="quiet"
        onClick={() =>
          ask(
            'sessions.archive',
            { id: kept, archived: !row.isArchived },
            row.isArchived ? 'Back in the list.' : 'Archived.',
          )
        }
      >
        {row.isArchived ? 'Take out of the archive' : 'Archive'}
        <span class="unseen"> {row.title}</span>
      </button>
      <DeleteSession kept={kept} title={row.title} done={again} />
      {problem.value === undefined ? null : <Trouble problem={problem.value} />}
    </div>
  );
};

/** `name`: as it is being typed; `undefined` while nobody does. */
const Rename = ({
  name,
  title,
  rename,
}: {
  readonly name: Signal<string | undefined>;
  readonly title: string;
  readonly rename: (name: string) => void;
}) =>
  name.value === undefined ? (
    <button
      type="button"
      class="quiet"
      onClick={() => {
        name.value = title;
      }}
    >
      Rename<span class="unseen"> {title}</span>
    </button>
  ) : (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        rename(name.value?.trim() ?? '');
      }}
    >
      <label>
        Name
        <input
          value={name.value}
          maxLength={100}
          autofocus
          onInput={({ currentTarget }) => {
            name.value = currentTarget.value;
          }}
          onKeyDown={({ key }) => {
            if (key === 'Escape') name.value = undefined;
          }}
        />
      </label>
      <button type="submit">Rename</button>
    </form>
  );

const rowsIn = (answer: JsonObject, waiting: ReadonlySet<string>): readonly Row[] => {
  const { sessions } = answer;
  return (Array.isArray(sessions) ? sessions : []).filter(isJsonObject).map((one) => {
    const id = textAt(one, 'id') ?? '';
    const name = [textAt(one, 'name'), textAt(one, 'title')].find(
      (text) => text !== undefined && text !== '',
    );
    return {
      id,
      kept: textAt(one, 'kept'),
      title: name ?? `Session ${id.slice(0, 8)}`,
      kind: textAt(one, 'kind'),
      origin: textAt(one, 'origin') ?? '',
      at: textAt(one, 'lastAt') ?? textAt(one, 'startedAt'),
      state: waiting.has(id) ? 'waiting' : stateIn(one),
      isArchived: textAt(one, 'archivedAt') !== undefined,
    };
  });
};

const stateIn = (one: JsonObject): State => {
  const { state, isWorking } = one;
  if (isWorking === true || state === 'working') return 'working';
  return state === 'done' ? 'done' : 'idle';
};
