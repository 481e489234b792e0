/** What the page asks before it has a connection: who it is, and a login. */
import { memberAt, membersOf, textAt, type JsonObject } from '#lib/text/json.ts';

/** Why the server did not do something: in words, with the remedy where there is one. */
export class ServerProblem extends Error {
  readonly code: string;
  readonly remedy: string | undefined;

  constructor(said: unknown, otherwise = 'The server has not said why.') {
    super(textAt(said, 'title') ?? otherwise);
    this.code = textAt(said, 'code') ?? 'UNKNOWN';
    this.remedy = textAt(said, 'remedy');
  }
}

/** A workspace that the daemon serves, or tries to. */
interface ServedPlace {
  readonly id: string;
  readonly path: string;
  readonly state: string;
  /** Why it is not served. */
  readonly refused: { readonly what: string; readonly remedy: string } | undefined;
}

/** Who is here, and what they may see. */
export interface WhoIsHere {
  readonly version: string;
  /** How other places hear of this browser. */
  readonly device: string;
  readonly workspaces: readonly ServedPlace[];
}

/** `undefined` where this browser has to log in. Rejects with a TypeError where the daemon does not answer. */
export const askLogin = async (): Promise<WhoIsHere | undefined> => {
  const response = await fetch('/session');
  const answer: unknown = await response.json();
  if (!response.ok) throw new ServerProblem(answer);
  if (memberAt(answer, 'isIn') !== true) return undefined;
  const { version, device, workspaces } = membersOf(answer);
  return {
    version: String(version),
    device: textAt(device, 'name') ?? '',
    workspaces: Array.isArray(workspaces) ? workspaces.map((one: unknown) => placeIn(one)) : [],
  };
};

const placeIn = (one: unknown): ServedPlace => ({
  id: textAt(one, 'id') ?? '',
  path: textAt(one, 'path') ?? '',
  state: textAt(one, 'state') ?? '',
  refused:
    memberAt(one, 'refused') === undefined
      ? undefined
      : {
          what: textAt(one, 'refused', 'what') ?? '',
          remedy: textAt(one, 'refused', 'remedy') ?? '',
        },
});

/** Logs this browser in by a code that works once. Throws a ServerProblem. */
export const logIn = (code: string): Promise<JsonObject> => post('/login', { code });

/** Logs this browser out. Throws a ServerProblem. */
export const logOut = (): Promise<JsonObject> => post('/logout', {});

const post = async (path: string, params: object): Promise<JsonObject> => {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(params),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new ServerProblem(answer);
  return membersOf(answer);
};
