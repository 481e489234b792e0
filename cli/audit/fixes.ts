/** `--fix`: fixes are made in memory until none is left to make, and then written, or shown. */
import type { Audit } from '#audit/engine/audit.ts';
import { type Goals, isAsked } from '#audit/engine/grade.ts';
import { RULES } from '#audit/engine/rules.ts';
import type { Fix, RuleFinding } from '#audit/workspace/finding.ts';
import { applyEdits, editsByFile, type PlannedFix, planFixes } from '#audit/engine/fixes.ts';
import type { Snapshot } from '#lib/workspace/snapshot.ts';
import type { SaidLayout } from '#lib/layout/detect.ts';
import { type FileFix, fixWorkspace } from '#kernel/owner/fix.ts';
import type { SnapshotHost } from '#kernel/snapshot/take.ts';
import { type AuditJob, auditNow, judgeSnapshot } from './one.ts';

/** What fixing a workspace came to. */
export interface Fixes {
  /** What was done, or would be: the titles of fixes with their files. */
  readonly done: readonly { readonly file: string; readonly title: string }[];
  readonly files: readonly FileFix[];
}

/** One fix may make room for another; more rounds than this would mean that two fixes undo each other. */
const ROUNDS_MAX = 8;

/** The fixes of one workspace for the tier that is asked of it, made in memory. `agrees` is asked for each fix that changes a meaning. */
export const planWorkspaceFixes = async (
  path: string,
  {
    job,
    host,
    goals,
    isLeftOut,
  }: {
    readonly job: AuditJob;
    readonly host: SnapshotHost;
    readonly goals: Goals;
    readonly isLeftOut: (finding: RuleFinding) => boolean;
  },
  agrees: (planned: PlannedFix) => Promise<boolean>,
): Promise<Fixes> => {
  const first = await auditNow(path, job, host);
  let { snapshot } = first;
  let result: Audit = first.audit;
  const done: Fixes['done'][number][] = [];
  const refused = new Set<string>();
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    // What was refused holds no place any more: another fix may need it.
    const open = result.findings.filter(
      (finding) =>
        isAskedOf(finding, goals, first.audit) &&
        !isLeftOut(finding) &&
        !refused.has(questionOf(finding)),
    );
    const planned = planFixes(open, ['safe', 'asks']);
    if (planned.length === 0) break;
    const accepted: PlannedFix[] = [];
    for (const one of planned) {
      if (one.fix.kind === 'safe' || (await agrees(one))) accepted.push(one);
      else refused.add(questionOf(one.finding));
    }
    if (accepted.length === 0) continue;
    for (const { fix } of accepted) done.push(...filesOf(fix));
    snapshot = withFixes(snapshot, accepted);
    result = judgeSnapshot(snapshot, job);
  }
  return { done, files: changes(first.snapshot, snapshot) };
};

/** A fix that nobody asked for would make another workspace of it: the ghost header makes one of v3.0. */
const isAskedOf = ({ rule }: RuleFinding, goals: Goals, audit: Audit): boolean => {
  const known = RULES.find(({ id }) => id === rule);
  return known === undefined || isAsked(known, goals, audit);
};

/** Writes what was planned. Throws FILE_MOVED if a file has changed since, and what `fixWorkspace` throws. */
export const writeFixes = (
  path: string,
  { files }: Fixes,
  host: SnapshotHost,
  layout: SaidLayout | undefined,
): void => {
  if (files.length > 0) fixWorkspace(host.disk, path, files, { ...host, layout });
};

/** What a person is asked once, whatever lines have moved since. */
const questionOf = ({ rule, file, anchor = '', fix }: RuleFinding): string =>
  [rule, file, anchor, fix?.title ?? ''].join('\0');

const filesOf = ({ title, edits }: Fix): Fixes['done'] =>
  [...new Set(edits.map(({ file }) => file))].map((file) => ({ file, title }));

const withFixes = (snapshot: Snapshot, planned: readonly PlannedFix[]): Snapshot => {
  const items = new Map(snapshot.items);
  for (const [file, edits] of editsByFile(planned)) {
    const item = items.get(file);
    const before = item?.content.is === 'text' ? item.content.text : '';
    const text = applyEdits(before, edits);
    const bytes = Buffer.byteLength(text);
    const fresh = { name: file, type: 'file', mode: 0o600, links: 1, identity: file } as const;
    items.set(file, { ...(item ?? fresh), bytes, content: { is: 'text', text } });
  }
  return { ...snapshot, items };
};

/** The files whose text differs between two snapshots. */
const changes = (before: Snapshot, after: Snapshot): readonly FileFix[] =>
  [...after.items.values()].flatMap(({ name, content }) => {
    const old = before.items.get(name);
    const was = old?.content.is === 'text' ? old.content.text : undefined;
    if (content.is !== 'text' || content.text === was) return [];
    return [{ file: name, before: was, after: content.text }];
  });
