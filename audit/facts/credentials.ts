/** The credentials of a workspace, from both detectors, each value once per line (§2.4, §4.2). */
import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import type { FilePlace } from '#lib/text/place.ts';
import type { ProviderKey } from '#lib/workspace/snapshot.ts';
import type { Finding, RuleOutcome } from '#audit/workspace/finding.ts';
import { NOT_APPLICABLE, notAuditable } from '#audit/workspace/finding.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

/** Which detector found it: the formats of providers, or the labels of people and how sure that is. */
type Source = 'provider' | 'high' | 'low';

interface Credential extends FilePlace {
  readonly kind: string;
  readonly value: string;
  readonly source: Source;
}

/** How a report calls what stands under a label. */
const KINDS: Readonly<Record<string, string>> = {
  password: 'a password',
  'key or token': 'a key or token',
  pin: 'a PIN',
  authorization: 'the value of an Authorization header',
  'password in a URL': 'a password in a URL',
};

/** Found by where it stands, not by a label. */
const LABELLESS: ReadonlySet<string> = new Set(['password in a URL', 'authorization']);

/** Bootstrap instructions may hold credentials, which are then a rule of their own. */
const isBootstrap = (file: string): boolean =>
  (BOOTSTRAP_FILES as readonly string[]).includes(file);

/** What the detectors named found in the files besides the bootstrap instructions. */
export const credentialsOutsideBootstrap = (
  workspace: AuditedWorkspace,
  source: Source,
): RuleOutcome => {
  const files = workspace.names.filter((file) => !isBootstrap(file));
  return outcome(workspace, files, [source]);
};

/** What the detectors named found in the bootstrap instructions. */
export const credentialsInBootstrap = (
  workspace: AuditedWorkspace,
  sources: readonly Source[],
): RuleOutcome => {
  const files = BOOTSTRAP_FILES.filter((file) => workspace.has(file));
  return files.length === 0 ? NOT_APPLICABLE : outcome(workspace, files, sources);
};

const outcome = (
  workspace: AuditedWorkspace,
  files: readonly string[],
  sources: readonly Source[],
): RuleOutcome => {
  const found = files
    .flatMap((file) => credentialsIn(workspace, file))
    .filter(({ source }) => sources.includes(source));
  if (found.length > 0) return found.map((one) => findingOf(workspace, one));
  const unread = files.find((file) => workspace.item(file)?.content.is === 'unreadable');
  const reason = unread === undefined ? undefined : workspace.whyNoDocument(unread);
  return reason === undefined ? [] : notAuditable(reason);
};

const credentialsIn = (workspace: AuditedWorkspace, file: string): readonly Credential[] => {
  const keys = workspace.snapshot.providerKeys.get(file) ?? [];
  const labelled = workspace.labelled(file);
  if (keys.length === 0 && labelled.length === 0) return [];
  const keysOf = Map.groupBy(keys, ({ line }) => line);
  const found: Credential[] = [];
  for (const { line, kind, value } of keys)
    found.push({ file, line, kind, value, source: 'provider' });
  for (const { line, kind, value, confidence } of labelled) {
    if (isAmong(keysOf.get(line) ?? [], value)) continue;
    found.push({ file, line, kind, value, source: confidence });
  }
  const known = new Set<string>();
  return found.filter(({ line, value }) => {
    const id = `${line}:${value}`;
    return !known.has(id) && known.add(id);
  });
};

/** Comparing all with all on one endless line of keys would take for ever; so many stand on no line that people read. */
const COMPARED_MAX_KEYS = 100;

/** One value that both detectors found: a key with its label, a URL with the password in it. */
const isAmong = (keys: readonly ProviderKey[], value: string): boolean =>
  keys
    .slice(0, COMPARED_MAX_KEYS)
    .some((key) => key.value.includes(value) || value.includes(key.value));

const findingOf = (
  workspace: AuditedWorkspace,
  { file, line, kind, value, source }: Credential,
): Finding => {
  const secret = workspace.secretFacts(kind, value);
  return {
    file,
    line,
    found: wordsOf(kind, source),
    expected: 'the name of the place that keeps it',
    secret,
  };
};

const wordsOf = (kind: string, source: Source): string => {
  if (source === 'provider') return `a key in the format of a provider (${kind})`;
  const what = KINDS[kind] ?? 'a credential';
  if (source === 'low') return `what may be ${what}`;
  return LABELLESS.has(kind) ? what : `${what} with its label`;
};
