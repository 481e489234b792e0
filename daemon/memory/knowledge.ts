/**
 * What an automation or an agent can propose to be kept: an entity, a fact, an episode. Who it comes from, where it was
 * learnt and who may know it is no part of that: whoever takes it in says so.
 */
import { KNOWLEDGE_MAX_CHARS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { membersOf } from '#lib/text/json.ts';
import { withoutInvisible } from '#lib/text/unseen.ts';
import { redactFrom } from '#kernel/redact/credential-redactor.ts';
import { credentialFinder, mayHoldCredential } from '#kernel/redact/credentials.ts';
import type { Readers, Trust } from '#daemon/data/columns.ts';

/** What can be proposed, by its kind. */
interface Payloads {
  readonly entity: {
    /** person, agent, organisation, place, … */
    readonly type: string;
    readonly name: string;
    /** The owner, who is there already under another name. */
    readonly isOwner?: boolean;
    /** What is known of it, by name. */
    readonly attributes?: Readonly<Record<string, string>>;
  };
  readonly fact: {
    readonly text: string;
    /** The name of the entity that it is about. */
    readonly about?: string;
  };
  readonly episode: { readonly summary: string };
}

type KnowledgeKind = keyof Payloads;

/** One piece of it. */
export type Knowledge = {
  readonly [Kind in KnowledgeKind]: { readonly kind: Kind; readonly payload: Payloads[Kind] };
}[KnowledgeKind];

/** Where a piece was learnt; the kernel says it, never who proposes. */
export interface Learnt {
  readonly source: string;
  readonly trust: Trust;
  readonly readers: Readers;
  readonly request: string | undefined;
}

const SAYS_SOMETHING = /[\p{L}\p{N}]/u;
const NAME_MAX_CHARS = 100;
const ATTRIBUTES_MAX = 20;

/**
 * A piece of knowledge out of what an agent or a program gave, cleaned: on one line each, without what nobody sees. Throws
 * KNOWLEDGE_INVALID for another form, and for what a kernel alone says.
 */
export const knowledgeIn = (kind: unknown, given: unknown): Knowledge => {
  const fields = new Fields(membersOf(given));
  switch (kind) {
    case 'entity': {
      fields.only('type', 'name', 'isOwner', 'attributes');
      const isOwner = fields.flag('isOwner');
      const attributes = fields.texts('attributes');
      return {
        kind,
        payload: {
          type: fields.text('type', NAME_MAX_CHARS),
          name: fields.text('name', NAME_MAX_CHARS),
          ...(isOwner && { isOwner }),
          ...(attributes !== undefined && { attributes }),
        },
      };
    }
    case 'fact': {
      fields.only('text', 'about');
      const about = fields.optional('about', NAME_MAX_CHARS);
      return {
        kind,
        payload: { text: fields.text('text'), ...(about !== undefined && { about }) },
      };
    }
    case 'episode':
      fields.only('summary');
      return { kind, payload: { summary: fields.text('summary') } };
    default:
      throw invalid('its kind is none of entity, fact, episode');
  }
};

/** The same without credentials: a text that holds one becomes another text, and a name that does is refused. Throws KNOWLEDGE_INVALID. */
export const withoutSecrets = async (piece: Knowledge): Promise<Knowledge> => {
  switch (piece.kind) {
    case 'entity': {
      const { attributes, ...rest } = piece.payload;
      const all = [rest.type, rest.name, ...Object.entries(attributes ?? {}).flat()];
      // A label and its value stand apart here: together they tell more than each.
      const pairs = Object.entries(attributes ?? {}).map(([name, value]) => `${name}: ${value}`);
      for (const text of [...all, ...pairs])
        if ((await redactedText(text)) !== text) throw invalid('it holds a credential');
      return piece;
    }
    case 'fact': {
      const { about } = piece.payload;
      if (about !== undefined && (await redactedText(about)) !== about)
        throw invalid('it holds a credential');
      return {
        ...piece,
        payload: { ...piece.payload, text: await redactedText(piece.payload.text) },
      };
    }
    case 'episode':
      return { ...piece, payload: { summary: await redactedText(piece.payload.summary) } };
  }
};

/** A text without its credentials. */
export const redactedText = async (text: string): Promise<string> =>
  mayHoldCredential(text) ? redactFrom(text, await credentialFinder()(text)) : text;

/** A text as it may be kept: on one line, and nothing in it that nobody sees. */
export const cleaned = (text: string): string =>
  withoutInvisible(text)
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();

class Fields {
  readonly #given: Readonly<Record<string, unknown>>;

  constructor(given: Readonly<Record<string, unknown>>) {
    this.#given = given;
  }

  /** Throws where there is another one: trust, source and the like are not for who proposes to say. */
  only(...names: readonly string[]): void {
    const other = Object.keys(this.#given).find((name) => !names.includes(name));
    if (other !== undefined)
      throw invalid(`it has a field that nobody can give: ${cleaned(other).slice(0, 40)}`);
  }

  text(name: string, maxChars = KNOWLEDGE_MAX_CHARS): string {
    const value = this.#given[name];
    const text = typeof value === 'string' ? cleaned(value) : '';
    if (!SAYS_SOMETHING.test(text)) throw invalid(`${name} says nothing`);
    if (text.length > maxChars) throw invalid(`${name} is longer than ${maxChars} characters`);
    return text;
  }

  optional(name: string, maxChars: number): string | undefined {
    return this.#given[name] === undefined ? undefined : this.text(name, maxChars);
  }

  flag(name: string): boolean {
    const value = this.#given[name];
    if (value !== undefined && typeof value !== 'boolean') throw invalid(`${name} is no boolean`);
    return value === true;
  }

  texts(name: string): Readonly<Record<string, string>> | undefined {
    const value = this.#given[name];
    if (value === undefined) return undefined;
    const own = membersOf(value);
    const names = Object.keys(own);
    if (names.length === 0 || names.length > ATTRIBUTES_MAX)
      throw invalid(`${name} has none or more than ${ATTRIBUTES_MAX}`);
    const each = new Fields(own);
    return Object.fromEntries(
      names.map((one) => {
        if (!/^[\p{L}][\p{L}\p{M}\p{N} _-]{0,39}$/u.test(one))
          throw invalid(`${name} has a name that is none`);
        return [one, each.text(one)];
      }),
    );
  }
}

const invalid = (reason: string): Refusal => new Refusal('KNOWLEDGE_INVALID', { reason });
