/** What is seen of a session: its events as the lines of a chat, whatever page of its history they came in. */
import type { AttachedText } from '#lib/prompt/attached.ts';
import { type JsonObject, textAt } from '#lib/text/json.ts';
import type { ServerEvent } from '#web/connection/event.ts';
import { chatNoteOf, wordsAt } from './note.ts';
import { type AskedQuestion, questionIn } from './question.ts';

/** What is said, with what is attached to it. */
export interface OwnMessage {
  readonly text: string;
  readonly files: readonly AttachedText[];
}

/** One of them; `key` stays as long as it does. */
export type ChatItem = { readonly key: string; readonly at: string } & (
  | {
      readonly is: 'said';
      readonly text: string;
      /** The names of what is attached to it. */
      readonly files: readonly string[];
      /** By whom: the owner, or what the session began with. */
      readonly by: string;
      /** `sending` until the server has kept it; `lost` where it has not. */
      readonly state: 'kept' | 'sending' | 'lost';
    }
  | { readonly is: 'agent'; readonly text: string; readonly request: string }
  | {
      readonly is: 'tool';
      readonly title: string;
      readonly status: string;
      readonly detail: string | undefined;
    }
  | {
      readonly is: 'question';
      readonly question: AskedQuestion;
      readonly end: QuestionEnd | undefined;
    }
  | {
      readonly is: 'trouble';
      readonly code: string;
      readonly what: string;
      readonly remedy: string;
    }
  | { readonly is: 'note'; readonly text: string; readonly more: string | undefined }
);

/** How a question ended: by whom it was answered, or why it was not. */
export interface QuestionEnd {
  readonly by: string;
  readonly isAnswered: boolean;
}

/** An agent's text of more characters goes on in an item of its own, so that one that never ends costs no more each time. */
const TEXT_MAX_CHARS = 20_000;

/** What is told once, and then again, is found among so many of the last. */
const RECENT = 2000;

export class Items {
  #items: ChatItem[] = [];
  readonly #ends = new Map<string, QuestionEnd>();
  /** Own messages that were not kept yet, by their keys. */
  readonly #mine = new Map<string, OwnMessage>();

  get all(): readonly ChatItem[] {
    return this.#items;
  }

