/** `yamo conform`: holds any kernel against RFC-0009, from outside. */
import { EXIT } from '#lib/spec/exits.ts';
import { checkOutput } from '#kernel/process/output.ts';
import { packageRoot } from '#kernel/process/package.ts';
import type { ConformanceCase } from '#conform/case/case.ts';
import { readDocument, type KernelDocument } from '#conform/kernel/document.ts';
import {
  conformHere,
  folderFault,
  missingProgram,
  placeFault,
  documentText,
} from '#conform/machine/suite.ts';
import { CASES } from '#conform/suite/cases.ts';
import { unknownName } from '#conform/suite/claims.ts';
import { type ConformReport, reportOf, reportSentence } from '#conform/suite/report.ts';
import { VERSION } from '#cli/args/version.ts';
import type { Given } from '#cli/args/options.ts';
import { type ConformOutput, outputsOf, writeReports } from '#cli/conform/formats.ts';
import { describeCase, listCases } from '#cli/conform/show.ts';
import { Progress } from '#cli/io/progress.ts';
import { exitAfterSignal, onSignals, type Signal } from '#cli/io/signals.ts';
import { harmless, print, printError } from '#cli/io/terminal.ts';

/** Throws OUTPUT_UNWRITABLE. */
export const conform = async (given: Given<'conform'>): Promise<number> => {
  if (given.flag('list')) {
    print(listCases(given.flag('json')));
    return EXIT.done;
  }
  const asked = given.text('explain');
  if (asked !== undefined) return explain(asked);
  const request = requestOf(given);
  if (typeof request === 'string') {
    printError(`${request}\nSee: yamo conform --help\n`);
    return EXIT.usage;
  }
  const kernel = kernelIn(request.file);
  if (typeof kernel === 'number') return kernel;
  for (const { file } of request.outputs) if (file !== undefined) checkOutput(file);
  const fault = placeFault();
  if (fault !== undefined) {
    printError(
      `The cases need a folder each: ${harmless(fault)}\nSet TMPDIR to one that you can write.\n`,
    );
    return EXIT.machine;
  }
  const unkept = request.keep === undefined ? undefined : folderFault(request.keep);
  if (unkept === undefined) return await hold(kernel, request);
  printError(
    `--keep ${harmless(request.keep ?? '')}: ${harmless(unkept)}\nName a folder that you can write.\n`,
  );
  return EXIT.machine;
};

interface Request {
  readonly file: string;
  readonly cases: readonly ConformanceCase[];
  readonly jobs: number | undefined;
  readonly keep: string | undefined;
  readonly outputs: readonly ConformOutput[];
}

const explain = (id: string): number => {
  const found = CASES.find((one) => one.id === id.toUpperCase());
  if (found === undefined) {
    printError(`There is no case ${harmless(id)}. yamo conform --list shows all.\n`);
    return EXIT.usage;
  }
  print(describeCase(found));
  return EXIT.done;
};

/** What is asked for, or what is wrong with it. */
const requestOf = (given: Given<'conform'>): Request | string => {
  const { positional: file, positionals } = given;
  if (file === undefined) return 'Say which kernel: the file of its document.';
  if (positionals.length > 1) return 'One kernel at a time.';
  const only = given.texts('only').map((id) => id.toUpperCase());
  const isAsked = ({ id }: ConformanceCase): boolean =>
    only.includes(id) || only.includes(id.charAt(0));
  const unknown = only.find(
    (name) => !CASES.some(({ id }) => id === name || id.charAt(0) === name),
  );
  if (unknown !== undefined)
    return `There is no case ${harmless(unknown)}; yamo conform --list shows all.`;
  const session = given.text('session');
  const cases = CASES.filter(
    (one) =>
      (only.length === 0 || isAsked(one)) && (session === undefined || one.session === session),
  );
  if (cases.length === 0) return 'No case is left.';
  const jobs = given.text('jobs');
  if (jobs !== undefined && !/^[1-9]\d?$/.test(jobs)) return '--jobs is a number from 1 to 99.';
  const outputs = outputsOf(given.texts('format'), given.flag('json'));
  if (typeof outputs === 'string') return outputs;
  if (cases.length < CASES.length && outputs.some(({ format }) => format === 'badge'))
    return 'A badge tells of the whole suite: ask for it without --only and --session.';
  return {
    file,
    cases,
    jobs: jobs === undefined ? undefined : Number(jobs),
    keep: given.text('keep'),
    outputs,
  };
};

/** The kernel of a document, or the exit code where there is none. */
const kernelIn = (file: string): KernelDocument | number => {
  const text = documentText(file);
  if (text === undefined) {
    printError(`${harmless(file)} cannot be read.\n`);
    return EXIT.machine;
  }
  const read = readDocument(text);
  const fault =
    'fault' in read
      ? read.fault
      : (unknownName(read.document) ?? missingProgram(read.document, file, packageRoot()));
  return fault === undefined && 'document' in read ? read.document : faultIn(file, fault ?? '');
};

/** Says what is wrong with a document. */
const faultIn = (file: string, fault: string): number => {
  printError(
    `${harmless(file)}: ${harmless(fault)}\nSee: docs/conform.md, schemas/conform-kernel.schema.json\n`,
  );
  return EXIT.settings;
};

const hold = async (kernel: KernelDocument, request: Request): Promise<number> => {
  const stop = new AbortController();
  let ended: Signal | undefined;
  onSignals((by) => {
    ended = by;
    stop.abort();
  });
  const progress = new Progress();
  let done = 0;
  let failed = 0;
  const conformed = await conformHere({
    ...request,
    kernel,
    package: packageRoot(),
    signal: stop.signal,
    told: ({ id, verdict }) => {
      done += 1;
      if (verdict === 'fail') failed += 1;
      progress.show(`${done} of ${request.cases.length} cases, ${failed} failed (${id})`);
    },
  });
  progress.done();
  if ('fault' in conformed) return faultIn(request.file, conformed.fault);
  const { cases, notes } = conformed;
  if (ended !== undefined) {
    printError('Stopped; nothing is left running.\n');
    return exitAfterSignal(ended, EXIT.done);
  }
  const report: ConformReport = reportOf(
    {
      yamo: VERSION,
      kernel: {
        name: kernel.name,
        version: kernel.version ?? null,
        about: kernel.about ?? null,
        file: request.file,
      },
      notes,
    },
    cases,
  );
  writeReports(report, request.outputs);
  if (request.outputs.every(({ file }) => file !== undefined))
    printError(`${harmless(reportSentence(report))}\n`);
  return report.exit;
};
