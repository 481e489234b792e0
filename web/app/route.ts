/** Where one is: `#/WORKSPACE/VIEW/ARGUMENT`, so that the browser's own keys lead back, and an address can be kept. */
import { signal } from '@preact/signals';

/** A place of the page. */
export interface Route {
  /** Its id; empty: the first one. */
  readonly workspace: string;
  /** By its name; empty: the first one. */
  readonly view: string;
  /** What the view shows of all that it could. */
  readonly argument: string;
}

const partsOf = (hash: string): Route => {
  const [workspace = '', view = '', argument = ''] = hash.replace(/^#\/?/u, '').split('/');
  return { workspace, view, argument: decoded(argument) };
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
};

/** Where one is now. */
export const route = signal<Route>(partsOf(location.hash));

window.addEventListener('hashchange', () => {
  route.value = partsOf(location.hash);
});

/** The address of a view of the workspace that is shown. */
export const hrefOf = (view: string, argument = '', workspace = route.value.workspace): string =>
  `#/${workspace}/${view}${argument === '' ? '' : `/${encodeURIComponent(argument)}`}`;

/** Goes there; `isSame`: it is the same place by another name, and no way leads back. */
export const goTo = (href: string, isSame = false): void => {
  if (isSame) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  route.value = partsOf(href);
};
