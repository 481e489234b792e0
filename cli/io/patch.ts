/** What would change in files, as a patch that people and programs read. */
import { createTwoFilesPatch } from 'diff';

/** A file as it is and as it would be; `undefined` where there is none yet. */
interface Changed {
  readonly file: string;
  readonly before: string | undefined;
  readonly after: string;
}

/** A unified diff of these files, as `git apply` takes it. */
export const patchOf = (changes: readonly Changed[]): string =>
  changes
    .map(({ file, before, after }) =>
      createTwoFilesPatch(
        before === undefined ? '/dev/null' : `a/${file}`,
        `b/${file}`,
        before ?? '',
        after,
        undefined,
        undefined,
        { context: 1 },
      ).replace(/^=+\n/u, ''),
    )
    .join('');