  /** Takes the next event. Was anything seen of it? */
  take(event: ServerEvent): boolean {
    const { type, payload } = event;
    switch (type) {
      case 'text':
        return this.#agentSays(event, textAt(payload, 'text') ?? '');
      case 'answer':
        return this.#add({
          ...named(event),
          is: 'agent',
          text: wordsAt(payload, 'text'),
          request: '',
        });
      case 'said':
        return this.#said(event);
      case 'tool':
        return this.#tool(event);
      case 'command':
        return this.#add({
          ...named(event),
          is: 'note',
          text: 'Runs a command',
          more: wordsAt(payload, 'command'),
        });
      case 'question': {
        const question = questionIn(payload);
        return question === undefined
          ? false
          : this.#put({
              ...named(event, question.id),
              is: 'question',
              question,
              end: this.#ends.get(question.id),
            });
      }
      case 'question_ended':
        return this.#ended(payload);
      case 'refused':
      case 'failed':
        return this.#trouble(event);
      default: {
        const note = chatNoteOf(event);
        return (
          note !== undefined && this.#add({ ...named(event), is: 'note', more: undefined, ...note })
        );
      }
    }
  }

  /** An own message, before the server has said anything of it. */
  sending(key: string, saying: OwnMessage): void {
    this.#mine.set(key, saying);
    this.#add({
      key,
      at: new Date().toISOString(),
      is: 'said',
      text: saying.text,
      files: saying.files.map(({ name }) => name),
      by: 'owner',
      state: 'sending',
    });
  }

  /** What became of an own message. */
  settle(key: string, state: 'kept' | 'lost'): void {
    if (state === 'kept') this.#mine.delete(key);
    this.#change(key, (item) =>
      item.is === 'said' && item.state !== 'kept' ? { ...item, state } : item,
    );
  }

  /** Takes away an own message that was not kept, and returns what it said. */
  withdraw(key: string): OwnMessage | undefined {
    const saying = this.#mine.get(key);
    this.#mine.delete(key);
    if (saying !== undefined) this.#items = this.#items.filter((item) => item.key !== key);
    return saying;
  }

  /** Own messages of which nobody knows yet. */
  get sent(): readonly string[] {
    return this.#items
      .slice(-RECENT)
      .flatMap((item) => (item.is === 'said' && item.state === 'sending' ? [item.key] : []));
  }

  /** Puts what happened before in front. */
  prepend(older: Items): void {
    const here = new Set(this.#items.slice(0, RECENT).map(({ key }) => key));
    const before = older.#items.filter(({ key }) => !here.has(key));
    for (const [at, item] of before.entries())
      if (item.is === 'question' && item.end === undefined)
        before[at] = { ...item, end: this.#ends.get(item.question.id) };
    const [last, first] = [before.at(-1), this.#items[0]];
    if (last?.is === 'agent' && first?.is === 'agent' && isSameText(last, first.request)) {
      before.splice(-1, 1, { ...last, text: last.text + first.text });
      this.#items.shift();
    }
    if (last !== undefined && first !== undefined && isSameTrouble(last, first)) before.pop();
    this.#items = [...before, ...this.#items];
  }

  #agentSays(event: ServerEvent, text: string): boolean {
    const last = this.#items.at(-1);
    const request = event.request ?? '';
    if (last?.is !== 'agent' || !isSameText(last, request))
      return this.#add({ ...named(event), is: 'agent', text, request });
    this.#items[this.#items.length - 1] = { ...last, text: last.text + text };
    return true;
  }

  #said(event: ServerEvent): boolean {
    const { payload, request, at } = event;
    const key = textAt(payload, 'key') ?? `said ${request}`;
    const item: ChatItem = {
      key,
      at,
      is: 'said',
      text: wordsAt(payload, 'text'),
      files: textsIn(payload['files']),
      by: wordsAt(payload, 'by'),
      state: 'kept',
    };
    this.#mine.delete(key);
    return this.#change(key, () => item) || this.#add(item);
  }

  #tool(event: ServerEvent): boolean {
    const { payload } = event;
    const key = `tool ${event.request} ${wordsAt(payload, 'id')}`;
    const item: ChatItem = {
      ...named(event, key),
      is: 'tool',
      title: wordsAt(payload, 'title'),
      status: wordsAt(payload, 'status'),
      detail: textAt(payload, 'detail'),
    };
    return (
      this.#change(key, (before) =>
        before.is === 'tool'
          ? { ...item, at: before.at, detail: item.detail ?? before.detail }
          : item,
      ) || this.#add(item)
    );
  }

  #trouble(event: ServerEvent): boolean {
    const { payload } = event;
    const item: ChatItem = {
      ...named(event),
      is: 'trouble',
      code: wordsAt(payload, 'code'),
      what: wordsAt(payload, 'what'),
      remedy: wordsAt(payload, 'remedy'),
    };
    const last = this.#items.at(-1);
    return (last === undefined || !isSameTrouble(last, item)) && this.#add(item);
  }

  #ended(payload: JsonObject): boolean {
    const id = wordsAt(payload, 'id');
    const end = { by: wordsAt(payload, 'by'), isAnswered: payload['isAnswered'] === true };
    this.#ends.set(id, end);
    return this.#change(id, (item) => (item.is === 'question' ? { ...item, end } : item));
  }

  #put(item: ChatItem): boolean {
    return this.#change(item.key, () => item) || this.#add(item);
  }

  #add(item: ChatItem): true {
    this.#items.push(item);
    return true;
  }

  #change(key: string, changed: (item: ChatItem) => ChatItem): boolean {
    for (let at = this.#items.length - 1; at >= Math.max(0, this.#items.length - RECENT); at -= 1) {
      const item = this.#items[at];
      if (item?.key !== key) continue;
      this.#items[at] = changed(item);
      return true;
    }
    return false;
  }
}

const named = ({ id, at }: ServerEvent, key = `event ${id}`) => ({ key, at });

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** May what is said in `request` go on in this item? */
const isSameText = (item: ChatItem & { readonly is: 'agent' }, request: string): boolean =>
  item.request === request && request !== '' && item.text.length < TEXT_MAX_CHARS;

/** A turn that is refused tells it twice: by the kernel, and as the end of its request. */
const isSameTrouble = (one: ChatItem, other: ChatItem): boolean =>
  one.is === 'trouble' &&
  other.is === 'trouble' &&
  one.code === other.code &&
  one.what === other.what;
