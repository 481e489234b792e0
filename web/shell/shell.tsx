/** What stands around every view: the menu, how the connection is, what is told to whoever does not see the page. */
import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { goTo, hrefOf, route } from '#web/app/route.ts';
import {
  announced,
  leave,
  login,
  loginState,
  loginTrouble,
  placeHere,
  store,
} from '#web/app/state.ts';
import type { PageView, ViewProps } from '#web/app/view.ts';
import { Name, Nothing, Trouble } from '#web/parts/text.tsx';
import { VIEWS } from '#web/views/registry.ts';

/** The page. */
export const PageShell = () => (
  <>
    <nav class="skip" aria-label="Shortcut">
      <a href="#main" onClick={skip}>
        To what is shown
      </a>
    </nav>
    {loginState.value === 'in' ? <Inside /> : <Outside />}
    <p class="unseen" role="status" aria-live="polite">
      {announced.value}
    </p>
  </>
);

/** The fragment of the address is ours. */
const skip = (event: Event): void => {
  event.preventDefault();
  document.querySelector<HTMLElement>('main')?.focus();
};

const Outside = () => (
  <main class="outside" tabIndex={-1}>
    <h1>yamo</h1>
    {loginTrouble.value === undefined ? null : <Trouble problem={loginTrouble.value} />}
    {loginState.value === 'asking' ? (
      <Nothing>The daemon is being asked…</Nothing>
    ) : (
      <>
        <p>This browser has to log in. On the machine where the daemon runs, say:</p>
        <pre>
          <code>yamo open</code>
        </pre>
        <p>
          It opens this page with a login that works once and for a minute.{' '}
          <code>yamo open --phone</code> does it for a browser elsewhere.
        </p>
      </>
    )}
  </main>
);

const Inside = () => {
  const view = VIEWS.find(({ name }) => name === route.value.view) ?? VIEWS[0];
  const count = store.value?.questions.value.length ?? 0;
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${view?.title ?? ''} · yamo`;
  }, [view, count]);
  return (
    <>
      <header class="top">
        <h1>yamo</h1>
        <Places />
        <nav aria-label="Views">
          {VIEWS.map(({ name, title }) => (
            <a
              key={name}
              href={hrefOf(name)}
              {...(name === view?.name && { 'aria-current': 'page' })}
            >
              {title}
              {name === 'sessions' && count > 0 ? (
                <span class="count">
                  {count}
                  <span class="unseen"> {count === 1 ? 'waits' : 'wait'} for you</span>
                </span>
              ) : null}
            </a>
          ))}
        </nav>
        <details class="who">
          <summary>{login.value?.device === '' ? 'You' : login.value?.device}</summary>
          <button type="button" onClick={() => void leave().catch(() => undefined)}>
            Log out
          </button>
          <p>yamo {login.value?.version}</p>
        </details>
      </header>
      <Connection />
      <main tabIndex={-1}>{view === undefined ? null : <Shown view={view} />}</main>
    </>
  );
};

/** Several workspaces of one daemon. */
const Places = () => {
  const all = login.value?.workspaces ?? [];
  if (all.length < 2)
    return (
      <p class="place">
        {all.map(({ id, path }) => (
          <Name key={id} text={path} />
        ))}
      </p>
    );
  return (
    <label class="place">
      <span class="unseen">Workspace</span>
      <select
        value={placeHere.value?.id}
        onChange={({ currentTarget }) => goTo(hrefOf(route.peek().view, '', currentTarget.value))}
      >
        {all.map(({ id, path }) => (
          <option key={id} value={id}>
            {path}
          </option>
        ))}
      </select>
    </label>
  );
};

const Connection = () => {
  const here = placeHere.value;
  if (here === undefined)
    return <Nothing>The daemon serves no workspace. Serve one: yamo start DIR</Nothing>;
  if (here.refused !== undefined)
    return (
      <Trouble
        problem={{ message: here.refused.what, code: 'not served', remedy: here.refused.remedy }}
      />
    );
  return store.value?.link.state.value === 'lost' ? (
    <p class="lost" role="alert">
      The daemon does not answer. What it tells meanwhile is not lost: the page goes on as soon as
      it is back. If it does not come back, start it: <code>yamo start</code>
    </p>
  ) : null;
};

/** A view, once it is loaded. */
const Shown = ({ view }: { readonly view: PageView }) => {
  const loaded = useSignal<
    { readonly of: PageView; readonly shown: ComponentType<ViewProps> } | undefined
  >(undefined);
  const failed = useSignal(false);
  const wanted = useRef(view);
  wanted.current = view;
  useEffect(() => {
    failed.value = false;
    view.load().then(
      (shown) => {
        if (wanted.current === view) loaded.value = { of: view, shown };
      },
      () => {
        failed.value = true;
      },
    );
  }, [view]);
  useSignalEffect(() => {
    // A daemon that was updated has other files.
    if (failed.value && store.value?.link.state.value === 'open') location.reload();
  });
  const { current } = { current: loaded.value };
  if (failed.value)
    return <Nothing>This part of the page could not be loaded. It is tried again.</Nothing>;
  if (current?.of !== view) return <Nothing>One moment…</Nothing>;
  const { shown: ViewShown } = current;
  return <ViewShown argument={route.value.argument} />;
};
