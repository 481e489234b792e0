/** What the servers of providers have in common: their own record, strictness, and a moment at which somebody dies. */

import { membersOf, parsedJson } from '#lib/text/json.ts';

/** Members of a body of JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** What a link of an answer may lead to. */
export const isWebAddress = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:https?:\/\/|mailto:)/u.test(value);

export abstract class ChatServer {
  readonly faults: string[] = [];
  /** Files that were sent. */
  readonly files: TakenFile[] = [];
  /** Every byte of every request. */
  heard = '';
  /** Called once, at a request for this method: when it has been dealt with, before or after the answer is written. */
  dies:
    | { readonly method: string; readonly moment: 'before' | 'after'; readonly die: () => void }
    | undefined;
  /** Hears of each request when it was dealt with. */
  changed: () => void = () => undefined;

  abstract close(): void;

  /** Settles when `is` holds, which is looked at whenever something was asked. */
  async until(is: () => boolean): Promise<void> {
    while (!is()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.changed = resolve;
      await promise;
    }
    if (this.faults.length > 0) throw new Error(this.faults.join('; '));
  }

  /** Somebody dies here, if this is the moment. */
  protected passed(method: string, moment: 'before' | 'after'): void {
    const { dies } = this;
    if (dies?.method === method && dies.moment === moment) dies.die();
  }
}

/** A file that was sent somewhere. */
export interface TakenFile {
  readonly place: string;
  readonly name: string;
  readonly bytes: Buffer;
}

/** The members of a body, of a form too: there a file is a `File`, and everything else a text. */
export const membersSaid = async (type: string | undefined, body: Buffer): Promise<Json> => {
  if (type?.startsWith('multipart/form-data; boundary=') !== true)
    return membersOf(parsedJson(body.toString()));
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': type },
  }).formData();
  return Object.fromEntries(form);
};

/** A file of a form, at a place. */
export const takenFile = async (place: unknown, file: unknown): Promise<TakenFile> => {
  if (!(file instanceof File)) throw new Error('no file');
  return { place: String(place), name: file.name, bytes: Buffer.from(await file.arrayBuffer()) };
};
