/** What is no text, for the examples of rules: links, folders, bytes that do not decode. */
import type { Item } from '#lib/workspace/snapshot.ts';

/** A file that was not read, but for what is said otherwise. */
export const exampleItem = (name: string, more: Partial<Omit<Item, 'name'>>): Item => ({
  name,
  type: 'file',
  bytes: 1,
  mode: 0o600,
  links: 1,
  identity: `example:${name}`,
  content: { is: 'not read' },
  ...more,
});
