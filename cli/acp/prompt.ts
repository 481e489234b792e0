/**
 * A prompt of an editor, as the agent gets it: the human's words with the names of what was attached to them, and after
 * them the attached texts, each in a fence. Those are files of a project, which anybody may have written: data.
 */
import type { ContentBlock, EmbeddedResource } from '@agentclientprotocol/sdk';
import { EDITOR_PROMPT_MAX_CHARS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { attachedName, type AttachedText, withAttached } from '#lib/prompt/attached.ts';

/** `words` is what the human wrote, `text` the same with what was attached. */
export interface Heard {
  readonly words: string;
  readonly text: string;
}

/** Takes a prompt apart; `nonce` is the number of its fences. Throws EDITOR_CONTENT. */
export const hear = (blocks: readonly ContentBlock[], nonce: string): Heard => {
  let words = '';
  let wasText = false;
  const attached: AttachedText[] = [];
  for (const block of blocks) {
    const isText = block.type === 'text';
    // Text that goes on after an attachment is the same sentence; text after text is a new one.
    words += (isText && wasText ? '\n' : '') + wordsOf(block);
    wasText = isText;
    if (block.type === 'resource') attached.push(textOf(block));
  }
  words = words.trim();
  const text = withAttached(words, attached, nonce);
  if (text.length > EDITOR_PROMPT_MAX_CHARS)
    throw new Refusal('EDITOR_CONTENT', {
      what: `more than ${EDITOR_PROMPT_MAX_CHARS} characters`,
    });
  return { words, text };
};

const wordsOf = (block: ContentBlock): string => {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource_link':
      return `[${attachedName(block.name)}](${attachedName(block.uri)})`;
    case 'resource':
      return `[${attachedName(lastPart(block.resource.uri))}](${attachedName(block.resource.uri)})`;
    case 'image':
      throw new Refusal('EDITOR_CONTENT', { what: 'an image' });
    case 'audio':
      throw new Refusal('EDITOR_CONTENT', { what: 'a recording' });
  }
};

const textOf = ({ resource }: EmbeddedResource): AttachedText => {
  if (!('text' in resource))
    throw new Refusal('EDITOR_CONTENT', { what: 'a file that is no text' });
  return { name: resource.uri, text: resource.text };
};

const lastPart = (uri: string): string => {
  const part = uri.slice(uri.lastIndexOf('/') + 1);
  return part === '' ? uri : part;
};
