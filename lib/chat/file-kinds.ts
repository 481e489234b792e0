/** What was attached to a message: kinds alone, for names are written by whoever sent it. */
import { textAt } from '#lib/text/json.ts';

const KINDS: ReadonlySet<string> = new Set(['image', 'video', 'audio', 'text']);
const FILES_MAX = 10;

/** By the media type that the provider names in `member`; `file` for all others. Never throws. */
export const fileKindsOf = (files: unknown, member: string): readonly string[] =>
  (Array.isArray(files) ? files.slice(0, FILES_MAX) : []).map((one) => {
    const kind = textAt(one, member)?.split('/')[0] ?? '';
    return KINDS.has(kind) ? kind : 'file';
  });
