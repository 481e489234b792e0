/**
 * Documents that an auditor has seen. Fleets are made from templates: many an AGENTS.md, SOUL.md or BOOTSTRAP.md is to
 * the letter the one of an earlier workspace. Such a file is one document, with all that was found in it.
 */
import type { Content } from '#lib/workspace/snapshot.ts';
import { isOfTemplates } from '#lib/workspace/template.ts';
import { Document } from './document.ts';

/** The content of a file that is text. */
type Text = Extract<Content, { is: 'text' }>;

/** Whoever takes snapshots gives files of templates with the same bytes the same content. */
export class Documents {
  readonly #known = new WeakMap<Text, Document>();

  /** The document of a content under this name; it is remembered as long as somebody has the content. */
  of(name: string, content: Text): Document {
    const known = this.#known.get(content);
    if (known?.name === name) return known;
    const document = new Document(name, content);
    if (isOfTemplates(name)) this.#known.set(content, document);
    return document;
  }
}
