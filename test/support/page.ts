/** A workspace that is served in the process of a test, and browsers on its page. Import it from test files only. */
import { workspaceId } from '#daemon/server/access.ts';

import { Person } from './browser.ts';
import { serveHere } from './served.ts';
import { makeBornWorkspace } from './workspace.ts';

/** Serves one; `tab` opens its page for a person who has logged in, at a view such as `chat/ID`. */
export const servedPage = async () => {
  const ws = makeBornWorkspace();
  const here = await serveHere(ws);
  const { serving } = here.workspace;
  if (serving === undefined) throw new Error('it is not served');
  const origin = `http://127.0.0.1:${here.port}`;
  const home = `#/${workspaceId(ws.path)}`;
  const tab = async (person: Person, view = 'chat') => {
    const isNew = (await person.cookies()).length === 0;
    const login = `${origin}/#login=${here.logins.give({ name: undefined })}`;
    const page = await person.tab(isNew ? login : `${origin}/${home}/${view}`);
    if (isNew) {
      await page.getByRole('navigation', { name: 'Views' }).waitFor();
      await page.goto(`${origin}/${home}/${view}`);
    }
    return page;
  };
  /** Something that a session tells. */
  const tell = (session: string, type: string, payload: object, request = 'r1') =>
    serving.events.append({ type, session, request, payload });
  return { ...here, ws, serving, origin, tab, tell };
};
