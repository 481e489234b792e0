/** The prompt of Nexus, row by row. */
import { describe, expect, it } from 'vitest';

import { personaState } from '#lib/layout/personas.ts';
import { statusOf, plan, textFor } from '#test/support/prompt.ts';

const layout = 'nexus';
const FILES = {
  'AGENTS.md': 'rules',
  'state/agents/BOOTSTRAP.md': 'Talk first.',
  'state/agents/echo/IDENTITY.md': 'echo',
  'state/agents/echo/SOUL.md': 'kind',
  'state/workspace/memory-reader/ROLE.md': 'role',
  'state/workspace/memory-reader/SKILLS.md': 'skills',
};
const BROKER =
  'You are the user-facing manager agent. You talk to the user, and dispatch workers for what has to be done.';

describe('a prompt of Nexus', () => {
  it('is that of the manager from the first message on; there is no other mode [N20, N21]', () => {
    expect(textFor({ layout, files: { 'AGENTS.md': 'rules' } })).toBe(`rules\n\n${BROKER}`);
    expect(
      textFor({ layout, files: { 'AGENTS.md': 'rules' }, facts: { tools: [{ name: 'wait' }] } }),
    ).toBe(`rules\n\n${BROKER}\n\n## Tools\n- **wait**`);
  });

  it('has an onboarding until there is an agent [N23]', () => {
    expect(textFor({ layout, files: FILES, order: 'first run' })).toBe(
      `rules\n\n${BROKER}\n\n## Onboarding\nTalk first.`,
    );
  });

  it('has identity and soul of the agent once there is one, and no onboarding [N24]', () => {
    const made = plan({ layout, files: FILES, facts: { agent: 'echo' } });
    expect(textFor({ layout, files: FILES, facts: { agent: 'echo' } })).toBe(
      `rules\n\n${BROKER}\n\n## Agent Identity\necho\n\n## Agent Soul\nkind`,
    );
    expect(statusOf(made, 'state/agents/BOOTSTRAP.md')?.fate).toBe('not for this session');
    expect(statusOf(made, 'state/user/IDENTITY.md')?.fate).toBe('on demand');
  });

  it('reminds once of a scan for credentials as long as none is known [N31]', () => {
    const facts = { agent: 'echo' };
    const reminder =
      '[System: Credential scan has not been completed. Consider dispatching a worker to run `nexus credential scan`.]';
    const empty = textFor({ layout, files: FILES, facts, emptyFolders: ['state/credentials'] });
    expect(empty.split(reminder)).toHaveLength(2);
    expect(textFor({ layout, files: FILES, facts })).not.toContain('[System:');
  });

  it('is made of persona and workspace for an automation, in this order [N41]', () => {
    const facts = { agent: 'echo', automation: 'memory-reader' };
    expect(textFor({ layout, files: FILES, facts, order: 'automation' })).toBe(
      'echo\n\nkind\n\nrole\n\nskills',
    );
  });
});

const folder = (name: string, hasIdentity: boolean) => ({ name, hasIdentity });

describe('an agent of Nexus', () => {
  it.each([
    [[], 'needs-bootstrap'],
    [[folder('.git', true)], 'needs-bootstrap'],
    [[folder('echo', false)], 'incomplete'],
    [[folder('atlas', false), folder('echo', true)], 'onboarded'],
  ])('with the folders %j is %s [N22, N25]', (folders, expected) =>
    expect(personaState(folders)).toBe(expected),
  );
});
