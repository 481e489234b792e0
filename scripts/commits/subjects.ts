/** Subjects of commits: what changes for whom, in the imperative, on one line of a terminal. */
import { execFileSync } from 'node:child_process';

const SUBJECT_MAX_CHARS = 72;

/** Words that look like "added", "adding" or "adds" and are none. */
const IMPERATIVE =
  /^(?:address|bless|bring|bypass|compress|cross|discuss|dismiss|embed|express|feed|focus|guess|heed|miss|need|pass|press|process|proceed|seed|shed|sing|speed|spring|suppress|swing|toss|trespass)$/iu;
const NOT_IMPERATIVE =
  /^(?:\w{2,}(?:ed|ing|[^s]s)|a|an|the|it|its|this|that|what|whatever|when|where|nothing|no|now|one|some|all|new)$/iu;

/** What is wrong with a subject; `undefined` if nothing is that a program can tell. */
export function subjectFault(subject: string): string | undefined {
  if (subject.length > SUBJECT_MAX_CHARS)
    return `has ${subject.length} characters, at most ${SUBJECT_MAX_CHARS} are shown everywhere`;
  if (/^(?:fixup|squash|amend)! /u.test(subject)) return 'is to be joined with the one it mends';
  if (subject.endsWith('.')) return 'ends in a full stop';
  const [first = ''] = subject.split(/[\s:,]/u, 1);
  if (!/^\p{Lu}/u.test(first)) return 'begins with no capital letter';
  return NOT_IMPERATIVE.test(first) && !IMPERATIVE.test(first)
    ? `begins with "${first}", which is no imperative`
    : undefined;
}

/**
 * The subjects at fault among the commits since `marker` came into the history, and since the last tag. Without git,
 * a repository or that file there are none: then there is nothing to say.
 */
export function commitFaults(folder: string, marker: string): readonly string[] {
  const added = git(folder, 'log', '--diff-filter=A', '--format=%H', '--', marker);
  const first = added?.split('\n').at(-1) ?? '';
  if (first === '') return [];
  const tag = git(folder, 'describe', '--tags', '--abbrev=0') ?? '';
  const since = ['HEAD', `^${first}`, ...(tag === '' ? [] : [`^${tag}`])];
  const commits = git(folder, 'log', '--no-merges', '--format=%h %s', ...since) ?? '';
  return commits.split('\n').flatMap((line) => {
    const subject = line.slice(line.indexOf(' ') + 1);
    const fault = line === '' ? undefined : subjectFault(subject);
    return fault === undefined ? [] : [`${line}\n  ${fault}`];
  });
}

/** What git prints; `undefined` where it cannot say. */
function git(folder: string, ...args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
