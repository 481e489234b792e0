/** A workspace as an editor has it: what lies on disk, with the texts of open files in place of theirs. */
import { relative, sep } from 'node:path';
import { RFC_0009 } from '#lib/layout/rfc-0009.ts';
import type { ProviderKey, Snapshot } from '#lib/workspace/snapshot.ts';
import { RULES } from '#audit/engine/rules.ts';
import { buildReport } from '#audit/report/build.ts';
import { ALL } from '#audit/report/choice.ts';
import type { ReportedFinding } from '#audit/report/report.ts';
import type { RuleFinding } from '#audit/workspace/finding.ts';
import type { Repositories } from '#kernel/snapshot/git.ts';
import { OWN_SELECTION } from '#kernel/snapshot/selection.ts';
import { providerKeysOf, type SnapshotHost } from '#kernel/snapshot/take.ts';
import { VERSION } from '#cli/args/version.ts';
import { nearestConfig } from '#cli/audit/config.ts';
import { track } from '#cli/audit/finding-status.ts';
import { type AuditJob, judgeSnapshot, snapshotNow, withHashes } from '#cli/audit/one.ts';

/** A finding as reports show it, and as its rule made it, with its fix. */
export interface ShownFinding {
  readonly shown: ReportedFinding;
  readonly finding: RuleFinding;
}

/** What was found, and the texts that it was found in. */
export interface Analysis {
  readonly workspace: string;
  readonly snapshot: Snapshot;
  readonly findings: readonly ShownFinding[];
}

/** What every analysis rests on. */
export interface AnalysisHost {
  readonly job: AuditJob;
  readonly host: SnapshotHost;
  readonly repositories: Repositories;
}

/** Texts of open files as they were looked at last, by their names: one that has not changed is the same content. */
type OpenTexts = Map<
  string,
  {
    readonly content: { readonly is: 'text'; readonly text: string };
    readonly keys: readonly ProviderKey[];
  }
>;

const openTexts = new WeakMap<SnapshotHost, Map<string, OpenTexts>>();

const openTextsOf = (host: SnapshotHost, workspace: string): OpenTexts => {
  const all = openTexts.get(host) ?? new Map<string, OpenTexts>();
  openTexts.set(host, all);
  const known: OpenTexts = all.get(workspace) ?? new Map();
  all.set(workspace, known);
  return known;
};

const RULE_IDS = RULES.map(({ id }) => id);

/**
 * Audits a workspace; `open` are texts by absolute path. Throws the error of the call that failed, and CONFIG_INVALID.
 */
export const analyse = async (
  workspace: string,
  open: ReadonlyMap<string, string>,
  { job, host, repositories }: AnalysisHost,
): Promise<Analysis> => {
  const found = await nearestConfig(workspace, {
    disk: host.disk,
    repositories,
    ruleIds: RULE_IDS,
  });
  const snapshot = await withTexts(
    await snapshotNow(workspace, job, host),
    textsIn(workspace, open),
    openTextsOf(host, workspace),
  );
  const audit = judgeSnapshot(snapshot, job);
  const tracked = track(audit.findings);
  const { workspaces } = buildReport([{ path: workspace, audit, findings: tracked }], RULES, {
    yamo: VERSION,
    layout: RFC_0009,
    required: found?.config.require ?? null,
    claim: null,
    pedantic: job.pedantic,
    strict: job.strict,
    allow: { pending: true, unverified: true },
    chosen: { ...ALL, ...withHashes(found?.config ?? {}, job) },
  });
  const byFingerprint = new Map(tracked.map((one) => [one.fingerprint, one.finding]));
  const findings = workspaces.flatMap((one) =>
    one.findings.flatMap((shown) => {
      const finding = byFingerprint.get(shown.fingerprint);
      return finding === undefined ? [] : [{ shown, finding }];
    }),
  );
  return { workspace, snapshot, findings };
};

/** Open texts by their names in the workspace; what the auditor does not read stays unread. */
const textsIn = (
  workspace: string,
  open: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> =>
  new Map(
    [...open].flatMap(([path, text]) => {
      const name = relative(workspace, path).split(sep).join('/');
      return OWN_SELECTION.isRead(name) && !name.startsWith('../') ? [[name, text] as const] : [];
    }),
  );

const withTexts = async (
  snapshot: Snapshot,
  texts: ReadonlyMap<string, string>,
  known: OpenTexts,
): Promise<Snapshot> => {
  const items = new Map(snapshot.items);
  const providerKeys = new Map(snapshot.providerKeys);
  for (const [name, text] of texts) {
    const item = items.get(name);
    const fresh = { name, type: 'file', mode: 0o600, links: 1, identity: name } as const;
    const before = known.get(name);
    const { content, keys } =
      before?.content.text === text
        ? before
        : {
            content: { is: 'text', text } as const,
            keys: await providerKeysOf(text),
          };
    known.set(name, { content, keys });
    items.set(name, { ...(item ?? fresh), bytes: Buffer.byteLength(text), content });
    providerKeys.set(name, keys);
  }
  for (const name of known.keys()) if (!texts.has(name)) known.delete(name);
  return { ...snapshot, items, providerKeys };
};
