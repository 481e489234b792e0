/** What the page knows: who is here, which workspace is shown, and what every view may call. */
import { computed, effect, signal } from '@preact/signals';
import { askLogin, logIn, logOut, type WhoIsHere, ServerProblem } from '#web/connection/http.ts';
import { WorkspaceStore } from '#web/workspace/store.ts';
import { goTo, hrefOf, route } from './route.ts';

/** `asking`: it is not known yet; `out`: this browser has to log in. */
export const loginState = signal<'asking' | 'in' | 'out'>('asking');

/** Who is here. */
export const login = signal<WhoIsHere | undefined>(undefined);

/** Why a login did not work. */
export const loginTrouble = signal<ServerProblem | undefined>(undefined);

/** The workspace that is shown, by its id; `undefined` where there is none. */
export const placeHere = computed(() => {
  const all = login.value?.workspaces ?? [];
  return all.find(({ id }) => id === route.value.workspace) ?? all[0];
});

/** What is known of it. */
export const store = signal<WorkspaceStore | undefined>(undefined);

/** Something that whoever cannot see the page should hear. */
export const announced = signal('');

/** Tells it, also when it is the same as before. */
export const tellAloud = (text: string): void => {
  announced.value = announced.peek() === text ? `${text}\u00A0` : text;
};

/** Asks who is here; the daemon may not answer. */
const look = async (): Promise<void> => {
  const found = await askLogin();
  login.value = found;
  loginState.value = found === undefined ? 'out' : 'in';
};

/** Was it found out just now who is here? */
let hasLooked = false;

/** May a connection to the workspace be opened? */
const mayOpen = async (): Promise<boolean> => {
  if (!hasLooked) await look();
  hasLooked = false;
  return placeHere.peek()?.state === 'serving';
};

/** Begins: with the code of an address, which is gone from there before anything is asked. Never rejects. */
export const begin = async (): Promise<void> => {
  const said = new URLSearchParams(location.hash.slice(1));
  const code = said.get('login');
  if (code !== null) {
    goTo(hrefOf('', '', said.get('workspace') ?? ''), true);
    try {
      await logIn(code);
    } catch (error) {
      if (error instanceof ServerProblem) loginTrouble.value = error;
    }
  }
  await look().then(
    () => (hasLooked = true),
    () => undefined,
  );
  // Whoever is shown another workspace has another connection.
  effect(() => {
    const id = placeHere.value?.id;
    const before = store.peek();
    if (id === shownId) return;
    shownId = id;
    before?.close();
    store.value = id === undefined ? undefined : new WorkspaceStore(id, mayOpen, began);
  });
  if (loginState.peek() === 'asking') retry();
};

/** Whoever looks at what begins a session looks at that session from here on. */
const began = (session: string): void => {
  const { view, argument } = route.peek();
  if ((view === '' || view === 'chat') && argument === '') goTo(hrefOf('chat', session), true);
};

let shownId: string | undefined;

const RETRY_MS = 2000;

/** The daemon has not answered yet. */
const retry = (): void => {
  setTimeout(() => {
    look().catch(() => retry());
  }, RETRY_MS);
};

/** Ends the login of this browser. Rejects with a ServerProblem. */
export const leave = async (): Promise<void> => {
  await logOut();
  store.peek()?.close();
  location.reload();
};
