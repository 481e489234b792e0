/** A file before and after a change in lines that somebody reads before they allow it. */
import { structuredPatch } from 'diff';

/** Texts that are more lines apart are told as one going and the other coming: comparing them takes too long. */
const EDITS_MAX = 400;
const CONTEXT = 2;

/** The change. `line`: that of the file that both texts begin with; `before` is absent where there is no file, or `note` says why. */
interface ChangedFile {
  readonly file: string;
  readonly before: string | undefined;
  readonly after: string;
  readonly line?: number;
  readonly note?: string;
}

/** What changes, with what stands around it: each line with its mark, `+`, `-`, `@@` or a blank. */
export const patchLines = ({
  file,
  before = '',
  after,
  line = 1,
}: ChangedFile): readonly string[] => {
  const patch = structuredPatch(file, file, before, after, undefined, undefined, {
    context: CONTEXT,
    maxEditLength: EDITS_MAX,
  });
  if (patch === undefined) return [...marked('-', before), ...marked('+', after)];
  return patch.hunks.flatMap(({ oldStart, newStart, lines }) =>
    [`@@ line ${(newStart > 0 ? newStart : oldStart) + line - 1} @@`].concat(lines),
  );
};

/** In a few words, what `lines` do to it. */
export const patchSummary = ({ before, note }: ChangedFile, lines: readonly string[]): string => {
  if (before === undefined) return note ?? 'a new file';
  const [added, removed] = ['+', '-'].map(
    (mark) => lines.filter((line) => line.startsWith(mark)).length,
  );
  return `+${added} -${removed}${note === undefined ? '' : `; ${note}`}`;
};

const marked = (mark: string, text: string): readonly string[] =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => mark + line);

/** What nobody is shown of what is asked for. */
export const pending = ({ more = 0 }: { readonly more?: number }): readonly string[] =>
  more === 0
    ? []
    : [`${more} more ${more === 1 ? 'change is' : 'changes are'} asked for and not shown.`];
