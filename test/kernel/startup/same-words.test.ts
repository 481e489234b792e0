/** Kernel and auditor read the same names and lines the same way: what the one calls a must, the other does not boot past. */
import { MAIN } from '#lib/spec/session-policy.ts';
import { sealAgents } from '#kernel/boot/seal.ts';
import { InstructionsRead } from '#lib/yamo/instructions.ts';
import { describe, expect, it } from 'vitest';

import { auditSnapshot } from '#audit/engine/audit.ts';
import { rule as bootstrapCopy } from '#audit/rules/2.6-bootstrap-copy.ts';
import { rule as ghostHeader } from '#audit/rules/0006-2.1-ghost-header.ts';
import { rule as timezone } from '#audit/rules/2.3-timezone.ts';
import { rule as timezoneWords } from '#audit/rules/2.3-timezone-words.ts';
import { GhostSealed } from '#kernel/startup/ghost.ts';
import { BootstrapGone, type GuardOptions } from '#kernel/startup/guard.ts';
import { NOTHING_FORBIDDEN } from '#kernel/startup/read.ts';
import { AGENTS_SECTIONS, GHOST_HEADER } from '#lib/spec/files.ts';
import { isZone } from '#lib/text/zones.ts';
import { readBootstrapFields } from '#lib/workspace/bootstrap-fields.ts';
import { timezoneOf } from '#lib/workspace/profile.ts';
import { CONTEXT, snapshotOf } from '#test/support/golden.ts';
import { openWorkspace, refusalFrom, refusalOf } from '#test/support/kernel.ts';
import { ORDERS_MD } from '#test/support/orders.ts';
import { makeUnbornWorkspace, makeWorkspace } from '#test/support/workspace.ts';

const MD = 'BOOTSTRAP.md';

type Rule = Parameters<typeof auditSnapshot>[2][number];

const findings = (rule: Rule, files: Record<string, string>) => findingsOf([rule], files);

const findingsOf = (rules: readonly Rule[], files: Record<string, string>) =>
  auditSnapshot(snapshotOf(files), CONTEXT, rules, { pedantic: true, strict: true }).findings;

const sealOf = (files: Record<string, string>, strict: boolean): GhostSealed =>
  sealAgents(openWorkspace(makeWorkspace(files)), {
    strict,
    firstBoot: false,
    forbidden: NOTHING_FORBIDDEN,
    intend: () => undefined,
  });

const refusalWith = (name: string): string | undefined => {
  const temp = makeUnbornWorkspace({ [MD]: ORDERS_MD, [name]: 'something else' });
  const workspace = openWorkspace(temp);
  const sealed = sealAgents(workspace, {
    strict: false,
    firstBoot: true,
    forbidden: NOTHING_FORBIDDEN,
    intend: () => undefined,
  });
  const options: GuardOptions = {
    kind: MAIN,
    record: undefined,
    priorUseEvidence: undefined,
    rebirth: false,
    agree: (orders) => InstructionsRead.of(orders),
    remember: () => undefined,
    forget: () => undefined,
    lost: () => undefined,
  };
  return refusalOf(() => BootstrapGone.prove(workspace, sealed, options));
};

describe('a copy of bootstrap instructions', () => {
  it.each([
    'BOOTSTRAP.md.done',
    'BOOTSTRAP.bak.md',
    '.BOOTSTRAP.md',
    'BOOTSTRAP.md~',
    '.BOOTSTRAP.md.swp',
    '#BOOTSTRAP.md#',
    'BOOTSTRAP (1).md',
    'BOOTSTRAP-2.md',
    'BOOTSTRAP - Kopie.md',
    'BOOTSTRAP 副本.md',
    'Copy of BOOTSTRAP.md',
    'BOOTSTRAP.yamo.disabled',
    '_BOOTSTRAP.md',
    'bootstrap-plan.md',
    'bootstrap-5.md',
    'bootstrapping.md',
    'how-to-bootstrap.md',
    'BOOTSTRAP.mdx',
    'notes.md',
  ])('%s is one to both or to neither [Y68]', (name) => {
    const reported = findings(bootstrapCopy, { [MD]: ORDERS_MD, [name]: 'something else' });
    expect(refusalWith(name)).toBe(reported.length > 0 ? 'BOOTSTRAP_COPIES' : undefined);
  });
});

describe('a line that was meant as the ghost header', () => {
  const BODY = AGENTS_SECTIONS.map((title) => `## ${title}\n\nText.\n`).join('\n');

  it.each([
    `> ${GHOST_HEADER}`,
    `# ${GHOST_HEADER}`,
    'YAMO\u2011NATIVE KERNEL ACTIVE',
    'Yamo-Native Kernel Active',
    'YAMO-NATIVE KERNEL v3.0 ACTIVE',
    '> **YAMO-NATIVE KERNEL v3.0 ACTIVE**',
    `\u200B${GHOST_HEADER}`,
    'YAMONATIVE',
    'A native kernel',
    '# Atlas',
  ])('%j is one to both or to neither, in the same words (R-22)', async (line) => {
    const files = { 'AGENTS.md': `# Rules\n\n${line}\n\n${BODY}` };
    const [finding] = findings(ghostHeader, files);
    const { message } = await refusalFrom(() => sealOf(files, true));
    const isNear = finding?.found !== 'no ghost header';
    expect(message.includes(' (line ')).toBe(isNear);
    expect(message).toContain(isNear ? ` (line ${finding?.line} has ${finding?.found})` : '');
  });
});

describe('a time zone', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'europe/berlin'],
    ['Europe/Berlin (CET)', 'Europe/Berlin'],
    ['Europe/Berlin, since May', 'Europe/Berlin'],
    ['Berlin', undefined],
    ['CEST-ish', undefined],
    ['where Ada is', undefined],
  ])('%j is %j to a first boot, to a boot and to the auditor [Y43]', (value, zone) => {
    const user = `# User\n\n**Name:** Ada\n**Timezone:** ${value}\n`;
    const named = timezoneOf(user);
    expect(named !== undefined && isZone(named) ? named : undefined).toBe(zone);
    // One rule speaks of words that tell a zone to a person, the other of what tells none.
    const found = findingsOf([timezone, timezoneWords], { 'USER.md': user });
    expect(found).toHaveLength(zone === undefined ? 1 : 0);
    const { timezone: born } = readBootstrapFields(`# Your human\n\n**Timezone:** ${value}\n`).user;
    expect(born).toBe(zone);
  });
});
