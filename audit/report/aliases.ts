/** Headings of AGENTS.md with other names than are required, told together. Each rule keeps its own answer. */
import { AGENTS_SECTIONS } from '#lib/spec/files.ts';
import type { RuleFinding } from '#audit/workspace/finding.ts';
import type { TrackedFinding } from './catalogue.ts';

const SECTIONS: ReadonlySet<string | undefined> = new Set(AGENTS_SECTIONS);

/** A section that is missing altogether has no line. */
const isAlias = ({ rule, line, anchor, fix }: RuleFinding): boolean =>
  rule.startsWith('2.2/') &&
  line !== undefined &&
  SECTIONS.has(anchor) &&
  fix?.title.startsWith('Rename the heading') === true;

/** All such headings of a file are one finding with its list, in the place of the first. */
export const aliasesTogether = (all: readonly TrackedFinding[]): readonly TrackedFinding[] => {
  const groups = Map.groupBy(
    all.filter(({ finding }) => isAlias(finding)),
    ({ finding, status }) => `${finding.file}\0${status}`,
  );
  const first = new Map([...groups.values()].map((group) => [group[0], group]));
  return all.flatMap((one) => {
    const group = first.get(one);
    if (group !== undefined) return [group.length === 1 ? one : together(one, group)];
    return isAlias(one.finding) ? [] : [one];
  });
};

const together = (first: TrackedFinding, group: readonly TrackedFinding[]): TrackedFinding => {
  const findings = group.map(({ finding }) => finding);
  const list = findings.map(
    ({ line, found, anchor }) => `line ${line}, ${found}, for "## ${anchor}"`,
  );
  const safe = findings.find(({ fix }) => fix?.kind === 'safe') ?? first.finding;
  const { fix } = safe;
  return {
    ...first,
    get fingerprint() {
      return first.fingerprint;
    },
    finding: {
      ...first.finding,
      found: `${findings.length} headings with other names than are required: ${list.join('; ')}`,
      expected: 'the names that are required, spelled so and at level 2',
      ...(fix !== undefined && { fix: { ...fix, title: 'Rename these headings' } }),
    },
  };
};
