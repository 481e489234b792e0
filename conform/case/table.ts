/** Cases as rows of tables: what each of them says, and what most of them do. */
import type {
  BootRun,
  BootOptions,
  ConformanceCase,
  Interference,
  Lab,
  SessionName,
} from './case.ts';
import type { Complaints } from './judge.ts';

/** A case with its documentation, in words that follow a label, and the file of its table, from the top of the project. */
export interface ListedCase extends ConformanceCase {
  readonly setUp: string;
  readonly done: string;
  /** What a kernel passes by. */
  readonly observed: string;
  /** What RFC-0009 leaves to the kernel. */
  readonly leftOpen: string;
  readonly file: string;
}

/** What stands in a table, below the id of a case. */
export type CaseRow = Omit<ListedCase, 'id' | 'file'>;

/** Of a row, what it does. */
type Deed = ConformanceCase['run'];

/** The cases of `conform/cases/<name>.ts`. */
export const table = (
  name: string,
  rows: Readonly<Record<string, CaseRow>>,
): readonly ListedCase[] =>
  Object.entries(rows).map(([id, row]) =>
    Object.assign({ id, file: `conform/cases/${name}.ts` }, row),
  );

/** Fields of a row whose session has nothing done to it: `…bootOf('main')`. */
export const bootOf = (session: SessionName): Pick<CaseRow, 'session' | 'done'> => ({
  session,
  done: `one boot of a ${session} session.`,
});

/** What is left open where everything is said. */
export const NOTHING_OPEN = 'nothing: RFC-0009 says what must be.';

/** Sets a workspace up, boots once, and judges that. */
export const oneBoot =
  (
    setUp: (lab: Lab) => void,
    judge: (lab: Lab, boot: BootRun) => Complaints | Promise<Complaints>,
    options: BootOptions = {},
  ): Deed =>
  async (lab) => {
    setUp(lab);
    return await judge(lab, await lab.boot(options));
  };

/** These calls on BOOTSTRAP.md go wrong, or wait. */
export const meddled = (
  calls: readonly string[],
  what: string,
  more: Partial<Interference> = {},
): BootOptions => ({ interference: [{ calls, file: 'BOOTSTRAP.md', what, ...more }] });
