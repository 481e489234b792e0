/** What comes from an earlier session is checked by its schema before anything is done with it. */
import { Ajv } from 'ajv';
import { ENTRY_SCHEMA, type ConversationEntry } from './transcript.ts';

/** Is this an entry of a transcript? */
export const isEntry: (value: unknown) => value is ConversationEntry =
  new Ajv().compile<ConversationEntry>(ENTRY_SCHEMA);
