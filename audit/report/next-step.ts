/** What to do now about a workspace, as a command or a place to edit. */
import { INSTRUCTIONS } from '#lib/layout/instructions.ts';
import type { Audit } from '#audit/engine/audit.ts';
import { LEVELS, type ReportedFinding, type WorkspaceReport } from './report.ts';
import { SECURITY_SEVERITY } from './measured.ts';
import { firstOfAll } from './gravest.ts';
import { pathWord } from './words.ts';

/** What changes no meaning first. */
const FIX_KINDS = ['safe', 'asks'] as const;

/** What a name holds is no file that can be opened. */
const NO_FILE: ReadonlySet<string> = new Set(['1/regular-file', '1/link', '1/readable']);

type Step = Pick<WorkspaceReport, 'command' | 'edit'>;

const editOf = ({ rule, file, line }: ReportedFinding): Step => ({
  command: null,
  edit: { rule, file, ...(line !== undefined && { line }) },
});

const run = (...command: readonly string[]): Step => ({ command, edit: null });

/** A bucket can be looked at, and not changed. */
export const isInBucket = (path: string): boolean => path.startsWith('s3://');

/** Commands that only look, and so take a bucket. */
const READING: ReadonlySet<string | undefined> = new Set(['explain', 'prompt']);

/** What brings a workspace of `layout` on. A bucket is only read: what would change it is no step. */
export const nextStep = (
  path: string,
  audit: Audit,
  findings: readonly ReportedFinding[],
  layout: string,
): Step => {
  const first = firstOfAll(findings);
  if (first !== undefined) return editOf(first);
  const { command, edit } =
    layout === 'rfc-0009'
      ? stepOf(path, audit, findings)
      : otherStepOf(path, audit, findings, layout);
  return isInBucket(path) && !READING.has(command?.[1])
    ? { command: null, edit }
    : { command, edit };
};

/**
 * What brings the workspace on: its first boot; a fix of what keeps it from the next tier, or the place to edit where none
 * helps; other fixes; words about what is left; a boot.
 */
const stepOf = (
  path: string,
  { state, basis, missing }: Audit,
  findings: readonly ReportedFinding[],
): Step => {
  const place = pathWord(path);
  if (state === 'uninitialised') return run('yamo', 'init', place);
  // No fix is written beside a SOUL.md that the kernel does not open.
  const closed = findings.find(({ rule, file }) => file === 'SOUL.md' && NO_FILE.has(rule));
  if (closed !== undefined)
    return { command: null, edit: { rule: closed.rule, file: closed.file } };
  // The first boot makes the files that are missing, and no fix should; it leaves AGENTS.md as it is.
  if (state === 'bootstrap-pending') {
    const errors = findings.filter(({ level }) => level === 'error');
    const fixable = errors.find(({ fix }) => fix === 'safe');
    if (fixable?.fixCommand !== undefined) return run(...fixable.fixCommand);
    // What init adopts, it says before, and what other hosts will miss.
    return run('yamo', errors.some(({ fix }) => fix === 'asks') ? 'init' : 'boot', place);
  }
  const keeping = [...missing.lite, ...missing['v3.0']];
  const [first, ...others] = keeping
    .flatMap((id) => findings.filter(({ rule }) => rule === id))
    .toSorted((a, b) => severityOf(b) - severityOf(a));
  const kept = first === undefined ? findings : [first, ...others];
  const [fixable] = FIX_KINDS.flatMap((kind) => kept.filter(({ fix }) => fix === kind));
  if (fixable?.fixCommand !== undefined) return run(...fixable.fixCommand);
  if (first !== undefined) return editOf(first);
  const [gravest] = byLevel(findings);
  if (gravest !== undefined) return run('yamo', 'explain', gravest.rule);
  return basis === 'static' ? run('yamo', 'boot', place) : { command: null, edit: null };
};

/** What brings a workspace of another layout on: its files, the gravest finding, or the first prompt. */
const otherStepOf = (
  path: string,
  { state }: Audit,
  findings: readonly ReportedFinding[],
  layout: string,
): Step => {
  const option = ['--layout', layout];
  const isUngraded = layout === INSTRUCTIONS.layout;
  if (state === 'uninitialised' && !isUngraded)
    return run('yamo', 'init', pathWord(path), ...option);
  const [gravest] = byLevel(findings);
  if (gravest === undefined && isUngraded) return { command: null, edit: null };
  if (gravest === undefined) return run('yamo', 'prompt', pathWord(path), ...option, '--table');
  const { rule, level, fixCommand: command } = gravest;
  if (command !== undefined) return run(...command);
  if (level === 'note') return run('yamo', 'explain', rule);
  return editOf(gravest);
};

const severityOf = ({ rule }: ReportedFinding): number => SECURITY_SEVERITY[rule] ?? 0;

/** Findings by level; within one level in their order. */
const byLevel = (findings: readonly ReportedFinding[]): readonly ReportedFinding[] =>
  LEVELS.flatMap((level) => findings.filter((finding) => finding.level === level));
