/** Words by which programs and tools are told to delete or move. */

const WORDS =
  /(?:^|[-_./\s])(?:rm|rmdir|unlink|shred|srm|rimraf|mv|move|rename|ren|mmv|del|delete|erase|remove|trash|wipe|clean|destroy|prune|purge)(?:$|[-_./\s])/;

/** Is it one, or does one stand in it? `-delete`, `trash-put`, `mcp__fs__delete_file`, `moveFile`. */
export const isDeletion = (word: string): boolean =>
  // Of a container.
  word !== '--rm' && WORDS.test(word.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase());

/** A line of a shell that removes or moves, wherever it stands, and what it is given. */
export const REMOVAL =
  /(?:^|[\s;&|'"`(){}])(?:rm|rmdir|unlink|shred|rimraf|trash|mv|rd|del|(?:Remove|Move|Rename)-Item)\s([^;&|\n'"`(){}]*)/g;
