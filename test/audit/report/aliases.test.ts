/** Headings with other names than are required are one finding of a report, with its list. */
import { expect, it } from 'vitest';

import { auditSnapshot } from '#audit/engine/audit.ts';
import { RULES } from '#audit/engine/rules.ts';
import { aliasesTogether } from '#audit/report/aliases.ts';
import { CONTEXT, goldenFiles, snapshotOf } from '#test/support/golden.ts';

it('[R-85] tells all aliases of a file as one finding, and what else is wrong by itself', () => {
  const { 'AGENTS.md': agents = '', ...others } = goldenFiles('lite');
  const renamed = agents
    .replace('## Every Session', '## Session Startup')
    .replace('## Safety', '## Red Lines')
    .replace('## First Run', '## Boats');
  const audit = auditSnapshot(snapshotOf({ ...others, 'AGENTS.md': renamed }), CONTEXT, RULES, {
    pedantic: false,
    strict: false,
  });
  const told = audit.findings.map((finding) => ({ finding, fingerprint: finding.rule }));
  expect(audit.missing.lite).toEqual(['2.2/every-session', '2.2/first-run', '2.2/safety']);
  const errors = aliasesTogether(told).filter(({ finding }) =>
    audit.missing.lite.includes(finding.rule),
  );
  expect(errors.map(({ finding }) => finding.rule).toSorted()).toEqual([
    '2.2/every-session',
    '2.2/first-run',
  ]);
  const list = errors.find(({ finding }) => finding.line !== undefined);
  expect(list?.fingerprint).toBe('2.2/every-session');
  expect(list?.finding.found).toMatch(
    /^2 headings .*line \d+, .*"session startup", for "## Every Session"; line \d+, .*"red lines", for "## Safety"$/u,
  );
});
