/** The prompts of RFC-0009, to the byte: what changes here changes for every agent, and is changed on purpose. */
import { resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { decide, type AccessContext } from '#kernel/gate/decide.ts';
import { assembleAgentless } from '#lib/prompt/agentless.ts';
import {
  assemble,
  assembleFirstBoot,
  type Context,
  type SessionContext,
} from '#lib/prompt/assemble.ts';
import { SHARED, MAIN } from '#lib/spec/session-policy.ts';
import { context } from '#test/support/access-context.ts';

const NONCE = 'c0ffee00c0ffee00c0ffee00c0ffee00';
const TODAY = 'memory/2026-03-14.md';
const YESTERDAY = 'memory/2026-03-13.md';
const FILES = [
  { file: 'AGENTS.md', text: 'YAMO-NATIVE KERNEL ACTIVE\n\n# Rules\n\nBe kind.\n' },
  { file: 'SOUL.md', text: '# Soul\n\nYou are Robin, an archivist for Ada.\n' },
  { file: 'USER.md', text: '# User Profile\n\n**Name:** Ada\n' },
  { file: TODAY, text: `# Memory — 2026-03-14\n\n## Session [09:00]\n\n- Tea\u200b at nine.\n` },
  { file: YESTERDAY, text: `# Memory — 2026-03-13\n\n- Of ${NONCE}.\n` },
  { file: 'MEMORY.md', text: '# Memory\n\n- 2026-03-01: Ada wants page numbers.\n' },
];
const WITHOUT_MEMORY = FILES.filter(({ file }) => file !== 'MEMORY.md');

const sceneOf = (who: AccessContext): SessionContext => ({
  kind: who.kind,
  today: '2026-03-14',
  may: (operation, file) => decide(who, operation, file),
  zone: 'Europe/Berlin',
  log: TODAY,
  nonce: NONCE,
});
const birth = (human: boolean) => ({
  ...sceneOf(context(MAIN, { firstBoot: true })),
  human,
  missing: 'SOUL.md: name',
});
const ORDERS = [{ file: 'BOOTSTRAP.md', text: '# Orders\n\nYou are Robin.\n' }];

/** Group, name and text of each part, in order. */
const shown = ({ briefing, segments }: Context): string =>
  [briefing, ...segments.map(({ file, text, group }) => `[${group}] ${file}\n${text}`)].join(
    '\n\n',
  );

describe('the prompt of RFC-0009', () => {
  it.each([
    ['main', assemble(FILES, sceneOf(context(MAIN)))],
    ['main-tools', assemble(FILES, { ...sceneOf(context(MAIN)), hasTools: true })],
    [
      'main-unattended',
      assemble(FILES, {
        ...sceneOf(context(MAIN, { attended: false, workFolders: ['projects'] })),
        workFolders: ['projects'],
      }),
    ],
    ['shared', assemble(WITHOUT_MEMORY, sceneOf(context(SHARED, { seesLogs: true })))],
    ['shared-without-logs', assemble(WITHOUT_MEMORY.slice(0, 3), sceneOf(context(SHARED)))],
    ['first-boot', assembleFirstBoot(ORDERS, birth(true))],
    ['first-boot-unattended', assembleFirstBoot(ORDERS, birth(false))],
    ['agentless', assembleAgentless(FILES, sceneOf(context(MAIN)))],
  ] as const)('of a session is what it was, to the byte: %s', async (name, assembled) => {
    const place = resolve(import.meta.dirname, `../../fixtures/prompts/rfc-0009-${name}.txt`);
    await expect(shown(assembled)).toMatchFileSnapshot(place);
  });
});
