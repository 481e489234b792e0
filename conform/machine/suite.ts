/** The suite on this machine: `cli` starts it, and is told of each case. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import process from 'node:process';

import { type ConformanceCase, TraceLost, Undecided, WitnessLost } from '#conform/case/case.ts';
import { sessionCommand, type KernelDocument } from '#conform/kernel/document.ts';
import type { CaseReport } from '#conform/suite/report.ts';
import { runSuite } from '#conform/suite/run.ts';
import { findMeans } from './fence.ts';
import { sweepFolders } from './folders.ts';
import { loadInotify } from './inotify.ts';
import { type Bench, MachineLab } from './lab.ts';

export interface ConformRun {
  readonly kernel: KernelDocument;
  /** Where its document is. */
  readonly file: string;
  /** The folder of yamo's package. */
  readonly package: string;
  readonly cases: readonly ConformanceCase[];
  readonly jobs: number | undefined;
  /** A folder into which the place of each case that did not pass is copied. */
  readonly keep: string | undefined;
  readonly signal: AbortSignal;
  readonly told: (report: CaseReport) => void;
}

/** More at once would make each of them slow enough to be taken for one that hangs. */
const JOBS_MAX = 4;

/** What became of each case, or why none was run: a JSON pointer into the document, and what is wrong there. */
export type Conformed =
  | { readonly cases: readonly CaseReport[]; readonly notes: readonly string[] }
  | { readonly fault: string };

/** Runs the cases; what this machine lacks is said in the notes. */
export const conformHere = async (options: ConformRun): Promise<Conformed> => {
  sweepFolders();
  const means = findMeans();
  const inotify = await loadInotify();
  const bench: Bench = {
    kernel: options.kernel,
    means,
    here: dirname(resolve(options.file)),
    package: options.package,
    fittings: {
      probe: join(options.package, 'conform/probe/probe.mjs'),
      inotify: typeof inotify === 'string' ? undefined : inotify,
    },
    signal: options.signal,
    rehearsals: new Map(),
  };
  const fault = await faultOfForm(bench);
  if (fault !== undefined) return { fault };
  const labs = new Map<string, MachineLab>();
  const notKept: string[] = [];
  const run = runSuite({
    ...options,
    jobs: options.jobs ?? Math.min(availableParallelism(), JOBS_MAX),
    notClaimed: options.kernel.notClaimed ?? {},
    claimed: options.kernel.claimed ?? [],
    now: () => performance.now(),
    open: ({ id, session }) => {
      labs.get(id)?.place.remove();
      const lab = new MachineLab(bench, id, session);
      labs.set(id, lab);
      return lab;
    },
    told: (report) => {
      const lab = labs.get(report.id);
      if (options.keep !== undefined && report.verdict !== 'pass') {
        const unkept = keepPlace(lab, join(options.keep, report.id));
        if (unkept !== undefined) notKept.push(`${report.id} could not be kept: ${unkept}`);
      }
      lab?.place.remove();
      options.told(report);
    },
  });
  const cases = await run.finally(() => {
    for (const { place } of labs.values()) place.remove();
  });
  return {
    cases,
    notes: [
      ...(means.blind === undefined ? [] : [`Nothing can watch here: ${means.blind}`]),
      ...(typeof inotify === 'string' ? [`No inotify here, only times of access: ${inotify}`] : []),
      ...(means.fence === undefined
        ? ['No namespaces here: kernels run with network, and only their process group is ended.']
        : []),
      ...notKept,
      ...(means.isConfined ? [] : ['Nothing keeps kernels here from writing beside their place.']),
    ],
  };
};

/** A kernel that speaks to its agent in another way than its document says has no session to be judged. */
const faultOfForm = async (bench: Bench): Promise<string | undefined> => {
  const { agent } = bench.kernel;
  if (bench.means.blind !== undefined || (agent !== 'acp' && agent !== 'stdin')) return undefined;
  const lab = new MachineLab(bench, 'S-01', 'main');
  try {
    const { otherForm } = (await lab.sound('born')).sight();
    return (
      otherForm &&
      `/agent is "${agent}", and the kernel speaks to its agent as to one of "${otherForm}"`
    );
  } catch (error) {
    // The cases say so.
    if (error instanceof Undecided || error instanceof TraceLost || error instanceof WitnessLost)
      return undefined;
    throw error;
  } finally {
    lab.place.remove();
  }
};

/** Copies what a case left; why not, where it cannot. */
const keepPlace = (lab: MachineLab | undefined, folder: string): string | undefined => {
  try {
    rmSync(folder, { recursive: true, force: true });
    lab?.place.copyTo(folder);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
};

/** Why there can be no places for cases: the temporary folder, and what is wrong with it. */
export const placeFault = (): string | undefined => fillFault(tmpdir());

/** Makes the folder for what is kept, and those above it; why nothing can be kept there, where that is so. */
export const folderFault = (folder: string): string | undefined => {
  try {
    makeFolder(resolve(folder));
    return fillFault(folder);
  } catch (error) {
    return messageOf(error);
  }
};

/** By hand: the recursive mkdir of Node never ends below /proc. */
const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
};

const fillFault = (folder: string): string | undefined => {
  try {
    rmSync(mkdtempSync(join(folder, 'yamo-conform-')), { recursive: true });
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
};

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The text of a document, or why there is none. */
export const documentText = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

/** The first word of a command for which there is no program: a JSON pointer and the word. */
export const missingProgram = (
  kernel: KernelDocument,
  file: string,
  packageFolder: string,
): string | undefined => {
  for (const session of ['main', 'shared'] as const) {
    const [program] =
      sessionCommand(kernel, session, {
        workspace: '',
        home: '',
        here: dirname(resolve(file)),
        package: packageFolder,
        node: process.execPath,
        case: '',
        probe: '',
        program: '',
        attempts: [],
      }) ?? [];
    if (program !== undefined && !isProgram(program))
      return `/boot/${session}/0 names no program: ${program}`;
  }
  return undefined;
};

const isProgram = (program: string): boolean =>
  program.includes('/')
    ? existsSync(program)
    : (process.env['PATH'] ?? '')
        .split(delimiter)
        .some((folder) => existsSync(join(folder, program)));
